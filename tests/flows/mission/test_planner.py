"""A question's sides: as a model's answer makes them, and without a model by sentences, lists and exact forms."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from indagate.flows.mission.constraint import UNLIMITED, Constraints
from indagate.flows.mission.planner import Extra, Plan, PlanAnswer, PlanQuestion, Side, parts_of, plan, sides_of
from indagate.flows.mission.side import Dimension

ASKED = PlanQuestion("What is known at https://a.example/x?")


def answer(*sides: Side, **more: Any) -> PlanAnswer:
    return PlanAnswer(more.pop("core_question", " What is\nknown? "), sides, **more)


def test_a_models_plan_has_one_line_names_known_sides_and_weights_that_sum_to_one() -> None:
    """What does not divide evenly is the first side's; limits and other tasks are typed.

    What a side that needs another is searched for is not chosen before that one is known.
    """
    made = sides_of(
        ASKED,
        answer(
            Side(" The  cost ", "What does\nit cost?", 1.0, 4, (), (" price \nof pumps", "", "price of pumps", "fee")),
            Side("Noise", "How loud?", 1.0),
            Side("Rules", "Which?", 1.0, after=("the COST", "noise", "Noise"), queries=("rules",)),
            constraints=("since 2020", "only in German"),
            tasks=(Extra("plan", " go\ndeeper ", ("noise",)), Extra("conflict", "compare", ("Noise", "The cost"))),
        ),
    )  # fmt: skip
    assert made == Plan(
        "What is known?",
        (
            Dimension("The cost", "What does it cost?", 0.34, 4, queries=("price of pumps", "fee")),
            Dimension("Noise", "How loud?", 0.33, 3),
            Dimension("Rules", "Which?", 0.33, 3, ("The cost", "Noise")),
        ),
        Constraints(since=date(2020, 1, 1), languages=("de",)),
        (("P", "go deeper", ("Noise",)), ("C", "compare", ("Noise", "The cost"))),
    )


def test_weights_keep_their_proportions() -> None:
    """Whatever they summed to."""
    made = sides_of(ASKED, answer(Side("a", "A?", 0.6), Side("b", "B?", 0.15), Side("c", "C?", 0.05)))
    assert [item.weight for item in made.dimensions] == [0.75, 0.19, 0.06]


def test_an_address_that_nobody_gave_is_in_no_side() -> None:
    """The question's own may stand."""
    made = sides_of(ASKED, answer(Side("a", "What says https://a.example/x, and http://evil.example/y?")))
    assert "https://a.example/x" in made.dimensions[0].question
    assert "evil.example" not in made.dimensions[0].question


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (answer(Side("a", "A?"), core_question=" \n"), "the core question is empty"),
        (answer(Side(" ", "A?")), "a dimension needs a name and a question"),
        (answer(Side("a", " \u200b ")), "a dimension needs a name and a question"),
        (answer(Side("Cost", "A?"), Side("cost", "B?")), "two dimensions have the name 'cost'"),
        (answer(Side("a", "A?", after=("b",))), "there is no side 'b' to come after"),
        (answer(Side("a", "A?"), tasks=(Extra("plan", "x", ("z",)),)), "there is no side 'z' to come after"),
        (answer(Side("a", "A?"), constraints=("drop a",)), "'drop a' is no limit on sources"),
    ],
)
def test_what_makes_no_plan_is_sent_back_with_the_reason(given: PlanAnswer, said: str) -> None:
    """The model is told it."""
    with pytest.raises(ValueError, match=said):
        sides_of(ASKED, given)


def test_without_a_model_a_side_is_a_sentence_and_an_exact_form_is_none() -> None:
    """A limit limits, and is not searched for; each sentence is one side, whatever is repeated."""
    made = plan(PlanQuestion("How loud is it?  How loud is it? Since 2020. What does\nit cost?"))
    assert made.core_question == "How loud is it? How loud is it? Since 2020. What does it cost?"
    assert made.dimensions == (
        Dimension("How loud is it", "How loud is it?", 0.5, 1),
        Dimension("What does it cost", "What does it cost?", 0.5, 1),
    )
    assert made.constraints == Constraints(since=date(2020, 1, 1))
    assert [item.weight for item in plan(PlanQuestion("Why? How? When?")).dimensions] == [0.34, 0.33, 0.33]


def test_a_form_that_is_no_limit_is_a_side_of_the_question() -> None:
    """ "Drop" or "add" there is a thing to find out; only limits are obeyed in a question."""
    made = plan(PlanQuestion("Drop tests. Only official sources."))
    assert [item.question for item in made.dimensions] == ["Drop tests."]
    assert made.constraints == Constraints(kinds=("official",))


def test_a_question_of_limits_alone_is_asked_itself() -> None:
    """There is always a side."""
    made = plan(PlanQuestion("Since 2020."))
    assert [item.question for item in made.dimensions] == ["Since 2020."]
    assert plan(PlanQuestion("How?", ("drop how",))).dimensions[0].question == "How?"


def test_amendments_add_drop_focus_and_limit() -> None:
    """In exact forms; a sentence in none is a side of its own."""
    asked = PlanQuestion(
        "How loud is it? What does it cost?", ("drop LOUD, add the grant, focus on grant, since 2021",)
    )
    made = plan(asked)
    assert [(item.question, item.weight) for item in made.dimensions] == [
        ("What does it cost?", 0.333),
        ("the grant", 0.667),
    ]
    assert made.constraints.since == date(2021, 1, 1)
    made = plan(PlanQuestion("How loud is it?", ("What does it cost? Who pays?",)))
    assert [item.question for item in made.dimensions] == ["How loud is it?", "What does it cost?", "Who pays?"]
    assert plan(PlanQuestion("How loud is it?", ("focus on whales",))).dimensions[0].weight == 1.0
    assert plan(PlanQuestion("How?")).constraints == UNLIMITED


def test_a_side_has_a_short_name_that_no_other_has() -> None:
    """Cut between words; without the sign at its end."""
    long = "What does " + "a very " * 9 + "long pump cost in"
    names = [item.name for item in plan(PlanQuestion(f"{long} May? {long} June? Why so?!")).dimensions]
    assert names[0].endswith(" a very …") and len(names[0]) <= 62
    assert names[1:] == [f"{names[0]} (2)", "Why so"]
    word = "x" * 70
    assert plan(PlanQuestion(word)).dimensions[0].name == f"{'x' * 60} …"
    assert plan(PlanQuestion("y" * 60)).dimensions[0].name == "y" * 60


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("These:\n- a\n- b\nand more\n\nWhy?", ["These: a", "These: b and more", "Why?"]),
        ("Hm. These:\n(a) one\n• two", ["Hm.", "These: one", "These: two"]),
        ("- a\n- b", ["a", "b"]),
        ("Plain.\n* one\n\nThen:\n\n1) two", ["Plain.", "one", "Then: two"]),
        ("100. is no item", ["100. is no item"]),
        ("", []),
    ],
)
def test_an_item_of_a_list_stands_behind_what_leads_in_to_it(text: str, parts: list[str]) -> None:
    """Only what ends in a colon leads in, and is then no part of its own."""
    assert parts_of(text) == parts
