"""Numbers written in digits: separators in English, German, Russian and Swiss conventions, fractions, powers of ten."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

SPACES = " \u00a0\u2009\u202f\u2007"
_FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_POWER = (
    rf"(?:[{SPACES}]?[×x·*⋅][{SPACES}]?10(?:\^\(?([-−+]?\d+)\)?|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))|[eE]([-+]?\d{{1,3}})(?![\w.]))"
)
NUMERAL = re.compile(
    rf"(?=[-−–+±\d{_FRACTIONS}])"
    rf"(?P<sign>(?<![\w)\]%.,])[-−–+±](?=[\d{_FRACTIONS}]))?"
    rf"(?P<digits>(?<![\d])(?:\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,'’٬٫]\d+)*))?"
    rf"(?P<fraction>[{SPACES}]?[{_FRACTIONS}]|(?<=\d)[{SPACES}]?\d/\d{{1,2}}(?![\d/]))?"
    rf"(?P<power>{_POWER})?"
)
_DOT_FIRST = frozenset(("en", "zh", "ja", "ko", "th", "he", "hi"))
_COMMA_FIRST = frozenset(("de", "fr", "es", "it", "pt", "nl", "pl", "uk", "bg"))


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in digits: its readings (the likeliest first) and the size of its last shown digit."""

    readings: tuple[Decimal, ...]
    step: Decimal
    start: int
    end: int


def numerals(text: str, language: str | None) -> list[Numeral]:
    """The numbers in digits of `text`; dotted versions and addresses are not among them."""
    found = []
    for match in NUMERAL.finditer(text):
        if match["digits"] is None and (match["fraction"] is None or "/" in match["fraction"]):
            continue
        numeral = _read(match, language)
        if numeral is not None:
            found.append(numeral)
        elif match["digits"] and "," in match["digits"]:
            found.extend(_listed(match))
    return found


def _listed(match: re.Match[str]) -> list[Numeral]:
    """Numbers run together by commas ("5,10,15"), which are no single number in any convention."""
    offset = match.start("digits")
    return [
        Numeral((Decimal(part.group()),), Decimal(1), offset + part.start(), offset + part.end())
        for part in re.finditer(r"\d+", match["digits"])
    ]


def _read(match: re.Match[str], language: str | None) -> Numeral | None:
    literal = match["digits"] or "0"
    values = readings(literal, language)
    if not values:
        return None
    if match["fraction"]:
        part = _fraction(match["fraction"].strip(SPACES))
        if part is None or values[0] != int(values[0]):
            return None
        values = tuple(value + part for value in values)
    step = _step(values[0])
    if match["power"]:
        exponent = match[5] or (match[6] or "").translate(_SUPERSCRIPT) or match[7]
        power = int(exponent.replace("−", "-"))
        if abs(power) > 400:
            return None
        values = tuple(value.scaleb(power) for value in values)
        step = step.scaleb(power)
    if match["sign"] and match["sign"] in "-−–":
        values = tuple(-value for value in values)
    return Numeral(values, step, match.start(), match.end())


def _fraction(sign: str) -> Decimal | None:
    if "/" in sign:
        above, below = (int(part) for part in sign.split("/"))
        return Decimal(above) / below if below else None
    return Decimal(round(unicodedata.numeric(sign) * 840)) / 840 if sign != "⅑" else Decimal(1) / 9


def _step(value: Decimal) -> Decimal:
    """The place value of the last digit shown."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(int(exponent)) if int(exponent) < 0 else Decimal(1)


@lru_cache(maxsize=16_384)
def readings(literal: str, language: str | None) -> tuple[Decimal, ...]:
    """What digits with separators may mean, the likeliest first; two readings only where the language does not tell."""
    plain = literal.replace("٬", "'").replace("٫", ".")
    for space in SPACES:
        plain = plain.replace(space, "")
    bare = plain.replace("'", "").replace("’", "")
    marks = [char for char in bare if char in ".,"]
    if not marks:
        return (Decimal(bare),)
    groups = re.split("[.,]", bare)
    if len(set(marks)) == 2:
        return _mixed(bare, marks)
    mark = marks[0]
    grouped = len(groups[0]) <= 3 and groups[0] != "0" and all(len(group) == 3 for group in groups[1:])
    indian = mark == "," and len(groups) > 2 and len(groups[-1]) == 3 and all(len(g) == 2 for g in groups[1:-1])
    if len(marks) > 1:
        return (Decimal("".join(groups)),) if grouped or indian else ()
    as_decimal = Decimal(f"{groups[0]}.{groups[1]}")
    if not grouped or (plain != literal and "'" not in literal):
        return (as_decimal,)
    as_group = Decimal("".join(groups))
    if language in _DOT_FIRST:
        return (as_group,) if mark == "," else (as_decimal,)
    if language in _COMMA_FIRST:
        return (as_group,) if mark == "." else (as_decimal,)
    if language == "ru":
        return (as_decimal,) if mark == "," else (as_decimal, as_group)
    return (as_group, as_decimal) if mark == "," else (as_decimal, as_group)


def _mixed(bare: str, marks: list[str]) -> tuple[Decimal, ...]:
    """Both marks: the last is the decimal one, and the other must be used as a separator of threes."""
    decimal = marks[-1]
    if marks.count(decimal) != 1:
        return ()
    whole, part = bare.rsplit(decimal, 1)
    groups = whole.split("," if decimal == "." else ".")
    if any(len(group) not in (2, 3) for group in groups[1:]) or len(groups[-1]) != 3:
        return ()
    return (Decimal("".join(groups) + "." + part),)
