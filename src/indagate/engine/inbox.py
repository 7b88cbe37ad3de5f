"""Signals: how other processes reach a run. They leave a word here; its driver takes it in."""

from __future__ import annotations

from indagate.engine.journal import Connection, Journal
from indagate.engine.lease import now
from indagate.frozen import dataclass

PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class InboxSignal:
    """One signal in the inbox."""

    id: int
    run: int
    word: str
    text: str
    at: int


def post(connection: Connection, run: int, word: str, text: str) -> int:
    """Leave a signal for a run, within a transaction, and return its number."""
    sql = "INSERT INTO inbox(run, word, text, at) VALUES (?, ?, ?, ?) RETURNING id"
    return int(connection.execute(sql, (run, word, text, now())).fetchone()[0])


def waiting(journal: Journal, run: int) -> list[InboxSignal]:
    """Return the signals that wait for a run, oldest first."""
    found = journal.read("SELECT id, run, word, text, at FROM inbox WHERE run = ? AND taken IS NULL ORDER BY id", run)
    return [InboxSignal(*values) for values in found]


def addressed(journal: Journal) -> set[int]:
    """Return the ids of runs for which signals wait."""
    return {int(values[0]) for values in journal.read("SELECT DISTINCT run FROM inbox WHERE taken IS NULL")}


def outcome(journal: Journal, letter: int) -> str | None:
    """Return what became of a signal: None while it waits."""
    found = journal.read("SELECT outcome FROM inbox WHERE id = ?", letter)
    return found[0][0] if found else None
