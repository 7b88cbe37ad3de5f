"""What the notebook tells, read: a database beside it that can be deleted and is rebuilt from the files."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import msgspec

from indagate.errors import StorageError
from indagate.flows.notes.amendment import amendment_of
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.entry import Entry, Note, Reading
from indagate.flows.notes.notebook import Line, Notebook
from indagate.flows.notes.readings import readings, stamp
from indagate.flows.notes.shortform import Lexicon, lexicon_of, read_note
from indagate.frozen import dataclass

_TABLES = """
CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE files(day TEXT PRIMARY KEY, changed INTEGER, size INTEGER);
CREATE TABLE notes(
  id INTEGER PRIMARY KEY, day TEXT, line INTEGER, text TEXT, mark TEXT, until TEXT, unread TEXT, amends INTEGER);
CREATE INDEX notes_day ON notes(day, line);
CREATE INDEX notes_amends ON notes(amends) WHERE amends;
CREATE INDEX notes_until ON notes(until) WHERE until IS NOT NULL;
CREATE TABLE entries(
  note INTEGER, date TEXT, what TEXT, measure TEXT, value REAL, unit TEXT, domain TEXT, kind TEXT, time TEXT,
  said TEXT, aside TEXT);
CREATE INDEX entries_note ON entries(note);
CREATE INDEX entries_what ON entries(what, date);
CREATE TABLE mentions(note INTEGER, date TEXT, what TEXT);
CREATE INDEX mentions_what ON mentions(what);
CREATE INDEX mentions_note ON mentions(note);
CREATE VIRTUAL TABLE words USING fts5(text, tokenize='porter unicode61 remove_diacritics 2');
"""
_NAMES = ("files", "notes", "entries", "mentions", "words", "meta")
_COLUMNS = "n.day, n.line, n.text, n.mark, n.until"
_SKILL = ("index", "shortform", "unit", "amendment", "notebook", "entry")
"""Modules whose change makes the notebook be read again."""


@dataclass(frozen=True, slots=True)
class Told:
    """An entry with the note in which it stands."""

    entry: Entry
    note: Note


class Index:
    """The notebook of a home, read with its domain modules."""

    def __init__(self, home: Path, domains: Mapping[str, Domain]) -> None:
        self._home = home
        self.notebook = Notebook(home / "notebook")
        self.path = home / "notes" / "index.db"
        self.domains = domains
        self.lexicon: Lexicon = lexicon_of(domains.values())
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return self._connect()
        except sqlite3.DatabaseError:
            self._discard()
            try:
                return self._connect()
            except sqlite3.Error as error:
                raise StorageError(f"the index {self.path} cannot be made: {error}") from None
        except OSError as error:
            raise StorageError(f"the index {self.path} cannot be made: {error}") from None

    def _connect(self) -> sqlite3.Connection:
        found = sqlite3.connect(self.path, timeout=20, isolation_level=None)
        found.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
        kept: dict[str, str] = {}
        with contextlib.suppress(sqlite3.OperationalError):
            kept = dict(found.execute("SELECT name, value FROM meta WHERE name IN ('code', 'domains')").fetchall())
        ours = {"code": _version(), "domains": msgspec.json.encode(list(self.domains.values())).decode()}
        if kept == ours:
            return found
        found.execute("BEGIN IMMEDIATE")
        if kept.get("code") == ours["code"]:
            self._forget(found, lexicon_of(msgspec.json.decode(kept["domains"], type=list[Domain])))
        else:
            for statement in (*(f"DROP TABLE IF EXISTS {name}" for name in (*_NAMES, "items")), *_TABLES.split(";")):
                found.execute(statement)
        found.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", ours.items())
        found.execute("COMMIT")
        return found

    def _forget(self, db: sqlite3.Connection, before: Lexicon) -> None:
        """Have the days be read again whose notes have a word that meant something else to the domains before."""
        words = before.changed(self.lexicon)
        rows = db.execute("SELECT day, text FROM notes").fetchall() if words else []
        folded = ((day, text.casefold().replace("’", "'")) for day, text in rows)
        stale = {day for day, text in folded if any(word in text for word in words)}
        db.executemany("DELETE FROM files WHERE day = ?", [(day,) for day in stale])

    def _discard(self) -> None:
        for tail in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + tail).unlink()

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rebuild(self) -> int:
        """Throw everything away and read the notebook again; return the number of notes."""
        self._db.close()
        self._discard()
        self._db = self._open()
        self.refresh()
        return int(self._db.execute("SELECT count(*) FROM notes").fetchone()[0])

    def refresh(self) -> int:
        """Take in the files that changed since; return how many."""
        there = self.notebook.stamps()
        rows = self._db.execute("SELECT day, changed, size FROM files").fetchall()
        known = {day: (changed, size) for day, changed, size in rows}
        kept = self._db.execute("SELECT value FROM meta WHERE name = 'readings'").fetchone()
        now = repr(stamp(self._home))
        if there == known and kept == (now,):
            return 0
        by_models = readings(self._home)
        self._db.execute("BEGIN IMMEDIATE")
        try:
            stale = {day for day in {*there, *known} if there.get(day) != known.get(day)}
            stale |= {day for day in self._reread(by_models) if day in there}
            for iso in sorted(stale):
                day = date.fromisoformat(iso)
                self._take(day, self.notebook.read(day) if iso in there else [], by_models)
                if iso in there:
                    self._db.execute("INSERT INTO files VALUES (?, ?, ?)", (iso, *there[iso]))
            self._amend(by_models)
            self._db.execute("INSERT OR REPLACE INTO meta VALUES ('readings', ?)", (now,))
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        return len(stale)

    def _reread(self, by_models: Mapping[tuple[date, str], Reading]) -> set[str]:
        """Return the days whose readings by a model are not what was read by one when the index was made."""
        digest: dict[str, list[str]] = {}
        for (day, text), reading in by_models.items():
            digest.setdefault(day.isoformat(), []).append(f"{text}{msgspec.json.encode(reading)!r}")
        fresh = {day: hashlib.sha256("".join(rows).encode()).hexdigest()[:16] for day, rows in digest.items()}
        kept = self._db.execute("SELECT value FROM meta WHERE name = 'read days'").fetchone()
        before = msgspec.json.decode(kept[0], type=dict[str, str]) if kept else {}
        self._db.execute("INSERT OR REPLACE INTO meta VALUES ('read days', ?)", (msgspec.json.encode(fresh).decode(),))
        return {day for day in {*fresh, *before} if fresh.get(day) != before.get(day)}

    def _take(self, day: date, lines: Sequence[Line], by_models: Mapping[tuple[date, str], Reading]) -> None:
        """Forget what a day said, and take in what it says now."""
        iso = day.isoformat()
        gone = self._db.execute("SELECT id FROM notes WHERE day = ?", (iso,)).fetchall()
        for table, key in (("entries", "note"), ("mentions", "note"), ("words", "rowid"), ("notes", "id")):
            self._db.executemany(f"DELETE FROM {table} WHERE {key} = ?", gone)
        self._db.execute("DELETE FROM files WHERE day = ?", (iso,))
        for line in lines:
            amends = amendment_of(line.text)
            note = self._db.execute(
                "INSERT INTO notes(day, line, text, mark, unread, amends) VALUES (?, ?, ?, ?, '', ?)",
                (iso, line.line, line.text, line.mark, amends is not None),
            ).lastrowid
            assert note is not None
            self._db.execute("INSERT INTO words(rowid, text) VALUES (?, ?)", (note, line.text))
            if amends is None:
                self._read(note, day, line.text, by_models)

    def _read(self, note: int, day: date, text: str, by_models: Mapping[tuple[date, str], Reading]) -> None:
        by_model = by_models.get((day, text))
        reading = by_model if by_model is not None else read_note(text, day, self.domains.values(), self.lexicon)
        self._db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    note,
                    e.date.isoformat(),
                    e.what,
                    e.measure,
                    e.value,
                    e.unit,
                    e.domain,
                    e.kind,
                    e.time,
                    e.said,
                    e.aside,
                )
                for e in reading.entries
            ],
        )
        self._db.execute("UPDATE notes SET unread = ? WHERE id = ?", ("\n".join(reading.unread), note))
        numbered = any(any(sign.isdigit() for sign in one) for one in reading.unread)
        for what in sorted(self.lexicon.named(text)):
            told = any(entry.what == what for entry in reading.entries)
            missed = numbered and not told if by_model is not None else numbered or not told
            if missed:
                self._db.execute("INSERT INTO mentions VALUES (?, ?, ?)", (note, day.isoformat(), what))

    def _amend(self, by_models: Mapping[tuple[date, str], Reading]) -> None:
        """Work all corrections and deletions out again, in the order in which they were written."""
        rows = self._db.execute("SELECT id, day, line, text FROM notes WHERE amends ORDER BY day, line").fetchall()
        self._db.execute("UPDATE notes SET until = NULL WHERE until IS NOT NULL")
        roots: dict[tuple[str, int], tuple[str, int]] = {}
        for note, iso, line, text in rows:
            amends = amendment_of(text)
            assert amends is not None
            for table in ("entries", "mentions"):
                self._db.execute(f"DELETE FROM {table} WHERE note = ?", (note,))
            place = (amends.day.isoformat(), amends.line)
            roots[iso, line] = root = roots.get(place, place)
            for day, number in [root, *(own for own, first in roots.items() if first == root and own != (iso, line))]:
                self._db.execute(
                    "UPDATE notes SET until = ? WHERE day = ? AND line = ? AND until IS NULL", (iso, day, number)
                )
            if amends.text:
                self._read(note, date.fromisoformat(root[0]), amends.text, by_models)

    # --- what can be asked ------------------------------------------------------------------------------------------

    def told(self, as_of: date, what: Iterable[str] | None = None, place: tuple[date, int] | None = None) -> list[Told]:
        """Return the entries that count as of a day, in the order of days; perhaps of some things or one note only."""
        names = None if what is None else sorted(what)
        only = "" if names is None else f"AND e.what IN ({', '.join('?' * len(names))}) "
        only += "AND n.day = ? AND n.line = ?" if place else ""
        at = (place[0].isoformat(), place[1]) if place else ()
        rows = self._db.execute(
            "SELECT e.date, e.what, e.measure, e.value, e.unit, e.domain, e.kind, e.time, e.said, "
            f"{_COLUMNS} FROM entries e JOIN notes n ON n.id = e.note "
            f"WHERE e.aside = '' AND n.day <= ? AND (n.until IS NULL OR n.until > ?) {only} "
            "ORDER BY e.date, n.day, n.line, e.rowid",
            (as_of.isoformat(), as_of.isoformat(), *(names or ()), *at),
        )
        day = date.fromisoformat
        return [
            Told(
                Entry(day(when), name, measure, value, unit, domain, kind, time, said),
                _note(place),
            )
            for when, name, measure, value, unit, domain, kind, time, said, *place in rows
        ]

    def earlier(self, told: Told) -> tuple[int, int, float | None, float | None]:
        """Return how many entries of an entry's thing and kind stand before its note and count on its day.

        With it how many of them have a value of its measure in its unit, the least and the greatest.
        """
        same, entry, note = "CASE WHEN e.measure = ? AND e.unit = ? THEN e.value END", told.entry, told.note
        row = self._db.execute(
            f"WITH e AS (SELECT {same} AS value FROM entries e JOIN notes n ON n.id = e.note "
            "WHERE e.aside = '' AND e.what = ? AND e.kind = ? AND (n.day, n.line) < (?, ?) "
            "AND (n.until IS NULL OR n.until > ?)) SELECT count(*), count(value), min(value), max(value) FROM e",
            (entry.measure, entry.unit, entry.what, entry.kind, note.day.isoformat(), note.line, note.day.isoformat()),
        ).fetchone()
        count, values, least, most = row
        return count, values, least, most

    def things(self, as_of: date) -> list[str]:
        """Return the things that entries are of as of a day, by name."""
        counts = "e.aside = '' AND n.day <= ? AND (n.until IS NULL OR n.until > ?)"
        found = f"SELECT 1 FROM entries e JOIN notes n ON n.id = e.note WHERE e.what = t.what AND {counts}"
        rows = self._db.execute(
            f"SELECT what FROM (SELECT DISTINCT what FROM entries) AS t WHERE EXISTS ({found}) ORDER BY what",
            (as_of.isoformat(), as_of.isoformat()),
        )
        return [what for (what,) in rows]

    def mentions(self, as_of: date, what: Iterable[str]) -> list[tuple[str, str, Note]]:
        """Return (day, thing, note) where a note names a thing and was not read, or not whole."""
        names = sorted(what)
        rows = self._db.execute(
            f"SELECT m.date, m.what, {_COLUMNS} FROM mentions m JOIN notes n ON n.id = m.note "
            f"WHERE n.day <= ? AND (n.until IS NULL OR n.until > ?) AND m.what IN ({', '.join('?' * len(names))}) "
            "ORDER BY m.date, n.line",
            (as_of.isoformat(), as_of.isoformat(), *names),
        )
        return [(when, name, _note(place)) for when, name, *place in rows]

    def search(
        self, groups: Sequence[Sequence[str]], first: date, last: date, as_of: date, limit: int = 60
    ) -> list[tuple[Note, int]]:
        """Return the notes with any of some groups of words, the best first, with how many groups each has."""
        queries = [" OR ".join('"' + word.replace('"', " ") + '"' for word in group) for group in groups]
        if not queries:
            return []
        ids: dict[int, int] = {}
        for query in queries:
            for (rowid,) in self._db.execute("SELECT rowid FROM words WHERE words MATCH ?", (query,)):
                ids[rowid] = ids.get(rowid, 0) + 1
        rows = self._db.execute(
            f"SELECT n.id, {_COLUMNS} FROM words w JOIN notes n ON n.id = w.rowid WHERE words MATCH ? "
            "AND n.day BETWEEN ? AND ? AND n.day <= ? AND (n.until IS NULL OR n.until > ?) AND n.text NOT LIKE "
            "'deletion of %' ORDER BY bm25(words), n.day DESC",
            (
                " OR ".join(f"({query})" for query in queries), first.isoformat(), last.isoformat(),
                as_of.isoformat(), as_of.isoformat(),
            ),
        ).fetchall()  # fmt: skip
        found = [(_note(place), ids[note]) for note, *place in rows]
        found.sort(key=lambda pair: -pair[1])
        return found[:limit]

    def notes(self, first: date, last: date) -> Iterator[tuple[Note, Reading]]:
        """Yield the notes of some days, in order, with what was read of each; also those that count no more."""
        rows = self._db.execute(
            f"SELECT n.id, n.unread, {_COLUMNS} FROM notes n WHERE day BETWEEN ? AND ? ORDER BY day, line",
            (first.isoformat(), last.isoformat()),
        ).fetchall()
        for note, unread, *place in rows:
            entries = self._db.execute(
                "SELECT date, what, measure, value, unit, domain, kind, time, said, aside FROM entries "
                "WHERE note = ? ORDER BY rowid",
                (note,),
            ).fetchall()
            read = tuple(Entry(date.fromisoformat(when), *rest) for when, *rest in entries)
            yield _note(place), Reading(read, tuple(unread.split("\n")) if unread else ())

    def lines(self, day: date) -> list[Note]:
        """Return the notes of a day, in order."""
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM notes n WHERE day = ? ORDER BY line", (day.isoformat(),))
        return [_note(row) for row in rows]

    def latest(self, as_of: date, count: int = 1) -> list[Note]:
        """Return the notes that were written last by a run and count still, the latest first."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM notes n WHERE day <= ? AND mark != '' AND until IS NULL "
            "AND text NOT LIKE 'deletion of %' ORDER BY mark DESC LIMIT ?",
            (as_of.isoformat(), count),
        )
        return [_note(row) for row in rows]

    def extent(self, as_of: date) -> tuple[date, date, int] | None:
        """Return the first and last day with notes up to a day, and the number of notes, or None."""
        low, high, count = self._db.execute(
            "SELECT min(day), max(day), count(*) FROM notes WHERE day <= ?", (as_of.isoformat(),)
        ).fetchone()
        return (date.fromisoformat(low), date.fromisoformat(high), count) if low else None


def _note(row: Sequence[object]) -> Note:
    iso, line, text, mark, until = row
    ended = date.fromisoformat(str(until)) if until else None
    return Note(date.fromisoformat(str(iso)), int(str(line)), str(text), str(mark or ""), ended)


def _version() -> str:
    """Return a digest of the code that notes are read with."""
    here = Path(__file__)
    marks = [f"{name} {here.with_name(f'{name}.py').stat().st_mtime_ns}" for name in _SKILL]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()[:24]
