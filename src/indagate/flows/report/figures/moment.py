"""Dates on an axis: their texts read as seconds, and back."""

from __future__ import annotations

import datetime
import re

DAY = 86400.0
_EPOCH = datetime.datetime(1970, 1, 1)
_SHAPE = re.compile(
    r"(-?\d{1,4})(?:-?Q([1-4])|-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?)?)?"
    r"(?:Z|[+-]00:?00)?"
)


def read_moment(text: object) -> float | None:
    """Return a date's seconds since 1970, None if it is none: `1999`, `1999-Q2`, `1999-03`, `1999-03-01T10:30`."""
    if isinstance(text, int | float) and not isinstance(text, bool):
        text = str(int(text))
    found = _SHAPE.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        return None
    year, quarter, month, day, hour, minute, second = found.groups()
    try:
        moment = datetime.datetime(
            int(year), int(quarter) * 3 - 2 if quarter else int(month or 1), int(day or 1),
            int(hour or 0), int(minute or 0), int(second or 0),
        )  # fmt: skip
    except ValueError:
        return None
    return (moment - _EPOCH).total_seconds()


def moment_of(seconds: float) -> datetime.datetime:
    """Return the date and time of an axis' seconds."""
    return _EPOCH + datetime.timedelta(seconds=seconds)


def write_iso(seconds: float) -> str:
    """Return an axis' seconds as ISO text, without the time at midnight."""
    moment = moment_of(seconds)
    return moment.date().isoformat() if moment.time() == datetime.time() else moment.isoformat(timespec="seconds")
