"""The chart of notes, held against the seed's own table of 23 transitions."""

from __future__ import annotations

import pytest

from indagate.engine import Aborted, Broke, Resumed
from indagate.flows.notes import chart
from indagate.flows.notes.chart import CHART
from indagate.statechart import Configuration, Token, transition

SEED = [
    ("ROUTE", chart.Routed, "BUILD_CONTEXT"),
    ("BUILD_CONTEXT", chart.QueryReady, "PLAN"),
    ("BUILD_CONTEXT", chart.LogReady, "PARSE"),
    ("BUILD_CONTEXT", chart.BothReady, "PLAN + PARSE"),
    ("PLAN", chart.RetrievalPlanned, "RETRIEVE"),
    ("PLAN", chart.ExpansionRequested, "EXPAND_DOMAIN"),
    ("PLAN", chart.ClarificationNeeded, "CLARIFY"),
    ("PLAN", chart.EnoughKnown, "SYNTHESIZE"),
    ("RETRIEVE", chart.Retrieved, "ANALYZE"),
    ("ANALYZE", chart.FoundSufficient, "SYNTHESIZE"),
    ("ANALYZE", chart.FoundInsufficient, "PLAN"),
    ("ANALYZE", chart.ExpansionRequested, "EXPAND_DOMAIN"),
    ("EXPAND_DOMAIN", chart.Expanded, "BUILD_CONTEXT"),
    ("CLARIFY", chart.Asked, "WAIT_USER"),
    ("WAIT_USER", chart.UserAnswered, "ANALYZE"),
    ("WAIT_USER", chart.UserDeclined, "SYNTHESIZE"),
    ("SYNTHESIZE", chart.Drafted, "EVALUATE"),
    ("EVALUATE", chart.Passed, "OBSERVE"),
    ("EVALUATE", chart.FailedRetry, "PLAN"),
    ("EVALUATE", chart.FailedOver, "OBSERVE"),
    ("PARSE", chart.Parsed, "STORE"),
    ("STORE", chart.Stored, "OBSERVE"),
    ("OBSERVE", chart.Observed, "COMPLETE"),
]


def at(state: str) -> Configuration:
    return Configuration((Token(0, state, 7),), visits=8, minted=1)


@pytest.mark.parametrize(("before", "event", "after"), SEED, ids=lambda value: getattr(value, "__name__", value))
def test_each_row_of_the_seed_is_a_transition(before: str, event: type, after: str) -> None:
    """The chart takes every event of the table where the table says, and leads where it says."""
    assert str(transition(CHART, at(before), 0, event)) == after


def test_the_chart_has_the_23_rows_and_the_ways_out_of_an_error_and_no_others() -> None:
    """Nothing can happen that neither the table nor `anywhere` declares."""
    declared = {(state.name, event) for state in CHART.states for event in state.on}
    assert len(SEED) == 23
    assert declared == {(before, event) for before, event, _ in SEED} | {("ERROR", Resumed), ("ERROR", Aborted)}
    assert dict(CHART.anywhere) == {Broke: "ERROR", Aborted: "ABORTED"}


def test_both_branches_meet_before_anything_is_observed() -> None:
    """The note's branch waits in OBSERVE until the question's branch is there; then one token goes on."""
    both = transition(CHART, at("BUILD_CONTEXT"), 0, chart.BothReady)
    query, log = both.tokens
    stored = transition(CHART, transition(CHART, both, log.id, chart.Parsed), log.id, chart.Stored)
    assert str(stored) == "PLAN + OBSERVE"
    for event in (chart.EnoughKnown, chart.Drafted, chart.Passed):
        stored = transition(CHART, stored, query.id, event)
    assert str(stored) == "OBSERVE"
