"""The runs of a home, as they are read: found, listed, told again, checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.app.files import Replayed, changed_files, render_again
from indagate.app.registry import find_again
from indagate.engine import Engine, Past, Record, Row, Run, inbox, lease, require_row
from indagate.errors import InputError
from indagate.lab import Flow
from indagate.statechart import finished, takes
from indagate.store import Home

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


class Runs:
    """What can be read of the runs of one home; its journal has to be open."""

    def __init__(self, home: Home, engine: Engine) -> None:
        self.home = home
        self.engine = engine

    def find(self, name: str) -> tuple[Run, Flow]:
        """Return a run's entry and its flow. Raises `NoSuchRun` or `NoSuchFlow`."""
        run = self.engine.journal.run(name)
        return run, find_again(run.flow, run.origin)

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
        return fit + ([inbox.PAUSE] if lease.driven(run) else [])

    def list(self) -> list[Listed]:
        """Return all runs, oldest first."""
        journal = self.engine.journal
        runs = journal.runs()
        names = {run.id: run.name for run in runs}
        listed = []
        for run in runs:
            rows, last = journal.last(run.id)
            driven = lease.describe(run.owner) if run.owner and lease.driven(run) else ""
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

    def became(self, letter: int) -> str | None:
        """Return what became of a signal: `taken`, why it was refused, or None while it waits."""
        return inbox.outcome(self.engine.journal, letter)

    def mail(self, run: Run) -> bool:
        """Whether signals wait for a run."""
        return bool(inbox.waiting(self.engine.journal, run.id))

    def replay(self, name: str, *, at: int | None = None, into: Path | None = None) -> Replayed:
        """Fold a run again and render its files into a folder, and compare them with those on disk.

        At a row before the last, files on disk are later ones and differ by nature.
        """
        run, flow = self.find(name)
        if at is not None:
            require_row(self.engine.journal, run, at)
        return render_again(self.home, self.engine.journal, run, flow, at, into)

    def verify(self, name: str) -> Sequence[Breach]:
        """Return every breach in a run's files and evidence. Raises `InputError` if its flow has nothing to verify."""
        run, flow = self.find(name)
        if flow.check is None:
            raise InputError(f"flow {flow.name} has nothing to verify")
        past, folder = self.engine.read(run, flow), self.home.run_folder(run.name)
        found = list(flow.check(past.record, folder, self.home.store))
        if finished(flow.chart, past.configuration):  # before, files may be a moment behind the journal
            named = {breach.where.partition(" ")[0] for breach in found}
            found += [one for one in changed_files(folder, self.engine.journal, run, flow) if one.where not in named]
        return found
