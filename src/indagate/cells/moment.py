"""Dates as people write them in tables: ISO, day or month first, month names, quarters, weeks."""

from __future__ import annotations

import datetime
import re
from typing import Literal

from indagate.cells.table import Period as Grain
from indagate.vocabulary import MONTHS

Order = Literal["dmy", "mdy"]
_CLOCK = r"(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp][Mm])?(?:Z|[+-]\d\d:?\d\d)?)?"
_ISO = re.compile(rf"^(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}}){_CLOCK}$")
_PARTS = re.compile(rf"^(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_CLOCK}$")
_MONTH = re.compile(r"^(\d{4})[-/. ]?M?(\d{2})$|^(\d{1,2}[-/]|\d{2}\.)((?:1[5-9]|2[01])\d{2})$")
"""A month beside its year; with a point both have to look the part, as 1.0389 is a number."""
_DAY_NAMED = re.compile(
    rf"^(\d{{1,2}})(?:st|nd|rd|th|\.)?[- /]*([^\W\d_]{{3,}})\.?,?[- /]*(\d{{4}}|\d{{2}})(?:\s*г\.?)?{_CLOCK}$"
)
_NAMED_DAY = re.compile(rf"^([^\W\d_]{{3,}})\.?[- ]+(\d{{1,2}})(?:st|nd|rd|th)?,?[- ]+(\d{{4}}){_CLOCK}$")
_NAMED = re.compile(r"^([^\W\d_]{3,})\.?[-, /']*(\d{4}|\d{2})(?:\s*г\.?)?$|^(\d{4})[-, /]*([^\W\d_]{3,})\.?$")
_QUARTER = re.compile(
    r"^(\d{4})[-, /]*(?:Q|К|кв\.?|T)\s*([1-4])$|^(?:Q|К)\s*([1-4])[-, /]*(\d{4})$"
    r"|^([1-4])\s*(?:-?й\s*)?(?:Q|кв\.?|квартал)\s*(\d{4})(?:\s*г\.?)?$",
    re.I,
)
_WEEK = re.compile(r"^(\d{4})-?W(\d{2})(?:-?([1-7]))?$")
_PACKED = re.compile(r"^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$")
Read = tuple[str, Grain]


def read_date(text: str, order: Order, *, packed: bool = False) -> Read | None:
    """Return a text as an ISO date or moment and its grain, or None; with `packed` 20200131 is a date too."""
    for reader in (_iso, _named, _quarter, _week):
        if found := reader(text):
            return found
    if packed and (part := _PACKED.match(text)):
        return _day(int(part[1]), int(part[2]), int(part[3]))
    return _ordered(text, order)


def speaks_for(text: str) -> Order | None:
    """Return the order of day and month that a date proves, if it does."""
    found = _PARTS.match(text)
    if not found:
        return None
    first, second = int(found[1]), int(found[3])
    if first > 12 >= second:
        return "dmy"
    return "mdy" if second > 12 >= first else None


def _iso(text: str) -> Read | None:
    if found := _ISO.match(text):
        return _day(int(found[1]), int(found[2]), int(found[3]), found.groups()[3:])
    if (found := _MONTH.match(text)) and not text.isdigit():
        year, month = (found[1], found[2]) if found[1] else (found[4], found[3][:-1])
        return _first(int(year), int(month), "month") if text[4:5] != "." else None
    return None


def _ordered(text: str, order: Order) -> Read | None:
    found = _PARTS.match(text)
    if not found:
        return None
    day, month = int(found[1]), int(found[3])
    if order == "mdy":
        day, month = month, day
    return _day(_year(found[4]), month, day, found.groups()[4:])


def _named(text: str) -> Read | None:
    if found := _DAY_NAMED.match(text):
        month = MONTHS.get(found[2].lower())
        return _day(_year(found[3]), month, int(found[1]), found.groups()[3:]) if month else None
    if found := _NAMED_DAY.match(text):
        month = MONTHS.get(found[1].lower())
        return _day(int(found[3]), month, int(found[2]), found.groups()[3:]) if month else None
    if found := _NAMED.match(text):
        name, year = (found[1], found[2]) if found[1] else (found[4], found[3])
        month = MONTHS.get(name.lower())
        return _first(_year(year), month, "month") if month else None
    return None


def _quarter(text: str) -> Read | None:
    found = _QUARTER.match(text)
    if not found:
        return None
    year, number = (found[1], found[2]) if found[1] else (found[4], found[3]) if found[3] else (found[6], found[5])
    return _first(int(year), int(number) * 3 - 2, "quarter")


def _week(text: str) -> Read | None:
    found = _WEEK.match(text)
    if not found:
        return None
    try:
        day = datetime.date.fromisocalendar(int(found[1]), int(found[2]), int(found[3] or 1))
    except ValueError:
        return None
    return day.isoformat(), "day" if found[3] else "week"


def _year(text: str) -> int:
    year = int(text)
    return year if len(text) == 4 else year + (2000 if year < 70 else 1900)


def _first(year: int, month: int, grain: Grain) -> Read | None:
    try:
        return datetime.date(year, month, 1).isoformat(), grain
    except ValueError:
        return None


def _day(year: int, month: int, day: int, clock: tuple[str | None, ...] = ()) -> Read | None:
    try:
        if not clock or clock[0] is None:
            return datetime.date(year, month, day).isoformat(), "day"
        hour = int(clock[0])
        if clock[3]:
            hour = hour % 12 + (12 if clock[3].lower() == "pm" else 0)
        moment = datetime.datetime(year, month, day, hour, int(clock[1] or 0), int(clock[2] or 0))
        return moment.isoformat(sep=" "), ""
    except ValueError:
        return None
