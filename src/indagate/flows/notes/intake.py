"""The way of notes into the index: what each line of a day tells, and what corrections make of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import msgspec

from indagate.flows.notes.entry import Fact, Item
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.notebook import Line
from indagate.flows.notes.offline import correct, cues
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.parsed import known_items
from indagate.flows.notes.token import content, plain

encode = msgspec.json.Encoder().encode
decoder = msgspec.json.Decoder(Item)


def told(db: sqlite3.Connection, where: str, values: Sequence[object]) -> list[tuple[int, Fact]]:
    """Return the rows of things told that meet a condition, with what they hold, in the order of days."""
    rows = db.execute(
        "SELECT i.rowid, i.body, i.until, n.day, n.line, n.text FROM items i JOIN notes n ON n.id = i.note "
        f"WHERE 1 {where} ORDER BY i.about, n.day, n.line, i.rowid",
        tuple(values),
    )
    day = date.fromisoformat
    return [
        (row, Fact(decoder.decode(body), day(iso), line, text, day(until) if until else None))
        for row, body, until, iso, line, text in rows
    ]


@dataclass(frozen=True, slots=True)
class Intake:
    """Takes the notes of a day into the tables of the index, within a transaction that its caller opened."""

    db: sqlite3.Connection
    home: Path
    lexicon: Lexicon

    def take(self, day: date, lines: Sequence[Line]) -> None:
        """Forget what a day does not say any more, and take in what it says now."""
        lines = self._unknown(day.isoformat(), lines)
        read = known_items(self.home, [line.mark for line in lines])
        for line in lines:
            corrects = correct.referred(line.text) is not None or cues.corrects(plain(line.text))
            note = self.db.execute(
                "INSERT INTO notes(day, line, text, mark, corrects) VALUES (?, ?, ?, ?, ?)",
                (day.isoformat(), line.line, line.text, line.mark, corrects),
            ).lastrowid
            stems = [
                *content(line.text),
                *dict.fromkeys(f"{h.domain}{h.entry}".replace("_", "") for h in self.lexicon.hits(line.text)),
            ]
            self.db.execute("INSERT INTO words(rowid, stems) VALUES (?, ?)", (note, " ".join(stems)))
            if not corrects:
                own = read.get((line.mark, line.text))
                items = self._sound(own) if own is not None else parse(line.text, day, self.lexicon)
                self._add(int(note or 0), items)

    def _unknown(self, iso: str, lines: Sequence[Line]) -> list[Line]:
        """Forget what a day does not say any more; return the lines that are not known yet."""
        fresh = {(line.line, line.text, line.mark): line for line in lines}
        rows = self.db.execute("SELECT id, line, text, mark FROM notes WHERE day = ?", (iso,)).fetchall()
        gone = [(note,) for note, *said in rows if fresh.pop(tuple(said), None) is None]
        self.db.executemany("DELETE FROM items WHERE note = ?", gone)
        self.db.executemany("DELETE FROM words WHERE rowid = ?", gone)
        self.db.executemany("DELETE FROM notes WHERE id = ?", gone)
        self.db.execute("DELETE FROM files WHERE day = ?", (iso,))
        return list(fresh.values())

    def _sound(self, items: Iterable[Item]) -> list[Item]:
        """Return the items of which there is an activity, with the fields that it has: domain modules may change."""
        found = []
        for one in items:
            activity = self.lexicon.activity(one.domain, one.activity)
            if activity is not None:
                values = {name: value for name, value in one.values.items() if name in activity.fields}
                entries = (f"#{hit.entry}" for hit in self.lexicon.hits(one.said))
                found.append(replace(one, values=values, tags=tuple(dict.fromkeys([*one.tags, *entries]))))
        return found

    def _add(self, note: int, items: Iterable[Item], derived: bool = False) -> None:
        self.db.executemany(
            "INSERT INTO items(note, about, domain, activity, body, derived) VALUES (?, ?, ?, ?, ?, ?)",
            [(note, i.day.isoformat(), i.domain, i.activity, encode(i), derived) for i in items],
        )

    def amend(self) -> None:
        """Work all corrections out again, in the order in which they were written."""
        self.db.execute("DELETE FROM items WHERE derived")
        self.db.execute("UPDATE items SET until = NULL WHERE until IS NOT NULL")
        rows = self.db.execute("SELECT id, day, line, text FROM notes WHERE corrects ORDER BY day, line").fetchall()
        roots: dict[tuple[str, int], tuple[str, int]] = {}
        for note, iso, line, text in rows:
            day = date.fromisoformat(iso)
            named = correct.referred(text)
            if named is not None:
                target, at, fresh = named
                roots[iso, line] = root = roots.get((target.isoformat(), at), (target.isoformat(), at))
                self._end([root, *(place for place, first in roots.items() if first == root)], iso)
                self._add(note, parse(fresh, date.fromisoformat(root[0]), self.lexicon), derived=True)
                continue
            said = correct.wanted(text, day, self.lexicon)
            earliest = (said.days[0] if said.days and said.days[0].year > 1 else day - correct.REACH).isoformat()
            facts = told(
                self.db,
                "AND i.about >= ? AND i.until IS NULL AND (n.day < ? OR (n.day = ? AND n.line < ?))",
                (earliest, iso, iso, line),
            )
            found = correct.change(said, text, day, [fact for _, fact in facts], self.lexicon)
            if found is None:
                self._add(note, parse(text, day, self.lexicon), derived=True)
                continue
            row = next(row for row, fact in facts if fact is found.target)
            self.db.execute("UPDATE items SET until = ? WHERE rowid = ?", (iso, row))
            if found.item is not None:
                self._add(note, [found.item], derived=True)

    def _end(self, places: Iterable[tuple[str, int]], iso: str) -> None:
        """Let what some notes (day and line) tell count no longer from a day on, if it did until then."""
        self.db.executemany(
            "UPDATE items SET until = ? WHERE until IS NULL "
            "AND note IN (SELECT id FROM notes WHERE day = ? AND line = ?)",
            [(iso, *place) for place in places],
        )
