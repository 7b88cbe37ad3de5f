"""How a run comes to be in the journal: its name, its entry, its first rows, its own or another run's."""

from __future__ import annotations

import time

from indagate.engine import lease
from indagate.engine.effects import FORKED
from indagate.engine.journal import Connection, Run, entry
from indagate.engine.program import Program
from indagate.engine.row import PER_RUN, Note, Row, encode
from indagate.errors import Ambiguous
from indagate.storage import Home


def next_name(connection: Connection, program: Program, home: Home) -> str:
    """Return the next name of a day, PREFIX-YYYYMMDD-NNN, passing over folders that a lost journal has left."""
    prefix = program.prefix or program.name.upper()[:8]
    day = time.strftime("%Y%m%d", time.gmtime())
    while True:
        number = connection.execute(
            "INSERT INTO counters(name, value) VALUES (?, 1) "
            "ON CONFLICT(name) DO UPDATE SET value = counters.value + 1 RETURNING value",
            (f"{prefix}-{day}",),
        ).fetchone()[0]
        name = f"{prefix}-{day}-{number:03d}"
        if not home.run_folder(name).exists():
            return name


def insert_run(
    connection: Connection, row: Row, name: str, flow: str, origin: str, owner: str, lasts: int,
    parent: tuple[int, str] | None,
) -> Run:  # fmt: skip
    """Enter a new run with its first row, within a transaction, its lease taken by `owner` for `lasts` ms.

    A child is entered under its parent's lease, once for each key. Raises `LeaseLost` without that lease.
    """
    above, key = parent or (None, None)
    if above is not None:
        lease.require(connection, above, owner)
        if connection.execute("SELECT 1 FROM runs WHERE parent = ? AND parent_key = ?", (above, key)).fetchone():
            raise Ambiguous(f"the child run {key!r} has begun already, and goes on elsewhere in this process")
    found = connection.execute(
        "INSERT INTO runs(id, name, flow, origin, born, parent, parent_key, owner, held) "
        f"VALUES ({connection.next_id}, ?, ?, ?, ?, ?, ?, ?, clock_ms() + ?) RETURNING id",
        (name, flow, origin, row.at, above, key, owner, lasts),
    ).fetchone()
    run = int(found[0])
    connection.put(run, [row])
    return entry(connection, run)


def fork_rows(connection: Connection, run: Run, program: Program, row: int, home: Home) -> Run:
    """Copy a run's rows up to `row` into a new run, within a transaction."""
    name = next_name(connection, program, home)
    found = connection.execute(
        f"INSERT INTO runs(id, name, flow, origin, born) VALUES ({connection.next_id}, ?, ?, ?, ?) RETURNING id",
        (name, run.flow, run.origin, lease.now()),
    ).fetchone()
    fork = int(found[0])
    connection.execute(
        "INSERT INTO rows(id, kind, name, key, at, stands, body, crc) "
        "SELECT id + ?, kind, name, key, at, stands, body, crc FROM rows WHERE id BETWEEN ? AND ?",
        ((fork - run.id) * PER_RUN, run.id * PER_RUN, run.id * PER_RUN + row),
    )
    text = f"forked from {run.name} at {row}"
    connection.put(fork, [Row(row + 1, "note", FORKED, "", lease.now(), None, encode(Note(text)))])
    return entry(connection, fork)
