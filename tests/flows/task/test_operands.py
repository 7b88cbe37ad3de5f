"""Two steps: which numbers of a passage a goal computes with, and when none may be taken."""

from __future__ import annotations

import pytest

from indagate.flows.task.offline.goal import read_goal
from indagate.flows.task.offline.operands import combined

ORCHARD = (
    "Longmead has 320 apple trees and 145 pear trees. In 2022 it picked 18,400 kg of apples; in 2023 it picked "
    "21,160 kg of apples. The barn can store 640 crates, of which 215 are used for cider."
)
WERKSTATT = "Die Tischlerei beschäftigt 14 Gesellen und 6 Lehrlinge. Ein Stuhl kostet 89,50 Euro, ein Tisch 420 Euro."
SCHULE = (
    "В школе учатся 420 учеников и работают 28 учителей. Школа построена в 1958 году, пристройка открыта в 1987 году."
)


@pytest.mark.parametrize(
    ("goal", "text", "expression"),
    [
        ("How many apple and pear trees does Longmead have in all?", ORCHARD, "320 + 145"),
        ("How many more apple trees than pear trees are there?", ORCHARD, "320 - 145"),
        ("By how many kg did the apples grow from 2022 to 2023?", ORCHARD, "21160 kg - 18400 kg"),
        ("By what percentage did the apples grow from 2022 to 2023?", ORCHARD, "(21160 - 18400) / 18400 in percent"),
        ("What was the average of apples picked in 2022 and 2023?", ORCHARD, "(18400 + 21160) / 2"),
        ("How many crates in the barn are not used for cider?", ORCHARD, "640 - 215"),
        ("What percentage of crates in the barn are used for cider?", ORCHARD, "215 / 640 in percent"),
        ("Wie viele Gesellen und Lehrlinge sind es zusammen?", WERKSTATT, "14 + 6"),
        ("Сколько всего учеников и учителей в школе?", SCHULE, "420 + 28"),
    ],
)
def test_operands_are_looked_up_by_their_subject(goal: str, text: str, expression: str) -> None:
    """Totals, differences, growth, means, what is left, shares; in three languages."""
    assert combined(read_goal(goal), text)[0] == expression


@pytest.mark.parametrize(
    "goal",
    [
        "How many more apple trees than plum trees are there?", "By how many kg did the pears grow from 2022 to 2023?",
        "By what percentage did the apples grow from 2021 to 2023?", "How many crates of 30 are left in the barn?",
        "How many apple trees are there at Longmead?", "What was the average of apples picked from 2020 to 2023?",
        "How many crates and trees are there in total in Overton?",
    ],
)  # fmt: skip
def test_without_both_operands_nothing_is_computed(goal: str) -> None:
    """Another subject, another year, a third number, no deed."""
    assert combined(read_goal(goal), ORCHARD) == ("", "")
