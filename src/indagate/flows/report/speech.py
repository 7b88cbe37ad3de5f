"""The two languages in which the rules write: which one a query is in, numbers, dates and their words."""

from __future__ import annotations

import datetime
import re

from indagate.flows.report.figures.numeral import needed_digits, with_unit, write_number
from indagate.flows.report.files import Language
from indagate.vocabulary import vocabulary

_MONTHS = {
    "en": vocabulary("January February March April May June July August September October November December"),
    "ru": vocabulary("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
}
_MONTHS_ALONE = vocabulary("январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь")


def language_of(query: str, wanted: str = "") -> Language:
    """Return the language of a report: the one that is wanted, else Russian for a query in Cyrillic, else English."""
    if wanted:
        return "ru" if wanted.lower().startswith("ru") else "en"
    letters = re.findall(r"[^\W\d_]", query)
    cyrillic = sum("а" <= letter.lower() <= "я" or letter in "ёЁ" for letter in letters)
    return "ru" if cyrillic > 0.3 * max(1, len(letters)) else "en"


def number(value: float, language: Language, digits: int | None = None) -> str:
    """Return a number as the language writes it, with about three significant digits unless told."""
    return write_number(value, language, needed_digits((value,)) if digits is None else digits)


def flat(text: str) -> str:
    """Return a text on one line; the spaces that hold numbers and units together stay."""
    return re.sub(r"[ \t\r\n\f\v]+", " ", text).strip()


def measured(value: float, unit: str, language: Language, digits: int | None = None) -> str:
    """Return a number with its unit."""
    return with_unit(number(value, language, digits), unit, language)


def day(iso: str, language: Language, grain: str = "day") -> str:
    """Return an ISO date in words, as exact as its grain: 5 March 2024, March 2024, Q1 2024, 2024."""
    if not re.match(r"^\d{4}-\d\d-\d\d", iso):
        return iso
    date = datetime.date.fromisoformat(iso[:10])
    if grain == "year":
        return str(date.year)
    if grain == "quarter":
        quarter = (date.month + 2) // 3
        return f"Q{quarter} {date.year}" if language == "en" else f"{quarter}-й квартал {date.year}"
    if grain == "month":
        name = _MONTHS["en"][date.month - 1] if language == "en" else _MONTHS_ALONE[date.month - 1]
        return f"{name} {date.year}"
    clock = f", {iso[11:16]}" if len(iso) > 10 and iso[11:16] != "00:00" else ""
    return f"{date.day} {_MONTHS[language][date.month - 1]} {date.year}{clock}"


def of_day(iso: str, language: Language, grain: str = "day") -> str:
    """Return an ISO date in the genitive case, where it has one: с марта 2024, с 1-го квартала 2024, с 2024 года."""
    text = day(iso, language, grain)
    if language == "en" or not re.match(r"^\d{4}-\d\d-\d\d", iso):
        return f"{text} года" if language == "ru" and text.isdigit() and len(text) == 4 else text
    if grain == "month":
        return f"{_MONTHS['ru'][int(iso[5:7]) - 1]} {iso[:4]}"
    return (
        text.replace("-й квартал", "-го квартала")
        if grain == "quarter"
        else f"{text} года"
        if grain == "year"
        else text
    )


def ways_to_write(iso: str, language: Language) -> tuple[str, ...]:
    """Return all ways in which texts write a date, the most exact first."""
    grains = ("day", "month", "quarter", "year")
    return (*(day(iso, language, grain) for grain in grains), *(of_day(iso, language, grain) for grain in grains))


def plural(count: int, one: str, few: str, many: str) -> str:
    """Return the Russian form of a noun after a number: 1 ряд, 2 ряда, 5 рядов."""
    if count % 10 == 1 and count % 100 != 11:
        return one
    return few if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else many


def counted(count: int, language: Language, english: tuple[str, str], russian: tuple[str, str, str]) -> str:
    """Return a number with its noun in the right form."""
    shown = number(count, language, 0)
    if language == "en":
        return f"{shown} {english[0] if count == 1 else english[1]}"
    return f"{shown} {plural(count, *russian)}"
