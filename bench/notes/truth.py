"""The truth about the notebook on a day, and ways to ask it: rows, periods, sums, means, evidence."""

from __future__ import annotations

import calendar
import datetime as dt
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
YEAR = 2026


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that the notebook tells."""

    note: str
    line: int
    domain: str
    activity: str
    values: dict[str, float]
    tags: dict[str, str]
    date: str
    why: str
    until: str
    corrects: bool

    def __getitem__(self, name: str) -> float:
        """Return a value."""
        return self.values[name]

    @property
    def evidence(self) -> str:
        """Return the days that a citation of this row may name: that of the note, or that of the thing."""
        return self.note if self.note == self.date else f"{self.note}|{self.date}"


class Truth:
    """What the notebook says by a day: later notes do not count, and later corrections were not yet made."""

    def __init__(self, folder: Path, as_of: str) -> None:
        self.as_of = as_of
        rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()]
        fields = Row.__slots__
        self.told = [Row(**{name: row[name] for name in fields}) for row in rows if row["note"] <= as_of]
        self.rows = [row for row in self.told if not row.why or (row.why == "corrected" and as_of < row.until)]

    def pick(
        self,
        activity: str = "",
        period: tuple[str, str] = ("", "9999"),
        where: Callable[[Row], bool] = lambda row: True,
        **tags: Any,
    ) -> list[Row]:
        """Return what counts, of an activity (or domain), in a period, oldest first."""
        found = [
            row
            for row in self.rows
            if activity in {"", row.activity, row.domain}
            and period[0] <= row.date <= period[1]
            and row.date <= self.as_of
            and all(row.tags.get(name) == value for name, value in tags.items())
            and where(row)
        ]
        return sorted(found, key=lambda row: (row.date, row.line))


def evidence(rows: Iterable[Row]) -> list[str]:
    """Return the days that must be cited for rows, each once."""
    return sorted({row.evidence for row in rows})


def month(number: int) -> tuple[str, str]:
    """Return the first and last day of a month of the notebook's year."""
    last = calendar.monthrange(YEAR, number)[1]
    return f"{YEAR}-{number:02}-01", f"{YEAR}-{number:02}-{last:02}"


def months(first: int, last: int) -> tuple[str, str]:
    """Return the first day of a month and the last one of another."""
    return month(first)[0], month(last)[1]


def week(monday: str) -> tuple[str, str]:
    """Return a week by its Monday."""
    start = dt.date.fromisoformat(monday)
    if start.weekday():
        raise ValueError(f"{monday} is no Monday")
    return monday, (start + dt.timedelta(days=6)).isoformat()


def day(text: str) -> tuple[str, str]:
    """Return one day as a period."""
    return f"{YEAR}-{text}", f"{YEAR}-{text}"


def total(rows: Iterable[Row], name: str) -> float:
    """Return the sum of a value over rows that have it."""
    return sum(row.values[name] for row in rows if name in row.values)


def mean(rows: Iterable[Row], name: str) -> float:
    """Return the mean of a value over rows that have it."""
    have = [row.values[name] for row in rows if name in row.values]
    return sum(have) / len(have)


def volume(rows: Iterable[Row]) -> float:
    """Return sets × reps × weight, summed."""
    return sum(row["sets"] * row["reps"] * row["weight_kg"] for row in rows)


def pace(rows: Iterable[Row]) -> float:
    """Return minutes a kilometre over rows that have both."""
    timed = [row for row in rows if "duration_min" in row.values]
    return total(timed, "duration_min") / total(timed, "distance_km")


def days(rows: Iterable[Row]) -> set[str]:
    """Return the days of rows."""
    return {row.date for row in rows}


def quantity(value: float, unit: str, share: float = 0.006, least: float = 0.0, also: tuple[float, ...] = ()) -> Any:
    """Return an expected number: its value, tolerance and unit, and other values that are as good."""
    tolerance = max(least, abs(value) * share)
    return {
        "value": round(value, 4),
        "tolerance": round(tolerance, 4),
        "unit": unit,
        "also": [round(v, 4) for v in also],
    }
