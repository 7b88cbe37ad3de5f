"""Days and periods in words, in English, Russian and German: "yesterday", "last Tuesday", "с 3 по 5 мая", "Q2"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from indagate.flows.notes.calendarwords import (
    AFTER,
    AND,
    AT,
    BEFORE,
    DAYS_OF_MONTH,
    INCLUSIVE,
    MONTHS,
    PARTS,
    SINCE,
    TO,
    UNITS,
)  # fmt: skip
from indagate.flows.notes.periodname import PeriodNames
from indagate.flows.notes.scan import Found, on_day, pieces
from indagate.flows.notes.token import listed, tokens

_WITH = listed("""
    январем февралем мартом апрелем маем июнем июлем августом сентябрем октябрем ноябрем декабрем летом осенью весной
    зимой неделей месяцем годом понедельником вторником средой четвергом пятницей субботой воскресеньем
""")
"""Names of time in the case of what something is set beside."""
_DASHES = frozenset(["-", "–", "—"])
BEGINNING = date(1, 1, 1)
"""Where a period begins that only has an end."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A day or period that a text names: both days included. `start` and `end` are its place in the text."""

    first: date
    last: date
    start: int
    end: int
    coming: bool = False
    """Whether the text speaks of something to come."""

    @property
    def day(self) -> bool:
        """Whether it is a single day."""
        return self.first == self.last


def moments(text: str, today: date) -> tuple[Moment, ...]:
    """Return the days and periods that a text names, as seen from a day, in order."""
    scan = _Bounded(pieces(tokens(text)), today)
    found: list[Moment] = []
    at = 0
    while at < len(scan.all):
        hit = scan.bounded(at)
        if hit is None:
            at += 1
            continue
        first, last, after = hit
        coming = first > today and first != BEGINNING
        found.append(Moment(first, last, scan.all[at].start, scan.all[after - 1].end, coming))
        at = after
    return tuple(found)


def unclear(text: str, today: date) -> str:
    """Return the words of a text that name a day that does not exist, or that may be either of two; mostly none."""
    scan = _Bounded(tokens(text), today)
    at = 0
    while at < len(scan.all):
        after = scan.no_day(at)
        if after:
            return text[scan.all[at].start : scan.all[after - 1].end]
        hit = scan.bounded(at)
        at = hit[2] if hit is not None and not any(scan.no_day(inner) for inner in range(at, hit[2])) else at + 1
    return ""


class _Bounded(PeriodNames):
    """Reads periods with what stands before them: since, until, from … to."""

    def bounded(self, at: int) -> Found | None:
        """Return a period with what stands before it: since, until, from … to."""
        low = self.low(at)
        if low in SINCE or low in BEFORE or low in AFTER or low in {"between", "между", "zwischen"}:
            start = self.skip(at + 1)
            hit = self.shared_month(start) or self.plain(start)
            if hit is None:
                return self.plain(at)
            second = self.second(hit, start) if self.low(hit[2]) in TO | AND | _DASHES else None
            if second is not None and (low in SINCE or low in {"between", "между", "zwischen"}):
                return self.order(hit, second)
            if low in {"с", "со"} and any(self.low(n) in _WITH for n in range(start, hit[2])):
                return None  # "по сравнению с сентябрем"
            if low in SINCE:
                return (hit[0], max(hit[0], self.today), hit[2])
            if low in BEFORE:
                whole = low in INCLUSIVE or PARTS.get(self.low(start)) == "end"
                told = self.low(hit[2]) in {"включительно", "inclusive", "included"}
                return (BEGINNING, hit[1] if whole or told else hit[0] - timedelta(1), hit[2] + told)
            if low in AFTER:
                return (hit[1] + timedelta(1), max(hit[1] + timedelta(1), self.today), hit[2])
            return None
        start = at
        hit = self.plain(at)
        if hit is None and low in AT:
            start = self.skip(at)
            hit = self.plain(start)
        if hit is not None and self.low(hit[2]) in {"onwards", "onward"}:
            return (hit[0], max(hit[0], self.today), hit[2] + 1)
        if hit is not None and self.low(hit[2]) in TO | _DASHES:
            second = self.second(hit, start)
            months = second is not None and hit[0] != hit[1] and second[0] != second[1]
            same = second is not None and self.low(start) in MONTHS
            if second is not None and second[0] >= hit[0] and (self.low(hit[2]) in TO or months or same):
                return self.order(hit, second)
        return hit

    def second(self, one: Found, start: int) -> Found | None:
        """Return the day or period after "to": also the bare "7" of "October 1 to 7"."""
        found = self.plain(self.skip(one[2] + 1))
        if found is not None or one[0] != one[1] or self.low(start) not in MONTHS:
            return found
        day, after = self.day_number(one[2] + 1)
        if day is None or self.low(after) in UNITS or self.low(after) in {":", "km", "км", "k", "kg", "h", "%", "/"}:
            return None
        last = on_day(one[0].year, one[0].month, day)
        return (last, last, after) if last is not None and last > one[0] else None

    def shared_month(self, at: int) -> Found | None:
        """Read the first day of "3 to 5 May" or "the first to the fifth of May", whose month comes later."""
        day, after = self.day_number(at)
        if day is None and self.low(at) in DAYS_OF_MONTH:
            day, after = DAYS_OF_MONTH[self.low(at)], at + 1
        second = self.day_month(self.skip(after + 1)) if day and self.low(after) in TO | AND else None
        first = on_day(second[0].year, second[0].month, day) if second and day else None
        return (first, first, after) if first else None

    def order(self, one: Found, other: Found) -> Found:
        first, last = one[0], other[1]
        if 0 < (first - last).days < 7:  # "с понедельника по пятницу прошлой недели"
            first -= timedelta(7)
        elif 0 < (first - last).days < 62:  # "с 1-го по 10-е", of which the first was this month and the second last
            first = on_day(last.year, last.month, first.day) or first
        if first > last and first.year == last.year:
            first = on_day(first.year - 1, first.month, first.day) or first
        return (first, last, other[2])
