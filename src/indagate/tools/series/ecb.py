"""The European Central Bank's data portal, by its SDMX service in CSV: no key, one row an observation."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from indagate.errors import EffectFailed, InputError
from indagate.tools.series.period import Frequency, read_period
from indagate.tools.series.request import SeriesRequest, hint, read_span
from indagate.tools.series.series import Parsed, Point, statuses_told
from indagate.tools.series.source import meaning

_NEEDED = ("KEY", "TIME_PERIOD", "OBS_VALUE")
_FREQUENCIES: dict[str, Frequency] = {
    "A": "year", "H": "half-year", "S": "half-year", "Q": "quarter", "M": "month", "W": "week", "B": "workday",
    "D": "day",
}  # fmt: skip
_MULTIPLES = {"3": "thousand", "6": "million", "9": "billion", "12": "trillion"}
_UNITS = {
    "PC": "%", "PCPA": "% per year", "PCCH": "% change", "PCPM": "% per month", "PERS": "persons",
    "POINTS": "percentage points", "PURE_NUMB": "", "IX": "index",
}  # fmt: skip
_STATUSES = {"E": "estimated", "F": "forecast", "P": "provisional", "B": "after a break in the series"}


class Ecb:
    """Rates, yields, prices, money and banking of the euro area."""

    name: ClassVar[str] = "ecb"
    takes: ClassVar[str] = "ecb:KEY[:TIMES], the whole key as the data portal shows it"
    example: ClassVar[str] = "ecb:EXR.M.USD.EUR.SP00.A:2015.."
    base: ClassVar[str] = "https://data-api.ecb.europa.eu/service"
    media: ClassVar[str] = "text/csv"
    licence: ClassVar[str] = "free to use with the source named and the figures unchanged"
    attribution: ClassVar[str] = "Source: ECB statistics (data.ecb.europa.eu)"

    def read(self, rest: str) -> SeriesRequest:
        """Read `FLOW.DIMENSION.DIMENSION…[:TIMES]`; a key stands for one series, so nothing in it is left open."""
        key, _, times = rest.partition(":")
        key, form = key.strip().upper(), hint(self.takes, self.example)
        if "+" in key or "*" in key or ".." in key:
            raise InputError(f"{key!r} stands for several series", hint="Ask for one series a word. " + form)
        if not re.fullmatch(r"[A-Z0-9_]+(\.[A-Z0-9_-]+)+", key):
            raise InputError(f"{key!r} is no key of the ECB's", hint=form)
        start, end = read_span(times.strip()) if times.strip() else (None, None)
        return SeriesRequest(self.name, key, (), start, end)

    def next_page(self, request: SeriesRequest, bodies: Sequence[bytes]) -> str:
        """Return the one address; it answers everything at once."""
        if bodies:
            return ""
        flow, _, key = request.series.partition(".")
        start = f"&startPeriod={request.start.first.isoformat()}" if request.start else ""
        end = f"&endPeriod={request.end.last.isoformat()}" if request.end else ""
        return f"{request.base or self.base}/data/{flow}/{key}?format=csvdata{start}{end}"

    def parse(self, request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
        """Return what the answer says. Raises `EffectFailed` that names line and column."""
        return parse_ecb(request, bodies)

    def explain(self, status: int, body: bytes) -> str:
        """Say what a status means; 404 is a key that it does not have, or a time without observations."""
        told = "" if b"<html" in body[:500].lower() else body[:500].decode("utf-8", "replace")
        if status == 404:
            return "it has no series of this key, or nothing in this time (404)"
        return meaning(status, told)


def parse_ecb(request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
    """Read the ECB's CSV. Raises `EffectFailed` that names line and column."""
    rows = [row for body in bodies for row in _rows(body)]
    points, statuses = [], Counter[str]()
    for line, row in rows:
        where = f"ecb: line {line}"
        if row["KEY"] != request.series:
            raise EffectFailed(f"{where}: column KEY: it is {row['KEY'][:60]!r}, not {request.series}")
        period = read_period(row["TIME_PERIOD"])
        if period is None:
            raise EffectFailed(f"{where}: column TIME_PERIOD: {row['TIME_PERIOD'][:40]!r} is no date")
        statuses[_STATUSES.get(row.get("OBS_STATUS", ""), "")] += 1
        points.append(Point(period.first, _value(row["OBS_VALUE"], where)))
    first = rows[0][1] if rows else {}
    title = first.get("TITLE_COMPL") or first.get("TITLE") or request.series
    title = first.get("TITLE") or title if len(title) > 120 else title
    return Parsed(
        title, _unit(first), _FREQUENCIES.get(first.get("FREQ", ""), ""), tuple(points),
        notes=tuple(statuses_told(statuses)),
    )  # fmt: skip


def _rows(body: bytes) -> list[tuple[int, dict[str, str]]]:
    """Return the rows by column, each with its line in the file."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EffectFailed(f"ecb: the answer is not UTF-8 (byte {error.start:,})") from None
    if not text.strip():
        return []
    reader = csv.reader(io.StringIO(text), strict=True)
    found = []
    try:
        heading = next(reader)
        lacking = [name for name in _NEEDED if name not in heading]
        if lacking:
            begins = " ".join(text[:60].split())
            raise EffectFailed(f"ecb: the answer has no column {', '.join(lacking)}; it begins {begins!r}")
        for row in reader:
            if len(row) != len(heading):
                raise EffectFailed(f"ecb: line {reader.line_num}: {len(row)} columns of {len(heading)}")
            found.append((reader.line_num, dict(zip(heading, row, strict=True))))
    except csv.Error as error:
        raise EffectFailed(f"ecb: line {reader.line_num}: {error}") from None
    return found


def _value(text: str, where: str) -> float | None:
    if text.strip() in ("", "NaN"):
        return None
    try:
        return float(text)
    except ValueError:
        raise EffectFailed(f"{where}: column OBS_VALUE: {text[:40]!r} is no number") from None


def _unit(row: dict[str, str]) -> str:
    """Return the unit in words: for an exchange rate "USD per EUR", for a sum "million EUR"."""
    code = row.get("UNIT", "")
    unit = _UNITS.get(code, code)
    times = _MULTIPLES.get(row.get("UNIT_MULT", ""), "")
    per = row.get("CURRENCY_DENOM", "") if code == row.get("CURRENCY") else ""
    return " ".join(part for part in (times, unit, f"per {per}" if per else "") if part)
