"""Words that much of a large index holds: they cost a query most of its time and tell it least."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from indagate.corpus import shelf

LARGE = 5_000
"""Passages up to which nothing is left out."""
SHARE = 12
"""A word is common that one passage in so many holds."""
KEPT = 2
"""Words that a query keeps at least, the rarest."""


class Common:
    """What is known of how common words are in an index; counts are taken once while it has as many passages."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, str], int] = {}

    def without(self, db: sqlite3.Connection, wanted: Sequence[str]) -> str:
        """One expression of a query's words, each an expression itself, the common ones left out of a large index."""
        passages = shelf.count(db)
        if len(wanted) <= KEPT or passages <= LARGE:
            return " OR ".join(wanted)
        counts = {word: self._count(db, passages, word) for word in wanted}
        rarest = sorted(wanted, key=lambda word: counts[word])
        rare = [word for word in rarest if counts[word] * SHARE <= passages]
        kept = rare if len(rare) >= KEPT else rarest[:KEPT]
        return " OR ".join(word for word in wanted if word in kept)

    def _count(self, db: sqlite3.Connection, passages: int, word: str) -> int:
        key = (passages, word)
        if key not in self._counts:
            self._counts[key] = shelf.count(db, word)
        return self._counts[key]
