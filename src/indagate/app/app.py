"""Runs of one home: start them, go on with them, reach them, read them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.app.registry import Found, find_again
from indagate.budget import Budget, Ledger
from indagate.engine import (
    Driver,
    Engine,
    Page,
    Past,
    Record,
    Row,
    Run,
    Stamp,
    Status,
    StepVisit,
    inbox,
    lease,
    refold,
    require_row,
)
from indagate.engine.page_edit import refuse_broken
from indagate.engine.view import Showing
from indagate.errors import InputError, NotTaken, PageRejected
from indagate.lab import Flow, Lab, Minds
from indagate.statechart import finished, takes
from indagate.store import Home
from indagate.tools.tracing import Tracing, from_environment

if TYPE_CHECKING:
    from indagate.evidence import Breach


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in a list: `driven` says by whom it is being driven now, if by anyone."""

    name: str
    flow: str
    state: str
    born: int
    last: int
    rows: int
    paused: bool
    driven: str
    parent: str


@dataclass(frozen=True, slots=True)
class Posted:
    """A signal that was left for a run: `letter` is its number in the inbox, `driven` whether a driver is there now."""

    run: Run
    letter: int
    driven: bool


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying a run showed: where the files were rendered, which are the same as on disk, which differ."""

    folder: Path
    same: tuple[str, ...]
    different: tuple[str, ...]
    missing: tuple[str, ...]


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


class App:
    """The door to the runs of one home: `INDAGATE_HOME`, else `./.indagate`. Use it as an async context manager."""

    def __init__(self, home: Path | None = None, *, minds: Minds | None = None) -> None:
        self.home = Home.find(home)
        self._minds = minds or Minds()
        self.engine = Engine(self.home, self._lab, find_again)
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
            return finished(self.engine.find(run).chart, record.standing)
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
                hint=f"Its files are up to date in {self.home.run_folder(run.name)}.",
            )
        if flow.views and not self.driven(run):
            refuse_broken(self.engine.journal, flow, run, past, self._showing(run, flow))
        return Handle(self.engine, flow, await self.engine.wake(run, flow))

    async def signal(self, name: str, word: str, text: str = "") -> Posted:
        """Leave a signal for a run, wherever it is driven. Raises `NotTaken` if its state does not take it."""
        run, flow = self.find(name)
        configuration = self.engine.read(run, flow).configuration
        if finished(flow.chart, configuration):
            raise NotTaken(f"run {run.name} has ended ({configuration}); it takes no signals")
        if word != inbox.PAUSE:
            event = type(flow.signal(word).build(text))
            if takes(flow.chart, configuration, event) is None and event not in flow.emits:
                taken = self.signals(name)
                listed = ", ".join(taken) or "nothing"
                what = f"run {run.name} is {configuration}, which does not take {word!r}"
                raise NotTaken(what, hint=f"It takes now: {listed}.")
        elif not self.driven(run):
            raise NotTaken(f"run {run.name} is not being driven, so there is nothing to pause")
        driven = self.driven(run)
        letter = await self.engine.journal.change(lambda connection: inbox.post(connection, run.id, word, text))
        self.engine.post(run.id, word, text)
        return Posted(run, letter, driven)

    def became(self, letter: int) -> str | None:
        """Return what became of a signal: `taken`, why it was refused, or None while it waits."""
        return inbox.outcome(self.engine.journal, letter)

    def mail(self, run: Run) -> bool:
        """Whether signals wait for a run."""
        return bool(inbox.waiting(self.engine.journal, run.id))

    def signals(self, name: str) -> list[str]:
        """Return the words that a run takes where it stands."""
        run, flow = self.find(name)
        configuration = self.engine.read(run, flow).configuration
        if finished(flow.chart, configuration):
            return []
        fit = [
            word
            for word, signal in flow.words.items()
            if takes(flow.chart, configuration, signal.event) or signal.event in flow.emits
        ]
        return fit + ([inbox.PAUSE] if self.driven(run) else [])

    def find(self, name: str) -> tuple[Run, Flow]:
        """Return a run's entry and its flow. Raises `NoSuchRun` or `NoSuchFlow`."""
        run = self.engine.journal.run(name)
        return run, find_again(run.flow, run.origin)

    def driven(self, run: Run) -> bool:
        """Whether a live driver has the run's lease."""
        return bool(run.owner and (run.held or 0) > lease.now() and not lease.gone(run.owner))

    def list(self) -> list[Listed]:
        """Return all runs, oldest first."""
        journal = self.engine.journal
        runs = journal.runs()
        names = {run.id: run.name for run in runs}
        listed = []
        for run in runs:
            rows, last = journal.last(run.id)
            driven = lease.describe(run.owner) if run.owner and self.driven(run) else ""
            parent = names.get(run.parent, "") if run.parent else ""
            state = journal.stands(run.id)
            listed.append(Listed(run.name, run.flow, state, run.born, last, rows + 1, run.paused, driven, parent))
        return listed

    def rows(self, name: str, *, after: int = -1, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows of a run. Raises `NoSuchRun` or `Corrupt`."""
        return self.engine.journal.rows(self.engine.journal.run(name).id, after=after, upto=upto)

    def record(self, name: str, *, at: int | None = None) -> Record[Any]:
        """Return what a run knows, or knew at a row. Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`."""
        return self.past(name, at=at).record

    def past(self, name: str, *, at: int | None = None) -> Past:
        """Return what a run's rows add up to, or did up to a row: the record, what was spent, the latest events.

        Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`.
        """
        run, flow = self.find(name)
        if at is not None:
            require_row(self.engine.journal, run, at)
        return self.engine.read(run, flow, upto=at)

    async def fork(self, name: str, at: int) -> Run:
        """Make a new run with another run's rows up to `at`. Raises `NoSuchRun`, `InputError` or `Mismatch`."""
        run, flow = self.find(name)
        require_row(self.engine.journal, run, at)
        self.engine.read(run, flow, upto=at)
        return await self.engine.journal.change(lambda c: self.engine.fork_rows(c, run, flow, at))

    def replay(self, name: str, *, at: int | None = None, into: Path | None = None) -> Replayed:
        """Fold a run again and render its files into a folder, and compare them with those on disk.

        At a row before the last, files on disk are later ones and differ by nature.
        """
        run, flow = self.find(name)
        if at is not None:
            require_row(self.engine.journal, run, at)
        folder = into or Path(tempfile.mkdtemp(prefix=f"{run.name}-"))
        if folder.exists() and any(folder.iterdir()):
            raise InputError(f"{folder} is not empty", hint="Give a new folder: nothing of yours is overwritten.")
        showing = Showing(flow.views, folder, self.home.store)
        showing.open()
        past = refold(flow, run.name, self.engine.journal.rows(run.id, upto=at), showing.note)
        showing.flush_logs()
        showing.flush_pages(past.record)
        live = self.home.run_folder(run.name)
        same, different, missing = _compare(folder, live)
        if into is None:
            shutil.rmtree(folder)
        return Replayed(folder if into else live, same, different, missing)

    def mend(self, name: str) -> None:
        """Bring the files of a run up to date with its journal, unless it is being driven.

        A page that a person edited after the run's last word is kept beside the page. Raises `StorageError`.
        """
        run, flow = self.find(name)
        if self.driven(run) or not flow.views:
            return
        showing = self._showing(run, flow)
        showing.open()
        past = refold(flow, run.name, self.engine.journal.rows(run.id), showing.note)
        showing.flush_logs()
        for page in showing.pages:
            text = showing.edited(page) if page.read else None
            if text is not None and not self._rendered(run, flow, page, text):
                showing.set_aside(page, text, Stamp(past.last.seq, lease.now()))
        showing.flush_pages(past.record)

    def _showing(self, run: Run, flow: Flow) -> Showing:
        return Showing(flow.views, self.home.run_folder(run.name), self.home.store)

    def _rendered(self, run: Run, flow: Flow, page: Page, text: str) -> bool:
        """Whether a page's text is as it was rendered at the row that it shows."""
        try:
            rev = page.rev(text) if page.rev else -1
        except PageRejected:
            return False
        last, _ = self.engine.journal.last(run.id)
        return 0 <= rev <= last and page.render(self.engine.read(run, flow, upto=rev).record) == text

    def verify(self, name: str) -> Sequence[Breach]:
        """Return every breach in a run's files and evidence. Raises `InputError` if its flow has nothing to verify."""
        run, flow = self.find(name)
        if flow.check is None:
            raise InputError(f"flow {flow.name} has nothing to verify")
        past = self.engine.read(run, flow)
        return flow.check(past.record, self.home.run_folder(run.name), self.home.store)


def _compare(rendered: Path, live: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    same, different, missing = [], [], []
    for file in sorted(path for path in rendered.rglob("*") if path.is_file()):
        name = file.relative_to(rendered).as_posix()
        other = live / name
        if not other.is_file():
            missing.append(name)
        elif other.read_bytes() == file.read_bytes():
            same.append(name)
        else:
            different.append(name)
    return tuple(same), tuple(different), tuple(missing)
