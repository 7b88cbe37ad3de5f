"""The one place where a mission's events change what it knows."""

from __future__ import annotations

from dataclasses import replace

from indagate.engine import Stamp
from indagate.evidence.duplicate import duplicates
from indagate.evidence.fact import Confidence, Fact, fact_id
from indagate.evidence.fact import confidence as confidence_of
from indagate.evidence.source import Source, source_id
from indagate.flow import Unpaid
from indagate.flows.mission import chart
from indagate.flows.mission.appraising import applied
from indagate.flows.mission.logs import heading, sentence
from indagate.flows.mission.numbering import in_order, named, number_for_good
from indagate.flows.mission.record import TURNED, UNPAID, Jotting, Mission, Task
from indagate.flows.mission.side import TaskSpec, focused
from indagate.models import RULE
from indagate.render import count

_REORDERING = (
    chart.ReadThrough, chart.ConflictResolved, chart.Planned, chart.Redirected, chart.DirectiveChanged, chart.Appraised,
    chart.Placed,
)  # fmt: skip
"""Events after which the facts' canonical order, or which of them count, may be another."""


def fold(mission: Mission, event: object, stamp: Stamp) -> None:
    """Take one event in."""
    if isinstance(event, _REORDERING):
        mission.ordered = None
    for part in (_people, _tasks, _evidence, _reflection):
        part(mission, event)
    mission.paid_to = mission.paid_to or _paid_to(event, stamp)
    if isinstance(event, Unpaid) and event.role not in mission.unasked:
        mission.unasked.append(event.role)
    if isinstance(event, chart.ReportWritten):
        mission.written = stamp
    if under := heading(event, mission):
        mission.jottings.append(Jotting(stamp, under, sentence(event, mission)))
    if isinstance(event, chart.AT_REST):
        number_for_good(mission)


def _paid_to(event: object, stamp: Stamp) -> int:
    """Return the row up to which all was paid for: the one before what the budget caused."""
    refused = (isinstance(event, chart.Settled) and event.result.startswith(UNPAID)) or isinstance(event, Unpaid)
    refused = refused or (isinstance(event, chart.Spent) and event.reason.endswith(TURNED))
    return stamp.row - 1 if refused else 0


# --- planning and people --------------------------------------------------------------------------------------------


def _people(mission: Mission, event: object) -> None:
    match event:
        case chart.Surveyed():
            mission.survey = event
            mission.tools_used += 1
        case chart.Planned():
            _planned(mission, event)
        case chart.Approved() | chart.Steered() | chart.WentOn():
            mission.asked = None if isinstance(event, chart.WentOn) else mission.asked
            mission.directives += [" ".join(event.text.split())] if event.text.strip() else []
        case chart.Amended():
            mission.amendments.append(event.text)
        case chart.CheckInDue():
            mission.asked = event
            mission.checked_in = mission.iteration
        case chart.WriteNow():
            mission.asked = None
            mission.spent = "the user asked for the report now"
        case chart.Redirected():
            _redirected(mission, event)
        case chart.DirectiveChanged():
            mission.core_question = event.core_question or mission.core_question
            mission.dimensions = event.dimensions or mission.dimensions
            mission.constraints = mission.constraints if event.constraints is None else event.constraints


def _planned(mission: Mission, event: chart.Planned) -> None:
    earlier = mission.input.again
    followed = earlier is not None and event.by == earlier.run
    mission.worded |= earlier.worded if earlier is not None and followed else event.by != RULE
    mission.core_question = event.core_question
    mission.dimensions = event.dimensions
    mission.constraints = mission.input.limits.with_more(event.constraints)
    mission.tasks = {}
    number = len(mission.amendments) + 1
    plan = Task(f"P-{number}", "P", "Decompose the question into dimensions", "", (), status="COMPLETED", attempts=1)
    plan.result = f"{count(len(event.dimensions), 'dimension')}, {count(len(event.tasks), 'task')}"
    mission.tasks[plan.id] = plan
    _add(mission, event.tasks, "plan", after=plan.id)


def _redirected(mission: Mission, event: chart.Redirected) -> None:
    mission.followed += 1
    mission.worded |= event.by != RULE
    for amendment in event.amendments:
        mission.constraints = mission.constraints.with_more(amendment.limits)
        match amendment.act:
            case "drop":
                _drop(mission, amendment.value)
            case "focus":
                mission.dimensions = focused(mission.dimensions, amendment.value)
            case "finish":
                mission.finish = True
            case "budget":
                mission.more_iterations = max(mission.more_iterations, int(amendment.value))
    mission.dimensions = (*mission.dimensions, *event.dimensions)
    _add(mission, event.tasks, "user")


def _drop(mission: Mission, name: str) -> None:
    left = (item for item in mission.dimensions if item.name != name)
    mission.dimensions = tuple(replace(item, after=tuple(one for one in item.after if one != name)) for item in left)
    for task in mission.tasks.values():
        if task.dimension == name and task.status == "PENDING":
            task.status, task.result = "SKIPPED", "the user dropped this side"


# --- tasks ----------------------------------------------------------------------------------------------------------


def _tasks(mission: Mission, event: object) -> None:
    match event:
        case chart.TasksAdded():
            mission.dimensions = (*mission.dimensions, *event.dimensions)
            _add(mission, event.tasks, event.by)
        case chart.Dispatched():
            task = mission.tasks[event.task]
            task.status = task.status if task.settled else "IN_PROGRESS"
            task.attempts = event.attempt
            mission.iteration += event.attempt == 1
        case chart.Settled():
            task = mission.tasks[event.task]
            mission.tokens = max(mission.tokens, event.tokens)
            if task.settled:  # a person cancelled it meanwhile
                return
            task.status, task.result, task.attempts = event.outcome, event.result, event.attempts
            if event.outcome == "FAILED":
                _skip_dependents(mission, task)
        case chart.TaskEdited():
            edited = mission.tasks.get(event.task)
            if edited is not None and event.description:
                edited.description = event.description if edited.status == "PENDING" else edited.description
            elif edited is not None and not edited.settled:
                edited.status, edited.result = "SKIPPED", "cancelled in task.md"
                _skip_dependents(mission, edited)


def _add(mission: Mission, specs: tuple[TaskSpec, ...], by: str, after: str = "") -> None:
    added: list[str] = []
    for spec in specs:
        added.append(f"{spec.kind}-{1 + sum(task.kind == spec.kind for task in mission.tasks.values())}")
        needed = [added[int(ref[1:])] if ref.startswith("+") else ref for ref in spec.after or (after,)]
        mission.tasks[added[-1]] = Task(
            added[-1], spec.kind, spec.description, spec.dimension,
            tuple(ref for ref in needed if ref in mission.tasks), spec.critical, spec.conflict, spec.instead_of, by,
        )  # fmt: skip


def _skip_dependents(mission: Mission, failed: Task) -> None:
    for task in mission.tasks.values():
        if failed.id in task.after and not task.settled:
            task.status, task.result = "SKIPPED", f"{failed.id} {failed.status.lower()}"
            _skip_dependents(mission, task)


# --- evidence -------------------------------------------------------------------------------------------------------


def _evidence(mission: Mission, event: object) -> None:
    match event:
        case chart.Searched():
            mission.queries.setdefault(event.task, []).extend(event.queries)
            mission.left_out.update(event.left_out)
            mission.tools_used += len(event.queries)
        case chart.SourcesFound():
            mission.found[event.task] = event.found
        case chart.LeftOut():
            mission.left_out[event.path] = event.reason
        case chart.Placed():
            mission.placed[event.path] = event
        case chart.Appraised():
            source = mission.sources[event.source]
            mission.appraisals[source.locator] = event.appraisal
            mission.sources[event.source] = applied(source, event.appraisal)
            if given := mission.given_sources.get(source.locator):
                mission.given_sources[source.locator] = applied(given, event.appraisal)
        case chart.Archived():
            _register(mission, event.source)
            path = event.path or event.source.locator
            mission.led_to.setdefault((event.task, path), event.source.locator)
        case chart.ReadThrough():
            mission.read.add((event.task, event.path))
            for fact in event.facts:
                name = fact_id(len(mission.facts) + 1)
                mission.facts[name] = replace(fact, id=name)
                mission.task_of[name] = event.task
            mission.refused += len(event.refused)
        case chart.ConflictsFound():
            for conflict in event.conflicts:
                mission.conflicts[f"Conflict-{len(mission.conflicts) + 1}"] = conflict
        case chart.ConflictResolved():
            found = mission.resolutions[event.conflict] = event.resolution
            if found.deprecated and found.deprecated in mission.facts:
                mission.facts[found.deprecated] = replace(
                    mission.facts[found.deprecated], status="DEPRECATED", reason=found.reason,
                    superseded_by=found.preferred or "",
                )  # fmt: skip


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


# --- reflection and report ------------------------------------------------------------------------------------------


def _reflection(mission: Mission, event: object) -> None:
    match event:
        case chart.Reflected():
            mission.reflections.append(event)
        case chart.Considered():
            mission.considered.append(event)
            mission.considered_facts = len(mission.facts)
            mission.worded |= event.by != RULE
        case chart.GapsFound():
            mission.dimensions = (*mission.dimensions, *event.dimensions)
            _add(mission, event.tasks, "reflection")
        case chart.Complete():
            mission.completed = event
        case chart.Spent():
            mission.spent = event.reason
        case chart.SectionWritten():
            mission.sections[event.name] = event
        case chart.ReportWritten():
            mission.report = event
            mission.tokens = max(mission.tokens, event.tokens)


# --- order ----------------------------------------------------------------------------------------------------------


def canonical(mission: Mission) -> list[Fact]:
    """Return the facts in canonical order without repetitions, each with the confidence that its support gives it."""
    places = {source: rank for rank, source in enumerate(mission.sources)}
    barred = mission.barred
    ordered = in_order(mission, (fact for fact in mission.facts.values() if fact.source not in barred))
    by_place = [replace(fact, source=f"S{places[fact.source]}") for fact in ordered]
    support: dict[str, list[str]] = {}
    serves: dict[str, list[str]] = {}
    gone: set[str] = set()
    for kept, other in duplicates(by_place):
        gone.add(other)
        support.setdefault(kept, []).append(mission.facts[other].source)
        serves.setdefault(kept, []).append(mission.facts[other].dimension)
    mission.serves = {kept: tuple(dict.fromkeys(sides)) for kept, sides in serves.items()}
    mission.supported = {kept: tuple(dict.fromkeys(sources)) for kept, sources in support.items()}

    def confidence(fact: Fact) -> Confidence:
        return confidence_of(*(mission.sources[name] for name in (fact.source, *mission.supported.get(fact.id, ()))))

    return [replace(fact, confidence=confidence(fact)) for fact in ordered if fact.id not in gone]
