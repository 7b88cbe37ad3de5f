"""The files of a mission, and how it is shown while it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from indagate.engine import Links, Log, Page, View
from indagate.errors import InputError
from indagate.evidence.duplicate import duplicates
from indagate.evidence.fact import Fact
from indagate.evidence.graph import FactGraph, to_graphml, to_json
from indagate.flow import Ended
from indagate.flow.archived import ArchivedText
from indagate.flow.roles.support import SUPPORT
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.constraint import as_lines, told
from indagate.flows.mission.excerpt import differences, groups, is_excerpt
from indagate.flows.mission.logs import audit, reasoning
from indagate.flows.mission.numbering import links
from indagate.flows.mission.page import template
from indagate.flows.mission.phrases import phrases_for
from indagate.flows.mission.reader import READER
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.rendering import has_report, render_html, render_report
from indagate.flows.mission.report import looked, refusal, sections, way_on
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searcher import JUDGE, QUERY_WRITER
from indagate.flows.mission.taskedit import read_task, rev_of
from indagate.flows.mission.taskpage import KINDS, render_facts, render_task
from indagate.flows.mission.writer import BOTTOM_LINE, SECTION_WRITER, lacking
from indagate.models.forecast import Expected
from indagate.render import count
from indagate.storage import Blobs

_MARKS = {"COMPLETED": "✓", "FAILED": "✗", "SKIPPED": "–", "IN_PROGRESS": "▸", "PENDING": "·", "BLOCKED": "·"}


VIEWS: tuple[View, ...] = (
    Page("task.md", render_task, read=read_task, rev=rev_of),
    Page("report.md", render_report, when=has_report),
    Page("report.html", render_html, when=lambda mission: mission.written is not None),
    Page("logs/facts.md", render_facts, when=lambda mission: bool(mission.facts)),
    Log("logs/orchestrator.log", audit),
    Log("logs/orchestrator.md", reasoning),
    Links(links),
)


def summary(mission: Mission) -> str:
    """Say in a line how the mission stands."""
    written = mission.sections.get("")
    if mission.state == "COMPLETED" and written is not None:
        words = phrases_for(mission.spoken)
        if is_excerpt(mission):
            headings = [heading for item in mission.dimensions for heading, _ in groups(mission, item.name, words)]
            return f"{words['excerpts']} {'. '.join(dict.fromkeys(headings))}.\n{words['ways_out']}"
        if not written.answers:
            said = refusal(mission, words)
            return f"{said} {looked(mission, words)}\n{way_on(mission)}".strip() if mission.unpaid else said
        said = " ".join(claim.text for claim in written.claims)
        return f"{said}\n{way_on(mission)}".strip()
    done = sum(task.settled for task in mission.tasks.values())
    tasks, facts = count(len(mission.tasks), "task"), count(len(mission.facts), "fact")
    return f"{mission.state}: {done} of {tasks} settled, {facts}"


def outcome(mission: Mission) -> Ended:
    """Say how a mission came out that has ended: where no model wrote, only one could have given an answer."""
    written = mission.sections.get("")
    if is_excerpt(mission):
        return "needs_model"
    whole = written is not None and written.answers and not mission.spent and not mission.unpaid
    return "done" if whole else "partial"


def details(mission: Mission) -> Mapping[str, Any]:
    """Return what `--json` says of a mission beside its name and state."""
    written = mission.sections.get("")
    return {
        "question": mission.input.question,
        "report": "report.md" if has_report(mission) else None,
        "answered": bool(written and written.answers),
        "facts": len(mission.facts),
        "sources": len(mission.sources),
        "conflicts": len(mission.conflicts),
        "iterations": mission.iteration,
        "quality": mission.reflections[-1].quality if mission.reflections else None,
        "by": mission.written_by if mission.report else "",
        "claims": list(_claims(mission)),
        "comparison": _comparison(mission),
        "limits": list(told(mission.constraints)),
        "left_out": mission.left_out,
        "unread": len(mission.unread()),
        "paid_to": mission.paid_to if mission.unpaid else None,
        "unasked": list(mission.report.by_rule) if mission.report else [],
        "divergences": [
            {"about": one.about, "difference": one.difference, "facts": [one.a, one.b],
             "preferred": mission.resolutions[name].preferred if name in mission.resolutions else None}
            for name, one in mission.divergences.items()
        ],
        "differing": [[one.id, other.id] for one, other in differences(mission)],
    }  # fmt: skip


def _claims(mission: Mission) -> Iterator[dict[str, Any]]:
    """Yield what the report says, the bottom line first, each with the quotes it rests on."""
    bottom, excerpts = mission.sections.get(""), is_excerpt(mission)
    for section, claims in [("", bottom.claims if bottom else ()), *sections(mission)]:
        for claim in claims:
            facts = [mission.facts[name] for name in claim.facts]
            asked = Asked.of(mission.dimension(section).question)
            lacks = {"missing": list(lacking(asked, facts[0], mission.sources[facts[0].source]))} if excerpts else {}
            yield lacks | {
                "section": section, "text": claim.text, "basis": claim.basis, "by": claim.by,
                "computed": [{"expression": how, "value": value} for how, value in claim.computed],
                "supported_by": claim.supported_by or None, "quotes": [_quote(mission, fact) for fact in facts],
            }  # fmt: skip


def _comparison(mission: Mission) -> dict[str, Any] | None:
    """Return the table of what is compared, each cell with its quotes."""
    written = mission.sections.get("")
    if written is None or written.table is None:
        return None
    rows = [
        {"label": row.label, "cells": [
            {"text": cell.text, "quotes": [_quote(mission, mission.facts[name]) for name in cell.facts]}
            if cell.text else None for cell in row.cells
        ]}
        for row in written.table.rows
    ]  # fmt: skip
    return {"columns": list(written.table.columns), "rows": rows}


def _quote(mission: Mission, fact: Fact) -> dict[str, Any]:
    source = mission.sources[fact.source]
    return {"source": source.id, "quote": fact.quote, "file": source.locator, "place": fact.place or None}


def authors(mission: Mission) -> Iterator[tuple[str, str, str]]:
    """Yield each part of the report, the role whose answer it is, and who the report says gave that answer."""
    for name, section in mission.sections.items():
        yield name or "bottom line", "section-writer" if name else "bottom-line", section.by
        for claim in section.claims:
            if claim.by != section.by:
                yield claim.text[:80], "reader", claim.by
            if claim.supported_by:
                yield claim.text[:80], SUPPORT.name, claim.supported_by


def tree(mission: Mission) -> Sequence[tuple[int, str]]:
    """Return the lines of the live view with their depths: dimensions, and the tasks of each."""
    lines: list[tuple[int, str]] = []
    for dimension in mission.dimensions:
        facts = len(mission.facts_of(dimension.name))
        lines.append((0, f"{dimension.name} ({count(facts, 'fact')}, aim {dimension.target})"))
        lines += [(1, _line(mission, task)) for task in mission.tasks.values() if task.dimension == dimension.name]
    return [*lines, *((0, _line(mission, task)) for task in mission.tasks.values() if task.kind == "C")]


def _line(mission: Mission, task: Task) -> str:
    said = f"{_MARKS[mission.status_of(task)]} {task.id} {KINDS[task.kind]}: {task.description}"
    return f"{said}: {task.result}" if task.result else said


def archived(mission: Mission, store: Blobs, source: str, fact: str = "") -> ArchivedText:
    """Return a source's archived text, a fact's quote in it marked.

    Raises `InputError` for a source or fact that is not there, `Corrupt` if the store has lost the text.
    """
    found = mission.sources.get(source)
    if found is None:
        raise InputError(f"there is no source {source!r} in {mission.run}", hint=f"It has {len(mission.sources)}.")
    cited = mission.facts.get(fact)
    if fact and (cited is None or cited.source != source):
        raise InputError(f"{source} has no fact {fact!r}")
    text = store.get(found.text_sha256).decode("utf-8", "surrogatepass")
    start, end = (cited.start, cited.end) if cited is not None else (0, 0)
    return ArchivedText(source, found.title, found.locator, found.publisher, found.media_type, text, start, end)


READ = 8
"""Sources that a search task leads to, on the average of missions whose every call was counted."""


def brief(mission: Mission) -> str:
    """Return the plan with its dimensions, weights and tasks; where the run checks in, also why."""
    asked = mission.asked if mission.state == "AWAITING_USER" else None
    width = max((len(item.name) for item in mission.dimensions), default=0)
    kept = {name: text for name, text in as_lines(mission.constraints).items() if text}
    page = template("brief.txt").render(mission=mission, asked=asked, width=width, kept=kept, kinds=KINDS, count=count)
    return page.rstrip()


def expected(mission: Mission) -> list[Expected]:
    """Return what models will be asked for the tasks that are left and the report; empty once that is written.

    How often and how long are averages over missions whose every call was counted. A second round of searches, where
    the evidence is thin, comes on top.
    """
    left = Counter(task.kind for task in mission.tasks.values() if not task.settled)
    if mission.written is not None or not mission.tasks:
        return []
    sources = READ if mission.input.web else min(READ, mission.documents)
    found = [
        Expected(QUERY_WRITER, 3 * left["S"], 700, 100),
        Expected(JUDGE, 2 * left["S"], 5000, 900),
        Expected(READER, sources * left["R"], 1700, 500),
        Expected(RESOLVER, max(left["C"], len(mission.dimensions) // 2), 750, 150),
        Expected(SECTION_WRITER, len(mission.dimensions), 2300, 800),
        Expected(BOTTOM_LINE, 1, 2000, 400),
    ]
    return [item for item in found if item.calls]


def graph(mission: Mission) -> FactGraph:
    """Return the graph of a mission's facts, sources and entities."""
    facts = list(mission.facts.values())
    return FactGraph.build(facts, mission.sources, mission.divergences.values(), duplicates(facts))


def _written(mission: Mission) -> Mission:
    if mission.written is None:
        raise InputError(f"{mission.run} has no report yet; it is {mission.state}", hint="Export its graph, or go on.")
    return mission


GRAPH = {
    "graphml": lambda mission: to_graphml(graph(mission)),
    "json": lambda mission: to_json(graph(mission)),
    "md": lambda mission: render_report(_written(mission)),
    "html": lambda mission: render_html(_written(mission)),
}
"""The formats of `export`."""
