"""Scales: where an axis begins and ends, where its ticks stand, and what is written at them."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from dataclasses import dataclass

from indagate.flows.report.figures.moment import DAY, moment_of
from indagate.flows.report.figures.numeral import needed_digits, tongue, write_date, write_month, write_number

_YEAR = 365.25 * DAY
MOST_YEARS = 30
"""Values at the beginnings of years up to which the ticks of an axis stand at them."""
_MONTH_STEPS = (1, 2, 3, 6)
_SECOND_STEPS = (60, 300, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, DAY, 2 * DAY, 7 * DAY, 14 * DAY)


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis ready to be drawn: its ends in its own measure (logarithms if `log`), ticks with their texts."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False
    date: bool = False

    def place(self, value: float) -> float:
        """Return where a value stands: 0 at the low end, 1 at the high one."""
        if self.log:
            value = math.log10(value) if value > 0 else self.low
        return (value - self.low) / ((self.high - self.low) or 1.0)


def number_scale(
    values: list[float], *, language: str, log: bool = False, zero: bool = False, count: int = 5, room: float = 0.04,
    whole: bool = False,
) -> Scale:  # fmt: skip
    """Return the scale for numbers: about `count` ticks at round values, ends a little outside the data.

    `whole` is for what is counted: no tick stands between two whole numbers.
    """
    finite = [value for value in values if math.isfinite(value)]
    if log:
        finite = [value for value in finite if value > 0]
        if finite:
            return _log_scale(min(finite), max(finite), language, count)
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = (low - 1, high + 1) if low == 0 else sorted((low - abs(low) * 0.1, high + abs(high) * 0.1))
        if zero:
            low, high = min(low, 0.0), max(high, 0.0)
    margin = (high - low) * room
    step = nice_step((high - low) / max(count, 1))
    if whole and step != int(step):
        step = 5.0 if step == 2.5 else 1.0
    bottom = 0.0 if (zero and low == 0) else low - margin
    top = 0.0 if (zero and high == 0) else high + margin
    first = math.ceil(bottom / step - 1e-9)
    last = math.floor(top / step + 1e-9)
    fine = 12 - math.floor(math.log10(step))
    at = [round(index * step, fine) for index in range(first, last + 1)]
    digits = next((d for d in range(9) if abs(round(step * 10**d) - step * 10**d) < 1e-6 * step * 10**d), 8)
    return Scale(bottom, top, tuple((tick, write_number(tick, language, digits)) for tick in at))


def nice_step(raw: float) -> float:
    """Return the round number (1, 2, 2.5, 5 times a power of ten) at or above `raw`."""
    power = 10.0 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= raw * (1 - 1e-9))


def _log_scale(low: float, high: float, language: str, count: int) -> Scale:
    bottom, top = math.log10(low), math.log10(high)
    span = max(top - bottom, 0.3)
    bottom, top = bottom - span * 0.04, top + span * 0.04
    powers = range(math.floor(bottom), math.ceil(top) + 1)
    steps: tuple[float, ...] = (
        tuple(range(1, 10)) if span < 0.7 else (1, 2, 5) if span < 2.2 else (1, 3) if span < 3 and count >= 6 else (1,)
    )
    ticks = [factor * 10.0**power for power in powers for factor in steps]
    ticks = [tick for tick in ticks if bottom <= math.log10(tick) <= top]
    while len(ticks) > count * 2:
        ticks = ticks[::2]
    return Scale(
        bottom, top, tuple((tick, write_number(tick, language, needed_digits((tick,)))) for tick in ticks), log=True
    )


def date_scale(values: list[float], *, language: str, width: float, measure: Callable[[str], float]) -> Scale:
    """Return the scale for dates: ticks at years, months, days or hours, as many as fit into `width`.

    Where values stand at a few years only, the ticks stand at those: no tick is where there is no value.
    """
    low, high = (min(values), max(values)) if values else (0.0, DAY)
    if low == high:
        low, high = low - DAY, high + DAY
    if own := _own_years(values, width, measure):
        return Scale(low, high, tuple(own), date=True)
    for ticks in _date_candidates(low, high, language):
        needed = sum(measure(text) + 14 for _, text in ticks)
        if len(ticks) >= 2 and needed <= width:
            return Scale(low, high, tuple(ticks), date=True)
    ends = [(low, _day_text(low, language)), (high, _day_text(high, language))]
    return Scale(low, high, tuple(ends), date=True)


def _own_years(values: list[float], width: float, measure: Callable[[str], float]) -> list[tuple[float, str]]:
    """Return ticks at every value, or every second, third, …, where all begin a year; none where they are too many."""
    known = sorted(set(values))
    moments = [moment_of(value) for value in known]
    if not 2 <= len(known) <= MOST_YEARS or any((one.month, one.day, one.hour) != (1, 1, 0) for one in moments):
        return []
    ticks = [(value, str(one.year)) for value, one in zip(known, moments, strict=True)]
    fitting = max(2, int(width / (measure("2000") + 14)))
    step = -(-len(ticks) // fitting)
    return ticks[::-step][::-1]


def _date_candidates(low: float, high: float, language: str) -> list[list[tuple[float, str]]]:
    found: list[list[tuple[float, str]]] = []
    span = high - low
    for step in _SECOND_STEPS:
        if span / step <= 14:
            found.append(_second_ticks(low, high, step, language))
    if span / _YEAR < 6:
        found += [_month_ticks(low, high, step, language) for step in _MONTH_STEPS if span / (step * DAY * 30) <= 14]
    size = 1
    while size <= 5000:
        for factor in (1, 2, 5):
            step = factor * size
            if span / (step * _YEAR) <= 16:
                found.append(_year_ticks(low, high, step))
        size *= 10
    return found


def _second_ticks(low: float, high: float, step: float, language: str) -> list[tuple[float, str]]:
    first = math.ceil(low / step)
    ticks = []
    for index in range(first, math.floor(high / step) + 1):
        moment = moment_of(index * step)
        midnight = moment.time() == datetime.time()
        ticks.append((index * step, _short_day(moment, language) if midnight or step >= DAY else f"{moment:%H:%M}"))
    return ticks


def _short_day(moment: datetime.date, language: str) -> str:
    if tongue(language) in ("zh", "ja", "ko"):
        return f"{write_month(moment.month, language)}{moment.day}" + ("일" if tongue(language) == "ko" else "日")
    return f"{moment.day} {write_month(moment.month, language)}"


def _month_ticks(low: float, high: float, step: int, language: str) -> list[tuple[float, str]]:
    start, end = moment_of(low), moment_of(high)
    ticks: list[tuple[float, str]] = []
    for index in range(start.year * 12 + start.month - 1, end.year * 12 + end.month):
        if index % step:
            continue
        day = datetime.datetime(index // 12, index % 12 + 1, 1)
        at = (day - datetime.datetime(1970, 1, 1)).total_seconds()
        if low - DAY <= at <= high:
            first_of_year = day.month == 1 or not ticks
            text = write_date(day, language, month_only=True) if first_of_year else write_month(day.month, language)
            ticks.append((at, text))
    return ticks


def _year_ticks(low: float, high: float, step: int) -> list[tuple[float, str]]:
    first, last = moment_of(low - DAY).year, moment_of(high).year
    ticks = []
    for year in range(math.ceil(first / step) * step, last + 1, step):
        if year < 1:
            continue
        at = (datetime.datetime(year, 1, 1) - datetime.datetime(1970, 1, 1)).total_seconds()
        if low - DAY <= at <= high + DAY:
            ticks.append((at, str(year)))
    return ticks


def _day_text(seconds: float, language: str) -> str:
    return write_date(moment_of(seconds), language)
