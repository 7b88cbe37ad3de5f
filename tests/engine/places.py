"""Where the tests of the engine keep their journals: in a file, or in a database of a real Postgres for each home."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from indagate.engine.journal import Journal
from indagate.storage import Home

if TYPE_CHECKING:
    from parts.postgres import Cluster

CLUSTERS: list[Cluster] = []
"""The server that is used now, or none: files are."""
_ADDRESSES: dict[tuple[int, Path], str] = {}


def address_at(path: Path) -> str:
    """The address of the journal of a home, made at the first question; nothing where it is a file."""
    if not CLUSTERS:
        return ""
    key = (CLUSTERS[0].port, path)
    if key not in _ADDRESSES:
        _ADDRESSES[key] = CLUSTERS[0].database()
    return _ADDRESSES[key]


def moved(old: Path, new: Path) -> None:
    """A home's folder was moved: its journal in Postgres goes with it."""
    if CLUSTERS:
        _ADDRESSES[CLUSTERS[0].port, new] = _ADDRESSES.pop((CLUSTERS[0].port, old))


def home_at(path: Path) -> Home:
    return Home(path, address_at(path))


def journal_at(path: Path) -> Journal:
    return Journal.open(address_at(path) or path / "journal.db")


def begun(path: Path) -> bool:
    """Whether the home has a journal."""
    return bool(CLUSTERS) or (path / "journal.db").exists()
