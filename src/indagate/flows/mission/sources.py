"""The tools by which a mission reaches its documents: survey, search, archive, open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from indagate.budget import Amount
from indagate.evidence.authority import Kind, kind_of
from indagate.evidence.duplicate import fingerprint
from indagate.evidence.language import language
from indagate.evidence.source import Source
from indagate.evidence.word import stems, words
from indagate.flows.mission.chart import Surveyed
from indagate.flows.mission.finding import Hit, Listed
from indagate.flows.mission.noise import is_noise
from indagate.flows.mission.origin import as_first_archived
from indagate.flows.mission.reader import Excerpt
from indagate.storage import Ambient, Home
from indagate.tools import tool
from indagate.tools.web.spelling import canonical_url

if TYPE_CHECKING:
    from indagate.corpus import Corpus, Document, Passage
    from indagate.corpus.embedder import Embedder
    from indagate.corpus.shelf import Entry
    from indagate.tools.web.provider import Result


def _kind(stated: str | None, locator: str) -> Kind:
    """Return a source's kind: as a local file states it in so many words, else by the rules of evidence."""
    if stated in set(Kind) and stated != Kind.UNKNOWN:
        return Kind(stated)
    return kind_of(locator, stated or "")


TITLES = 200
"""Titles that a survey names at most."""
WHOLE = 12
"""Passages up to which a document is read whole."""


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

    def open(self) -> Corpus:
        """Open the folder's index. Raises `Unreadable`, `Corrupt`, `StorageError`."""
        place = str(self.home.documents(self.folder))
        return _corpus_of(place, str(self.home.corpora), pinned=place != self.folder)


@lru_cache(maxsize=8)
def _corpus_of(folder: str, index: str, *, pinned: bool) -> Corpus:
    """Return the corpus of a folder, opened once; of a pinned one, another machine may have made the index."""
    from indagate.corpus import Corpus

    corpus = Corpus.open(Path(folder), Path(index))
    if pinned:
        corpus.refresh()
    return corpus


def source_of(
    document: Document, locator: str, title: str, publisher: str, sha: str, text_sha: str, kind: Kind
) -> Source:
    """Return what is known of a document that is archived now, without an id; its date is its own or its file's."""
    published, saved = (None, document.published) if document.dated == "file" else (document.published, None)
    return Source(
        "", locator, title, publisher, (document.author or "")[:300], published, datetime.now(UTC),
        document.media_type, sha, text_sha, kind, "", "", saved, tongue_of(document.language, document.text),
    )  # fmt: skip


@tool(counts=False)
def survey(library: Library) -> Surveyed:
    """Bring the index of a folder up to date and say what it holds. Raises `Unreadable`."""
    corpus = library.open()
    done = corpus.refresh()
    entries = corpus.documents()
    listing = tuple(_listed(corpus, entry) for entry in entries[:TITLES])
    partly = tuple((entry.path, "; ".join(entry.warnings)) for entry in entries if entry.warnings)
    return Surveyed(len(entries), done.passages, listing, tuple(done.unreadable), partly)


def _listed(corpus: Corpus, entry: Entry) -> Listed:
    """Return a document as the survey shows it."""
    known = _known(entry)
    known["title"], known["publisher"] = " ".join(known["title"].split())[:120], known["publisher"][:80]
    known["language"] = tongue_of(entry.language, corpus.document(entry.path).text)
    return Listed(**known, words=entry.words)


def _known(entry: Entry) -> dict[str, Any]:
    """Return what an index knows of a document."""
    return {
        "path": entry.path, "title": entry.title or entry.path, "publisher": entry.publisher or "",
        "published": None if entry.dated == "file" else entry.published,
        "kind": kind_known(_kind(entry.kind, entry.url or entry.path)),
        "language": (entry.language or "").partition("-")[0].casefold(),
    }  # fmt: skip


def kind_known(kind: Kind) -> str:
    """Return a source's kind, empty where it is not known."""
    return "" if kind is Kind.UNKNOWN else str(kind)


def tongue_of(stated: str | None, text: str) -> str:
    """Return the code of a document's language: as it states it, else as its words tell; empty where neither does."""
    return (stated or language(text) or "").partition("-")[0].casefold()


@tool(shared=True)
def search(library: Library, query: str, limit: int) -> list[Hit]:
    """Search a folder's index; the best passages first, without what is no evidence."""
    corpus = library.open()
    return _hits(corpus, ((hit.entry, hit.passage, hit.score) for hit in corpus.search(query, limit)))


def _query_cost(library: Library, query: str, limit: int) -> Amount:
    return library.embedder.estimate([query]) if library.embedder is not None else Amount()


@tool(shared=True, reserve=_query_cost)
async def search_both(library: Library, query: str, limit: int) -> list[Hit]:
    """Search a folder's index by words and by meaning. Raises a `ModelError` where the query cannot be embedded."""
    assert library.embedder is not None
    corpus, (vector,) = library.open(), await library.embedder.embed([query])
    vectors = corpus.vectors(library.embedder.identity)
    hits = await asyncio.to_thread(corpus.search_both, query, vector, vectors, limit)
    return _hits(corpus, ((hit.entry, hit.passage, hit.score) for hit in hits))


@tool(shared=True)
def everything(library: Library) -> list[Hit]:
    """Return every passage of a folder that can be evidence, by document and place; of twins the first."""
    corpus = library.open()
    every = ((entry, passage, 0.0) for entry in corpus.documents() for passage in corpus.passages(entry.path))
    found: dict[object, Hit] = {}
    for hit in _hits(corpus, every):
        found.setdefault(fingerprint(hit.text), hit)
    return list(found.values())


def _hits(corpus: Corpus, every: Iterable[tuple[Entry, Passage, float]]) -> list[Hit]:
    """Return passages with what is known of their documents, without those that are no evidence."""
    hits: list[Hit] = []
    for entry, passage, score in every:
        if not is_noise(passage.text, partial(_headings, corpus, entry.path)):
            text = f"{passage.context}\n{passage.text}" if passage.context else passage.text
            heading, start, end = " › ".join(passage.path), passage.start, passage.end
            found = Hit(**_known(entry), heading=heading, text=text, start=start, end=end, score=round(score, 4))
            hits.append(found)
    return hits


def _headings(corpus: Corpus, path: str) -> set[str]:
    """Return the headings of a document and the titles of all: what a table of contents repeats."""
    own = {heading for passage in corpus.passages(path) for heading in passage.path}
    return own | {entry.title for entry in corpus.documents() if entry.title}


@tool(shared=True)
def archive(library: Library, path: str) -> Source:
    """Keep a document's bytes and extracted text; return what is known of it, without an id. Raises `Unreadable`.

    What a finished run had is cited as it was first archived.
    """
    corpus, kept = library.open(), library.home.store
    raw, document = corpus.raw(path), corpus.document(path)
    sha, text_sha = kept.put(raw), kept.put(document.text.encode("utf-8", "surrogatepass"))
    kind = _kind(document.kind, document.url or path)
    source = source_of(document, path, document.title or path, document.publisher or "", sha, text_sha, kind)
    return as_first_archived(source, path, library.origin) if library.origin else source


@tool(shared=True)
def open_source(library: Library, path: str, spans: tuple[tuple[int, int], ...], *, wide: bool) -> list[Excerpt]:
    """Return what a reader is shown of a document: the passages found; with `wide` their neighbours too, or all."""
    passages = library.open().passages(path)
    if not wide or len(passages) > WHOLE:
        steps = (-1, 0, 1) if wide else (0,)
        near = {
            passage.ordinal + step
            for passage in passages
            for step in steps
            if any(start < passage.end and passage.start < end for start, end in spans)
        }
        passages = [passage for passage in passages if passage.ordinal in near]
    return list(map(excerpt_of, passages))


def excerpt_of(passage: Passage) -> Excerpt:
    """Return a passage as a reader is shown it."""
    place = ", ".join(part for part in (" › ".join(passage.path), passage.place) if part)
    return Excerpt(passage.start, passage.end, passage.text, place, passage.kind, passage.context or "")


TELLING = 6
"""Words from which a snippet speaks for itself."""
BEST = 8
"""Passages of a longer page that a reader is shown at least, with their neighbours."""


@dataclass(frozen=True, slots=True)
class PagesFound:
    """What a search of the web brought, best first, and which providers failed for which reason."""

    pages: tuple[Hit, ...]
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """An archived page: what is known of it, and the digest under which the store keeps it taken apart into blocks."""

    source: Source
    document: str


@tool(shared=True)
async def search_web(providers: tuple[str, ...], query: str, limit: int) -> PagesFound:
    """Put a query to several providers at once. Raises `EffectFailed` where all fail."""
    from indagate.tools.web.provider import find_provider, search_all
    from indagate.tools.web.shared import readers

    readers().warm()
    found = await search_all([find_provider(name) for name in providers], query, limit)
    return PagesFound(
        tuple(_page(one) for one in found.results),
        tuple((failure.provider, failure.reason) for failure in found.failures),
    )  # fmt: skip


def _page(page: Result) -> Hit:
    says = page.snippet if len(words(page.snippet)) >= TELLING else f"{page.title}. {page.snippet}".strip()
    kind, host = kind_known(kind_of(page.url)), urlsplit(page.url).hostname or ""
    return Hit(page.url, page.title, kind, page.published, 0, "", host, text=says, score=page.score)


@tool(shared=True)
async def archive_page(home: Home, allow: tuple[str, ...], url: str) -> Held:
    """Fetch a page; keep its bytes, its text and its blocks. Raises `Blocked`, `TimedOut`, `EffectFailed`."""
    from indagate.corpus.document import pack
    from indagate.tools.web import Fetcher
    from indagate.tools.web.shared import fetcher_of, readers

    page = await fetcher_of(Fetcher, home, allow).fetch(url)
    store = home.store
    raw = await asyncio.to_thread(store.get, page.sha)
    document = await readers().read(raw, page.media_type, page.charset)
    locator = canonical_url(page.url)
    host = urlsplit(locator).hostname or ""
    publisher = " ".join((document.publisher or host).split())[:200]
    title = " ".join((document.title or page.url).split())[:300]
    text = document.text.encode("utf-8", "surrogatepass")
    kept, packed = await asyncio.to_thread(lambda: (store.put(text), store.put(pack(document))))
    kind = kind_of(locator, document.kind or "")
    return Held(source_of(document, locator, title, publisher, page.sha, kept, kind), packed)


@tool(shared=True)
def open_page(home: Home, document: str, url: str, wanted: str) -> list[Excerpt]:
    """Return what a reader is shown of an archived page: all of a short one, else what bears most on what is wanted."""
    from indagate.corpus import cut
    from indagate.corpus.document import unpack

    passages = cut(unpack(home.store.get(document)), url)
    if len(passages) > WHOLE:
        passages = [passages[place] for place in sorted(_bearing(passages, wanted))]
    return list(map(excerpt_of, passages))


def _bearing(passages: list[Passage], wanted: str) -> set[int]:
    """Return the places of the passages that hold most of the words wanted, and of their neighbours."""
    sought = stems(wanted)
    held = [len(sought & stems(f"{' '.join(passage.path)} {passage.text}")) for passage in passages]
    best = sorted(filter(held.__getitem__, range(len(held))), key=lambda at: -held[at])[:BEST] or range(WHOLE)
    return {near for place in best for near in (place - 1, place, place + 1) if 0 <= near < len(passages)}
