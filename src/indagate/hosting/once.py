"""Starting something once, however often it is asked for under one key, across crashes too."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec

from indagate.engine import Born, decode, encode
from indagate.errors import InputError
from indagate.storage.writing import write_by_rename

if TYPE_CHECKING:
    from indagate.app import App


class Kept(msgspec.Struct, frozen=True):
    """What a key stands for: the digest of what was asked, the last run before it, the run that it started."""

    asked: str
    before: int
    run: str = ""


class KeyReused(InputError):
    """A key that stands for something else already."""


class OnceKeys:
    """The keys under which runs were started, a small file each."""

    def __init__(self, app: App, folder: Path) -> None:
        self._app = app
        self._folder = folder
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, key: str) -> asyncio.Lock:
        """Return what has to be held while a key is looked up and used."""
        return self._locks.setdefault(key, asyncio.Lock())

    def known(self, key: str, asked: Any, flow: str, given: Any) -> str:
        """Return the run that a key has started, or nothing; the key is then taken. Raises `KeyReused`."""
        path, digest = self._path(key), hashlib.sha256(encode(asked)).hexdigest()
        if path.is_file():
            kept: Kept = decode(path.read_bytes(), Kept)
            if kept.asked != digest:
                raise KeyReused("this key was used for something else", hint="Take another Idempotency-Key.")
            return kept.run or self._orphan(kept, flow, given)
        latest = self._app.engine.journal.read("SELECT coalesce(max(id), 0) FROM runs")[0][0]
        write_by_rename(path, encode(Kept(digest, int(latest))))
        return ""

    def keep(self, key: str, run: str) -> None:
        """Note the run that a key has started."""
        path = self._path(key)
        write_by_rename(path, encode(msgspec.structs.replace(decode(path.read_bytes(), Kept), run=run)))

    def _path(self, key: str) -> Path:
        return self._folder / hashlib.sha256(key.encode()).hexdigest()

    def _orphan(self, kept: Kept, flow: str, given: Any) -> str:
        """Return the run that was started before a crash could note it."""
        journal, wanted = self._app.engine.journal, encode(given)
        for run, name in journal.read(
            "SELECT id, name FROM runs WHERE id > ? AND flow = ? AND parent IS NULL ORDER BY id", kept.before, flow
        ):
            born = next(journal.rows(run, upto=0), None)
            if born is not None and bytes(decode(born.body, Born).input) == wanted:
                return str(name)
        return ""
