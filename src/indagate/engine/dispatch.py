"""Which runs of a home in Postgres nobody drives and somebody should: the table of runs is the queue.

A run is due when its driver's lease has run out, when it was left to workers (`wanted`), or when a signal waits for it.
That it is due says only *look at this run*: who takes its lease drives it, the others are told that it is held.
"""

from __future__ import annotations

from indagate.engine.journal import Connection, Journal, Run
from indagate.frozen import dataclass

SEEN = 5000
"""Milliseconds for which a worker counts as alive after it last said so."""
_FREE = "runs.parent IS NULL AND (runs.owner IS NULL OR runs.held < clock_ms())"
_DUE = """
WITH due(id, since) AS (
    SELECT id, held FROM runs WHERE owner IS NOT NULL AND held < clock_ms()
        AND extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) * 1000 > :lasts
    UNION ALL SELECT id, wanted FROM runs WHERE wanted <= clock_ms()
    UNION ALL SELECT run, min(at) FROM inbox WHERE taken IS NULL GROUP BY run
), first(id, since) AS (SELECT id, min(since) FROM due GROUP BY id)
"""
"""After a restart of the server every lease has run out: its driver has so long to come back and renew it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that waits for a worker, since when (ms)."""

    run: Run
    since: int


@dataclass(frozen=True, slots=True)
class AtWork:
    """A worker: who, since when, how many runs it takes at once, what it has, how many it drives; `seen` ms ago."""

    owner: str
    began: int
    room: int
    can: str
    runs: int
    seen: int


def due(journal: Journal, limit: int, but: tuple[int, ...] = ()) -> list[Waiting]:
    """Return runs that are due and that nobody drives, the longest waiting first, `but` those of these ids."""
    kind = journal.connection_type
    left_out = f"AND runs.id NOT IN ({', '.join(map(str, but))})" if but else ""
    found = journal.read_named(
        f"{_DUE} SELECT first.since, {kind.columns} FROM runs JOIN first ON first.id = runs.id "
        f"WHERE {_FREE} {left_out} ORDER BY first.since, runs.id LIMIT :limit",
        {"limit": limit, "lasts": journal.lease_ms},
    )
    return [Waiting(kind.to_run(values), int(since)) for since, *values in found]


def want(connection: Connection, run: int) -> None:
    """Leave a run to workers, within a transaction."""
    connection.execute("UPDATE runs SET wanted = clock_ms() WHERE id = ? AND wanted IS NULL", (run,))


def rested(connection: Connection, run: int) -> None:
    """Note that a run has ended or waits for a person, within a transaction: it is nobody's to take up."""
    connection.execute("UPDATE runs SET wanted = NULL WHERE id = ?", (run,))
    connection.execute("UPDATE runs SET owner = NULL, held = NULL WHERE id = ? AND held < clock_ms()", (run,))


def ended(connection: Connection, run: int) -> None:
    """Note that a run has ended, within a transaction; signals that came too late are answered."""
    rested(connection, run)
    sql = "UPDATE inbox SET taken = 0, outcome = 'the run had ended' WHERE run = ? AND taken IS NULL"
    connection.execute(sql, (run,))


def report(connection: Connection, owner: str, room: int, can: str) -> None:
    """Say that a worker is alive, within a transaction; those that have not said so for a day are forgotten."""
    connection.execute(
        f"INSERT INTO workers(owner, began, held, can, room) VALUES (?, clock_ms(), clock_ms() + {SEEN}, ?, ?) "
        "ON CONFLICT(owner) DO UPDATE SET held = excluded.held",
        (owner, can, room),
    )
    connection.execute("DELETE FROM workers WHERE held < clock_ms() - 86400000")


def gone(connection: Connection, owner: str) -> None:
    """Forget a worker that leaves, within a transaction."""
    connection.execute("DELETE FROM workers WHERE owner = ?", (owner,))


def at_work(journal: Journal) -> list[AtWork]:
    """Return the workers, the longest at work first."""
    found = journal.read(
        "SELECT owner, began, room, can, (SELECT count(*) FROM runs WHERE runs.owner = workers.owner "
        f"AND runs.parent IS NULL), clock_ms() + {SEEN} - held FROM workers ORDER BY began, owner"
    )
    return [AtWork(*values) for values in found]
