"""Reading a run: the fold of its rows, to its end or to any row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from indagate.budget import Amount
from indagate.engine.effects import Effects, spent_by
from indagate.engine.program import Program
from indagate.engine.record import Record, Stamp
from indagate.engine.row import EVENTS, Born, Row, Start, Wake, decode
from indagate.errors import Corrupt, Mismatch, NotTaken
from indagate.statechart import HISTORY, Configuration, transition

Watcher = Callable[[Row, Any, Record[Any]], None]


@dataclass(slots=True)
class Past:
    """What a run's rows add up to: the record, what was done and spent, and the events by type, latest last."""

    record: Record[Any]
    born: Born
    last: Row
    effects: Effects = field(default_factory=Effects)
    spent: Amount = field(default_factory=Amount)
    driven: float = 0.0
    latest: dict[type, Any] = field(default_factory=dict)
    fingerprint: str = ""

    @property
    def configuration(self) -> Configuration:
        """Where the run stands."""
        return self.record.standing


def move(program: Program, record: Record[Any], token: int, event: Any, effects: Effects) -> None:
    """Move the record's standing by an event, and forget what the closed visits had done."""
    before = record.standing
    record.standing = after = transition(program.chart, before, token, type(event))
    if before.history and after.tokens == before.history:
        effects.forgive()
    effects.keep([t.visit for t in (*after.tokens, *after.history)])


def leads_back(program: Program, configuration: Configuration, event: type) -> bool:
    """Whether this event would take the run back to where an error left from."""
    return any(program.chart.edges[token.state].get(event) is HISTORY for token in configuration.tokens)


def refold(program: Program, run: str, rows: Iterable[Row], watch: Watcher | None = None) -> Past:
    """Fold the rows of a run. Raises `Mismatch` or `Corrupt`, naming the row that does not fit."""
    past: Past | None = None
    woke = 0
    for row in rows:
        if past is None:
            past = _birth(program, run, row)
            woke = row.at
            if watch:
                watch(row, None, past.record)
            continue
        event = None
        if row.kind in EVENTS:
            event = _event(program, run, row)
            _take(program, run, past, row, event)
        elif row.kind == "wake":
            past.driven += (past.last.at - woke) / 1000
            woke = row.at
            past.fingerprint = decode(row.body, Wake).fingerprint
        elif row.kind in ("start", "done", "fail"):
            _settle(past, row)
        past.last = row
        if watch:
            watch(row, event, past.record)
    if past is None:
        raise Corrupt(f"run {run} has no rows")
    past.driven += (past.last.at - woke) / 1000
    return past


def _settle(past: Past, row: Row) -> None:
    """Charge a started effect at its reservation until it is settled: one that never is stays charged."""
    if row.kind == "start":
        past.spent = past.spent + decode(row.body, Start).reserved
    else:
        start = past.effects.start((row.key, row.name))
        past.spent = past.spent + spent_by(row) - (start.reserved if start else Amount())
    past.effects.note(row)


def _birth(program: Program, run: str, row: Row) -> Past:
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
    record = program.record(given, run=run, born=Stamp(row.seq, row.at), standing=program.chart.start())
    return Past(record, born, row, fingerprint=born.fingerprint)


_OLDER = "Resume it with the version of the flow that wrote it, or give the flow an upcaster for this event."


def _event(program: Program, run: str, row: Row) -> Any:
    try:
        return program.vocabulary.decode(row.name, row.body)
    except KeyError:
        why = f"flow {program.name} has no event {row.name}"
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        why = f"its {row.name} does not decode: {error}"
    raise Mismatch(f"row {row.seq} of run {run} does not fit the flow as it is now: {why}", hint=_OLDER)


def _take(program: Program, run: str, past: Past, row: Row, event: Any) -> None:
    record = past.record
    if row.kind == "move":
        try:
            move(program, record, int(row.key.partition("/")[0]), event, past.effects)
        except NotTaken as error:
            raise Mismatch(
                f"row {row.seq} of run {run} does not fit the flow as it is now: {error.message}", hint=_OLDER
            ) from None
        if past.fingerprint != program.fingerprint and row.stands != record.state:
            raise Mismatch(
                f"row {row.seq} of run {run} led to {row.stands} when it was written, and to {record.state} "
                f"in flow {program.name} as it is now",
                hint=_OLDER,
            )
    elif row.kind == "emit":
        past.effects.note(row)
    record.rev = row.seq
    record.fold(event, Stamp(row.seq, row.at))
    past.latest[type(event)] = event
