"""logs/orchestrator.log, the audit trail: what the run decided and did, a line for each row that matters.

A line is `ISO-time LEVEL event key=value …`; texts are quoted as in JSON. A row that stands for two facts, as an
approval that moves the run, has them side by side, divided by ` | `. What the contract asks for has its own fields; of
any other event the sentence stands that `thoughts` tells a person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import starmap
from typing import Literal, get_args

from indagate.engine import Aborted, Broke, Fail, Note, Row, Wake, decode
from indagate.flows.mission import chart
from indagate.flows.mission.ask import one_line as plain
from indagate.flows.mission.constraint import told
from indagate.flows.mission.page import Markdown, template
from indagate.flows.mission.record import Heading, Mission
from indagate.flows.mission.side import TaskSpec
from indagate.flows.mission.taskpage import description, escaped, unescaped
from indagate.render import count

Level = Literal["INFO", "WARNING", "ERROR"]
Value = str | int | Sequence[str]
Entry = tuple[str, dict[str, Value], Level]
"""One fact of the audit trail: its name, its fields, how grave it is."""


def audit(row: Row, event: object, record: Mission) -> str | None:
    """Return the line of a row in logs/orchestrator.log, or None; `record` has the event folded."""
    entries = _told(row, event, record) if event is not None else _noted(row, record)
    if not entries:
        return None
    level = max((level for _, _, level in entries), key=get_args(Level).index)
    facts = (" ".join([name, *starmap(_pair, fields.items())]) for name, fields, _ in entries)
    moment = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"{moment} {level} {' | '.join(facts)}"


def _pair(name: str, value: Value) -> str:
    if isinstance(value, int):
        return f"{name}={value}"
    text = value if isinstance(value, str) else "; ".join(value)
    return f"{name}={json.dumps(plain(text) or 'none', ensure_ascii=False)}"


def _told(row: Row, event: object, record: Mission) -> list[Entry]:
    """Return an event's facts: itself, the sources that have their numbers since, and where the run moved."""
    said = unescaped(reasoning(row, event, record) or "")
    entries = [_contracted(event, record, "" if row.stands else said)]
    if isinstance(event, chart.AT_REST) and record.sources:
        named = [f"{source.id} = {source.locator} ({source.file})" for source in record.sources.values()]
        entries.append(("sources_numbered", {"sources": named, "facts": len(record.facts)}, "INFO"))
    if row.stands is not None:
        moved: dict[str, Value] = {"from": record.previous, "to": row.stands, "reason": said}
        entries.append(("state_transition", moved, "INFO"))
    return entries


_NOTES: dict[str, tuple[str, Level]] = {
    "refused": ("signal_refused", "WARNING"), "page rejected": ("page_rejected", "WARNING"),
    "differs": ("effect_differs", "WARNING"), "traceback": ("traceback", "ERROR"), "pause": ("run_paused", "INFO"),
}  # fmt: skip


def _noted(row: Row, record: Mission) -> list[Entry]:
    """Return what a row says that is no event: the beginning, a resumption, a note, an effect that failed."""
    fields: dict[str, Value] = {}
    match row.kind:
        case "born":
            given = record.input
            fields = {"mission_id": record.run, "topic": given.question, "corpus": given.corpus}
            fields |= {"max_iterations": given.max_iterations, "limits": told(given.limits), "status": record.state}
            return [("mission_started", fields, "INFO")]
        case "wake":
            return [("run_resumed", {"by": decode(row.body, Wake).driver, "status": record.state}, "INFO")]
        case "note":
            name, level = _NOTES.get(row.name, (row.name.replace(" ", "_") or "note", "INFO"))
            return [(name, {"message": decode(row.body, Note).text}, level)]
        case "fail":
            fail: Fail = decode(row.body, Fail)
            task = row.key.partition("/")[2].partition("#")[0].partition("/")[0]
            recovery = "the step goes on without it, tries again or fails; if it cannot go on, the run waits in ERROR"
            fields = {"type": fail.error, "effect": row.name, "message": fail.message, "tries": fail.tries}
            fields |= {"recovery": recovery} | ({"task_id": task} if task in record.tasks else {})
            return [("error", fields, "WARNING")]
    return []


def _contracted(event: object, record: Mission, said: str) -> Entry:
    """Return an event with the fields that the contract asks for, else with what is said of it."""
    own = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()
    fields: dict[str, Value] = {"said": said} if said else {}
    match event:
        case chart.Surveyed():
            missing, partly = ([": ".join(one) for one in files] for files in (event.unreadable, event.partly))
            fields = {"documents": event.documents, "passages": event.passages}
            return own, fields | {"unreadable": missing, "read_in_part": partly}, "INFO"
        case chart.Planned():
            names, tasks = [item.name for item in event.dimensions], min(len(event.tasks), record.input.max_iterations)
            fields = {"topic": event.core_question, "dimensions": names, "estimated_iterations": tasks}
            return "plan_generated", fields | {"by": event.by}, "INFO"
        case chart.Approved() | chart.Amended() | Aborted():
            name = "user_approval" if record.previous == "AWAITING_APPROVAL" else "user_response"
            by = event.by if isinstance(event, chart.Approved) else "user"
            return name, {"response": own, "modifications": event.text, "by": by}, "INFO"
        case chart.Dispatched():
            fields = {"task_id": event.task, "agent": event.agent, "parameters": event.parameters}
            return "task_dispatched", fields | {"attempt": event.attempt, "iteration": record.iteration}, "INFO"
        case chart.TaskFailed():
            fields = {"type": "attempt_failed", "task_id": event.task, "message": event.error}
            return "error", fields | {"recovery": event.recovery}, "WARNING"
        case chart.Settled():
            return _result(event, record)
        case chart.ReportWritten():
            used = {record.facts[fact].source for fact in event.cited if fact in record.facts}
            fields = {"iterations": record.iteration, "sources_used": len(used)}
            fields |= {"sources_consulted": len(record.sources), "facts_collected": len(record.facts)}
            return "mission_completed", fields | {"facts_cited": len(event.cited)}, "INFO"
        case Broke():
            recovery = "the run waits: resume it when the cause is gone, or abort it"
            return "error", {"type": event.error, "message": event.reason, "recovery": recovery}, "ERROR"
    warned = isinstance(event, chart.CheckInDue | chart.Spent | chart.ConflictsFound)
    return own, fields, "WARNING" if warned else "INFO"


def _result(event: chart.Settled, record: Mission) -> Entry:
    ids = {record.source_at(task, path) for task, path in record.read if task == event.task}
    saved = [source.locator for source in record.sources.values() if source.id in ids]
    fields: dict[str, Value] = {
        "task_id": event.task, "outcome": event.outcome, "result": event.result, "attempts": event.attempts,
        "facts_extracted": sum(task == event.task for task in record.task_of.values()),
        "sources_found": len(record.found.get(event.task, ())) or len(saved), "sources_saved": saved,
    }  # fmt: skip
    if event.outcome != "FAILED":
        return "subagent_result", fields, "INFO"
    recovery = "what depends on it is skipped; research goes on or the user is asked"
    return "subagent_result", fields | {"type": "task_failed", "message": event.result, "recovery": recovery}, "ERROR"


PROGRESS_EVERY = 5
"""Iterations after which a line of progress is written."""
NAMED = 5
"""Files that could not be read, or not wholly, that a sentence names."""
_SAID = {
    "pause": "Paused", "refused": "Could not follow a signal", "page rejected": "Could not take in an edit",
}  # fmt: skip
_HEADINGS: dict[type, Heading] = {
    chart.CheckInDue: "Iteration log", chart.Spent: "Iteration log",
    chart.TasksAdded: "Gap analysis", chart.Considered: "Gap analysis", chart.Reflected: "Gap analysis",
    chart.GapsFound: "Gap analysis",
    chart.ConflictsFound: "Conflict notes", chart.ConflictResolved: "Conflict notes",
    chart.TaskFailed: "Errors", Broke: "Errors",
    chart.Amended: "Changes of course", chart.Steered: "Changes of course", chart.Redirected: "Changes of course",
    chart.DirectiveChanged: "Changes of course",
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
    if row.kind == "note" and row.name in _SAID:
        return f"{_SAID[row.name]}: {_ended(decode(row.body, Note).text)}"
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
            return "Changes of course"
    return _HEADINGS.get(type(event))


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
    """Name the tasks that were added last."""
    added = list(record.tasks)[len(record.tasks) - len(specs) :]
    return Markdown("; ".join(_task(record, name) for name in added) or "nothing")


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
