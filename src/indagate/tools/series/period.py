"""Periods as sources and people write them: years, halves, quarters, months, weeks, days."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

Frequency = Literal["day", "workday", "week", "month", "quarter", "half-year", "year", ""]
"""How far the points of a series are apart; empty where that is irregular or unknown."""
_FORM = re.compile(
    r"^(?P<year>[0-9]{4})(?:-?Q(?P<quarter>[1-4])|-?[SH](?P<half>[12])|-?W(?P<week>[0-9]{2})"
    r"|(?:-|-?M)(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?)?$"
)


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time: its first and last day, and what it is."""

    first: date
    last: date
    grain: Frequency

    @property
    def text(self) -> str:
        """The period as ISO 8601 and SDMX write it: 2020, 2020-S1, 2020-Q1, 2020-01, 2020-W05, 2020-01-31."""
        year, month = self.first.year, self.first.month
        match self.grain:
            case "year":
                return f"{year:04}"
            case "half-year":
                return f"{year:04}-S{(month + 5) // 6}"
            case "quarter":
                return f"{year:04}-Q{(month + 2) // 3}"
            case "month":
                return f"{year:04}-{month:02}"
            case "week":
                iso = self.first.isocalendar()
                return f"{iso.year:04}-W{iso.week:02}"
        return self.first.isoformat()


def read_period(text: str) -> Period | None:
    """Return what a text such as 2020, 2020Q1, 2020-Q1, 2020M01, 2020-01, 2020-W05, 2020-S1 or 2020-01-31 names."""
    found = _FORM.match(text.strip().upper())
    if not found:
        return None
    year = int(found["year"])
    try:
        if found["week"]:
            first = date.fromisocalendar(year, int(found["week"]), 1)
            return Period(first, first + timedelta(days=6), "week")
        if found["day"]:
            first = date(year, int(found["month"]), int(found["day"]))
            return Period(first, first, "day")
        if found["month"]:
            return _months(year, int(found["month"]), 1, "month")
        if found["quarter"]:
            return _months(year, int(found["quarter"]) * 3 - 2, 3, "quarter")
        if found["half"]:
            return _months(year, int(found["half"]) * 6 - 5, 6, "half-year")
        return _months(year, 1, 12, "year")
    except (ValueError, OverflowError):
        return None


def _months(year: int, month: int, count: int, grain: Frequency) -> Period:
    after = year * 12 + month - 1 + count
    end = date.max if after // 12 > date.max.year else date(after // 12, after % 12 + 1, 1) - timedelta(days=1)
    return Period(date(year, month, 1), end, grain)
