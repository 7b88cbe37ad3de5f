from __future__ import annotations

import pytest
import sample_charts as s
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.errors import SignalNotAccepted
from indagate.statechart import (
    Chart,
    Configuration,
    Final,
    Join,
    Token,
    Wait,
    Work,
    active,
    finished,
    takes,
    transition,
    waiting,
)


def follow(chart: Chart, *events: type) -> Configuration:
    """The configuration after these events, each taken by the token that takes it."""
    configuration = chart.start()
    for event in events:
        token = takes(chart, configuration, event)
        assert token is not None, f"{configuration} does not take {event.__name__}"
        configuration = transition(chart, configuration, token.id, event)
    return configuration


def test_a_run_starts_with_one_token_in_the_initial_state() -> None:
    """The first entry is visit 0 and the counters point past it."""
    assert s.MISSION.start() == Configuration((Token(0, "PLANNING", 0),), visits=1, minted=1)


def test_an_ordinary_edge_keeps_the_token_and_counts_a_visit() -> None:
    """Moving on is the same token, entering another state."""
    assert follow(s.MISSION, s.Planned) == Configuration((Token(0, "AWAITING_APPROVAL", 1),), visits=2, minted=1)


def test_coming_back_to_a_state_is_a_new_visit() -> None:
    """A loop never reuses a visit number, since effects are keyed by it."""
    looped = follow(s.MISSION, s.Planned, s.Amended)
    assert looped.tokens == (Token(0, "PLANNING", 2),)


def test_an_event_that_no_edge_takes_is_refused_by_name() -> None:
    """The message names the state, the event and what the state takes."""
    with pytest.raises(SignalNotAccepted) as caught:
        transition(s.MISSION, s.MISSION.start(), 0, s.Approved)
    assert all(word in str(caught.value) for word in ("PLANNING", "Approved", "Planned", "Broke"))


def test_an_unknown_token_is_refused() -> None:
    """A stale token number cannot move anything."""
    with pytest.raises(SignalNotAccepted, match="no token 7"):
        transition(s.MISSION, s.MISSION.start(), 7, s.Planned)


def test_a_fork_gives_each_branch_a_new_token() -> None:
    """The old token is replaced in place, ids and visits in the order of the targets."""
    forked = follow(s.NOTES, s.Routed, s.AskedAndLogged)
    assert forked == Configuration((Token(1, "PLAN", 2), Token(2, "PARSE", 3)), visits=4, minted=3)
    assert str(forked) == "PLAN + PARSE"
    assert active(s.NOTES, forked) == forked.tokens


def test_a_join_waits_for_every_live_token_then_merges_them() -> None:
    """An early token neither runs its step nor takes the join's events."""
    half = follow(s.NOTES, s.Routed, s.AskedAndLogged, s.Parsed, s.Stored)
    assert str(half) == "PLAN + OBSERVE"
    assert [token.state for token in active(s.NOTES, half)] == ["PLAN"]
    assert takes(s.NOTES, half, s.Observed) is None
    with pytest.raises(SignalNotAccepted, match="every other token"):
        transition(s.NOTES, half, half.tokens[1].id, s.Observed)
    whole = half
    for event in (s.EnoughKnown, s.Drafted, s.Passed):
        token = takes(s.NOTES, whole, event)
        assert token is not None
        whole = transition(s.NOTES, whole, token.id, event)
    assert len(whole.tokens) == 1
    assert whole.tokens[0].id not in {token.id for token in half.tokens}
    assert whole.tokens[0].visit == whole.visits - 1
    assert active(s.NOTES, whole) == whole.tokens


def test_a_single_token_passes_a_join_without_merging() -> None:
    """A run that never forked keeps its token."""
    logged = follow(s.NOTES, s.Routed, s.Logged, s.Parsed, s.Stored)
    assert logged.tokens == (Token(0, "OBSERVE", 4),)
    assert active(s.NOTES, logged) == logged.tokens


def test_a_finished_branch_does_not_hold_a_join_up() -> None:
    """Only live tokens count: the last two to stay alive merge, the ended one stays where it is."""
    go, ended, left, right, done = map(s.event, ("Go", "Ended", "Left", "Right", "Done"))
    states = [
        Work("A", {go: ("B", "C", "D")}),
        Work("B", {left: "J"}),
        Work("C", {right: "J"}),
        Work("D", {ended: "END", go: "J"}),
        Join("J", {done: "END"}),
        Final("END"),
    ]
    chart = Chart("three", 1, "A", states)
    gathered = follow(chart, go, left, right, ended)
    assert str(gathered) == "J + END"
    assert active(chart, gathered) == (gathered.tokens[0],)
    with pytest.raises(SignalNotAccepted, match="END does not take"):
        transition(chart, gathered, gathered.tokens[1].id, done)
    over = follow(chart, go, left, right, ended, done)
    assert finished(chart, over) and not finished(chart, gathered)


def test_anywhere_replaces_all_tokens_and_history_restores_them_exactly() -> None:
    """Restored tokens keep id and visit, so effects completed in those visits are still known."""
    forked = follow(s.NOTES, s.Routed, s.AskedAndLogged, s.Parsed)
    broken = transition(s.NOTES, forked, forked.tokens[0].id, s.Broke)
    assert broken.tokens == (Token(3, "ERROR", 5),)
    assert broken.history == forked.tokens
    assert waiting(s.NOTES, broken) == broken.tokens
    back = transition(s.NOTES, broken, 3, s.Resumed)
    assert back == Configuration(forked.tokens, broken.visits, broken.minted)


def test_a_failure_during_a_failure_keeps_the_first_history() -> None:
    """Leaving ERROR by `anywhere` again still leads back to the work that was interrupted."""
    stopped = follow(s.PROOF, s.Opened, s.Broke, s.OutOfBudget, s.CheckerMissing)
    assert str(stopped) == "BLOCKED"
    assert [token.state for token in stopped.history] == ["OBSERVE"]


def test_an_ordinary_edge_out_of_an_anywhere_state_forgets_history() -> None:
    """Who went on by a declared edge has no way back to the interruption."""
    aborted = follow(s.MISSION, s.Broke, s.Aborted)
    assert str(aborted) == "ABORTED"
    assert aborted.history == ()


def test_history_with_nothing_to_go_back_to_is_refused() -> None:
    """A state that is also entered by an ordinary edge may have no history."""
    hurt, broke, resumed, ended = map(s.event, ("Hurt", "Broke", "Resumed", "Ended"))
    states = [Work("A", {hurt: "ERROR", ended: "END"}), Wait("ERROR", {resumed: s.HISTORY}), Final("END")]
    chart = Chart("hurt", 1, "A", states, {broke: "ERROR"})
    by_edge = transition(chart, chart.start(), 0, hurt)
    assert takes(chart, by_edge, resumed) is None
    with pytest.raises(SignalNotAccepted, match="nothing to go back to"):
        transition(chart, by_edge, 0, resumed)


def test_a_states_own_edge_goes_before_anywhere() -> None:
    """ERROR takes Aborted by its own edge in one flow and by `anywhere` in another."""
    start, broke, own = s.event("Start"), s.event("Broke"), s.event("Own")
    states = [Work("A", {broke: "B", start: "END"}), Work("B", {own: "END"}), Wait("E", {own: "END"}), Final("END")]
    chart = Chart("own", 1, "A", states, {broke: "E"})
    assert str(transition(chart, chart.start(), 0, broke)) == "B"
    assert str(follow(chart, broke, broke)) == "E"


def test_a_final_state_takes_nothing() -> None:
    """Not even `anywhere` moves a token that has ended."""
    over = follow(s.MISSION, s.Planned, s.Aborted)
    assert finished(s.MISSION, over)
    assert takes(s.MISSION, over, s.Broke) is None
    with pytest.raises(SignalNotAccepted, match="takes nothing"):
        transition(s.MISSION, over, 0, s.Broke)


@settings(deadline=None)
@given(st.sampled_from(s.CHARTS), st.data())
def test_any_sequence_of_taken_events_keeps_the_configuration_whole(chart: Chart, data: st.DataObject) -> None:
    """Tokens exist, are distinct and in known states; visits grow and are unique; takes agrees with transition."""
    configuration = chart.start()
    events = sorted(chart.events, key=lambda event: event.__name__)
    seen = {token.visit: token for token in configuration.tokens}
    for _ in range(data.draw(st.integers(0, 30))):
        takers = {event: token for event in events if (token := takes(chart, configuration, event))}
        for event in events:
            if event not in takers:
                for token in configuration.tokens:
                    with pytest.raises(SignalNotAccepted):
                        transition(chart, configuration, token.id, event)
        if not takers:
            break
        event = data.draw(st.sampled_from(sorted(takers, key=lambda event: event.__name__)))
        moved = transition(chart, configuration, takers[event].id, event)
        assert moved.tokens
        assert len({token.id for token in moved.tokens}) == len(moved.tokens)
        assert all(token.state in chart.edges for token in moved.tokens)
        assert all(token.visit < moved.visits and token.id < moved.minted for token in moved.tokens)
        restored = chart.edges[takers[event].state].get(event) is s.HISTORY
        assert moved.visits == configuration.visits if restored else moved.visits > configuration.visits
        for token in moved.tokens:
            if token.visit >= configuration.visits:
                assert token.visit not in seen
            else:
                assert seen[token.visit] == token
            seen[token.visit] = token
        assert not moved.history or (len(moved.tokens) == 1 and moved.tokens[0].state in chart.anywhere.values())
        assert finished(chart, moved) or active(chart, moved) or waiting(chart, moved)
        configuration = moved
    assert finished(chart, configuration) == (not any(takes(chart, configuration, event) for event in events))
