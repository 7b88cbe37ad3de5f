from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
import sample_charts as s

from indagate.errors import ChartError
from indagate.statechart import HISTORY, Chart, Final, Join, State, Target, Wait, Work

Go, Back, Broke, Resumed = map(s.event, ("Go", "Back", "Broke", "Resumed"))
END = Final("END")

WRONG: dict[str, tuple[Sequence[State], Mapping[type, Target], str]] = {
    "a state declared twice": ([Work("A", {Go: "END"}), Work("a", {Go: "END"}), END], {}, "state a is declared twice"),
    "an unknown initial state": ([Work("B", {Go: "END"}), END], {}, "initial state 'A'"),
    "an unknown target": ([Work("A", {Go: "B"}), END], {}, "state A, on Go: the target 'B'"),
    "an unknown anywhere target": ([Work("A", {Go: "END"}), END], {Broke: "B"}, "anywhere, on Broke: the target 'B'"),
    "an unreachable state": ([Work("A", {Go: "END"}), Work("B", {Go: "END"}), END], {}, "state B is unreachable"),
    "no way to an end": ([Work("A", {Go: "B", Back: "END"}), Work("B", {Go: "B"}), END], {}, "state B has no way"),
    "a Work that only anywhere leaves": (
        [Work("A", {Go: "B"}), Work("B", {Go: "A"}), END],
        {Broke: "END"},
        "state A has no way",
    ),
    "a final state with edges": ([Work("A", {Go: "END"}), Final("END", {Go: "A"})], {}, "state END is final"),
    "a state that nothing leaves": ([Work("A", {Go: "B"}), Wait("B", {}), END], {}, "state B has an empty `on`"),
    "an event that is no class": ([Work("A", {"Go": "END"}), END], {}, "state A: the event 'Go' is not a class"),  # type: ignore[dict-item]
    "a fork of one": ([Work("A", {Go: ("J",)}), Join("J", {Go: "END"}), END], {}, "state A, on Go: a fork needs"),
    "a fork of twins": ([Work("A", {Go: ("J", "J")}), Join("J", {Go: "END"}), END], {}, "names a state twice"),
    "branches that never meet": (
        [Work("A", {Go: ("B", "C")}), Work("B", {Go: "J"}), Work("C", {Go: "END"}), Join("J", {Go: "END"}), END],
        {},
        "state A, on Go: the branches of B \\+ C never meet",
    ),
    "a target of another kind": ([Work("A", {Go: 3}), END], {}, "the target 3 is neither"),  # type: ignore[dict-item]
    "a fork from anywhere": ([Work("A", {Go: "END"}), END], {Broke: ("A", "END")}, "must be one state"),
    "HISTORY that never exists": ([Work("A", {Go: "END", Back: HISTORY}), END], {}, "state A leads to HISTORY"),
    "two events of one name": ([Work("A", {Go: "END", s.event("Go"): "END"}), END], {}, "two event classes"),
    "a bare State": ([State("A", {Go: "END"}), END], {}, "state A is of no kind"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_chart_with_a_fault_is_refused_by_name(what: str) -> None:
    """The message names the chart, the state and the fault."""
    states, anywhere, message = WRONG[what]
    with pytest.raises(ChartError, match=f"^chart faulty: .*{message}"):
        Chart("faulty", 1, "A", states, anywhere)


def test_a_wait_may_be_left_by_anywhere_or_history_alone() -> None:
    """A person may only want to abort, or to resume; both are ways out."""
    states = [Work("A", {Go: "W", Back: "END"}), Wait("W", {Back: "W"}), Wait("ERROR", {Resumed: HISTORY}), END]
    chart = Chart("waits", 1, "A", states, {Broke: "ERROR", s.Aborted: "END"})
    assert chart.waits == {"W", "ERROR"}


def test_a_chart_knows_its_states_and_events() -> None:
    """Lookups answer by name and refuse what is unknown."""
    assert s.PROOF.state("ACT").name == "ACT"
    assert {s.Refuted, s.Broke} <= s.PROOF.events
    with pytest.raises(ChartError, match="chart proof: there is no state 'DREAM'"):
        s.PROOF.state("DREAM")


def test_a_chart_cannot_be_changed_through_what_it_was_built_from() -> None:
    """The chart keeps copies of the mappings it was given."""
    on: dict[type, Target] = {Go: "END"}
    chart = Chart("copy", 1, "A", [Work("A", on), END])
    on[Back] = "A"
    assert Back not in chart.edges["A"] and Back not in chart.events


def fingerprint(states: Sequence[State], version: int = 1) -> str:
    return Chart("print", version, "A", states).fingerprint()


def test_the_fingerprint_changes_with_meaning_and_with_nothing_else() -> None:
    """Documentation and order of declaration may change; kinds, targets and events may not."""
    plain = fingerprint([Work("A", {Go: "END", Back: "A"}), END])
    assert len(plain) == 64
    assert plain == fingerprint([END, Work("A", {Back: "A", Go: "END"}, doc="words", timeout=3)])
    others = [
        fingerprint([Wait("A", {Go: "END", Back: "A"}), END]),
        fingerprint([Work("A", {Go: "END", Broke: "A"}), END]),
        fingerprint([Work("A", {Go: "END", Back: "END"}), END]),
        fingerprint([Work("A", {Go: "END", Back: "A"}), END], version=2),
    ]
    assert len({plain, *others}) == 5
