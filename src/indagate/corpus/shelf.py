"""The index's tables: SQLite with full-text search. A cache: what is damaged or outdated is thrown away."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from indagate.corpus.document import Dated, Document, unpack
from indagate.corpus.extract import EXTRACTOR_VERSION
from indagate.corpus.passage import Passage
from indagate.corpus.reading import Outcome, Piece, heading_words, title_words

VERSION = 2 * 1000 + EXTRACTOR_VERSION
"""Of the tables and of the reading; an index with another one is thrown away."""

_BUSY = 60.0
_TABLES = """
CREATE TABLE document(
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    read_ns INTEGER NOT NULL, sha256 TEXT NOT NULL, reason TEXT, attempts INTEGER NOT NULL, entry BLOB);
CREATE TABLE packed(document INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE passage(
    id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, owner TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    context TEXT, sense BLOB NOT NULL);
CREATE TABLE place(
    document INTEGER NOT NULL, ordinal INTEGER NOT NULL, passage INTEGER NOT NULL, start INTEGER NOT NULL,
    stop INTEGER NOT NULL, path TEXT NOT NULL, place TEXT, PRIMARY KEY(document, ordinal)) WITHOUT ROWID;
CREATE INDEX place_of ON place(passage, document);
CREATE VIRTUAL TABLE words USING fts5(title, heading, body, tokenize = "porter unicode61 remove_diacritics 2");
INSERT INTO words(words, rank) VALUES('rank', 'bm25(2.0, 3.0, 1.0)');
CREATE TABLE state(generation INTEGER NOT NULL);
INSERT INTO state VALUES(random());
"""
_PASSAGE = (
    "SELECT d.path, l.ordinal, p.kind, p.text, l.start, l.stop, l.path, l.place, p.context, p.id, d.entry "
    "FROM place l JOIN passage p ON p.id = l.passage JOIN document d ON d.id = l.document "
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A document of the corpus, as it states itself, without its text."""

    path: str
    size: int
    sha256: str
    media_type: str
    words: int
    passages: int
    title: str | None = None
    publisher: str | None = None
    author: str | None = None
    published: date | None = None
    dated: Dated | None = None
    url: str | None = None
    language: str | None = None
    kind: str | None = None
    warnings: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Known:
    """What the index remembers of a file."""

    size: int
    mtime_ns: int
    read_ns: int
    sha256: str
    reason: str | None
    attempts: int


def connect(file: Path) -> sqlite3.Connection:
    """A connection to the index, its tables made if they are not there; raises sqlite3.DatabaseError if damaged."""
    db = sqlite3.connect(file, timeout=_BUSY, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA cache_size = -32768")
        db.execute("PRAGMA mmap_size = 268435456")
        if version(db) == 0:
            with transaction(db):
                if version(db) == 0:
                    for statement in _TABLES.strip().split(";\n"):
                        db.execute(statement.rstrip(";"))
                    db.execute(f"PRAGMA user_version = {VERSION}")
    except sqlite3.Error:
        db.close()
        raise
    return db


def version(db: sqlite3.Connection) -> int:
    """The version that the index was made with; 0 for a new one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """One write transaction: all or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def known(db: sqlite3.Connection) -> dict[str, Known]:
    """What the index remembers, by path."""
    rows = db.execute("SELECT path, size, mtime_ns, read_ns, sha256, reason, attempts FROM document")
    return {path: Known(*rest) for path, *rest in rows}


def digest(db: sqlite3.Connection, path: str) -> str | None:
    """The sha256 of a file as it was read; None for a path that is not in the index."""
    row = db.execute("SELECT sha256 FROM document WHERE path = ?", (path,)).fetchone()
    return str(row[0]) if row else None


def write(db: sqlite3.Connection, outcomes: Iterable[Outcome]) -> None:
    """Take outcomes in, within a transaction."""
    _touch(db)
    for outcome in outcomes:
        if outcome.same:
            db.execute(
                "UPDATE document SET size = ?, mtime_ns = ?, read_ns = ? WHERE path = ?",
                (outcome.size, outcome.mtime_ns, outcome.read_ns, outcome.path),
            )
            continue
        remove(db, outcome.path)
        _insert(db, outcome)


def _insert(db: sqlite3.Connection, outcome: Outcome) -> None:
    import msgspec

    entry = _entry(outcome)
    identity = db.execute(
        "INSERT INTO document(path, size, mtime_ns, read_ns, sha256, reason, attempts, entry) VALUES(?,?,?,?,?,?,?,?)",
        (
            outcome.path,
            outcome.size,
            outcome.mtime_ns,
            outcome.read_ns,
            outcome.sha256,
            outcome.reason,
            outcome.attempts,
            msgspec.msgpack.encode(entry) if entry else None,
        ),
    ).lastrowid
    if entry is None:
        return
    db.execute("INSERT INTO packed VALUES(?,?)", (identity, outcome.packed))
    for ordinal, piece in enumerate(outcome.pieces):
        passage = _shelve(db, piece, outcome)
        path = json.dumps(piece.path, ensure_ascii=False)
        row = (identity, ordinal, passage, piece.start, piece.end, path, piece.place)
        db.execute("INSERT INTO place VALUES(?,?,?,?,?,?,?)", row)


def _shelve(db: sqlite3.Connection, piece: Piece, outcome: Outcome) -> int:
    """The id of the passage, stored once however many documents hold it; the first of them by path is its owner."""
    done = db.execute(
        "INSERT OR IGNORE INTO passage(digest, owner, kind, text, context, sense) VALUES(?,?,?,?,?,?)",
        (
            piece.digest,
            outcome.path,
            piece.kind,
            piece.text,
            piece.context,
            _sense(piece.digest, outcome.title, piece.heading),
        ),
    )
    if done.rowcount:
        assert done.lastrowid is not None
        body = piece.text if piece.body is None else piece.body
        words = (done.lastrowid, outcome.title, piece.heading, body)
        db.execute("INSERT INTO words(rowid, title, heading, body) VALUES(?,?,?,?)", words)
        return done.lastrowid
    found, owner = db.execute("SELECT id, owner FROM passage WHERE digest = ?", (piece.digest,)).fetchone()
    if outcome.path < owner:
        _give(db, found, outcome.path, outcome.title, piece.heading)
    return int(found)


def _give(db: sqlite3.Connection, passage: int, owner: str, title: str, heading: str) -> None:
    """A passage is found by the title and headings of its owner."""
    (digest,) = db.execute("SELECT digest FROM passage WHERE id = ?", (passage,)).fetchone()
    sense = _sense(digest, title, heading)
    db.execute("UPDATE passage SET owner = ?, sense = ? WHERE id = ?", (owner, sense, passage))
    db.execute("UPDATE words SET title = ?, heading = ? WHERE rowid = ?", (title, heading, passage))


def _sense(digest: bytes, title: str, heading: str) -> bytes:
    """The key of a passage's vector: a digest of the passage, its owner's title and the headings above it."""
    said = digest + f"{title}\0{heading}".encode("utf-8", "replace")
    return hashlib.blake2b(said, digest_size=16).digest()


def _touch(db: sqlite3.Connection) -> None:
    db.execute("UPDATE state SET generation = random()")


def generation(db: sqlite3.Connection) -> int:
    """A number that is another one whenever the index has changed."""
    return int(db.execute("SELECT generation FROM state").fetchone()[0])


def senses(db: sqlite3.Connection) -> list[tuple[int, bytes]]:
    """Every passage's id and the key of its vector."""
    return db.execute("SELECT id, sense FROM passage ORDER BY id").fetchall()


def remove(db: sqlite3.Connection, path: str) -> None:
    """Forget a document and the passages that no other holds."""
    from indagate.storage.typed import packed_decoder

    _touch(db)
    row = db.execute("SELECT id FROM document WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    held = db.execute("SELECT DISTINCT passage FROM place WHERE document = ?", row).fetchall()
    db.execute("DELETE FROM place WHERE document = ?", row)
    db.execute("DELETE FROM packed WHERE document = ?", row)
    db.execute("DELETE FROM document WHERE id = ?", row)
    for (passage,) in held:
        heir = db.execute(
            f"{_PASSAGE} WHERE l.passage = ? ORDER BY d.path, l.ordinal LIMIT 1",
            (passage,),
        ).fetchone()
        if heir is None:
            db.execute("DELETE FROM passage WHERE id = ?", (passage,))
            db.execute("DELETE FROM words WHERE rowid = ?", (passage,))
        elif heir[0] != db.execute("SELECT owner FROM passage WHERE id = ?", (passage,)).fetchone()[0]:
            entry = packed_decoder(Entry).decode(heir[10])
            heading = heading_words(tuple(json.loads(heir[6])), heir[8])
            _give(db, passage, heir[0], title_words(entry.title, heir[0]), heading)


def _entry(outcome: Outcome) -> Entry | None:
    bare = outcome.bare
    if bare is None:
        return None
    return Entry(
        path=outcome.path,
        size=outcome.size,
        sha256=outcome.sha256,
        media_type=bare.media_type,
        words=outcome.words,
        passages=len(outcome.pieces),
        title=bare.title,
        publisher=bare.publisher,
        author=bare.author,
        published=bare.published,
        dated=bare.dated,
        url=bare.url,
        language=bare.language,
        kind=bare.kind,
        warnings=bare.warnings,
    )


def entries(db: sqlite3.Connection) -> list[Entry]:
    """All documents by path."""
    from indagate.storage.typed import packed_decoder

    rows = db.execute("SELECT entry FROM document WHERE reason IS NULL ORDER BY path")
    return [packed_decoder(Entry).decode(entry) for (entry,) in rows]


def unreadable(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """The files that could not be read, with the reason."""
    return db.execute("SELECT path, reason FROM document WHERE reason IS NOT NULL ORDER BY path").fetchall()


def document(db: sqlite3.Connection, path: str) -> Document | None:
    """A document as it was read."""
    row = db.execute("SELECT bytes FROM packed WHERE document = (SELECT id FROM document WHERE path = ?)", (path,))
    found = row.fetchone()
    return unpack(found[0]) if found else None


def passages(db: sqlite3.Connection, path: str) -> list[Passage]:
    """A document's passages in order."""
    return [_passage(row) for row in db.execute(f"{_PASSAGE} WHERE d.path = ? ORDER BY l.ordinal", (path,))]


def matches(db: sqlite3.Connection, expression: str, limit: int) -> list[tuple[int, float]]:
    """The best passages for an FTS5 expression: id and score, higher is better."""
    rows = db.execute("SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (expression, limit))
    return [(passage, -rank) for passage, rank in rows]


def count(db: sqlite3.Connection, expression: str | None = None) -> int:
    """How many passages there are, or how many of them an FTS5 expression matches."""
    if expression is None:
        return int(db.execute("SELECT count(*) FROM passage").fetchone()[0])
    return int(db.execute("SELECT count(*) FROM words WHERE words MATCH ?", (expression,)).fetchone()[0])


def places(db: sqlite3.Connection, passage: int, most: int) -> tuple[Passage, Entry, list[str], int]:
    """A passage where its owner has it, the paths of other documents that hold it too, and how many places it has."""
    from indagate.storage.typed import packed_decoder

    query = f"{_PASSAGE} WHERE l.passage = ? ORDER BY d.path, l.ordinal LIMIT ?"
    rows = db.execute(query, (passage, most)).fetchall()
    count = db.execute("SELECT count(*) FROM place WHERE passage = ?", (passage,)).fetchone()[0]
    others = [path for path in dict.fromkeys(row[0] for row in rows) if path != rows[0][0]]
    return _passage(rows[0]), packed_decoder(Entry).decode(rows[0][10]), others, count


def _passage(row: tuple[Any, ...]) -> Passage:
    path, ordinal, kind, text, start, stop, headings, place, context, _, _ = row
    return Passage(path, ordinal, kind, text, start, stop, tuple(json.loads(headings)), place, context)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the index's file is damaged, rather than that the disk refuses."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or (
        code == sqlite3.SQLITE_ERROR
        and ("no such" in str(error) or "malformed" in str(error) or "vtable" in str(error))
    )
