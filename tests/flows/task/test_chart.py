"""The chart against the seed's table, and the routes."""

from __future__ import annotations

import pytest

from indagate.flows.task import CHART, REACT, OrchestrationStatus
from indagate.flows.task.offline.route import choose, lead_of
from indagate.statechart import HISTORY

SEED = {
    "PLANNING": {"Planned": "EXECUTING"},
    "EXECUTING": {"Answered": "CRITIQUING", "OutOfBudget": "CRITIQUING", "GaveUp": "FAILED"},
    "CRITIQUING": {"Accepted": "DONE", "Rejected": "REPLANNING", "Exhausted": "FAILED"},
    "REPLANNING": {"Replanned": "EXECUTING"},
    "DONE": {}, "FAILED": {}, "ABORTED": {},
    "ERROR": {"Resumed": HISTORY, "Aborted": "ABORTED"},
}  # fmt: skip


def test_the_chart_is_that_of_the_seed() -> None:
    """PLANNING, EXECUTING, CRITIQUING, DONE or FAILED, and REPLANNING; nothing else leads anywhere."""
    found = {state.name: {event.__name__: target for event, target in state.on.items()} for state in CHART.states}
    assert found == SEED
    assert CHART.initial == "PLANNING"
    assert {event.__name__: target for event, target in CHART.anywhere.items()} == {
        "Broke": "ERROR", "Aborted": "ABORTED",
    }  # fmt: skip
    assert {state.name for state in CHART.states} == {status.value for status in OrchestrationStatus}


def test_the_agent_thinks_acts_and_thinks_again() -> None:
    """The ReAct loop as a chart of its own, with a named end for each way in which it can end."""
    edges = {state.name: set(state.on.values()) for state in REACT.chart.states}
    assert edges["THINK"] == {"ACT", "ANSWERED", "GAVE_UP", "OUT_OF_BUDGET"}
    assert edges["ACT"] == {"THINK", "LOOPED", "OUT_OF_BUDGET"}


@pytest.mark.parametrize(
    ("goal", "route"),
    [
        ("Explain machine learning", "MINIMAL_FLOW"),
        ("What is 2 + 2?", "MINIMAL_FLOW"),
        ("Compare the two tariffs", "RESEARCH_ANALYZE_SYNTHESIZE"),
        ("Vergleiche die Tarife", "RESEARCH_ANALYZE_SYNTHESIZE"),
        ("Сравните тарифы", "RESEARCH_ANALYZE_SYNTHESIZE"),
        ("Analyze the market and give ideas for a campaign", "PARALLEL_FLOW"),
    ],
)
def test_planning_chooses_the_route_by_the_goal(goal: str, route: str) -> None:
    """One agent by default; three in order for more than one look; side by side where ideas are wanted too."""
    assert choose(goal)[0] == route
    assert choose(goal, "PARALLEL_FLOW")[0] == "PARALLEL_FLOW"


def test_the_subgoals_are_those_of_the_seed() -> None:
    """Spelled as there."""
    assert lead_of("MINIMAL_FLOW") == ("use current ReAct",)
    assert lead_of("RESEARCH_ANALYZE_SYNTHESIZE") == ("research", "analyze", "synthesize")
    assert lead_of("PARALLEL_FLOW") == ("research", "analysis", "creative")
