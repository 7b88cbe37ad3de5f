"""The tokens of a text as a calendar reads them, and the arithmetic of days, weeks, months and years."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from indagate.flows.notes.calendarwords import (
    AFTER,
    AND,
    AT,
    BEFORE,
    DAYS_OF_MONTH,
    LAST,
    MONTHS,
    NUMBERS,
    ORDINALS,
    PARTS,
    SEASONS,
    SINCE,
    TENS,
    THIS,
    TO,
    UNITS,
)  # fmt: skip
from indagate.flows.notes.token import Token

Found = tuple[date, date, int]
"""First day, last day, and the number of the next token."""


class Scan:
    """The tokens of a text, and the day from which it speaks."""

    def __init__(self, all_: tuple[Token, ...], today: date) -> None:
        self.all, self.today = all_, today

    def low(self, at: int) -> str:
        """Return a token for comparing; nothing beyond the ends. "July's" is July."""
        low = self.all[at].low if 0 <= at < len(self.all) else ""
        own = low.removesuffix("'s")
        return own if own in MONTHS or own in UNITS or own in SEASONS else low

    def integer(self, at: int) -> int | None:
        """Return the number that a token is, in digits or words."""
        low = self.low(at)
        return int(low) if low.isdecimal() and len(low) < 5 else NUMBERS.get(low)

    def skip(self, at: int) -> int:
        """Return the number of the first token that is no preposition."""
        while self.low(at) in AT:
            at += 1
        return at

    def day_number(self, at: int) -> tuple[int | None, int]:
        """Return a day of the month in digits, and the number of the token after it."""
        low = self.low(at)
        named = self.day_in_words(at)
        if named is not None:
            return named
        if low in ORDINALS and self.low(at + 1) == "of" and self.low(at + 2) in MONTHS:
            return ORDINALS[low], at + 1
        if not low.isdecimal() or len(low) > 2 or not 1 <= int(low) <= 31:
            return None, at
        after = at + 1
        if self.low(after) in {"st", "nd", "rd", "th", "го", "ого", "е", "."}:
            after += 1
        elif self.low(after) in {"-"} and self.low(after + 1) in {"го", "ого", "е", "ое"}:
            after += 2
        return int(low), after

    def day_in_words(self, at: int) -> tuple[int, int] | None:
        """Return a day in words that stands before its month, and the token after it: "двадцать пятого октября"."""
        tens = TENS.get(self.low(at), 0)
        day = DAYS_OF_MONTH.get(self.low(at + bool(tens)))
        after = at + bool(tens) + 1
        if day is None or (tens and day > 9) or self.low(after + (self.low(after) == "of")) not in MONTHS:
            return None
        return (tens + day, after) if self.low(after) == "of" or not self.low(at).isascii() else None

    def year_after(self, at: int) -> tuple[int | None, int]:
        """Return the year that follows, if one does, and the number of the token after it."""
        skip = self.low(at) in {",", "of"} or (self.low(at) in {"in", "в"} and self.low(at + 1) in LAST | THIS)
        low = self.low(at + skip)
        if low in LAST | THIS and UNITS.get(self.low(at + skip + 1)) == "year":  # "1 May this year"
            return self.today.year - (low in LAST), at + skip + 2
        if low.isdecimal() and len(low) == 4 and 1900 <= int(low) <= 2100:
            after = at + skip + 1
            return int(low), after + (self.low(after) in {"года", "году", "год", "г"})
        return None, at

    def is_month(self, at: int, *, near: bool = False) -> bool:
        """Whether a word that may be something else as well (may, march, sat) is meant as a name here."""
        token = self.all[at]
        if token.low in {"may", "march", "mar", "dec", "sep"} and not near:
            return token.text[0].isupper() or self.low(at - 1) in AT | SINCE | BEFORE | AFTER | LAST | TO | AND | {"of"}
        return True

    def past(self, month: int, day: int, year: int | None = None) -> date | None:
        """Return the latest such day that is not to come; of a given year, that one."""
        if year is not None:
            return on_day(year, month, day)
        for back in range(9):
            found = on_day(self.today.year - back, month, day)
            if found is not None and found <= self.today:
                return found
        return None


def on_day(year: int, month: int, day: int) -> date | None:
    """Return a day, or None if there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def short(low: str) -> bool:
    """Whether "29.10" can be a day and a month."""
    day, month = low.split(".")
    return len(month) == 2 and 1 <= int(day) <= 31 and 1 <= int(month) <= 12


def begin_of(day: date, unit: str) -> date:
    """Return the first day of the week, month or year of a day."""
    if unit == "week":
        return day - timedelta(day.weekday())
    if unit == "quarter":
        return date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1) if unit == "year" else day


def moved(day: date, count: int, unit: str) -> date:
    """Return the day so many units later; months keep the day where they have it."""
    if unit in {"day", "week"}:
        return day + timedelta(count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def pieces(all_: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return tokens with words that a hyphen joins to a month apart: mid-August, июнь-август."""
    found: list[Token] = []
    for token in all_:
        head, dash, tail = token.low.partition("-")
        if dash and (tail in MONTHS or tail in SEASONS) and (head in PARTS or head in MONTHS):
            middle = token.start + len(head)
            found.append(Token(token.text[: len(head)], head, token.start, middle))
            if head in MONTHS:
                found.append(Token("-", "-", middle, middle + 1))
            found.append(Token(token.text[len(head) + 1 :], tail, middle + 1, token.end))
        else:
            found.append(token)
    return tuple(found)


def cut(first: date, last: date, part: str) -> tuple[date, date]:
    """Return a part of some days: their beginning, middle, end, or one of their halves."""
    days = (last - first).days + 1
    if part == "begin":
        return first, first + timedelta(max(0, days // 3 - 1))
    if part == "middle":
        return first + timedelta(days // 3), first + timedelta(2 * days // 3 - 1)
    if part == "end":
        return first + timedelta(2 * days // 3), last
    half = first + timedelta((days + 1) // 2 - 1)
    return (first, half) if part == "half1" else (half + timedelta(1), last)
