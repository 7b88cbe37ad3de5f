"""The report's chart, held against the seed's table of transitions; and what each phase reads and writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from indagate.engine import Aborted, Broke, Resumed
from indagate.flows.report import chart, offline, phases, roles
from indagate.flows.report.chart import CHART
from indagate.flows.report.files import DEPTHS
from indagate.flows.report.phases import PHASES, Desk
from indagate.statechart import Configuration, Token, transition

SEED = [
    ("initial_research", chart.ContextGathered, "brief_builder"),
    ("brief_builder", chart.Briefed, "planning"),
    ("planning", chart.Planned, "execution"),
    ("execution", chart.AllTasksDone, "questions_review"),
    ("questions_review", chart.CoverageBelow, "execution"),
    ("questions_review", chart.CoverageReachedDeep, "chart_analysis"),
    ("questions_review", chart.CoverageReached, "aggregation"),
    ("chart_analysis", chart.ChartsLookedAt, "story_lining"),
    ("story_lining", chart.StoryLined, "aggregation"),
    ("aggregation", chart.AggregatedDeep, "editing"),
    ("aggregation", chart.Aggregated, "reporting"),
    ("editing", chart.Edited, "reporting"),
    ("reporting", chart.Reported, "complete"),
]
"""The seed's thirteen transitions, in its order."""


@pytest.mark.parametrize(("before", "event", "after"), SEED, ids=lambda value: getattr(value, "__name__", value))
def test_each_row_of_the_seeds_table_is_a_transition(before: str, event: type, after: str) -> None:
    """The chart takes every event of the table where the table says, and leads where it says."""
    at = Configuration((Token(0, before, 7),), visits=8, minted=1)
    assert str(transition(CHART, at, 0, event)) == after


def test_the_chart_has_no_other_transitions() -> None:
    """Nothing can happen that neither the table nor what all flows have declares."""
    declared = {(state.name, event) for state in CHART.states for event in state.on}
    assert declared == {(before, event) for before, event, _ in SEED} | {("ERROR", Resumed), ("ERROR", Aborted)}
    assert dict(CHART.anywhere) == {Broke: "ERROR", Aborted: "ABORTED"}


ONLY = {True: {chart.CoverageReached, chart.Aggregated}, False: {chart.CoverageReachedDeep, chart.AggregatedDeep}}
"""Events that cannot happen in a deep dive, and in any other depth."""


@pytest.mark.parametrize("deep", [True, False])
def test_no_phase_reads_what_only_a_later_one_writes(deep: bool) -> None:
    """On every way through the chart, what a phase needs was written before it is entered."""
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [("initial_research", frozenset({phases.SESSION}))]
    while waiting:
        phase, there = waiting.pop()
        if (phase, there) in seen or phase == "complete":
            continue
        seen.add((phase, there))
        missing = set(PHASES[phase].reads) - there
        assert not missing, f"{phase} reads {missing} before anything has written it"
        after = {after for before, event, after in SEED if before == phase and event not in ONLY[deep]}
        waiting += [(name, there | set(PHASES[phase].writes)) for name in after]
    left_out = set() if deep else {"chart_analysis", "story_lining", "editing"}
    assert {phase for phase, _ in seen} == set(PHASES) - left_out


def test_what_is_read_only_if_it_is_there_is_written_by_some_phase_that_can_come_before() -> None:
    """No phase hopes for a file that nothing before it could have made."""
    earlier: dict[str, set[str]] = {name: set() for name in PHASES}
    for _ in PHASES:
        for before, _, after in SEED:
            if after in earlier:
                earlier[after] |= earlier[before] | {before}
    for name, phase in PHASES.items():
        written = {path for other in earlier[name] for path in PHASES[other].writes}
        assert set(phase.reads_if_there) <= written, name


def test_a_phase_that_reads_what_it_does_not_declare_is_refused() -> None:
    """The desk holds the steps to the declaration."""
    desk = Desk("planning", {phases.AGGREGATION: object(), phases.BRIEF: object()})
    with pytest.raises(KeyError, match="does not declare"):
        desk.read(phases.AGGREGATION, object)
    with pytest.raises(KeyError, match="no phase has written"):
        desk.read(phases.CONTEXT, object)


def test_every_prompt_of_the_seed_is_there_and_asked_by_its_role() -> None:
    """Each phase's prompts exist, and no prompt file is left over."""
    folder = Path(phases.__file__).with_name("prompts")
    declared = {name for phase in PHASES.values() for name in phase.prompts}
    assert declared == {path.stem for path in folder.glob("*.md")}
    assert {role.prompt.stem for role in roles.ROLES if role.prompt and role.prompt.parent == folder} == declared


@pytest.mark.parametrize(
    "query",
    [
        "## 1. Prices\nwhat?\n## 2. Volumes\nwhat?",
        "Обзор рынка, 6-8 графиков",
        "An overview with 6-8 charts",
        "┌─┬─┐\n│ a │ b │\n└─┴─┘",
        "Questions:\n- " + "\n- ".join(f"what about point number {n} and its many sides" for n in range(30)),
        "A comprehensive view of sales",
        "a detailed look",
        "go deep into it",
        "Подробный разбор продаж",
        "Детально о выручке",
    ],
)
def test_every_trigger_of_the_seed_makes_a_deep_dive(query: str) -> None:
    """Numbered sections, a chart count in both languages, box tables, long structure, and the keywords."""
    assert offline.depth_of(query) == "deep_dive"


@pytest.mark.parametrize(
    ("query", "depth"),
    [
        ("How did sales develop?", "standard"),
        ("A brief summary of sales", "executive"),
        ("Кратко о продажах", "executive"),
        ("A thorough look at sales", "thorough"),
        ("deepwater ports and their charter", "standard"),
    ],
)
def test_other_queries_are_not_deep_dives(query: str, depth: str) -> None:
    """A word that only begins like a trigger is none."""
    assert offline.depth_of(query) == depth


def test_the_depths_are_those_of_the_design() -> None:
    """Tasks, rounds and target of each depth."""
    assert {name: (one.tasks, one.rounds, one.target) for name, one in DEPTHS.items()} == {
        "executive": (1, 1, 0.70),
        "standard": (2, 2, 0.80),
        "thorough": (3, 3, 0.90),
        "deep_dive": (4, 4, 0.95),
    }
