"""The tools by which a mission reaches its documents: survey, search, archive, open."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.budget import Amount
from indagate.errors import Unreadable
from indagate.evidence import Kind, Source, kind_of
from indagate.flows.mission.ask import Excerpt
from indagate.flows.mission.chart import Surveyed
from indagate.flows.mission.origin import Recalled, as_first_archived, decoded
from indagate.storage import Ambient, Home
from indagate.tools import tool

if TYPE_CHECKING:
    from indagate.corpus import Corpus, Document
    from indagate.corpus import Hit as Passage
    from indagate.corpus.embedder import Embedder


def _kind(stated: str | None, locator: str, publisher: str) -> Kind:
    """Return a source's kind: as a local file states it in so many words, else by the rules of evidence."""
    if stated in set(Kind) and stated != Kind.UNKNOWN:
        return Kind(stated)
    return kind_of(locator, publisher, stated or "")


TITLES = 200
"""Titles that a survey names at most."""
WHOLE = 12
"""Passages up to which a document is read whole."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found."""

    path: str
    title: str
    publisher: str
    published: date | None
    heading: str
    text: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Library(Ambient):
    """The folder that a mission reads, in a home; `origin` is the file that tells of the run that it follows, if any.
    By `embedder` it is searched by meaning, too.

    A mission has one, so that its tools are asked for what they are asked, wherever the folder is.
    """

    home: Home
    folder: str
    origin: str = ""
    embedder: Embedder | None = None

    @property
    def index(self) -> str:
        """Where the folder's index is kept."""
        return str(self.home.corpora)

    def open(self) -> Corpus:
        """Open the folder's index. Raises `Unreadable`."""
        return corpus_of(self.folder, self.index)


@lru_cache(maxsize=8)
def corpus_of(folder: str, index: str) -> Corpus:
    """Return the corpus of a folder, opened once."""
    from indagate.corpus import Corpus

    return Corpus.open(Path(folder), Path(index))


def dates_of(document: Document) -> tuple[date | None, date | None]:
    """Return when a document says it was published, and when its file says it was saved; one of them at most."""
    return (None, document.published) if document.dated == "file" else (document.published, None)


@tool(counts=False)
def survey(library: Library) -> Surveyed:
    """Bring the index of a folder up to date and say what it holds. Raises `Unreadable`."""
    corpus = library.open()
    done = corpus.refresh()
    entries = corpus.documents()
    titles = tuple((entry.title or entry.path) for entry in entries[:TITLES])
    partly = tuple((entry.path, "; ".join(entry.warnings)) for entry in entries if entry.warnings)
    return Surveyed(len(entries), done.passages, titles, tuple(done.unreadable), partly)


@tool(counts=False)
def rarity(library: Library, words: tuple[str, ...]) -> list[float]:
    """Return how rare each word is in a folder: 0 where every passage has it, 1 where none does.

    In a follow-up, whose library has an `origin`, as rare as they were in the folder that was searched first of all,
    as far as that can still be told; nothing where only the web was searched.
    """
    if not library.origin:
        return _rarity(library.open(), words)
    first = decoded(library.origin)
    if not first.corpus:
        return []
    known = dict(first.rarity)
    fresh = tuple(word for word in words if word not in known)
    known.update(zip(fresh, _rarity(_indexed(first.corpus, library.index) or library.open(), fresh), strict=True))
    return [known[word] for word in words]


def _rarity(corpus: Corpus, words: tuple[str, ...]) -> list[float]:
    found, passages = corpus.frequencies(words)
    scale = math.log(passages + 1.5)
    return [round(min(1.0, math.log((passages + 1.5) / (count + 0.5)) / scale), 4) for count in found]


def _indexed(folder: str, index: str) -> Corpus | None:
    """Return a folder as it was when it was last searched; None where the folder or its index is no more."""
    try:
        corpus = corpus_of(folder, index)
    except Unreadable:
        return None
    return corpus if corpus.file.is_file() and corpus.frequencies(())[1] else None


@tool(counts=False)
def recall(library: Library, question: str, number: int) -> list[Recalled]:
    """Return what the search with this number, from 0, for a question brought in a finished run: one or nothing."""
    return [search for search in decoded(library.origin).searches if search.question == question][number : number + 1]


@tool(shared=True)
def search(library: Library, query: str, limit: int) -> list[Hit]:
    """Search a folder's index; the best passages first."""
    return _hits(library.open().search(query, limit))


def _query_cost(library: Library, query: str, limit: int) -> Amount:
    return library.embedder.estimate([query]) if library.embedder is not None else Amount()


@tool(shared=True, reserve=_query_cost)
async def search_both(library: Library, query: str, limit: int) -> list[Hit]:
    """Search a folder's index by words and by meaning. Raises a `ModelError` where the query cannot be embedded."""
    assert library.embedder is not None
    corpus, (vector,) = library.open(), await library.embedder.embed([query])
    vectors = corpus.vectors(library.embedder.identity)
    return _hits(await asyncio.to_thread(corpus.search_both, query, vector, vectors, limit))


def _hits(hits: Sequence[Passage]) -> list[Hit]:
    return [
        Hit(
            hit.path, hit.title or hit.path, hit.entry.publisher or "", hit.entry.published,
            " › ".join(hit.passage.path), _with_context(hit.passage.context, hit.passage.text),
            hit.passage.start, hit.passage.end, round(hit.score, 4),
        )
        for hit in hits
    ]  # fmt: skip


@tool(shared=True)
def archive(library: Library, path: str) -> Source:
    """Keep a document's bytes and extracted text; return what is known of it, without an id. Raises `Unreadable`.

    What a finished run had is cited as it was first archived.
    """
    corpus = library.open()
    raw = corpus.raw(path)
    document = corpus.document(path)
    kept = library.home.store
    published, saved = dates_of(document)
    publisher = document.publisher or ""
    source = Source(
        "", path, document.title or path, publisher, document.author or "", published, datetime.now(UTC),
        document.media_type, kept.put(raw), kept.put(document.text.encode("utf-8", "surrogatepass")),
        _kind(document.kind, document.url or path, publisher), "", "", saved,
    )  # fmt: skip
    return as_first_archived(source, path, library.origin) if library.origin else source


@tool(shared=True)
def open_source(library: Library, path: str, spans: tuple[tuple[int, int], ...]) -> list[Excerpt]:
    """Return what a reader is shown of a document: all of a short one, else the passages found and their neighbours."""
    passages = library.open().passages(path)
    if len(passages) > WHOLE:
        near = {
            passage.ordinal + step
            for passage in passages
            for step in (-1, 0, 1)
            if any(start < passage.end and passage.start < end for start, end in spans)
        }
        passages = [passage for passage in passages if passage.ordinal in near]
    return [
        Excerpt(
            passage.start, passage.end, passage.text,
            ", ".join(part for part in (" › ".join(passage.path), passage.place) if part),
            passage.kind, passage.context or "",
        )
        for passage in passages
    ]  # fmt: skip


def _with_context(context: str | None, text: str) -> str:
    return f"{context}\n{text}" if context else text
