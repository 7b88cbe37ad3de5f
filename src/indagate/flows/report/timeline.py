"""A series as methods see it: on the grid of its times, its gaps bridged if few, with or without its season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from indagate.flows.report.analysis import season
from indagate.flows.report.analysis.measure import spread
from indagate.flows.report.times import PERIODS, Grid, filled, grid_of
from indagate.tools.tables.table import Rows

SEASONAL = 1e-4
CLEAR = 0.64
SMOOTH = 0.1
"""The share of a series' change up to which its noise does not blur its first and last value."""
UNSEEN = 0.02
"""The share of a series' change up to which its season does not either."""
STRONG = 0.25
"""From which strength on a seasonal pattern is one."""


MOST = 0.9
"""The share of its values from which on a year is as good as whole."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A series as methods see it: its grid, the times with values, those values, and the gaps bridged if few."""

    grid: Grid
    times: tuple[str, ...]
    values: tuple[float, ...]
    whole: tuple[float, ...] | None

    def at(self, place: int) -> str:
        """Return the time of a place in `tested`."""
        if self.whole is None:
            return self.times[place]
        first = self.grid.times.index(self.times[0])
        return self.grid.times[first + place]

    @property
    def tested(self) -> tuple[float, ...]:
        """The values that tests see."""
        return self.values if self.whole is None else self.whole


def timed(rows: Rows, column: int = 1) -> Timed:
    """Return the series of a query's first column (times) and another one (values)."""
    pairs = [
        (row[0], float(row[column] or 0))
        for row in rows.rows
        if row[0] is not None and isinstance(row[column], int | float)
    ]
    times = [time if isinstance(time, int) else str(time) for time, _ in pairs]
    grid = grid_of([row[0] if isinstance(row[0], int) else str(row[0]) for row in rows.rows if row[0] is not None])
    values = [value for _, value in pairs]
    whole = filled(grid, times, values) if grid.step else None
    return Timed(grid, tuple(str(time) for time in times), tuple(values), tuple(whole) if whole is not None else None)


def ends_of(series: Timed, size: int) -> tuple[list[float], list[float]]:
    """Return the values whose times are among the first and the last `size` times of a series, there or absent."""
    place = {time: at for at, time in enumerate(series.grid.times)}
    first, last = place[series.times[0]] + size, place[series.times[-1]] - size
    pairs = [(place[time], value) for time, value in zip(series.times, series.values, strict=True)]
    return [value for at, value in pairs if at < first], [value for at, value in pairs if at > last]


def full_years(series: Timed, size: int) -> dict[str, list[float]]:
    """Return the first and the last calendar year that has most of its `size` values; empty where these are not two."""
    years: dict[str, list[float]] = {}
    for time, value in zip(series.times, series.values, strict=True):
        years.setdefault(time[:4], []).append(value)
    full = [year for year, values in years.items() if len(values) >= MOST * size]
    return {year: years[year] for year in (full[0], full[-1])} if len(full) > 1 else {}


def deseasoned(series: Timed) -> Sequence[float]:
    """Return the tested values without their season, where they have one beyond doubt."""
    period = PERIODS.get(series.grid.step, 0)
    if not period or series.whole is None:
        return series.tested
    found = season.find_season(series.whole, period, places_in_cycle(series))
    if found is None or not is_season(found):
        return series.tested
    return [value - found.at(place) for place, value in enumerate(series.whole)]


def is_season(found: season.Season) -> bool:
    """Whether a pattern is beyond doubt: a clear one needs fewer cycles to be sure of."""
    return (found.tail <= SEASONAL and found.strength >= STRONG) or (
        found.tail <= 20 * SEASONAL and found.strength >= CLEAR
    )


def places_in_cycle(series: Timed) -> Sequence[int]:
    """Return the place of each tested value in its cycle; of weeks by the day of the year, as 52 weeks are no year."""
    period = PERIODS.get(series.grid.step, 0)
    if series.grid.step != "week":
        return [place % period for place in range(len(series.tested))] if period else []
    days = (date.fromisoformat(series.at(place)[:10]).timetuple().tm_yday for place in range(len(series.tested)))
    return [min(period - 1, (day - 1) // 7) for day in days]


def is_smooth(series: Timed) -> bool:
    """Whether the first and the last value of a series tell how it changed: neither season nor noise is in them."""
    values = series.values
    if len(values) < 3 or series.grid.step in ("hour", "day", "workday"):
        return False
    without = deseasoned(series)
    if without is not series.tested:
        pattern = [value - plain for value, plain in zip(series.tested, without, strict=True)]
        if max(pattern) - min(pattern) > UNSEEN * abs(values[-1] - values[0]):
            return False
    beside = [values[at] - (values[at - 1] + values[at + 1]) / 2 for at in range(1, len(values) - 1)]
    return spread(beside) <= SMOOTH * abs(values[-1] - values[0])
