"""The vectors of an index's passages by one embedding model: which are missing, and which passages are nearest."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

from indagate.corpus import shelf, vectorfile
from indagate.corpus.vectorfile import Lock, Stored
from indagate.errors import InvalidAnswer

if TYPE_CHECKING:
    import numpy as np

    from indagate.corpus.embedder import Floats

T = TypeVar("T")
Ask = Callable[[Callable[[sqlite3.Connection], T]], T]

RRF = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
POOL = 100
"""Passages of each ranking that are fused."""
_GARBAGE = 2
"""A file is written again when it holds so many times as many records as the index has passages."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Passages without a vector: keys and texts of the first of them, how many they are, of how many passages."""

    keys: tuple[bytes, ...]
    texts: tuple[str, ...]
    count: int
    passages: int


@dataclass(frozen=True)
class _Joined:
    """A file's vectors as of one state of the index: the passage of each record, -1 where it is none's."""

    generation: int
    stored: Stored | None
    ids: np.ndarray[Any, Any]
    missing: tuple[tuple[int, bytes], ...]
    passages: int
    stamp: tuple[int, int]


class Vectors:
    """Methods block and may be called from any thread; writing needs the lock."""

    def __init__(self, index: Path, identity: str, ask: Callable[[Callable[[sqlite3.Connection], Any]], Any]) -> None:
        self.path = vectorfile.path_for(index, identity)
        self.identity = identity
        self._ask = ask
        self._joined: _Joined | None = None
        self._guard = threading.Lock()

    def lock(self) -> Lock:
        """Return the lock that writing needs, not yet taken."""
        return Lock(self.path)

    @property
    def dimensions(self) -> int:
        """How many numbers the vectors have; 0 where there are none."""
        stored = self._ask(self._join).stored
        return stored.dimensions if stored is not None else 0

    def missing(self, most: int) -> Missing:
        """Return which passages have no vector yet, at most so many of them, in the order of the index."""

        def find(db: sqlite3.Connection) -> Missing:
            joined = self._join(db)
            first = joined.missing[:most]
            texts = tuple(_text(db, passage) for passage, _ in first)
            return Missing(tuple(key for _, key in first), texts, len(joined.missing), joined.passages)

        found: Missing = self._ask(find)
        return found

    def still_missing(self, keys: Sequence[bytes]) -> list[int]:
        """Return which of these, by their place, have no vector now: another process may have added some."""
        joined: _Joined = self._ask(self._join)
        wanted = {key for _, key in joined.missing}
        return [place for place, key in enumerate(keys) if key in wanted]

    def add(self, keys: Sequence[bytes], vectors: Floats) -> None:
        """Keep vectors; broken records, and those of passages long gone, are dropped. Needs the lock."""
        joined: _Joined = self._ask(self._join)
        stored = joined.stored
        if stored is not None and stored.dimensions == vectors.shape[1]:
            live = joined.ids >= 0
            if not stored.whole.all() or len(live) > _GARBAGE * max(joined.passages, 1):
                vectorfile.keep(self.path, self.identity, stored, live)
        vectorfile.add(self.path, self.identity, keys, vectors)

    def nearest(self, db: sqlite3.Connection, vector: Floats, most: int) -> list[tuple[int, float]]:
        """Return the passages nearest to a vector: ids and cosines, nearest first.

        Raises `InvalidAnswer` where the passages' vectors have another length.
        """
        import numpy as np

        joined = self._join(db)
        stored = joined.stored
        if stored is None:
            return []
        if stored.dimensions != vector.shape[0]:
            self.discard()
            raise InvalidAnswer(
                f"the passages' vectors have {stored.dimensions} numbers, the query's {vector.shape[0]}: "
                "the embedding model has changed, and they are made again by the next run"
            )
        cosines = stored.vectors @ vector
        cosines[joined.ids < 0] = -np.inf
        best = np.argpartition(-cosines, most)[:most] if len(cosines) > most else np.arange(len(cosines))
        best = best[np.argsort(-cosines[best], kind="stable")]
        return [(int(joined.ids[row]), float(cosines[row])) for row in best if joined.ids[row] >= 0]

    def discard(self) -> None:
        """Throw the vectors away; they are made again."""
        self.path.unlink(missing_ok=True)

    def _join(self, db: sqlite3.Connection) -> _Joined:
        """Return the file's records with the passages they belong to, as index and file stand now."""
        with self._guard:
            generation, stamp = shelf.generation(db), vectorfile.stamp_of(self.path)
            joined = self._joined
            if joined is None or joined.generation != generation or joined.stamp != stamp:
                joined = self._joined = self._joined_now(db, generation)
            return joined

    def _joined_now(self, db: sqlite3.Connection, generation: int) -> _Joined:
        import numpy as np

        before = self._joined.stored if self._joined is not None else None
        stamp = vectorfile.stamp_of(self.path)
        stored = before if before is not None and before.stamp == stamp else vectorfile.read(self.path, self.identity)
        keys = stored.keys.tobytes() if stored is not None else b""
        size = vectorfile.KEY
        whole = stored.whole.tolist() if stored is not None else []
        row_of = {keys[row * size : row * size + size]: row for row, good in enumerate(whole) if good}
        ids = np.full(len(whole), -1, np.int64)
        missing = []
        passages = shelf.senses(db)
        for passage, key in passages:
            row = row_of.get(key)
            if row is None:
                missing.append((passage, key))
            else:
                ids[row] = passage
        return _Joined(generation, stored, ids, tuple(missing), len(passages), stored.stamp if stored else stamp)


def fuse(*rankings: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Fuse rankings of (passage, score) by their ranks; equal scores share a rank.

    The best of one ranking has a score of about 1000 / RRF.
    """
    fused: dict[int, float] = {}
    for ranking in rankings:
        rank, last = 0, None
        for place, (passage, score) in enumerate(ranking, 1):
            if last is None or round(score, 6) != last:
                rank, last = place, round(score, 6)
            fused[passage] = fused.get(passage, 0.0) + 1000 / (RRF + rank)
    return sorted(fused.items(), key=lambda item: -item[1])


def _text(db: sqlite3.Connection, passage: int) -> str:
    """Return what is embedded of a passage: its document's title, the headings above it, and what it says."""
    found, entry, _, _ = shelf.places(db, passage, 1)
    title = entry.title or PurePosixPath(entry.path).stem
    return "\n".join(part for part in (title, " › ".join(found.path), found.context or "", found.text) if part)
