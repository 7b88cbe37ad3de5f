"""Dates in texts: whole dates, months of a year, days of a month, years; three languages and the numeric forms."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date

from indagate.evidence import unit as units
from indagate.evidence.span import Span

_MONTH_NAMES = (
    "January Jan Januar Jänner января январь январе янв",
    "February Feb Februar Feber февраля февраль феврале февр фев",
    "March Mar März Mär Maerz марта март марте мар",
    "April Apr апреля апрель апреле апр",
    "May Mai мая май мае",
    "June Jun Juni июня июнь июне июн",
    "July Jul Juli июля июль июле июл",
    "August Aug августа август августе авг",
    "September Sep Sept сентября сентябрь сентябре сент сен",
    "October Oct Oktober Okt октября октябрь октябре окт",
    "November Nov ноября ноябрь ноябре ноя нояб",
    "December Dec Dezember Dez декабря декабрь декабре дек",
)
MONTHS: dict[str, int] = {
    form: number
    for number, names in enumerate(_MONTH_NAMES, start=1)
    for name in names.split()
    for form in {name, name.capitalize()}
}
_name = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?![^\W\d_])\.?"
_year = r"(?:1\d{3}|20\d\d|21\d\d)(?![\d])"
_s = r"[ \u00a0\u2009\u202f]*"
_DATE = re.compile(
    rf"(?<![\w.])(?:"
    rf"(?P<y1>{_year})(?P<sep1>[-/.])(?P<m1>0?[1-9]|1[0-2])(?P=sep1)(?P<d1>0[1-9]|[12]\d|3[01]|[1-9])(?!\d|[-/.]\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|(?P<d2>0?[1-9]|[12]\d|3[01])(?P<sep2>[./-])(?P<m2>0?[1-9]|[12]\d|3[01])(?P=sep2)(?P<y2>{_year})(?![./-]\d)"
    rf"|(?P<y3>{_year}){_s}年{_s}(?P<m3>\d{{1,2}}){_s}月(?:{_s}(?P<d3>\d{{1,2}}){_s}日)?"
    rf"|(?P<d4>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?{_s}(?:of )?(?P<n4>{_name})(?:{_s},?{_s}(?P<y4>{_year}))?"
    rf"|(?P<n5>(?=[A-ZЯФМАИСОНДяфмаисонд]){_name}){_s}(?P<d5>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)(?:{_s},?{_s}(?P<y5>{_year}))?"
    rf"|(?P<n6>{_name}){_s},?{_s}(?:of )?(?P<y6>{_year})"
    rf"|(?P<y7>{_year})-(?P<m7>0[1-9]|1[0-2])(?![\d-])"
    rf")"
)
_YEAR_BEFORE = (
    r"in|since|until|till|by|from|after|before|during|of|year|and|to|between|early|late|mid|through|circa|c\.|"
    r"im Jahr|im Jahre|seit|bis|ab|von|nach|vor|und|Jahr|Anfang|Ende|Mitte|um|zwischen|"
    r"в|во|с|до|к|по|после|от|и|года?|начале|конце|весной|летом|осенью|зимой|Q[1-4]|H[12]|FY|spring|summer|autumn|winter|fall|"
    r"Sommer|Winter|Herbst|Frühjahr|Frühling"
)
_YEAR = re.compile(
    rf"(?<![\w.,$€£¥₽°#])(?:(?P<before>(?<![^\W_])(?i:{_YEAR_BEFORE}){_s}))?(?P<year>(?:1[0-9]|20)\d\d)(?!\d|[.,]\d|\w|[%°€$])"
    rf"(?P<after>{_s}(?:г\.|гг\.|год\w*|year\b))?(?P<next>{_s}[^\W\d_]+)?"
)
_AMOUNT = re.compile(r"\s?\d")
_DECADE = re.compile(r"(?<![\w.,])((?:1[0-9]|20)\d0)(?:s|['’]s|er|-е|-х|-ые|-ых|-м)(?!\w)")


@dataclass(frozen=True, slots=True)
class Dated:
    """A date or a part of one; `swapped` when day and month could also be read the other way round."""

    year: int | None
    month: int | None
    day: int | None
    span: Span
    text: str
    swapped: bool = False
    decade: bool = False

    @property
    def date(self) -> date | None:
        """The calendar date, when it is whole."""
        return date(self.year, self.month, self.day) if self.year and self.month and self.day else None

    def within(self, other: Dated) -> bool:
        """Whether `other` says at least as much and nothing else ("March 2019" is within "12 March 2019")."""
        if self.decade or other.decade:
            return self.decade == other.decade and self.year == other.year
        pairs = {(other.month, other.day)} | ({(other.day, other.month)} if other.swapped else set())
        own = {(self.month, self.day)} | ({(self.day, self.month)} if self.swapped else set())
        same_year = self.year is None or self.year == other.year
        return same_year and any(
            (month is None or month == theirs) and (day is None or day == their_day)
            for month, day in own
            for theirs, their_day in pairs
        )


def dates(text: str) -> list[Dated]:
    """The dates of `text` in order; a bare year only where words or position tell that it is one."""
    found: list[Dated] = []
    for match in _DATE.finditer(text):
        dated = _read(match)
        if dated:
            found.append(dated)
    taken = [dated.span for dated in found]
    for match in _DECADE.finditer(text):
        found.append(Dated(int(match.group(1)), None, None, Span(*match.span()), match.group(), decade=True))
        taken.append(found[-1].span)
    for match in _YEAR.finditer(text):
        span = Span(match.start("year"), match.end("after") if match["after"] else match.end("year"))
        told = match["after"] or not _counts(match) or (match["before"] and not _paid(text, match))
        if told and not any(span.overlaps(other) for other in taken):
            found.append(Dated(int(match["year"]), None, None, span, span.of(text)))
    return sorted(found, key=lambda dated: dated.span)


def _paid(text: str, match: re.Match[str]) -> bool:
    """Whether the number is an amount of the currency that follows ("up to 2000 EUR"), which no other number has."""
    unit = units.lookup((match["next"] or "").strip())
    return unit is not None and units.is_currency(unit.canonical) and not _AMOUNT.match(text, match.end())


def _counts(match: re.Match[str]) -> bool:
    """Whether a word follows that the number may count ("1500 people"); small words do not."""
    word = (match["next"] or "").strip().lower()
    return int(match["year"]) < 1500 or (
        bool(word) and word not in ("and", "or", "was", "is", "were", "und", "oder", "war", "и", "to", "the", "bis")
    )


def _read(match: re.Match[str]) -> Dated | None:
    def number(*names: str) -> int | None:
        value = next((match[name] for name in names if match[name]), None)
        return int(value) if value else None

    year = number("y1", "y2", "y3", "y4", "y5", "y6", "y7")
    name = match["n4"] or match["n5"] or match["n6"]
    month = MONTHS[name.rstrip(".")] if name else number("m1", "m2", "m3", "m7")
    day = number("d1", "d2", "d3", "d4", "d5")
    swapped = False
    if match["d2"] and month and day:
        if month > 12:
            month, day = day, month
        elif match["sep2"] == "/" and day <= 12 and day != month:
            swapped = True
    if not month or month > 12 or (day and day > calendar.monthrange(year or 2000, month)[1]):
        return None
    span = Span(match.start(), match.end())
    return Dated(year, month, day, span, match.group(), swapped)
