"""Reference rates of the European Central Bank, by the API of frankfurter.dev, version 1: no key, days since 1999."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import ClassVar

import msgspec

from indagate.errors import EffectFailed, InputError
from indagate.tools.series.request import SeriesRequest, hint, read_span
from indagate.tools.series.series import Parsed, Point
from indagate.tools.series.source import decode, meaning

FIRST = "1999-01-04"
"""The first day that has rates."""


class _Rates(msgspec.Struct):
    base: str
    rates: dict[str, dict[str, object]]
    amount: float = 1.0


class _Message(msgspec.Struct):
    message: str


class Frankfurter:
    """Exchange rates of one currency in another."""

    name: ClassVar[str] = "frankfurter"
    takes: ClassVar[str] = "frankfurter:CURRENCY/CURRENCY[:TIMES]"
    example: ClassVar[str] = "frankfurter:EUR/USD:2015-01-01.."
    base: ClassVar[str] = "https://api.frankfurter.dev/v1"
    media: ClassVar[str] = "application/json"
    licence: ClassVar[str] = "free to use with the source named"
    attribution: ClassVar[str] = (
        "Source: European Central Bank, euro foreign exchange reference rates, by frankfurter.dev"
    )

    def read(self, rest: str) -> SeriesRequest:
        """Read `EUR/USD[:TIMES]`: what one euro costs in dollars."""
        pair, _, times = rest.partition(":")
        found = re.fullmatch(r"\s*([A-Za-z]{3})\s*/\s*([A-Za-z]{3})\s*", pair)
        form = hint(self.takes, self.example)
        if not found:
            raise InputError(f"{pair.strip()!r} is no pair of currencies of three letters each", hint=form)
        one, other = found[1].upper(), found[2].upper()
        if one == other:
            raise InputError(f"{one}/{other} is the same currency twice", hint=form)
        start, end = read_span(times.strip()) if times.strip() else (None, None)
        return SeriesRequest(self.name, f"{one}/{other}", (), start, end)

    def next_page(self, request: SeriesRequest, bodies: Sequence[bytes]) -> str:
        """Return the one address; it answers everything at once."""
        if bodies:
            return ""
        one, other = request.series.split("/")
        start = request.start.first.isoformat() if request.start else FIRST
        end = request.end.last.isoformat() if request.end else ""
        return f"{request.base or self.base}/{start}..{end}?base={one}&symbols={other}"

    def parse(self, request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
        """Return what the answer says. Raises `EffectFailed` that names the field."""
        return parse_frankfurter(request, bodies)

    def explain(self, status: int, body: bytes) -> str:
        """Say what a status means; 404 is a currency that it does not have, or a time before its first rates."""
        try:
            told = decode(self.name, body, _Message).message
        except EffectFailed:
            told = ""
        if status in (404, 422):
            return f"it has no such currency or time ({status}{f': {told[:200]}' if told else ''})"
        return meaning(status, told)


def parse_frankfurter(request: SeriesRequest, bodies: Sequence[bytes]) -> Parsed:
    """Read an answer of frankfurter.dev. Raises `EffectFailed` that names the field."""
    one, other = request.series.split("/")
    points = []
    for body in bodies:
        said = decode("frankfurter", body, _Rates)
        if said.base != one:
            raise EffectFailed(f"frankfurter: field base: it is {said.base[:20]!r}, not {one}")
        if said.amount != 1:
            raise EffectFailed(f"frankfurter: field amount: the rates are for {said.amount:g}, not for 1")
        for day, rates in said.rates.items():
            try:
                when = date.fromisoformat(day)
            except ValueError:
                raise EffectFailed(f"frankfurter: field rates: {day[:40]!r} is no date") from None
            if rates and other not in rates:
                raise EffectFailed(f"frankfurter: field rates.{day}: {other} is not in it")
            value = rates.get(other)
            if isinstance(value, bool) or not isinstance(value, float | int | None):
                raise EffectFailed(f"frankfurter: field rates.{day}.{other}: {str(value)[:40]!r} is no number")
            points.append(Point(when, None if value is None else float(value)))
    unit = f"{other} per {one}"
    return Parsed(f"{one}/{other} reference rate", unit, "day", tuple(points))
