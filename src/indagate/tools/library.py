"""A folder of documents as tools for agents: search it, read a document."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from indagate.errors import InputError, Unreadable
from indagate.tools.tool import Tool, tool

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


def library_tools(folder: Path, cache: Path) -> list[Tool[..., Any]]:
    """Return the tools `search_documents` and `read_document` on a folder; `cache` is where its index is kept."""

    @tool(shared=True)
    async def search_documents(
        query: Annotated[str, Meta(min_length=1, max_length=400, description="What to look for, in a few words.")],
        limit: Annotated[int, Meta(ge=1, le=20, description="How many passages at most.")] = 6,
    ) -> list[Passage]:
        """Search the user's documents; the best passages first."""
        return await asyncio.to_thread(_search, folder, cache, query, limit)

    @tool(shared=True)
    async def read_document(
        path: Annotated[str, Meta(max_length=1000, description="The path that a search gave.")],
        start: Annotated[int, Meta(ge=0, description="From which character on.")] = 0,
    ) -> Text:
        """Read one of the user's documents."""
        return await asyncio.to_thread(_read, folder, cache, path, start)

    return [search_documents, read_document]


def _search(folder: Path, cache: Path, query: str, limit: int) -> list[Passage]:
    from indagate.corpus import Corpus

    corpus = Corpus.open(folder, cache)
    try:
        corpus.refresh()
        return [
            Passage(
                hit.path, hit.title or hit.path, " › ".join(hit.passage.path),
                f"{hit.passage.context}\n{hit.passage.text}" if hit.passage.context else hit.passage.text,
                hit.passage.start,
            )
            for hit in corpus.search(query, limit)
        ]  # fmt: skip
    finally:
        corpus.close()


def _read(folder: Path, cache: Path, path: str, start: int) -> Text:
    from indagate.corpus import Corpus

    corpus = Corpus.open(folder, cache)
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
