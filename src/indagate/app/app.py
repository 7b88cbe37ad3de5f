"""Runs of one home: start them, go on with them, reach them; what is only read of them is in `reading`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indagate.app.files import bring_up_to_date, showing
from indagate.app.reading import Runs
from indagate.app.registry import Found, find_again
from indagate.budget import Budget, Ledger
from indagate.engine import Driver, Engine, Record, Run, Status, StepVisit, inbox, lease, require_row
from indagate.engine.birth import fork_rows
from indagate.engine.page_edit import refuse_broken
from indagate.errors import InputError, NoSuchFlow, NotTaken
from indagate.lab import Flow, Lab, Minds
from indagate.statechart import finished, takes
from indagate.store import Home
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

    @property
    def name(self) -> str:
        """The run's name."""
        return self.driver.scribe.run.name

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

    def stop(self) -> None:
        """Stop at the next boundary; what is in flight is journaled first."""
        self.driver.stop()

    async def leave(self) -> None:
        """Give the run's lease up, so that another process can go on."""
        await self.engine.leave(self.driver)


class App(Runs):
    """The door to the runs of one home: `INDAGATE_HOME`, else `./.indagate`. Use it as an async context manager."""

    def __init__(self, home: Path | None = None, *, minds: Minds | None = None) -> None:
        found = Home.find(home)
        super().__init__(found, Engine(found, self._lab, find_again))
        self._minds = minds or Minds()
        self._tracing: Tracing | None = None

    async def __aenter__(self) -> App:
        await self.engine.__aenter__()
        self._tracing = from_environment(self._ended)
        if self._tracing is not None:
            self.engine.watchers.append(self._tracing.note)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.engine.__aexit__(*error)
        await self._minds.close()
        if self._tracing is not None:
            self.engine.watchers.remove(self._tracing.note)
            self._tracing.close()

    def _ended(self, run: Run, record: Record[Any]) -> bool:
        try:
            return finished(find_again(run.flow, run.origin).chart, record.standing)
        except InputError:  # a flow that was given as an object cannot be found by its name
            return False

    @property
    def minds(self) -> Minds:
        """Which minds answer the roles of the runs driven here."""
        return self._minds

    def _lab(self, driver: Driver, visit: StepVisit) -> Lab[Any]:
        return Lab(driver, visit, self._minds)

    async def start(self, flow: Flow | Found, given: Any, *, budget: Budget | None = None) -> Handle:
        """Create a run; nothing of it happens before `drive`. Raises `InputError` for a budget that cannot be held."""
        found = flow if isinstance(flow, Found) else Found(flow, "")
        self._minds.refuse(budget or Budget(), found.flow.roles)
        driver = await self.engine.create(found.flow, given, origin=found.origin, budget=budget)
        return Handle(self.engine, found.flow, driver)

    async def resume(self, name: str) -> Handle:
        """Take an existing run over.

        Raises `NoSuchRun`, `Held`, `Corrupt`, `Mismatch`, `InputError` if it ended, `PageRejected` for a broken page.
        """
        run, flow = self.find(name)
        past = self.engine.read(run, flow)
        if finished(flow.chart, past.configuration):
            self.mend(run.name)  # a crash after the last row leaves the files behind the journal
            raise InputError(
                f"run {run.name} has ended ({past.configuration}); there is nothing to resume",
                hint=self._above(run) or f"Its files are up to date in {self.home.run_folder(run.name)}.",
            )
        if flow.views and not lease.driven(run):
            refuse_broken(self.engine.journal, flow, run, past, showing(self.home, run, flow))
        return Handle(self.engine, flow, await self.engine.wake(run, flow))

    async def signal(self, name: str, word: str, text: str = "") -> Posted:
        """Leave a signal for a run, wherever it is driven. Raises `NotTaken` if its state does not take it."""
        run, flow = self.find(name)
        configuration = self.engine.read(run, flow).configuration
        if finished(flow.chart, configuration):
            raise NotTaken(f"run {run.name} has ended ({configuration}); it takes no signals", hint=self._above(run))
        if word != inbox.PAUSE:
            event = type(flow.signal(word).build(text))
            if takes(flow.chart, configuration, event) is None and event not in flow.emits:
                taken = self.signals(name)
                listed = ", ".join(taken) or "nothing"
                what = f"run {run.name} is {configuration}, which does not take {word!r}"
                raise NotTaken(what, hint=f"It takes now: {listed}.")
        elif not lease.driven(run):
            raise NotTaken(f"run {run.name} is not being driven, so there is nothing to pause")
        driven = lease.driven(run)
        letter = await self.engine.journal.change(lambda connection: inbox.post(connection, run.id, word, text))
        self.engine.deliver(run.id)
        return Posted(run, letter, driven)

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

    def mend(self, name: str) -> None:
        """Bring the files of a run up to date with its journal, unless it is being driven.

        A page that a person edited after the run's last word is kept beside the page. Raises `StorageError`.
        """
        run, flow = self.find(name)
        if flow.views and not lease.driven(run):
            bring_up_to_date(self.home, self.engine.journal, run, flow)
