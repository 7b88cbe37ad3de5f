"""Means of the fifth set of questions, beside those of the first four: ways to compute an answer from the truth."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ask import Want, number, on, trend
from truth import HERE, Row, Truth, evidence, mean, month, total


def like(rows: Iterable[Row], pattern: str) -> list[Row]:
    """Return the rows whose line in the notebook holds a word that the truth has no tag for."""
    lines = (HERE / "notebook.md").read_text("utf-8").splitlines()
    return [row for row in rows if re.search(pattern, lines[row.line - 1], re.IGNORECASE)]


def newest(rows: list[Row]) -> Want:
    """Return the day of the last of some rows."""
    return on([rows[-1].evidence], rows[-1].date)


def sum_of(t: Truth, groups: Iterable[list[Row]], name: str, unit: str) -> Want:
    """Return one sum over several groups of rows."""
    rows = [row for group in groups for row in group]
    return number(total(rows, name), unit, evidence(rows), least=0.02)


def shorter(t: Truth, activity: str, name: str, first: int, second: int, least: float) -> Want:
    """Return that the mean of a value went down from one month to another, having made sure that it did."""
    if mean(t.pick(activity, month(first)), name) - mean(t.pick(activity, month(second)), name) < least:
        raise ValueError(f"{activity} {name} did not go down")
    return trend("down", [])


def best_month(t: Truth, activity: str, name: str, unit: str) -> Want:
    """Return the greatest sum of a month."""
    groups = [t.pick(activity, month(m)) for m in range(4, 11)]
    rows = max(groups, key=lambda group: total(group, name))
    return number(total(rows, name), unit, evidence(rows))


def close(want: Want, tolerance: float) -> Want:
    """Return what is wanted with a tolerance that tells values apart which lie near each other."""
    return replace(want, numbers=[one | {"tolerance": tolerance} for one in want.numbers])
