"""Numbers that an agent puts into a computation itself: what rests on them is no evidence for its answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indagate.flows.task import Task
from indagate.flows.task.material import Material
from indagate.flows.task.views import details

from .agents import judgement, run, says, scripted, turns, uses

FERRY = (
    "# Ferry report\n\nThe crossing takes 35 minutes instead of 50. The Heron seats 220 people, and she crosses four "
    "times a day. Since 1 October 2021 a ticket costs 12.50 EUR, of which 60 percent go to the harbour. "
    "She cost 1.2 million EUR. Her engine is 95 °F warm.\n"
)
TRUE = "The Heron seats 220 people [ferry.md: “The Heron seats 220 people”]."


def told(home: Path, calls: list[tuple[str, dict[str, str]]], answer: str, *, read_last: bool = False) -> Task:
    """A task whose agent reads the report, makes the calls and answers; its judges say yes to everything."""
    (home / "docs").mkdir(exist_ok=True)
    (home / "docs" / "ferry.md").write_text(FERRY, encoding="utf-8")
    (home / "data").mkdir(exist_ok=True)
    (home / "data" / "trips.csv").write_text("day,passengers\n2025-05-01,180\n2025-05-02,210\n", encoding="utf-8")
    steps = [uses(tool, json.dumps(one)) for tool, one in calls]
    steps.insert(len(calls) if read_last else 0, uses("read_document", '{"path": "ferry.md"}'))
    with scripted(
        lambda asked: [*steps, says(answer)][min(turns(asked), len(steps))], judge=lambda _: judgement(1)
    ) as it:
        means = Material(corpus=str(home / "docs"), data=str(home / "data"))
        question = "How many people can the Heron take over in three days?"
        return run(home / "home", question, it.model, material=means)


@pytest.mark.parametrize(
    ("expression", "sentence", "stands"),
    [
        ("220 * 4", "That is 880 people.", True),
        ("220 * 4 * 3", "That is 2640 people.", True),
        ("4 * 35 / 60", "She is at sea for 2.33 h.", True),
        ("12.50 * 60 / 100", "Of a ticket 7.50 EUR go to the harbour.", True),
        ("12.50 * 0.6", "Of a ticket 7.50 EUR go to the harbour.", True),
        ("12.50 EUR - 60%", "Of a ticket 5 EUR stay.", True),
        ("(50 - 35) / 50 * 100", "That is 30 percent less.", True),
        ("round(220 / 35, 2)", "That is 6.29 people a minute.", True),
        ("days from 2021-10-01 to 2021-10-01 + 3 days", "It is 2021-10-04.", False),
        ("2021-10-01 + 50 days", "That was on 2021-11-20.", True),
        ("2021-11-01 + 50 days", "That was on 2021-12-21.", False),
        ("1.2 * 10^6 / 220", "She cost 5454.55 EUR a seat.", True),
        ("95 °F in °C", "The engine is 35 °C warm.", True),
        ("90 °F in °C", "The engine is 32.2 °C warm.", False),
        ("220 + 1", "That is 221 people.", True),
        ("220 + 11", "That is 231 people.", False),
        ("880", "That is 880 people.", False),
        ("880 * 1", "That is 880 people.", False),
        ("220 * 0 + 880", "That is 880 people.", False),
        ("220 + 19.5", "That is 239.5 people.", False),
        ("max(220, 640)", "That is 640 people.", False),
        ("6 * 7", "That is 42 people.", False),
        ("220 * 0 + 6 * 7", "That is 42 people.", False),
        ("220 * 17", "That is 3740 people.", False),
        ("12.50 * 52", "That is 650 EUR for a ticket a week.", True),
        ("220 * 30", "That is 6600 people a month.", True),
        ("12.50 * 51", "That is 637.50 EUR for a ticket a week.", False),
    ],
)
def test_a_result_counts_only_if_it_was_calculated_from_numbers_that_were_given(
    tmp_path: Path, expression: str, sentence: str, stands: bool
) -> None:
    """Of the goal or shown; units, percents and counts may multiply them, and nothing else, whatever a judge says."""
    found = told(tmp_path, [("calculate", {"expression": expression})], f"{TRUE} {sentence}")
    assert (sentence in found.answer) == stands
    assert details(found)["support"]["refused"] == (0 if stands else 1)


def test_a_result_may_be_calculated_on_with_also_rounded(tmp_path: Path) -> None:
    calls = [("calculate", {"expression": "220 / 35"}), ("calculate", {"expression": "6.2857 * 50"})]
    assert "314.285" in told(tmp_path, calls, f"{TRUE} In the old time it were 314.285 people.").answer


def test_a_number_that_an_agent_put_in_makes_no_other_one_given(tmp_path: Path) -> None:
    calls = [("calculate", {"expression": "17 * 1"}), ("calculate", {"expression": "220 * 17"})]
    assert told(tmp_path, calls, f"{TRUE} That is 3740 people.").answer == TRUE.replace(
        ": “The Heron seats 220 people”", ""
    )


@pytest.mark.parametrize(
    ("tool", "call", "sentence"),
    [
        ("python", {"code": "print(3740)"}, "That is 3740 people."),
        ("python", {"code": "print('It is 3,740 a month')"}, "That is 3740 people."),
        ("python", {"code": "print('Captain Ermintrude')"}, "The captain is Captain Ermintrude."),
        ("python", {"code": "print('2024-03-07')"}, "It began on 7 March 2024."),
        ("write_file", {"path": "a.txt", "text": "It takes 3740 people."}, "That is 3740 people."),
    ],
)
def test_what_an_agent_writes_itself_is_no_evidence(
    tmp_path: Path, tool: str, call: dict[str, str], sentence: str
) -> None:
    """In a program or a file of its own, which it reads again; the true sentence beside it stays."""
    calls = [(tool, call), ("read_file", {"path": "a.txt"})] if tool == "write_file" else [(tool, call)]
    found = told(tmp_path, calls, f"{TRUE} {sentence}")
    assert found.state == "DONE" and sentence not in found.answer and "220" in found.answer


def test_what_is_read_or_asked_after_a_calculation_is_evidence_too(tmp_path: Path) -> None:
    calls = [
        ("calculate", {"expression": "220 * 3"}), ("write_file", {"path": "a.txt", "text": "?"}),
        ("query", {"sql": "SELECT max(passengers) FROM trips"}),
    ]  # fmt: skip
    answer = "That is 660 people. The most passengers were 210."
    assert told(tmp_path, calls, answer, read_last=True).answer == answer


def test_what_a_program_works_out_is_evidence(tmp_path: Path) -> None:
    code = "trips = [180, 210]\nprint('mean', sum(trips) / len(trips))"
    calls = [("query", {"sql": "SELECT day, passengers FROM trips"}), ("python", {"code": code})]
    assert "195 people" in told(tmp_path, calls, f"{TRUE} The mean is 195 people.").answer


def test_what_an_agent_asked_for_itself_is_no_source(tmp_path: Path) -> None:
    """A citation of words that stand in its own search or query only is a claim of the sentence: nothing bears it."""
    calls = [
        ("search_documents", {"query": "Saltby 1987 survey"}),
        ("query", {"sql": "SELECT max(passengers) AS top FROM trips WHERE day <> 'Tolland 1988'"}),
    ]  # fmt: skip
    found = told(tmp_path, calls, f"{TRUE} She is fast [Saltby 1987 survey]. She is safe [day <> 'Tolland 1988'].")
    assert "220" in found.answer and "Saltby" not in found.answer


def test_who_is_refused_is_told_which_number_nobody_gave(tmp_path: Path) -> None:
    """In the feedback of the critic, which the next attempt is shown and the user reads."""
    found = told(tmp_path, [("calculate", {"expression": "220 * 17"})], "That is 3740 people.")
    assert (found.state, found.error) == ("FAILED", "low_score")
    assert "a calculation rests on numbers that the agent put in: 17" in found.why
