"""Reading a run: the fold of its rows, to its end or to any row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from indagate.budget import Amount, Budget
from indagate.engine.effects import FORKED, Effects, spent_by
from indagate.engine.program import Program
from indagate.engine.record import Record, Stamp
from indagate.engine.row import EVENTS, Born, Row, Start, Wake, decode
from indagate.errors import ChartError, Corrupt, Mismatch, SignalNotAccepted
from indagate.statechart import Configuration, transition

Watcher = Callable[[Row, Any, Record[Any]], None]


@dataclass(slots=True)
class Replay:
    """What a run's rows add up to: the record, what was done and spent, and the events by type, latest last.

    `budget` is the one that the run was born with, or the last that a person gave it since.
    `driven` is the seconds that drivers spent, up to the last row; `woke` the time (ms) at which the last one began;
    `entered` how many seconds had been driven when each visit began.
    """

    record: Record[Any]
    born: Born
    last: Row
    effects: Effects = field(default_factory=Effects)
    spent: Amount = field(default_factory=Amount)
    latest: dict[type, Any] = field(default_factory=dict)
    fingerprint: str = ""
    budget: Budget = field(default_factory=Budget)
    before: float = 0.0
    woke: int = 0
    entered: dict[int, float] = field(default_factory=dict)
    by_processor: bool = False

    @property
    def configuration(self) -> Configuration:
        """Where the run stands."""
        return self.record.standing

    @property
    def driven(self) -> float:
        """Seconds of driving, up to the last row."""
        return self.before + max(0, self.last.at - self.woke) / 1000

    @property
    def seconds(self) -> float:
        """Seconds that the budget counts: of driving, or what the flow's programs used of the processor."""
        return self.spent.seconds if self.by_processor else self.driven


def goes_back(before: Configuration, after: Configuration) -> bool:
    """Whether a move led back to where an error had left from: what failed there is then tried again."""
    return bool(before.history) and after.tokens == before.history


def replay(program: Program, run: str, rows: Iterable[Row], watch: Watcher | None = None) -> Replay:
    """Fold the rows of a run. Raises `Mismatch` or `Corrupt`, naming the row that does not fit."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        raise Corrupt(f"run {run} has no rows")
    replayed = _birth(program, run, first)
    if watch:
        watch(first, None, replayed.record)
    return proceed(program, run, replayed, rows, watch)


def proceed(program: Program, run: str, replayed: Replay, rows: Iterable[Row], watch: Watcher | None = None) -> Replay:
    """Fold further rows into a past. Raises as `refold` does."""
    for row in rows:
        event = None
        if row.kind in EVENTS:
            event = _event(program, run, row)
            _take(program, run, replayed, row, event)
        elif row.kind == "wake":
            wake: Wake = decode(row.body, Wake)
            unseen = max(0, wake.alive - max(replayed.last.at, replayed.woke)) / 1000
            replayed.before, replayed.woke = replayed.driven + unseen, row.at
            replayed.fingerprint = wake.fingerprint
            replayed.budget = replayed.budget if wake.budget is None else wake.budget
            replayed.effects.answering = row.seq if wake.answering is not None else replayed.effects.answering
        elif row.kind in ("start", "done", "fail"):
            _settle(replayed, row)
        elif row.kind == "note" and row.name == FORKED:
            replayed.before, replayed.woke = replayed.driven, row.at
            replayed.effects.forget_keys()
        replayed.last = row
        if watch:
            watch(row, event, replayed.record)
    return replayed


def spent_in(rows: Iterable[Row]) -> Amount:
    """Return what the effects in these rows cost, an unsettled one at its reservation; needs no flow."""
    spent = Amount()
    open_starts: dict[tuple[str, str], Amount] = {}
    for row in rows:
        wanted = (row.key, row.name)
        if row.kind == "start":
            reserved = decode(row.body, Start).reserved
            spent, open_starts[wanted] = spent + reserved, reserved
        elif row.kind in ("done", "fail"):
            spent = spent + spent_by(row) - open_starts.pop(wanted, Amount())
    return spent


def _settle(replayed: Replay, row: Row) -> None:
    """Charge a started effect at its reservation until it is settled: one that never is stays charged."""
    if row.kind == "start":
        replayed.spent = replayed.spent + decode(row.body, Start).reserved
    else:
        start = replayed.effects.start((row.key, row.name))
        replayed.spent = replayed.spent + spent_by(row) - (start.reserved if start else Amount())
    replayed.effects.note(row)


def _birth(program: Program, run: str, row: Row) -> Replay:
    if row.kind != "born":
        raise Corrupt(f"row {row.seq} of run {run} should be its birth, but is {row.kind!r}")
    try:
        born: Born = decode(row.body, Born)
        given = decode(born.input, program.input)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Mismatch(
            f"run {run} was started with an input that flow {program.name} no longer takes (row {row.seq}: {error})",
            hint=_OLDER,
        ) from None
    at, start = Stamp(row.seq, row.at), program.chart.start()
    record = program.record(given, run=run, born=at, pins=born.pins, standing=start)
    by_processor = program.budget_clock == "processor"
    return Replay(
        record, born, row, fingerprint=born.fingerprint, budget=born.budget, woke=row.at, by_processor=by_processor
    )


_OLDER = "Resume it with the version of the flow that wrote it, or give the flow an upcaster for this event."


def _event(program: Program, run: str, row: Row) -> Any:
    try:
        return program.vocabulary.decode(row.name, row.body)
    except KeyError:
        why = f"flow {program.name} has no event {row.name}"
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        why = f"its {row.name} does not decode: {error}"
    raise Mismatch(f"row {row.seq} of run {run} does not fit the flow as it is now: {why}", hint=_OLDER)


def _move(program: Program, replayed: Replay, token: int, event: Any, at: float) -> None:
    """Move the record's standing by an event, and forget what the closed visits had done."""
    before = replayed.record.standing
    replayed.record.standing = after = transition(program.chart, before, token, type(event))
    if len(after.tokens) == 1 and not after.history and not before.history:  # the hot path: one token, an ordinary edge
        visit = after.tokens[0].visit
        replayed.entered = {visit: at}
        replayed.effects.keep((visit,))
        return
    if goes_back(before, after):
        replayed.effects.clear_failures()
    stayed = {token.visit for token in before.tokens}
    visits = [token.visit for token in (*after.tokens, *after.history)]
    replayed.entered = {visit: replayed.entered.get(visit, at) if visit in stayed else at for visit in visits}
    replayed.effects.keep(visits)


def _take(program: Program, run: str, replayed: Replay, row: Row, event: Any) -> None:
    record = replayed.record
    if row.kind == "move":
        try:
            at = replayed.before + max(0, row.at - replayed.woke) / 1000
            _move(program, replayed, int(row.key.partition("/")[0]), event, at)
        except (SignalNotAccepted, ChartError) as error:
            raise Mismatch(
                f"row {row.seq} of run {run} does not fit the flow as it is now: {error.message}", hint=_OLDER
            ) from None
        if row.stands != record.state:
            raise Mismatch(
                f"row {row.seq} of run {run} led to {row.stands} when it was written, and to {record.state} "
                f"in flow {program.name} as it is now",
                hint=_OLDER,
            )
    elif row.kind == "emit":
        replayed.effects.note(row)
    else:
        replayed.effects.outside = row.seq
    record.rev = row.seq
    try:
        record.fold(event, Stamp(row.seq, row.at))
    except Exception as error:  # the flow's own code; what it raises is not known here
        raise Mismatch(
            f"row {row.seq} of run {run} cannot be folded: {type(error).__name__}: {error}", hint=_OLDER
        ) from error
    replayed.latest[type(event)] = event
