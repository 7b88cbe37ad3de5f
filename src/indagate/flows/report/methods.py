"""The methods of calculations: from the rows of a query to numbers and labels, the same whenever they are done."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from indagate.errors import InputError
from indagate.flows.report.analysis import anomaly, change, relation, season, trend
from indagate.flows.report.analysis.measure import deviation, mean, median, quantile
from indagate.flows.report.times import PERIODS, Grid, filled, grid_of, window
from indagate.tools.tables.table import Cell, Rows

SEASONAL = 1e-4
CLEAR = 0.64
STRONG = 0.25
"""From which strength on a seasonal pattern is one."""


@dataclass(slots=True)
class Outcome:
    """What a method gave: numbers and labels by name, and the probability by chance if it is a test."""

    numbers: dict[str, float] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    tail: float | None = None


Options = Mapping[str, Cell]
Method = Callable[[Rows, Options], Outcome]
METHODS: dict[str, Method] = {}


def calculate(method: str, rows: Rows, options: Options) -> Outcome:
    """Do a calculation. Raises `InputError` for a method that is not there."""
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}")
    found = METHODS[method](rows, options)
    found.numbers = {name: float(f"{value:.12g}") for name, value in found.numbers.items() if math.isfinite(value)}
    return found


def _method(function: Method) -> Method:
    METHODS[function.__name__.lstrip("_")] = function
    return function


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


def _numbers(rows: Rows, column: int = 0) -> list[float]:
    return [float(row[column]) for row in rows.rows if isinstance(row[column], int | float)]  # type: ignore[arg-type]


# --- descriptions ---------------------------------------------------------------------------------------------------


@_method
def _cells(rows: Rows, options: Options) -> Outcome:
    """The cells of the only row, by the names of their columns."""
    found = Outcome()
    for name, cell in zip(rows.columns, rows.rows[0] if rows.rows else (), strict=False):
        if isinstance(cell, int | float) and not isinstance(cell, bool):
            found.numbers[name] = float(cell)
        elif cell is not None:
            found.labels[name] = str(cell)
    if "grain" in options:
        found.labels["step"] = str(options["grain"])
    return found


@_method
def _level(rows: Rows, options: Options) -> Outcome:
    """First, last, lowest and highest value of a series, with their times; its mean and median, and the change."""
    series = timed(rows)
    if not series.values:
        return Outcome()
    values, times = series.values, series.times
    low, high = values.index(min(values)), values.index(max(values))
    numbers = {
        "n": len(values), "first": values[0], "last": values[-1], "mean": mean(values), "median": median(values),
        "lowest": values[low], "highest": values[high], "absent": len(series.grid.absent),
        "deviation": deviation(values), **_ends(series.grid, values),
    }  # fmt: skip
    labels = {"from": times[0], "to": times[-1]}
    for name, place in (("lowest_at", low), ("highest_at", high)):
        if values.count(values[place]) == 1:
            labels[name] = times[place]
    return Outcome(numbers, {**labels, "step": series.grid.step})


@_method
def _quantiles(rows: Rows, options: Options) -> Outcome:
    """Quantiles, mean and spread of a sample."""
    values = _numbers(rows)
    if not values:
        return Outcome()
    numbers = {f"q{share}": quantile(values, share / 100) for share in (5, 25, 50, 75, 95)}
    extremes = {"n": len(values), "mean": mean(values), "deviation": deviation(values), "min": min(values)}
    return Outcome({**numbers, **extremes, "max": max(values)})


@_method
def _ranking(rows: Rows, options: Options) -> Outcome:
    """The first, second and last of a list of names and values in order, and how far apart."""
    named = [(str(row[0]), float(row[1])) for row in rows.rows if isinstance(row[1], int | float)]
    if len(named) < 2:
        return Outcome()
    numbers = {"n": len(named), "first": named[0][1], "second": named[1][1], "last": named[-1][1]}
    numbers["middle"] = median([value for _, value in named])
    numbers["lead"] = named[0][1] - named[1][1]
    if named[1][1] > 0:
        numbers["ahead"] = (named[0][1] / named[1][1] - 1) * 100
    if named[-1][1] > 0:
        numbers["times"] = named[0][1] / named[-1][1]
    labels = {"first": named[0][0], "second": named[1][0], "last": named[-1][0]}
    return Outcome(numbers, {**labels, **_span(rows, options)})


def _span(rows: Rows, options: Options) -> dict[str, str]:
    """Return from when to when the rows of groups are, whose fourth and fifth columns say so."""
    if "grain" not in options:
        return {}
    since, until = (
        [str(row[place]) for row in rows.rows if len(row) > place and row[place] is not None] for place in (3, 4)
    )
    return {"from": min(since), "to": max(until), "step": str(options["grain"])} if since and until else {}


@_method
def _mix(rows: Rows, options: Options) -> Outcome:
    """The shares of a whole at the first and last time that has all parts: which part won most, and which lost most."""
    times: dict[str, dict[str, float]] = {}
    for row in rows.rows:
        if row[0] is not None and isinstance(row[2], int | float) and not isinstance(row[2], bool):
            times.setdefault(str(row[0]), {})[str(row[1])] = float(row[2])
    names = sorted({name for held in times.values() for name in held})
    whole = [at for at in sorted(times) if len(times[at]) == len(names) and min(times[at].values()) >= 0]
    whole = [at for at in whole if sum(times[at].values()) > 0]
    if len(whole) < 3 or len(names) < 2:
        return Outcome()
    first, last = (
        {name: 100 * value / sum(times[at].values()) for name, value in times[at].items()}
        for at in (whole[0], whole[-1])
    )
    gain = max(names, key=lambda name: last[name] - first[name])
    loss = min(names, key=lambda name: last[name] - first[name])
    numbers = {
        "n": len(names), "gain_first": first[gain], "gain_last": last[gain], "gain": last[gain] - first[gain],
        "loss_first": first[loss], "loss_last": last[loss], "loss": last[loss] - first[loss],
    }  # fmt: skip
    grid = grid_of([int(at) if at.isdigit() else at for at in whole])
    return Outcome(numbers, {"gainer": gain, "loser": loss, "from": whole[0], "to": whole[-1], "step": grid.step})


@_method
def _growth(rows: Rows, options: Options) -> Outcome:
    """Which group's last value is most, and which is least, above its first one: in percent, or `by` difference.

    Only groups count that are there at the first and the last time of all.
    """
    known = [row for row in rows.rows if isinstance(row[1], int | float) and isinstance(row[2], int | float)]
    since, until = min((str(row[3]) for row in known), default=""), max((str(row[4]) for row in known), default="")
    whole = [row for row in known if (str(row[3]), str(row[4])) == (since, until)]
    found = [
        (str(name), late - early if options.get("by") == "difference" else (late / early - 1) * 100)
        for name, early, late in ((row[0], float(row[1] or 0), float(row[2] or 0)) for row in whole)
        if options.get("by") == "difference" or (early > 0 and late > 0)
    ]
    if len(found) < 2:
        return Outcome()
    found.sort(key=lambda pair: -pair[1])
    middle = median([value for _, value in found])
    numbers = {
        "n": len(found), "first": found[0][1], "last": found[-1][1], "middle": middle,
        "left_out": len(known) - len(whole),
    }  # fmt: skip
    labels = {"first": found[0][0], "last": found[-1][0], "from": since, "to": until}
    return Outcome(numbers, {**labels, "step": str(options.get("grain") or "day")})


@_method
def _shares(rows: Rows, options: Options) -> Outcome:
    """The shares in percent of the largest parts in their sum."""
    named = [(str(row[0]), float(row[1])) for row in rows.rows if isinstance(row[1], int | float)]
    total = math.fsum(value for _, value in named)
    if len(named) < 2 or total <= 0 or any(value < 0 for _, value in named):
        return Outcome()
    named.sort(key=lambda pair: -pair[1])
    numbers = {"n": len(named), "total": total, "first": named[0][1] / total * 100, "second": named[1][1] / total * 100}
    numbers["three"] = math.fsum(value for _, value in named[:3]) / total * 100
    return Outcome(numbers, {"first": named[0][0], "second": named[1][0], **_span(rows, options)})


@_method
def _absent(rows: Rows, options: Options) -> Outcome:
    """How many times between the first and the last have no row."""
    grid = grid_of([row[0] if isinstance(row[0], int) else str(row[0]) for row in rows.rows if row[0] is not None])
    if not grid.step:
        return Outcome()
    labels = {"step": grid.step, "from": grid.times[0], "to": grid.times[-1]}
    if grid.absent:
        labels["first"] = grid.absent[0]
    return Outcome({"absent": len(grid.absent), "expected": len(grid.times)}, labels)


# --- tests ----------------------------------------------------------------------------------------------------------


@_method
def _trend(rows: Rows, options: Options) -> Outcome:
    """Theil and Sen's slope with Mann and Kendall's test; without its season, if it has one.

    With `start` and `until`, of the part between these times.
    """
    series = timed(rows)
    values = _deseasoned(series)
    first, last = 0, len(values)
    if start := options.get("start"):
        first = next((place for place in range(len(values)) if series.at(place) >= str(start)), 0)
        until = options.get("until")
        last = next((n for n in range(first, len(values)) if until and series.at(n) >= str(until)), len(values))
    found = trend.find_trend(values[first:last])
    if found is None:
        return Outcome()
    numbers = {
        "slope": found.slope / series.grid.every, "start": found.start, "end": found.end, "tau": found.tau,
        "n": len(series.values), **_ends(series.grid, series.values),
    }  # fmt: skip
    labels = {"from": series.at(first), "to": series.at(last - 1), "step": series.grid.step}
    return Outcome(numbers, {**labels, "wandering": "yes" if found.wandering else "no"}, found.tail)


def _ends(grid: Grid, values: Sequence[float]) -> dict[str, float]:
    """Return the means of a series' beginning and end, over how many values, and their difference, also in percent."""
    size = window(grid.step, len(values))
    early, late = mean(values[:size]), mean(values[-size:])
    numbers = {"early": early, "late": late, "window": float(size), "change": late - early}
    if min(values) > 0:
        numbers["percent"] = (late / early - 1) * 100
    return numbers


@_method
def _changes(rows: Rows, options: Options) -> Outcome:
    """Jumps of the level: where the new level begins, before and after."""
    series = timed(rows)
    if len(series.tested) < change.LEAST:
        return Outcome()
    found, tail = change.find_changes(_deseasoned(series))
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for number, one in enumerate(found, 1):
        outcome.numbers.update({f"before{number}": one.before, f"after{number}": one.after})
        outcome.numbers[f"change{number}"] = one.after - one.before
        if one.before > 0 and one.after > 0:
            outcome.numbers[f"percent{number}"] = (one.after / one.before - 1) * 100
        outcome.labels[f"at{number}"] = series.at(one.place)
    return outcome


@_method
def _volatility(rows: Rows, options: Options) -> Outcome:
    """Where a series begins to vary more or less, and by how much."""
    series = timed(rows)
    if len(series.tested) < 2 * change.LEAST:
        return Outcome()
    found, tail = change.find_volatility_changes(_deseasoned(series))
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for one in found[:1]:
        outcome.numbers.update({"before": one.before, "after": one.after, "times": one.after / one.before})
        outcome.labels["at"] = series.at(one.place)
    return outcome


@_method
def _anomalies(rows: Rows, options: Options) -> Outcome:
    """Points far from what is around them."""
    series = timed(rows)
    found, tail = anomaly.find_anomalies(_deseasoned(series))
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for number, one in enumerate(sorted(found, key=lambda item: -item.distance)[:5], 1):
        outcome.numbers[f"value{number}"] = series.tested[one.place]
        outcome.numbers[f"expected{number}"] = one.expected + series.tested[one.place] - one.value
        outcome.numbers[f"distance{number}"] = one.distance
        outcome.labels[f"at{number}"] = series.at(one.place)
    return outcome


@_method
def _outliers(rows: Rows, options: Options) -> Outcome:
    """Values of a sample far from the rest; the query's second column, if there is one, names them."""
    pairs = [(float(row[0]), row[1] if len(row) > 1 else None) for row in rows.rows if isinstance(row[0], int | float)]
    found, tail = anomaly.find_outliers([value for value, _ in pairs])
    outcome = Outcome({"count": len(found), "n": len(pairs)}, {}, tail)
    for number, one in enumerate(sorted(found, key=lambda item: -item.distance)[:3], 1):
        outcome.numbers.update(
            {f"value{number}": one.value, f"distance{number}": one.distance, "expected": one.expected}
        )
        if pairs[one.place][1] is not None:
            outcome.labels[f"name{number}"] = str(pairs[one.place][1])
    return outcome


@_method
def _season(rows: Rows, options: Options) -> Outcome:
    """The seasonal pattern of the step's period: strength, and the positions that stand out."""
    series = timed(rows)
    period = PERIODS.get(series.grid.step, 0)
    found = season.find_season(series.tested, period) if period and series.whole is not None else None
    if found is None:
        return Outcome()
    high, low = found.pattern.index(max(found.pattern)), found.pattern.index(min(found.pattern))
    numbers = {"period": period, "strength": found.strength, "high": found.pattern[high], "low": found.pattern[low]}
    numbers["range"] = found.pattern[high] - found.pattern[low]
    numbers["mean"] = mean(series.values)
    labels = {"step": series.grid.step, "high_at": series.at(high), "low_at": series.at(low)}
    return Outcome(numbers, labels, found.tail if _is_season(found) else max(found.tail, 0.5))


@_method
def _lead(rows: Rows, options: Options) -> Outcome:
    """At which lag two series of the same times move together."""
    first, second = timed(rows, 1), timed(rows, 2)
    if not first.grid.step or first.whole is None or second.whole is None or first.times[0] != second.times[0]:
        return Outcome()
    one, other = _deseasoned(first), _deseasoned(second)
    size = min(len(one), len(other))
    most = int(options.get("most") or 10)
    found = relation.find_lead(one[:size], other[:size], most)
    if found is None:
        return Outcome()
    numbers = {
        "lag": found.lag, "correlation": found.correlation, "at_once": found.at_once, "n": found.pairs,
        "tries": found.tries,
    }  # fmt: skip
    return Outcome(numbers, {"step": first.grid.step}, found.tail)


@_method
def _correlation(rows: Rows, options: Options) -> Outcome:
    """Spearman's and Pearson's correlation of two columns."""
    pairs = [
        (float(row[0]), float(row[1]))
        for row in rows.rows
        if isinstance(row[0], int | float) and isinstance(row[1], int | float)
    ]
    found = relation.correlate([one for one, _ in pairs], [other for _, other in pairs])
    if found is None:
        return Outcome()
    numbers = {"spearman": found.spearman, "pearson": found.pearson, "n": found.pairs}
    return Outcome(numbers, {}, found.tail)


def _is_season(found: season.Season) -> bool:
    """Whether a pattern is beyond doubt: a clear one needs fewer cycles to be sure of."""
    return (found.tail <= SEASONAL and found.strength >= STRONG) or (
        found.tail <= 20 * SEASONAL and found.strength >= CLEAR
    )


def _deseasoned(series: Timed) -> Sequence[float]:
    """Return the tested values without their season, where they have one beyond doubt."""
    period = PERIODS.get(series.grid.step, 0)
    if not period or series.whole is None:
        return series.tested
    found = season.find_season(series.whole, period)
    if found is None or not _is_season(found):
        return series.tested
    return [value - found.at(place) for place, value in enumerate(series.whole)]
