"""The chart against the seed's own transition functions."""

from __future__ import annotations

import pytest

from indagate.engine import Aborted, Broke, Resumed
from indagate.flows.proof import chart
from indagate.flows.proof.chart import CHART
from indagate.statechart import HISTORY

SEED = [
    ("init_problem", "NEW", chart.Initialised, "OBSERVE"),
    ("state_understood", "OBSERVE", chart.Understood, "ORIENT"),
    ("exploration_complete", "ORIENT", chart.Explored, "DECIDE"),
    ("approach_selected", "DECIDE", chart.Selected, "ACT"),
    ("attempt_succeeded", "ACT", chart.AttemptSucceeded, "VERIFY"),
    ("attempt_failed", "ACT", chart.AttemptFailed, "LEARN"),
    ("failure_documented, more approaches", "LEARN", chart.MoreApproaches, "DECIDE"),
    ("failure_documented, exhausted", "LEARN", chart.Exhausted, "PIVOT"),
    ("verified", "VERIFY", chart.Verified, "BREAKTHROUGH"),
    ("verification failed", "VERIFY", chart.FlawFound, "ACT"),
    ("new direction", "PIVOT", chart.Pivoted, "ORIENT"),
    ("a human confirms", "BREAKTHROUGH", chart.Confirmed, "PROVED"),
    ("a human finds an issue", "BREAKTHROUGH", chart.FlawReported, "ACT"),
]
OURS = {("VERIFY", chart.Unverified, "LEARN"), ("ACT", chart.Refuted, "REFUTED"), ("VERIFY", chart.Refuted, "REFUTED"),
        ("BREAKTHROUGH", Aborted, "ABORTED")}  # fmt: skip


@pytest.mark.parametrize(("function", "state", "event", "target"), SEED)
def test_every_transition_function_of_the_seed_is_in_the_chart(
    function: str, state: str, event: type, target: str
) -> None:
    """Each of the seed's functions leads from where to where the seed says."""
    assert CHART.edges[state][event] == target, function


def test_nothing_else_leads_anywhere() -> None:
    """Beside the seed's transitions there are only those the design page names."""
    waits = {"STOPPED", "BLOCKED", "ERROR"}
    found = {(s, e, t) for s, on in CHART.edges.items() if s not in waits for e, t in on.items()}
    assert found == {(s, e, t) for _, s, e, t in SEED} | OURS
    for name in waits:
        assert CHART.edges[name] == {Resumed: HISTORY, Aborted: "ABORTED"}
    assert CHART.anywhere == {
        Broke: "ERROR", chart.Stopped: "STOPPED", chart.CheckerMissing: "BLOCKED", Aborted: "ABORTED",
    }  # fmt: skip


def test_only_a_human_leads_to_proved() -> None:
    """PROVED is reached from BREAKTHROUGH alone, and BREAKTHROUGH from VERIFY alone."""
    into = {
        target: {s for s, on in CHART.edges.items() if target in on.values()} for target in ("PROVED", "BREAKTHROUGH")
    }
    assert into == {"PROVED": {"BREAKTHROUGH"}, "BREAKTHROUGH": {"VERIFY"}}
