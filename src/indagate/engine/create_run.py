"""How a run comes to be in the journal: its name, its entry, its first rows, its own or another run's."""

from __future__ import annotations

import sqlite3
import time

from indagate.engine import lease
from indagate.engine.effects import FORKED
from indagate.engine.journal import Run
from indagate.engine.program import Program
from indagate.engine.removal import NEXT_ID
from indagate.engine.row import PER_RUN, Note, Row, encode
from indagate.engine.writer import insert
from indagate.errors import Ambiguous
from indagate.storage import Home


def next_name(connection: sqlite3.Connection, program: Program, home: Home) -> str:
    """Return the next name of a day, PREFIX-YYYYMMDD-NNN, passing over folders that a lost journal has left."""
    prefix = program.prefix or program.name.upper()[:8]
    day = time.strftime("%Y%m%d", time.gmtime())
    while True:
        number = connection.execute(
            "INSERT INTO counters(name, value) VALUES (?, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1 "
            "RETURNING value",
            (f"{prefix}-{day}",),
        ).fetchone()[0]
        name = f"{prefix}-{day}-{number:03d}"
        if not home.run_folder(name).exists():
            return name


def insert_run(
    connection: sqlite3.Connection, row: Row, name: str, flow: str, origin: str, owner: str,
    parent: tuple[int, str] | None,
) -> Run:  # fmt: skip
    """Enter a new run with its first row, within a transaction, its lease taken by `owner`.

    A child is entered under its parent's lease, once for each key. Raises `LeaseLost` without that lease.
    """
    held = lease.now() + int(lease.ttl() * 1000)
    above, key = parent or (None, None)
    if above is not None:
        lease.require(connection, above, owner)
        if connection.execute("SELECT 1 FROM runs WHERE parent = ? AND parent_key = ?", (above, key)).fetchone():
            raise Ambiguous(f"the child run {key!r} has begun already, and goes on elsewhere in this process")
    found = connection.execute(
        "INSERT INTO runs(id, name, flow, origin, born, parent, parent_key, owner, held) "
        f"VALUES ({NEXT_ID}, ?, ?, ?, ?, ?, ?, ?, ?)",
        (name, flow, origin, row.at, above, key, owner, held),
    )
    run = int(found.lastrowid or 0)
    insert(connection, run, [row])
    return Run(run, name, flow, origin, row.at, above, False, owner, held)


def fork_rows(connection: sqlite3.Connection, run: Run, program: Program, row: int, home: Home) -> Run:
    """Copy a run's rows up to `row` into a new run, within a transaction."""
    name = next_name(connection, program, home)
    found = connection.execute(
        f"INSERT INTO runs(id, name, flow, origin, born) VALUES ({NEXT_ID}, ?, ?, ?, ?)",
        (name, run.flow, run.origin, lease.now()),
    )
    fork = int(found.lastrowid or 0)
    connection.execute(
        "INSERT INTO rows(id, kind, name, key, at, stands, body, crc) "
        "SELECT id + ?, kind, name, key, at, stands, body, crc FROM rows WHERE id BETWEEN ? AND ?",
        ((fork - run.id) * PER_RUN, run.id * PER_RUN, run.id * PER_RUN + row),
    )
    text = f"forked from {run.name} at {row}"
    insert(connection, fork, [Row(row + 1, "note", FORKED, "", lease.now(), None, encode(Note(text)))])
    return Run(fork, name, run.flow, run.origin, lease.now(), None, False, None, None)
