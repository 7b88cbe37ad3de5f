"""The critic's reading of equations in small: where one begins and ends, scales, rounding, what is disowned."""

from __future__ import annotations

import pytest

from indagate.flows.task.critic.math import WRONG, formulas

THOUSANDS = {
    3: "thousand tausend tsd тыс тысяч тысячи тысяча",
    6: "million millions mio mln millionen млн миллион миллиона миллионов",
    9: "billion billions bn mrd milliarde milliarden млрд миллиард миллиарда миллиардов",
    12: "trillion trillions",
}


def holds(text: str) -> bool:
    return all(found.passed for found in formulas(text, {}))


@pytest.mark.parametrize(
    ("power", "word"), [(power, word) for power, told in THOUSANDS.items() for word in told.split()]
)
def test_words_for_magnitudes_are_so_many_thousands(power: int, word: str) -> None:
    assert holds(f"It is 2 {word} × 2 = 4{'0' * power}.")
    assert not holds(f"It is 2 {word} × 2 = 4{'0' * (power + 1)}.")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        # what is said to be wrong is no claim; what stands beside it is
        ("3 + 3 = 7 is wrong, and 2 + 2 = 4", True), ("3 + 3 = 7 is wrong, and 2 + 2 = 5", False),
        ("It is not true that 3 + 3 = 7, but 2 + 2 = 5", False), ("7 / 2 = 3 remainder 1, and 2 + 2 = 4", True),
        ("7 / 0 = 3 remainder 1", False), ("49 × 21 ≈ 1000!", True), ("49 × 21 = 1000!", False),
        # where an expression begins
        ("n 3 and 2 + 2 = 5", False), ("n 2 + 2 = 5", True), ("a 2 + 2 = 5", False), ("x - 2 + 2 = 5", True),
        ("total x - 2 + 2 = 5", True), ("so - 2 + 2 = 5", False), ("the total cost - 2 + 2 = 5", False),
        ("12:30 + 15 = 12:45", True), ("It ends at 12:30 + 15 = 12:45", True), (": 2 + 2 = 5", False),
        ("k × 2 + 2 = 5", True), ("half of 2 + 4 = 3", True), ("f(x) (2 + 2) = 5", True), ("(a) 2 + 2 = 5", False),
        ("max 2 + 2 = 5", True), ("sin 2 + 2 = 5", True), ("2 + 2 =", True), ("1/2 · g = 4.9", True),
        ("| 2 + 2 = | 5 |", False),
        # numbers as names, shares, times and sizes that have two readings
        ("1 = 50 %", True), ("2.5 = 3 %", True), ("1.5 = 15 %", True), ("1.0 = 50 %", False), ("0.5 = 50 %", True),
        ("1 year = 366 days", True), ("1 year = 500 days", False), ("0 h × 60 = 10 min", False),
        ("1440 min / 60 = 24 h", True), ("1440 min / 61 = 24 h", False),
        # to the digits shown
        ("1,260,000 × 1 = 1.2 million", False), ("1,240,000 × 1 = 1.2 million", True),
        ("1 / 3 = 0.33333333333333", True), ("1 / 3 = 0.34333333333333", False), ("1 / 8 = 0.12", True),
        ("1 / 8 = 0.13", True), ("1 / 8 = 0.11", False), ("sqrt(2) × 100 = 141 × 1", True),
        ("sqrt(2) × 100 = 139 × 1", False), ("34995 / 10 ≈ 4000", False), ("3400 × 1 ≈ 4000", False),
        ("3600 × 1 ≈ 4000", True), ("4 × 1 ≈ 0", False), ("0.33 + 0.33 = 1 - 0.33", False),
        ("0.33 × 1.01 = 0.34 × 1", False),
    ],
)  # fmt: skip
def test_what_an_equation_says_is_taken_as_a_reader_takes_it(text: str, right: bool) -> None:
    assert holds(text) is right


@pytest.mark.parametrize(
    ("text", "formula", "arithmetic"),
    [
        ("It follows.\n2 + 2 = 4\nThat is all.", True, True), ("It follows.", False, True), ("= 5", False, True),
        ("5 =", False, True), ("```math\n2 + 2 = 5\n```", True, False), ("```python\nx = 2 + 2 = 5\n```", False, True),
        ("a = b", True, True),
    ],
)  # fmt: skip
def test_a_formula_has_two_sides_and_may_stand_in_a_block_that_is_no_program(
    text: str, formula: bool, arithmetic: bool
) -> None:
    """Each finding says what it found, and caps the score where it is missed."""
    there, true = formulas(text, {"require_formula": True})
    assert (there.check, there.passed, there.cap) == ("formula", formula, WRONG)
    assert there.message == ("there is a formula" if formula else "there is no formula")
    assert (true.check, true.passed, true.cap) == ("arithmetic", arithmetic, 0.3)
    assert true.message == ("no equation between numbers is wrong" if arithmetic else "2 + 2 is not 5")
    assert [found.check for found in formulas(text, {})] == ["arithmetic"]
