"""Numbers and dates as a language writes them: separators, scale words, months."""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass

MINUS = "\u2212"
THIN = "\u202f"
_MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "ru": ("янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"),
    "de": ("Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"),
    "fr": ("janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."),
}
_SCALES = {
    "en": ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"), (1e3, "thousand")),
    "ru": ((1e12, "трлн"), (1e9, "млрд"), (1e6, "млн"), (1e3, "тыс.")),
    "de": ((1e12, "Bio."), (1e9, "Mrd."), (1e6, "Mio."), (1e3, "Tsd.")),
    "fr": ((1e12, "billions"), (1e9, "milliards"), (1e6, "millions"), (1e3, "milliers")),
    "zh": ((1e12, "万亿"), (1e8, "亿"), (1e4, "万")),
    "ja": ((1e12, "兆"), (1e8, "億"), (1e4, "万")),
    "ko": ((1e12, "조"), (1e8, "억"), (1e4, "만")),
}
_CJK = ("zh", "ja", "ko")
BEFORE = ("$", "£", "¥")
"""Signs of currencies that stand before a number in English."""
_TIGHT_UNITS = {"%", "°C", "°F", "°", "×", "pp"}


def tongue(language: str) -> str:
    """Return the language's two letters: `ru` for `ru-RU`."""
    return language.lower().replace("_", "-").partition("-")[0] or "en"


def separators(language: str) -> tuple[str, str]:
    """Return a language's decimal sign and its thousands separator."""
    match tongue(language):
        case "ru" | "fr" | "uk" | "pl" | "cs":
            return ",", THIN
        case "de" | "es" | "it" | "pt" | "nl":
            return ",", "."
        case _:
            return ".", ","


def write_number(value: float, language: str = "en", digits: int | None = None) -> str:
    """Return a number as the language writes it; without `digits`, about four significant ones.

    Four-digit numbers are separated too: they stand under each other in tables.
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return ("" if value > 0 else MINUS) + "∞"
    if digits is None:
        digits = needed_digits((value,))
    if value and abs(value) < 10**-6:
        mantissa, _, power = f"{value:.2e}".partition("e")
        return f"{mantissa}·10^{int(power)}".replace("-", MINUS).replace(".", separators(language)[0])
    text = f"{abs(value):,.{digits}f}"
    point, comma = separators(language)
    text = text.replace(",", "\0").replace(".", point).replace("\0", comma)
    negative = value < 0 and any(sign in "123456789" for sign in text)
    return (MINUS if negative else "") + text


def needed_digits(values: tuple[float, ...], most: int = 6) -> int:
    """Return with how many decimals these numbers are written so that about three significant digits are seen."""
    sizes = [abs(value) for value in values if value and math.isfinite(value)]
    if not sizes or all(size == int(size) and size < 1e15 for size in sizes):
        return 0
    largest = max(sizes)
    digits = 2 - math.floor(math.log10(largest)) if largest < 100 else (1 if largest < 1000 else 0)
    digits = max(0, min(most, digits))
    while digits and all(round(size, digits - 1) == round(size, digits) for size in sizes):
        digits -= 1
    return digits


def with_unit(number: str, unit: str, language: str = "en") -> str:
    """Return a number's text with its unit behind it, or before it for a dollar or pound sign."""
    if not unit:
        return number
    if unit in BEFORE and tongue(language) not in ("ru", "fr", "de"):
        return f"{MINUS}{unit}{number[1:]}" if number.startswith(MINUS) else unit + number
    if unit in _TIGHT_UNITS and tongue(language) not in ("ru", "fr", "de"):
        return number + unit
    return f"{number}\u00a0{unit}"


@dataclass(frozen=True, slots=True)
class Scaling:
    """By what an axis' numbers are divided to be read, and the word that says so."""

    factor: float = 1.0
    word: str = ""

    def unit(self, unit: str, language: str) -> str:
        """Return the unit with the scale's word."""
        if not self.word:
            return unit
        if tongue(language) in _CJK:
            return self.word + unit
        return f"{self.word} {unit}".strip()


def choose_scaling(values: list[float], language: str = "en") -> Scaling:
    """Return how numbers are best scaled: millions from two million, thousands only from two hundred of them."""
    largest = max((abs(value) for value in values if math.isfinite(value)), default=0.0)
    for factor, word in _SCALES.get(tongue(language), _SCALES["en"]):
        if factor == 1e3 and largest < 2e5:
            continue
        if largest >= 2 * factor:
            return Scaling(factor, word)
    return Scaling()


def write_month(month: int, language: str = "en") -> str:
    """Return the month's short name, 1 for January."""
    if tongue(language) in ("zh", "ja"):
        return f"{month}月"
    if tongue(language) == "ko":
        return f"{month}월"
    return _MONTHS.get(tongue(language), _MONTHS["en"])[month - 1]


def write_date(day: datetime.date, language: str = "en", *, month_only: bool = False) -> str:
    """Return a date as the language writes it in a label: 5 Mar 2024, 5 мар 2024, 2024年3月5日."""
    if tongue(language) in ("zh", "ja"):
        return f"{day.year}年{day.month}月" + ("" if month_only else f"{day.day}日")
    if tongue(language) == "ko":
        return f"{day.year}년 {day.month}월" + ("" if month_only else f" {day.day}일")
    month = f"{write_month(day.month, language)} {day.year}"
    return month if month_only else f"{day.day} {month}"
