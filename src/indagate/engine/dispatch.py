"""Which runs of a home in Postgres nobody drives and somebody should: the table of runs is the queue.

A run is due when its driver's lease has run out, when it was left to workers (`wanted`), or when a signal waits for it;
not before `wanted`, where that lies ahead. That it is due says only *look at this run*: who takes its lease drives it,
the others are told that it is held. Whatever brings runs to workers goes by this table, and may say a run twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from indagate.engine.journal import Connection, Journal, Run
from indagate.frozen import dataclass

SEEN = 5000
"""Milliseconds for which a worker counts as alive after it last said so."""
_FREE = "runs.parent IS NULL AND (runs.owner IS NULL OR runs.held < clock_ms())"
_NOW = "coalesce(runs.wanted, 0) <= clock_ms()"
_DUE = """
WITH due(id, since) AS (
    SELECT id, held FROM runs WHERE owner IS NOT NULL AND held < clock_ms()
        AND extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) * 1000 > :lasts
    UNION ALL SELECT id, wanted FROM runs WHERE wanted IS NOT NULL
    UNION ALL SELECT run, min(at) FROM inbox WHERE taken IS NULL GROUP BY run
), first(id, since) AS (SELECT id, min(since) FROM due GROUP BY id)
"""
"""After a restart of the server every lease has run out: its driver has so long to come back and renew it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A run that waits for a worker, since when (ms; where that lies ahead, it is not due before); the lowest go first.

    `job` names this wait of it: another has another name.
    """

    run: Run
    since: int
    priority: int

    @property
    def job(self) -> str:
        """The run and the epoch in which nobody drives it: who drives it ends that epoch."""
        return f"{self.run.name}@{self.run.epoch}"


@dataclass(frozen=True, slots=True)
class AtWork:
    """A worker: who, since when, how many runs it takes at once, what it has, how many it drives; `seen` ms ago."""

    owner: str
    began: int
    room: int
    can: str
    runs: int
    seen: int


def due(
    journal: Journal, limit: int, *, but: Iterable[int] = (), said: Iterable[str] = (), ahead: bool = False
) -> list[Waiting]:  # fmt: skip
    """Return runs that are due and that nobody drives, in their order: by priority, then the longest waiting first.

    Left out are runs with an id among `but` and jobs among `said`; with `ahead` those that are due later come, too.
    """
    kind = journal.connection_type
    found = journal.read_named(
        f"{_DUE} SELECT greatest(first.since, runs.wanted), runs.priority, {kind.columns} "
        "FROM runs JOIN first ON first.id = runs.id "
        f"WHERE {_FREE} {'' if ahead else f'AND {_NOW}'} AND runs.id <> ALL(:but) "
        "AND runs.name || '@' || runs.epoch <> ALL(:said) "
        "ORDER BY runs.priority, first.since, runs.id LIMIT :limit",
        {"limit": limit, "lasts": journal.lease_ms, "but": list(but), "said": list(said)},
    )
    return [Waiting(kind.to_run(values), int(since), priority) for since, priority, *values in found]


def want(connection: Connection, run: int, *, after: int = 0, priority: int | None = None) -> None:
    """Leave a run to workers in so many ms, within a transaction."""
    connection.execute(
        "UPDATE runs SET wanted = clock_ms() + ?, priority = coalesce(?, priority) WHERE id = ? AND wanted IS NULL",
        (after, priority, run),
    )


def postpone(connection: Connection, run: Run, after: int) -> None:
    """Say again in so many ms, within a transaction, that a run is due, unless somebody has taken it since.

    Its epoch ends: whoever was told of it before comes too late.
    """
    connection.execute(
        f"UPDATE runs SET owner = owner, wanted = clock_ms() + ? WHERE id = ? AND epoch = ? AND {_FREE}",
        (after, run.id, run.epoch),
    )


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
