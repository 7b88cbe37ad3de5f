"""A scripted model for the report flow: what it answers to each role, from what the request shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from indagate.flows.report import phases
from parts.scripted import MINDS, MISSION, Asked, Fault, Scripted, plan

PROMPTS = Path(phases.__file__).with_name("prompts")
_FINDING = re.compile(r"^- (\S+) \(([^)]*)\):\s*<data (\w+)>(.*?)</data \3>", re.S | re.M)


def findings(asked: Asked) -> list[tuple[str, str]]:
    """Return the findings that a request shows: id and sentence."""
    return [(name, " ".join(text.split())) for name, _, _, text in _FINDING.findall(asked.text)]


def context(_: Asked) -> Any:
    return {"key_facts": ["A table of days"], "names": ["visitors"], "tags": ["people"], "questions": ["What changed?"]}


def brief(asked: Asked) -> Any:
    table = re.search(r"^- (\w+) \(\d+ rows\)", asked.text, re.M)
    assert table
    depth = "deep_dive" if "deep" in asked.text.split("The query:")[1][:200] else "standard"
    item = {
        "id": "s1", "title": "Visitors", "question": "How did the visitors develop?", "aspects": ["series", "relate"],
        "tables": [table[1]], "measures": [],
    }  # fmt: skip
    return {
        "goal": "Tell how the visitors developed", "depth": depth, "style": "default", "scope_items": [item],
        "tone": "neutral", "constraints": [], "triggers": [], "charts": 0,
    }  # fmt: skip


def planner(asked: Asked) -> Any:
    """Plan the report's tasks, or those of the mission that it runs."""
    if "Topics:" not in asked.text:
        return plan(asked)
    task = {"scope": "s1", "description": "look", "tables": ["museum"]}
    return {"tasks": [{**task, "aspect": "overview"}, {**task, "aspect": "series"}]}


def questions(asked: Asked) -> Any:
    found = re.findall(r"^- (s\d+): (\w+)$", asked.text, re.M)
    return {"tasks": [{"scope": s, "aspect": a, "description": "close", "tables": ["museum"]} for s, a in found]}


def charts(asked: Asked) -> Any:
    known = re.findall(r"^- (\S+) \(figure (\S+), ", asked.text, re.M)
    told = dict(findings(asked))
    return {"insights": [{"chart": chart, "text": told[name], "findings": [name]} for name, chart in known[:1]]}


def story(asked: Asked) -> Any:
    names = [name for name, _ in findings(asked)]
    first = names[0] if names else ""
    return {
        "answer": first, "hook": first, "context": "", "development": names[:2], "climax": first,
        "chart_placements": [], "section_order": ["s1"],
    }  # fmt: skip


def aggregator(asked: Asked) -> Any:
    return {"paragraphs": [[{"text": text, "findings": [name]}] for name, text in findings(asked)[:3]]}


def editor(_: Asked) -> Any:
    return {"rewordings": []}


ANSWERS: dict[str, Any] = {
    "initial_research": context, "brief_builder": brief, "planner": planner, "overview": lambda _: {"notes": ["Days."]},
    "data": lambda _: {"measures": ["museum.visitors"]}, "research": lambda _: {"question": "How loud may it be?"},
    "questions_planner": questions, "chart_analyzer": charts, "story_liner": story, "aggregator": aggregator,
    "editor": editor, "reporter": lambda _: {"title": "Visitors of a museum", "subtitle": "What the days tell"},
}  # fmt: skip


def scripted(faults: dict[str, list[Fault]] | None = None, **answers: Any) -> Scripted:
    """Return the service for the report flow."""
    return Scripted(faults=faults, answers={**ANSWERS, **answers}, prompts=(PROMPTS, MINDS, MISSION))
