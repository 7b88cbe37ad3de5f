"""Days and periods in words, in English, Russian and German: "yesterday", "last Tuesday", "с 3 по 5 мая", "Q2"."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

from indagate.flows.notes.calendarwords import (
    AFTER,
    AGO,
    AND,
    AT,
    BEFORE,
    COMING,
    DAYS,
    LAST,
    LAST_NIGHT,
    MONTHS,
    NOW,
    NUMBERS,
    ORDINALS,
    PARTS,
    QUARTER,
    SEASONS,
    SHORT,
    SINCE,
    THIS,
    TO,
    UNITS,
    WEEKDAYS,
    WEEKEND,
)  # fmt: skip
from indagate.flows.notes.token import Token, tokens

BEGINNING, END = date(1, 1, 1), date(9999, 12, 31)


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


Found = tuple[date, date, int]
"""First day, last day, and the number of the next token."""


def moments(text: str, today: date) -> tuple[Moment, ...]:
    """Return the days and periods that a text names, as seen from a day, in order."""
    scan = _Scan(tokens(text), today)
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


def one_moment(text: str, today: date, language: str = "") -> tuple[date, date] | None:
    """Return the first and last day of the first day or period that a text names, or None."""
    found = moments(text, today)
    return (found[0].first, found[0].last) if found else None


class _Scan:
    """The tokens of a text, and the day from which it speaks."""

    def __init__(self, all_: tuple[Token, ...], today: date) -> None:
        self.all, self.today = all_, today

    def low(self, at: int) -> str:
        return self.all[at].low if 0 <= at < len(self.all) else ""

    def words(self, at: int, *some: frozenset[str]) -> bool:
        return all(self.low(at + n) in one for n, one in enumerate(some))

    def integer(self, at: int) -> int | None:
        low = self.low(at)
        return int(low) if low.isdigit() and len(low) < 5 else NUMBERS.get(low)

    def bounded(self, at: int) -> Found | None:
        """Return a period with what stands before it: since, until, from … to."""
        low = self.low(at)
        if low in SINCE or low in BEFORE or low in AFTER or low in {"between", "между", "zwischen"}:
            hit = self.plain(self._skip(at + 1)) or self._shared_month(at + 1)
            if hit is None:
                return None
            second = self.plain(self._skip(hit[2] + 1)) if self.low(hit[2]) in TO | AND else None
            if second is not None and (low in SINCE or low in {"between", "между", "zwischen"}):
                return self._order(hit, second)
            if low in SINCE:
                return (hit[0], max(hit[0], self.today), hit[2])
            if low in BEFORE:
                return (BEGINNING, hit[1] if low in {"until", "till", "bis", "по"} else hit[0] - timedelta(1), hit[2])
            if low in AFTER:
                return (hit[1] + timedelta(1), max(hit[1] + timedelta(1), self.today), hit[2])
            return None
        hit = self.plain(self._skip(at)) if low in AT else self.plain(at)
        if hit is not None and self.low(hit[2]) in TO | {"-", "–", "—"}:
            second = self.plain(hit[2] + 1)
            if second is not None and second[0] >= hit[0] and self.low(hit[2]) in TO:
                return self._order(hit, second)
        return hit

    def _shared_month(self, at: int) -> Found | None:
        """Read the first day of "3 to 5 May", whose month comes with the second."""
        day, after = self._day_number(at)
        second = self._day_month(after + 1) if day and self.low(after) in TO | AND else None
        first = _on(second[0].year, second[0].month, day) if second and day else None
        return (first, first, after) if first else None

    def _order(self, one: Found, other: Found) -> Found:
        first, last = one[0], other[1]
        if first > last and first.year == last.year:
            first = _on(first.year - 1, first.month, first.day) or first
        return (first, last, other[2])

    def _skip(self, at: int) -> int:
        while self.low(at) in AT:
            at += 1
        return at

    def plain(self, at: int) -> Found | None:
        """Return the day or period that begins at a token."""
        for read in (
            self._numeric, self._relative, self._ago, self._last_days, self._this_unit, self._part, self._day_month,
            self._month, self._weekday, self._weekend, self._season, self._quarter, self._ordinal, self._year,
        ):  # fmt: skip
            hit = read(at)
            if hit is not None:
                return hit
        return None

    def _numeric(self, at: int) -> Found | None:
        low = self.low(at)
        day = None
        if len(low) == 10 and low[4] == "-" and low[:4].isdigit():
            day = _on(int(low[:4]), int(low[5:7]), int(low[8:]))
        elif low.count(".") == 2:
            d, m, y = low.split(".")
            day = _on(int(y), int(m), int(d))
        elif low.count(".") == 1 and len(low) <= 5 and self.low(at - 1) in AT | SINCE and _short(low):
            d, m = low.split(".")
            day = self._past(int(m), int(d))
        return (day, day, at + 1) if day else None

    def _relative(self, at: int) -> Found | None:
        for length in (4, 3, 2, 1):
            phrase = " ".join(self.low(at + n) for n in range(length))
            if phrase in DAYS:
                day = self.today + timedelta(DAYS[phrase])
                return (day, day, at + length)
            if phrase in LAST_NIGHT:
                return (self.today, self.today, at + length)
        return None

    def _ago(self, at: int) -> Found | None:
        if self.low(at) == "vor":
            count, unit = self.integer(at + 1), UNITS.get(self.low(at + 2))
            return self._back(count, unit, at + 3) if count and unit else None
        count, after = self.integer(at), at + 1
        if count is None and UNITS.get(self.low(at)) and self.low(at + 1) in AGO:
            count, after = 1, at
        unit = UNITS.get(self.low(after))
        if count is None or unit is None or self.low(after + 1) not in AGO:
            return None
        return self._back(count, unit, after + 2 + (self.low(after + 2) in NOW))

    def _back(self, count: int, unit: str, after: int) -> Found:
        day = _moved(self.today, -count, unit)
        return (day, day, after)

    def _last_days(self, at: int) -> Found | None:
        if self.low(at) not in LAST and self.low(at) not in COMING:
            return None
        count, unit = self.integer(at + 1), UNITS.get(self.low(at + 2))
        if count is None and self.low(at + 1) in {"few", "couple", "пару", "несколько"}:
            skip = self.low(at + 2) == "of"
            count, unit = 3, UNITS.get(self.low(at + 2 + skip))
        if count is None or unit is None:
            return None
        if self.low(at) in COMING:
            return (self.today + timedelta(1), _moved(self.today, count, unit), at + 3)
        first = _moved(self.today, -count, unit) + timedelta(1)
        return (first, self.today, at + 3)

    def _this_unit(self, at: int) -> Found | None:
        """Read this week, last month, next year; "the week", "за неделю" mean the running one or the last days."""
        low, unit = self.low(at), UNITS.get(self.low(at + 1))
        if (
            unit in {"week", "month", "year"}
            and low in {"the", "за"}
            and self.low(at + 2) in BEFORE
            and (self.low(at + 3) in LAST)
        ):
            first = _begin(_moved(_begin(self.today, unit or ""), -2, unit or ""), unit or "")
            return (first, _moved(first, 1, unit or "") - timedelta(1), at + 4)
        step = 0 if low in THIS else -1 if low in LAST else 1 if low in COMING else None
        if low == "за" and unit in {"week", "month", "year"}:  # за неделю: the last seven days
            return (_moved(self.today, -1, unit or "") + timedelta(1), self.today, at + 2)
        if step is not None and low in {"past"} and unit in {"week", "month", "year"}:
            return (_moved(self.today, -1, unit) + timedelta(1), self.today, at + 2)
        if step is None or unit in {None, "day"}:
            return None
        first = _begin(_moved(_begin(self.today, unit or ""), step, unit or ""), unit or "")
        last = _moved(first, 1, unit or "") - timedelta(1)
        return (first, min(last, self.today) if step == 0 else last, at + 2)

    def _part(self, at: int) -> Found | None:
        """Read the beginning, middle or end of a month; its first or second half; a week of it."""
        part = PARTS.get(self.low(at))
        ordinal = ORDINALS.get(self.low(at))
        following = self.low(at + 1)
        if part is None and ordinal is None:
            return None
        if part is not None:
            whole = self._whole(self._skip(at + 1))
            if whole is None:
                return None
            return (*_cut(whole[0], whole[1], part), whole[2])
        if following in {"half", "половине", "половину", "halfte", "hälfte"} and ordinal in {1, 2}:
            whole = self._whole(self._skip(at + 2))
            return (*_cut(whole[0], whole[1], "half1" if ordinal == 1 else "half2"), whole[2]) if whole else None
        if UNITS.get(following) == "week" and ordinal is not None:
            whole = self._whole(self._skip(at + 2))
            if whole is not None:
                first = whole[0] + timedelta(7 * (ordinal - 1))
                return (first, min(first + timedelta(6), whole[1]), whole[2])
        return None

    def _whole(self, at: int) -> Found | None:
        return self._this_unit(at) or self._month(at, sure=True) or self._year(at, sure=True)

    def _day_month(self, at: int) -> Found | None:
        day, after = self._day_number(at)
        if day is not None:
            month = MONTHS.get(self.low(after + (self.low(after) == "of")))
            if month is None and self.low(after) in {"-", "–", "—"}:  # 5–7 May
                until, then = self._day_number(after + 1)
                month = MONTHS.get(self.low(then))
                if until and month:
                    year, then = self._year_after(then + 1)
                    first, last = self._past(month, day, year), self._past(month, until, year)
                    return (first, last, then) if first and last else None
            if month is not None and self._is_month(after + (self.low(after) == "of"), near=True):
                year, after = self._year_after(after + 1 + (self.low(after) == "of"))
                found = self._past(month, day, year)
                return (found, found, after) if found else None
            return None
        month = MONTHS.get(self.low(at))
        if month is None:
            return None
        dot = self.low(at + 1) == "." and self.low(at) in SHORT
        day, after = self._day_number(at + 1 + dot)
        if day is None or "." in self.low(at + 1 + dot) or self.low(after) in UNITS or self.low(after) in {":", "km"}:
            return None
        year, after = self._year_after(after)
        found = self._past(month, day, year)
        return (found, found, after) if found else None

    def _day_number(self, at: int) -> tuple[int | None, int]:
        low = self.low(at)
        if not low.isdigit() or not 1 <= int(low) <= 31:
            return None, at
        after = at + 1
        if self.low(after) in {"st", "nd", "rd", "th", "го", "ого", "е", "."}:
            after += 1
        elif self.low(after) in {"-"} and self.low(after + 1) in {"го", "ого", "е", "ое"}:
            after += 2
        return int(low), after

    def _year_after(self, at: int) -> tuple[int | None, int]:
        skip = self.low(at) == ","
        low = self.low(at + skip)
        if low.isdigit() and len(low) == 4 and 1900 <= int(low) <= 2100:
            after = at + skip + 1
            return int(low), after + (self.low(after) in {"года", "году", "год", "г"})
        return None, at

    def _is_month(self, at: int, *, near: bool = False) -> bool:
        """Whether a word that may be something else as well (may, march, sat) is meant as a name here."""
        token = self.all[at]
        if token.low in {"may", "march", "mar", "dec", "sep"} and not near:
            return token.text[0].isupper() or self.low(at - 1) in AT | SINCE | BEFORE | AFTER | LAST | TO | AND | {"of"}
        return True

    def _month(self, at: int, *, sure: bool = False) -> Found | None:
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING and MONTHS.get(self.low(at + 1)):
            step, at = (-1 if self.low(at) in LAST else 0), at + 1
        month = MONTHS.get(self.low(at))
        if month is None or not (sure or begin != at or self._is_month(at)):
            return None
        year, after = self._year_after(at + 1)
        if year is None and self.low(after) in LAST | THIS and UNITS.get(self.low(after + 1)) == "year":
            year, after = self.today.year - (self.low(after) in LAST), after + 2
        if year is None:
            year = self.today.year - (month > self.today.month)
            if step and month == self.today.month:
                year -= 1
        first = date(year, month, 1)
        return (first, date(year, month, calendar.monthrange(year, month)[1]), after)

    def _weekday(self, at: int) -> Found | None:
        coming = self.low(at) in COMING
        this = self.low(at) in THIS
        moved = coming or this or self.low(at) in LAST
        token = self.low(at + moved).removesuffix("'s")
        number = WEEKDAYS.get(token)
        if number is None:
            return None
        if token in {
            "sat",
            "sun",
            "mon",
            "wed",
            "di",
            "mi",
            "do",
            "so",
            "fr",
            "ср",
            "пн",
            "вс",
            "сб",
            "чт",
            "пт",
            "вт",
        }:
            named = self.all[at + moved].text[0].isupper() or self.low(at + moved - 1) in AT | LAST | SINCE
            if not named or (token in {"do", "so", "mi", "di", "fr"} and self.low(at - 1) not in {"am", "seit"}):
                return None
        back = (self.today.weekday() - number) % 7 or 7
        day = self.today - timedelta(back)
        if coming:
            day += timedelta(7 if day + timedelta(7) > self.today else 14)
        if this and self.low(at) not in LAST:
            day = _begin(self.today, "week") + timedelta(number)
        after = at + moved + 1
        if self.low(after) in {"morning", "evening", "night", "afternoon", "утром", "вечером", "днем"}:
            after += 1
        return (day, day, after)

    def _weekend(self, at: int) -> Found | None:
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING:
            step, at = (-1 if self.low(at) in LAST else 1 if self.low(at) in COMING else 0), at + 1
        if self.low(at) not in WEEKEND:
            return None
        monday = _begin(self.today, "week")
        saturday = monday + timedelta(5)
        if step == -1 or (begin == at and saturday > self.today):
            saturday -= timedelta(7)
        if step == 1:
            saturday += timedelta(7 * (saturday <= self.today))
        return (saturday, saturday + timedelta(1), at + 1)

    def _season(self, at: int) -> Found | None:
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING and self.low(at + 1) in SEASONS:
            step, at = (-1 if self.low(at) in LAST else 0), at + 1
        month = SEASONS.get(self.low(at))
        if month is None:
            return None
        year, after = self._year_after(at + 1)
        if year is None:
            year = self.today.year - (date(self.today.year, month, 1) > self.today)
            inside = date(year, month, 1) <= self.today < _moved(date(year, month, 1), 3, "month")
            if step == -1 and inside and begin != at:
                year -= 1
        first = date(year, month, 1)
        return (first, _moved(first, 3, "month") - timedelta(1), after)

    def _quarter(self, at: int) -> Found | None:
        low = self.low(at)
        number = None
        if low == "q" and self.low(at + 1) in {"1", "2", "3", "4"}:
            number, after = int(self.low(at + 1)), at + 2
        elif self.low(at + 1) in QUARTER and (ORDINALS.get(low) or 9) <= 4:
            number, after = ORDINALS[low], at + 2
        elif (
            low in {"1", "2", "3", "4"}
            and self._day_number(at)[1] != at
            and self.low(self._day_number(at)[1]) in QUARTER
        ):
            number, after = int(low), self._day_number(at)[1] + 1
        if number is None:
            return None
        year, after = self._year_after(self._skip(after))
        first = date(year or self.today.year, 3 * number - 2, 1)
        if year is None and first > self.today:
            first = first.replace(year=first.year - 1)
        return (first, _moved(first, 3, "month") - timedelta(1), after)

    def _ordinal(self, at: int) -> Found | None:
        """Read "the 5th", "5-го", "am 5."."""
        day, after = self._day_number(at)
        if day is None or after == at + 1 or (self.low(at + 1) == "." and self.low(at - 1) != "am"):
            return None
        for back in range(3):
            month = _moved(_begin(self.today, "month"), -back, "month")
            found = _on(month.year, month.month, day)
            if found is not None and found <= self.today:
                return (found, found, after + (self.low(after) in {"числа", "число"}))
        return None

    def _year(self, at: int, *, sure: bool = False) -> Found | None:
        low = self.low(at)
        if not (low.isdigit() and len(low) == 4 and 1990 <= int(low) <= 2100):
            return None
        tail = self.low(at + 1) in {"году", "год", "года"}
        if not (sure or tail or self.low(at - 1) in AT | SINCE | BEFORE | AFTER | {"of"}):
            return None
        return (date(int(low), 1, 1), date(int(low), 12, 31), at + 1 + tail)

    def _past(self, month: int, day: int, year: int | None = None) -> date | None:
        """Return the latest such day that is not to come; of a given year, that one."""
        if year is not None:
            return _on(year, month, day)
        for back in range(9):
            found = _on(self.today.year - back, month, day)
            if found is not None and found <= self.today:
                return found
        return None


def _on(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _short(low: str) -> bool:
    day, month = low.split(".")
    return len(month) == 2 and 1 <= int(day) <= 31 and 1 <= int(month) <= 12


def _begin(day: date, unit: str) -> date:
    """Return the first day of the week, month or year of a day."""
    if unit == "week":
        return day - timedelta(day.weekday())
    if unit == "quarter":
        return date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1) if unit == "year" else day


def _moved(day: date, count: int, unit: str) -> date:
    """Return the day so many units later; months keep the day where they have it."""
    if unit in {"day", "week"}:
        return day + timedelta(count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _cut(first: date, last: date, part: str) -> tuple[date, date]:
    days = (last - first).days + 1
    if part == "begin":
        return first, first + timedelta(max(0, days // 3 - 1))
    if part == "middle":
        return first + timedelta(days // 3), first + timedelta(2 * days // 3 - 1)
    if part == "end":
        return first + timedelta(2 * days // 3), last
    half = first + timedelta((days + 1) // 2 - 1)
    return (first, half) if part == "half1" else (half + timedelta(1), last)
