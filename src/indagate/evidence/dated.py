"""Dates in texts: whole dates, months of a year, days of a month; three languages and the numeric forms."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass

from indagate.evidence.span import Span
from indagate.vocabulary import MONTHS

# English and German months have a capital: "may" is a verb.
_MONTHS = {name.title(): month for name, month in MONTHS.items()} | {
    name: month for name, month in MONTHS.items() if not name.isascii()
}
_name = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")(?![^\W\d_])\.?"
_year = r"(?:1\d{3}|20\d\d|21\d\d)(?!\d)"
_near = r"(?:1[5-9]\d\d|20\d\d|21\d\d)(?!\d)"  # beside a month alone: "in September 1137 crates" counts crates
_s = r"[ \u00a0\u2009\u202f]*"
_day = r"(?:0?[1-9]|[12]\d|3[01])"
_DATE = re.compile(
    rf"(?<![\w.])(?:"
    rf"(?P<y1>{_year})(?P<sep>[-/.])(?P<m1>0?[1-9]|1[0-2])(?P=sep)(?P<d1>{_day})(?!\d|[-/.]\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|(?P<d2>{_day})(?P<mark>[./-])(?P<m2>{_day})(?P=mark)(?P<y2>{_year})(?![./-]\d)"
    rf"|(?P<y3>{_year}){_s}年{_s}(?P<m3>\d{{1,2}}){_s}月(?:{_s}(?P<d3>\d{{1,2}}){_s}日)?"
    rf"|(?P<d4>{_day})(?:st|nd|rd|th|\.)?{_s}(?:of )?(?P<n4>{_name})(?:{_s},?{_s}(?P<y4>{_year}))?"
    rf"|(?P<n5>{_name}){_s}(?P<d5>{_day})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)(?:{_s},?{_s}(?P<y5>{_year}))?"
    rf"|(?P<n6>{_name}){_s},?{_s}(?:of )?(?P<y6>{_near})"
    rf"|(?P<y7>{_year})-(?P<m7>0[1-9]|1[0-2])(?![\d-])"
    rf")"
)


@dataclass(frozen=True, slots=True)
class Dated:
    """A date or a part of one; `swapped` when day and month could also be read the other way round."""

    year: int | None
    month: int
    day: int | None
    span: Span
    swapped: bool = False

    def within(self, other: Dated) -> bool:
        """Whether `other` says at least as much and nothing else ("March 2019" is within "12 March 2019")."""
        pairs = {(other.month, other.day)} | ({(other.day, other.month)} if other.swapped else set())
        own = {(self.month, self.day)} | ({(self.day, self.month)} if self.swapped else set())
        return self.year in (None, other.year) and any(
            month == theirs and day in (None, their_day) for month, day in own for theirs, their_day in pairs
        )


def dates(text: str) -> list[Dated]:
    """Return the dates of a text in order; a year alone is a number, and a day that no calendar has is no date."""
    return [dated for match in _DATE.finditer(text) if (dated := _read(match))]


def _read(match: re.Match[str]) -> Dated | None:
    def number(names: str) -> int | None:
        return next((int(match[name]) for name in names.split() if match[name]), None)

    year, day = number("y1 y2 y3 y4 y5 y6 y7"), number("d1 d2 d3 d4 d5")
    name = match["n4"] or match["n5"] or match["n6"]
    month = _MONTHS[name.rstrip(".")] if name else number("m1 m2 m3 m7") or 0
    swapped = False
    if match["d2"] and day:
        if month > 12:
            month, day = day, month
        else:
            swapped = match["mark"] == "/" and day <= 12 and day != month
    if not 1 <= month <= 12 or (day and day > calendar.monthrange(year or 2000, month)[1]):
        return None
    return Dated(year, month, day, Span(*match.span()), swapped)
