"""What a mission did and why, in sentences: logs/orchestrator.md, and of what matters the scratchpad of task.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from indagate.engine import Broke, Fail, Note, Row, decode
from indagate.flows.mission import chart
from indagate.flows.mission.page import Markdown, template
from indagate.flows.mission.record import Heading, Mission
from indagate.flows.mission.side import TaskSpec
from indagate.flows.mission.taskpage import description, escaped
from indagate.render import count

PROGRESS_EVERY = 5
"""Iterations after which a line of progress is written."""
NAMED = 5
"""Files that could not be read, or not wholly, that a sentence names."""
_NOTES = {
    "pause": "Paused", "refused": "Could not follow a signal", "page rejected": "Could not take in an edit",
}  # fmt: skip
_HEADINGS: dict[type, Heading] = {
    chart.CheckInDue: "Iteration log", chart.Spent: "Iteration log",
    chart.TasksAdded: "Gap analysis", chart.Considered: "Gap analysis", chart.Reflected: "Gap analysis",
    chart.GapsFound: "Gap analysis",
    chart.ConflictsFound: "Conflict notes", chart.ConflictResolved: "Conflict notes",
    chart.TaskFailed: "Errors", Broke: "Errors",
    chart.Amended: "Directives", chart.Steered: "Directives", chart.Redirected: "Directives",
    chart.DirectiveChanged: "Directives",
}  # fmt: skip


def reasoning(row: Row, event: object, record: Mission) -> str | None:
    """Return the sentence of a row in logs/orchestrator.md, or None; `record` has the event folded."""
    if event is not None:
        return sentence(event, record)
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
        case chart.Dispatched(attempt=1) if record.iteration % PROGRESS_EVERY == 0:
            return "Iteration log"
        case chart.Settled(outcome="FAILED"):
            return "Errors"
        case chart.Approved() | chart.WentOn() if event.text.strip():
            return "Directives"
    return _HEADINGS.get(type(event))


def added(record: Mission, specs: Sequence[TaskSpec]) -> list[str]:
    """Return the ids of the tasks that were added last."""
    return list(record.tasks)[len(record.tasks) - len(specs) :]


def sentence(event: object, record: Mission) -> str:
    """Return the sentence that tells of an event once it is folded."""
    told = getattr(_sentences(), type(event).__name__)(event, record, heading(event, record) is not None)
    return " ".join(str(told).split())


@cache
def _sentences() -> object:
    """Return the template of the sentences: a macro for each type of event."""
    return template("thoughts.md", escaped).make_module({
        "task": _task, "new": _new, "count": count, "ended": _ended, "then": _then, "listed": _listed, "files": _files,
    })  # fmt: skip


def _task(record: Mission, name: str) -> str:
    found = record.tasks.get(name)
    return Markdown(f"{escaped(name)}, “{escaped(description(found))}”" if found else escaped(name))


def _new(record: Mission, specs: Sequence[TaskSpec]) -> str:
    return Markdown("; ".join(_task(record, name) for name in added(record, specs)) or "nothing")


def _ended(text: str) -> str:
    shown = escaped(text)
    return Markdown(shown if shown.endswith((".", "?", "!", "…")) else f"{shown}.")


def _then(text: str) -> str:
    """Return the end of a sentence: what somebody said after a colon, if anything."""
    return Markdown(f": {_ended(text)}" if text.strip() else ".")


def _listed(items: Iterable[object]) -> str:
    return Markdown(", ".join(f"“{escaped(str(item))}”" for item in items) or "nothing")


def _files(said: str, files: Sequence[tuple[str, str]]) -> str:
    more = f" and {len(files) - NAMED} more" if len(files) > NAMED else ""
    return Markdown(f" {said} {_listed(path for path, _ in files[:NAMED])}{more}." if files else "")
