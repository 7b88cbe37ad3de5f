"""The engine of one process: it creates runs, drives them, and carries signals to those it drives."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import msgspec

from indagate.budget import Budget, Ledger
from indagate.engine import inbox, lease
from indagate.engine.driver import Driver, MakeLab, Status, Suspended
from indagate.engine.effects import identity
from indagate.engine.journal import Journal, Run
from indagate.engine.past import Past, refold
from indagate.engine.performing import one_at_a_time
from indagate.engine.program import Program
from indagate.engine.record import Record
from indagate.engine.row import Born, Done, Note, Row, Wake, decode, encode
from indagate.engine.scribe import Scribe, Watcher
from indagate.engine.view import Showing
from indagate.errors import InputError
from indagate.store import Home

POLL = 0.2
"""Seconds between two looks into the inbox."""
Find = Callable[[str, str], Program]
"""What finds a flow again by its name and origin."""


class Engine:
    """Runs of one home, driven in this process. Use it as an async context manager."""

    def __init__(self, home: Home, make_lab: MakeLab, find: Find) -> None:
        self.home = home
        self.watchers: list[Watcher] = []
        self.taken: set[int] = set()
        self._make_lab = make_lab
        self._find = find
        self._journal: Journal | None = None
        self._owner = lease.new_owner()
        self._drivers: dict[int, Driver] = {}
        self._poller: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Engine:
        self._journal = Journal.open(self.home.prepare().journal)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._poller is not None:
            self._poller.cancel()
            self._poller = None
        for driver in list(self._drivers.values()):
            await self.leave(driver)
        journal, self._journal = self.journal, None
        await asyncio.to_thread(journal.close)

    @property
    def journal(self) -> Journal:
        """The open journal."""
        assert self._journal is not None, "the engine is used within `async with`"
        return self._journal

    async def create(
        self, program: Program, given: Any, *, origin: str = "", budget: Budget | None = None,
        parent: tuple[int, str] | None = None,
    ) -> Driver:  # fmt: skip
        """Create a run of a flow, take its lease, and return its driver. The run's first row is durable then."""
        seed = secrets.randbits(48)
        born = Born(
            program.name,
            program.chart.version,
            program.fingerprint,
            msgspec.Raw(encode(given)),
            budget or Budget(),
            seed,
        )
        row = Row(0, "born", program.name, "", lease.now(), str(program.chart.start()), encode(born))
        owner, prefix = self._owner, program.prefix or program.name.upper()[:8]

        def work(connection: sqlite3.Connection) -> Run:
            return _insert_run(connection, row, prefix, program.name, origin, owner, parent)

        self._keep_leases()
        run = await self.journal.change(work)
        past = refold(program, run.name, [row])
        return self._enter(run, program, past, None)

    async def wake(self, run: Run, program: Program, *, parent: Driver | None = None) -> Driver:
        """Take an existing run's lease and read it. Raises `Held`, `Corrupt` or `Mismatch`."""
        known = self._drivers.get(run.id)
        if known is not None and known.scribe.dead is None:
            return known
        owner, body = self._owner, encode(Wake(lease.describe(self._owner), program.fingerprint))

        def work(connection: sqlite3.Connection) -> None:
            lease.take(connection, run.id, owner)
            connection.execute("UPDATE runs SET paused = 0 WHERE id = ?", (run.id,))
            last = connection.execute("SELECT max(seq) FROM rows WHERE run = ?", (run.id,)).fetchone()[0]
            row = Row(last + 1, "wake", "wake", "", lease.now(), None, body)
            connection.execute(
                "INSERT INTO rows(run, seq, kind, name, key, at, stands, body, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (run.id, row.seq, row.kind, row.name, row.key, row.at, row.stands, body.decode(), row.check),
            )

        refold(program, run.name, self.journal.rows(run.id))  # a run that cannot be read is not taken over
        self._keep_leases()
        await self.journal.change(work)
        return self._enter(self.journal.by_id(run.id), program, None, parent)

    async def drive(self, driver: Driver) -> Status:
        """Drive a run until it waits, ends, pauses or is stopped, then give its lease up unless it waits here."""
        self._drivers[driver.scribe.run.id] = driver
        if self._poller is None:
            self._poller = asyncio.get_running_loop().create_task(self._poll())
        try:
            status = await driver.drive()
        except BaseException:
            await self.leave(driver)
            raise
        if status != "waiting":
            await self.leave(driver, paused=status == "paused")
        return status

    async def leave(self, driver: Driver, *, paused: bool = False) -> None:
        """Give a run's lease up."""
        run = driver.scribe.run.id
        if self._drivers.pop(run, None) is None:
            return

        def work(connection: sqlite3.Connection) -> None:
            lease.release(connection, run, self._owner)
            if paused:
                connection.execute("UPDATE runs SET paused = 1 WHERE id = ?", (run,))

        # A disk that refuses must not hide why the drive ended; the lease runs out by itself.
        with contextlib.suppress(Exception):
            await self.journal.change(work)

    async def child(
        self, driver: Driver, visit: Any, scope: str, program: Program, given: Any, key: str
    ) -> Record[Any]:
        """Run another flow as a child with its parent's budget, and return its record once it has ended."""
        await driver.passage()
        name = f"run {program.name}"
        with one_at_a_time(visit, f"{scope}/{key}", name) as nth:
            wanted = identity(visit.visit, f"{scope}/{key}", name, nth)
            known = driver.scribe.past.effects.outcome(wanted)
            if known is not None:
                entry = self.journal.run(decode(decode(known.body, Done).result, str))
                return refold(program, entry.name, self.journal.rows(entry.id)).record
            child = await self._child_driver(driver, program, given, wanted)
            driver.children.append(child)
            try:
                status = await self.drive(child)
            finally:
                driver.children.remove(child)
            if status != "finished":
                await self.leave(child)
                raise Suspended
            done = Done("", msgspec.Raw(encode(child.scribe.run.name)), spent=child.ledger.spent)
            driver.scribe.past.effects.note(driver.scribe.write_lazily("done", name, wanted[0], encode(done)))
            return child.record

    def post(self, run: int, word: str, text: str) -> None:
        """Hand a signal that was posted in this process to its driver at once."""
        driver = self._drivers.get(run)
        if driver is not None:
            driver.drain()

    def fork_rows(self, connection: sqlite3.Connection, run: Run, program: Program, row: int) -> Run:
        """Copy a run's rows up to `row` into a new run, within a transaction."""
        prefix = program.prefix or program.name.upper()[:8]
        name = _mint(connection, prefix)
        found = connection.execute(
            "INSERT INTO runs(name, flow, origin, born) VALUES (?, ?, ?, ?)", (name, run.flow, run.origin, lease.now())
        )
        fork = int(found.lastrowid or 0)
        connection.execute(
            "INSERT INTO rows SELECT ?, seq, kind, name, key, at, stands, body, crc FROM rows WHERE run = ? AND seq <= ?",
            (fork, run.id, row),
        )
        note = Row(row + 1, "note", "forked", "", lease.now(), None, encode(Note(f"forked from {run.name} at {row}")))
        connection.execute(
            "INSERT INTO rows(run, seq, kind, name, key, at, stands, body, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (fork, note.seq, note.kind, note.name, note.key, note.at, note.stands, note.body.decode(), note.check),
        )
        return Run(fork, name, run.flow, run.origin, lease.now(), None, False, None, None)

    def read(self, run: Run, program: Program, *, upto: int | None = None) -> Past:
        """Fold a run as it stood at a row, or as it stands."""
        return refold(program, run.name, self.journal.rows(run.id, upto=upto))

    def find(self, run: Run) -> Program:
        """Return the flow of a run. Raises `NoSuchFlow`."""
        return self._find(run.flow, run.origin)

    def _enter(self, run: Run, program: Program, past: Past | None, parent: Driver | None) -> Driver:
        showing = None
        if program.views:
            showing = Showing(program.views, self.home.run_folder(run.name), self.home.store)
            showing.open()
        if past is None:
            past = refold(program, run.name, self.journal.rows(run.id), showing.note if showing else None)
        elif showing:
            showing.note(past.last, None, past.record)
        ledger = Ledger(past.born.budget, parent=parent.ledger if parent else None)
        ledger.charge(past.spent)
        ledger.driven = past.driven
        scribe = Scribe(self.journal, run, past, showing, self.watchers)
        driver = Driver(self.journal, program, scribe, ledger, self._make_lab, self)
        self._drivers[run.id] = driver
        return driver

    async def _child_driver(self, driver: Driver, program: Program, given: Any, wanted: tuple[str, str]) -> Driver:
        parent, key = driver.scribe.run.id, f"{wanted[0]} {wanted[1]}"
        found = self.journal.read("SELECT id FROM runs WHERE parent = ? AND parent_key = ?", parent, key)
        if found:
            child = await self.wake(self.journal.by_id(int(found[0][0])), program, parent=driver)
        else:
            origin = driver.scribe.run.origin
            child = await self.create(program, given, origin=origin, parent=(parent, key))
        child.ledger.parent = driver.ledger
        return child

    def _keep_leases(self) -> None:
        owner = self._owner
        self.journal.writer.beat(lease.ttl() / 3, lambda connection: lease.renew(connection, owner))

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            if self._drivers:
                for run in inbox.addressed(self.journal):
                    driver = self._drivers.get(run)
                    if driver is not None:
                        driver.drain()


def _mint(connection: sqlite3.Connection, prefix: str) -> str:
    """Return the next name of a day: PREFIX-YYYYMMDD-NNN."""
    day = time.strftime("%Y%m%d", time.gmtime())
    number = connection.execute(
        "INSERT INTO counters(name, value) VALUES (?, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1 "
        "RETURNING value",
        (f"{prefix}-{day}",),
    ).fetchone()[0]
    return f"{prefix}-{day}-{number:03d}"


def _insert_run(
    connection: sqlite3.Connection, row: Row, prefix: str, flow: str, origin: str, owner: str,
    parent: tuple[int, str] | None,
) -> Run:  # fmt: skip
    name = _mint(connection, prefix)
    held = lease.now() + int(lease.ttl() * 1000)
    above, key = parent or (None, None)
    found = connection.execute(
        "INSERT INTO runs(name, flow, origin, born, parent, parent_key, owner, held) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (name, flow, origin, row.at, above, key, owner, held),
    )
    run = int(found.lastrowid or 0)
    connection.execute(
        "INSERT INTO rows(run, seq, kind, name, key, at, stands, body, crc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (run, row.seq, row.kind, row.name, row.key, row.at, row.stands, row.body.decode(), row.check),
    )
    return Run(run, name, flow, origin, row.at, above, False, owner, held)


def require_row(journal: Journal, run: Run, row: int) -> None:
    """Raise `InputError` unless the run has this row."""
    last, _ = journal.last(run.id)
    if not 0 <= row <= last:
        raise InputError(f"run {run.name} has rows 0 to {last}; there is no row {row}")
