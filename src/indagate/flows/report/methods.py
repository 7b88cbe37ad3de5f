"""The methods of calculations: from the rows of a query to numbers and labels, the same whenever they are done."""

from __future__ import annotations

import math
from collections.abc import Mapping

from indagate.errors import InputError
from indagate.flows.report import extremes
from indagate.flows.report.analysis import anomaly, change, course, cycle, relation, season, seasonal, trend
from indagate.flows.report.analysis.measure import deviation, mean, median, quantile
from indagate.flows.report.comparing import COMPARING
from indagate.flows.report.outcome import Method, Options, Outcome, numbers_of
from indagate.flows.report.surveying import SURVEYING
from indagate.flows.report.timeline import (
    MOST,
    SEASONAL,
    Timed,
    deseasoned,
    ends_of,
    full_years,
    is_season,
    is_smooth,
    places_in_cycle,
    timed,
)
from indagate.flows.report.times import A_YEAR, PERIODS, YEARS, grid_of, window
from indagate.tools.tables.table import Rows

LEVEL = 0.2
"""By what share of it plain means may differ from a seasonal pattern, for the pattern to be told by them."""

STEPS_A_YEAR = {**A_YEAR, "month": 12.0, "quarter": 4.0, "year": 1.0}
LONG = 10.0
"""Years from which on a change in percent is told a year too."""
FULL = {"day": (365,), "workday": (261,), "week": (52,), "month": (12,), "quarter": (4,)}
"""Of how many values a year is."""
SHORT = ("day", "workday", "week", "month")
"""Steps short enough for a year to have seasons."""

# --- descriptions ---------------------------------------------------------------------------------------------------


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


def _level(rows: Rows, options: Options) -> Outcome:
    """First, last, lowest and highest value of a series, with their times; its mean and median, and the change."""
    series = timed(rows)
    if not series.values:
        return Outcome()
    values, times = series.values, series.times
    low, high = values.index(min(values)), values.index(max(values))
    tau, ranks = trend.way_of(deseasoned(series))
    numbers = {
        "n": len(values), "first": values[0], "last": values[-1], "mean": mean(values), "median": median(values),
        "lowest": values[low], "highest": values[high], "absent": len(series.grid.absent),
        "deviation": deviation(values), "tau": tau, "ranks": ranks, **_ends(series),
    }  # fmt: skip
    labels = {"from": times[0], "to": times[-1]}
    _add_course(series, numbers, labels)
    for name, place in (("lowest_at", low), ("highest_at", high)):
        if values.count(values[place]) == 1:
            labels[name] = times[place]
    return Outcome(numbers, {**labels, "step": series.grid.step})


def _quantiles(rows: Rows, options: Options) -> Outcome:
    """Quantiles, mean and spread of a sample."""
    values = numbers_of(rows)
    if not values:
        return Outcome()
    numbers = {f"q{share}": quantile(values, share / 100) for share in (5, 25, 50, 75, 95)}
    extremes = {"n": len(values), "mean": mean(values), "deviation": deviation(values), "min": min(values)}
    return Outcome({**numbers, **extremes, "max": max(values)})


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


def _trend(rows: Rows, options: Options) -> Outcome:
    """Theil and Sen's slope with Mann and Kendall's test; without its season, if it has one.

    With `start` and `until`, of the part between these times.
    """
    series = timed(rows)
    values = deseasoned(series)
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
        "n": len(series.values), **_ends(series),
    }  # fmt: skip
    size = window(series.grid.step, last - first)
    numbers |= {"part_early": mean(values[first : first + size]), "part_late": mean(values[last - size : last])}
    labels = {"from": series.at(first), "to": series.at(last - 1), "step": series.grid.step}
    if last - first == len(values):
        _add_course(series, numbers, labels)
    return Outcome(numbers, labels, found.tail)


def _add_course(series: Timed, numbers: dict[str, float], labels: dict[str, str]) -> None:
    """Add the ends of a series, and where between them it turned, to the numbers and labels of a calculation."""
    turns = course.find_turns(series.values)
    numbers.update({"first": series.values[0], "last": series.values[-1], "turns": float(len(turns))})
    for number, place in enumerate(turns, 1):
        numbers[f"turn{number}"], labels[f"turn{number}_at"] = series.values[place], series.times[place]
    fall = course.find_fall(series.values) if is_smooth(series) and min(series.values) > 0 else None
    if fall is not None:
        top, bottom = fall
        numbers["fall_size"] = series.values[top] - series.values[bottom]
        numbers["fall"] = (1 - series.values[bottom] / series.values[top]) * 100
        labels |= {"fall_from": series.times[top], "fall_to": series.times[bottom]}


def _ends(series: Timed) -> dict[str, float]:
    """Return the means of a series' beginning and end, over how many values, and their difference, also in percent.

    Where a year's worth of times has gaps, these are the first and the last calendar year that has most of its values.
    Of a series without a season whose change by far outweighs its noise these are its first and its last value. Its
    `pace` is the difference for each step from the middle of the beginning to the middle of the end.
    """
    grid, values = series.grid, series.values
    size = 1 if is_smooth(series) else window(grid.step, len(values))
    first, last = ends_of(series, size)
    apart = float(max(1, len(grid.times) - size))
    years: dict[str, float] = {}
    if size in FULL.get(grid.step, ()) and min(len(first), len(last)) < MOST * size:
        whole = full_years(series, size)
        if whole:
            (one, first), (other, last) = whole.items()
            years = {"early_year": float(one), "late_year": float(other)}
            apart = (int(other) - int(one)) * STEPS_A_YEAR[grid.step]
    early, late = mean(first), mean(last)
    pace = (late - early) / apart / grid.every
    numbers = {**years, "early": early, "late": late, "window": float(size), "change": late - early, "pace": pace}
    if grid.step in A_YEAR:
        numbers["yearly"] = pace * A_YEAR[grid.step]
    if min(values) > 0:
        numbers["percent"] = (late / early - 1) * 100
        if grid.step in STEPS_A_YEAR:
            long = apart * grid.every / STEPS_A_YEAR[grid.step]
            if long >= LONG:
                numbers["rate"] = ((late / early) ** (1 / long) - 1) * 100
    return numbers


def _changes(rows: Rows, options: Options) -> Outcome:
    """Jumps of the level: where the new level begins, before and after; until when, if it jumps back later."""
    series = timed(rows)
    if len(series.tested) < change.LEAST:
        return Outcome()
    found, tail = change.find_changes(deseasoned(series))
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for number, one in enumerate(found, 1):
        outcome.numbers.update({f"before{number}": one.before, f"after{number}": one.after})
        outcome.numbers[f"change{number}"] = step = one.after - one.before
        if one.before > 0 and one.after > 0:
            outcome.numbers[f"percent{number}"] = (one.after / one.before - 1) * 100
        outcome.labels[f"at{number}"] = series.at(one.place)
        back = next((other.place for other in found[number:] if (other.after - other.before) * step < 0), 0)
        if back:
            outcome.labels[f"until{number}"] = series.at(back - 1)
    return outcome


def _volatility(rows: Rows, options: Options) -> Outcome:
    """Where a series begins to vary more or less, and by how much; with `by` percent, of its changes in percent.

    What grows many times over swings more widely for that alone: of its changes in percent that is not so.
    """
    series = timed(rows)
    values = deseasoned(series)
    if len(values) < 2 * change.LEAST:
        return Outcome()
    if options.get("by") == "percent":
        if min(values) <= 0:
            return Outcome()
        values = [100 * math.log(value) for value in values]
    found, tail = change.find_volatility_changes(values)
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for one in found[:1]:
        outcome.numbers.update({"before": one.before, "after": one.after, "times": one.after / one.before})
        outcome.labels["at"] = series.at(one.place)
        if "by" in options:
            outcome.labels["by"] = str(options["by"])
    return outcome


def _anomalies(rows: Rows, options: Options) -> Outcome:
    """Points far from what is around them."""
    series = timed(rows)
    found, tail = anomaly.find_anomalies(deseasoned(series))
    outcome = Outcome({"count": len(found)}, {"step": series.grid.step}, tail)
    for number, one in enumerate(sorted(found, key=lambda item: -item.distance)[:5], 1):
        outcome.numbers[f"value{number}"] = series.tested[one.place]
        outcome.numbers[f"expected{number}"] = one.expected + series.tested[one.place] - one.value
        outcome.numbers[f"distance{number}"] = one.distance
        outcome.labels[f"at{number}"] = series.at(one.place)
    return outcome


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


def _season(rows: Rows, options: Options) -> Outcome:
    """The seasonal pattern of the step's period: strength, and the positions that stand out."""
    series = timed(rows)
    period = PERIODS.get(series.grid.step, 0)
    found = season.find_season(series.tested, period, places_in_cycle(series)) if series.whole is not None else None
    return _patterned(series, found, series.grid.step, sure=found is not None and is_season(found))


def _patterned(series: Timed, found: season.Season | None, step: str, *, sure: bool) -> Outcome:
    """Return what is told of a seasonal pattern, whose positions are named by a step."""
    if found is None:
        return Outcome()
    most, least = max(found.pattern), min(found.pattern)
    numbers = {
        "period": found.period, "strength": found.strength, "high": most, "low": least, "range": most - least,
        "mean": mean(series.values),
    }  # fmt: skip
    held: list[list[float]] = [[] for _ in found.pattern]
    for value, at in zip(series.tested, found.places, strict=True):
        held[at].append(value)
    means = [mean(values) for values in held]
    high, low = (extremes.level(found.pattern, highest=one) for one in (True, False))
    top, bottom = (extremes.level(means, highest=one) for one in (True, False))
    wide = max(means) - min(means)
    if set(high) & set(top) and set(low) & set(bottom) and abs(wide - (most - least)) <= LEVEL * (most - least):
        numbers |= {"high_mean": max(means), "low_mean": min(means), "range": wide}
        high, low = top, bottom
    numbers["each"] = float(extremes.returns_each(series, found.places, step, high, low))
    labels = {"step": step}
    for name, places in (("high_at", high), ("low_at", low)):
        for number, place in enumerate(places, 1):
            labels[f"{name}{number if number > 1 else ''}"] = series.at(found.places.index(place))
    return Outcome(numbers, labels, found.tail if sure else max(found.tail, 0.5))


def _lead(rows: Rows, options: Options) -> Outcome:
    """At which lag two series of the same times move together."""
    first, second = timed(rows, 1), timed(rows, 2)
    if not first.grid.step or first.whole is None or second.whole is None or first.times[0] != second.times[0]:
        return Outcome()
    one, other = deseasoned(first), deseasoned(second)
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


def _correlation(rows: Rows, options: Options) -> Outcome:
    """Spearman's and Pearson's correlation of two columns; with `over`, which groups' means they are.

    With `kind`, a third column names the kind of each row, and the mean of the correlations within kinds is told too.
    """
    pairs = [
        (float(row[0]), float(row[1]))
        for row in rows.rows
        if isinstance(row[0], int | float) and isinstance(row[1], int | float)
    ]
    found = relation.correlate([one for one, _ in pairs], [other for _, other in pairs])
    if found is None:
        return Outcome()
    numbers = {"spearman": found.spearman, "pearson": found.pearson, "n": found.pairs}
    labels = {name: str(options[name]) for name in ("over", "kind") if name in options}
    if "kind" in options:
        numbers["within"] = relation.within(
            (str(row[2]), float(row[0]), float(row[1]))
            for row in rows.rows
            if isinstance(row[0], int | float) and isinstance(row[1], int | float)
        )
    return Outcome(numbers, labels, found.tail)


def _relation(rows: Rows, options: Options) -> Outcome:
    """How closely two columns go together, however loosely: the coefficient with the interval that holds it."""
    known = [row for row in rows.rows if isinstance(row[-2], int | float) and isinstance(row[-1], int | float)]
    one, other = ([float(row[place] or 0) for row in known] for place in (-2, -1))
    timely = options.get("order") == "time"
    found = relation.relate(one, other, in_order=timely)
    if found is None:
        return Outcome()
    numbers = {"coefficient": found.coefficient, "low": found.low, "high": found.high, "n": found.pairs}
    outcome = Outcome({**numbers, "worth": found.worth, "level": 95})
    times = [str(row[0]) for row in known] if timely else []
    if times and grid_of(times).step in SHORT:
        within = seasonal.relate_within([int(time[5:7]) for time in times], one, other)
        if within is not None:
            outcome.numbers["months"] = within.months
            for number, (months, part) in enumerate(zip(seasonal.QUARTERS, within.seasons, strict=True), 1):
                outcome.numbers[f"season{number}"] = part.coefficient
                outcome.numbers[f"sure{number}"] = float(part.low > 0) - float(part.high < 0)
                outcome.labels[f"season{number}_from"] = f"2000-{months[0]:02}-01"
                outcome.labels[f"season{number}_to"] = f"2000-{months[-1]:02}-01"
    return outcome


def _year(rows: Rows, options: Options) -> Outcome:
    """The pattern of the year in a series of days: strength, and the months that stand out."""
    series = timed(rows)
    size = YEARS.get(series.grid.step, 0)
    if not size or series.whole is None:
        return Outcome()
    months = [int(series.at(place)[5:7]) - 1 for place in range(len(series.whole))]
    found = season.find_year(series.whole, size, months)
    outcome = _patterned(series, found, "month", sure=found is not None and found.tail <= SEASONAL)
    if found is not None:
        outcome.labels["averaged"] = series.grid.step
    return outcome


def _cycle(rows: Rows, options: Options) -> Outcome:
    """The cycle, longer than the season, after which a series returns; how much of its variation that is."""
    series = timed(rows)
    season_ = PERIODS.get(series.grid.step, 0)
    found = cycle.find_cycle(deseasoned(series), season_) if series.whole is not None else None
    if found is None:
        return Outcome()
    numbers = {"period": found.period * series.grid.every, "share": found.share, "cycles": found.cycles}
    return Outcome(numbers, {"step": series.grid.step, "from": series.at(0), "to": series.times[-1]}, found.tail)


METHODS: Mapping[str, Method] = {
    **COMPARING,
    **SURVEYING,
    "cells": _cells, "level": _level, "quantiles": _quantiles, "absent": _absent, "trend": _trend,
    "changes": _changes, "volatility": _volatility, "anomalies": _anomalies, "outliers": _outliers,
    "season": _season, "year": _year, "cycle": _cycle, "lead": _lead, "correlation": _correlation,
    "relation": _relation,
}  # fmt: skip


def calculate(method: str, rows: Rows, options: Options) -> Outcome:
    """Do a calculation. Raises `InputError` for a method that is not there."""
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}")
    found = METHODS[method](rows, options)
    found.numbers = {name: float(f"{value:.12g}") for name, value in found.numbers.items() if math.isfinite(value)}
    return found
