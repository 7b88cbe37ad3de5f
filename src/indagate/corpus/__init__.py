"""A folder of real documents: read, cut into passages and searched, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.corpus.document import Block, Document
from indagate.corpus.extract import EXTRACTOR_VERSION, extract
from indagate.corpus.passage import Passage, cut

if TYPE_CHECKING:
    from indagate.corpus.index import Corpus, Hit, Refreshed
    from indagate.corpus.shelf import Entry

__all__ = [
    "EXTRACTOR_VERSION",
    "Block",
    "Corpus",
    "Document",
    "Entry",
    "Hit",
    "Passage",
    "Refreshed",
    "cut",
    "extract",
]


def __getattr__(name: str) -> object:
    """The index is imported when it is asked for: it brings SQLite along."""
    if name in ("Corpus", "Hit", "Refreshed"):
        from indagate.corpus import index

        return getattr(index, name)
    if name == "Entry":
        from indagate.corpus.shelf import Entry

        return Entry
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
