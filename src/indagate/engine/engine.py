"""The engine of one process: it creates runs, drives them, and carries signals to those it drives."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from indagate.budget import Budget, Ledger
from indagate.engine import inbox, lease
from indagate.engine.changing import other_code, raised
from indagate.engine.children import open_accounts
from indagate.engine.create_run import insert_run, next_name
from indagate.engine.driver import Driver
from indagate.engine.gate import Status
from indagate.engine.journal import Connection, Journal, Run, entry, span
from indagate.engine.program import Program
from indagate.engine.replay import Replay, proceed, replay
from indagate.engine.row import Answering, Born, Row, Wake, encode
from indagate.engine.run_writer import RunWriter, Watcher
from indagate.engine.stepping import MakeContext
from indagate.engine.suspending import stopped_between_commits
from indagate.engine.view import ViewRenderer
from indagate.errors import InputError, JournalError, LeaseHeld, LeaseLost, StorageError
from indagate.statechart import active
from indagate.storage import Home

POLL = 0.2
"""Seconds between two looks into the inbox."""
Find = Callable[[str, str], Program]
"""What finds a flow again by its name and origin; it raises `NoSuchFlow`."""


class Engine:
    """Runs of one home, driven in this process. Use it as an async context manager."""

    def __init__(self, home: Home, make_context: MakeContext, find: Find) -> None:
        self.home = home
        self.watchers: list[Watcher] = []
        self._make_context = make_context
        self.find = find
        self._journal: Journal | None = None
        self._suspending = contextlib.ExitStack()
        self.owner = lease.new_owner()
        """Who has the leases of this process, as the journal names it."""
        self._drivers: dict[int, Driver] = {}
        self._poller: asyncio.Task[None] | None = None
        self._waking: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._under_way: dict[Driver, asyncio.Event] = {}

    async def __aenter__(self) -> Engine:
        home = self.home.prepare()
        self._journal = Journal.open(home.address or home.journal)
        self._suspending.enter_context(stopped_between_commits(self._journal))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._poller is not None:
            self._poller.cancel()
            self._poller = None
        await self.stop()
        for driver in list(self._drivers.values()):
            await self.leave(driver)
        self._suspending.close()
        journal, self._journal = self.journal, None
        await asyncio.to_thread(journal.close)

    @property
    def journal(self) -> Journal:
        """The open journal."""
        assert self._journal is not None, "the engine is used within `async with`"
        return self._journal

    async def create(
        self, program: Program, given: Any, *, origin: str = "", budget: Budget | None = None,
        parent: tuple[int, str] | None = None, above: Driver | None = None, answering: Answering | None = None,
        admit: Callable[[Connection], None] | None = None, pins: Mapping[str, str] | None = None,
    ) -> Driver:  # fmt: skip
        """Create a run of a flow, take its lease, and return its driver. The run's first row is durable then.

        `admit` may refuse it, by raising, within the transaction that enters it. `pins` are kept in its first row.
        """
        seed = secrets.randbits(48)
        born = Born(
            program.name,
            program.chart.version,
            program.fingerprint,
            msgspec.Raw(encode(given)),
            budget or Budget(),
            seed,
            answering,
            dict(pins or {}),
        )
        row = Row(0, "born", program.name, "", lease.now(), str(program.chart.start()), encode(born))
        owner, home, lasts = self.owner, self.home, self.journal.lease_ms

        def work(connection: Connection) -> Run:
            if admit is not None:
                admit(connection)
            return insert_run(
                connection, row, next_name(connection, program, home), program.name, origin, owner, lasts, parent
            )

        self._keep_leases()
        async with self._given_back() as taken:
            run = await self.journal.change(work)
            taken.append(run.id)
            replayed = replay(program, run.name, [row])
            renderer = self._showing(run, program)
            if renderer is not None:
                renderer.open()
                renderer.note(row, None, replayed.record)
            return self._enter(run, program, replayed, renderer, above)

    async def wake(
        self, run: Run, program: Program, *, parent: Driver | None = None, accept: bool = False,
        answering: Answering | None = None, budget: Budget | None = None,
    ) -> Driver:  # fmt: skip
        """Take an existing run's lease and read it; with `accept` it goes on whatever differs.

        `answering` is recorded where who answers changes; the limits of `budget` take the place of those that the run
        has. Raises `LeaseHeld`, `Corrupt`, `Mismatch`, or `InputError` for a budget that is spent already.
        """
        accept = accept or (parent is not None and parent.accepting)
        async with self._waking.setdefault(run.id, asyncio.Lock()):
            known = self._drivers.get(run.id)
            if known is not None and known.run_writer.dead is None:
                known.change_answering(answering)
                return known
            return await self._take_over(run, program, parent, answering, accept=accept, budget=budget)

    async def _take_over(
        self, run: Run, program: Program, parent: Driver | None, answering: Answering | None, *, accept: bool,
        budget: Budget | None,
    ) -> Driver:  # fmt: skip
        renderer = self._showing(run, program)
        watch = renderer.note if renderer else None
        if renderer:
            renderer.look()
        replayed = replay(
            program, run.name, self.journal.rows(run.id), watch
        )  # one that cannot be read is not taken over
        if replayed.fingerprint != program.fingerprint and not accept:
            raise other_code(run, program, replayed.fingerprint)
        changed = None if budget is None else raised(run, replayed, budget)
        owner, above = self.owner, parent.run_writer.run.id if parent else None
        wake = Wake(lease.describe(owner), program.fingerprint, accept, answering, changed)
        at_work = bool(active(program.chart, replayed.configuration))

        lasts = self.journal.lease_ms

        def work(connection: Connection) -> tuple[bool, Run]:
            alive = lease.last_sign(connection, run.id, lasts) if at_work else 0
            body = encode(msgspec.structs.replace(wake, alive=alive))
            overtaken = lease.take(connection, run.id, owner, lasts, under=above)
            last = _last(connection, run.id)
            connection.put(run.id, [Row(last + 1, "wake", "wake", "", lease.now(), None, body)])
            return overtaken, entry(connection, run.id)

        self._keep_leases()
        async with self._given_back(run.id):
            overtaken, taken = await self.journal.change(work)
            if renderer:
                renderer.open(afresh=overtaken)
            replayed = proceed(program, run.name, replayed, self.journal.rows(run.id, after=replayed.last.seq), watch)
            driver = self._enter(taken, program, replayed, renderer, parent)
        driver.accepting = accept
        return driver

    @contextlib.asynccontextmanager
    async def _given_back(self, run: int | None = None) -> AsyncIterator[list[int]]:
        """Give a run's lease back if taking the run over fails within, or is cut off; the list may name it later."""
        runs = [] if run is None else [run]
        before = self._drivers.get(run) if run is not None else None
        try:
            yield runs
        except BaseException:
            owner = self.owner
            if runs and self._drivers.get(runs[0]) is before:
                # Not waited for: it comes after the taking, in the order in which they were asked for.
                self.journal.writer.post(lambda connection: lease.release(connection, runs[0], owner))
            raise

    async def drive(self, driver: Driver) -> Status:
        """Drive a run until it waits, ends, pauses or is stopped, then give its lease up unless it waits here.

        Raises what `Driver.drive` does; of a run that was left before, `LeaseHeld` or `LeaseLost` if another
        driver came.
        """
        run = driver.run_writer.run
        if run.id not in self._drivers:
            await self._take_again(driver)
        if driver.running or self._drivers.setdefault(run.id, driver) is not driver:
            raise LeaseHeld(f"run {run.name} is being driven already, by this process")
        if self._poller is None:
            self._poller = asyncio.get_running_loop().create_task(self._poll())
        over = self._under_way[driver] = asyncio.Event()
        try:
            status = await driver.drive()
            if status != "waiting":
                await self.leave(driver, paused=status == "paused")
            return status
        except BaseException:
            await self.leave(driver)
            raise
        finally:
            del self._under_way[driver]
            over.set()

    async def _take_again(self, driver: Driver) -> None:
        if driver.run_writer.dead is not None:
            raise driver.run_writer.dead
        run, last, owner = driver.run_writer.run, driver.run_writer.replayed.last.seq, self.owner
        lasts = self.journal.lease_ms

        def work(connection: Connection) -> Run:
            lease.take(connection, run.id, owner, lasts)
            if _last(connection, run.id) != last:
                raise LeaseLost(f"another driver went on with run {run.name} since it was left", hint="Resume it anew.")
            return entry(connection, run.id)

        driver.run_writer.run = await self.journal.change(work)

    async def leave(self, driver: Driver, *, paused: bool = False, to: str = "") -> None:
        """Give a run's lease up, or over `to` the owner of another engine."""
        run, lasts = driver.run_writer.run.id, self.journal.lease_ms
        if self._drivers.pop(run, None) is None:
            return

        def work(connection: Connection) -> None:
            if to:
                lease.hand_over(connection, run, self.owner, to, lasts)
            else:
                lease.release(connection, run, self.owner)
            if paused:
                connection.execute("UPDATE runs SET paused = 1 WHERE id = ?", (run,))

        # A disk that refuses must not hide why the drive ended; the lease runs out by itself.
        with contextlib.suppress(Exception):
            await self.journal.change(work)

    async def stop(self) -> None:
        """Stop every run that is being driven here, and return when what was in flight is journaled."""
        for driver in list(self._under_way):
            driver.stop()
        for over in list(self._under_way.values()):
            await over.wait()

    def deliver(self, run: int) -> None:
        """Let a run that is driven here take in at once what was posted to it."""
        driver = self._drivers.get(run)
        if driver is not None:
            try:
                driver.drain()
            except Exception as error:  # noqa: BLE001 - the worker loop: one run's trouble must not silence the others
                driver.died(error)

    def read(self, run: Run, program: Program, *, upto: int | None = None) -> Replay:
        """Fold a run as it stood at a row, or as it stands."""
        return replay(program, run.name, self.journal.rows(run.id, upto=upto))

    def _showing(self, run: Run, program: Program) -> ViewRenderer | None:
        if not program.views:
            return None
        return ViewRenderer(program.views, self.home.run_folder(run.name), self.home.store)

    def _enter(
        self, run: Run, program: Program, replayed: Replay, renderer: ViewRenderer | None, parent: Driver | None
    ) -> Driver:
        account = parent.accounts.get(run.id) if parent else None
        ledger = account or Ledger(replayed.budget, parent=parent.ledger if parent else None)
        ledger.budget, ledger.driven = replayed.budget, replayed.driven
        ledger.by_processor = replayed.by_processor
        run_writer = RunWriter(self.journal, run, replayed, renderer, self.watchers)
        driver = Driver(self.journal, program, run_writer, ledger, self._make_context, self, parent)
        spent = Ledger()
        spent.charge(replayed.spent)
        driver.accounts = open_accounts(self.journal, run.id, spent)
        ledger.correct(spent.spent)
        for child in driver.accounts.values():
            child.parent = ledger
        if parent is not None:
            parent.accounts[run.id] = ledger
        if renderer is not None:
            renderer.guard = run_writer.require_hold
        self._drivers[run.id] = driver
        return driver

    def _keep_leases(self) -> None:
        owner, lasts = self.owner, self.journal.lease_ms
        self.journal.writer.beat(lasts / 3000, lambda connection: lease.renew(connection, owner, lasts))

    async def _poll(self) -> None:
        """Carry signals to the runs that are being driven; whatever goes wrong there ends that run's drive only."""
        while True:
            await asyncio.sleep(POLL)
            with contextlib.suppress(StorageError, JournalError):  # the next look may succeed
                for run in inbox.addressed(self.journal):
                    self.deliver(run)


def _last(connection: Connection, run: int) -> int:
    return int(connection.execute("SELECT max(seq) FROM rows WHERE id BETWEEN ? AND ?", span(run)).fetchone()[0])


def require_row(journal: Journal, run: Run, row: int) -> None:
    """Raise `InputError` unless the run has this row."""
    last, _ = journal.last(run.id)
    if not 0 <= row <= last:
        raise InputError(f"run {run.name} has rows 0 to {last}; there is no row {row}")
