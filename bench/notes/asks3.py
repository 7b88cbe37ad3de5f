"""Means of the third set of questions, beside those of the first two: ways to compute an answer from the truth."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

from ask import Want, better, fact, number, times
from truth import Row, Truth, evidence, mean, quantity, total

WEEKEND = (5, 6)


def more(name: str, unit: str, *groups: tuple[list[Row], str], by: Callable[..., float] = total) -> Want:
    """Return which of two groups, each with a pattern that names it, has the greater sum (or mean) of a value."""
    values = [(by(rows, name), label) for rows, label in groups]
    return better(values, evidence(r for rows, _ in groups for r in rows if name in r.values), unit)


def oftener(*groups: tuple[list[Row], str]) -> Want:
    """Return which of two groups has more entries."""
    return better(
        [(len(rows), label) for rows, label in groups], evidence(r for rows, _ in groups for r in rows), "times"
    )


def latest(t: Truth, activity: str, name: str, unit: str, where: Callable[[Row], bool] = lambda row: True) -> Want:
    """Return the value of the last such thing."""
    row = t.pick(activity, where=where)[-1]
    return number(row[name], unit, [row.evidence], least=0.02)


def changed(t: Truth, activity: str, name: str, unit: str, period: tuple[str, str]) -> Want:
    """Return by how much a value changed from the first to the last entry; those two may be said before it."""
    rows = t.pick(activity, period)
    value = quantity(abs(rows[-1][name] - rows[0][name]), unit, least=0.02)
    return Want(numbers=[value, value], evidence=[rows[0].evidence, rows[-1].evidence])


def best_pace(t: Truth, period: tuple[str, str] = ("", "9999")) -> Want:
    """Return the pace of the fastest run."""
    rows = [r for r in t.pick("run", period) if "duration_min" in r.values]
    row = min(rows, key=lambda r: r["duration_min"] / r["distance_km"])
    return number(row["duration_min"] / row["distance_km"], "pace", [row.evidence], least=0.02)


def ago(t: Truth, days_back: int) -> str:
    """Return the day so many days before today."""
    return (dt.date.fromisoformat(t.as_of) - dt.timedelta(days=days_back)).isoformat()


def lately(t: Truth, length: int, measure: Callable[[tuple[str, str]], Want]) -> Want:
    """Return a number over the last days, today being one of them; one day more or less is as good."""
    (want, *others) = [measure((ago(t, length - 1 + n), t.as_of)) for n in (0, 1, -1)]
    (found,) = want.numbers
    found["also"] = sorted({*found["also"], *(other.numbers[0]["value"] for other in others)} - {found["value"]})
    return want


def weekends(rows: Iterable[Row]) -> list[Row]:
    """Return what was on a Saturday or a Sunday."""
    return [r for r in rows if dt.date.fromisoformat(r.date).weekday() in WEEKEND]


def noted(t: Truth, topic: str) -> str:
    """Return the day of the latest note on a topic."""
    return [r for r in t.told if r.tags.get("topic") == topic][-1].note


def written(row: Row, name: str) -> Want:
    """Return a value as its digits, whatever unit is said with them."""
    digits = f"{row[name]:g}".replace(".", "[.,]")
    return fact([rf"\b{digits}\b"], row.evidence)


def gym_visits(rows: list[Row], length: int) -> Want:
    """Return how often there was lifting: on so many days, or so many a week."""
    n = len({r.date for r in rows})
    return times(n, evidence(rows), also=(round(n * 7 / length, 1), round(n * 7 / length, 2)))


def heavier_mean(name: str, unit: str, *groups: tuple[list[Row], str]) -> Want:
    """Return which of two groups has the greater mean of a value."""
    return more(name, unit, *groups, by=mean)
