"""A folder of documents that can be searched: read once, kept up to date, offline."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from indagate.corpus import shelf
from indagate.corpus.document import Document
from indagate.corpus.folder import Found, Listing, listing
from indagate.corpus.frequency import Common
from indagate.corpus.harvest import Word, harvest
from indagate.corpus.indexfile import IndexFile
from indagate.corpus.passage import Passage
from indagate.corpus.query import by_word
from indagate.corpus.reading import Job, Outcome
from indagate.corpus.shelf import Entry, Known
from indagate.errors import StorageError, Unreadable

if TYPE_CHECKING:
    from indagate.corpus.embedder import Floats
    from indagate.corpus.vectors import Vectors

Progress = Callable[[int, int, str], None]
"""Called with how many files are done, of how many, and the path of the last one, or how far a large one has come."""

T = TypeVar("T")

_BATCH_FILES = 64
_BATCH_PIECES = 4_000
_ATTEMPTS = 2
_RACY = 2_000_000_000
"""A file that changed within so many nanoseconds before it was read may change again without a newer time."""
_PLACES = 50


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh found and did, in files; `passages` is how many distinct ones the index now holds."""

    added: int
    changed: int
    removed: int
    unchanged: int
    unreadable: list[tuple[str, str]]
    passages: int
    hashed: int
    """Files whose content was looked at."""
    extracted: int
    """Files that were read anew."""
    passed_over: dict[str, int]
    """Pictures, sounds, styles and scripts, by suffix."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that a search found, in the first document that holds it; a higher score is better."""

    passage: Passage
    score: float
    entry: Entry
    also: tuple[str, ...] = ()
    """Paths of other documents that hold the very same passage (not all, when there are many)."""
    places: int = 1
    """How many places hold the passage; boilerplate has many."""

    @property
    def path(self) -> str:
        """The document's path in the folder."""
        return self.entry.path

    @property
    def title(self) -> str | None:
        """The document's title, if it states one."""
        return self.entry.title


class Corpus:
    """A folder and its index. Methods block and may be called from any thread and several processes."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder = folder
        self.file = file
        self._index = IndexFile(file)
        self._common = Common()
        self._vectors: dict[str, Vectors] = {}

    @classmethod
    def open(cls, folder: Path, cache: Path) -> Self:
        """The corpus of a folder; its index lies in `cache`. Raises Unreadable when there is no such folder."""
        try:
            resolved = folder.expanduser().resolve(strict=True)
        except (OSError, RuntimeError) as error:
            raise Unreadable(f"{folder}: there is no such folder") from error
        if not resolved.is_dir():
            raise Unreadable(f"{folder}: it is a file, not a folder of documents")
        key = hashlib.sha256(str(resolved).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        try:
            cache.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{cache}: the index cannot be kept there: {error.strerror}") from error
        return cls(resolved, cache.resolve() / f"{key}.db")

    def refresh(self, progress: Progress | None = None) -> Refreshed:
        """Bring the index up to date with the folder: only what changed is read again.

        One refresh at a time, also between processes; what is done is kept when it is stopped.
        Raises Unreadable when nothing in the folder can be read.
        """
        with self._index.exclusive():
            try:
                return self._refresh(progress)
            except sqlite3.Error as error:
                if not shelf.is_damage(error):
                    raise _refused(self.file, error) from error
                self._index.discard()
                return self._refresh(progress)

    def search(self, query: str, limit: int = 20) -> list[Hit]:
        """The passages that fit the words of the query best; no word, no hit. Any text is a query."""
        wanted = list(by_word(query).values())
        return self._ask(lambda db: _hits(db, self._common.without(db, wanted), limit)) if wanted and limit > 0 else []

    def vectors(self, identity: str) -> Vectors:
        """The passages' vectors by the embedding model of this identity."""
        from indagate.corpus.vectors import Vectors

        if identity not in self._vectors:
            self._vectors[identity] = Vectors(self.file, identity, self._ask)
        return self._vectors[identity]

    def search_both(self, query: str, vector: Floats, vectors: Vectors, limit: int = 20) -> list[Hit]:
        """The passages that fit a query best by its words and by its vector, the two rankings fused.

        Raises `InvalidAnswer` where the passages' vectors have another length.
        """
        from indagate.corpus.vectors import POOL, fuse

        wanted = list(by_word(query).values())
        pool = max(limit, POOL)

        def find(db: sqlite3.Connection) -> list[Hit]:
            by_words = shelf.matches(db, self._common.without(db, wanted), pool) if wanted else []
            return _hydrated(db, fuse(by_words, vectors.nearest(db, vector, pool))[:limit])

        return self._ask(find) if limit > 0 else []

    def documents(self) -> list[Entry]:
        """The readable documents by path."""
        return self._ask(shelf.entries)

    def unreadable(self) -> list[tuple[str, str]]:
        """The files that could not be read, with the reason."""
        return self._ask(shelf.unreadable)

    def document(self, path: str) -> Document:
        """A document as it was read; raises Unreadable for a path that is not in the index."""
        found = self._ask(lambda db: shelf.document(db, path))
        if found is None:
            raise Unreadable(f"{path}: no document of {self.folder}")
        return found

    def passages(self, path: str) -> list[Passage]:
        """A document's passages in order; none for a path that is not in the index."""
        return self._ask(lambda db: shelf.passages(db, path))

    def raw(self, path: str) -> bytes:
        """A document's original bytes, those that were read; raises Unreadable when the file is another now."""
        read = self._ask(lambda db: shelf.digest(db, path))
        if read is None:
            raise Unreadable(f"{path}: no document of {self.folder}")
        try:
            data = (self.folder / path).read_bytes()
        except OSError as error:
            raise Unreadable(f"{path}: it cannot be opened: {error.strerror}") from error
        if hashlib.sha256(data).hexdigest() != read:
            raise Unreadable(f"{path}: it has changed since it was read", hint="refresh the corpus")
        return data

    def close(self) -> None:
        """Close the idle connections; the corpus can be used again."""
        self._index.close()

    def _refresh(self, progress: Progress | None) -> Refreshed:
        began = time.monotonic()
        found = listing(self.folder, without=self.file.parent)
        with self._index.connection() as db:
            before = shelf.known(db)
            listed = {file.path for file in found.files}
            gone = [path for path in before if path not in listed]
            if gone:
                with shelf.transaction(db):
                    for path in gone:
                        shelf.remove(db, path)
            jobs = [
                _job(self.folder, file, kept) for file in found.files if _stale(file, kept := before.get(file.path))
            ]
            outcomes = _Tally()
            for batch in _batches(harvest(jobs), outcomes, len(jobs), progress):
                with shelf.transaction(db):
                    shelf.write(db, batch)
            unreadable = [*found.refused, *shelf.unreadable(db)]
            (passages,) = db.execute("SELECT count(*) FROM passage").fetchone()
            (readable,) = db.execute("SELECT count(*) FROM document WHERE reason IS NULL").fetchone()
        if not readable:
            raise Unreadable(_nothing(self.folder, found, unreadable))
        added = sum(path not in before for path in outcomes.read)
        return Refreshed(
            added=added,
            changed=len(outcomes.read) - added,
            removed=len(gone),
            unchanged=readable - len(outcomes.read),
            unreadable=unreadable,
            passages=passages,
            hashed=len(jobs),
            extracted=len(outcomes.read),
            passed_over=dict(found.passed_over),
            seconds=time.monotonic() - began,
        )

    def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Put a question to the index; a damaged index is made anew first."""
        try:
            with self._index.connection() as db:
                return question(db)
        except sqlite3.Error as error:
            if not shelf.is_damage(error):
                raise _refused(self.file, error) from error
        with self._index.exclusive():
            self._index.discard()
            self._refresh(None)
        with self._index.connection() as db:
            return question(db)


def _hits(db: sqlite3.Connection, wanted: str, limit: int) -> list[Hit]:
    return _hydrated(db, shelf.matches(db, wanted, limit))


def _hydrated(db: sqlite3.Connection, ranked: Sequence[tuple[int, float]]) -> list[Hit]:
    hits = []
    for passage, score in ranked:
        found, entry, also, count = shelf.places(db, passage, _PLACES)
        hits.append(Hit(found, score, entry, tuple(also), count))
    hits.sort(key=lambda hit: (-round(hit.score, 6), hit.path, hit.passage.ordinal))
    return hits


class _Tally:
    """Which paths were read, and which could not be."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.failed: list[str] = []

    def count(self, outcome: Outcome) -> None:
        """Take one outcome in."""
        if outcome.reason is not None:
            self.failed.append(outcome.path)
        elif not outcome.same:
            self.read.append(outcome.path)


def _batches(
    outcomes: Iterator[Outcome | Word], tally: _Tally, total: int, progress: Progress | None
) -> Iterator[list[Outcome]]:
    """Outcomes in lots that one transaction takes in."""
    batch: list[Outcome] = []
    pieces = done = 0
    for outcome in outcomes:
        if isinstance(outcome, Word):
            if progress is not None:
                progress(done, total, f"{outcome.path}, {outcome.said}")
            continue
        done += 1
        tally.count(outcome)
        batch.append(outcome)
        pieces += len(outcome.pieces)
        if len(batch) >= _BATCH_FILES or pieces >= _BATCH_PIECES:
            yield batch
            batch, pieces = [], 0
        if progress is not None:
            progress(done, total, outcome.path)
    if batch:
        yield batch


def _stale(file: Found, kept: Known | None) -> bool:
    """Whether a file must be looked at: unknown, touched, possibly touched unseen, or to be tried once more."""
    if kept is None or (kept.size, kept.mtime_ns) != (file.size, file.mtime_ns):
        return True
    if kept.attempts:
        return kept.attempts < _ATTEMPTS
    return kept.mtime_ns > kept.read_ns - _RACY


def _job(folder: Path, file: Found, kept: Known | None) -> Job:
    """What to do about a file; a touched one starts its attempts anew."""
    untouched = kept is not None and (kept.size, kept.mtime_ns) == (file.size, file.mtime_ns)
    known = kept.sha256 or None if kept is not None else None
    attempts = kept.attempts if kept is not None and untouched else 0
    return Job(str(folder), file.path, file.size, file.mtime_ns, known, attempts)


def _nothing(folder: Path, found: Listing, unreadable: list[tuple[str, str]]) -> str:
    if unreadable:
        path, reason = unreadable[0]
        return f"{folder}: none of its {len(unreadable):,} files can be read, for one {path}: {reason}"
    if found.passed_over:
        kinds = ", ".join(f"{suffix} ×{count}" for suffix, count in found.passed_over.most_common(5))
        return f"{folder}: there are no documents in it, only {kinds}"
    return f"{folder}: there are no files in it"


def _refused(file: Path, error: sqlite3.Error) -> StorageError:
    return StorageError(f"{file}: the index cannot be used: {error}")
