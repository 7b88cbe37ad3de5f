"""Runs of one home: start them, go on with them, reach them; what is only read of them is in `reading`."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from indagate.app.files import bring_up_to_date, pinned, showing
from indagate.app.following import JournalWatch
from indagate.app.housekeeping import Housekeeping
from indagate.app.overview import Overview
from indagate.app.registry import Found, find_again, find_flow, input_from_data
from indagate.budget import Budget, Ledger
from indagate.engine import (
    Answering,
    Driver,
    Engine,
    Record,
    Row,
    Run,
    Status,
    StepVisit,
    dispatch,
    inbox,
    lease,
    require_row,
)
from indagate.engine.create_run import fork_rows
from indagate.engine.journal import Connection
from indagate.engine.listing import admit
from indagate.engine.page_edit import refuse_broken
from indagate.errors import HasEnded, InputError, NoSuchFlow, SignalNotAccepted
from indagate.flow import Answerers, Context, Flow
from indagate.frozen import dataclass
from indagate.models import ModelOptions
from indagate.models.settings import read_settings
from indagate.statechart import finished, takes
from indagate.storage import Home, storage_errors
from indagate.storage.address import named
from indagate.storage.content import locked
from indagate.tools.tracing import Tracing, from_environment


@dataclass(frozen=True, slots=True)
class Posted:
    """A signal that was left for a run: `letter` is its number in the inbox, `driven` whether a driver is there now."""

    run: Run
    letter: int
    driven: bool


@dataclass(frozen=True)
class Handle:
    """A run that this process drives."""

    engine: Engine
    flow: Flow
    driver: Driver
    watch: JournalWatch
    answerers: Answerers
    release: Callable[[Handle], Awaitable[None]]
    """What closes the lines to models that only this run has."""

    @property
    def name(self) -> str:
        """The run's name."""
        return self.driver.run_writer.run.name

    @property
    def record(self) -> Any:
        """What the run knows now."""
        return self.driver.record

    @property
    def budget(self) -> Ledger:
        """The run's account."""
        return self.driver.ledger

    @property
    def folder(self) -> Path:
        """Where the run shows its files."""
        return self.engine.home.run_folder(self.name)

    async def drive(self) -> Status:
        """Go on until the run waits for a person, ends, is paused or stopped; say which."""
        return await self.engine.drive(self.driver)

    async def follow(self, after: int = -1) -> AsyncIterator[Row]:
        """Drive the run and yield its rows after `after` as they are written, until it ends or waits for a person."""
        driving = asyncio.ensure_future(self.drive())
        try:
            async for row in self.watch.follow(self.driver.run_writer.run, self.flow, after, driving):
                yield row
            await driving
        finally:
            self.stop()
            await asyncio.gather(driving, return_exceptions=True)

    def stop(self) -> None:
        """Stop at the next boundary; what is in flight is journaled first."""
        self.driver.stop()

    async def leave(self, to: str = "") -> None:
        """Give the run's lease up, or over `to` another engine's owner, which goes on; close its lines to models."""
        await self.engine.leave(self.driver, to=to)
        await self.release(self)


class App(Overview):
    """The door to the runs of one home: `INDAGATE_HOME`, else the project's. Use it as an async context manager."""

    def __init__(self, home: Path | str | None = None, *, answerers: Answerers | None = None) -> None:
        found = Home.find(home)
        super().__init__(found, Engine(found, self._ctx, find_again))
        self._given = answerers
        self._answering: dict[int, Answerers] = {}
        self._tracing: Tracing | None = None
        self._watch = JournalWatch(self.engine)
        self.housekeeping = Housekeeping(found, self.engine)

    async def __aenter__(self) -> App:
        await self.engine.__aenter__()
        self._tracing = from_environment(self._ended)
        if self._tracing is not None:
            self.engine.watchers.append(self._tracing.note)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._watch.close()
        await self.engine.__aexit__(*error)
        for answerers in {id(one): one for one in (*self._answering.values(), self._given) if one}.values():
            await answerers.close()
        if self._tracing is not None:
            self.engine.watchers.remove(self._tracing.note)
            self._tracing.close()

    async def _release(self, handle: Handle) -> None:
        self._answering.pop(handle.driver.run_writer.run.id, None)
        others = (self._given, *self._answering.values())
        if all(other is not handle.answerers for other in others):
            await handle.answerers.close()

    def _ended(self, run: Run, record: Record[Any]) -> bool:
        try:
            return finished(find_again(run.flow, run.origin).chart, record.standing)
        except InputError:  # a flow that was given as an object cannot be found by its name
            return False

    def _ctx(self, driver: Driver, visit: StepVisit) -> Context[Any]:
        above = driver
        while above.parent is not None:
            above = above.parent
        return Context(driver, visit, self._answering[above.run_writer.run.id])

    async def start(
        self, flow: Flow | Found | str, given: Any, *, budget: Budget | None = None, answerers: Answerers | None = None
    ) -> Handle:
        """Create a run of a flow, or of one by its name; nothing of it happens before `drive` or `follow`.

        `given` is the flow's input, or a mapping of its fields; `answerers` answer instead of those of this app.
        Raises `NoSuchFlow`, or `InputError` for an input or a budget that cannot be used, and where its user has as
        many runs as the settings allow.
        """
        if isinstance(flow, str):
            flow = find_flow(flow)
        found = flow if isinstance(flow, Found) else Found(flow, "")
        if isinstance(given, Mapping):
            given = input_from_data(found.flow, given)
        answerers = answerers or self._given or Answerers()
        answerers.refuse(budget or Budget(), found.flow.roles)
        if found.flow.refuse is not None:
            await asyncio.to_thread(found.flow.refuse, given, self.home)
        pins = await asyncio.to_thread(pinned, self.home, found.flow, given) if self.home.shared else None
        driver = await self.engine.create(
            found.flow, given, origin=found.origin, budget=budget, answering=answerers.stored, admit=_admitting(given),
            pins=pins,
        )  # fmt: skip
        self._answering[driver.run_writer.run.id] = answerers
        return Handle(self.engine, found.flow, driver, self._watch, answerers, self._release)

    async def submit(self, handle: Handle, *, priority: int = 0, delay: float = 0.0) -> None:
        """Leave a run that was started here to the workers of a home in Postgres. Raises `InputError` for another.

        One of a lower priority is taken up first, and none before `delay` seconds have passed.
        """
        require_workers(self.home)
        run, after = handle.driver.run_writer.run.id, round(delay * 1000)
        await self.engine.journal.change(lambda c: dispatch.want(c, run, after=after, priority=priority))
        await handle.leave()

    def follow(self, name: str, after: int = -1) -> AsyncIterator[Row]:
        """Yield the rows of a run after `after` as they are written, by whichever process, until it has ended.

        Raises `NoSuchRun` or `NoSuchFlow`; while it is followed `Corrupt`.
        """
        run, flow = self.find(name)
        return self._watch.follow(run, flow, after)

    def prepare(self, name: str, change: ModelOptions | None = None) -> tuple[Answerers, Answering | None]:
        """Return who goes on answering a run's roles, and what is to be recorded where that changes.

        These are the ones it was born with, those that `change` names, or those that this program gave.
        Raises `InputError` where they cannot answer: a key is missing, a model's price is not known.
        """
        from indagate.models import answerers_of, changed, choose_answerers
        from indagate.models.setting import refuse_moved

        run, flow = self.find(name)
        stored = self.answers.setting(run)
        options = changed(stored, change) if change is not None else None
        if options is not None:
            refuse_moved(stored, os.environ, options)
            answerers = choose_answerers(os.environ, options, self.home.root)
            answerers.connect()
        elif self._given is not None:
            answerers = self._given
        else:
            return answerers_of(stored, self.home.root), None
        answerers.refuse(self.engine.read(run, flow).budget, flow.roles)
        return answerers, None if answerers.stored == stored else answerers.stored

    async def resume(
        self, name: str, change: ModelOptions | None = None, *, ending: bool = False, accept_differences: bool = False,
        budget: Budget | None = None,
    ) -> Handle:  # fmt: skip
        """Take an existing run over; `change` says who answers from here on. What is only `ending` needs no model.

        The limits of `budget` take the place of those that the run has.

        With `accept_differences` it goes on although its flow is other code now, or a step asks for other things than
        before. Raises `NoSuchRun`, `LeaseHeld`, `Corrupt`, `Mismatch`, `HasEnded`, `InputError` for a budget that is
        spent already and for an option on a run that has ended, `PageRejected` for a broken page, `BucketError` for
        a bucket that refuses.
        """
        from indagate.models.setting import changed

        run, flow = self.find(name)
        past = self.engine.read(run, flow)
        if finished(flow.chart, past.configuration):
            error = self.ended(run.name)
            if budget is not None or (change is not None and changed(self.answers.setting(run), change) is not None):
                what = "its budget is not raised" if budget is not None else "who answers in it is not changed"
                ended = f"run {run.name} has ended ({past.configuration})"
                raise InputError(f"{ended}; {what}", hint=_above(self, run) or _instead(self, flow, past.record))
            raise error
        if flow.views and not lease.driven(run):
            refuse_broken(self.engine.journal, flow, run, past, showing(self.home, run, flow))
        answerers, now = (Answerers(), None) if ending else self.prepare(name, change)
        if self.home.bucket:
            await asyncio.to_thread(self.home.store.require)
        driver = await self.engine.wake(run, flow, answering=now, accept=accept_differences, budget=budget)
        self._answering[run.id] = answerers
        return Handle(self.engine, flow, driver, self._watch, answerers, self._release)

    async def signal(self, name: str, word: str, text: str = "", *, model: bool = False) -> Posted:
        """Leave a signal for a run, wherever it is driven; `model` says that one will answer from here on.

        Raises `SignalNotAccepted` if its state does not take it, `InputError` if nobody would understand its text.
        """
        run, flow = self.find(name)
        past = self.engine.read(run, flow)
        configuration = past.configuration
        if finished(flow.chart, configuration):
            raise SignalNotAccepted(
                f"run {run.name} has ended ({configuration}); it takes no signals", hint=_above(self, run)
            )
        if word != inbox.PAUSE:
            event = type(flow.signal(word).build(text))
            if takes(flow.chart, configuration, event) is None and event not in flow.emits:
                taken = self.signals(name)
                listed = ", ".join(taken) or "nothing"
                what = f"run {run.name} is {configuration}, which does not take {word!r}"
                raise SignalNotAccepted(what, hint=f"It takes now: {listed}.")
            if flow.admit is not None:
                flow.admit(
                    past.record,
                    word,
                    text,
                    model=model
                    or _by_model(self._given.stored if self._given else Answering(), self.answers.setting(run)),
                )
        elif not lease.driven(run):
            raise SignalNotAccepted(f"run {run.name} is not being driven, so there is nothing to pause")
        driven = lease.driven(run)
        letter = await self.engine.journal.change(lambda connection: inbox.post(connection, run.id, word, text))
        self.engine.deliver(run.id)
        return Posted(run, letter, driven)

    async def fork(self, name: str, at: int) -> Run:
        """Make a new run with another run's rows up to `at`. Raises `NoSuchRun`, `InputError` or `Mismatch`."""
        run, flow = self.find(name)
        require_row(self.engine.journal, run, at)
        self.engine.read(run, flow, upto=at)
        return await self.engine.journal.change(lambda c: fork_rows(c, run, flow, at, self.home))

    def ended(self, name: str) -> HasEnded:
        """Bring the files of a run that has ended up to date, and return the error that says there is no more to do.

        A crash after the last row leaves them behind the journal. Raises what `mend` does.
        """
        run, flow = self.find(name)
        self.mend(run.name)
        still = lease.still_writes(run)
        files = f"{still[:1].upper()}{still[1:]}." if still else f"Its files are up to date in {self.folder(name)}."
        return HasEnded(
            f"run {run.name} has ended ({self.engine.read(run, flow).configuration}); there is nothing to resume",
            hint=_above(self, run) or files,
        )

    def mend(self, name: str) -> None:
        """Bring the files of a run up to date with its journal, unless it is being driven.

        A page that a person edited after the run's last word is kept beside the page. Raises `StorageError`,
        `LeaseLost`.
        """
        run, flow = self.find(name)
        if flow.views and not lease.may_write(run):
            with storage_errors(self.home.runs):
                self.home.runs.mkdir(parents=True, exist_ok=True)
            with locked(self.home.runs, fcntl.LOCK_EX):
                bring_up_to_date(self.home, self.engine.journal, run, flow)


def require_workers(home: Home) -> None:
    """Raise `InputError` for a home that has no workers: one that is not in Postgres."""
    if not home.address:
        raise InputError("workers need a home in Postgres", hint="--home postgres://USER@HOST/DATABASE")


def _by_model(*settings: Answering) -> bool:
    """Whether a model answers roles."""
    from indagate.models.choice import WITHOUT_MODEL

    return any(one.model not in WITHOUT_MODEL or one.roles for one in settings)


def _above(app: App, run: Run) -> str | None:
    """Return how to go on with the run that started this one, if that has not ended."""
    if run.parent is None:
        return None
    above = app.engine.journal.by_id(run.parent)
    try:
        finals = find_again(above.flow, above.origin).chart.finals
    except NoSuchFlow:
        return None
    if app.engine.journal.stands(above.id) in finals:
        return None
    return (
        f"It was started by {above.name}, which goes on: indagate resume {above.name}, or indagate abort {above.name}"
    )


def _instead(app: App, flow: Flow, record: Record[Any]) -> str:
    """Return what leads on from a run that has ended: a fork from before its budget did, or a new run."""
    row = flow.details(record).get("paid_to") if flow.details is not None else None
    fork = f"indagate fork {record.run} --at {row or 'ROW'} --home {shlex.quote(named(app.home.root))}"
    which = "" if row else f" (ROW is the last row to keep, from before a budget ended: indagate events {record.run})"
    return f"Resume a fork of it with the option: {fork}{which}. Or begin a new run with it."


def _admitting(given: Any) -> Callable[[Connection], None] | None:
    """Return how the user that an input names is held to the limits in the settings; None where there are none."""
    user = getattr(given, "user_id", "")
    if not user:
        return None
    limits = read_settings(os.environ).users
    return partial(admit, user=user, limits=limits) if limits.at_once or limits.per_day else None
