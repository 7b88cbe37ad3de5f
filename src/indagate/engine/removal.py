"""Taking runs out of the journal: in one transaction, with what is left to do afterwards kept in it."""

from __future__ import annotations

from typing import Any

from indagate.engine import lease
from indagate.engine.journal import Connection, Journal, span
from indagate.engine.lease import now
from indagate.errors import InputError, LeaseHeld, NoSuchRun

DELETED = "deleted "
"""Before the names of deleted runs whose files are still to be removed, among the counters."""
LAST = "last deleted run"
"""The counter that keeps ids from being given again: whoever still knows a deleted run must not meet another one."""
_BELOW = (
    "WITH RECURSIVE below(id) AS (SELECT id FROM runs WHERE name = ? UNION ALL "
    "SELECT runs.id FROM runs JOIN below ON runs.parent = below.id) "
    "SELECT runs.id, name, parent, owner, held > clock_ms() FROM runs JOIN below ON below.id = runs.id ORDER BY runs.id"
)


def removable(connection: Connection, name: str) -> list[tuple[int, str]]:
    """Return the ids and names of a run and of all that it started.

    Raises `NoSuchRun`, `LeaseHeld` while one of them is driven, `InputError` where another run needs one of them.
    """
    found = connection.execute(_BELOW, (name,)).fetchall()
    if not found:
        raise NoSuchRun(f"no run {name!r} in the journal", hint="`indagate runs` lists them.")
    above = connection.execute("SELECT name FROM runs WHERE id = ?", (found[0][2],)).fetchone()
    if above is not None:
        raise InputError(f"run {name} is a part of {above[0]}, which started it", hint=f"Delete {above[0]} instead.")
    for _, own, _, owner, live in found:
        if owner and live and not lease.gone(owner):
            raise LeaseHeld(
                f"run {own} is being driven by {lease.describe(owner)}",
                hint=f"Stop it first: indagate pause {name} (or indagate abort {name}, for good); then delete it.",
            )
    ids = {number: own for number, own, *_ in found}
    _refuse_needed(connection, ids)
    return list(ids.items())


def _refuse_needed(connection: Connection, ids: dict[int, str]) -> None:
    """Raise `InputError` where a run that stays, a fork, goes on from what one of these found."""
    names = set(ids.values())
    users = connection.execute(
        "SELECT runs.name, json_extract(rows.body, '$.result') FROM rows JOIN runs ON runs.id = rows.run "
        "WHERE rows.kind = 'done' AND rows.name LIKE 'run %'"
    )
    for user, child in users:
        if child in names and user not in names:
            raise InputError(
                f"run {user}, a fork, goes on from what {child} found", hint=f"Delete {user} first, or keep both."
            )


def remove(connection: Connection, name: str) -> list[str]:
    """Take a run and all that it started out of the journal, within a transaction; return their names.

    Raises what `removable` does.
    """
    found = removable(connection, name)
    for number, own in found:
        connection.execute("DELETE FROM rows WHERE id BETWEEN ? AND ?", span(number))
        connection.execute("DELETE FROM inbox WHERE run = ?", (number,))
        connection.execute("DELETE FROM runs WHERE id = ?", (number,))
        _count(connection, f"{DELETED}{own}", now())
        _count(connection, LAST, number)
    return [own for _, own in found]


def _count(connection: Connection, name: str, value: int) -> None:
    connection.execute(
        "INSERT INTO counters(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = "
        "CASE WHEN counters.value < excluded.value THEN excluded.value ELSE counters.value END",
        (name, value),
    )


def left_over(journal: Journal) -> list[str]:
    """Return the names of deleted runs whose files may still be there."""
    found = journal.read("SELECT name FROM counters WHERE instr(name, ?) = 1 ORDER BY name", DELETED)
    return [str(name)[len(DELETED) :] for (name,) in found]


def removed(connection: Connection, name: str) -> None:
    """Note, within a transaction, that the files of a deleted run are gone."""
    connection.execute("DELETE FROM counters WHERE name = ?", (f"{DELETED}{name}",))


_STRAY = "run NOT IN (SELECT id FROM runs) AND run <= coalesce((SELECT value FROM counters WHERE name = ?), 0)"


def stray(journal: Journal) -> tuple[int, int]:
    """Return how many rows, of how many bytes, a driver that slept wrote into runs deleted meanwhile."""
    found: list[tuple[Any, ...]] = journal.read(
        f"SELECT count(*), coalesce(sum(length(body)), 0) FROM rows WHERE {_STRAY}", LAST
    )
    return int(found[0][0]), int(found[0][1])


def remove_stray(connection: Connection) -> None:
    """Remove those rows, and signals to such runs, within a transaction."""
    connection.execute(f"DELETE FROM rows WHERE {_STRAY}", (LAST,))
    connection.execute(f"DELETE FROM inbox WHERE {_STRAY}", (LAST,))
