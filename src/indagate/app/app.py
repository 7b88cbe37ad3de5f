"""Runs of one home: start them, go on with them, reach them; what is only read of them is in `reading`."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from indagate.app.collecting import Collector, Deleted, Garbage, drop, remove_whole, weight
from indagate.app.deciding import PendingDecision, decision
from indagate.app.files import bring_up_to_date, showing
from indagate.app.following import JournalWatch
from indagate.app.reading import Runs, stored_answering
from indagate.app.registry import Found, find_again, find_flow, input_from_data
from indagate.app.standing import account, facts_of, iso
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
    inbox,
    lease,
    removal,
    require_row,
)
from indagate.engine.create_run import fork_rows
from indagate.engine.damage import damage
from indagate.engine.journal import connect
from indagate.engine.listing import admit
from indagate.engine.page_edit import refuse_broken
from indagate.errors import HasEnded, InputError, NoSuchFlow, SignalNotAccepted
from indagate.flow import Answerers, Context, Flow
from indagate.models import ModelOptions
from indagate.models.settings import read_settings
from indagate.statechart import finished, takes
from indagate.storage import Home
from indagate.tools.tracing import Tracing, from_environment

if TYPE_CHECKING:
    from indagate.flow.difference import Difference
    from indagate.models.forecast import Forecast


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
    answerers: Answerers = field(default_factory=Answerers)

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

    async def leave(self) -> None:
        """Give the run's lease up, so that another process can go on."""
        await self.engine.leave(self.driver)


class App(Runs):
    """The door to the runs of one home: `INDAGATE_HOME`, else the project's. Use it as an async context manager."""

    def __init__(self, home: Path | None = None, *, answerers: Answerers | None = None) -> None:
        found = Home.find(home)
        super().__init__(found, Engine(found, self._ctx, find_again))
        self._given = answerers
        self._answering: dict[int, Answerers] = {}
        self._tracing: Tracing | None = None
        self._watch = JournalWatch(self.engine)

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
        driver = await self.engine.create(
            found.flow, given, origin=found.origin, budget=budget, answering=answerers.stored, admit=_admitting(given)
        )
        self._answering[driver.run_writer.run.id] = answerers
        return Handle(self.engine, found.flow, driver, self._watch, answerers)

    def answering(self, run: Run) -> Answering:
        """Return who answers a run's roles: as it was born, or changed since; a child's are those of the run above."""
        journal, found = self.engine.journal, stored_answering(self.engine.journal, run.id)
        while found is None and run.parent is not None:
            run = journal.by_id(run.parent)
            found = stored_answering(journal, run.id)
        return found or Answering()

    def follow(self, name: str, after: int = -1) -> AsyncIterator[Row]:
        """Yield the rows of a run after `after` as they are written, by whichever process, until it has ended.

        Raises `NoSuchRun` or `NoSuchFlow`; while it is followed `Corrupt`.
        """
        run, flow = self.find(name)
        return self._watch.follow(run, flow, after)

    def waiting(self, name: str) -> PendingDecision | None:
        """Return what a run asks of a person, with what may be said; None where nothing is asked.

        Raises `NoSuchRun`, `Corrupt`.
        """
        return decision(self, name, self.forecast(name))

    def facts_of(self, name: str, *, at: int | None = None) -> dict[str, Any]:
        """Return all that is to be said of a run, or of it at a row, for programs: see `standing`; and its account.

        Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`.
        """
        run, flow = self.find(name)
        past, driven = self.past(run.name, at=at), lease.driven(run)
        waits = [token.state for token in past.configuration.tokens if token.state in flow.chart.waits]
        expected = self.forecast(run.name) if waits and at is None else None
        return {
            **facts_of(flow, past, self.home.run_folder(run.name), driven=at is None and driven),
            "row": past.last.seq,
            "born": iso(run.born),
            "last": iso(past.last.at),
            "finished": finished(flow.chart, past.configuration),
            "paused": run.paused,
            "driven_by": lease.describe(run.owner) if run.owner and driven else None,
            "waits": waits,
            "models": msgspec.to_builtins(self.answering(run)),
            "expected": msgspec.to_builtins(expected),
            **self.answers_of(run.name),
            "signals": self.signals(run.name) if at is None else [],
            "tree": [{"depth": depth, "text": text} for depth, text in (flow.tree(past.record) if flow.tree else ())],
            "budget": account(past.spent, past.seconds, past.budget),
        }

    def again(self, name: str) -> tuple[Found, Any]:
        """Return the flow and the input of a run that asks a finished one's question again.

        Raises `NoSuchRun`, or `InputError` where that cannot be.
        """
        run, flow = self.find(name)
        record = self.record(run.name)
        if flow.again is None:
            raise InputError(f"a run of {flow.name} cannot be asked again")
        if not finished(flow.chart, record.standing):
            raise InputError(f"run {run.name} has not ended: it is {record.state}", hint="Let it end first.")
        return Found(flow, run.origin), flow.again.given(record)

    def difference(self, since: str, name: str) -> Difference:
        """Return what is new in a run since an earlier one that asked the same. Raises `NoSuchRun`, `InputError`."""
        (before, flow), (after, other) = self.find(since), self.find(name)
        if flow.again is None or other.name != flow.name:
            raise InputError(f"{before.name} and {after.name} cannot be compared")
        return flow.again.compare(self.record(before.name), self.record(after.name), self.home.store)

    def forecast(self, name: str) -> Forecast | None:
        """Return what a run's models are expected to take from here on; None where its flow cannot say, or no model.

        Raises `NoSuchRun`, `InputError` for prices that cannot be read.
        """
        run, flow = self.find(name)
        setting = self.answering(run)
        if flow.expected is None or setting == Answering():
            return None
        from indagate.models.forecast import forecast
        from indagate.models.price import load_prices

        return forecast(setting, flow.expected(self.record(run.name)), load_prices(self.home.root / "prices.toml"))

    def prepare(self, name: str, change: ModelOptions | None = None) -> tuple[Answerers, Answering | None]:
        """Return who goes on answering a run's roles, and what is to be recorded where that changes.

        These are the ones it was born with, those that `change` names, or those that this program gave.
        Raises `InputError` where they cannot answer: a key is missing, a model's price is not known.
        """
        from indagate.models import answerers_of, changed, choose_answerers

        run, flow = self.find(name)
        stored = self.answering(run)
        options = changed(stored, change) if change is not None else None
        if options is not None:
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
        spent already, `PageRejected` for a broken page.
        """
        run, flow = self.find(name)
        past = self.engine.read(run, flow)
        if finished(flow.chart, past.configuration):
            self.mend(run.name)  # a crash after the last row leaves the files behind the journal
            raise HasEnded(
                f"run {run.name} has ended ({past.configuration}); there is nothing to resume",
                hint=self._above(run) or f"Its files are up to date in {self.home.run_folder(run.name)}.",
            )
        if flow.views and not lease.driven(run):
            refuse_broken(self.engine.journal, flow, run, past, showing(self.home, run, flow))
        answerers, now = (Answerers(), None) if ending else self.prepare(name, change)
        driver = await self.engine.wake(run, flow, answering=now, accept=accept_differences, budget=budget)
        self._answering[run.id] = answerers
        return Handle(self.engine, flow, driver, self._watch, answerers)

    async def signal(self, name: str, word: str, text: str = "", *, model: bool = False) -> Posted:
        """Leave a signal for a run, wherever it is driven; `model` says that one will answer from here on.

        Raises `SignalNotAccepted` if its state does not take it, `InputError` if nobody would understand its text.
        """
        run, flow = self.find(name)
        past = self.engine.read(run, flow)
        configuration = past.configuration
        if finished(flow.chart, configuration):
            raise SignalNotAccepted(
                f"run {run.name} has ended ({configuration}); it takes no signals", hint=self._above(run)
            )
        if word != inbox.PAUSE:
            event = type(flow.signal(word).build(text))
            if takes(flow.chart, configuration, event) is None and event not in flow.emits:
                taken = self.signals(name)
                listed = ", ".join(taken) or "nothing"
                what = f"run {run.name} is {configuration}, which does not take {word!r}"
                raise SignalNotAccepted(what, hint=f"It takes now: {listed}.")
            if flow.admit is not None:
                flow.admit(past.record, word, text, model=model or self._has_model(run))
        elif not lease.driven(run):
            raise SignalNotAccepted(f"run {run.name} is not being driven, so there is nothing to pause")
        driven = lease.driven(run)
        letter = await self.engine.journal.change(lambda connection: inbox.post(connection, run.id, word, text))
        self.engine.deliver(run.id)
        return Posted(run, letter, driven)

    def _has_model(self, run: Run) -> bool:
        """Whether a model answers roles of a run, as it is stored or as this program says."""
        from indagate.models.choice import WITHOUT_MODEL

        given = self._given.stored if self._given is not None else Answering()
        return any(one.model not in WITHOUT_MODEL or one.roles for one in (given, self.answering(run)))

    def _above(self, run: Run) -> str | None:
        """Return how to go on with the run that started this one, if that has not ended."""
        if run.parent is None:
            return None
        above = self.engine.journal.by_id(run.parent)
        try:
            finals = find_again(above.flow, above.origin).chart.finals
        except NoSuchFlow:
            return None
        if self.engine.journal.stands(above.id) in finals:
            return None
        return f"It was started by {above.name}, which goes on: indagate resume {above.name}, or abort {above.name}"

    async def fork(self, name: str, at: int) -> Run:
        """Make a new run with another run's rows up to `at`. Raises `NoSuchRun`, `InputError` or `Mismatch`."""
        run, flow = self.find(name)
        require_row(self.engine.journal, run, at)
        self.engine.read(run, flow, upto=at)
        return await self.engine.journal.change(lambda c: fork_rows(c, run, flow, at, self.home))

    def deletion(self, name: str) -> Deleted:
        """Return what deleting a run would take away.

        Raises `NoSuchRun`, `LeaseHeld` while it is driven, `InputError` where another run needs it.
        """
        run = self.engine.journal.run(name)
        with closing(connect(self.engine.journal.path)) as connection:
            found = removal.removable(connection, run.name)
        rows = sum(self.engine.journal.last(number)[0] + 1 for number, _ in found)
        names = tuple(own for _, own in found)
        return Deleted(names, rows, sum(weight(self.home.run_folder(own)) for own in names))

    async def delete(self, name: str) -> Deleted:
        """Delete a run with all that it started: its rows at once, then its files.

        Bytes in the store that no other run names are left to `gc`. Raises what `deletion` does, and `StorageError`.
        """
        gone = self.deletion(name)
        journal = self.engine.journal
        await journal.change(lambda connection: removal.remove(connection, gone.runs[0]))
        await self._remove_files()
        return gone

    async def _remove_files(self) -> None:
        """Remove the files of deleted runs; a kill before it is through leaves the rest to the next `gc`."""
        for name in removal.left_over(self.engine.journal):
            remove_whole(self.home.run_folder(name))
            await self.engine.journal.change(partial(removal.removed, name=name))

    async def gc(self, *, dry_run: bool = True) -> Sequence[Garbage]:
        """Return what no run needs, by kind, and unless `dry_run` remove it. It is safe beside live runs.

        Raises `Corrupt` where the journal is damaged, `StorageError`.
        """
        journal = self.engine.journal
        collector = Collector(self.home, journal)
        piles = collector.piles()
        rows = collector.stray()
        if dry_run:
            return [*(pile.said() for pile in piles), rows, collector.free_pages()]
        done = [drop(self.home, pile, collector.before) for pile in piles]
        await self._remove_files()
        await journal.change(removal.remove_stray)
        pages = collector.free_pages()
        if pages.bytes and not pages.left:
            with closing(connect(journal.path)) as connection, damage(journal.path):
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return [*done, rows, pages]

    def mend(self, name: str) -> None:
        """Bring the files of a run up to date with its journal, unless it is being driven.

        A page that a person edited after the run's last word is kept beside the page. Raises `StorageError`.
        """
        run, flow = self.find(name)
        if flow.views and not lease.driven(run):
            bring_up_to_date(self.home, self.engine.journal, run, flow)


def _admitting(given: Any) -> Callable[[sqlite3.Connection], None] | None:
    """Return how the user that an input names is held to the limits in the settings; None where there are none."""
    user = getattr(given, "user_id", "")
    if not user:
        return None
    limits = read_settings(os.environ).users
    return partial(admit, user=user, limits=limits) if limits.at_once or limits.per_day else None
