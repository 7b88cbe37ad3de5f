"""What each phase reads and writes, and the desk that keeps it to that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
SESSION = "session.json"
CONTEXT = "state/initial_context.json"
BRIEF = "state/brief.json"
PLAN = "state/plan.json"
COVERAGE = "state/coverage.json"
QUESTIONS = "state/questions_plan.json"
CHARTS = "state/chart_data.json"
ANALYZED = "state/charts_analyzed.json"
STORY = "state/story.json"
AGGREGATION = "state/aggregation.json"
CITATIONS = "state/citations.json"
GLOSSARY = "state/glossary.json"
RESULTS = "results/*.json"
PAGES = "output/charts/*.html"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase's files: those it needs, those it writes, and those it reads when a loop or the depth has made them."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    reads_if_there: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()


PHASES: Mapping[str, Phase] = {
    "initial_research": Phase((SESSION,), (CONTEXT,), prompts=("initial_research",)),
    "brief_builder": Phase((SESSION, CONTEXT), (BRIEF,), prompts=("brief_builder",)),
    "planning": Phase((BRIEF, CONTEXT), (PLAN,), prompts=("planner",)),
    "execution": Phase((CONTEXT, BRIEF, PLAN), (RESULTS,), (QUESTIONS,), prompts=("overview", "data", "research")),
    "questions_review": Phase(
        (RESULTS, BRIEF, PLAN, CONTEXT), (COVERAGE, QUESTIONS, CHARTS), (COVERAGE,), ("questions_planner",)
    ),
    "chart_analysis": Phase((CHARTS, RESULTS, BRIEF), (ANALYZED, PAGES), prompts=("chart_analyzer",)),
    "story_lining": Phase((BRIEF, RESULTS, CHARTS, ANALYZED), (STORY,), prompts=("story_liner",)),
    "aggregation": Phase(
        (CONTEXT, BRIEF, RESULTS, COVERAGE, CHARTS),
        (AGGREGATION, CHARTS, CITATIONS, GLOSSARY),
        (STORY, ANALYZED),
        ("aggregator",),
    ),
    "editing": Phase((AGGREGATION, STORY, RESULTS, CHARTS, CITATIONS, BRIEF), (AGGREGATION,), prompts=("editor",)),
    "reporting": Phase(
        (CONTEXT, BRIEF, AGGREGATION, CHARTS, CITATIONS, GLOSSARY, RESULTS), (), (STORY, PAGES), ("reporter",)
    ),
}


class Desk:
    """What one phase may read of a session's files; anything else is an error of ours."""

    def __init__(self, phase: str, files: Mapping[str, object]) -> None:
        self._phase = PHASES[phase]
        self._name = phase
        self._files = files

    def read(self, path: str, kind: type[T]) -> T:
        """Return a file that the phase needs."""
        found = self.read_if_there(path, kind)
        if found is None:
            raise KeyError(f"{self._name} needs {path}, which no phase has written")
        return found

    def read_if_there(self, path: str, kind: type[T]) -> T | None:
        """Return a file that the phase may read, or None if it is not there."""
        if path not in self._phase.reads and path not in self._phase.reads_if_there:
            raise KeyError(f"{self._name} does not declare that it reads {path}")
        found = self._files.get(path)
        assert found is None or isinstance(found, kind), path
        return found
