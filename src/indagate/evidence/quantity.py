"""Quantities of a text: numbers with magnitude, unit and rate; dates, times and names with digits apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from indagate import unit as units
from indagate.evidence.dated import Dated, dates
from indagate.evidence.language import language
from indagate.evidence.numeral import SPACES, Numeral, numerals, scale
from indagate.evidence.span import Span

Kind = Literal["number", "percent", "money", "part", "date", "time", "ordinal", "decade", "version", "id"]
ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text in its canonical unit.

    `readings` are the values that the digits may stand for (several only where the language does not tell); `step` is
    the place value of the last digit shown; `factor` the size of the unit as written, `scale` of the magnitude
    ("million"). `rate` is by what it is counted, as unit and size ("per minute"), and `text` includes it. A `name` is
    the normal form of what names rather than counts.
    """

    value: Decimal
    unit: str | None
    span: Span
    text: str
    kind: Kind = "number"
    readings: tuple[Decimal, ...] = ()
    step: Decimal = ONE
    factor: Decimal = ONE
    scale: Decimal = ONE
    rate: tuple[str, Decimal] | None = None
    dated: Dated | None = None
    name: str = ""


# Words and signs after which a number is a name. Acronyms stand as written; words in lower case or capitalised.
_ACRONYMS = (
    "RFC|ISO/IEC|ISO|DIN|EN|IEC|IEEE|CVE|PEP|CWE|ISBN|ISSN|DOI|arXiv|ГОСТ Р|ГОСТ|СНиП|СП|ECMA|ANSI|ASTM|VDE|BGBl"
)
_PLACES = (
    r"sections?|sec\.|chapter|ch\.|figure|fig\.|table|tab\.|article|art\.|pages?|pp?\.|step|appendix|annex|equation|"
    r"eq\.|nos?\.|footnote|tabelle|abbildung|abb\.|kapitel|kap\.|abschnitt|artikel|seite|schritt|anhang|nr\.|absatz|"
    r"abs\.|рис\.|рисунок|табл\.|таблиц[аеы]|стр\.|страниц[ае]|п\.|пункт|гл\.|глав[ае]|раздел|разделе|ст\.|статья|"
    r"статье|шаг"
)
_NAMED = re.compile(
    r"(?P<mark>https?://\S+|www\.\S+|[\w.+-]+@[\w-]+\.[\w.]+"
    r"|\[\^?[\w-]*\d+(?:\s?[,–-]\s?\d+)*\](?!\()|^[ \t>]*\(?\d{1,2}[.)](?=\s))"
    r"|(?P<decade>(?<![\w.,])((?:1\d|20)\d0)(?:['’]?s|er|-е|-х|-ые|-ых|-м)(?!\w))"
    r"|(?P<time>(?<![\w:.,])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?![\d:])"
    r"(?:\s?(?P<half>[AaPp])\.?[Mm]\b\.?|\s?Uhr\b)?)"
    r"|(?P<ordinal>(?<![\w.,])(?P<rank>\d+)(?:st|nd|rd|th|-(?:й|я|е|го|му|м|ю|х|ой|ый|ий|ая|ое|ого|ом|ую))(?!\w))"
    r"|(?P<version>(?<![\w.])[vV]?(?!\d{1,3}(?:\.\d{3})+(?![.\w]))(?:\d+\.){2,}\d+"
    r"(?:[-+.]?(?:rc|alpha|beta|a|b|dev|post|p)\.?\d*)?(?!\w))"
    rf"|(?P<id>(?:(?<!\w)(?:{_ACRONYMS}|(?i:{_PLACES}))|§§?|№|(?<!\w)#)[{SPACES}-]?\d[\w.:/-]*(?<![.:/-])"
    r"|(?<![\w$€£])(?!(?:USD|EUR|GBP|RUB|CHF|JPY|CNY|INR)\d)"
    r"(?:(?![vV]\d)[^\W\d_]+|(?:[^\W\d_]*[A-ZА-ЯÄÖÜ][^\W\d_]*)-)\d+(?:[-./]?\w+)*)",
    re.MULTILINE,
)
_MAGNITUDE = re.compile(rf"([万萬億亿억만兆千])|[{SPACES}]?-?([^\W\d_]+)\.?")
_LETTERS = {"k": 3, "K": 3, "M": 6}
_MONEY_LETTERS = _LETTERS | {"m": 6, "B": 9, "b": 9, "T": 12}
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_YEAR_BEFORE = re.compile(
    r"(?<!\w)(?:in|since|until|after|before|year|im|jahre?|seit|nach|vor|в|с|к|по|после)\s*$", re.IGNORECASE
)
_YEAR_AFTER = re.compile(r"\s*(?:г\.|гг\.|год(?:а|у|ом|ов|ы)?\b|year\b)")
_ARTICLE = re.compile(r"[\s-]+(?:an?|eine?[nr]?)?(?=[\s-])|-")
_RATE = re.compile(
    r"\s*(?:/|\b(?:per|pro|je|an?|each|every|im|am|in der|в|за|на|с)\b)|\s+[^\W\d_]+\s+(?:per|pro|je)\b", re.IGNORECASE
)


def quantities(text: str) -> list[Quantity]:
    """Return the quantities of a text in order: numbers, percents, money, dates, times, ordinals, versions, ids."""
    return list(_quantities(text))


@lru_cache(maxsize=16_384)
def _quantities(text: str) -> tuple[Quantity, ...]:
    found: list[Quantity] = []
    taken = bytearray(len(text))  # 1 where a character belongs to a date or a name

    def take(span: Span) -> None:
        taken[span.start : span.end] = b"\1" * (span.end - span.start)

    def is_taken(span: Span) -> bool:
        return taken.find(1, span.start, span.end) >= 0

    for dated in dates(text):
        value = Decimal(dated.year or 0)
        found.append(Quantity(value, None, dated.span, dated.span.of(text), "date", (value,), dated=dated))
        take(dated.span)
    for match in _NAMED.finditer(text):
        span = Span(*match.span())
        if not is_taken(span):
            take(span)
            found += _named(match, span)
    code, end = language(text), 0
    for numeral in numerals(text, code):
        if numeral.start < end or is_taken(Span(numeral.start, numeral.end)):
            continue
        number = _measured(text, numeral, code, end)
        if is_taken(number.span):
            number = _number(text, numeral, Span(numeral.start, numeral.end))
        if not numeral.pronoun or number.unit or number.scale != 1:
            found.append(number)
            end = number.span.end
    return tuple(sorted(found, key=lambda quantity: quantity.span))


def _named(match: re.Match[str], span: Span) -> Iterator[Quantity]:
    """Yield what a match names; addresses, list numbers and citation marks are nothing."""
    text, hour = match.group(), int(match["hour"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "Pp" else 0)
    named: tuple[tuple[Kind, str], ...] = (
        ("time", f"{hour}:{match['minute']}"), ("ordinal", match["rank"]), ("decade", text[:4]),
        ("version", text.lstrip("vV").lower()), ("id", re.sub(rf"[{SPACES}-]", "", text).casefold()),
    )  # fmt: skip
    for kind, name in named:
        if match[kind]:
            value = Decimal(name) if kind in ("ordinal", "decade") else Decimal(0)
            yield Quantity(value, None, span, text, kind, name=name)


def _measured(text: str, numeral: Numeral, code: str | None, free: int) -> Quantity:
    """Return a number with its currency before, not reaching back beyond `free`, its magnitude, unit and rate after."""
    start, end, part = numeral.start, numeral.end, numeral.part
    unit: units.Unit | None = None
    if (money := units.before(text, start)) and money[1] >= free:
        unit, start = money
    if part and (article := _ARTICLE.match(text, end)):  # half a million, half an hour
        end = article.end()
    size, end = _magnitude(text, end, code, unit is not None)
    if unit is None and (found := _unit_after(text, numeral, end, code)):
        unit, end = found
    if part and unit is None and size == 1:
        end = numeral.end
    number = _number(text, numeral, Span(start, end), unit, size)
    rate = _RATE.match(text, end)
    found = units.after(text, rate.end()) if rate else None
    if rate is None or found is None:
        return number
    return replace(number, text=text[start : found[1]], rate=(found[0].canonical, found[0].factor))


def _number(text: str, numeral: Numeral, span: Span, unit: units.Unit | None = None, size: Decimal = ONE) -> Quantity:
    readings = numeral.readings
    if size > 1 and len(readings) > 1 and readings[0] > readings[1]:
        readings = readings[::-1]  # "1,234 million" is hardly 1234 million
    values = tuple(unit.convert(value * size) if unit else value * size for value in readings)
    factor = unit.factor if unit else ONE
    kind: Kind = "part" if numeral.part and unit is None and size == 1 else "number"
    if unit is not None and (unit.canonical == units.PERCENT or units.is_currency(unit.canonical)):
        kind = "percent" if unit.canonical == units.PERCENT else "money"
    name = unit.canonical if unit else None
    step = numeral.step * size * factor
    return Quantity(values[0], name, span, span.of(text).strip(), kind, values, step, factor, size)


def _magnitude(text: str, end: int, code: str | None, money: bool) -> tuple[Decimal, int]:
    """Return by what the words and letters after a number multiply it, and where they end."""
    size = ONE
    while match := _MAGNITUDE.match(text, end):
        word = match[1] or match[2]
        if len(word) == 1 and word.isascii():
            power = (_MONEY_LETTERS if money else _LETTERS).get(word, 0) if match.start(2) == end else 0
            times = ONE.scaleb(power)
        else:
            times = ONE.scaleb(12) if word.lower() == "billion" and code == "de" else scale(word.lower()) or ONE
        if times in (1, 12):
            break
        size, end = size * times, match.end(1) if match[1] else match.end(2) + (match[0][-1] == "." and len(word) < 5)
    return size, end


def _unit_after(text: str, numeral: Numeral, at: int, code: str | None) -> tuple[units.Unit, int] | None:
    """Return the unit after a number; what follows a year is hardly ever one."""
    found = units.after(text, at)
    if found is None or (code == "de" and text[at : found[1]].strip() == "um"):  # a preposition, no micrometre
        return None
    if not _YEAR.fullmatch(text, numeral.start, at):
        return found
    sign = text[at : found[1]].strip()
    if units.is_currency(found[0].canonical):  # "2024 EUR 5,000", but "2000 EUR 2100 EUR"
        named = rf"\s*{re.escape(sign)}"
        amounts = re.compile(rf"(?:{named}\s?\d[\d.,]*)+").match(text, at)
        return None if amounts and not re.compile(rf"{named}(?!\w)").match(text, amounts.end()) else found
    before = text[max(0, numeral.start - 12) : numeral.start]
    return None if _YEAR_AFTER.match(text, at) or (len(sign) <= 3 and _YEAR_BEFORE.search(before)) else found
