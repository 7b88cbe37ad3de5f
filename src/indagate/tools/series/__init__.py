"""Series: numbers over time from public sources, fetched only where a word of the user's asks for them.

`SeriesRequest.parse(word)` reads `worldbank:NY.GDP.MKTP.CD:DEU,FRA:2000-2024`, `load(request, fetcher.fetch)` gets it,
`assemble(request, pages)` makes the same series again from archived bytes, `fetch_series` is the tool for a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.tools.series.fetching import SeriesFetcher
    from indagate.tools.series.kit import HeldPage, HeldSeries, fetch_series, rebuild, recheck
    from indagate.tools.series.loading import Fetch, assemble, load
    from indagate.tools.series.period import Period, read_period
    from indagate.tools.series.registry import GROUP, find_source, sources
    from indagate.tools.series.request import SeriesRequest
    from indagate.tools.series.series import Parsed, Point, Received, Refusal, RemoteSeries, SeriesNote
    from indagate.tools.series.source import SeriesSource
    from indagate.tools.series.table import table_csv

_HOMES = {
    "Fetch": "loading", "GROUP": "registry", "HeldPage": "kit", "HeldSeries": "kit", "Parsed": "series",
    "Period": "period", "Point": "series", "Received": "series", "Refusal": "series", "RemoteSeries": "series",
    "SeriesFetcher": "fetching", "SeriesNote": "series", "SeriesRequest": "request", "SeriesSource": "source",
    "assemble": "loading", "fetch_series": "kit", "find_source": "registry", "load": "loading",
    "read_period": "period", "rebuild": "kit", "recheck": "kit", "sources": "registry", "table_csv": "table",
}  # fmt: skip
__all__ = [
    "GROUP",
    "Fetch",
    "HeldPage",
    "HeldSeries",
    "Parsed",
    "Period",
    "Point",
    "Received",
    "Refusal",
    "RemoteSeries",
    "SeriesFetcher",
    "SeriesNote",
    "SeriesRequest",
    "SeriesSource",
    "assemble",
    "fetch_series",
    "find_source",
    "load",
    "read_period",
    "rebuild",
    "recheck",
    "sources",
    "table_csv",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
