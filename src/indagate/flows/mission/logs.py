"""logs/orchestrator.log, the audit trail: what the run decided and did, a line for each row that matters.

A line is `ISO-time LEVEL event key=value …`; texts are quoted as in JSON. A row that stands for two facts, as an
approval that moves the run, has them side by side, divided by ` | `. What the contract asks for has its own fields;
any other event is told by its name and all that it holds. `thoughts` tells the same to a person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from indagate.engine import Aborted, Broke, Fail, Note, Row, Wake, decode
from indagate.flows.mission import chart
from indagate.flows.mission.constraint import Constraints, told
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import plain, unescaped
from indagate.flows.mission.thoughts import added, reasoning

Level = Literal["INFO", "WARNING", "ERROR"]
Value = str | int | float | bool | Sequence[str]
_COUNTED = ("facts", "claims", "listing", "cited")
"""Fields of which the trail says how many there are."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of the audit trail."""

    name: str
    fields: dict[str, Value] = field(default_factory=dict)
    level: Level = "INFO"


def audit(row: Row, event: object, record: Mission) -> str | None:
    """Return the line of a row in logs/orchestrator.log, or None; `record` has the event folded."""
    entries = _entries(row, event, record)
    if not entries:
        return None
    level: Level = max((entry.level for entry in entries), key=("INFO", "WARNING", "ERROR").index)
    told = " | ".join(" ".join([entry.name, *(_pair(*item) for item in entry.fields.items())]) for entry in entries)
    moment = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"{moment} {level} {told}"


def _entries(row: Row, event: object, record: Mission) -> list[Entry]:
    if event is not None:
        entries = [_told(event, record)]
        if isinstance(event, chart.AT_REST) and record.sources:
            named = [f"{source.id} = {source.locator} ({source.file})" for source in record.sources.values()]
            entries.append(Entry("sources_numbered", {"sources": named, "facts": len(record.facts)}))
        if row.stands is not None:
            why = unescaped(reasoning(row, event, record) or "")
            entries.append(Entry("state_transition", {"from": record.previous, "to": row.stands, "reason": why}))
        return entries
    if row.kind == "born":
        given: dict[str, Value] = {"mission_id": record.run, "topic": record.input.question}
        return [Entry("mission_started", {**_fields(record.input, record), **given, "status": record.state})]
    if row.kind == "wake":
        return [Entry("run_resumed", {"by": decode(row.body, Wake).driver, "status": record.state})]
    if row.kind == "note":
        return [_noted(row.name, decode(row.body, Note).text)]
    return [_undelivered(row, record)] if row.kind == "fail" else []


def _pair(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    if isinstance(value, int | float):
        return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
    text = value if isinstance(value, str) else "; ".join(value)
    return f"{name}={json.dumps(plain(text) or 'none', ensure_ascii=False)}"


def _fields(holder: Any, record: Mission) -> dict[str, Value]:
    return {item.name: _value(item.name, getattr(holder, item.name), record) for item in fields(holder)}


def _value(name: str, value: Any, record: Mission) -> Value:
    if isinstance(value, Constraints):
        return told(value)
    if isinstance(value, tuple):
        if name in _COUNTED:
            return len(value)
        return added(record, value) if name == "tasks" else [_word(item) for item in value]
    return value if isinstance(value, str | int | float) else _word(value)


def _word(item: Any) -> str:
    """Return a part of an event in a word: what it says in its texts."""
    if is_dataclass(item):
        item = [part for one in fields(item) if isinstance(part := getattr(item, one.name), str) and part]
    return ": ".join(map(str, item)) if isinstance(item, list | tuple) else str(item or "")


def _noted(name: str, text: str) -> Entry:
    event, level, recovery = _NOTES.get(name, (name.replace(" ", "_") or "note", "INFO", ""))
    found: dict[str, Value] = {"type": event, "message": text, "recovery": recovery}
    return Entry(event, found if recovery else {"message": text}, level)


_NOTES: dict[str, tuple[str, Level, str]] = {
    "refused": ("signal_refused", "WARNING", "the signal has no effect; the run goes on"),
    "page rejected": ("page_rejected", "WARNING", "the edited page is kept beside and the page was restored"),
    "differs": ("effect_differs", "WARNING", "what the journal has stands"),
    "traceback": ("traceback", "ERROR", "the error that follows says what becomes of the run"),
    "pause": ("run_paused", "INFO", ""),
}


def _undelivered(row: Row, record: Mission) -> Entry:
    fail: Fail = decode(row.body, Fail)
    task = row.key.partition("/")[2].partition("#")[0].partition("/")[0]
    recovery = "the step decides; if it cannot go on, the run waits in ERROR"
    if record.state == "RESEARCHING":
        recovery = "the task goes on without it or tries again; failing twice, it is FAILED"
    found: dict[str, Value] = {"type": fail.error, "effect": row.name}
    if task in record.tasks:
        found["task_id"] = task
    return Entry("error", {**found, "message": fail.message, "tries": fail.tries, "recovery": recovery}, "WARNING")


# --- what the contract asks for -------------------------------------------------------------------------------------

_CALLED: dict[type, tuple[str, dict[str, str]]] = {
    chart.Planned: ("plan_generated", {"core_question": "topic"}),
    chart.Approved: ("user_response", {"text": "modifications"}),
    chart.Amended: ("user_response", {"text": "modifications"}),
    Aborted: ("user_response", {"text": "modifications"}),
    chart.Dispatched: ("task_dispatched", {"task": "task_id"}),
    chart.TaskFailed: ("error", {"task": "task_id", "error": "message"}),
    chart.Settled: ("subagent_result", {"task": "task_id"}),
    chart.ReportWritten: ("mission_completed", {"cited": "facts_cited"}),
    Broke: ("error", {"error": "type", "reason": "message"}),
}
"""What an event and its fields are called in the trail, where that is not their own name."""
_LEVELS: dict[type, Level] = {
    chart.CheckInDue: "WARNING", chart.Spent: "WARNING", chart.NotUnderstood: "WARNING",
    chart.ConflictsFound: "WARNING", chart.TaskFailed: "WARNING", Broke: "ERROR",
}  # fmt: skip


def _told(event: object, record: Mission) -> Entry:
    """Return an event with its fields, and with what the contract asks for beside them."""
    own = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()
    name, names = _CALLED.get(type(event), (own, {}))
    level = _LEVELS.get(type(event), "INFO")
    more: dict[str, Value] = {}
    match event:
        case chart.Planned():
            more = {
                "dimensions": [item.name for item in event.dimensions],
                "estimated_iterations": min(len(event.tasks), record.input.max_iterations),
            }
        case chart.Approved() | chart.Amended() | Aborted():
            name = "user_approval" if record.previous == "AWAITING_APPROVAL" else name
            more = {"response": own}
        case chart.Dispatched():
            more = {"iteration": record.iteration}
        case chart.TaskFailed():
            more = {"type": "attempt_failed"}
        case chart.Archived():
            more = {"same_as": record.sources[record.source_of[event.source.locator]].locator}
        case chart.Settled():
            ids = {record.source_at(task, path) for task, path in record.read if task == event.task}
            saved = [source.locator for source in record.sources.values() if source.id in ids]
            more = {
                "facts_extracted": sum(task == event.task for task in record.task_of.values()),
                "sources_found": len(record.found.get(event.task, ())) or len(saved), "sources_saved": saved,
            }  # fmt: skip
            if event.outcome == "FAILED":
                recovery = "what depends on it is skipped; research goes on or the user is asked"
                more, level = {**more, "type": "task_failed", "message": event.result, "recovery": recovery}, "ERROR"
        case chart.ReportWritten():
            used = {record.facts[fact].source for fact in event.cited if fact in record.facts}
            more = {
                "iterations": record.iteration, "sources_used": len(used), "sources_consulted": len(record.sources),
                "facts_collected": len(record.facts),
            }  # fmt: skip
        case Broke():
            more = {"recovery": "the run waits: resume it when the cause is gone, or abort it"}
    return Entry(name, {names.get(key, key): value for key, value in _fields(event, record).items()} | more, level)
