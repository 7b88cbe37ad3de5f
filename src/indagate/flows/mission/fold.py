"""The one place where a mission's events change what it knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from indagate.engine import Aborted, Broke, Resumed, Stamp
from indagate.evidence import Fact, Source, duplicates, fact_id, source_id
from indagate.evidence import confidence as confidence_of
from indagate.flows.mission import chart
from indagate.flows.mission.amendment import Amendment
from indagate.flows.mission.appraising import applied
from indagate.flows.mission.constraint import told
from indagate.flows.mission.numbering import named, number_for_good, task_ranks
from indagate.flows.mission.record import Jotting, Mission, Task
from indagate.render import count

PROGRESS_EVERY = 5
"""Iterations after which a line of progress is written."""
Handler = Callable[[Mission, Any, Stamp], None]
_HANDLERS: dict[type, Handler] = {}
_REORDERING = (
    chart.ReadThrough, chart.ConflictResolved, chart.Planned, chart.Redirected, chart.DirectiveChanged, chart.Appraised,
)  # fmt: skip
"""Events after which the facts' canonical order, or which of them count, may be another."""


def fold(mission: Mission, event: object, stamp: Stamp) -> None:
    """Take one event in."""
    if isinstance(event, _REORDERING):
        mission.ordered = None
    _HANDLERS[type(event)](mission, event, stamp)
    if isinstance(event, chart.AT_REST):
        number_for_good(mission)


def _on(event: type) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        _HANDLERS[event] = handler
        return handler

    return register


def _jot(mission: Mission, stamp: Stamp, heading: Any, text: str) -> None:
    mission.jottings.append(Jotting(stamp, heading, " ".join(text.split())))


# --- planning and people --------------------------------------------------------------------------------------------


@_on(chart.Surveyed)
def _surveyed(mission: Mission, event: chart.Surveyed, stamp: Stamp) -> None:
    mission.survey = event
    mission.tools_used += 1


@_on(chart.Planned)
def _planned(mission: Mission, event: chart.Planned, stamp: Stamp) -> None:
    mission.core_question = event.core_question
    mission.dimensions = event.dimensions
    mission.constraints = mission.input.limits.with_more(event.constraints)
    mission.tasks = {}
    number = len(mission.amendments) + 1
    plan = Task(f"P-{number}", "P", "Decompose the question into dimensions", "", (), status="COMPLETED", attempts=1)
    plan.result = f"{count(len(event.dimensions), 'dimension')}, {count(len(event.tasks), 'task')}"
    mission.tasks[plan.id] = plan
    _add(mission, event.tasks, "plan", after=plan.id)


@_on(chart.Approved)
def _approved(mission: Mission, event: chart.Approved, stamp: Stamp) -> None:
    mission.approved_by = event.by
    _direct(mission, event.text, stamp)


@_on(chart.Amended)
def _amended(mission: Mission, event: chart.Amended, stamp: Stamp) -> None:
    mission.amendments.append(event.text)
    _jot(mission, stamp, "Directives", f"plan amended: {event.text}")


@_on(chart.Steered)
def _steered(mission: Mission, event: chart.Steered, stamp: Stamp) -> None:
    _direct(mission, event.text, stamp)


@_on(chart.CheckInDue)
def _check_in(mission: Mission, event: chart.CheckInDue, stamp: Stamp) -> None:
    mission.asked = event
    mission.checked_in = mission.iteration
    _jot(mission, stamp, "Iteration log", f"the user is asked: {event.reason}")


@_on(chart.WentOn)
def _went_on(mission: Mission, event: chart.WentOn, stamp: Stamp) -> None:
    mission.asked = None
    _direct(mission, event.text, stamp)


@_on(chart.WriteNow)
def _write_now(mission: Mission, event: chart.WriteNow, stamp: Stamp) -> None:
    mission.asked = None
    mission.spent = "the user asked for the report now"


def _direct(mission: Mission, text: str, stamp: Stamp) -> None:
    """Take a person's word in; what it says is understood when tasks are next given out."""
    text = " ".join(text.split())
    if text:
        mission.directives.append(text)
        _jot(mission, stamp, "Directives", text)


@_on(chart.Redirected)
def _redirected(mission: Mission, event: chart.Redirected, stamp: Stamp) -> None:
    mission.followed += 1
    for amendment in event.amendments:
        mission.constraints = mission.constraints.with_more(amendment.limits)
        if amendment.act == "drop":
            _drop(mission, amendment.value)
        elif amendment.act == "focus":
            mission.dimensions = chart.focused(mission.dimensions, amendment.value)
        elif amendment.act == "finish":
            mission.finish = True
        elif amendment.act == "budget":
            mission.more_iterations = max(mission.more_iterations, int(amendment.value))
    mission.dimensions = (*mission.dimensions, *event.dimensions)
    added = _add(mission, event.tasks, "user")
    tasks = f"; {', '.join(added)} added" if added else ""
    _jot(mission, stamp, "Directives", f"understood by {event.by}: {'; '.join(map(said, event.amendments))}{tasks}")


def said(amendment: Amendment) -> str:
    """Return an amendment in words."""
    return ", ".join(told(amendment.limits)) or f"{amendment.act} {amendment.value}".strip()


def _drop(mission: Mission, name: str) -> None:
    mission.dimensions = tuple(
        replace(item, after=tuple(other for other in item.after if other != name))
        for item in mission.dimensions
        if item.name != name
    )
    for task in mission.tasks.values():
        if task.dimension == name and task.status == "PENDING":
            task.status, task.result = "SKIPPED", "the user dropped this side"


@_on(chart.NotUnderstood)
def _not_understood(mission: Mission, event: chart.NotUnderstood, stamp: Stamp) -> None:
    mission.followed += 1
    _jot(mission, stamp, "Directives", f"{event.why}")


@_on(chart.DirectiveChanged)
def _directive_changed(mission: Mission, event: chart.DirectiveChanged, stamp: Stamp) -> None:
    mission.core_question = event.core_question or mission.core_question
    mission.dimensions = event.dimensions or mission.dimensions
    mission.constraints = mission.constraints if event.constraints is None else event.constraints
    _jot(mission, stamp, "Directives", "directives changed in task.md")


# --- tasks ----------------------------------------------------------------------------------------------------------


@_on(chart.TasksAdded)
def _tasks_added(mission: Mission, event: chart.TasksAdded, stamp: Stamp) -> None:
    mission.dimensions = (*mission.dimensions, *event.dimensions)
    added = _add(mission, event.tasks, event.by)
    _jot(mission, stamp, "Gap analysis", f"{', '.join(added)} added by {event.by}: {event.reason}")


def _add(mission: Mission, specs: tuple[chart.TaskSpec, ...], by: str, after: str = "") -> list[str]:
    added: list[str] = []
    for spec in specs:
        number = 1 + sum(task.kind == spec.kind for task in mission.tasks.values())
        name = f"{spec.kind}-{number}"
        needed = [added[int(ref[1:])] if ref.startswith("+") else ref for ref in spec.after]
        if not needed and after:
            needed = [after]
        mission.tasks[name] = Task(
            name, spec.kind, spec.description, spec.dimension, tuple(ref for ref in needed if ref in mission.tasks),
            spec.critical, spec.conflict, spec.instead_of, by,
        )  # fmt: skip
        added.append(name)
    return added


@_on(chart.Dispatched)
def _dispatched(mission: Mission, event: chart.Dispatched, stamp: Stamp) -> None:
    task = mission.tasks[event.task]
    if not task.settled:
        task.status = "IN_PROGRESS"
    task.attempts = event.attempt
    if event.attempt == 1:
        mission.iteration += 1
        if mission.iteration % PROGRESS_EVERY == 0:
            _jot(mission, stamp, "Iteration log", f"iteration {mission.iteration}: {_progress(mission)}")


def _progress(mission: Mission) -> str:
    done = sum(task.settled for task in mission.tasks.values())
    tasks, facts = count(len(mission.tasks), "task"), count(len(mission.facts), "fact")
    return f"{done} of {tasks} settled, {facts}, {count(len(mission.sources), 'source')}"


@_on(chart.TaskFailed)
def _task_failed(mission: Mission, event: chart.TaskFailed, stamp: Stamp) -> None:
    _jot(mission, stamp, "Errors", f"{event.task} failed: {event.error}; {event.recovery}")


@_on(chart.Settled)
def _settled(mission: Mission, event: chart.Settled, stamp: Stamp) -> None:
    task = mission.tasks[event.task]
    mission.tokens = max(mission.tokens, event.tokens)
    if task.settled:  # a person cancelled it meanwhile
        return
    task.status, task.result, task.attempts = event.outcome, event.result, event.attempts
    if event.outcome == "FAILED":
        _jot(mission, stamp, "Errors", f"{task.id} failed: {event.result}")
        _skip_dependents(mission, task)


@_on(chart.TaskCancelled)
def _task_cancelled(mission: Mission, event: chart.TaskCancelled, stamp: Stamp) -> None:
    task = mission.tasks.get(event.task)
    if task is not None and not task.settled:
        task.status, task.result = "SKIPPED", f"cancelled in {event.by}"
        _skip_dependents(mission, task)


@_on(chart.TaskReworded)
def _task_reworded(mission: Mission, event: chart.TaskReworded, stamp: Stamp) -> None:
    task = mission.tasks.get(event.task)
    if task is not None and task.status == "PENDING":
        task.description = event.description


def _skip_dependents(mission: Mission, failed: Task) -> None:
    for task in mission.tasks.values():
        if failed.id in task.after and not task.settled:
            task.status, task.result = "SKIPPED", f"{failed.id} {failed.status.lower()}"
            _skip_dependents(mission, task)


# --- evidence -------------------------------------------------------------------------------------------------------


@_on(chart.Searched)
def _searched(mission: Mission, event: chart.Searched, stamp: Stamp) -> None:
    mission.queries.setdefault(event.task, []).extend(event.queries)
    mission.left_out.update(event.left_out)
    mission.tools_used += len(event.queries)


@_on(chart.SourcesFound)
def _sources_found(mission: Mission, event: chart.SourcesFound, stamp: Stamp) -> None:
    mission.found[event.task] = event.found


@_on(chart.LeftOut)
def _left_out(mission: Mission, event: chart.LeftOut, stamp: Stamp) -> None:
    mission.left_out[event.path] = event.reason


@_on(chart.Appraised)
def _appraised(mission: Mission, event: chart.Appraised, stamp: Stamp) -> None:
    source = mission.sources[event.source]
    mission.appraisals[source.locator] = event.appraisal
    mission.sources[event.source] = applied(source, event.appraisal)
    given = mission.given_sources.get(source.locator)
    if given is not None:
        mission.given_sources[source.locator] = applied(given, event.appraisal)


@_on(chart.Archived)
def _archived(mission: Mission, event: chart.Archived, stamp: Stamp) -> None:
    _register(mission, event.source)
    path = event.path or event.source.locator
    mission.led_to.setdefault((event.task, path), mission.source_of[event.source.locator])
    mission.locator_at.setdefault((event.task, path), event.source.locator)


def _register(mission: Mission, given: Source) -> None:
    if given.locator in mission.source_of:
        return
    mission.given_sources[given.locator] = given
    mission.tools_used += 1
    for known in mission.sources.values():
        if known.sha256 == given.sha256:
            mission.source_of[given.locator] = known.id
            return
    name = source_id(len(mission.sources) + 1)
    mission.sources[name] = named(given, name)
    mission.source_of[given.locator] = name


@_on(chart.ReadThrough)
def _read_through(mission: Mission, event: chart.ReadThrough, stamp: Stamp) -> None:
    mission.read.add((event.task, event.path))
    for fact in event.facts:
        name = fact_id(len(mission.facts) + 1)
        mission.facts[name] = replace(fact, id=name)
        mission.task_of[name] = event.task
    mission.refused.extend((event.path, refusal) for refusal in event.refused)


@_on(chart.ConflictsFound)
def _conflicts_found(mission: Mission, event: chart.ConflictsFound, stamp: Stamp) -> None:
    for conflict in event.conflicts:
        name = f"Conflict-{len(mission.conflicts) + 1}"
        mission.conflicts[name] = conflict
        _jot(mission, stamp, "Conflict notes", f"{name}: {conflict.a} / {conflict.b} on {conflict.about}")


@_on(chart.ConflictResolved)
def _conflict_resolved(mission: Mission, event: chart.ConflictResolved, stamp: Stamp) -> None:
    resolution = event.resolution
    mission.resolutions[event.conflict] = resolution
    _jot(mission, stamp, "Conflict notes", f"{event.conflict}: {resolution.reason}")
    if resolution.deprecated and resolution.deprecated in mission.facts:
        mission.facts[resolution.deprecated] = deprecated(
            mission.facts[resolution.deprecated], resolution.reason, resolution.preferred or ""
        )


def deprecated(fact: Fact, reason: str, by: str) -> Fact:
    """Return the fact as one that no longer counts."""
    from indagate.evidence import Status

    return replace(fact, status=Status.DEPRECATED, reason=reason, superseded_by=by)


# --- reflection and report ------------------------------------------------------------------------------------------


@_on(chart.Reflected)
def _reflected(mission: Mission, event: chart.Reflected, stamp: Stamp) -> None:
    mission.reflections.append(event)
    short = "; ".join(f"{name} {have}/{want}" for name, have, want in event.coverage)
    _jot(mission, stamp, "Gap analysis", f"quality {event.quality:.1f} ({short}): {event.decision}")


@_on(chart.Considered)
def _considered(mission: Mission, event: chart.Considered, stamp: Stamp) -> None:
    mission.considered.append(event)
    mission.considered_facts = len(mission.facts)
    verdict = "enough" if event.enough else "not enough yet"
    left = f"; open: {'; '.join(event.open)}" if event.open else ""
    _jot(mission, stamp, "Gap analysis", f"{verdict}, says {event.by}{left}")


@_on(chart.GapsFound)
def _gaps_found(mission: Mission, event: chart.GapsFound, stamp: Stamp) -> None:
    mission.dimensions = (*mission.dimensions, *event.dimensions)
    added = _add(mission, event.tasks, "reflection")
    _jot(mission, stamp, "Gap analysis", f"{', '.join(added)} added: {event.reason}")


@_on(chart.Complete)
def _complete(mission: Mission, event: chart.Complete, stamp: Stamp) -> None:
    mission.completed = event


@_on(chart.Spent)
def _spent(mission: Mission, event: chart.Spent, stamp: Stamp) -> None:
    mission.spent = event.reason
    _jot(mission, stamp, "Iteration log", f"turning to writing: {event.reason}")


@_on(chart.SectionWritten)
def _section_written(mission: Mission, event: chart.SectionWritten, stamp: Stamp) -> None:
    mission.sections[event.name] = event


@_on(chart.ReportWritten)
def _report_written(mission: Mission, event: chart.ReportWritten, stamp: Stamp) -> None:
    mission.cited = event.cited
    mission.tokens = max(mission.tokens, event.tokens)
    mission.by_rule, mission.dropped, mission.instead = event.by_rule, event.dropped, event.instead
    mission.unsupported, mission.cut, mission.unjudged = event.unsupported, event.cut, event.unjudged
    mission.written = stamp


@_on(Broke)
def _broke(mission: Mission, event: Broke, stamp: Stamp) -> None:
    _jot(mission, stamp, "Errors", f"{event.state}: {event.reason}")


@_on(Resumed)
@_on(Aborted)
@_on(chart.AllSettled)
def _nothing(mission: Mission, event: object, stamp: Stamp) -> None:
    """Where the run stands says it all."""


# --- order ----------------------------------------------------------------------------------------------------------


def canonical(mission: Mission) -> list[Fact]:
    """Return the facts in canonical order without repetitions, each with the confidence that its support gives it."""
    ranks = task_ranks(mission)
    places = {source: rank for rank, source in enumerate(mission.sources)}

    def place(fact: Fact) -> tuple[tuple[int, ...], int, int, int]:
        return ranks[mission.task_of[fact.id]], places[fact.source], fact.start, fact.end

    barred = mission.barred
    ordered = sorted((fact for fact in mission.facts.values() if fact.source not in barred), key=place)
    by_place = [replace(fact, source=f"S{places[fact.source]}") for fact in ordered]
    support: dict[str, list[str]] = {}
    serves: dict[str, list[str]] = {}
    gone: set[str] = set()
    for pair in duplicates(by_place):
        gone.add(pair.other)
        support.setdefault(pair.kept, []).append(mission.facts[pair.other].source)
        serves.setdefault(pair.kept, []).append(mission.facts[pair.other].dimension)
    mission.serves = {kept: tuple(dict.fromkeys(sides)) for kept, sides in serves.items()}
    mission.supported = {kept: tuple(dict.fromkeys(sources)) for kept, sources in support.items()}
    return [
        replace(
            fact,
            confidence=confidence_of(
                mission.sources[fact.source], [mission.sources[other] for other in support.get(fact.id, ())]
            ),
        )
        for fact in ordered
        if fact.id not in gone
    ]
