"""What a person reads before deciding where a mission waits, and the graph of what it found."""

from __future__ import annotations

from indagate.errors import InputError
from indagate.evidence.duplicate import duplicates
from indagate.evidence.graph import FactGraph, to_graphml, to_json
from indagate.flows.mission.constraint import as_lines
from indagate.flows.mission.page import template
from indagate.flows.mission.reader import READER
from indagate.flows.mission.record import Mission
from indagate.flows.mission.rendering import render_html, render_report
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searcher import JUDGE, QUERY_WRITER
from indagate.flows.mission.searching import SOURCES
from indagate.flows.mission.taskpage import KINDS
from indagate.flows.mission.writer import BOTTOM_LINE, SECTION_WRITER
from indagate.models.forecast import Expected
from indagate.render import count

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
    left = [task.kind for task in mission.tasks.values() if not task.settled]
    if mission.written is not None or not mission.tasks:
        return []
    searches, readings = left.count("S"), left.count("R")
    sources = min(SOURCES, READ)
    if mission.survey is not None and not mission.input.web:
        sources = min(sources, mission.survey.documents)
    found = [
        Expected(QUERY_WRITER, 3 * searches, 700, 100),
        Expected(JUDGE, 2 * searches, 5000, 900),
        Expected(READER, sources * readings, 1700, 500),
        Expected(RESOLVER, max(left.count("C"), len(mission.dimensions) // 2), 750, 150),
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
        raise InputError(
            f"{mission.run} has no report yet; it is {mission.state}", hint="Export its graph, or resume it."
        )
    return mission


GRAPH = {
    "graphml": lambda mission: to_graphml(graph(mission)),
    "json": lambda mission: to_json(graph(mission)),
    "md": lambda mission: render_report(_written(mission)),
    "html": lambda mission: render_html(_written(mission)),
}
"""The formats of `export`."""
