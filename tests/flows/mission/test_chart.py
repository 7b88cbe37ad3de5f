"""The mission's chart, held against the transition rules that the product was asked for with."""

from __future__ import annotations

import pytest

from indagate.engine import Aborted, Broke, Resumed
from indagate.flows.mission import chart
from indagate.flows.mission.chart import CHART
from indagate.statechart import HISTORY, Configuration, Token, transition

SEED = [
    # from, event, to: the seed's transition rules, by way of the states that make its questions persist
    ("PLANNING", chart.Planned, "AWAITING_APPROVAL"),
    ("AWAITING_APPROVAL", chart.Approved, "RESEARCHING"),
    ("AWAITING_APPROVAL", chart.Amended, "PLANNING"),
    ("AWAITING_APPROVAL", Aborted, "ABORTED"),
    ("RESEARCHING", chart.AllSettled, "REFLECTING"),
    ("RESEARCHING", chart.Spent, "SYNTHESIZING"),
    ("RESEARCHING", chart.CheckInDue, "AWAITING_USER"),
    ("AWAITING_USER", chart.WentOn, "RESEARCHING"),
    ("AWAITING_USER", chart.WriteNow, "SYNTHESIZING"),
    ("AWAITING_USER", Aborted, "ABORTED"),
    ("REFLECTING", chart.GapsFound, "RESEARCHING"),
    ("REFLECTING", chart.Complete, "SYNTHESIZING"),
    ("SYNTHESIZING", chart.ReportWritten, "COMPLETED"),
    ("ERROR", Aborted, "ABORTED"),
]


def at(state: str) -> Configuration:
    return Configuration((Token(0, state, 7),), visits=8, minted=1)


@pytest.mark.parametrize(("before", "event", "after"), SEED, ids=lambda value: getattr(value, "__name__", value))
def test_each_rule_of_the_seed_is_a_transition(before: str, event: type, after: str) -> None:
    """The chart takes every event of the table where the table says, and leads where it says."""
    assert str(transition(CHART, at(before), 0, event)) == after


def test_the_chart_has_no_other_transitions() -> None:
    """Nothing can happen that neither the table nor `anywhere` declares."""
    declared = {(state.name, event) for state in CHART.states for event in state.on}
    assert declared == {(before, event) for before, event, _ in SEED} | {("ERROR", Resumed)}
    assert dict(CHART.anywhere) == {Broke: "ERROR", Aborted: "ABORTED"}


@pytest.mark.parametrize("state", sorted(set(CHART.edges) - CHART.finals))
def test_any_state_can_break_and_be_aborted(state: str) -> None:
    """Any → ERROR, any → ABORTED."""
    assert str(transition(CHART, at(state), 0, Broke)) == "ERROR"
    assert str(transition(CHART, at(state), 0, Aborted)) == "ABORTED"


@pytest.mark.parametrize("state", ["PLANNING", "RESEARCHING", "REFLECTING", "SYNTHESIZING"])
def test_a_resumed_error_goes_back_to_the_very_visit_it_left(state: str) -> None:
    """ERROR is a wait that resumes to where it came from, with what was done there still known."""
    broken = transition(CHART, at(state), 0, Broke)
    assert transition(CHART, broken, broken.tokens[0].id, Resumed).tokens == (Token(0, state, 7),)


def test_the_seeds_status_values_are_states() -> None:
    """Every status that the seed names is a state, spelled the same."""
    named = {"PLANNING", "RESEARCHING", "REFLECTING", "SYNTHESIZING", "COMPLETED", "ERROR"}
    assert named <= set(CHART.edges)
    assert CHART.edges["ERROR"][Resumed] is HISTORY
