"""Times of a series: the step between them, what is missing, and the whole grid."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from indagate.flows.report.analysis.measure import median

Step = Literal["hour", "day", "workday", "week", "month", "quarter", "year", ""]
PERIODS: dict[Step, int] = {"hour": 24, "day": 7, "week": 52, "month": 12, "quarter": 4}
"""How many steps a season has."""
YEARS: dict[Step, int] = {"day": 365, "workday": 261}
"""How many days a year has of those that have a weekly season too."""
A_YEAR: dict[Step, float] = {"day": 365.25, "workday": 261.0, "week": 52.18}
"""How many steps a year has of those so short that nobody thinks in their change."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The times of a series: its step (empty: irregular), all times from first to last, and those that are absent.

    `every` is how many years lie between two times of a series that has not each year.
    """

    step: Step
    times: tuple[str, ...]
    absent: tuple[str, ...]
    every: int = 1


def grid_of(times: Sequence[str | int]) -> Grid:
    """Return the grid of the sorted, distinct times of a series: ISO dates, or years as integers."""
    if not times:
        return Grid("", (), ())
    if isinstance(times[0], int):
        years = [int(one) for one in times]
        usual = round(median([b - a for a, b in pairwise(years)])) if len(years) > 2 else 0
        if usual >= 1 and all((year - years[0]) % usual == 0 for year in years):
            whole = [str(year) for year in range(years[0], years[-1] + 1, usual)]
            absent = tuple(sorted(set(whole) - {str(year) for year in years}))
            return Grid("year", tuple(whole), absent, usual)
        return Grid("", tuple(str(year) for year in years), ())
    texts = [str(one) for one in times]
    try:
        moments = [datetime.datetime.fromisoformat(text) for text in texts]
    except ValueError:
        return Grid("", tuple(texts), ())
    step = _step(moments)
    if not step:
        return Grid("", tuple(texts), ())
    exact = len(texts[0]) > 10
    whole = []
    moment, last = moments[0], moments[-1]
    while moment <= last and len(whole) < 200_000:
        if step != "workday" or moment.weekday() < 5:
            whole.append(moment.isoformat(sep=" ") if exact else moment.date().isoformat())
        moment = _next(moment, step)
    there = set(texts)
    if not there <= set(whole):
        return Grid("", tuple(texts), ())
    return Grid(step, tuple(whole), tuple(one for one in whole if one not in there))


def _step(moments: Sequence[datetime.datetime]) -> Step:
    if len(moments) < 3:
        return ""
    gaps = [(b - a).total_seconds() / 86400 for a, b in pairwise(moments)]
    usual = median(gaps)
    if abs(usual - 1 / 24) < 1e-6:
        return "hour"
    if usual == 1:
        return "workday" if all(moment.weekday() < 5 for moment in moments) and len(moments) > 10 else "day"
    if usual == 7 and all(gap % 7 == 0 for gap in gaps):
        return "week"
    days = {moment.day for moment in moments}
    ends = all((moment + datetime.timedelta(days=1)).day == 1 for moment in moments)
    if len(days) > 1 and not ends:
        return ""
    if 28 <= usual <= 31:
        return "month"
    if 89 <= usual <= 92:
        return "quarter"
    return "year" if 365 <= usual <= 366 else ""


def _next(moment: datetime.datetime, step: Step) -> datetime.datetime:
    plain = {"hour": 1 / 24, "day": 1, "workday": 1, "week": 7}.get(step)
    if plain is not None:
        return moment + datetime.timedelta(days=plain)
    months = {"month": 1, "quarter": 3, "year": 12}[step]
    tomorrow = moment + datetime.timedelta(days=1)
    ends = tomorrow.day == 1
    first = (tomorrow if ends else moment).replace(day=1)
    number = first.year * 12 + first.month - 1 + months
    there = first.replace(year=number // 12, month=number % 12 + 1)
    return there - datetime.timedelta(days=1) if ends else there.replace(day=moment.day)


_WINDOWS: dict[Step, tuple[int, ...]] = {
    "hour": (720, 168, 24), "day": (365, 90, 30, 7), "workday": (261, 65, 21, 5), "week": (52, 13, 4),
    "month": (12, 3), "quarter": (4,), "year": (1,),
}  # fmt: skip


def window(step: Step, count: int) -> int:
    """Return over how many values the beginning and the end of a series are told: whole seasons, at most its half."""
    fitting = [size for size in _WINDOWS.get(step, ()) if 2 * size <= count]
    return fitting[0] if fitting else max(1, count // 5)


def filled(grid: Grid, times: Sequence[str | int], values: Sequence[float | None]) -> list[float] | None:
    """Return the values on the whole grid, gaps bridged by straight lines; None where a fifth or more is missing.

    Only tests see bridged values; none is ever shown.
    """
    known = {str(time): value for time, value in zip(times, values, strict=True) if value is not None}
    where = [place for place, time in enumerate(grid.times) if time in known]
    if len(where) < 3 or len(where) < 0.8 * len(grid.times):
        return None
    series = [known.get(time, 0.0) for time in grid.times]
    for start, end in pairwise(where):
        for place in range(start + 1, end):
            share = (place - start) / (end - start)
            series[place] = series[start] + share * (series[end] - series[start])
    return series[where[0] : where[-1] + 1]
