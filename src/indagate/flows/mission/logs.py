"""logs/orchestrator.log, the audit trail: what the run decided and did, a line for each row that matters.

A line is `ISO-time LEVEL event key=value …`; texts are quoted as in JSON. A row that stands for two facts, as an
approval that moves the run, has them side by side, divided by ` | `. `thoughts` tells the same story to a person.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from indagate.engine import Aborted, Broke, Fail, Note, Resumed, Row, Wake, decode
from indagate.evidence import Refusal, Source
from indagate.flows.mission import chart
from indagate.flows.mission.constraint import told
from indagate.flows.mission.fold import said
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import plain

Level = Literal["INFO", "WARNING", "ERROR"]
Value = str | int | float | bool | Sequence[str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact of the audit trail; `reason` says why the run moved on, where it did."""

    name: str
    fields: dict[str, Value] = field(default_factory=dict)
    level: Level = "INFO"
    reason: str = ""


Teller = Callable[[Any, Mission], Entry]
TELLERS: dict[type, Teller] = {}
"""For each event of a mission, what the audit trail says of it once it is folded."""


def audit(row: Row, event: object, record: Mission) -> str | None:
    """Return the line of a row in logs/orchestrator.log, or None; `record` has the event folded."""
    entries = _entries(row, event, record)
    if not entries:
        return None
    level: Level = max((entry.level for entry in entries), key=("INFO", "WARNING", "ERROR").index)
    told = " | ".join(" ".join([entry.name, *(_pair(*item) for item in entry.fields.items())]) for entry in entries)
    moment = datetime.fromtimestamp(row.at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"{moment} {level} {told}"


def added(record: Mission, specs: Sequence[chart.TaskSpec]) -> list[str]:
    """Return the ids of the tasks that were added last."""
    return list(record.tasks)[len(record.tasks) - len(specs) :]


def facts_by(record: Mission, task: str) -> int:
    """Return how many facts a task brought."""
    return sum(other == task for other in record.task_of.values())


def sources_by(record: Mission, task: str) -> list[Source]:
    """Return the archived sources that a task read."""
    ids = {record.source_at(task, path) for name, path in record.read if name == task}
    return [source for source in record.sources.values() if source.id in ids]


def _entries(row: Row, event: object, record: Mission) -> list[Entry]:
    if event is not None:
        told = TELLERS[type(event)](event, record)
        entries = [told, *_numbered(record)] if isinstance(event, chart.AT_REST) else [told]
        if row.stands is None:
            return entries
        moved: dict[str, Value] = {"from": record.previous, "to": row.stands, "reason": told.reason}
        return [*entries, Entry("state_transition", moved)]
    if row.kind == "born":
        return [_begun(record)]
    if row.kind == "wake":
        return [Entry("run_resumed", {"by": decode(row.body, Wake).driver, "status": record.state})]
    if row.kind == "note":
        return [_noted(row.name, decode(row.body, Note).text)]
    if row.kind == "fail":
        return [_undelivered(row, record)]
    return []


def _numbered(record: Mission) -> list[Entry]:
    """Return which source got which number and file, once that is for good."""
    named = [f"{source.id} = {source.locator} ({source.file})" for source in record.sources.values()]
    return [Entry("sources_numbered", {"sources": named, "facts": len(record.facts)})] if named else []


def _pair(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    if isinstance(value, int | float):
        return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
    text = value if isinstance(value, str) else "; ".join(value)
    return f"{name}={json.dumps(plain(text) or 'none', ensure_ascii=False)}"


def _begun(record: Mission) -> Entry:
    given = record.input
    fields: dict[str, Value] = {
        "mission_id": record.run, "topic": given.question, "corpus": given.corpus, "approve": given.approve,
        "check_in": given.check_in, "max_iterations": given.max_iterations, "max_parallel": given.max_parallel,
    }  # fmt: skip
    if given.follows:
        fields["follows"] = given.follows
    return Entry("mission_started", {**fields, "status": record.state})


def _noted(name: str, text: str) -> Entry:
    known: dict[str, tuple[str, Level, str]] = {
        "refused": ("signal_refused", "WARNING", "the signal has no effect; the run goes on"),
        "page rejected": ("page_rejected", "WARNING", "the edited page is kept beside and the page was restored"),
        "differs": ("effect_differs", "WARNING", "what the journal has stands"),
        "traceback": ("traceback", "ERROR", "the error that follows says what becomes of the run"),
        "pause": ("run_paused", "INFO", ""),
    }
    event, level, recovery = known.get(name, (name.replace(" ", "_") or "note", "INFO", ""))
    fields: dict[str, Value] = {"type": event} if recovery else {}
    fields["message"] = text
    if recovery:
        fields["recovery"] = recovery
    return Entry(event, fields, level)


def _undelivered(row: Row, record: Mission) -> Entry:
    fail: Fail = decode(row.body, Fail)
    scope = row.key.partition("/")[2].partition("#")[0]
    task = scope.partition("/")[0]
    recovery = "the step decides; if it cannot go on, the run waits in ERROR"
    if record.state == "RESEARCHING":
        recovery = "the task goes on without it or tries again; failing twice, it is FAILED"
    fields: dict[str, Value] = {"type": fail.error, "effect": row.name}
    if task in record.tasks:
        fields["task_id"] = task
    return Entry(
        "error", {**fields, "message": fail.message, "tries": fail.tries, "recovery": recovery}, "WARNING"
    )  # fmt: skip


def _tells(event: type) -> Callable[[Teller], Teller]:
    def register(teller: Teller) -> Teller:
        TELLERS[event] = teller
        return teller

    return register


# --- planning and people --------------------------------------------------------------------------------------------


@_tells(chart.Surveyed)
def _surveyed(event: chart.Surveyed, record: Mission) -> Entry:
    bad = [f"{path}: {why}" for path, why in event.unreadable]
    fields: dict[str, Value] = {"documents": event.documents, "passages": event.passages, "unreadable": bad}
    if event.partly:
        fields["partly"] = [f"{path}: {what}" for path, what in event.partly]
    if event.embedded:
        fields["embedded"] = event.embedded
    return Entry("sources_surveyed", fields, "WARNING" if bad or event.partly else "INFO")


@_tells(chart.Planned)
def _planned(event: chart.Planned, record: Mission) -> Entry:
    fields: dict[str, Value] = {
        "topic": event.core_question, "dimensions": [item.name for item in event.dimensions],
        "estimated_iterations": min(len(event.tasks), record.input.max_iterations),
        "tasks": added(record, event.tasks), "by": event.by,
    }  # fmt: skip
    return Entry("plan_generated", fields, reason="the plan stands and waits for approval")


@_tells(chart.Approved)
def _approved(event: chart.Approved, record: Mission) -> Entry:
    by = {"response": "approved", "by": event.by, "modifications": event.text}
    asked = "nobody was asked" if event.by == "--yes" else "the plan was approved"
    return Entry("user_approval", {**by}, reason=f"{asked} ({event.by})")


@_tells(chart.Amended)
def _amended(event: chart.Amended, record: Mission) -> Entry:
    fields: dict[str, Value] = {"response": "amended", "by": "user", "modifications": event.text}
    return Entry("user_approval", fields, reason="the user wants the plan changed")


@_tells(Aborted)
def _aborted(event: Aborted, record: Mission) -> Entry:
    fields: dict[str, Value] = {"response": "aborted", "by": "user", "modifications": event.text}
    name = "user_approval" if record.previous == "AWAITING_APPROVAL" else "user_response"
    return Entry(name, fields, reason="the user ended the run")


@_tells(chart.CheckInDue)
def _check_in_due(event: chart.CheckInDue, record: Mission) -> Entry:
    fields: dict[str, Value] = {"question": event.reason, "iteration": record.iteration}
    if event.task:
        fields["task_id"] = event.task
    return Entry("user_asked", fields, "WARNING" if event.task else "INFO", event.reason)


@_tells(chart.WentOn)
def _went_on(event: chart.WentOn, record: Mission) -> Entry:
    fields: dict[str, Value] = {"response": "go on", "modifications": event.text}
    return Entry("user_response", fields, reason="the user or --yes says to go on")


@_tells(chart.WriteNow)
def _write_now(event: chart.WriteNow, record: Mission) -> Entry:
    fields: dict[str, Value] = {"response": "write now", "modifications": event.text}
    return Entry("user_response", fields, reason="the user wants the report now")


@_tells(chart.Steered)
def _steered(event: chart.Steered, record: Mission) -> Entry:
    return Entry("directive_added", {"by": "user", "directive": event.text})


@_tells(chart.DirectiveChanged)
def _directive_changed(event: chart.DirectiveChanged, record: Mission) -> Entry:
    fields: dict[str, Value] = {"by": "task.md"}
    if event.core_question:
        fields["core_question"] = event.core_question
    if event.dimensions:
        fields["dimensions"] = [f"{item.name} ({item.weight:g}, {item.target})" for item in event.dimensions]
    if event.constraints is not None:
        fields["constraints"] = told(event.constraints)
    return Entry("directives_changed", fields)


@_tells(chart.Redirected)
def _redirected(event: chart.Redirected, record: Mission) -> Entry:
    changes = [said(amendment) for amendment in event.amendments]
    fields: dict[str, Value] = {"directive": event.text, "changes": changes, "by": event.by}
    return Entry("directive_understood", {**fields, "task_ids": added(record, event.tasks)})


@_tells(chart.NotUnderstood)
def _not_understood(event: chart.NotUnderstood, record: Mission) -> Entry:
    return Entry("directive_refused", {"directive": event.text, "reason": event.why}, "WARNING")


# --- tasks ----------------------------------------------------------------------------------------------------------


@_tells(chart.TasksAdded)
def _tasks_added(event: chart.TasksAdded, record: Mission) -> Entry:
    return Entry("tasks_added", {"task_ids": added(record, event.tasks), "by": event.by, "reason": event.reason})


@_tells(chart.TaskCancelled)
def _task_cancelled(event: chart.TaskCancelled, record: Mission) -> Entry:
    return Entry("task_cancelled", {"task_id": event.task, "by": event.by})


@_tells(chart.TaskReworded)
def _task_reworded(event: chart.TaskReworded, record: Mission) -> Entry:
    return Entry("task_reworded", {"task_id": event.task, "description": event.description, "by": "task.md"})


@_tells(chart.Dispatched)
def _dispatched(event: chart.Dispatched, record: Mission) -> Entry:
    fields: dict[str, Value] = {
        "task_id": event.task, "agent": event.agent, "attempt": event.attempt, "iteration": record.iteration,
        "parameters": event.parameters,
    }  # fmt: skip
    return Entry("task_dispatched", fields)


@_tells(chart.TaskFailed)
def _task_failed(event: chart.TaskFailed, record: Mission) -> Entry:
    fields: dict[str, Value] = {"type": "attempt_failed", "task_id": event.task, "message": event.error}
    return Entry("error", {**fields, "recovery": event.recovery}, "WARNING")


@_tells(chart.Settled)
def _settled(event: chart.Settled, record: Mission) -> Entry:
    read = sources_by(record, event.task)
    found = len(record.found.get(event.task, ())) or len(read)
    files = [source.locator for source in read]
    fields: dict[str, Value] = {
        "task_id": event.task, "outcome": event.outcome, "attempts": event.attempts,
        "facts_extracted": facts_by(record, event.task), "sources_found": found, "sources_saved": files,
    }  # fmt: skip
    if event.outcome != "FAILED":
        return Entry("subagent_result", {**fields, "result": event.result})
    recovery = "what depends on it is skipped; research goes on or the user is asked"
    failed: dict[str, Value] = {"type": "task_failed", "message": event.result, "recovery": recovery}
    return Entry("subagent_result", {**fields, **failed}, "ERROR")


# --- evidence -------------------------------------------------------------------------------------------------------


@_tells(chart.Searched)
def _searched(event: chart.Searched, record: Mission) -> Entry:
    fields: dict[str, Value] = {
        "task_id": event.task, "round": event.round, "queries": event.queries, "passages": event.hits,
        "new": event.fresh, "relevant": event.relevant, "partial": event.partial, "discarded": event.discarded,
    }  # fmt: skip
    if event.left_out:
        fields["left_out"] = [f"{path} ({why})" for path, why in event.left_out]
    return Entry("search_round", fields)


@_tells(chart.LeftOut)
def _left_out(event: chart.LeftOut, record: Mission) -> Entry:
    return Entry("source_left_out", {"task_id": event.task, "source": event.path, "reason": event.reason})


@_tells(chart.Appraised)
def _appraised(event: chart.Appraised, record: Mission) -> Entry:
    found = event.appraisal
    known = {"kind": found.kind, "publisher": found.publisher, "published": str(found.published or ""),
             "authority": found.authority, "interest": found.interest}  # fmt: skip
    fields: dict[str, Value] = {name: value for name, value in known.items() if value}
    return Entry("source_appraised", {"source_id": event.source, **fields, "by": found.by})


@_tells(chart.Considered)
def _considered(event: chart.Considered, record: Mission) -> Entry:
    fields: dict[str, Value] = {"enough": event.enough, "stop": event.stop, "open": event.open, "by": event.by}
    return Entry("evidence_considered", fields)


@_tells(chart.SourcesFound)
def _sources_found(event: chart.SourcesFound, record: Mission) -> Entry:
    chosen = [f"{item.path} ({item.grade}: {item.reason})" for item in event.found]
    return Entry("sources_chosen", {"task_id": event.task, "count": len(chosen), "sources": chosen})


@_tells(chart.Archived)
def _archived(event: chart.Archived, record: Mission) -> Entry:
    kept = record.sources[record.source_of[event.source.locator]]
    fields: dict[str, Value] = {
        "task_id": event.task, "locator": event.source.locator, "sha256": kept.sha256,
    }  # fmt: skip
    if kept.locator != event.source.locator:
        fields["same_as"] = kept.locator
    return Entry("source_archived", fields)


@_tells(chart.ReadThrough)
def _read_through(event: chart.ReadThrough, record: Mission) -> Entry:
    fields: dict[str, Value] = {"task_id": event.task, "path": event.path, "facts_extracted": len(event.facts)}
    source = record.source_at(event.task, event.path)
    if source and record.sources[source].locator != event.path:
        fields["source"] = record.sources[source].locator
    fields["refused"] = len(event.refused)
    if event.refused:
        fields["reasons"] = [_refusal(item) for item in event.refused]
    return Entry("source_read", fields)


def _refusal(item: Refusal) -> str:
    return f"{item.reason_code}: {item.message}"


@_tells(chart.ConflictsFound)
def _conflicts_found(event: chart.ConflictsFound, record: Mission) -> Entry:
    names = list(record.conflicts)[len(record.conflicts) - len(event.conflicts) :]
    told = [
        f"{name} ({item.severity}): {item.a} / {item.b} on {item.about}: {item.difference}"
        for name, item in zip(names, event.conflicts, strict=True)
    ]
    return Entry("conflicts_found", {"count": len(told), "conflicts": told}, "WARNING")


@_tells(chart.ConflictResolved)
def _conflict_resolved(event: chart.ConflictResolved, record: Mission) -> Entry:
    found = event.resolution
    fields: dict[str, Value] = {"conflict": event.conflict, "preferred": found.preferred or ""}
    return Entry("conflict_resolved", {**fields, "deprecated": found.deprecated or "", "reason": found.reason})


# --- reflection, report, ends ---------------------------------------------------------------------------------------


@_tells(chart.Reflected)
def _reflected(event: chart.Reflected, record: Mission) -> Entry:
    fields: dict[str, Value] = {"quality": event.quality, **dict(event.parts)}
    fields["coverage"] = [f"{name} {have}/{want}" for name, have, want in event.coverage]
    return Entry("evidence_assessed", {**fields, "decision": event.decision})


@_tells(chart.AllSettled)
def _all_settled(event: chart.AllSettled, record: Mission) -> Entry:
    outcomes = [task.status for task in record.tasks.values()]
    counts = {name.lower(): outcomes.count(name) for name in ("COMPLETED", "FAILED", "SKIPPED")}
    return Entry("tasks_settled", {"iteration": record.iteration, **counts}, reason="every task has ended")


@_tells(chart.Spent)
def _spent(event: chart.Spent, record: Mission) -> Entry:
    fields: dict[str, Value] = {"iteration": record.iteration, "max_iterations": record.input.max_iterations}
    return Entry("limit_reached", {**fields, "message": event.reason}, "WARNING", event.reason)


@_tells(chart.GapsFound)
def _gaps_found(event: chart.GapsFound, record: Mission) -> Entry:
    fields: dict[str, Value] = {"task_ids": added(record, event.tasks), "by": "reflection", "reason": event.reason}
    return Entry("tasks_added", fields, reason=event.reason)


@_tells(chart.Complete)
def _complete(event: chart.Complete, record: Mission) -> Entry:
    return Entry("evidence_complete", {"reason": event.reason, "caveats": event.caveats}, reason=event.reason)


@_tells(chart.SectionWritten)
def _section_written(event: chart.SectionWritten, record: Mission) -> Entry:
    fields: dict[str, Value] = {"section": event.name or "bottom line", "claims": len(event.claims)}
    return Entry("section_written", {**fields, "answered": event.answered})


@_tells(chart.ReportWritten)
def _report_written(event: chart.ReportWritten, record: Mission) -> Entry:
    used = {record.facts[name].source for name in event.cited if name in record.facts}
    fields: dict[str, Value] = {
        "iterations": record.iteration, "sources_used": len(used), "sources_consulted": len(record.sources),
        "facts_collected": len(record.facts), "facts_cited": len(event.cited), "claims": event.claims,
    }  # fmt: skip
    return Entry("mission_completed", fields, reason="report.md is written")


@_tells(Broke)
def _broke(event: Broke, record: Mission) -> Entry:
    recovery = "the run waits: resume it when the cause is gone, or abort it"
    fields: dict[str, Value] = {"type": event.error or "Broke", "message": event.reason, "recovery": recovery}
    return Entry("error", fields, "ERROR", f"{event.error or 'the step'} could not go on: {event.reason}")


@_tells(Resumed)
def _resumed(event: Resumed, record: Mission) -> Entry:
    fields: dict[str, Value] = {"response": "resume", "modifications": event.text}
    return Entry("user_response", fields, reason="the user resumed the run")
