"""The chart against the seed's table, and the routes."""

from __future__ import annotations

import pytest

from indagate.flows.task import CHART, REACT, OrchestrationStatus
from indagate.flows.task.plan import NAMES, Route
from indagate.flows.task.roles.planner import PlanAnswer, PlannedPart, PlanQuestion, plan, plan_of
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


def test_without_a_model_each_sentence_is_a_part() -> None:
    """One question is one agent; several are answered each on its own."""
    one = plan(PlanQuestion("What is 2 + 2?"))
    assert (one.route, [part.name for part in one.parts]) == ("MINIMAL_FLOW", ["use current ReAct"])
    two = plan(PlanQuestion("What is 2 + 2? How many cm are 3 ft?"))
    assert two.route == "PARALLEL_FLOW"
    assert [part.goal for part in two.parts] == ["What is 2 + 2?", "How many cm are 3 ft?"]


@pytest.mark.parametrize("route", list(NAMES))
def test_a_forced_route_has_the_subgoals_of_the_seed(route: Route) -> None:
    """Spelled as there."""
    found = plan(PlanQuestion("Explain machine learning", route))
    assert (found.route, tuple(part.name for part in found.parts)) == (route, NAMES[route])


def test_a_models_plan_never_fails_by_its_names() -> None:
    """Two parts with one name are told apart; tools that are not there are left out; a lone part is the whole goal."""
    asked = PlanQuestion("Compare the tariffs", tools=(("calculate", "computes"),))
    parts = [PlannedPart("tariff", "What does A cost?", ["calculate", "nonsense"]), PlannedPart("tariff", "And B?")]
    found = plan_of(asked, PlanAnswer("parallel", [*parts, PlannedPart("empty", " ")]))
    assert [(part.name, part.tools) for part in found.parts] == [("tariff", ("calculate",)), ("tariff 2", ())]
    alone = plan_of(asked, PlanAnswer("research", parts[:1]))
    assert (alone.route, alone.parts[0].goal) == ("MINIMAL_FLOW", "Compare the tariffs")
    forced = plan_of(PlanQuestion("x", "PARALLEL_FLOW"), PlanAnswer("minimal", []))
    assert [part.name for part in forced.parts] == list(NAMES["PARALLEL_FLOW"])
