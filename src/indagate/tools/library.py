"""A folder of documents as tools for agents: search it, read a document."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from indagate.budget import Amount
from indagate.errors import InputError, InvalidAnswer, ModelError, Unreadable
from indagate.storage import Home
from indagate.tools.tool import Tool, tool

if TYPE_CHECKING:
    from indagate.corpus.embedder import Embedder, Floats

LONGEST = 20_000
"""Characters of a document that an agent is shown at once."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that a search found, with its document's path and title and the headings above it."""

    path: str
    title: str
    heading: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of a document's text: from where, and of how many characters."""

    path: str
    title: str
    text: str
    start: int
    length: int


def library_tools(home: Home, folder: str, embedder: Embedder | None = None) -> list[Tool[..., Any]]:
    """Return the tools `search_documents` and `read_document` on a folder, whose index is kept in a home.

    By `embedder` the documents are searched by meaning, too.
    """

    def cost(query: str, limit: int = 6) -> Amount:
        return embedder.estimate([query]) if embedder is not None else Amount()

    @tool(shared=True, reserve=cost)
    async def search_documents(
        query: Annotated[str, Meta(min_length=1, max_length=400, description="What to look for, in a few words.")],
        limit: Annotated[int, Meta(ge=1, le=20, description="How many passages at most.")] = 6,
    ) -> list[Passage]:
        """Search the user's documents; the best passages first."""
        vector = None
        if embedder is not None:
            with contextlib.suppress(ModelError):  # then by its words alone
                (vector,) = await embedder.embed([query])
        identity = embedder.identity if embedder is not None else ""
        return await asyncio.to_thread(_search, home, folder, query, limit, identity, vector)

    @tool(shared=True)
    async def read_document(
        path: Annotated[str, Meta(max_length=1000, description="The path that a search gave.")],
        start: Annotated[int, Meta(ge=0, description="From which character on.")] = 0,
    ) -> Text:
        """Read one of the user's documents."""
        return await asyncio.to_thread(_read, home, folder, path, start)

    return [search_documents, read_document]


def titles(home: Home, folder: str, most: int) -> list[str]:
    """Return paths with titles of a folder's documents, at most so many. Raises `InputError`."""
    from indagate.corpus import Corpus

    corpus = Corpus.open(home.documents(folder), home.corpora)
    try:
        corpus.refresh()
        entries = corpus.documents()[:most]
        return [f"{entry.path}: {entry.title}" if entry.title else entry.path for entry in entries]
    finally:
        corpus.close()


def _search(
    home: Home, folder: str, query: str, limit: int, identity: str = "", vector: Floats | None = None
) -> list[Passage]:
    from indagate.corpus import Corpus

    corpus = Corpus.open(home.documents(folder), home.corpora)
    try:
        corpus.refresh()
        hits = []
        if vector is not None:
            with contextlib.suppress(InvalidAnswer):
                hits = corpus.search_both(query, vector, corpus.vectors(identity), limit)
        return [
            Passage(
                hit.path, hit.title or hit.path, " › ".join(hit.passage.path),
                f"{hit.passage.context}\n{hit.passage.text}" if hit.passage.context else hit.passage.text,
                hit.passage.start,
            )
            for hit in hits or corpus.search(query, limit)
        ]  # fmt: skip
    finally:
        corpus.close()


def _read(home: Home, folder: str, path: str, start: int) -> Text:
    from indagate.corpus import Corpus

    corpus = Corpus.open(home.documents(folder), home.corpora)
    try:
        corpus.refresh()
        try:
            document = corpus.document(path)
        except Unreadable:
            hint = "Give a path as search_documents shows it."
            raise InputError(f"there is no document {path[:200]!r}", hint=hint) from None
        text = document.text
        return Text(path, document.title or path, text[start : start + LONGEST], start, len(text))
    finally:
        corpus.close()
