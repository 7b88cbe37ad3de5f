"""Single days in words: "3 Nov", "29.10.", "yesterday", "два дня назад", "last Tuesday", "the 5th"."""

from __future__ import annotations

from datetime import timedelta

from indagate.flows.notes.calendarwords import (
    AGO,
    AT,
    COMING,
    DAYS,
    LAST,
    LAST_NIGHT,
    MONTHS,
    NOW,
    SHORT,
    SINCE,
    THIS,
    UNITS,
    WEEKDAYS,
)  # fmt: skip
from indagate.flows.notes.scan import Found, Scan, begin_of, moved, on_day, short
from indagate.flows.notes.token import listed

DOTTED = listed("on am vom zum bis ab seit since с по до from to")
"""What stands before a day like 29.10."""
NO_DAY = listed("""
    € $ £ ₽ eur euro euros rub km kg h kcal g min км кг ч ккал г мин руб евро % mi miles
""")
_ON = listed("on am vom since until seit bis")
"""What stands before a day like 25/10."""
_JOINS = listed(", и или and or und")
_COUNTED = listed("time times try attempt place set rep page раз попытки попытка место подход подхода")
"""What an ordinal before it counts: "the 1st time" is no day."""
_PLACES = listed("in place overall out fastest best time of")
_SHORT_NAMES = listed("sat sun mon wed di mi do so fr ср пн вс сб чт пт вт")
"""Weekdays' short names that mean something else too."""


class DayNames(Scan):
    """Reads single days."""

    def numeric(self, at: int) -> Found | None:
        """Read "2026-10-03", "3.10.2026", "am 29.10"."""
        low = self.low(at)
        day = None
        if len(low) == 10 and low[4] == "-" and low[:4].isdecimal():
            day = on_day(int(low[:4]), int(low[5:7]), int(low[8:]))
        elif low.count(".") == 2:
            d, m, y = low.split(".")
            day = on_day(int(y), int(m), int(d))
        elif (
            low.count(".") == 1
            and len(low) <= 5
            and self.low(at - 1) in DOTTED
            and self.low(at + 1) not in NO_DAY
            and short(low)
        ):
            d, m = low.split(".")
            day = self.past(int(m), int(d))
        return (day, day, at + 1) if day else None

    def slashed(self, at: int) -> Found | None:
        """Read "25/10", "10/25/2026", where only one of the two numbers can be the month, or both are the same."""
        read = self._slashes(at)
        if read is None:
            return None
        one, other, year, after = read
        if one != other and max(one, other) <= 12:
            return None
        day = self.past(min(one, other), max(one, other), year) if min(one, other) <= 12 else None
        return (day, day, after) if day else None

    def _slashes(self, at: int) -> tuple[int, int, int | None, int] | None:
        """Return the numbers of "3/4" or "3/4/2026" where a day is meant, the year if it is told, and what follows."""
        parts = [self.low(at + n) for n in range(5)]
        if not (parts[0].isdecimal() and parts[1] == "/" and parts[2].isdecimal()):
            return None
        if len(parts[0]) > 2 or len(parts[2]) > 2 or not int(parts[0]) or not int(parts[2]):
            return None
        year = int(parts[4]) if parts[3] == "/" and parts[4].isdecimal() and len(parts[4]) == 4 else None
        said = year is not None or (parts[3] != "/" and self.low(at - 1) in _ON)
        if not said or self.low(at + 3) in NO_DAY or max(int(parts[0]), int(parts[2])) > 31:
            return None
        return int(parts[0]), int(parts[2]), year, at + (5 if year is not None else 3)

    def no_day(self, at: int) -> int:
        """Return the number of the token after a day that cannot be, or may be either of two; 0 where there is none."""
        low = self.low(at)
        if len(low) == 10 and low[4] == "-" and low[:4].isdecimal():
            return 0 if on_day(int(low[:4]), int(low[5:7]), int(low[8:])) else at + 1
        if low.count(".") == 2:
            d, m, y = low.split(".")
            return 0 if on_day(int(y), int(m), int(d)) else at + 1
        slashes = self._slashes(at)
        if slashes is not None:
            return 0 if self.slashed(at) else slashes[3]
        return self._no_day_of_month(at)

    def _no_day_of_month(self, at: int) -> int:
        """Return the number of the token after "30 February" or "June 31st", or 0."""
        day, after = self._any_day(at)
        if day is not None:
            after += self.low(after) == "of"
            month = MONTHS.get(self.low(after))
            if month is None or not self.is_month(after, near=True):
                return 0
            end = after + 1
        else:
            month = MONTHS.get(self.low(at))
            day, end = self._any_day(at + 1)
            if month is None or day is None or not self.is_month(at, near=True) or self.low(end) in UNITS:
                return 0
            if end == at + 2 and (self.low(end) in NO_DAY or self.low(end) in {":", "km"}):
                return 0
        year, then = self.year_after(end)
        if year is not None:
            return 0 if on_day(year, month, day) else then
        return 0 if on_day(2024, month, day) else end

    def _any_day(self, at: int) -> tuple[int | None, int]:
        """Return a number of two digits as a day of the month, also one that no month has."""
        low = self.low(at)
        if low.isdecimal() and len(low) == 2 and 31 < int(low) < 40:
            return int(low), at + 1 + (self.low(at + 1) in {"st", "nd", "rd", "th", "го"})
        return self.day_number(at)

    def relative(self, at: int) -> Found | None:
        """Read "today", "позавчера", "last night"."""
        for length in (4, 3, 2, 1):
            phrase = " ".join(self.low(at + n) for n in range(length))
            if phrase in DAYS:
                day = self.today + timedelta(DAYS[phrase])
                return (day, day, at + length)
            if phrase in LAST_NIGHT:
                return (self.today, self.today, at + length)
        return None

    def ago(self, at: int) -> Found | None:
        """Read "3 days ago", "vor zwei Wochen", "неделю назад"."""
        if self.low(at) == "vor":
            count, unit = self.integer(at + 1), UNITS.get(self.low(at + 2))
            return self.back(count, unit, at + 3) if count and unit else None
        count, after = self.integer(at), at + 1
        if count is None and UNITS.get(self.low(at)) and self.low(at + 1) in AGO:
            count, after = 1, at
        unit = UNITS.get(self.low(after))
        if count is None or unit is None or self.low(after + 1) not in AGO:
            return None
        return self.back(count, unit, after + 2 + (self.low(after + 2) in NOW))

    def back(self, count: int, unit: str, after: int) -> Found:
        """Return the day so many units ago."""
        day = moved(self.today, -count, unit)
        return (day, day, after)

    def day_month(self, at: int) -> Found | None:
        """Read "3 Nov", "May 5th, 2026", "5–7 May", "3 мая"."""
        day, after = self.day_number(at)
        if day is not None:
            month = MONTHS.get(self.low(after + (self.low(after) == "of")))
            if month is None and self.low(after) in {"-", "–", "—"}:  # 5–7 May
                until, then = self.day_number(after + 1)
                month = MONTHS.get(self.low(then))
                if until and month:
                    year, then = self.year_after(then + 1)
                    first, last = self.past(month, day, year), self.past(month, until, year)
                    return (first, last, then) if first and last else None
            if month is None:
                month = self._shared_month(after)
                found = self.past(month, day) if month is not None else None
                return (found, found, after) if found else None
            if self.is_month(after + (self.low(after) == "of"), near=True):
                year, after = self.year_after(after + 1 + (self.low(after) == "of"))
                found = self.past(month, day, year)
                return (found, found, after) if found else None
            return None
        month = MONTHS.get(self.low(at))
        if month is None:
            return None
        dot = (self.low(at + 1) == "." and self.low(at) in SHORT) or self.low(at + 1) == "the"
        day, after = self.day_number(at + 1 + dot)
        if day is None or "." in self.low(at + 1 + dot) or self.low(after) in UNITS or self.low(after) in {":", "km"}:
            return None
        year, after = self.year_after(after)
        found = self.past(month, day, year)
        return (found, found, after) if found else None

    def _shared_month(self, at: int) -> int | None:
        """Return the month that a day has in common with the days after it: "2 и 5 сентября", "2, 3 and 5 May"."""
        while self.low(at) in _JOINS:
            day, at = self.day_number(at + 1)
            if day is None:
                return None
            month = MONTHS.get(self.low(at))
            if month is not None:
                return month if self.is_month(at, near=True) else None
        return None

    def weekday(self, at: int) -> Found | None:
        """Read "on Tuesday", "last Friday", "в среду", "next Sunday"; without more it is the latest before today."""
        coming = self.low(at) in COMING
        this = self.low(at) in THIS
        moved = coming or this or self.low(at) in LAST
        token = self.low(at + moved).removesuffix("'s")
        number = WEEKDAYS.get(token)
        if number is None:
            return None
        if not moved:  # "Tuesday 6 October", "Tuesday the 6th"
            follows = at + 1 + (self.low(at + 1) == ",")
            follows += self.low(follows) == "the"
            dated = self.day_month(follows) or self.ordinal(follows)
            if dated is not None and dated[0] == dated[1]:
                return dated
        if token in _SHORT_NAMES:
            if token in {"sat", "sun"} and self.low(at + moved + 1) in _ON | {"down", "in", "at", "through"}:
                return None  # "when I last sat on my bike"
            named = self.all[at + moved].text[0].isupper() or self.low(at + moved - 1) in AT | LAST | SINCE
            if not named or (token in {"do", "so", "mi", "di", "fr"} and self.low(at - 1) not in {"am", "seit"}):
                return None
        week = at + 1 + (self.low(at + 1) in AT or self.low(at + 1) == "of")
        if not moved and self.low(week) in LAST | THIS and UNITS.get(self.low(week + 1)) == "week":
            monday = begin_of(self.today, "week") - timedelta(7 * (self.low(week) in LAST))
            return (monday + timedelta(number), monday + timedelta(number), week + 2)
        back = (self.today.weekday() - number) % 7 or 7
        day = self.today - timedelta(back)
        if coming:
            day += timedelta(7 if day + timedelta(7) > self.today else 14)
        if this and self.low(at) not in LAST:
            day = begin_of(self.today, "week") + timedelta(number)
        after = at + moved + 1
        if self.low(after) in {"morning", "evening", "night", "afternoon", "утром", "вечером", "днем"}:
            after += 1
        return (day, day, after)

    def ordinal(self, at: int) -> Found | None:
        """Read "the 5th", "5-го", "am 5."."""
        day, after = self.day_number(at)
        if day is None or after == at + 1 or (self.low(at + 1) == "." and self.low(at - 1) != "am"):
            return None
        if self.low(after) in _COUNTED:
            return None
        if self.low(after) in _PLACES and self.low(at - 1) not in {"the", "on", "am"}:
            return None  # "3rd in my age group"
        for back in range(3):
            month = moved(begin_of(self.today, "month"), -back, "month")
            found = on_day(month.year, month.month, day)
            if found is not None and found <= self.today:
                return (found, found, after + (self.low(after) in {"числа", "число"}))
        return None
