"""The World Bank's indicators, by its API of version 2: a list of the page's head and its rows, newest first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from indagate.errors import EffectFailed, InputError
from indagate.tools.series.period import Frequency, Period, read_period
from indagate.tools.series.request import SeriesRequest, hint, read_span
from indagate.tools.series.series import Parsed, Point, SeriesNote, Shifted, statuses_told
from indagate.tools.series.source import decode, meaning

ROWS = 5000
"""Rows of a page that are asked for."""
_STATUSES = {"E": "estimated", "F": "forecast", "P": "provisional"}


class _Problem(msgspec.Struct):
    id: str = ""
    key: str = ""
    value: str = ""


class _Head(msgspec.Struct):
    message: list[_Problem] | None = None
    page: int | str = 0
    pages: int | str = 0
    total: int | str = 0
    lastupdated: str | None = None


class _Named(msgspec.Struct):
    id: str
    value: str | None = None


class _Row(msgspec.Struct):
    indicator: _Named
    country: _Named
    date: str
    value: float | None
    countryiso3code: str | None = None
    unit: str | None = None
    obs_status: str | None = None


class WorldBank:
    """Indicators of countries and of their groups."""

    name: ClassVar[str] = "worldbank"
    takes: ClassVar[str] = "worldbank:INDICATOR:COUNTRY[,COUNTRY…][:TIMES]"
    example: ClassVar[str] = "worldbank:NY.GDP.MKTP.CD:DEU,FRA:2000-2024"
    base: ClassVar[str] = "https://api.worldbank.org/v2"
    media: ClassVar[str] = "application/json"
    licence: ClassVar[str] = "CC BY 4.0"
    attribution: ClassVar[str] = "Source: The World Bank, World Bank Open Data (data.worldbank.org), CC BY 4.0"

    def read(self, rest: str) -> SeriesRequest:
        """Read `INDICATOR:COUNTRIES[:TIMES]`; countries are codes of two or three letters, or `all`."""
        parts = [part.strip() for part in rest.split(":")]
        form = hint(self.takes, self.example)
        if len(parts) < 2 or not parts[1]:
            raise InputError("it names no country", hint=form)
        if len(parts) > 3:
            raise InputError(f"it has {len(parts)} parts after worldbank, not two or three", hint=form)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{2,59}", parts[0]):
            raise InputError(f"{parts[0]!r} is no indicator of the World Bank", hint=form)
        codes = [code.strip().upper() for code in re.split(r"[,;]", parts[1])]
        for code in codes:
            if not re.fullmatch(r"[A-Z0-9]{2,3}", code):
                raise InputError(f"{code!r} is no country's code of two or three letters", hint=form)
        start, end = read_span(parts[2]) if len(parts) == 3 and parts[2] else (None, None)
        for edge in (start, end):
            if edge is not None and edge.grain not in ("year", "quarter", "month"):
                raise InputError(f"the World Bank takes years, quarters or months, not {edge.text}", hint=form)
        codes = ["all"] if "ALL" in codes else list(dict.fromkeys(codes))
        return SeriesRequest(self.name, parts[0].upper(), tuple(codes), start, end)

    def next_page(self, request: SeriesRequest, bodies: Sequence[bytes]) -> str:
        """Return the address of the first page, or of the next one where the last one says that there are more."""
        number = 1
        if bodies:
            head, _ = _open(bodies[-1], len(bodies))
            if len(bodies) >= _number(head.pages):
                return ""
            number = len(bodies) + 1
        start, end = request.start, request.end
        span = f"&date={_edge(start)}:{_edge(end)}" if start and end and start.grain == end.grain else ""
        return (
            f"{request.base or self.base}/country/{';'.join(request.entities)}/indicator/{request.series}"
            f"?format=json&per_page={ROWS}{span}&page={number}"
        )

    def parse(self, request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
        """Return what the pages say. Raises `EffectFailed` that names page, row and field."""
        return parse_worldbank(request, bodies)

    def explain(self, status: int, body: bytes) -> str:
        """Say what a status means, with the message in the body if it has one."""
        try:
            _open(body, 1)
        except Shifted:
            return meaning(status)
        except EffectFailed as error:
            told = error.message.removeprefix("worldbank: ")
            return f"{told} ({status})" if told.startswith("it answers") else meaning(status)
        return meaning(status)


def parse_worldbank(request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
    """Read the World Bank's pages. Raises `EffectFailed`, `Shifted` where they do not belong together."""
    heads, rows = [], list[tuple[str, _Row]]()
    for number, body in enumerate(bodies, 1):
        head, found = _open(body, number)
        heads.append(head)
        rows.extend((f"page {number}, row {place}", row) for place, row in enumerate(found, 1))
    if len({(head.lastupdated, _number(head.total), _number(head.pages)) for head in heads}) > 1:
        raise Shifted("worldbank: its data changed between two pages")
    if heads and len(rows) != _number(heads[0].total):
        raise EffectFailed(f"worldbank: it announces {_number(heads[0].total):,} rows and sends {len(rows):,}")
    points, names = list[Point](), dict[str, str]()
    grains, statuses = set[Frequency](), Counter[str]()
    for where, row in rows:
        if row.indicator.id.upper() != request.series:
            raise EffectFailed(f"worldbank: {where}: field indicator.id: it is about {row.indicator.id!r}")
        period = read_period(row.date)
        if period is None:
            raise EffectFailed(f"worldbank: {where}: field date: {row.date[:40]!r} is no date")
        names.setdefault(row.countryiso3code or row.country.id, row.country.value or row.country.id)
        grains.add(period.grain)
        statuses[_STATUSES.get((row.obs_status or "").upper(), "")] += 1
        points.append(Point(period.first, row.value, row.country.value or row.country.id))
    if len(grains) > 1:
        raise EffectFailed(f"worldbank: {' and '.join(sorted(grains))} are mixed in one series")
    notes = _absent(request, [row for _, row in rows])
    if request.entities == ("all",):
        told = "groups of countries (World, Euro area, High income) stand among the countries: never add them up"
        notes.append(SeriesNote(told, "groups"))
    notes += statuses_told(statuses)
    title = next((row.indicator.value for _, row in rows if row.indicator.value), None) or request.series
    return Parsed(
        title, _unit(rows[0][1].unit if rows else None, title), next(iter(grains), ""), tuple(points),
        tuple(names.items()), (heads[0].lastupdated or "") if heads else "", tuple(notes),
    )  # fmt: skip


def _open(body: bytes, number: int) -> tuple[_Head, list[_Row]]:
    """Return a page's head and rows. Raises `EffectFailed` with the message that stands there instead."""
    where = f"page {number}"
    parts = decode("worldbank", body, list[msgspec.Raw], where)
    if not parts:
        raise EffectFailed(f"worldbank: {where}: the answer is an empty list")
    head = decode("worldbank", bytes(parts[0]), _Head, f"{where}, head")
    if head.message:
        told = "; ".join(f"{one.key}: {one.value}".strip(": ") for one in head.message)
        code = f" (code {head.message[0].id})" if head.message[0].id else ""
        raise EffectFailed(
            f"worldbank: it answers “{told[:300]}”{code}",
            hint="Look the indicator up at data.worldbank.org/indicator; countries are codes such as DEU or WLD.",
        )
    empty = len(parts) < 2 or bytes(parts[1]).strip() == b"null"
    rows = [] if empty else decode("worldbank", bytes(parts[1]), list[_Row], f"{where}, rows")
    if rows and _number(head.page) != number:
        raise Shifted(f"worldbank: {where}: field page: it says {head.page}")
    return head, rows


def _absent(request: SeriesRequest, rows: Sequence[_Row]) -> list[SeriesNote]:
    """Say which countries the answer has nothing on; some groups come under another code than they were asked by."""
    there = {row.country.id for row in rows}
    if not rows or request.entities == ("all",) or len(there) >= len(request.entities):
        return []
    known = {code.upper() for row in rows for code in (row.country.id, row.countryiso3code or "")}
    absent = [code for code in request.entities if code not in known]
    if len(absent) == len(request.entities) - len(there):
        return [SeriesNote(f"nothing on {', '.join(absent)}", "absent", tuple(absent))]
    lacking, asked = len(request.entities) - len(there), len(request.entities)
    return [SeriesNote(f"nothing on {lacking} of the {asked} that were asked for", "absent", (), (lacking, asked))]


def _number(value: int | str) -> int:
    try:
        return int(value)
    except ValueError:
        raise EffectFailed(f"worldbank: the head of a page counts {str(value)[:40]!r}") from None


def _edge(period: Period) -> str:
    return period.text.replace("-Q", "Q").replace("-", "M")


def _unit(said: str | None, title: str) -> str:
    """Return the unit: as the row says, else from the last brackets of the title, "GDP (current US$)"."""
    found = re.search(r"\(([^()]+)\)\s*$", title)
    return (said or "").strip() or (found[1].strip() if found else "")
