"""What a mission did and why, in sentences: logs/orchestrator.md, and of what matters the scratchpad of task.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from indagate.engine import Aborted, Broke, Fail, Note, Resumed, Row, decode
from indagate.flows.mission import chart
from indagate.flows.mission.record import Heading, Mission
from indagate.flows.mission.side import TaskSpec
from indagate.flows.mission.taskpage import description, escaped
from indagate.render import count

PROGRESS_EVERY = 5
"""Iterations after which a line of progress is written."""
NAMED = 5
"""Files that could not be read, or not wholly, that a sentence names."""


def reasoning(row: Row, event: object, record: Mission) -> str | None:
    """Return the sentence of a row in logs/orchestrator.md, or None; `record` has the event folded."""
    if event is not None:
        return SENTENCES[type(event)](event, record)
    if row.kind == "born":
        where = f" The sources are the documents in {escaped(record.input.corpus)}." if record.input.corpus else ""
        return f"The question is: {_ended(record.input.question)}{where}"
    if row.kind == "wake":
        return f"Picked the work up again in {record.state}."
    if row.kind == "note" and row.name in _NOTES:
        return f"{_NOTES[row.name]}: {_ended(decode(row.body, Note).text)}"
    if row.kind == "fail":
        return f"Did not get an answer from “{escaped(row.name)}”: {_ended(decode(row.body, Fail).message)}"
    return None


def heading(event: object, record: Mission) -> Heading | None:
    """Return under which heading of the scratchpad an event's sentence stands, if it does; it is folded."""
    match event:
        case chart.Dispatched():
            due = event.attempt == 1 and record.iteration % PROGRESS_EVERY == 0
            return "Iteration log" if due else None
        case chart.CheckInDue() | chart.Spent():
            return "Iteration log"
        case chart.TasksAdded() | chart.Considered() | chart.Reflected() | chart.GapsFound():
            return "Gap analysis"
        case chart.ConflictsFound() | chart.ConflictResolved():
            return "Conflict notes"
        case chart.TaskFailed() | Broke() | chart.Settled(outcome="FAILED"):
            return "Errors"
        case chart.Amended() | chart.Steered() | chart.Redirected() | chart.NotUnderstood() | chart.DirectiveChanged():
            return "Directives"
        case chart.Approved() | chart.WentOn():
            return "Directives" if event.text.strip() else None
    return None


def added(record: Mission, specs: Sequence[TaskSpec]) -> list[str]:
    """Return the ids of the tasks that were added last."""
    return list(record.tasks)[len(record.tasks) - len(specs) :]


def _ended(text: str) -> str:
    shown = escaped(text)
    return shown if shown.endswith((".", "?", "!", "…")) else f"{shown}."


def _then(text: str) -> str:
    """Return the end of a sentence: what somebody said after a colon, if anything."""
    return f": {_ended(text)}" if text.strip() else "."


def _listed(items: Iterable[str]) -> str:
    return ", ".join(f"“{escaped(item)}”" for item in items) or "nothing"


def _task(record: Mission, name: str) -> str:
    task = record.tasks.get(name)
    return f"{escaped(name)}, “{escaped(description(task))}”" if task else escaped(name)


def _new(record: Mission, specs: Sequence[TaskSpec]) -> str:
    return "; ".join(_task(record, name) for name in added(record, specs)) or "nothing"


def _files(said: str, files: Sequence[tuple[str, str]]) -> str:
    more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
    return f" {said} {_listed(path for path, _ in files[:NAMED])}{more}." if files else ""


def _dispatched(event: chart.Dispatched, record: Mission) -> str:
    said = f"Turned to {_task(record, event.task)}{', in another way this time' if event.attempt > 1 else ''}."
    if heading(event, record) is None:
        return said
    done = sum(task.settled for task in record.tasks.values())
    tasks, facts = count(len(record.tasks), "task"), count(len(record.facts), "fact")
    progress = f"{done} of {tasks} settled, {facts}, {count(len(record.sources), 'source')}"
    return f"Iteration {record.iteration}: {progress}. {said}"


def _directive_changed(event: chart.DirectiveChanged, record: Mission) -> str:
    what = [f"the question is now “{escaped(event.core_question)}”"] if event.core_question else []
    what += [f"the sides are {_listed(item.name for item in event.dimensions)}"] if event.dimensions else []
    what += ["the constraints are others"] if event.constraints is not None else []
    return f"The user edited task.md: {'; '.join(what) or 'nothing of substance'}."


def _archived(event: chart.Archived, record: Mission) -> str:
    kept = record.sources[record.source_of[event.source.locator]]
    if kept.locator != event.source.locator:
        return f"{escaped(event.source.locator)} says what “{escaped(kept.title)}” says, so it counts as that."
    return f"Opened and archived “{escaped(kept.title)}”."


def _read_through(event: chart.ReadThrough, record: Mission) -> str:
    name = record.source_at(event.task, event.path)
    title = escaped(record.sources[name].title if name else event.path)
    if not event.facts and not event.refused and record.led_before(event.task, event.path):
        return f"{escaped(event.path)} leads to “{title}” too, which is read once."
    reasons = "; ".join(dict.fromkeys(escaped(item.message).rstrip(".") for item in event.refused))
    refused = f", and {count(len(event.refused), 'statement')} refused at validation ({reasons})" if reasons else ""
    return f"Read “{title}”: {count(len(event.facts), 'fact')}{refused}."


def _appraised(event: chart.Appraised, record: Mission) -> str:
    found = event.appraisal
    parts = [found.kind, found.publisher, str(found.published or ""), found.authority, found.interest]
    said = ", ".join(part for part in parts if part) or "it does not say"
    return f"Looked at who speaks in “{escaped(record.sources[event.source].title)}”: {_ended(said)}"


def _conflicts_found(event: chart.ConflictsFound, record: Mission) -> str:
    names = list(record.conflicts)[len(record.conflicts) - len(event.conflicts) :]
    found = (
        f"{name}: {one.a} / {one.b} on {escaped(one.about)}, {escaped(one.difference)}"
        for name, one in zip(names, event.conflicts, strict=True)
    )
    return f"Sources contradict each other: {'; '.join(found)}."


def _reflected(event: chart.Reflected, record: Mission) -> str:
    thin = ", ".join(f"“{escaped(name)}” ({have} of {want})" for name, have, want in event.coverage if have < want)
    gaps = f"Still thin: {thin}" if thin else "Every side of the question has the facts aimed at"
    return f"The evidence is worth {event.quality:.1f} of 10. {gaps}. So: {_ended(event.decision)}"


_NOTES = {
    "pause": "Paused", "refused": "Could not follow a signal", "page rejected": "Could not take in an edit",
}  # fmt: skip
_ENDS = {"COMPLETED": "is done", "FAILED": "failed", "SKIPPED": "was skipped"}
SENTENCES: dict[type, Callable[[Any, Mission], str]] = {
    chart.Surveyed: lambda event, record: (
        f"There is this to read: {count(event.documents, 'document')} with {count(event.passages, 'passage')}."
        f"{_files('Could not read', event.unreadable)}{_files('Read only in part', event.partly)}"
    ),
    chart.Planned: lambda event, record: (
        f"The plan stands and waits for approval: {_listed(item.name for item in event.dimensions)}. "
        f"That makes {count(len(event.tasks), 'task')}."
    ),
    chart.Approved: lambda event, record: f"The plan was approved by {escaped(event.by)}{_then(event.text)}",
    chart.Amended: lambda event, record: f"The plan is to be changed: {_ended(event.text)}",
    Aborted: lambda event, record: f"The user ended the run{_then(event.text)}",
    chart.CheckInDue: lambda event, record: (
        f"The user is asked: {escaped(event.reason)}{f' ({_task(record, event.task)})' if event.task else ''}."
    ),
    chart.WentOn: lambda event, record: f"The user or --yes says to go on{_then(event.text)}",
    chart.WriteNow: lambda event, record: "The user wants the report now, from what there is.",
    chart.Steered: lambda event, record: f"The user says: {_ended(event.text)}",
    chart.Redirected: lambda event, record: (
        f"Took “{escaped(event.text)}” to mean {_listed(item.said for item in event.amendments)}, as understood by "
        f"{escaped(event.by)}.{f' That adds {_new(record, event.tasks)}.' if event.tasks else ''}"
    ),
    chart.NotUnderstood: lambda event, record: f"Changed nothing: {_ended(event.why)}",
    chart.DirectiveChanged: _directive_changed,
    chart.TasksAdded: lambda event, record: (
        f"{escaped(event.by)} added {_new(record, event.tasks)}: {_ended(event.reason)}"
    ),
    chart.TaskCancelled: lambda event, record: f"The user cancelled {_task(record, event.task)}.",
    chart.TaskReworded: lambda event, record: f"The user reworded {escaped(event.task)}: {_ended(event.description)}",
    chart.Dispatched: _dispatched,
    chart.TaskFailed: lambda event, record: (
        f"{escaped(event.task)} failed: {escaped(event.error)}. So: {_ended(event.recovery)}"
    ),
    chart.Settled: lambda event, record: f"{escaped(event.task)} {_ENDS[event.outcome]}{_then(event.result)}",
    chart.Searched: lambda event, record: (
        f"Searched for {_listed(event.queries)}: {count(event.hits, 'new passage')}, "
        f"{event.relevant + event.partial} worth reading."
    ),
    chart.SourcesFound: lambda event, record: (
        f"{escaped(event.task)} chose {count(len(event.found), 'source')}: {_listed(it.title for it in event.found)}."
    ),
    chart.LeftOut: lambda event, record: f"Left {escaped(event.path)} out, because {_ended(event.reason)}",
    chart.Archived: _archived,
    chart.Placed: lambda event, record: (
        f"Looked for {' or '.join(map(escaped, event.places))} in {escaped(event.path)}: "
        f"{_listed(event.named)} is named."
    ),
    chart.Appraised: _appraised,
    chart.ReadThrough: _read_through,
    chart.Considered: lambda event, record: (
        f"{'That is enough to answer' if event.enough else 'That is not enough yet'}, says {escaped(event.by)}."
        f"{f' Still open: {_listed(event.open)}.' if event.open else ''}"
    ),
    chart.ConflictsFound: _conflicts_found,
    chart.ConflictResolved: lambda event, record: (
        f"{escaped(event.conflict)} {_resolved(event.resolution.preferred)}: {_ended(event.resolution.reason)}"
    ),
    chart.Reflected: _reflected,
    chart.AllSettled: lambda event, record: (
        f"Every task has ended, with {count(len(record.facts), 'fact')} from {count(len(record.sources), 'source')}."
    ),
    chart.Spent: lambda event, record: f"Turning to the report, because of this: {_ended(event.reason)}",
    chart.GapsFound: lambda event, record: (
        f"Not enough yet: {escaped(event.reason)}. Next: {_new(record, event.tasks)}."
    ),
    chart.Complete: lambda event, record: (
        f"Time to write: {_ended(event.reason)}"
        f"{f' The report will say what is missing: {_listed(event.caveats)}.' if event.caveats else ''}"
    ),
    chart.SectionWritten: lambda event, record: (
        f"Wrote {f'the section on {escaped(event.name)}' if event.name else 'the bottom line'} in "
        f"{count(len(event.claims), 'sentence')}{'' if event.answered else ', which says that it got no answer'}."
    ),
    chart.ReportWritten: lambda event, record: (
        f"The report is written: {count(event.claims, 'claim')}, supported by {count(len(event.cited), 'fact')}."
    ),
    Broke: lambda event, record: (
        f"Could not go on{f' in {escaped(event.state)}' if event.state else ''}: {_ended(event.reason)} "
        "A person has to decide."
    ),
    Resumed: lambda event, record: f"Back to work in {record.state}{_then(event.text)}",
}
"""For each event of a mission, the sentence that tells of it once it is folded."""


def _resolved(preferred: str | None) -> str:
    return f"is settled in favour of {escaped(preferred)}" if preferred else "stays, and the report shows both sides"
