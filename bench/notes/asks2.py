"""Means of the second set of questions, beside those of the first: ways to compute an answer from the truth."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from ask import Ask, Want, number, numbers, on, times
from asks_numbers import END
from truth import YEAR, Row, Truth, days, evidence, mean, total


def q(kind: str, language: str, text: str, answer: Callable[[Truth], Want], as_of: str = END) -> Ask:
    """Return a question, asked on the notebook's last day unless said otherwise."""
    return Ask(kind, language, text, as_of, answer)


def span(first: str, last: str) -> tuple[str, str]:
    """Return a period by its first and last day, each as month-day."""
    return f"{YEAR}-{first}", f"{YEAR}-{last}"


def money(t: Truth, period: tuple[str, str], currency: str, **tags: Any) -> Want:
    """Return what was spent in one currency."""
    rows = t.pick("spend", period, currency=currency, **tags)
    if not rows:
        raise ValueError("nothing was spent")
    return number(total(rows, "amount"), currency, evidence(rows), least=0.02)


def most(
    t: Truth, activity: str, name: str, unit: str, period: tuple[str, str], least: bool = False, **tags: Any
) -> Want:
    """Return the greatest (or least) value of a period."""
    rows = [r for r in t.pick(activity, period, **tags) if name in r.values]
    value = (min if least else max)(r[name] for r in rows)
    same = [r for r in rows if abs(r[name] - value) < 1e-6]
    tolerance = 0.04 if unit == "h" else 0.02
    return number(value, unit, ["|".join(sorted({d for r in same for d in r.evidence.split("|")}))], least=tolerance)


def best_day(t: Truth, activity: str, name: str, least: bool = False, period: tuple[str, str] = ("", "9999")) -> Want:
    """Return the day of the greatest (or least) value, which only one entry may hold."""
    rows = sorted((r for r in t.pick(activity, period) if name in r.values), key=lambda r: r[name], reverse=not least)
    if abs(rows[0][name] - rows[1][name]) < 1e-6:
        raise ValueError(f"the best {activity} is a tie")
    return on([rows[0].evidence], rows[0].date)


def one(t: Truth, activity: str, date: str, name: str, unit: str, **tags: Any) -> Want:
    """Return the one value of a day."""
    (row,) = [r for r in t.pick(activity, span(date, date), **tags) if name in r.values]
    return number(row[name], unit, [row.evidence], least=0.03)


def pace_on(t: Truth, date: str) -> Want:
    """Return the pace of a day's run."""
    (row,) = t.pick("run", span(date, date))
    return number(row["duration_min"] / row["distance_km"], "pace", [row.evidence], least=0.02)


def day_count(rows: list[Row]) -> Want:
    """Return on how many days there was such a thing."""
    return times(len(days(rows)), evidence(rows))


def between(rows: list[Row], later: list[Row]) -> Want:
    """Return the days from the first of some rows to the first of others."""
    passed = (dt.date.fromisoformat(later[0].date) - dt.date.fromisoformat(rows[0].date)).days
    return numbers([(passed, "times")], [rows[0].evidence, later[0].evidence])


def since_last(t: Truth, activity: str) -> Want:
    """Return how many days ago there was such a thing for the last time."""
    row = t.pick(activity)[-1]
    passed = (dt.date.fromisoformat(t.as_of) - dt.date.fromisoformat(row.date)).days
    return numbers([(passed, "times")], [row.evidence])


def mean_on(rows: list[Row], marks: list[Row], name: str, unit: str) -> Want:
    """Return the mean of a value over the days that have something else too."""
    have = [r for r in rows if r.date in days(marks) and name in r.values]
    return number(mean(have, name), unit, evidence(have), least=0.06)


def gone(rows: list[Row], want: Want) -> Want:
    """Return that there is no data, having made sure that there is none."""
    if rows:
        raise ValueError("there is data")
    return want
