"""Periods in words: "this month", "the week of 5 May", "летом", "Q2", "the last 10 days", "Anfang Mai"."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from indagate.flows.notes.calendarwords import (
    AFTER,
    AT,
    BEFORE,
    COMING,
    LAST,
    MONTHS,
    ORDINALS,
    PARTS,
    QUARTER,
    SEASONS,
    SINCE,
    THIS,
    UNITS,
    WEEKEND,
)  # fmt: skip
from indagate.flows.notes.dayname import DayNames
from indagate.flows.notes.scan import Found, begin_of, cut, moved


class PeriodNames(DayNames):
    """Reads days and periods."""

    def plain(self, at: int) -> Found | None:
        """Return the day or period that begins at a token."""
        for read in (
            self.week_of,
            self.numeric, self.slashed, self.relative, self.ago, self.last_days, self.this_unit, self.part,
            self.day_month,
            self.month, self.weekday, self.weekend, self.season, self.quarter, self.ordinal, self.year,
        ):  # fmt: skip
            hit = read(at)
            if hit is not None:
                return hit
        return None

    def week_of(self, at: int) -> Found | None:
        """Read "the week of 5 October", "неделя с 5 октября"."""
        if self.low(at) in LAST and UNITS.get(self.low(at + 1)) == "week":
            whole = self.whole(self.skip(at + 2))
            named = whole is not None and (self.low(at + 2) in {"of", "in"} or self.low(at + 2) in MONTHS)
            return (whole[1] - timedelta(6), whole[1], whole[2]) if whole and named else None
        at += self.low(at) == "за"
        if UNITS.get(self.low(at)) != "week":
            return None
        if self.low(at + 1).isdecimal():  # "на неделе 5 октября"
            hit = self.day_month(at + 1)
        elif self.low(at + 1) in {"of", "from", "beginning", "starting", "с", "vom"}:
            hit = self.plain(self.skip(at + 2 + (self.low(at + 2) == "on")))
        else:
            return None
        if hit is None or hit[0] != hit[1]:
            return None
        first = begin_of(hit[0], "week")
        return (first, first + timedelta(6), hit[2])

    def last_days(self, at: int) -> Found | None:
        """Read "the last 10 days", "the last few weeks", "the next 3 days"."""
        bare = self.low(at) == "за" and self.low(at + 3) not in {"до", "после", "перед"}
        bare = bare and not (self.low(at + 3) in AT and self.whole(at + 4))
        if self.low(at) not in LAST and self.low(at) not in COMING and not bare:
            return None
        count, unit = self.integer(at + 1), UNITS.get(self.low(at + 2))
        if count is None and self.low(at + 1) in {"few", "couple", "пару", "несколько"}:
            skip = self.low(at + 2) == "of"
            count, unit = 3, UNITS.get(self.low(at + 2 + skip))
        if count is None or unit is None or (bare and count == 1):  # "за один день" is any single day
            return None
        if self.low(at) in COMING:
            return (self.today + timedelta(1), moved(self.today, count, unit), at + 3)
        if self.low(at) in LAST and self.month(self.skip(at + 3), sure=True):
            return None  # "the last two weeks of October" are a part of it
        first = moved(self.today, -count, unit) + timedelta(1)
        return (first, self.today, at + 3)

    def this_unit(self, at: int) -> Found | None:
        """Read this week, last month, next year; "the week", "за неделю" mean the running one or the last days."""
        low, unit = self.low(at), UNITS.get(self.low(at + 1))
        if (
            unit in {"week", "month", "year"}
            and low in {"the", "за"}
            and self.low(at + 2) in BEFORE
            and (self.low(at + 3) in LAST)
        ):
            first = begin_of(moved(begin_of(self.today, unit or ""), -2, unit or ""), unit or "")
            return (first, moved(first, 1, unit or "") - timedelta(1), at + 4)
        if unit in {"week", "month", "year"} and (
            (low == "the" and self.low(at + 2) == "before") or low.startswith("позапрошл")
        ):
            first = begin_of(moved(begin_of(self.today, unit), -2, unit), unit)
            return (first, moved(first, 1, unit) - timedelta(1), at + 3 - (low != "the"))
        step = 0 if low in THIS else -1 if low in LAST else 1 if low in COMING else None
        latest = low == "за" and self.low(at + 1).startswith("последн") and self.low(at + 1).endswith(("ий", "юю"))
        if latest and UNITS.get(self.low(at + 2)) in {"week", "month", "year"}:  # за последний месяц
            return (moved(self.today, -1, UNITS[self.low(at + 2)]) + timedelta(1), self.today, at + 3)
        if low == "за" and unit in {"week", "month", "year"} and self.low(at + 2) in {"с", "со"}:
            return None  # за неделю с 7 по 13 сентября
        if low == "за" and unit in {"week", "month", "year"}:  # за неделю: the last seven days
            return (moved(self.today, -1, unit or "") + timedelta(1), self.today, at + 2)
        if step is not None and low in {"past"} and unit in {"week", "month", "year"}:
            return (moved(self.today, -1, unit) + timedelta(1), self.today, at + 2)
        if step is None or unit in {None, "day"} or low in {"эти", "these"}:  # "за все эти месяцы"
            return None
        first = begin_of(moved(begin_of(self.today, unit or ""), step, unit or ""), unit or "")
        last = moved(first, 1, unit or "") - timedelta(1)
        return (first, min(last, self.today) if step == 0 else last, at + 2)

    def part(self, at: int) -> Found | None:
        """Read the beginning, middle or end of a month; its first or second half; a week of it."""
        counted = self.first_days(at)
        if counted is not None:
            return counted
        part = PARTS.get(self.low(at))
        ordinal = ORDINALS.get(self.low(at))
        following = self.low(at + 1)
        if part is None and ordinal is None:
            return None
        if part is not None:
            whole = self.whole(self.skip(at + 1)) or self.running(at + 1)
            if whole is None:
                return None
            return (*cut(whole[0], whole[1], part), whole[2])
        if following in {"half", "половина", "половине", "половину", "половины", "halfte", "hälfte"} and ordinal in {
            1,
            2,
        }:
            whole = self.whole(self.skip(at + 2)) or self.running(at + 2)
            return (*cut(whole[0], whole[1], "half1" if ordinal == 1 else "half2"), whole[2]) if whole else None
        if UNITS.get(following) == "week" and ordinal is not None:
            whole = self.whole(self.skip(at + 2))
            if whole is not None:
                first = whole[0] + timedelta(7 * (ordinal - 1))
                return (first, min(first + timedelta(6), whole[1]), whole[2])
        return None

    def running(self, at: int) -> Found | None:
        """Read the week, month or year of "с начала месяца", "в конце недели": the running one."""
        unit = UNITS.get(self.low(at))
        if unit not in {"week", "month", "year"} or not self.low(at).endswith(("и", "а")):
            return None
        first = begin_of(self.today, unit or "")
        return (first, moved(first, 1, unit or "") - timedelta(1), at + 1)

    def first_days(self, at: int) -> Found | None:
        """Read "the first ten days of June", "последние две недели июля", "в первых числах мая"."""
        last = self.low(at) in LAST
        if not last and ORDINALS.get(self.low(at)) != 1:
            return None
        few = self.low(at + 1) in {"few", "числах", "числа"}
        count = 5 if few else self.integer(at + 1)
        unit = "day" if self.low(at + 1).startswith("числ") else UNITS.get(self.low(at + 2))
        after = at + 2 if self.low(at + 1).startswith("числ") else at + 3
        whole = self.whole(self.skip(after)) if count and unit in {"day", "week", "month"} else None
        if whole is None or not count or unit is None:
            return None
        if last:
            return (max(whole[0], moved(whole[1], -count, unit) + timedelta(1)), whole[1], whole[2])
        return (whole[0], min(whole[1], moved(whole[0], count, unit) - timedelta(1)), whole[2])

    def whole(self, at: int) -> Found | None:
        """Read a whole month or year, or "this week", that something is a part of."""
        return (
            self.this_unit(at) or self.month(at, sure=True) or self.season(at) or self.quarter(at)
            or self.year(at, sure=True)
        )  # fmt: skip

    def month(self, at: int, *, sure: bool = False) -> Found | None:
        """Read "in July", "last May", "октябрь 2026"; the latest one that is not to come."""
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING and MONTHS.get(self.low(at + 1)):
            step, at = (-1 if self.low(at) in LAST else 0), at + 1
        month = MONTHS.get(self.low(at))
        if month is None or not (sure or begin != at or self.is_month(at)):
            return None
        year, after = self.year_after(at + 1)
        if year is None:
            year = self.today.year - (month > self.today.month)
            if step and month == self.today.month:
                year -= 1
        first = date(year, month, 1)
        return (first, date(year, month, calendar.monthrange(year, month)[1]), after)

    def weekend(self, at: int) -> Found | None:
        """Read "the weekend", "last weekend", "на выходных"."""
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING:
            step, at = (-1 if self.low(at) in LAST else 1 if self.low(at) in COMING else 0), at + 1
        if self.low(at) not in WEEKEND:
            return None
        named = self.day_month(at + 2) if begin == at and self.low(at + 1) in {"of", "от"} else None
        if named is not None:
            saturday = begin_of(named[0], "week") + timedelta(5)
            return (saturday, saturday + timedelta(1), named[2])
        monday = begin_of(self.today, "week")
        saturday = monday + timedelta(5)
        if step == -1 or (begin == at and saturday > self.today):
            saturday -= timedelta(7)
        if step == 1:
            saturday += timedelta(7 * (saturday <= self.today))
        return (saturday, saturday + timedelta(1), at + 1)

    def season(self, at: int) -> Found | None:
        """Read "in summer", "прошлой зимой", "Frühling 2026"."""
        step, begin = 0, at
        if self.low(at) in LAST | THIS | COMING and self.low(at + 1) in SEASONS:
            step, at = (-1 if self.low(at) in LAST else 0), at + 1
        month = SEASONS.get(self.low(at))
        if month is None:
            return None
        year, after = self.year_after(at + 1)
        if year is None:
            year = self.today.year - (date(self.today.year, month, 1) > self.today)
            inside = date(year, month, 1) <= self.today < moved(date(year, month, 1), 3, "month")
            if step == -1 and inside and begin != at:
                year -= 1
        first = date(year, month, 1)
        return (first, moved(first, 3, "month") - timedelta(1), after)

    def quarter(self, at: int) -> Found | None:
        """Read "Q2", "the third quarter", "2-й квартал"."""
        low = self.low(at)
        number = None
        if low == "q" and self.low(at + 1) in {"1", "2", "3", "4"}:
            number, after = int(self.low(at + 1)), at + 2
        elif self.low(at + 1) in QUARTER and (ORDINALS.get(low) or 9) <= 4:
            number, after = ORDINALS[low], at + 2
        elif (
            low in {"1", "2", "3", "4"} and self.day_number(at)[1] != at and self.low(self.day_number(at)[1]) in QUARTER
        ):
            number, after = int(low), self.day_number(at)[1] + 1
        if number is None:
            return None
        year, after = self.year_after(self.skip(after))
        first = date(year or self.today.year, 3 * number - 2, 1)
        if year is None and first > self.today:
            first = first.replace(year=first.year - 1)
        return (first, moved(first, 3, "month") - timedelta(1), after)

    def year(self, at: int, *, sure: bool = False) -> Found | None:
        """Read "in 2025", "за 2026 год"."""
        low = self.low(at)
        if not (low.isdecimal() and len(low) == 4 and 1990 <= int(low) <= 2100):
            return None
        tail = self.low(at + 1) in {"году", "год", "года"}
        if not (sure or tail or self.low(at - 1) in AT | SINCE | BEFORE | AFTER | {"of"}):
            return None
        return (date(int(low), 1, 1), date(int(low), 12, 31), at + 1 + tail)
