"""A finished run's sources laid out as a folder for a follow-up, which cites them as they were first archived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from indagate.engine import encode
from indagate.evidence import Source
from indagate.store import Home
from indagate.store.typed import json_decoder
from indagate.store.writing import write_by_rename


def lay_out(home: Home, run: str, sources: Mapping[str, Source]) -> Path:
    """Return a folder with the sources of a run, from the content store. Raises `Corrupt` if it has lost one.

    Of a web page it holds the words that were read from it, so that what it does not show stays unread.
    """
    folder = home.root / "archives" / run
    origins: dict[str, Source] = {}
    for source in sources.values():
        path = PurePosixPath(source.locator)
        if not source.local:
            page = source.media_type in ("text/html", "application/xhtml+xml")
            path = PurePosixPath(f"{source.id.lower()}.txt" if page else PurePosixPath(source.file).name)
            origins[str(path)] = source
            home.store.link(source.text_sha256 if page else source.sha256, folder / path)
            continue
        if path.is_absolute() or ".." in path.parts or ":" in source.locator:
            path = PurePosixPath(PurePosixPath(source.file).name)
        home.store.link(source.sha256, folder / path)
    write_by_rename(origins_of(home, run), encode(origins))
    return folder


def origins_of(home: Home, run: str) -> Path:
    """Return the file that tells which of the files laid out are pages of the web."""
    return home.root / "archives" / f"{run}.origins.json"


def as_first_archived(source: Source, path: str, origins: str) -> Source:
    """Return a source that was read again as it was first archived; its text is the one that was read now."""
    first = _read(origins).get(path)
    return replace(first, id="", file="", text_file="", text_sha256=source.text_sha256) if first else source


@lru_cache(maxsize=8)
def _read(origins: str) -> dict[str, Source]:
    found: Any = json_decoder(dict[str, Source]).decode(Path(origins).read_bytes())
    return dict(found)
