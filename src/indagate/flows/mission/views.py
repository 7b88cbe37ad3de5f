"""The files of a mission, and how it is shown while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from indagate.engine import Links, Log, Page, View
from indagate.flows.mission.assets import links
from indagate.flows.mission.logs import audit
from indagate.flows.mission.phrases import phrases_for
from indagate.flows.mission.record import Mission
from indagate.flows.mission.report import refusal, render_report
from indagate.flows.mission.taskedit import read_task, rev_of
from indagate.flows.mission.taskpage import KINDS, render_facts, render_task
from indagate.flows.mission.thoughts import reasoning
from indagate.flows.mission.webpage import render_html

_MARKS = {"COMPLETED": "✓", "FAILED": "✗", "SKIPPED": "–", "IN_PROGRESS": "▸", "PENDING": "·", "BLOCKED": "·"}


def _has_report(mission: Mission) -> bool:
    return mission.written is not None


def _has_facts(mission: Mission) -> bool:
    return bool(mission.facts)


VIEWS: tuple[View, ...] = (
    Page("task.md", render_task, read=read_task, rev=rev_of),
    Page("report.md", render_report, when=_has_report),
    Page("report.html", render_html, when=_has_report),
    Page("logs/facts.md", render_facts, when=_has_facts),
    Log("logs/orchestrator.log", audit),
    Log("logs/orchestrator.md", reasoning),
    Links(links),
)


def outcome(mission: Mission) -> str:
    """Say in a line how the mission stands."""
    written = mission.sections.get("")
    if mission.state == "COMPLETED" and written is not None:
        if not written.answered:
            return refusal(mission, phrases_for(mission.input.question))
        return " ".join(claim.text for claim in written.claims)
    done = sum(task.settled for task in mission.tasks.values())
    return f"{mission.state}: {done} of {len(mission.tasks)} tasks settled, {len(mission.facts)} facts"


def summary(mission: Mission) -> Mapping[str, Any]:
    """Return what `--json` says of a mission beside its name and state."""
    written = mission.sections.get("")
    return {
        "question": mission.input.question,
        "report": "report.md" if mission.written else None,
        "answered": bool(written and written.answered),
        "facts": len(mission.facts),
        "sources": len(mission.sources),
        "conflicts": len(mission.conflicts),
        "iterations": mission.iteration,
        "quality": mission.reflections[-1].quality if mission.reflections else None,
        "mind": mission.written_by,
    }


def tree(mission: Mission) -> Sequence[tuple[int, str]]:
    """Return the lines of the live view with their depths: dimensions, and the tasks of each."""
    lines: list[tuple[int, str]] = []
    for dimension in mission.dimensions:
        facts = len(mission.facts_of(dimension.name))
        lines.append((0, f"{dimension.name} ({facts}/{dimension.target} facts)"))
        for task in mission.tasks.values():
            if task.dimension == dimension.name:
                status = mission.status_of(task)
                tail = f": {task.result}" if task.result else ""
                lines.append((1, f"{_MARKS[status]} {task.id} {KINDS[task.kind]}: {task.description}{tail}"))
    rest = [task for task in mission.tasks.values() if task.kind == "C"]
    lines += [
        (0, f"{_MARKS[mission.status_of(task)]} {task.id} {KINDS[task.kind]}: {task.description}") for task in rest
    ]
    return lines
