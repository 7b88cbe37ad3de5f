"""Computing with dates: the time between two, a date moved by a time, weekdays, years, leap years."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, datetime, timedelta
from fractions import Fraction

from indagate.errors import InputError
from indagate.tools.calculator.function import half_up
from indagate.tools.calculator.quantity import Quantity
from indagate.tools.calculator.result import Value, weekday

_DAY = (("days", 1),)


def between(first: date, then: date) -> Quantity:
    """Return the time from one date to another, in days; in hours where a time of day is given."""
    if isinstance(first, datetime) or isinstance(then, datetime):
        passed = _moment(then) - _moment(first)
        return Quantity(Fraction(passed // timedelta(minutes=1), 60), (("hours", 1),))
    return Quantity(Fraction((then - first).days), _DAY)


def _moment(day: date) -> datetime:
    return day if isinstance(day, datetime) else datetime(day.year, day.month, day.day)


def shifted(day: date, by: Quantity, sign: int) -> date:
    """Return a date moved by a time: months and years by the calendar, a day that a month lacks is its last.

    Raises `InputError` for what is no time.
    """
    if by.pure:
        by = Quantity(by.amount, _DAY)
    if by.powers == (("month", 1),):
        months = by.amount * by.factor * sign
        if months.denominator != 1:
            raise InputError("a date cannot be moved by a broken number of months")
        return _by_months(day, int(months))
    days = by.to(_DAY).amount * sign
    try:
        if days.denominator == 1 and not isinstance(day, datetime):
            return day + timedelta(days=int(days))
        return _moment(day) + timedelta(minutes=half_up(days * 24 * 60))
    except OverflowError:
        raise InputError("the date would lie outside the years 1 to 9999") from None


def _by_months(day: date, months: int) -> date:
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    if not 1 <= year <= 9999:
        raise InputError("the date would lie outside the years 1 to 9999")
    return day.replace(year=year, month=month, day=min(day.day, calendar.monthrange(year, month)[1]))


def _day_of(values: list[Value], name: str, count: int) -> list[date]:
    days = [value for value in values if isinstance(value, date)]
    if len(days) != count or len(values) != count:
        raise InputError(f"{name} takes {'a date' if count == 1 else f'{count} dates'}")
    return days


def _weekdays_between(values: list[Value]) -> Quantity:
    first, then = _day_of(values, "workdays", 2)
    if abs((then - first).days) > 400_000:
        raise InputError("workdays over so many years")
    low, high = min(first, then), max(first, then)
    weeks, rest = divmod((high - low).days, 7)
    count = weeks * 5 + sum((low + timedelta(days=n)).weekday() < 5 for n in range(rest))
    return Quantity(Fraction(count), _DAY)


def _years_between(values: list[Value]) -> Quantity:
    first, then = _day_of(values, "years", 2)
    low, high = min(first, then), max(first, then)
    return Quantity(Fraction(high.year - low.year - ((high.month, high.day) < (low.month, low.day))), (("years", 1),))


OF_DATES: dict[str, Callable[[list[Value]], Value]] = {
    "weekday": lambda values: weekday(_day_of(values, "weekday", 1)[0]),
    "days": lambda values: Quantity(abs(between(*_day_of(values, "days", 2)).amount), _DAY),
    "workdays": _weekdays_between,
    "years": _years_between,
    "week": lambda values: Quantity(Fraction(_day_of(values, "week", 1)[0].isocalendar()[1])),
    "yearday": lambda values: Quantity(Fraction(_day_of(values, "yearday", 1)[0].timetuple().tm_yday)),
    "leap": lambda values: "yes" if calendar.isleap(_day_of(values, "leap", 1)[0].year) else "no",
}
"""Functions of dates, by name."""
OF_TWO_DATES = frozenset({"days", "workdays", "years"})
"""Those that take two."""
