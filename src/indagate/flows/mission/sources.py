"""The tools by which a mission reaches its documents: survey, search, archive, open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import Unreadable
from indagate.evidence import Kind, Source, kind_of
from indagate.flows.mission.ask import Excerpt
from indagate.flows.mission.chart import Surveyed
from indagate.flows.mission.origin import Recalled, as_first_archived, decoded
from indagate.store import ContentStore
from indagate.tools import tool

if TYPE_CHECKING:
    from indagate.corpus import Corpus, Document


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


@lru_cache(maxsize=8)
def _corpus(folder: str, index: str) -> Corpus:
    from indagate.corpus import Corpus

    return Corpus.open(Path(folder), Path(index))


def dates_of(document: Document) -> tuple[date | None, date | None]:
    """Return when a document says it was published, and when its file says it was saved; one of them at most."""
    return (None, document.published) if document.dated == "file" else (document.published, None)


@tool(counts=False)
def survey(folder: str, index: str) -> Surveyed:
    """Bring the index of a folder up to date and say what it holds. Raises `Unreadable`."""
    corpus = _corpus(folder, index)
    done = corpus.refresh()
    entries = corpus.documents()
    titles = tuple((entry.title or entry.path) for entry in entries[:TITLES])
    partly = tuple((entry.path, "; ".join(entry.warnings)) for entry in entries if entry.warnings)
    return Surveyed(len(entries), done.passages, titles, tuple(done.unreadable), partly)


@tool(counts=False)
def rarity(folder: str, index: str, words: tuple[str, ...], origin: str = "") -> list[float]:
    """Return how rare each word is in a folder: 0 where every passage has it, 1 where none does.

    In a follow-up, whose `origin` is given, as rare as they were in the folder that was searched first of all, as far
    as that can still be told; nothing where only the web was searched.
    """
    if not origin:
        return _rarity(_corpus(folder, index), words)
    first = decoded(origin)
    if not first.corpus:
        return []
    known = dict(first.rarity)
    fresh = tuple(word for word in words if word not in known)
    known.update(zip(fresh, _rarity(_indexed(first.corpus, index) or _corpus(folder, index), fresh), strict=True))
    return [known[word] for word in words]


def _rarity(corpus: Corpus, words: tuple[str, ...]) -> list[float]:
    found, passages = corpus.frequencies(words)
    scale = math.log(passages + 1.5)
    return [round(min(1.0, math.log((passages + 1.5) / (count + 0.5)) / scale), 4) for count in found]


def _indexed(folder: str, index: str) -> Corpus | None:
    """Return a folder as it was when it was last searched; None where the folder or its index is no more."""
    try:
        corpus = _corpus(folder, index)
    except Unreadable:
        return None
    return corpus if corpus.file.is_file() and corpus.frequencies(())[1] else None


@tool(counts=False)
def recall(origin: str, question: str, number: int) -> list[Recalled]:
    """Return what the search with this number, from 0, for a question brought in a finished run: one or nothing."""
    return [search for search in decoded(origin).searches if search.question == question][number : number + 1]


@tool(shared=True)
def search(folder: str, index: str, query: str, limit: int) -> list[Hit]:
    """Search a folder's index; the best passages first."""
    hits = _corpus(folder, index).search(query, limit)
    return [
        Hit(
            hit.path, hit.title or hit.path, hit.entry.publisher or "", hit.entry.published,
            " › ".join(hit.passage.path), _with_context(hit.passage.context, hit.passage.text),
            hit.passage.start, hit.passage.end, round(hit.score, 4),
        )
        for hit in hits
    ]  # fmt: skip


@tool(shared=True)
def archive(folder: str, index: str, store: str, path: str, origin: str = "") -> Source:
    """Keep a document's bytes and extracted text; return what is known of it, without an id. Raises `Unreadable`.

    What a finished run had is cited as it was first archived: `origin` is the file that tells of it.
    """
    corpus = _corpus(folder, index)
    raw = corpus.raw(path)
    document = corpus.document(path)
    kept = ContentStore(Path(store))
    published, saved = dates_of(document)
    publisher = document.publisher or ""
    source = Source(
        "", path, document.title or path, publisher, document.author or "", published, datetime.now(UTC),
        document.media_type, kept.put(raw), kept.put(document.text.encode("utf-8", "surrogatepass")),
        _kind(document.kind, document.url or path, publisher), "", "", saved,
    )  # fmt: skip
    return as_first_archived(source, path, origin) if origin else source


@tool(shared=True)
def open_source(folder: str, index: str, path: str, spans: tuple[tuple[int, int], ...]) -> list[Excerpt]:
    """Return what a reader is shown of a document: all of a short one, else the passages found and their neighbours."""
    passages = _corpus(folder, index).passages(path)
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
