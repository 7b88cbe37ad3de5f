"""What the notebook tells, parsed: a database beside it that can be deleted and is rebuilt from the files."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from indagate.errors import StorageError
from indagate.flows.notes.entry import Fact, Item, Note
from indagate.flows.notes.intake import Intake, decoder, encode, told
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.noun import is_noun
from indagate.flows.notes.payer import sorted_out, with_payers
from indagate.flows.notes.settling import KG, LB, settled

_TABLES = """
CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS files(day TEXT PRIMARY KEY, changed INTEGER, size INTEGER);
CREATE TABLE IF NOT EXISTS notes(
  id INTEGER PRIMARY KEY, day TEXT, line INTEGER, text TEXT, mark TEXT, corrects INTEGER);
CREATE INDEX IF NOT EXISTS notes_day ON notes(day);
CREATE TABLE IF NOT EXISTS items(
  note INTEGER, about TEXT, domain TEXT, activity TEXT, body BLOB, until TEXT, derived INTEGER DEFAULT 0);
CREATE INDEX IF NOT EXISTS notes_corrects ON notes(day, line) WHERE corrects;
CREATE INDEX IF NOT EXISTS items_derived ON items(derived) WHERE derived;
CREATE INDEX IF NOT EXISTS items_until ON items(until) WHERE until IS NOT NULL;
CREATE INDEX IF NOT EXISTS items_note ON items(note);
CREATE INDEX IF NOT EXISTS items_activity ON items(domain, activity, about);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(stems, content='', contentless_delete=0);
"""

_ALL = 10**6


class Index:
    """The parsed notebook of a home."""

    def __init__(self, home: Path, lexicon: Lexicon) -> None:
        self._home = home
        self.notebook = Notebook(home / "notebook")
        self.path = home / "notes" / "index.db"
        self._lexicon = lexicon
        self._version = _version(lexicon)
        self._nouns: dict[tuple[str, date], list[Fact]] = {}
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
        kept = None
        with contextlib.suppress(sqlite3.OperationalError):
            kept = found.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
        if kept is None or kept[0] != self._version:
            names = ("files", "notes", "items", "words", "meta")
            found.executescript("BEGIN IMMEDIATE;" + "".join(f"DROP TABLE IF EXISTS {name};" for name in names))
            found.executescript(_TABLES.replace(", content='', contentless_delete=0", ""))
            found.execute("INSERT INTO meta VALUES ('version', ?)", (self._version,))
            if found.in_transaction:
                found.execute("COMMIT")
        return found

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
        if there == known:
            return 0
        intake = Intake(self._db, self._home, self._lexicon)
        self._db.execute("BEGIN IMMEDIATE")
        try:
            stale = [day for day in {*there, *known} if there.get(day) != known.get(day)]
            for iso in sorted(stale):
                day = date.fromisoformat(iso)
                lines = self.notebook.read(day) if iso in there else []
                intake.take(day, lines)
                if iso in there:
                    self._db.execute("INSERT INTO files VALUES (?, ?, ?)", (iso, *there[iso]))
            intake.amend()
            self._db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        return len(stale)

    def facts(
        self, asked: Sequence[tuple[str, str]], as_of: date, first: date | None = None, last: date | None = None
    ) -> list[Fact]:
        """Return what the notes up to a day tell of some activities, corrected as of that day, in the order of days."""
        wanted = [pair for pair in asked if not is_noun(pair[0])]
        pairs = with_payers(wanted)
        if not pairs:
            return [fact for name, _ in asked for fact in self.of_noun(name, as_of)]
        where = (
            "AND n.day <= ? AND (i.until IS NULL OR i.until > ?) AND ("
            + " OR ".join("(i.domain = ? AND i.activity = ?)" for _ in pairs)
            + ")"
        )
        values: list[object] = [as_of.isoformat(), as_of.isoformat(), *(part for pair in pairs for part in pair)]
        if first is not None and last is not None:
            where += " AND i.about BETWEEN ? AND ?"
            values += [first.isoformat(), last.isoformat()]
        found = sorted_out([fact for _, fact in told(self._db, where, values)], wanted)
        return settled(found, self._lexicon, self._in_pounds)

    def of_noun(self, name: str, as_of: date) -> list[Fact]:
        """Return what the notes up to a day tell of a noun that no domain knows."""
        from indagate.flows.notes.tallying import facts_of, stems_of

        if (name, as_of) not in self._nouns:
            notes = self.having(stems_of(name), as_of, _ALL)
            self._nouns[name, as_of] = [fact for fact in facts_of(name, notes) if fact.item.day <= as_of]
        return self._nouns[name, as_of]

    def _in_pounds(self) -> bool:
        """Return whether the notebook tells masses in pounds rather than in kilograms."""
        lb, kg = self._db.execute(
            "SELECT sum(instr(CAST(body AS TEXT), ?) > 0), sum(instr(CAST(body AS TEXT), ?) > 0) FROM items",
            (f'"{LB}"', f'"{KG}"'),
        ).fetchone()
        return (lb or 0) > (kg or 0)

    def earlier(self, fact: Fact) -> Iterator[Item]:
        """Yield what earlier notes tell of the same activity, as of the day of a fact, one by one."""
        iso = fact.day.isoformat()
        rows = self._db.execute(
            "SELECT i.body FROM items i JOIN notes n ON n.id = i.note WHERE i.domain = ? AND i.activity = ? "
            "AND (n.day < ? OR (n.day = ? AND n.line < ?)) AND (i.until IS NULL OR i.until > ?)",
            (fact.item.domain, fact.item.activity, iso, iso, fact.line, iso),
        )
        return (decoder.decode(body) for (body,) in rows)

    def of_notes(self, notes: Iterable[tuple[date, int]], as_of: date) -> list[Fact]:
        """Return what some notes tell."""
        found: list[Fact] = []
        for day, line in notes:
            where = "AND n.day = ? AND n.line = ? AND (i.until IS NULL OR i.until > ?)"
            found += [fact for _, fact in told(self._db, where, (day.isoformat(), line, as_of.isoformat()))]
        return found

    def search(
        self, groups: Sequence[Sequence[str]], as_of: date, limit: int = 60
    ) -> list[tuple[Note, tuple[int, ...]]]:
        """Return the notes with any of some groups of stems, the best first, with the groups that each has."""
        stems = [stem for group in groups for stem in group]
        if not stems:
            return []
        rows = self._db.execute(
            "SELECT n.day, n.line, n.text, n.mark, w.stems FROM words w JOIN notes n ON n.id = w.rowid "
            "WHERE words MATCH ? AND n.day <= ? ORDER BY bm25(words), n.day DESC LIMIT ?",
            (_any_of(stems), as_of.isoformat(), limit),
        ).fetchall()
        found = []
        for iso, line, text, mark, kept in rows:
            own = set(kept.split())
            has = tuple(n for n, group in enumerate(groups) if own & set(group))
            found.append((Note(date.fromisoformat(iso), line, text, (), mark), has))
        return found

    def having(self, stems: Sequence[str], as_of: date, limit: int) -> list[Note]:
        """Return the notes with any of some stems, the best first; a stem with a star may go on in any way."""
        rows = self._db.execute(
            "SELECT n.day, n.line, n.text, n.mark FROM words w JOIN notes n ON n.id = w.rowid "
            "WHERE words MATCH ? AND n.day <= ? ORDER BY bm25(words), n.day DESC LIMIT ?",
            (_any_of(stems), as_of.isoformat(), limit),
        ).fetchall()
        return [Note(date.fromisoformat(iso), line, text, (), mark) for iso, line, text, mark in rows]

    def corrected(self, note: Note, as_of: date) -> Note | None:
        """Return the note that corrects what another one tells, as it stood on a day; the latest of several."""
        row = self._db.execute(
            "SELECT c.day, c.line, c.text, c.mark FROM items i JOIN notes n ON n.id = i.note "
            "JOIN notes c ON c.day = i.until AND c.corrects JOIN items d ON d.note = c.id AND d.derived "
            "AND d.domain = i.domain AND d.activity = i.activity AND d.about = i.about "
            "WHERE n.day = ? AND n.line = ? AND i.until <= ? ORDER BY c.day DESC, c.line DESC LIMIT 1",
            (note.day.isoformat(), note.line, as_of.isoformat()),
        ).fetchone()
        return Note(date.fromisoformat(row[0]), row[1], row[2], (), row[3]) if row else None

    def spread(self, group: Sequence[str], as_of: date) -> int:
        """Return in how many notes any of some stems occurs; a stem with a star may go on in any way."""
        return int(
            self._db.execute(
                "SELECT count(*) FROM words w JOIN notes n ON n.id = w.rowid WHERE words MATCH ? AND n.day <= ?",
                (_any_of(group), as_of.isoformat()),
            ).fetchone()[0]
        )

    def notes(self, first: date, last: date) -> Iterator[Note]:
        """Yield the notes of some days, in order."""
        rows = self._db.execute(
            "SELECT id, day, line, text, mark FROM notes WHERE day BETWEEN ? AND ? ORDER BY day, line",
            (first.isoformat(), last.isoformat()),
        ).fetchall()
        for note, iso, line, text, mark in rows:
            bodies = self._db.execute("SELECT body FROM items WHERE note = ? ORDER BY rowid", (note,)).fetchall()
            items = tuple(decoder.decode(body) for (body,) in bodies)
            yield Note(date.fromisoformat(iso), line, text, items, mark)

    def extent(self, as_of: date) -> tuple[date, date, int] | None:
        """Return the first and last day with notes up to a day, and the number of notes, or None."""
        low, high, count = self._db.execute(
            "SELECT min(day), max(day), count(*) FROM notes WHERE day <= ?", (as_of.isoformat(),)
        ).fetchone()
        return (date.fromisoformat(low), date.fromisoformat(high), count) if low else None


def _any_of(stems: Sequence[str]) -> str:
    """Return a search for any of some stems."""
    plain_ = (stem.replace('"', "") for stem in stems)
    return " OR ".join(f'"{one.removesuffix("*")}"{"*" if one.endswith("*") else ""}' for one in plain_)


def _version(lexicon: Lexicon) -> str:
    """Return a digest of what entries are parsed with: the domain modules and the rules."""
    here = Path(__file__)
    names = [
        "index",
        "settling",
        "intake",
        "measure",
        "moment",
        "periodname",
        "dayname",
        "scan",
        "calendarwords",
        "lexicon",
        "token",
    ]
    rules = [here.with_name(f"{name}.py") for name in names]
    rules += [
        here.parent / "offline" / f"{name}.py"
        for name in ("parse", "draft", "clause", "denial", "shift", "cues", "correct", "payment", "whose", "joining")
    ]
    marks = [f"{path.name} {path.stat().st_mtime_ns}" for path in rules]
    body = encode(sorted(lexicon.domains.items()))
    return hashlib.sha256(body + "\n".join(marks).encode()).hexdigest()[:24]
