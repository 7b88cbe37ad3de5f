"""Means of the fourth set of questions, beside those of the first three: ways to compute an answer from the truth."""

from __future__ import annotations

import datetime as dt

from ask import Want, better, number, numbers
from truth import Row, Truth, evidence, total, week


def days_since(t: Truth, rows: list[Row]) -> Want:
    """Return how many days ago the last of some rows was."""
    passed = (dt.date.fromisoformat(t.as_of) - dt.date.fromisoformat(rows[-1].date)).days
    return numbers([(passed, "times")], [rows[-1].evidence])


def latest_of(rows: list[Row], name: str, unit: str) -> Want:
    """Return the value of the last of some rows."""
    return number(rows[-1][name], unit, [rows[-1].evidence], least=0.02)


def quickest(t: Truth, least_km: float) -> Want:
    """Return the best pace of the runs of at least a distance."""
    rows = [r for r in t.pick("run", where=lambda r: r["distance_km"] >= least_km) if "duration_min" in r.values]
    row = min(rows, key=lambda r: r["duration_min"] / r["distance_km"])
    return number(row["duration_min"] / row["distance_km"], "pace", [row.evidence], least=0.02)


def weeks_against(t: Truth, *mondays: tuple[str, str]) -> Want:
    """Return in which of two weeks, each with a pattern that names it, more was run."""
    groups = [(t.pick("run", week(monday)), label) for monday, label in mondays]
    values = [(total(rows, "distance_km"), label) for rows, label in groups]
    return better(values, evidence(r for rows, _ in groups for r in rows), "km")
