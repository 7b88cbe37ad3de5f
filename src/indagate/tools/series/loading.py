"""Loading a series: ask page after page, then make one series of the answers, the same one whenever they are read."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Sequence
from typing import Protocol

from indagate.errors import EffectError, EffectFailed, TimedOut
from indagate.tools.series.period import Frequency
from indagate.tools.series.registry import find_source
from indagate.tools.series.request import SeriesRequest
from indagate.tools.series.series import Parsed, Point, Received, Refusal, RemoteSeries, SeriesNote, Shifted
from indagate.tools.series.source import SeriesSource

PAGES = 100
"""Answers to one request at most."""
BYTES = 128 << 20
"""Bytes of all answers to one request at most."""
SECONDS = 240.0
"""Seconds that a request may take, with all tries, pauses and pages."""


class Fetch(Protocol):
    """What asks for one address, as `SeriesFetcher.fetch` does."""

    async def __call__(self, url: str, media: str = "", anew: bool = False) -> Received:
        """Return the answer. Raises `EffectError`; `Refusal` for another status than 200."""


async def load(request: SeriesRequest, fetch: Fetch, *, seconds: float = SECONDS) -> RemoteSeries:
    """Fetch a series. Raises `TimedOut`, `Blocked` or `EffectFailed`, each naming the series and what is wrong.

    Where the source changes its data between two pages, or what cannot be read comes from the cache, all are asked for
    once more.
    """
    clock = asyncio.timeout(seconds)
    try:
        async with clock:
            return await _load(request, fetch)
    except TimeoutError:
        if not clock.expired():
            raise
        raise TimedOut(f"{request.word}: not fetched within {seconds:g} seconds") from None
    except EffectError as error:
        begun = error.message.startswith(request.word)
        error.message = error.message if begun else f"{request.word}: {error.message}"
        raise


async def _load(request: SeriesRequest, fetch: Fetch) -> RemoteSeries:
    source, begun = find_source(request.source), time.time()
    try:
        return _read(request, await _pages(request, source, fetch, anew=False))
    except _Misread as wrong:
        cached = any(page.at < begun for page in wrong.pages)
        if not cached and not isinstance(wrong.failure, Shifted):
            raise wrong.failure from None
    try:
        return _read(request, await _pages(request, source, fetch, anew=True))
    except _Misread as wrong:
        raise wrong.failure from None


class _Misread(Exception):
    """Answers that cannot be read, and why."""

    def __init__(self, failure: EffectFailed, pages: Sequence[Received]) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.pages = pages


def _read(request: SeriesRequest, pages: Sequence[Received]) -> RemoteSeries:
    try:
        return assemble(request, pages)
    except EffectFailed as failure:
        raise _Misread(failure, pages) from None


def _next(request: SeriesRequest, source: SeriesSource, pages: Sequence[Received]) -> str:
    try:
        return source.next_page(request, [page.body for page in pages])
    except EffectFailed as failure:
        raise _Misread(failure, pages) from None


async def _pages(request: SeriesRequest, source: SeriesSource, fetch: Fetch, anew: bool) -> list[Received]:
    pages: list[Received] = []
    while url := _next(request, source, pages):
        if len(pages) == PAGES or sum(len(page.body) for page in pages) > BYTES:
            raise EffectFailed(
                f"the answer has more than {PAGES} pages or {BYTES >> 20} MiB",
                hint="Ask for fewer countries or a shorter time.",
            )
        try:
            pages.append(await fetch(url, source.media, anew))
        except Refusal as error:
            raise EffectFailed(f"{source.name}: {source.explain(error.status, error.body)}") from None
    return pages


def assemble(request: SeriesRequest, pages: Sequence[Received]) -> RemoteSeries:
    """Make a series of answers that were received, today or from an archive: pure, and always the same.

    Raises `EffectFailed` where they cannot be read, contradict themselves, or hold no value.
    """
    source = find_source(request.source)
    found = source.parse(request, [page.body for page in pages])
    points = _ordered(request, found)
    if not any(point.value is not None for point in points):
        when = f" in {request.span}" if request.span else ""
        what = f"{len(points)} dates{when} and not one value" if points else f"no observations{when}"
        raise EffectFailed(f"{request.word}: {source.name} has {what}", hint="Ask for another time or country.")
    notes = [*found.notes]
    for name in dict.fromkeys(point.entity for point in points):
        if name and all(point.value is None for point in points if point.entity == name):
            notes.append(SeriesNote(f"{name} has no value at all", "empty", (name,)))
    return RemoteSeries(
        request.word, request, found.title, found.unit, _finer(found.frequency, points), points,
        pages[0].url if pages else "", source.licence, source.attribution, tuple(pages), found.names, found.updated,
        tuple(notes), found.whose,
    )  # fmt: skip


def _ordered(request: SeriesRequest, found: Parsed) -> tuple[Point, ...]:
    """Return the points asked for, by entity in the order of their first appearance and by date, each once."""
    kept: dict[tuple[str, object], Point] = {}
    for point in found.points:
        if (request.start and point.date < request.start.first) or (request.end and point.date > request.end.last):
            continue
        if point.value is not None and not math.isfinite(point.value):
            raise EffectFailed(f"{request.word}: the value of {point.date} is not finite")
        other = kept.setdefault((point.entity, point.date), point)
        if other.value != point.value:
            whose = f" of {point.entity}" if point.entity else ""
            raise EffectFailed(
                f"{request.word}: {point.date}{whose} has two values, {other.value!r} and {point.value!r}"
            )
    place = {name: number for number, name in enumerate(dict.fromkeys(point.entity for point in found.points))}
    return tuple(sorted(kept.values(), key=lambda point: (place[point.entity], point.date)))


def _finer(frequency: Frequency, points: Sequence[Point]) -> Frequency:
    """Return "workday" for days among which there is no weekend."""
    weekdays = {point.date.weekday() for point in points}
    return "workday" if frequency == "day" and len(points) > 9 and not weekdays & {5, 6} else frequency
