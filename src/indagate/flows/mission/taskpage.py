"""task.md, the page on which a person follows a mission and changes its course, and logs/facts.md with every fact.

Both are pure functions of the record. What comes from sources, models or people is put on one line, cleared of control
signs and escaped, so that it can neither break the page nor pass for one of its lines; `taskedit` reads the page back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from indagate.evidence import Confidence, Fact, Source
from indagate.evidence import Status as FactStatus
from indagate.flows.mission.constraint import Constraints, as_lines
from indagate.flows.mission.record import Jotting, Mission, Task
from indagate.render import count, visible

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
DIMENSION_HEAD = ("Dimension", "Question", "Weight", "Target", "Current")
RULE = "|---"
_SOURCE_HEAD = ("ID", "URL", "Title", "Type", "Access Date", "Local Path")
_TYPES = {
    "text/html": "HTML", "application/xhtml+xml": "HTML", "application/pdf": "PDF", "text/csv": "CSV",
    "text/markdown": "Markdown", "text/plain": "Text", "application/json": "JSON",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
}  # fmt: skip
_CONFIDENCE = {Confidence.HIGH: 0, Confidence.MEDIUM: 1, Confidence.LOW: 2}

_MARKED = re.compile(r"[\\`*\[\]<|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def plain(text: str) -> str:
    """Return a text on one line, single-spaced, without control and direction signs; surrogates become U+FFFD."""
    return " ".join(visible(text).split())


def escaped(text: str) -> str:
    """Return a text on one line as Markdown that shows it as it is: no link, tag, table cell, box or emphasis."""
    return _MARKED.sub(lambda sign: f"\\{sign[0]}", plain(text))


def unescaped(text: str) -> str:
    """Return the plain text that `escaped` was given; what a person typed without escapes stays as it is."""
    return plain(_ESCAPED.sub(r"\1", text))


def description(task: Task) -> str:
    """Return what a task is to do, without its type in front, which the page writes before it."""
    text, kind = plain(task.description) or "…", f"{KINDS[task.kind]}:"
    return text[len(kind) :].strip() if text.startswith(kind) and len(text) > len(kind) else text


def render_task(mission: Mission) -> str:
    """Return task.md as the record stands."""
    parts = [
        *_frontmatter(mission),
        "",
        "# Research mission",
        "",
        "> Directives and Tasks may be edited while the run lives; everything else is written by the run.",
        *_section(SECTIONS[0], _directives(mission)),
        *_section(SECTIONS[1], _tasks(mission)),
        *_section(SECTIONS[2], _graph(mission)),
        *_section(SECTIONS[3], _registry(mission)),
        *_section(SECTIONS[4], _scratchpad(mission)),
        *_section(SECTIONS[5], _report(mission)),
    ]
    return "\n".join(parts) + "\n"


def render_facts(mission: Mission) -> str:
    """Return logs/facts.md: all facts in canonical order, each with its quote; repetitions stand with the first."""
    facts = mission.canonical()
    lines = [
        f"# Facts of {escaped(mission.run)}",
        "",
        f"{count(len(facts), 'fact')}, {len(mission.refused)} refused at the door.",
    ]
    for fact in facts:
        source = mission.sources[fact.source]
        place = f", {escaped(fact.place)}" if fact.place else ""
        lines += ["", *_entry(mission, fact), f"- Dimension: {escaped(fact.dimension) or 'none'}"]
        lines.append(
            f"- Quote: “{escaped(fact.quote)}” ({escaped(source.title)}{place}, characters {fact.start}–{fact.end})"
        )
        if fact.context:
            lines.append(f"- Context: {escaped(fact.context)}")
        others = [name for name in mission.supported.get(fact.id, ()) if name != fact.source]
        if others:
            lines.append(f"- Also in: {', '.join(f'[{name}]' for name in others)}")
        if fact.warnings:
            lines.append(f"- Noticed: {escaped('; '.join(fact.warnings))}")
        if fact.status is FactStatus.DEPRECATED:
            instead = f", in favour of [{fact.superseded_by}]" if fact.superseded_by else ""
            lines.append(f"- Status: DEPRECATED{instead}: {escaped(fact.reason)}")
    return "\n".join(lines) + "\n"


def iso(at: int) -> str:
    """Return milliseconds since 1970 as an ISO time in UTC, to the second."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def row(cells: Iterable[str]) -> str:
    """Return a table row of cells that are escaped already."""
    return f"| {' | '.join(cells)} |"


def task_line(name: str, kind: str, text: str, status: str, after: Iterable[str]) -> str:
    """Return the line of a task as the seed writes it; `kind` is its letter, `text` plain."""
    box = "x" if status == "COMPLETED" else " "
    needed = ", ".join(after)
    return f"- [{box}] [{name}]: {KINDS[kind]}: {escaped(text)} (Status: {status}, DependsOn: [{needed}])"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    body = list(lines)
    yield from body[:-1] if body and not body[-1] else body


def _quoted(text: str) -> str:
    return json.dumps(plain(text), ensure_ascii=False)


def _frontmatter(mission: Mission) -> Iterator[str]:
    yield "---"
    yield f"mission_id: {_quoted(mission.run)}"
    yield f"created_at: {_quoted(iso(mission.born.at))}"
    yield f"status: {_quoted(mission.state)}"
    yield f"topic: {_quoted(mission.input.question)}"
    yield f"iteration: {mission.iteration}"
    yield f"max_iterations: {mission.input.max_iterations}"
    yield "cost_tracking:"
    yield f"  total_tokens: {mission.tokens}"
    yield f"  tools_used: {mission.tools_used}"
    yield f"rev: {mission.rev}"
    yield "---"


def _directives(mission: Mission) -> Iterator[str]:
    yield f"Core question: {escaped(mission.core_question or mission.input.question)}"
    yield from ("", f"### {DIRECTIVES[0]}", "", row(DIMENSION_HEAD), f"{RULE * len(DIMENSION_HEAD)}|")
    for item in mission.dimensions:
        current = len(mission.facts_of(item.name))
        yield row((escaped(item.name), escaped(item.question), f"{item.weight:g}", str(item.target), str(current)))
    yield from ("", f"### {DIRECTIVES[1]}", "")
    yield from _constraints(mission.constraints)
    yield from ("", f"### {DIRECTIVES[2]}", "")
    given = [f"- plan amended: {escaped(text)}" for text in mission.amendments]
    given += [f"- {escaped(text)}" for text in mission.directives]
    yield from given or (NONE_YET,)


def _constraints(constraints: Constraints) -> Iterator[str]:
    lines = as_lines(constraints)
    for name, otherwise in CONSTRAINTS.items():
        yield f"- {name.capitalize()}: {escaped(lines[name]) or otherwise}"


def _tasks(mission: Mission) -> Iterator[str]:
    settled = [task for task in mission.tasks.values() if task.settled and task.kind != "P"]
    summed = {task.id for task in settled[: max(0, len(settled) - SETTLED_SHOWN)]}
    if not mission.tasks:
        yield "The plan is being made."
    if summed:
        outcomes = [task.status for task in settled if task.id in summed]
        counts = ", ".join(f"{outcomes.count(name)} {name}" for name in sorted(set(outcomes)))
        yield f"{len(summed)} earlier tasks have ended ({counts}); see logs/orchestrator.log."
        yield ""
    for task in mission.tasks.values():
        if task.id not in summed:
            yield task_line(task.id, task.kind, description(task), mission.status_of(task), task.after)
            if task.settled and task.result:
                yield f"  → {escaped(task.result)}"


def _graph(mission: Mission) -> Iterator[str]:
    facts = mission.canonical()
    known = [item.name for item in mission.dimensions]
    others = dict.fromkeys(fact.dimension for fact in facts if fact.dimension not in known)
    if not facts:
        yield "No facts yet."
    for name in dict.fromkeys((*known, *others)):
        active = [fact for fact in facts if fact.dimension == name and fact.status is FactStatus.ACTIVE]
        if active:
            yield from (f"### Facts on {escaped(name) or 'no dimension'}", "")
            best = sorted(active, key=lambda fact: _CONFIDENCE[fact.confidence])[:FACTS_SHOWN]
            shown = {fact.id for fact in best}
            for fact in active:
                if fact.id in shown:
                    yield from _entry(mission, fact)
                    yield ""
            if len(active) > len(best):
                yield from (f"{len(active) - len(best)} more: logs/facts.md", "")
    fallen = sum(fact.status is FactStatus.DEPRECATED for fact in facts)
    if fallen:
        yield f"{fallen} DEPRECATED: logs/facts.md"


def _entry(mission: Mission, fact: Fact) -> Iterator[str]:
    yield f"[{fact.id}] {escaped(fact.statement)}"
    yield f"- Source: [{fact.source}]"
    yield f"- Confidence: {fact.confidence}"
    yield f"- Raw_File: {mission.sources[fact.source].file}"
    yield f"- Extracted: {fact.extracted.isoformat()}"


def _registry(mission: Mission) -> Iterator[str]:
    if not mission.sources:
        yield "No sources yet."
        return
    yield row(_SOURCE_HEAD)
    yield f"{RULE * len(_SOURCE_HEAD)}|"
    for source in sorted(mission.sources.values(), key=lambda item: item.locator):
        day = source.accessed.date().isoformat()
        yield row(
            (source.id, escaped(source.locator), escaped(source.title), content_type(source), day, source.file)
        )  # fmt: skip


def content_type(source: Source) -> str:
    """Return what kind of document a source is, in a word."""
    return _TYPES.get(source.media_type) or escaped(source.media_type.rpartition("/")[2]).upper() or "unknown"


def _scratchpad(mission: Mission) -> Iterator[str]:
    by_heading: dict[str, list[Jotting]] = {
        name: [] for name in ("Iteration log", "Gap analysis", "Conflict notes", "Errors", "Directives")
    }
    for jotting in mission.jottings:
        by_heading[jotting.heading].append(jotting)
    for heading, jottings in by_heading.items():
        if heading == "Directives" and not jottings:
            continue
        yield f"### {'Changes of course' if heading == 'Directives' else heading}"
        yield ""
        earlier = len(jottings) - NOTES_SHOWN
        if earlier > 0:
            yield f"- {earlier} earlier: logs/orchestrator.md"
        for jotting in jottings[-NOTES_SHOWN:]:
            yield f"- {iso(jotting.stamp.at)} {jotting.text}"
        if not jottings:
            yield "Nothing yet."
        yield ""


def _report(mission: Mission) -> Iterator[str]:
    yield "[report.md](report.md)" if mission.state == "COMPLETED" else "Not written yet."
