"""Numbers, units, dates and movements as words of English and Russian."""

from __future__ import annotations

import datetime
import math
from functools import cache
from typing import TYPE_CHECKING

from indagate.cells.table import Period, Value
from indagate.errors import InputError

if TYPE_CHECKING:
    from babel import Locale

LANGUAGES = ("en", "ru")
_CLDR = {
    "kg": "mass-kilogram", "g": "mass-gram", "t": "mass-metric-ton", "km": "length-kilometer", "m": "length-meter",
    "cm": "length-centimeter", "mm": "length-millimeter", "h": "duration-hour", "min": "duration-minute",
    "s": "duration-second", "d": "duration-day", "week": "duration-week", "month": "duration-month",
    "year": "duration-year", "°C": "temperature-celsius", "°F": "temperature-fahrenheit", "kWh": "energy-kilowatt-hour",
    "kW": "power-kilowatt", "MW": "power-megawatt", "W": "power-watt", "L": "volume-liter", "mL": "volume-milliliter",
    "km/h": "speed-kilometer-per-hour", "m/s": "speed-meter-per-second", "kcal": "energy-kilocalorie",
    "km²": "area-square-kilometer", "m²": "area-square-meter", "m³": "volume-cubic-meter", "ft": "length-foot",
    "mi": "length-mile", "lb": "mass-pound", "hPa": "pressure-hectopascal",
}  # fmt: skip
_ROWS = {"en": {"one": "row", "other": "rows"},
         "ru": {"one": "строка", "few": "строки", "many": "строк", "other": "строки"}}  # fmt: skip
_GAP = "\u00a0"


@cache
def _locale(language: str) -> Locale:
    from babel import Locale

    if language not in LANGUAGES:
        raise InputError(f"there are no words for the language {language!r}", hint=f"one of {', '.join(LANGUAGES)}")
    return Locale(language)


def number(value: float, language: str) -> str:
    """Return a number as people read it: at most four digits that matter, whole ones in full below a million."""
    from babel.numbers import format_compact_decimal, format_decimal

    locale = _locale(language)
    if math.isnan(value) or math.isinf(value):
        return {"en": "not defined", "ru": "не определено"}[language]
    size = abs(value)
    if size >= 1e6:
        digits = 2 - min(2, int(math.log10(size)) % 3)
        kind = "short" if language == "ru" else "long"
        return format_compact_decimal(value, format_type=kind, locale=locale, fraction_digits=digits)  # type: ignore[arg-type]
    if size and size < 1e-4:
        return format_decimal(float(f"{value:.3g}"), locale=locale, format="0.###E0")
    whole = float(value).is_integer()
    decimals = 0 if whole or size >= 1000 else max(0, 3 - (math.floor(math.log10(size)) if size else 0))
    text = "#,##0" if decimals == 0 else "#,##0." + "#" * decimals
    return format_decimal(float(value), format=text, locale=locale)


def amount(value: Value, unit: str | None, period: Period, language: str, *, share: bool = False) -> str:
    """Return a value with its unit; a date as its period, a `share` up to ten as percent."""
    if value is None:
        return {"en": "no value", "ru": "нет значения"}[language]
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "ru": ("нет", "да")}[language][value]
    if isinstance(value, str):
        return date(value, period, language) if _is_date(value) else value
    if period == "year":
        return str(int(value))
    if share and not unit and abs(value) <= 10:
        sign = "−" if value < 0 else ""
        return sign + percent(value, language)
    if not unit:
        return number(value, language)
    name = _CLDR.get(unit)
    if name is not None and abs(value) < 1e6:
        from babel.units import format_unit

        return format_unit(number(value, language), name, length="short", locale=_locale(language))
    return f"{number(value, language)}{_GAP}{unit}"


def _is_date(text: str) -> bool:
    try:
        datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) >= 10


def date(text: str, period: Period, language: str) -> str:
    """Return an ISO date as the period that it stands for."""
    from babel.dates import format_date, format_datetime, format_skeleton

    locale = _locale(language)
    moment = datetime.datetime.fromisoformat(text)
    if period == "year":
        return str(moment.year)
    if period == "quarter":
        quarter = (moment.month + 2) // 3
        return f"Q{quarter} {moment.year}" if language == "en" else f"{quarter}-й кв. {moment.year}{_GAP}г."
    if period == "month":
        return str(format_skeleton("yMMMM", moment, locale=locale))
    if period == "week":
        year, week, _ = moment.isocalendar()
        return f"week {week} of {year}" if language == "en" else f"{week}-я неделя {year}{_GAP}г."
    if period == "" and len(text) > 10:
        return str(format_datetime(moment, "medium", locale=locale))
    return str(format_date(moment, "long", locale=locale))


def rows(count: int, language: str) -> str:
    """Return how many rows: "1,234 rows"."""
    form = _locale(language).plural_form(count)
    return (
        f"{number(count, language)} {_ROWS[language][form]}"
        if count < 1_000_000
        else (f"{number(count, language)} {_ROWS[language]['many' if language == 'ru' else 'other']}")
    )


def percent(share: float, language: str) -> str:
    """Return a share of change as percent: 0.283 is 28 %."""
    size = abs(share) * 100
    digits = 0 if size >= 9.95 else 1
    rounded = round(size, digits)
    return f"{number(rounded, language)}{_GAP}%"


def movement(now: float, before: float, unit: str | None, language: str) -> str:
    """Return the word and size of a movement: "fell by 28 %", «снижение на 28 %»."""
    if now == before:
        return {"en": "did not change", "ru": "без изменений"}[language]
    word = {"en": ("fell", "rose"), "ru": ("снижение", "рост")}[language][now > before]
    by = {"en": "by", "ru": "на"}[language]
    return f"{word} {by} {_difference(now, before, unit, language)}"


def comparison(one: float, other: float, unit: str | None, language: str) -> str:
    """Return how a value stands to another: "28 % below", «на 28 % ниже»."""
    if one == other:
        return {"en": "equal to", "ru": "столько же"}[language]
    size = _difference(one, other, unit, language)
    if language == "ru":
        return f"на {size} {'выше' if one > other else 'ниже'}"
    return f"{size} {'above' if one > other else 'below'}"


def _difference(one: float, other: float, unit: str | None, language: str) -> str:
    if unit == "%":
        return f"{number(abs(one - other), language)} {'percentage points' if language == 'en' else 'п.' + _GAP + 'п.'}"
    relative = other > 0 and one >= 0 and unit not in ("°C", "°F")
    if relative and (one - other) / other < 10:
        return percent((one - other) / other, language)
    return amount(abs(one - other), unit, "", language)


def place(rank: int, count: int, tied: bool, language: str) -> str:
    """Return a rank in words: "highest of 16", "3rd highest of 16", "lowest of 16"."""
    if language == "ru":
        if rank in (1, count):
            word = "наибольшее" if rank == 1 else "наименьшее"
            return f"{word} из {count}" + (" (не единственное)" if tied else "")
        return f"{rank}-е место из {count}"
    ending = "th" if 10 < rank % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    word = "highest" if rank == 1 else "lowest" if rank == count else f"{rank}{ending} highest"
    return f"{'joint ' if tied else ''}{word} of {count}"
