"""No engine at all: one SQLite insert a step, in WAL mode with synchronous=FULL. What the others are held against."""

from __future__ import annotations

import sqlite3

from bench.work import Work


def chain(work: Work) -> int:
    """Insert the fact of each step and commit."""
    connection = sqlite3.connect(work.folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE facts(step INTEGER PRIMARY KEY, fact TEXT NOT NULL)")
    for step in range(work.steps):
        work.body(step)
        connection.execute("INSERT INTO facts VALUES (?, ?)", (step, work.facts[step]))
    work.body(work.steps)
    kept = int(connection.execute("SELECT count(*) FROM facts").fetchone()[0])
    connection.close()
    return kept


def resume(work: Work) -> None:
    """Read all facts back, as a fold would."""
    connection = sqlite3.connect(work.folder / "bare.db", isolation_level=None)
    facts = [text for (text,) in connection.execute("SELECT fact FROM facts ORDER BY step")]
    work.body(len(facts))
