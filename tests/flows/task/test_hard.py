"""What is checked of an answer by how it came about: its numbers and their units."""

from __future__ import annotations

import pytest

from indagate.flows.task.critic.hard import Worked, worked_checks
from indagate.flows.task.plan import Wanted

CELL = "c1: 3978.95 EUR = total Paid; 21 rows"


def missed(answer: str, unit: str = "", computed: tuple[str, ...] = (), goal: str = "How much?") -> set[str]:
    wanted = (Wanted("it", "", unit),) if unit else ()
    work = Worked(goal, wanted, (CELL, *computed), closed=True, computed=computed, queried=(CELL,))
    return {finding.check for finding in worked_checks(answer, work) if not finding.passed}


@pytest.mark.parametrize(
    ("answer", "computed", "wrong"),
    [
        ("Each gets 1326.31666667 EUR.", ("≈ 1326.31666667",), set()),
        ("Each gets 1,326.32 EUR.", ("≈ 1326.31666667",), set()),
        ("Each gets 1,326.42 EUR.", ("≈ 1326.31666667",), {"numbers"}),
        ("Each gets 1 EUR.", ("≈ 1.31666667",), {"numbers"}),
        ("They paid 3979 EUR.", (), set()),
        ("They paid for 21 rows, 3978.95 kg.", (), {"numbers"}),
        ("It is 3**2 = 9.", ("9", "3 * 3"), {"numbers"}),
    ],
)
def test_a_number_is_a_tool_s_perhaps_rounded(answer: str, computed: tuple[str, ...], wrong: set[str]) -> None:
    assert missed(answer, computed=computed) == wrong


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("They paid 3978.95 EUR.", set()),
        ("There were 21 bookings.", {"dimension"}),
        ("This cannot be answered: nobody wrote it down.", set()),
        ("This cannot be answered: there are 0 bookings.", set()),
    ],
)
def test_a_quantity_is_of_the_dimension_asked_for_and_a_refusal_has_none(answer: str, wrong: set[str]) -> None:
    assert missed(answer, unit="EUR") == wrong
