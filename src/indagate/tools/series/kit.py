"""Series for the steps of a flow: fetch one into the home's store, make it again from there, and prove it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from indagate.errors import IndagateError
from indagate.storage import Blobs, Home, digest
from indagate.tools.series.fetching import SeriesFetcher
from indagate.tools.series.loading import assemble, load
from indagate.tools.series.period import Frequency
from indagate.tools.series.request import SeriesRequest
from indagate.tools.series.series import Received, RemoteSeries, SeriesNote
from indagate.tools.series.table import table_csv
from indagate.tools.tool import tool
from indagate.tools.web.shared import fetcher_of


@dataclass(frozen=True, slots=True)
class HeldPage:
    """An answer in the content store: where it came from, the digest of its bytes, when (seconds since 1970)."""

    url: str
    sha256: str
    at: float


@dataclass(frozen=True, slots=True)
class HeldSeries:
    """A series as a journal keeps it: what it is, and digests of the answers and of its table (CSV), in the store.

    `label` is the table's file name, `size` its bytes. `first` and `last` are ISO dates, `missing` counts nulls.
    """

    word: str
    source: str
    title: str
    unit: str
    frequency: Frequency
    count: int
    missing: int
    first: str
    last: str
    label: str
    table: str
    size: int
    url: str
    licence: str
    attribution: str
    fetched_at: str
    updated: str
    notes: tuple[SeriesNote, ...]
    pages: tuple[HeldPage, ...]


_FROM_ANSWERS = (
    "title", "unit", "frequency", "count", "missing", "first", "last", "table", "size", "fetched_at", "updated",
    "notes",
)  # fmt: skip
"""What follows from the archived answers alone."""


@tool(shared=True)
async def fetch_series(home: Home, allow: tuple[str, ...], word: str) -> HeldSeries:
    """Fetch the series that a word names; keep the answers and the table in the home's store.

    `allow` are the hosts that need not be public. Raises `InputError`, `EffectError`.
    """
    fetcher = fetcher_of(SeriesFetcher, home, allow)
    series = await load(SeriesRequest.parse(word), fetcher.fetch)
    return await asyncio.to_thread(_hold, series, fetcher.cache.store)


def rebuild(held: HeldSeries, store: Blobs) -> RemoteSeries:
    """Make a series again from its archived answers. Raises `Corrupt` if they are gone or changed, `EffectFailed`."""
    pages = [Received(page.url, store.get(page.sha256), page.at) for page in held.pages]
    return assemble(SeriesRequest.parse(held.word), pages)


def recheck(held: HeldSeries, store: Blobs) -> tuple[str, ...]:
    """Say what is wrong with a held series: its archive is damaged, or does not give this table or description."""
    try:
        series = rebuild(held, store)
        store.get(held.table)
    except IndagateError as error:
        return (f"{held.word}: {error.message}",)
    again = _describe(series, table_csv(series))
    wrong = [name for name in _FROM_ANSWERS if getattr(again, name) != getattr(held, name)]
    return tuple(f"{held.word}: its {name} does not follow from the archived answers" for name in wrong)


def _hold(series: RemoteSeries, store: Blobs) -> HeldSeries:
    table = table_csv(series)  # the answers are there already: whoever fetched them put them there
    store.put(table)
    return _describe(series, table)


def _describe(series: RemoteSeries, table: bytes) -> HeldSeries:
    days = sorted(point.date for point in series.points)
    return HeldSeries(
        series.id, series.request.source, series.title, series.unit, series.frequency, len(series.points),
        series.missing, days[0].isoformat(), days[-1].isoformat(), series.label, digest(table), len(table),
        series.url, series.licence, series.attribution, series.fetched_at, series.updated, series.notes,
        tuple(HeldPage(page.url, page.sha, page.at) for page in series.pages),
    )  # fmt: skip
