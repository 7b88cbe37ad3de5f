"""The runs of a home, as they are read: found, listed, told again, checked."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.app.answers import RoleAnswers, counts_of
from indagate.app.files import Replayed, bring_up_to_date, changed_files, render_again
from indagate.app.registry import find_again
from indagate.app.standing import iso
from indagate.engine import (
    Engine,
    Journal,
    Record,
    Replay,
    Row,
    Run,
    inbox,
    lease,
    require_row,
)
from indagate.engine.listing import Filter, listed
from indagate.errors import Corrupt, IndagateError, InputError, LeaseLost
from indagate.flow import Flow
from indagate.frozen import dataclass
from indagate.statechart import Chart, finished, takes
from indagate.storage import Home, storage_errors
from indagate.storage.content import locked

if TYPE_CHECKING:
    from indagate.evidence.check import Violation


KEPT_ROWS = 20_000
"""Rows whose folds are kept, for those who look at a run, or at a row of it, several times: some 30 MB."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A run in a list: since when, when its last row was written, who drives it now, which run started it.

    `waits` for a person and `ended` are false where its flow is not known here.
    """

    run: str
    flow: str
    state: str
    born: str
    last: str
    rows: int
    paused: bool
    driven_by: str | None
    parent: str | None
    waits: bool
    ended: bool


def _false_authors(journal: Journal, run: Run, flow: Flow, record: Any) -> Iterator[Violation]:
    """Yield a violation for each part of a result that is said to be written by who never answered its role."""
    from indagate.evidence.check import Violation

    if flow.authors is None:
        return
    answered = counts_of(journal, run.id).answered_by
    for part, role, by in flow.authors(record):
        if by not in answered.get(role, {}):
            yield Violation("false-author", part, f"it is said to be written by {by}, who answered no {role} here")


def _chart(run: Run) -> Chart | None:
    """Return the chart of a run, or None where its flow is not known here."""
    try:
        return find_again(run.flow, run.origin).chart
    except IndagateError:
        return None


class Runs:
    """What can be read of the runs of one home; its journal has to be open."""

    def __init__(self, home: Home, engine: Engine) -> None:
        self.home = home
        self.engine = engine
        self.answers = RoleAnswers(home, engine)
        self._kept: dict[tuple[int, int | None], Replay] = {}

    def find(self, name: str) -> tuple[Run, Flow]:
        """Return a run's entry and its flow. Raises `NoSuchRun` or `NoSuchFlow`."""
        run = self.engine.journal.run(name)
        return run, find_again(run.flow, run.origin)

    def signals(self, name: str) -> list[str]:
        """Return the words that a run takes where it stands."""
        run, flow = self.find(name)
        configuration = self.latest(run, flow).configuration
        if finished(flow.chart, configuration):
            return []
        fit = [
            word
            for word, signal in flow.words.items()
            if takes(flow.chart, configuration, signal.event) or signal.event in flow.emits
        ]
        return fit + ([inbox.PAUSE] if lease.driven(run) else [])

    def list(
        self, *, flow: str = "", state: str = "", since: int = 0, limit: int | None = None, live_only: bool = False,
        before: str = "", top: bool = False, user: str = "",
    ) -> list[Listed]:  # fmt: skip
        """Return runs, oldest first: those of a flow, in a state, with a row since (milliseconds since 1970), begun
        for a user.

        Of more than `limit` the latest; `before` names a run, and only older ones are listed. With `live_only`, runs
        that another run started are left out once they ended; with `top` all that another run started.
        """
        journal = self.engine.journal
        ends = self._ends() if live_only else []
        older = journal.run(before).id if before else None
        found = listed(journal, Filter(flow, state, since, limit, older, top, tuple(ends), user))
        charts = {(run.flow, run.origin): _chart(run) for run, *_ in found}
        return [
            Listed(
                run.name, run.flow, stands, iso(run.born), iso(last), rows, run.paused,
                lease.describe(run.owner) if run.owner and lease.driven(run) else None, parent or None,
                bool(chart and chart.waits.intersection(stands.split(" + "))),
                bool(chart and chart.finals.issuperset(stands.split(" + "))),
            )
            for run, stands, rows, last, parent in found
            for chart in (charts[run.flow, run.origin],)
        ]  # fmt: skip

    def _ends(self) -> Iterator[tuple[str, str, str]]:
        """Yield flow, origin and final states of the runs' flows that are known here."""
        for flow, origin in self.engine.journal.read("SELECT DISTINCT flow, origin FROM runs WHERE parent IS NOT NULL"):
            try:
                finals = find_again(flow, origin).chart.finals
            except InputError:
                continue
            for state in finals:
                yield flow, origin, state

    def rows(self, name: str, *, after: int = -1, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows of a run. Raises `NoSuchRun` or `Corrupt`."""
        return self.engine.journal.rows(self.engine.journal.run(name).id, after=after, upto=upto)

    def record(self, name: str, *, at: int | None = None) -> Record[Any]:
        """Return what a run knows, or knew at a row. Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`."""
        return self.past(name, at=at).record

    def past(self, name: str, *, at: int | None = None) -> Replay:
        """Return what a run's rows add up to, or did up to a row: the record, what was spent, the latest events.

        Raises `NoSuchRun`, `InputError`, `Corrupt` or `Mismatch`.
        """
        run, flow = self.find(name)
        if at is not None:
            require_row(self.engine.journal, run, at)
        return self.latest(run, flow, at)

    def latest(self, run: Run, flow: Flow, upto: int | None = None) -> Replay:
        """Return what a run's rows add up to, or those up to one, folded once as long as none is added.

        Raises `Corrupt` or `Mismatch`.
        """
        found = self._kept.pop((run.id, upto), None)
        last = self.engine.journal.last(run.id)[0] if upto is None else upto
        if found is None or found.last.seq != last:
            found = self.engine.read(run, flow, upto=upto)
        self._kept[run.id, upto] = found
        rows = sum(past.last.seq + 1 for past in self._kept.values())
        for oldest in list(self._kept)[:-1]:
            if rows <= KEPT_ROWS:
                break
            rows -= self._kept.pop(oldest).last.seq + 1
        return found

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

    def folder(self, name: str) -> Path:
        """Return where a run shows its files on this machine.

        In a home with a bucket another machine may have driven it last: what its files lack is written first.
        Raises `NoSuchRun`, `StorageError`.
        """
        if self.home.bucket:
            run, flow = self.find(name)
            with storage_errors(self.home.runs):
                self.home.runs.mkdir(parents=True, exist_ok=True)
                with (
                    locked(self.home.runs, fcntl.LOCK_EX),  # a server's threads look at the same time
                    contextlib.suppress(Corrupt, LeaseLost),  # `verify` says what is damaged
                ):
                    if flow.views and not lease.may_write(run):
                        bring_up_to_date(self.home, self.engine.journal, run, flow, if_behind=True)
        return self.home.run_folder(name)

    def lagging(self, name: str, breaches: Iterable[Violation]) -> str:
        """Say why files that `verify` misses, or finds changed, may lag behind the journal, and what writes them."""
        codes = {breach.code for breach in breaches} & {"missing-file", "file-changed"}
        run, _ = self.find(name)
        if not codes:
            return ""
        if still := lease.still_writes(run):
            return still
        if not run.owner and "missing-file" not in codes:
            return ""
        why = "its driver died before it had written all files" if run.owner else "its files are not all there"
        return f"{why}: indagate resume {run.name} writes them"

    def verify(self, name: str) -> Sequence[Violation]:
        """Return every breach in a run's files and evidence. Raises `InputError` if its flow has nothing to verify."""
        run, flow = self.find(name)
        if flow.check is None:
            raise InputError(f"flow {flow.name} has nothing to verify")
        past, folder = self.engine.read(run, flow), self.folder(run.name)
        found = list(flow.check(past.record, folder, self.home.store.untrusting()))
        found += _false_authors(self.engine.journal, run, flow, past.record)
        if finished(flow.chart, past.configuration):  # before, files may be a moment behind the journal
            named = {breach.where.partition(" ")[0] for breach in found}
            found += [one for one in changed_files(folder, self.engine.journal, run, flow) if one.where not in named]
        return found
