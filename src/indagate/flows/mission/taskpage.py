"""task.md, the page on which a person follows a mission and changes its course, and logs/facts.md with every fact.

Both are pure functions of the record. What comes from sources, models or people is put on one line, cleared of control
signs and escaped, so that it can neither break the page nor pass for one of its lines; `taskedit` reads the page back.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, get_args

from indagate.evidence.fact import Confidence, Fact
from indagate.evidence.source import Source
from indagate.flows.mission.ask import one_line as plain
from indagate.flows.mission.constraint import as_lines
from indagate.flows.mission.page import Markdown, template
from indagate.flows.mission.record import Heading, Jotting, Mission, Task
from indagate.render import count, in_table, unescape

FACTS_SHOWN = 10
"""Facts that the page shows for each dimension; logs/facts.md has them all."""
NOTES_SHOWN = 15
"""Lines of each part of the scratchpad."""
SETTLED_SHOWN = 40
"""Settled tasks that keep a line of their own."""

KINDS = {"P": "Plan", "S": "Search", "R": "Read", "C": "Conflict"}
CONSTRAINTS = {"time": "any", "geography": "any", "language": "any", "sources": "any", "exclusions": "none"}
"""The constraints and the word that stands where nothing was asked."""
SECTIONS = ("Directives", "Tasks", "Knowledge Graph", "Source Registry", "Scratchpad", "Final Report")
DIRECTIVES = ("Dimensions", "Constraints", "Your directives")
"""The parts of the section Directives, after the core question."""
NONE_YET = "None yet."
COLUMNS = 6
HEAD = ("| Dimension | Question | Weight | Target | Current | Searched first |", "|---" * COLUMNS + "|")
"""The head of the table of dimensions."""
_TYPES = {
    "text/html": "HTML", "application/xhtml+xml": "HTML", "application/pdf": "PDF", "text/csv": "CSV",
    "text/markdown": "Markdown", "text/plain": "Text", "application/json": "JSON",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
}  # fmt: skip


escaped = in_table
"""Return a text on one line as Markdown that shows it as it is: no link, tag, table cell, box or emphasis."""


def unescaped(text: str) -> str:
    """Return the plain text that `escaped` was given; what a person typed without escapes stays as it is."""
    return plain(unescape(text))


def description(task: Task) -> str:
    """Return what a task is to do, without its type in front, which the page writes before it."""
    text, kind = plain(task.description) or "…", f"{KINDS[task.kind]}:"
    return text[len(kind) :].strip() if text.startswith(kind) and len(text) > len(kind) else text


def render_task(mission: Mission) -> str:
    """Return task.md as the record stands."""
    summed = [task for task in mission.tasks.values() if task.settled and task.kind != "P"][:-SETTLED_SHOWN]
    outcomes = Counter(task.status for task in summed)
    counts = ", ".join(f"{number} {name}" for name, number in sorted(outcomes.items()))
    facts = mission.canonical()
    return _rendered(
        mission,
        "task.md",
        head=Markdown("\n".join(HEAD)),
        limits=as_lines(mission.constraints),
        otherwise=CONSTRAINTS,
        none_yet=NONE_YET,
        earlier=f"{len(summed)} earlier tasks have ended ({counts}); see logs/orchestrator.log." if summed else "",
        tasks=[task for task in mission.tasks.values() if task not in summed],
        kinds=KINDS,
        description=description,
        facts=facts,
        graph=list(_graph(mission)),
        fallen=sum(fact.status == "DEPRECATED" for fact in facts),
        sources=sorted(mission.sources.values(), key=lambda item: item.locator),
        content_type=content_type,
        scratchpad=list(_scratchpad(mission)),
    )


def render_facts(mission: Mission, head: str = "") -> str:
    """Return logs/facts.md: all facts in canonical order, each with its quote; repetitions stand with the first."""
    facts = mission.canonical()
    return _rendered(mission, "facts.md", facts=facts, counted=count(len(facts), "fact"), head=head)


def _rendered(mission: Mission, name: str, **shown: Any) -> str:
    page = template(name, escaped).render(
        mission=mission, quoted=lambda text: Markdown(json.dumps(plain(text), ensure_ascii=False)), iso=iso,
        as_it_is=Markdown, entry=partial(_entry, mission), **shown,
    )  # fmt: skip
    return re.sub(r"\n{3,}", "\n\n", page).rstrip() + "\n"


def iso(at: int) -> str:
    """Return milliseconds since 1970 as an ISO time in UTC, to the second."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def row(texts: Iterable[str]) -> str:
    """Return a table row of texts that are escaped already."""
    return f"| {' | '.join(texts)} |"


def cells(line: str) -> list[str]:
    """Return the cells of a table row, still escaped; an escaped bar divides nothing."""
    parts = re.sub(r"\\.|\|", lambda sign: "\n" if sign[0] == "|" else sign[0], line).split("\n")
    inner = parts[1:-1] if len(parts) > 2 and not parts[-1].strip() else parts[1:]
    return [part.strip() for part in inner]


def _graph(mission: Mission) -> Iterator[tuple[str, list[Fact], int]]:
    """Yield the dimensions that have facts, each with its best ones in their order, and how many more there are."""
    facts = [fact for fact in mission.canonical() if fact.status == "ACTIVE"]
    for name in dict.fromkeys((*(item.name for item in mission.dimensions), *(fact.dimension for fact in facts))):
        active = [fact for fact in facts if fact.dimension == name]
        best = sorted(active, key=lambda fact: get_args(Confidence).index(fact.confidence))[:FACTS_SHOWN]
        if active:
            yield name, [fact for fact in active if fact in best], len(active) - len(best)


def _entry(mission: Mission, fact: Fact) -> str:
    lines = (
        f"[{fact.id}] {escaped(fact.statement)}", f"- Source: [{fact.source}]", f"- Confidence: {fact.confidence}",
        f"- Raw_File: {mission.sources[fact.source].file}", f"- Extracted: {fact.extracted.isoformat()}",
    )  # fmt: skip
    return Markdown("\n".join(lines))


def content_type(source: Source) -> str:
    """Return what kind of document a source is, in a word."""
    return _TYPES.get(source.media_type) or source.media_type.rpartition("/")[2].upper() or "unknown"


def _scratchpad(mission: Mission) -> Iterator[tuple[str, list[Jotting], int]]:
    """Yield the headings with their last lines, and how many came before these."""
    for heading in get_args(Heading):
        jottings = [one for one in mission.jottings if one.heading == heading]
        if jottings or heading != "Changes of course":
            yield heading, jottings[-NOTES_SHOWN:], max(0, len(jottings) - NOTES_SHOWN)
