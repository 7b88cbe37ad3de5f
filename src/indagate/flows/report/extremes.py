"""Where in its cycle a series is highest and lowest: places that are nearly level, and whether each cycle agrees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from indagate.flows.report.analysis.measure import mean
from indagate.flows.report.timeline import Timed

TIED = 0.02
"""The share of the whole range within which two places of a cycle are told as equal."""
NAMED = 3
"""Places that are told as equal, at most."""


def level(values: Sequence[float], *, highest: bool) -> tuple[int, ...]:
    """Return the places whose values are the extreme or next to it, in their order; the extreme if there are many."""
    most, least = max(values), min(values)
    near = TIED * (most - least)
    found = [at for at, one in enumerate(values) if (most - one if highest else one - least) <= near]
    if len(found) > NAMED:
        return (values.index(most if highest else least),)
    around = 0 in found and len(values) - 1 in found  # December and January follow each other
    return tuple(sorted(found, key=lambda at: (around and at < len(values) // 2, at)))


def returns_each(series: Timed, places: Sequence[int], step: str, high: Sequence[int], low: Sequence[int]) -> bool:
    """Whether every whole cycle of a series has its highest and its lowest mean at one of these places."""
    held: dict[str, dict[int, list[float]]] = {}
    for number, (value, at) in enumerate(zip(series.tested, places, strict=True)):
        held.setdefault(_cycle(series.at(number), step), {}).setdefault(at, []).append(value)
    whole = [one for one in held.values() if len(one) >= max(places)]
    for one in whole:
        means = {at: mean(values) for at, values in one.items()}
        if max(means, key=lambda at: means[at]) not in high or min(means, key=lambda at: means[at]) not in low:
            return False
    return bool(whole)


def _cycle(time: str, step: str) -> str:
    """Return what names the cycle that a time is in: a day of hours, a week of days, a year of what is longer."""
    if step == "hour":
        return time[:10]
    if step in ("day", "workday"):
        year, week, _ = date.fromisoformat(time[:10]).isocalendar()
        return f"{year}-{week}"
    return time[:4]
