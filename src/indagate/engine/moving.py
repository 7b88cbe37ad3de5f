"""Copying a journal into an empty one of another kind, and holding the copy against it row by row."""

from __future__ import annotations

from itertools import islice

from indagate.engine import lease
from indagate.engine.journal import Connection, Journal
from indagate.engine.row import Row
from indagate.errors import Corrupt, InputError, LeaseHeld

BATCH = 1000
"""Rows that are copied in one transaction."""
_RUNS = "id, name, flow, origin, born, parent, parent_key, paused"
_INBOX = "id, run, word, text, at, taken, outcome"


async def copy(source: Journal, target: Journal) -> tuple[int, int]:
    """Copy all runs, signals and counters; return how many runs and rows. What is copied is read again and compared.

    Raises `LeaseHeld` while a run is driven, `InputError` for a target that has runs, `Corrupt` where the two differ.
    """
    for run in source.runs():
        if run.owner and lease.driven(run):
            raise LeaseHeld(f"run {run.name} is being driven by {lease.describe(run.owner)}", hint="Pause it first.")
    if target.read("SELECT 1 FROM runs LIMIT 1"):
        raise InputError(f"there are runs already in {target.place}", hint="Move into an empty home.")
    rows = 0
    for values in source.read(f"SELECT {_RUNS} FROM runs ORDER BY id"):
        await _fill(target, "runs", _RUNS, [values])
        number, waiting = int(values[0]), source.rows(int(values[0]))
        while batch := list(islice(waiting, BATCH)):
            await _put(target, number, batch)
            rows += len(batch)
    await _fill(target, "counters", "name, value", source.read("SELECT name, value FROM counters"))
    await _fill(target, "inbox", _INBOX, source.read(f"SELECT {_INBOX} FROM inbox ORDER BY id"))
    await target.change(lambda connection: connection.renumber())
    return _compared(source, target), rows


async def _fill(target: Journal, table: str, columns: str, found: list[tuple[object, ...]]) -> None:
    marks = ", ".join("?" for _ in columns.split(", "))

    def work(connection: Connection) -> None:
        for values in found:
            connection.execute(f"INSERT INTO {table}({columns}) VALUES ({marks})", values)

    await target.change(work)


async def _put(target: Journal, run: int, rows: list[Row]) -> None:
    await target.change(lambda connection: connection.put(run, rows))


def _compared(source: Journal, target: Journal) -> int:
    """Return how many runs there are. Raises `Corrupt` where a row of one is not in the other, or differs."""
    runs = source.runs()
    if [run.name for run in runs] != [run.name for run in target.runs()]:
        raise Corrupt(f"the copy in {target.label} has other runs than {source.label}")
    for run in runs:
        for one, other in zip(source.rows(run.id), target.rows(run.id), strict=False):
            if one != other:
                raise Corrupt(f"row {one.seq} of run {run.name} differs in {target.label}")
        if source.last(run.id) != target.last(run.id):
            raise Corrupt(f"run {run.name} is shorter in {target.label}")
    return len(runs)
