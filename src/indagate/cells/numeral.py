"""Numbers as people write them in tables: decimal signs, thousands, currencies, units, accountants' parentheses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Literal

from indagate.frozen import dataclass

Decimals = Literal[".", ","]
_GAPS = "\u0020\u00a0\u202f\u2009\u2007"
_SYMBOLS = r"US\$|C\$|A\$|[$€£¥₽₹₴₩₺₿]|USD|EUR|GBP|RUB|JPY|CNY|CHF|INR|UAH|KRW|CAD|AUD|PLN|SEK|NOK|DKK|TRY|BTC"
_UNIT = r"(?:[^\d\s.,'’()+\-−](?:[^\d\n()]{0,23}[^\W\d][23]|[^\d\n()]{0,24}))"
_CORE = re.compile(rf"(?<![\d.,])\d[\d.,'’{_GAPS}]*")
MULTIPLES = {
    "k": 1e3, "thousand": 1e3, "thousands": 1e3, "тыс": 1e3, "тыс.": 1e3, "tsd": 1e3, "tsd.": 1e3,
    "m": 1e6, "mn": 1e6, "mln": 1e6, "million": 1e6, "millions": 1e6, "млн": 1e6, "млн.": 1e6, "mio": 1e6, "mio.": 1e6,
    "b": 1e9, "bn": 1e9, "billion": 1e9, "billions": 1e9, "млрд": 1e9, "млрд.": 1e9, "mrd": 1e9, "mrd.": 1e9,
    "t": 1e12, "tn": 1e12, "trillion": 1e12, "трлн": 1e12, "трлн.": 1e12,
}  # fmt: skip
"""Words and letters that multiply what stands before them; single letters only beside money or one another."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A cell read as a number: its value before any unit, and the currency or unit beside it, as written."""

    value: float
    prefix: str
    suffix: str
    whole: bool


@cache
def pattern(decimal: Decimals) -> str:
    """Return the regular expression of a cell with a number; the same in Python and in DuckDB (RE2).

    Groups: 1 the opening parenthesis, 2 sign, 3 currency, 4 sign, 5 digits, 6 exponent, 7 unit, 8 the closing one.
    """
    point, other = (r"\.", ",") if decimal == "." else (",", r"\.")
    groups = rf"\d{{1,3}}(?:[{_GAPS}'’]\d{{3}})+|\d{{1,3}}(?:{other}\d{{3}})+|\d+"
    return (
        rf"^(\(?)[{_GAPS}]*([+\-−]?)[{_GAPS}]*({_SYMBOLS})?[{_GAPS}]*([+\-−]?)((?:{groups})(?:{point}\d*)?|{point}\d+)"
        rf"((?:[eE][+\-]?\d+)?)[{_GAPS}]*({_UNIT}?)(\)?)$"
    )


@cache
def _compiled(decimal: Decimals) -> re.Pattern[str]:
    return re.compile(pattern(decimal))


def read_numeral(text: str, decimal: Decimals) -> Numeral | None:
    """Return a cell as a number, or None if it is none in this way of writing."""
    found = _compiled(decimal).match(text)
    if not found or bool(found[1]) != bool(found[8]) or (found[2] and found[4]):
        return None
    digits = re.sub(rf"[{_GAPS}'’{'.' if decimal == ',' else ','}]", "", found[5]).replace(",", ".")
    value = float(digits + found[6])
    minus = bool(found[1]) or (found[2] or found[4]) in ("-", "−")
    return Numeral(-value if minus else value, found[3] or "", found[7].strip(), "." not in digits and not found[6])


def leads_with_zero(text: str) -> bool:
    """Whether a text is a code rather than a number: 007, 01234."""
    return len(text) > 1 and text[0] == "0" and text.isdigit()


def decimal_votes(cells: Iterable[tuple[str, int]]) -> Counter[str]:
    """Count how cells speak for a decimal sign: `.` and `,` surely, `.?` and `,?` as thousands or decimals."""
    votes: Counter[str] = Counter()
    for text, count in cells:
        if (found := _CORE.search(text)) is not None and len(text) < 40:
            votes[_vote(found[0].rstrip(f".,'’{_GAPS}"))] += count
    return votes


def _vote(core: str) -> str:
    dots, commas = core.count("."), core.count(",")
    if dots and commas:
        return "." if core.rfind(".") > core.rfind(",") else ","
    if dots + commas == 0:
        return ""
    sign, other = (".", ",") if dots else (",", ".")
    groups = re.split(r"[.,]", core)
    thousands = all(len(part) == 3 for part in groups[1:]) and 1 <= len(groups[0].lstrip("0")) <= 3
    if dots + commas > 1:
        return other if thousands else ""
    return f"{sign}?" if thousands else sign


def decide_decimal(votes: Counter[str], hint: Decimals | None) -> Decimals:
    """Return the decimal sign that a column's votes speak for; where they do not, that of the rest of the file."""
    if votes["."] != votes[","]:
        return "." if votes["."] > votes[","] else ","
    if hint is not None:
        return hint
    return "."


def factor_between(unit: str, base: str) -> float | None:
    """Return by what a value in `unit` is multiplied to be in `base`; None where they measure different things."""
    if unit == base:
        return 1.0
    (own, name), (theirs, goal) = split_unit(unit), split_unit(base)
    if name == goal:
        return float(own / theirs)
    from indagate.unit import lookup

    source, target = lookup(name), lookup(goal)
    if source is None or target is None or source.canonical != target.canonical:
        return None
    if source.offset != target.offset or target.factor == 0:
        return None  # degrees of two kinds: no factor leads from one to the other
    return float(own * source.factor / (theirs * target.factor))


def split_unit(text: str) -> tuple[Decimal, str]:
    """Return how much a unit multiplies and its name without the multiple: "млн руб" is a million of "руб"."""
    words = text.split()
    if words and words[0].lower() in MULTIPLES and (len(words) > 1 or len(words[0].rstrip(".")) > 1):
        return Decimal(MULTIPLES[words[0].lower()]), " ".join(words[1:])
    return Decimal(1), text


def known_unit(text: str) -> bool:
    """Whether a text is a unit that is known, with or without a multiple before it."""
    from indagate.unit import lookup

    factor, name = split_unit(text)
    return (not name and factor != 1) or lookup(name) is not None or lookup(name.rstrip(".")) is not None
