"""Days and periods in words, in English, German and Russian: "last week", "3 May 2024", "seit März", "в мае 2023"."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date, timedelta

from indagate.cells.grammar import calendarwords as names
from indagate.cells.grammar.words import Token, tokens

_LONGEST = 40
BEGINNING, END = date.min, date.max
"""The bounds of a period that is open on one side."""


@dataclass(frozen=True, slots=True)
class Period:
    """Days from first to last, both included; `unit` is the unit of the calendar that it is exactly one of, or "".

    `yearless` is set where no year was named ("in May"): it is then the latest that is not to come. `start` and `end`
    are the place in the text.
    """

    first: date
    last: date
    unit: str = ""
    yearless: bool = False
    start: int = 0
    end: int = 0


Hit = tuple[Period, int]
"""A period, and the number of the token after it."""


def periods(text: str, today: date) -> tuple[Period, ...]:
    """Return the days and periods that a text names, as seen from a day, in order."""
    calendar, found, at = Calendar(tokens(text), today), [], 0
    while at < len(calendar.tokens):
        hit = calendar.period(at)
        if hit is not None:
            found.append(hit[0])
        at = hit[1] if hit else at + 1
    return tuple(found)


def begin_of(day: date, unit: str) -> date:
    """Return the first day of the week, month, quarter or year of a day."""
    if unit == "week":
        return day - timedelta(day.weekday())
    if unit == "quarter":
        return date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1) if unit == "year" else day


def moved(day: date, count: int, unit: str) -> date:
    """Return the day so many units later; months keep the day where they have it."""
    if unit in ("day", "week"):
        return day + timedelta(count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def whole(first: date, unit: str) -> Period:
    """Return the week, month, quarter or year that begins on a day."""
    return Period(first, moved(first, 1, unit) - timedelta(1), unit)


def on_day(year: int, month: int, day: int) -> date | None:
    """Return a day, or None if there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Calendar:
    """Reads the periods of a row of tokens, as seen from a day."""

    def __init__(self, row: tuple[Token, ...], today: date) -> None:
        self.tokens, self.today = row, today

    def low(self, at: int) -> str:
        """Return a token for comparing; nothing beyond the ends, nor for one that is longer than any name or number."""
        low = self.tokens[at].low if 0 <= at < len(self.tokens) else ""
        return low if len(low) <= _LONGEST else ""

    def skip(self, at: int) -> int:
        """Return the number of the first token that is no preposition."""
        while self.low(at) in names.AT:
            at += 1
        return at

    def period(self, at: int) -> Hit | None:
        """Return the period that begins at a token, with what bounds it: since, until, from … to."""
        hit = self._bounded(at)
        if hit is None or hit[1] <= at:
            return None
        found = replace(hit[0], start=self.tokens[at].start, end=self.tokens[hit[1] - 1].end)
        return found, hit[1]

    def _bounded(self, at: int) -> Hit | None:
        low = self.low(at)
        start = self.skip(at + 1)
        if low in names.BACK and (ago := self._ago(at)):
            return ago
        edge = names.START if low in names.SINCE | names.FROM else names.FINISH if low in names.UNTIL else frozenset()
        start, inner = self._edge(start, edge)
        joins = names.AND if low in names.BETWEEN else names.TO
        if low in names.FROM | names.BETWEEN and (shared := self._shared_month(start, joins)) is not None:
            return shared
        if low in names.FROM | names.BETWEEN and inner is not None and (pair := self._pair(inner, start, joins)):
            return pair
        if inner is not None and low in names.SINCE | names.FROM:
            return Period(inner[0].first, END), inner[1]
        if inner is not None and low in names.UNTIL:
            return Period(BEGINNING, inner[0].last), inner[1]
        if inner is not None and low in names.BEFORE:
            return Period(BEGINNING, inner[0].first - timedelta(1)), inner[1]
        if inner is not None and low in names.AFTER:
            return Period(inner[0].last + timedelta(1), END), inner[1]
        start = self.skip(at)
        hit = self._shared_month(start, names.TO) or self._plain(start)
        return (self._pair(hit, start, names.TO) or hit) if hit else None

    def _edge(self, at: int, edge: frozenset[str]) -> tuple[int, Hit | None]:
        """Read a period of which a bound is meant: since (the start of) May, until (the end of) May; and its place."""
        if self.low(at) not in edge:
            return at, self._plain(at)
        at = self.skip(at + 1)
        return at, self._named(at)

    def _shared_month(self, at: int, joins: frozenset[str]) -> Hit | None:
        """Read "3 to 5 May", "3–5 мая 2024", whose month comes later."""
        day, after = self._day_number(at)
        other = self._day_month(self.skip(after + 1)) if day and self.low(after) in joins else None
        first = on_day(other[0].first.year, other[0].first.month, day) if other and day else None
        if other is None or first is None or first >= other[0].last:
            return None
        return Period(first, other[0].last, "", other[0].yearless), other[1]

    def _pair(self, one: Hit, start: int, joins: frozenset[str]) -> Hit | None:
        """Return the period from one day or period to another: "May to July 2024", "3 to 5 May", "1–7 October"."""
        if self.low(one[1]) not in joins:
            return None
        then = self.skip(one[1] + 1)
        then, other = self._edge(then, names.FINISH)
        if other is None:
            day, after = self._day_number(then)
            last = on_day(one[0].last.year, one[0].last.month, day) if day and self.low(start) in names.MONTHS else None
            other = (Period(last, last, "day", one[0].yearless), after) if last else None
        if other is None:
            return None
        first, yearless = one[0].first, one[0].yearless and other[0].yearless
        if (one[0].yearless and not other[0].yearless) or first > other[0].last:
            first = on_day(other[0].last.year, first.month, first.day) or first
        if first > other[0].last and one[0].yearless:
            first = on_day(first.year - 1, first.month, first.day) or first
        return (Period(first, other[0].last, "", yearless), other[1]) if first <= other[0].last else None

    def _plain(self, at: int) -> Hit | None:
        """Return the day or period that begins at a token; None if what stands before it makes it another one."""
        before = at - 1
        if self.low(before) in names.LAST | names.ROLLING | names.THIS | names.NEXT:
            return None  # next Friday
        if self.low(before) in names.AND | {","} and self._day_number(before - 1)[0] and self._day_number(at)[0]:
            return None  # 5 and 11 October
        if self.low(before) == "of" and names.UNITS.get(self.low(before - 1)) in ("day", "week"):
            return None  # the first ten days of October
        while self.low(before) in names.AT:
            before -= 1
        low = self.low(before)
        if low in names.START | names.FINISH | names.PARTS | names.HALF or low in names.ORDINALS or low.endswith("ого"):
            return None  # early May, the end of May, the seventeenth of July
        return self._named(at)

    def _named(self, at: int) -> Hit | None:
        """Return the day or period that begins at a token."""
        readers = (
            self._numeric, self._slashed, self._relative, self._ago, self._counted, self._shifted, self._quarter,
            self._week, self._day_month, self._month, self._weekday, self._season, self._year,
        )  # fmt: skip
        return next((hit for reader in readers if (hit := reader(at)) is not None), None)

    def _numeric(self, at: int) -> Hit | None:
        """Read "2026-10-03", "2026-10", "3.10.2026", "29.10."."""
        low = self.low(at)
        if len(low) == 7 and low[4] == "-":
            first = on_day(int(low[:4]), int(low[5:]), 1)
            return (whole(first, "month"), at + 1) if first else None
        day = None
        if len(low) == 10 and low[4] == "-":
            day = on_day(int(low[:4]), int(low[5:7]), int(low[8:]))
        elif low.count(".") == 2:
            parts = [int(part) for part in low.split(".")]
            day = on_day(parts[2], parts[1], parts[0])
        elif low.count(".") == 1 and len(low.split(".")[1]) == 2 and self.low(at + 1) == ".":
            parts = [int(part) for part in low.split(".")]
            day = self._latest(parts[1], parts[0])
            return (Period(day, day, "day", yearless=True), at + 2) if day else None
        return (Period(day, day, "day"), at + 1) if day else None

    def _slashed(self, at: int) -> Hit | None:
        """Read "10/25/2026" where only one of the two numbers can be the month."""
        parts = [self.low(at + n) for n in range(5)]
        if parts[1] != "/" or parts[3] != "/" or not all(parts[n].isdecimal() for n in (0, 2, 4)) or len(parts[4]) != 4:
            return None
        one, other = int(parts[0]), int(parts[2])
        if one != other and max(one, other) <= 12:
            return None
        day = on_day(int(parts[4]), min(one, other), max(one, other))
        return (Period(day, day, "day"), at + 5) if day else None

    def _relative(self, at: int) -> Hit | None:
        for length in (4, 3, 1):
            step = names.DAYS.get(" ".join(self.low(at + n) for n in range(length)))
            if step is not None:
                day = self.today + timedelta(step)
                return Period(day, day, "day"), at + length
        return None

    def _integer(self, at: int) -> int | None:
        low = self.low(at)
        return int(low) if low.isdecimal() and len(low) < 4 else names.NUMBERS.get(low)

    def _ago(self, at: int) -> Hit | None:
        """Read "3 days ago", "vor zwei Wochen", "неделю назад": a day."""
        begin = at + (self.low(at) in names.BACK)
        count = self._integer(begin)
        unit = names.UNITS.get(self.low(begin + (count is not None)))
        after = begin + (count is not None) + 1
        if unit is None or not ((begin > at and count is not None) or self.low(after) in names.AGO):
            return None
        day = moved(self.today, -(count or 1), unit)
        return Period(day, day, "day"), after + (begin == at)

    def _counted(self, at: int) -> Hit | None:
        """Read "the last 10 days", "past week", "the next 3 days": rolling, today included."""
        low, count = self.low(at), self._integer(at + 1)
        unit = names.UNITS.get(self.low(at + 1 + (count is not None)))
        if unit is None or (count is None and low not in {"past"}) or count == 0:
            return None
        after = at + 2 + (count is not None)
        if low in names.LAST | names.ROLLING:
            return Period(moved(self.today, -(count or 1), unit) + timedelta(1), self.today), after
        if low in names.NEXT:
            return Period(self.today + timedelta(1), moved(self.today, count or 1, unit)), after
        return None

    def _shifted(self, at: int) -> Hit | None:
        """Read "last month", "this week", "next year", "last weekend", "last May", "this summer"."""
        low, word = self.low(at), self.low(at + 1)
        step = -1 if low in names.LAST else 0 if low in names.THIS else 1 if low in names.NEXT else None
        if step is None:
            return None
        if (unit := names.UNITS.get(word)) and not (unit == "day" and step):
            first = moved(begin_of(self.today, unit), step, unit)
            return (Period(first, first, "day") if unit == "day" else whole(first, unit)), at + 2
        if word in names.WEEKEND:
            saturday = begin_of(self.today, "week") + timedelta(5 + 7 * step)
            return Period(saturday, saturday + timedelta(1)), at + 2
        if (weekday := names.WEEKDAYS.get(word)) is not None and step == -1 and self._is_name(at + 1):
            day = self.today - timedelta((self.today.weekday() - weekday) % 7 or 7)
            return Period(day, day, "day"), at + 2
        return None

    def _month(self, at: int) -> Hit | None:
        """Read "in July", "октябрь 2026"; the latest that is not to come."""
        month = names.MONTHS.get(self.low(at))
        if month is None or not self._is_name(at) or self._day_number(at - 1)[0] is not None:
            return None
        year, after = self._year_after(at + 1)
        first = date(year or self.today.year - (month > self.today.month), month, 1)
        return replace(whole(first, "month"), yearless=year is None), after

    def _is_name(self, at: int) -> bool:
        """Whether a word that may be another one (may, march, sat) is a name here: a capital, or in, since, last …"""
        before = names.AT | names.SINCE | names.FROM | names.AFTER | names.BEFORE | names.UNTIL | names.BETWEEN
        before |= names.TO | names.AND
        ambiguous = {"may", "march", "mar", "sat", "sun", "mon", "wed", "dec", "sep"}
        return self.low(at) not in ambiguous or self.tokens[at].text[0].isupper() or self.low(at - 1) in before

    def _day_month(self, at: int) -> Hit | None:
        """Read "3 Nov", "May 5th, 2026", "3 мая", "5. Mai"."""
        day, after = self._day_number(at)
        if day is not None:
            after += self.low(after) == "of"
            month, end = names.MONTHS.get(self.low(after)), after + 1
        else:
            month = names.MONTHS.get(self.low(at)) if self.low(at).isascii() else None
            day, end = self._day_number(at + 1 + (self.low(at + 1) == "the"))
            if self.low(end) in names.UNITS or self.low(end) in names.NO_DAY:
                return None
        if month is None or day is None:
            return None
        year, end = self._year_after(end)
        found = on_day(year, month, day) if year else self._latest(month, day)
        return (Period(found, found, "day", yearless=year is None), end) if found else None

    def _day_number(self, at: int) -> tuple[int | None, int]:
        low = self.low(at)
        if not low.isdecimal() or not 1 <= int(low) <= 31:
            return None, at
        return int(low), at + 1 + (self.low(at + 1) in names.ORDINAL_MARKS)

    def _year_after(self, at: int) -> tuple[int | None, int]:
        then = at + (self.low(at) in {",", "of", "in"})
        low = self.low(then)
        if low.isdecimal() and len(low) == 4 and 1500 <= int(low) <= 2200:
            return int(low), then + 1 + (self.low(then + 1) in names.YEAR_MARKS)
        shift = -1 if low in names.LAST else 0 if low in names.THIS else None
        if shift is not None and names.UNITS.get(self.low(then + 1)) == "year":
            return self.today.year + shift, then + 2
        return None, at

    def _latest(self, month: int, day: int) -> date | None:
        days = (on_day(self.today.year - back, month, day) for back in range(9))
        return next((found for found in days if found is not None and found <= self.today), None)

    def _weekday(self, at: int) -> Hit | None:
        """Read "on Tuesday", "в среду", "Tuesday 6 October": the latest before today."""
        weekday = names.WEEKDAYS.get(self.low(at))
        if weekday is None or self.low(at) in names.PLURAL_WEEKDAYS or not self._is_name(at):
            return None
        dated = self._day_month(self.skip(at + 1 + (self.low(at + 1) == ",")))
        if dated is not None:
            return dated if dated[0].first.weekday() == weekday else None
        day = self.today - timedelta((self.today.weekday() - weekday) % 7 or 7)
        return Period(day, day, "day", yearless=True), at + 1

    def _season(self, at: int) -> Hit | None:
        """Read "in summer 2024", "зимой": three whole months, winter from December."""
        shift = self.low(at) in names.LAST | names.THIS
        month = names.SEASONS.get(self.low(at + shift))
        if month is None:
            return None
        year, after = self._year_after(at + shift + 1)
        first = date(year or self.today.year - (month > self.today.month), month, 1)
        if (shift and year is not None) or (not shift and year is None and self.today < moved(first, 3, "month")):
            return None  # in winter, said in December: this one or the last
        if self.low(at) in names.LAST and self.today < moved(first, 3, "month"):
            first = moved(first, -1, "year")
        return Period(first, moved(first, 3, "month") - timedelta(1), "", yearless=not year and not shift), after

    def _quarter(self, at: int) -> Hit | None:
        """Read "Q2 2024", "the third quarter", "2. Quartal 2023", "the first half of 2024", "H1 2024"."""
        low, months, number = self.low(at), 3, None
        if low in {"q", "h"} and self.low(at + 1) in {"1", "2", "3", "4"}:
            number, after, months = int(self.low(at + 1)), at + 2, 3 if low == "q" else 6
        else:
            day, then = self._day_number(at)
            number = names.ORDINALS.get(low) or (day if then > at + 1 else None)
            then = max(then, at + 1)
            months = 6 if self.low(then) in names.HALF else 3
            if names.UNITS.get(self.low(then)) != "quarter" and months == 3:
                return None
            after = then + 1
        if number is None or number * months > 12:
            return None
        then = self.skip(after)
        year, end = self._year_after(then)
        if year is None and months == 6 and self._named(then) is not None:
            return None  # the first half of May
        after = end if year is not None else after
        first = date(year or self.today.year, months * (number - 1) + 1, 1)
        if year is None and first > self.today:
            first = first.replace(year=first.year - 1)
        last = moved(first, months, "month") - timedelta(1)
        return Period(first, last, "quarter" if months == 3 else "", yearless=year is None), after

    def _week(self, at: int) -> Hit | None:
        """Read "the week of 5 October", "week 23 of 2024", "KW 23 2024"."""
        if self.low(at) not in names.WEEK_NUMBER:
            return None
        if self.low(at + 1).isdecimal() and len(self.low(at + 1)) <= 2:
            year, after = self._year_after(at + 2)
            if year is None or not 1 <= int(self.low(at + 1)) <= 53:
                return None
            return whole(date.fromisocalendar(year, int(self.low(at + 1)), 1), "week"), after
        day = self._named(self.skip(at + 2)) if self.low(at + 1) in {"of", "beginning", "vom", "с"} else None
        return (whole(begin_of(day[0].first, "week"), "week"), day[1]) if day and day[0].unit == "day" else None

    def _year(self, at: int) -> Hit | None:
        """Read "in 2025", "2019 to 2021", "за 2026 год": a bare number of four digits only after such a word."""
        low = self.low(at)
        if not (low.isdecimal() and len(low) == 4 and 1500 <= int(low) <= 2200):
            return None
        tail = self.low(at + 1) in names.YEAR_MARKS
        before = names.AT | names.SINCE | names.FROM | names.BEFORE | names.AFTER | names.UNTIL | names.BETWEEN
        before |= names.TO | names.AND | {"vs", "versus", "with", "than", "or"}
        paired = self.low(at + 1) in names.TO and len(self.low(at + 2)) == 4 and self.low(at + 2).isdecimal()
        if not (tail or paired or self.low(at - 1) in before or self.low(at + 1) in {"vs", "versus", "compared"}):
            return None
        return Period(date(int(low), 1, 1), date(int(low), 12, 31), "year"), at + 1 + tail
