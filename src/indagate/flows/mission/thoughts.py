"""logs/orchestrator.md, the thought stream: what the run did and why, in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from indagate.engine import Aborted, Broke, Fail, Note, Resumed, Row, decode
from indagate.flows.mission import chart
from indagate.flows.mission.fold import said
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import description, escaped

Thinker = Callable[[Any, Mission], str]
THINKERS: dict[type, Thinker] = {}
"""For each event of a mission, the sentence that tells of it once it is folded."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def reasoning(row: Row, event: object, record: Mission) -> str | None:
    """Return the sentence of a row in logs/orchestrator.md, or None; `record` has the event folded."""
    if event is not None:
        return THINKERS[type(event)](event, record)
    if row.kind == "born":
        where = f" The sources are the documents in {escaped(record.input.corpus)}." if record.input.corpus else ""
        return f"The question is: {_ended(record.input.question)}{where}"
    if row.kind == "wake":
        return f"Picked the work up again in {record.state}."
    if row.kind == "note" and row.name in ("refused", "page rejected", "pause"):
        return _noted(row.name, decode(row.body, Note).text)
    if row.kind == "fail":
        fail: Fail = decode(row.body, Fail)
        return f"Did not get an answer from “{escaped(row.name)}”: {_ended(fail.message)}"
    return None


def counted(number: int, noun: str) -> str:
    """Return a number and its noun as one writes them: one source, three sources, 14 sources."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    word = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{word} {noun if number == 1 else plural}"


def _thinks(event: type) -> Callable[[Thinker], Thinker]:
    def register(thinker: Thinker) -> Thinker:
        THINKERS[event] = thinker
        return thinker

    return register


def _ended(text: str) -> str:
    shown = escaped(text)
    return shown if shown.endswith((".", "?", "!", "…")) else f"{shown}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(items: Iterable[str]) -> str:
    shown = [f"“{escaped(item)}”" for item in items]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else "nothing"


def _noted(name: str, text: str) -> str:
    if name == "pause":
        return "Paused, because the user asked for it."
    if name == "refused":
        return f"Could not follow a signal: {_ended(text)}"
    return f"Could not take in an edit: {_ended(text)}"


def _told(record: Mission, name: str) -> str:
    """Return a task by its id and what it is to do."""
    task = record.tasks.get(name)
    return f"{escaped(name)}, “{escaped(description(task))}”" if task else escaped(name)


def _new(record: Mission, specs: tuple[chart.TaskSpec, ...]) -> str:
    names = list(record.tasks)[len(record.tasks) - len(specs) :]
    return "; ".join(_told(record, name) for name in names) or "nothing"


# --- planning and people --------------------------------------------------------------------------------------------


@_thinks(chart.Surveyed)
def _surveyed(event: chart.Surveyed, record: Mission) -> str:
    said = f"There is this to read: {counted(event.documents, 'document')} with {counted(event.passages, 'passage')}."
    if event.unreadable:
        names = _listed(path for path, _ in event.unreadable[:5])
        more = len(event.unreadable) - 5
        said += f" Could not read {names}{f' and {more} more' if more > 0 else ''}."
    if event.partly:
        names = _listed(path for path, _ in event.partly[:5])
        more = len(event.partly) - 5
        said += f" Read only in part {names}{f' and {more} more' if more > 0 else ''}."
    return said


@_thinks(chart.Planned)
def _planned(event: chart.Planned, record: Mission) -> str:
    names = _listed(item.name for item in event.dimensions)
    sides = counted(len(event.dimensions), "side")
    return f"The question has {sides} to look at: {names}. That makes {counted(len(event.tasks), 'task')}."


@_thinks(chart.Approved)
def _approved(event: chart.Approved, record: Mission) -> str:
    if event.by == "--yes":
        return "Went ahead with the plan without asking, as told by --yes."
    return f"The plan was approved{f', with a wish: {_ended(event.text)}' if event.text.strip() else '.'}"


@_thinks(chart.Amended)
def _amended(event: chart.Amended, record: Mission) -> str:
    return f"The plan is to be changed: {_ended(event.text)}"


@_thinks(Aborted)
def _aborted(event: Aborted, record: Mission) -> str:
    return f"The user ended the run{f': {_ended(event.text)}' if event.text.strip() else '.'}"


@_thinks(chart.CheckInDue)
def _check_in_due(event: chart.CheckInDue, record: Mission) -> str:
    which = f" ({_told(record, event.task)})" if event.task else ""
    return f"Time to ask the user, because {escaped(event.reason)}{which}."


@_thinks(chart.WentOn)
def _went_on(event: chart.WentOn, record: Mission) -> str:
    return f"On with the research{f', minding this: {_ended(event.text)}' if event.text.strip() else '.'}"


@_thinks(chart.WriteNow)
def _write_now(event: chart.WriteNow, record: Mission) -> str:
    return f"The user wants the report now, from what there is: {counted(len(record.facts), 'fact')}."


@_thinks(chart.Steered)
def _steered(event: chart.Steered, record: Mission) -> str:
    return f"The user also wants to know: {_ended(event.text)}"


@_thinks(chart.Redirected)
def _redirected(event: chart.Redirected, record: Mission) -> str:
    changes = _listed(said(amendment) for amendment in event.amendments)
    more = f" That adds {_new(record, event.tasks)}." if event.tasks else ""
    return f"Took “{escaped(event.text)}” to mean {changes}.{more}"


@_thinks(chart.NotUnderstood)
def _not_understood(event: chart.NotUnderstood, record: Mission) -> str:
    return f"Changed nothing: {_ended(event.why)}"


@_thinks(chart.LeftOut)
def _left_out(event: chart.LeftOut, record: Mission) -> str:
    return f"Left {escaped(event.path)} out, because {_ended(event.reason)}"


@_thinks(chart.Appraised)
def _appraised(event: chart.Appraised, record: Mission) -> str:
    found, title = event.appraisal, record.sources[event.source].title
    parts = [found.kind, found.publisher, str(found.published or ""), found.authority, found.interest]
    told = ", ".join(part for part in parts if part) or "it does not say"
    return f"Looked at who speaks in “{escaped(title)}”: {_ended(told)}"


@_thinks(chart.Considered)
def _considered(event: chart.Considered, record: Mission) -> str:
    left = f" Still open: {_listed(event.open)}." if event.open else ""
    return (
        f"{'That is enough to answer' if event.enough else 'That is not enough yet'}, says {escaped(event.by)}.{left}"
    )


@_thinks(chart.DirectiveChanged)
def _directive_changed(event: chart.DirectiveChanged, record: Mission) -> str:
    what = []
    if event.core_question:
        what.append(f"the question is now “{escaped(event.core_question)}”")
    if event.dimensions:
        what.append(f"the sides to look at are {_listed(item.name for item in event.dimensions)}")
    if event.constraints is not None:
        what.append("the constraints are others")
    return f"The user edited task.md: {'; '.join(what) or 'nothing of substance'}."


# --- tasks ----------------------------------------------------------------------------------------------------------


@_thinks(chart.TasksAdded)
def _tasks_added(event: chart.TasksAdded, record: Mission) -> str:
    if event.by == "task.md":
        return f"The user added to task.md: {_new(record, event.tasks)}."
    return f"Added {_new(record, event.tasks)}, because of this: {_ended(event.reason)}"


@_thinks(chart.TaskCancelled)
def _task_cancelled(event: chart.TaskCancelled, record: Mission) -> str:
    return f"The user cancelled {_told(record, event.task)}."


@_thinks(chart.TaskReworded)
def _task_reworded(event: chart.TaskReworded, record: Mission) -> str:
    return f"The user reworded {escaped(event.task)}: {_ended(event.description)}"


@_thinks(chart.Dispatched)
def _dispatched(event: chart.Dispatched, record: Mission) -> str:
    again = "" if event.attempt == 1 else ", in another way this time"
    return f"Turned to {_told(record, event.task)}{again}."


@_thinks(chart.TaskFailed)
def _task_failed(event: chart.TaskFailed, record: Mission) -> str:
    return f"{_capital(escaped(event.task))} hit a snag: {escaped(event.error)}. So: {_ended(event.recovery)}"


@_thinks(chart.Settled)
def _settled(event: chart.Settled, record: Mission) -> str:
    how = {"COMPLETED": "is done", "FAILED": "failed", "SKIPPED": "was skipped"}[event.outcome]
    return f"{_capital(escaped(event.task))} {how}{f': {_ended(event.result)}' if event.result.strip() else '.'}"


# --- evidence -------------------------------------------------------------------------------------------------------


@_thinks(chart.Searched)
def _searched(event: chart.Searched, record: Mission) -> str:
    queries = _listed(event.queries)
    worth = event.relevant + event.partial
    if not event.hits:
        return f"Searched for {queries}: nothing that was not known already."
    return f"Searched for {queries}: {counted(event.hits, 'new passage')}, {_few(worth)} worth reading."


def _few(number: int) -> str:
    return "none" if number == 0 else _NUMBERS[number] if number < len(_NUMBERS) else str(number)


@_thinks(chart.SourcesFound)
def _sources_found(event: chart.SourcesFound, record: Mission) -> str:
    if not event.found:
        return f"{_capital(escaped(event.task))} found nothing worth reading."
    return f"Chose {counted(len(event.found), 'source')} to read: {_listed(item.title for item in event.found)}."


@_thinks(chart.Archived)
def _archived(event: chart.Archived, record: Mission) -> str:
    kept = record.sources[record.source_of[event.source.locator]]
    if kept.locator != event.source.locator:
        return f"{escaped(event.source.locator)} says what “{escaped(kept.title)}” says, so it counts as that."
    return f"Opened and archived “{escaped(kept.title)}”."


@_thinks(chart.ReadThrough)
def _read_through(event: chart.ReadThrough, record: Mission) -> str:
    name = record.source_at(event.task, event.path)
    title = record.sources[name].title if name else event.path
    if not event.facts and not event.refused and record.led_before(event.task, event.path):
        return f"{escaped(event.path)} leads to “{escaped(title)}” too, which is read once."
    said = f"Read “{escaped(title)}”: {counted(len(event.facts), 'fact')}"
    if event.refused:
        reasons = "; ".join(dict.fromkeys(escaped(item.message).rstrip(".") for item in event.refused))
        said += f", and {counted(len(event.refused), 'statement')} turned away at the door ({reasons})"
    return f"{said}."


@_thinks(chart.ConflictsFound)
def _conflicts_found(event: chart.ConflictsFound, record: Mission) -> str:
    told = "; ".join(f"{escaped(item.difference)} ({escaped(item.about)})" for item in event.conflicts)
    return f"The sources contradict each other: {told}."


@_thinks(chart.ConflictResolved)
def _conflict_resolved(event: chart.ConflictResolved, record: Mission) -> str:
    found, name = event.resolution, escaped(event.conflict)
    if found.preferred is None:
        return f"{name} stays a divergence, and the report will show both sides: {_ended(found.reason)}"
    return f"{name} is settled in favour of {escaped(found.preferred)}: {_ended(found.reason)}"


# --- reflection, report, ends ---------------------------------------------------------------------------------------


@_thinks(chart.Reflected)
def _reflected(event: chart.Reflected, record: Mission) -> str:
    thin = ", ".join(
        f"“{escaped(name)}” ({have} of {want} facts)" for name, have, want in event.coverage if have < want
    )
    gaps = f" Still thin: {thin}." if thin else " Every side of the question has what it needs."
    return f"The evidence is worth {event.quality:.1f} of 10.{gaps}"


@_thinks(chart.AllSettled)
def _all_settled(event: chart.AllSettled, record: Mission) -> str:
    facts, sources = counted(len(record.facts), "fact"), counted(len(record.sources), "source")
    return f"Nothing is left to do for now. Time to look at what came together: {facts} from {sources}."


@_thinks(chart.Spent)
def _spent(event: chart.Spent, record: Mission) -> str:
    return f"Turning to the report, because of this: {_ended(event.reason)}"


@_thinks(chart.GapsFound)
def _gaps_found(event: chart.GapsFound, record: Mission) -> str:
    return f"Not enough yet: {escaped(event.reason)}. Next: {_new(record, event.tasks)}."


@_thinks(chart.Complete)
def _complete(event: chart.Complete, record: Mission) -> str:
    but = f" The report will say what is missing: {_listed(event.caveats)}." if event.caveats else ""
    return f"Enough to write: {_ended(event.reason)}{but}"


@_thinks(chart.SectionWritten)
def _section_written(event: chart.SectionWritten, record: Mission) -> str:
    what = f"the section on {escaped(event.name)}" if event.name else "the bottom line"
    said = f"Wrote {what} in {counted(len(event.claims), 'sentence')}"
    return f"{said}." if event.answered else f"{said}; the evidence does not answer the question, and it says so."


@_thinks(chart.ReportWritten)
def _report_written(event: chart.ReportWritten, record: Mission) -> str:
    claims, facts = counted(event.claims, "claim"), counted(len(event.cited), "fact")
    return f"The report stands: {claims}, borne by {facts}."


@_thinks(Broke)
def _broke(event: Broke, record: Mission) -> str:
    where = f" in {escaped(event.state)}" if event.state else ""
    return f"Could not go on{where}: {_ended(event.reason)} A person has to decide."


@_thinks(Resumed)
def _resumed(event: Resumed, record: Mission) -> str:
    return f"Back to work in {record.state}."
