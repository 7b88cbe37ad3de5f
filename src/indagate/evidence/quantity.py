"""Quantities of a text: numbers in digits or words with magnitude, unit and range; dates and ids apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from indagate.evidence import unit as units
from indagate.evidence.dated import Dated, dates
from indagate.evidence.identifier import identifiers
from indagate.evidence.language import language
from indagate.evidence.numeral import SPACES, numerals
from indagate.evidence.span import Span
from indagate.evidence.spelled import SCALES, spelled
from indagate.evidence.unit import Unit

Kind = Literal[
    "number",
    "percent",
    "money",
    "part",
    "date",
    "year",
    "time",
    "ordinal",
    "version",
    "id",
]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text in its canonical unit.

    `low` and `high` are the ends of a range; one of them alone is a bound ("more than 5").
    `readings` are the values the digits may stand for (several only where the language does not tell), `upper` those of
    a range's far end; `step` is the place value of the last digit shown; `factor` the size of the unit as written.
    """

    value: Decimal
    unit: str | None
    span: Span
    text: str
    kind: Kind = "number"
    low: Decimal | None = None
    high: Decimal | None = None
    approximate: bool = False
    readings: tuple[Decimal, ...] = ()
    upper: tuple[Decimal, ...] = ()
    step: Decimal = Decimal(1)
    factor: Decimal = Decimal(1)
    dated: Dated | None = None
    name: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class _Raw:
    """A number on its way to a quantity: not yet in its canonical unit."""

    readings: tuple[Decimal, ...]
    step: Decimal
    start: int
    end: int
    unit: Unit | None = None
    part: bool = False
    scaled: bool = False


_SCALE = re.compile(rf"([万萬億亿억만兆千])|[{SPACES}]?-?([^\W\d_]+)\.?")
_FRACTION = re.compile(r"(?<![\w/.,])([1-9])/(10|[2-9])(?![\d/]|[.,]\d)")
_GLUED_SCALES = {"k": 3, "K": 3, "M": 6}
_MONEY_SCALES = _GLUED_SCALES | {"m": 6, "B": 9, "b": 9, "T": 12}
_RANGE = re.compile(
    rf"[{SPACES}]*(?:[-–—−‑]|\.\.\.?|…)[{SPACES}]*|"
    rf"[{SPACES}]+(?:to|bis|до|through)[{SPACES}]+|[{SPACES}]+(?P<and>and|und|и)[{SPACES}]+"
)
_YEARLIKE = re.compile(r"(?:1[5-9]|20)\d\d")
_FOOT = Decimal("0.3048")
_INCH = re.compile(r"\s*\d+(?:\.\d+)?\s?(?:in\b|inch(?:es)?\b|″|\")")
_BETWEEN = re.compile(r"(?:between|zwischen|между)\s+(?:[$€£¥₽]\s?)?$", re.IGNORECASE)
_LIST = re.compile(r"\s*(?:,|/|,?\s*(?:and|or|und|oder|и|или|bzw\.|respectively))\s*", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.?|nearly|almost|close to|estimated|"
    r"etwa|rund|ungefähr|fast|knapp|zirka|около|примерно|приблизительно|почти|порядка)|[~≈∼])\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?:\b(?:(?P<not>(?:no|not|nicht|не)\s+)?(?:more than|over|at least|above|exceeding|mehr als|über|"
    r"mindestens|wenigstens|более|"
    r"больше|свыше|не менее|no less than|not less than|как минимум))|[>≥])\s*$",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?:\b(?:less than|under|up to|at most|below|fewer than|no more than|not more than|weniger als|unter|bis zu|"
    r"höchstens|maximal|менее|меньше|до|не более|не больше)|[<≤])\s*$",
    re.IGNORECASE,
)
_IDENTIFIED: dict[str, Kind] = {"id": "id", "version": "version", "time": "time", "ordinal": "ordinal"}


def quantities(text: str) -> list[Quantity]:
    """The quantities of `text` in order: numbers, percents, money, dates, years, times, ordinals, versions and ids."""
    return list(_quantities(text))


@lru_cache(maxsize=16_384)
def _quantities(text: str) -> tuple[Quantity, ...]:
    code = language(text)
    found: list[Quantity] = []
    taken: list[Span] = []
    for dated in dates(text):
        if _measured(text, dated):
            continue
        kind: Kind = "date" if dated.month else "year"
        value = Decimal(dated.year or dated.month or 0)
        found.append(Quantity(value, None, dated.span, dated.text, kind, readings=(value,), dated=dated))
        taken.append(dated.span)
    for sign in identifiers(text):
        if any(sign.span.overlaps(span) for span in taken):
            continue
        taken.append(sign.span)
        if sign.sort != "mark":
            value = Decimal(sign.value or 0)
            found.append(
                Quantity(
                    value,
                    None,
                    sign.span,
                    sign.span.of(text),
                    _IDENTIFIED[sign.sort],
                    readings=(value,),
                    name=sign.name,
                    prefix=sign.prefix,
                )
            )
    raws = [raw for raw in _raws(text, code) if not any(Span(raw.start, raw.end).overlaps(span) for span in taken)]
    extended: list[_Raw] = []
    for raw in raws:
        if not extended or raw.start >= extended[-1].end:
            longer = _extended(text, raw, code, extended[-1].end if extended else 0)
            torn = any(Span(longer.start, longer.end).overlaps(span) for span in taken)
            extended.append(raw if torn else longer)
    found.extend(_numbers(text, extended))
    return tuple(sorted(found, key=lambda quantity: quantity.span))


def _measured(text: str, dated: Dated) -> bool:
    """Whether what looks like a year is measured in what follows: "at 1870 metres"."""
    if dated.month is not None or dated.decade:
        return False
    found = units.after(text, dated.span.end)
    return (
        found is not None
        and len(text[dated.span.end : found[1]].strip()) > 3
        and not (units.is_currency(found[0].canonical))
    )


def _raws(text: str, code: str | None) -> list[_Raw]:
    raws = [_Raw(n.readings, n.step, n.start, n.end) for n in numerals(text, code)] if _has_digit(text) else []
    raws += [_Raw((s.value,), Decimal(1), s.start, s.end, part=s.part) for s in spelled(text, code)]
    raws += [
        _Raw((Decimal(match[1]) / Decimal(match[2]),), Decimal(1), match.start(), match.end(), part=True)
        for match in _FRACTION.finditer(text)
        if 0 < int(match[1]) < int(match[2]) <= 10
    ]
    return sorted(raws, key=lambda raw: (raw.start, -raw.end))


def _has_digit(text: str) -> bool:
    return bool(re.search(r"[\d¼-¾⅐-⅞]", text))


def _extended(text: str, raw: _Raw, code: str | None, free: int) -> _Raw:
    """`raw` with its currency before, not reaching back beyond `free`, its magnitude and its unit after."""
    money = units.before(text, raw.start)
    if money and money[1] < free:
        money = None
    if money:
        raw = replace(raw, unit=money[0], start=money[1])
    if raw.part:
        article = re.compile(r"[\s-]+(?:an?|eine?n?r?)?\s*").match(text, raw.end)
        after = article.end() - 1 if article else raw.end
        longer = _unit(text, _scaled(text, replace(raw, end=after), code, money is not None), code)
        changed = longer.unit is not None or longer.readings != raw.readings
        return replace(longer, part=False) if changed else raw
    return _unit(text, _scaled(text, raw, code, money is not None), code)


def _scaled(text: str, raw: _Raw, code: str | None, money: bool) -> _Raw:
    for _ in range(2):
        match = _SCALE.match(text, raw.end)
        if not match:
            return raw
        word = match.group(1) or match.group(2)
        glued = match.start(2) == raw.end
        power: Decimal | None = None
        if len(word) == 1 and word.isascii():
            letters = _MONEY_SCALES if money else _GLUED_SCALES
            if glued and word in letters:
                power = Decimal(10) ** letters[word]
        else:
            power = SCALES.get(word.lower())
            if word.lower() == "billion" and code == "de":
                power = Decimal(10) ** 12
        if power is None:
            return raw
        readings = raw.readings
        if len(readings) > 1 and len(str(int(readings[0]))) > len(str(int(readings[1]))):
            readings = readings[::-1]  # "1,234 million" is hardly 1234 million
        end = match.end()
        follows = re.match(r"\s*[^\WA-ZА-ЯÄÖÜ]|\s*[$€£₽]|\s*(?:Euro|Dollar|US)", text[end : end + 8])
        if text[end - 1 : end] == "." and not follows and not units.after(text, end):
            end -= 1
        raw = replace(
            raw, readings=tuple(value * power for value in readings), step=raw.step * power, end=end, scaled=True
        )
    return raw


def _unit(text: str, raw: _Raw, code: str | None) -> _Raw:
    if raw.unit is not None:
        return raw
    found = units.after(text, raw.end)
    if found is None or _of_the_next(text, raw, found[1]):
        return raw
    if code == "de" and text[raw.end : found[1]].strip() == "um":  # a preposition, no micrometre
        return raw
    return replace(raw, unit=found[0], end=found[1])


def _of_the_next(text: str, raw: _Raw, end: int) -> bool:
    """Whether the currency after a year belongs to the amount behind it: "2024 EUR 5,000", not "2000 EUR 2100 EUR"."""
    if not _YEARLIKE.fullmatch(text, raw.start, raw.end):
        return False
    sign = text[raw.end : end].strip()
    currency = units.lookup(sign)
    if currency is None or not units.is_currency(currency.canonical):
        return False
    named = rf"\s*{re.escape(sign)}"
    amounts = re.compile(rf"(?:{named}\s?\d[\d.,]*)+").match(text, raw.end)
    return amounts is not None and not re.compile(rf"{named}(?!\w)").match(text, amounts.end())


def _numbers(text: str, raws: list[_Raw]) -> list[Quantity]:
    found: list[Quantity] = []
    index = 0
    while index < len(raws):
        raw, other = raws[index], raws[index + 1] if index + 1 < len(raws) else None
        if other is not None and other.start < raw.end:
            other = None
        if other is not None and _feet_and_inches(text, raw, other):
            found.append(_foot_inch(text, raw, other))
            index += 2
            continue
        if other is not None and _ranged(text, raw, other):
            found.append(_range(text, raw, other))
            index += 2
            continue
        found.append(_single(text, raw))
        index += 1
    return _shared(text, found)


def _ranged(text: str, raw: _Raw, other: _Raw) -> bool:
    start = other.start
    gap = _RANGE.fullmatch(text, raw.end, start)
    if gap is None and other.readings[0] < 0:
        gap = _RANGE.fullmatch(text, raw.end, start + 1)
    if gap is None or raw.part or other.part:
        return False
    if gap["and"] and not _BETWEEN.search(text, max(0, raw.start - 14), raw.start):
        return False
    return raw.unit is None or other.unit is None or raw.unit.canonical == other.unit.canonical


def _feet_and_inches(text: str, raw: _Raw, other: _Raw) -> bool:
    """Whether two numbers are one length: "7 ft 2 in"."""
    return (
        raw.unit is not None and raw.unit.canonical == "m" and raw.unit.factor == _FOOT
        and not text[raw.end : other.start].strip() and bool(_INCH.match(text, raw.end))
    )  # fmt: skip


def _foot_inch(text: str, raw: _Raw, other: _Raw) -> Quantity:
    match = _INCH.match(text, raw.end)
    end = match.end() if match else other.end
    length = _single(text, raw)
    value = length.value + other.readings[0] * _FOOT / 12
    span = Span(raw.start, end)
    low, high = (None if end is None else value for end in (length.low, length.high))
    return replace(
        length, value=value, span=span, text=span.of(text), readings=(value,), step=_FOOT / 12, low=low, high=high
    )


def _range(text: str, raw: _Raw, other: _Raw) -> Quantity:
    unit = other.unit or raw.unit
    low, high = raw, other
    if not raw.scaled and other.scaled and raw.readings[0] < 1000:
        power = other.step.normalize().adjusted()
        shown = _shown(text, other)
        low = replace(
            raw,
            readings=tuple(value.scaleb(power + shown) for value in raw.readings),
            step=raw.step.scaleb(power + shown),
        )
    high_values = high.readings
    if high.readings[0] < 0 <= low.readings[0]:
        high_values = tuple(-value for value in high.readings)
    lows = _converted(low.readings, raw.unit or unit)
    highs = _converted(high_values, unit)
    kind = _kind(unit)
    span = Span(raw.start, other.end)
    ends = sorted((lows[0], highs[0]))
    factor = unit.factor if unit else Decimal(1)
    return Quantity(
        lows[0], unit.canonical if unit else None, span, span.of(text), kind, ends[0], ends[1], _about(text, raw.start),
        lows, highs, low.step * factor, factor,
    )  # fmt: skip


def _shown(text: str, raw: _Raw) -> int:
    """How many decimals the scaled number shows ("1.2 million": 1)."""
    digits = re.match(r"\D*\d+[.,](\d+)", text[raw.start : raw.end])
    return len(digits.group(1)) if digits else 0


def _single(text: str, raw: _Raw) -> Quantity:
    values = _converted(raw.readings, raw.unit)
    span = Span(raw.start, raw.end)
    before = text[max(0, raw.start - 20) : raw.start]
    low = high = None
    above = _ABOVE.search(before)
    if above and above["not"]:
        high = values[0]
    elif above:
        low = values[0]
    elif _BELOW.search(before):
        high = values[0]
    factor = raw.unit.factor if raw.unit else Decimal(1)
    kind = "part" if raw.part else _kind(raw.unit)
    return Quantity(
        values[0], raw.unit.canonical if raw.unit else None, span, span.of(text).strip(),
        kind, low, high, _about(text, raw.start), values, (), raw.step * factor, factor,
    )  # fmt: skip


def _about(text: str, start: int) -> bool:
    return bool(_ABOUT.search(text, max(0, start - 20), start))


def _kind(unit: Unit | None) -> Kind:
    if unit is None:
        return "number"
    if unit.canonical == units.PERCENT:
        return "percent"
    return "money" if units.is_currency(unit.canonical) else "number"


def _converted(values: tuple[Decimal, ...], unit: Unit | None) -> tuple[Decimal, ...]:
    return tuple(unit.convert(value) if unit else value for value in values)


def _shared(text: str, found: list[Quantity]) -> list[Quantity]:
    """In "5, 10 and 15 km" all three are lengths: a unit reaches back over a list of bare numbers."""
    for index in range(len(found) - 2, -1, -1):
        one, following = found[index], found[index + 1]
        bare = one.unit is None and one.kind == "number"
        if bare and following.unit and _LIST.fullmatch(text, one.span.end, following.span.start) and following.factor:
            if following.unit == "°C" and following.factor != 1:
                continue  # degrees Fahrenheit have an offset too
            scale = following.factor
            found[index] = replace(
                one,
                value=one.value * scale,
                unit=following.unit,
                kind=following.kind,
                readings=tuple(value * scale for value in one.readings),
                step=one.step * scale,
                factor=scale,
            )
    return found
