"""The methods that survey: the months of a year, and the courses of several measures side by side."""

from __future__ import annotations

from collections.abc import Mapping

from indagate.flows.report import extremes
from indagate.flows.report.analysis import season
from indagate.flows.report.analysis.measure import mean
from indagate.flows.report.outcome import Method, Options, Outcome
from indagate.flows.report.timeline import Timed, ends_of, is_smooth, timed
from indagate.flows.report.times import PERIODS, YEARS, window
from indagate.tools.tables.table import Rows

MONTHS = 12
SELDOM = 0.2
"""The share of noughts from which on it is told in which share of all cases there is any."""
TWICE = 2
"""Years of which each month must have values."""


def _months(rows: Rows, options: Options) -> Outcome:
    """The mean of a series in each month of the calendar, and the probability by chance that they differ so.

    Of what is often nought, `some` is how often it is not, in percent. `chance`, in percent, is of the test for a
    season, which allows for neighbours that are alike. `averaged` is the step of the values that the means are of. The
    option `title` says what the series is called.
    """
    series = timed(rows)
    if series.grid.step not in ("day", "workday", "week", "month"):
        return Outcome()
    held: dict[int, list[float]] = {month: [] for month in range(1, MONTHS + 1)}
    years: dict[int, set[str]] = {month: set() for month in held}
    for time, value in zip(series.times, series.values, strict=True):
        held[int(time[5:7])].append(value)
        years[int(time[5:7])].add(time[:4])
    if any(len(one) < TWICE for one in years.values()):
        return Outcome()
    means = {month: mean(values) for month, values in held.items()}
    high, low = max(means, key=lambda month: means[month]), min(means, key=lambda month: means[month])
    numbers = {f"mean{month}": value for month, value in means.items()}
    if min(series.values) == 0 and series.values.count(0.0) >= SELDOM * len(series.values):
        numbers |= {f"some{month}": 100 * mean([float(one > 0) for one in held[month]]) for month in held}
    numbers |= {"high": means[high], "low": means[low], "apart": means[high] - means[low], "n": len(series.values)}
    found = _tested(series)
    if found is not None:
        numbers["chance"] = 100 * found.tail
    labels = {"step": "month", "averaged": series.grid.step, "title": str(options.get("title") or "")}
    for name, highest in (("high_at", True), ("low_at", False)):
        for number, place in enumerate(extremes.level(list(means.values()), highest=highest), 1):
            at = next(time for time in series.times if int(time[5:7]) == place + 1)
            labels[f"{name}{number if number > 1 else ''}"] = at
    return Outcome(numbers, {**labels, "from": series.times[0], "to": series.times[-1]})


def _tested(series: Timed) -> season.Season | None:
    """Return the test of a series for a year, or None where it is too short or has too many gaps."""
    if series.whole is None:
        return None
    months = [int(series.at(place)[5:7]) - 1 for place in range(len(series.whole))]
    if series.grid.step == "month":
        return season.find_season(series.whole, MONTHS, months)
    return season.find_year(series.whole, YEARS.get(series.grid.step, PERIODS["week"]), months)


def _courses(rows: Rows, options: Options) -> Outcome:
    """Where each of several measures begins and ends, its change, and its extremes; rows are times and values.

    Beginning and end are the first and the last value where most of them are smooth, else the means of `window` values.
    The option `each` has a line for each measure: its unit, and after a tab its scale; `held` is how many measures the
    table has. What is lowest or highest several times has the date of the first only, as `_since`.
    """
    told = [line.partition("\t") for line in str(options.get("each") or "").split("\n")]
    found = {title: timed(rows, place) for place, title in enumerate(rows.columns[1:], 1)}
    kept = [
        (title, one, unit) for (title, one), unit in zip(found.items(), told, strict=False) if len(one.values) > TWICE
    ]
    if len(kept) < TWICE:
        return Outcome()
    step = kept[0][1].grid.step
    smooth = 2 * sum(is_smooth(one) for _, one, _ in kept) > len(kept)
    size = 1 if smooth else min(window(step, len(one.values)) for _, one, _ in kept)
    held = options.get("held")
    outcome = Outcome({"k": len(kept), "window": size}, {"step": step})
    if isinstance(held, int):
        outcome.numbers["held"] = float(held)
    outcome.labels |= {"from": min(one.times[0] for _, one, _ in kept), "to": max(one.times[-1] for _, one, _ in kept)}
    for number, (title, one, (unit, _, scale)) in enumerate(kept, 1):
        first, last = (mean(values) for values in ends_of(one, size))
        known = one.values[1:] if scale != "ratio" and _is_blank(one) else one.values
        low, high = (one.values.index(extreme(known)) for extreme in (min, max))
        outcome.numbers |= {f"last{number}": last, f"low{number}": one.values[low], f"high{number}": one.values[high]}
        if known is one.values:
            outcome.numbers |= {f"first{number}": first, f"change{number}": last - first}
        if scale == "ratio" and min(first, last) > 0:
            outcome.numbers[f"percent{number}"] = (last / first - 1) * 100
        outcome.labels |= {f"measure{number}": title, f"unit{number}": unit}
        for name, at in (("low", low), ("high", high)):
            once = one.values.count(one.values[at]) == 1
            outcome.labels[f"{name}{number}_{'at' if once else 'since'}"] = one.times[at]
    return outcome


def _is_blank(series: Timed) -> bool:
    """Whether the first value of a rate is an exact nought that never comes again: there was none to take it from."""
    return series.values[0] == 0 and series.values.count(0.0) == 1


SURVEYING: Mapping[str, Method] = {"months": _months, "courses": _courses}
