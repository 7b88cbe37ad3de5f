"""The offline planner: a question's sides, its constraints, and what amendments make of a plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.flows.mission.ask import Plan, PlanQuestion
from indagate.flows.mission.offline import plan

HEAT = (
    "What does it cost to install a heat pump in an existing house in Lindental, what subsidy is there, "
    "and how loud may it be at night?"
)
WAERME = "Was kostet eine Wärmepumpe in Lindental, welche Förderung gibt es und wie laut darf sie nachts sein?"
TEPLO = "Сколько стоит тепловой насос в Линдентале, какая есть субсидия и насколько громким он может быть ночью?"


def planned(question: str, *amendments: str) -> Plan:
    return plan(PlanQuestion(question, amendments, (), 0))


def names(question: str, *amendments: str) -> list[str]:
    return [item.name for item in planned(question, *amendments).dimensions]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (HEAT, ["Cost to install", "Subsidy", "Loud, night"]),
        (WAERME, ["Kostet", "Förderung", "Laut, nachts"]),
        (TEPLO, ["Стоит", "Субсидия", "Громким, ночью"]),
        ("How loud and how expensive are heat pumps?", ["Loud", "Expensive"]),
        (
            "What are the advantages, disadvantages and costs of heat pumps in Germany?",
            ["Advantages", "Disadvantages", "Costs"],
        ),
        ("What is the capital of Bosnia and Herzegovina?", ["Capital of Bosnia, Herzegovina"]),
        ("What is max_connections?", ["max_connections"]),
        ("Wer darf den Zuschuss beantragen?", ["Zuschuss beantragen"]),
        ("I live in Lindental. What grants are there? How do I apply?", ["Grants", "Apply"]),
    ],
)
def test_a_question_is_divided_into_its_sides_and_no_further(question: str, expected: list[str]) -> None:
    """Parts and lists are divided; "and" within a name is not; background sentences are no sides."""
    assert names(question) == expected


@pytest.mark.parametrize(
    ("question", "shared"),
    [
        (HEAT, ("heat pump", "Lindental")),
        (WAERME, ("Wärmepumpe", "Lindental")),
        (TEPLO, ("тепловой насос", "Линдентале")),
    ],
)
def test_every_side_says_what_the_question_is_about(question: str, shared: tuple[str, ...]) -> None:
    """A sub-question stands alone: it keeps the subject and the place."""
    for item in planned(question).dimensions:
        assert all(word in item.question for word in shared), item.question


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("heat pump vs gas boiler: running costs", ("Heat pump", "Gas boiler")),
        ("Compare PostgreSQL and MySQL in terms of replication.", ("PostgreSQL", "MySQL")),
        ("What is the global warming potential of R32 compared with propane?", ("R32", "Propane")),
        ("Was ist der Unterschied zwischen SCOP und Jahresarbeitszahl?", ("SCOP", "Jahresarbeitszahl")),
        ("В чём разница между SCOP и КПД?", ("SCOP", "КПД")),
    ],
)
def test_a_comparison_asks_for_both_sides_and_the_difference(question: str, sides: tuple[str, str]) -> None:
    """Three dimensions, the last of which names both sides."""
    found = names(question)
    assert tuple(found[:2]) == sides
    assert len(found) == 3
    assert all(side.casefold() in found[2].casefold() for side in sides)


def test_the_attribute_of_a_comparison_is_asked_of_both_sides() -> None:
    """ "the potential of R32 compared with propane" asks for the potential of propane too."""
    first, second, _ = planned("What is the global warming potential of R32 compared with propane?").dimensions
    assert first.question == "What is the global warming potential of R32?"
    assert second.question == "What is the global warming potential of propane?"


@pytest.mark.parametrize(
    ("question", "field", "value"),
    [
        (HEAT, "geography", "Lindental"),
        ("What did heat pumps cost in 2024?", "time", "in 2024"),
        ("Wie hoch ist der Zuschuss in Österreich seit 2022, nur amtliche Quellen?", "sources", "nur amtliche Quellen"),
        ("Wie hoch ist der Zuschuss in Österreich seit 2022, nur amtliche Quellen?", "time", "seit 2022"),
        ("Кто может подать заявку, кроме арендаторов?", "exclusions", "арендаторов"),
        ("Who may apply, official sources only, except holiday homes?", "exclusions", "holiday homes"),
        ("Who may apply, official sources only, except holiday homes?", "sources", "official sources only"),
        ("What is the price of bread in English?", "geography", ""),
        ("How do houses without floor heating fare?", "exclusions", ""),
    ],
)
def test_constraints_are_found_in_the_question(question: str, field: str, value: str) -> None:
    """Times, places, kinds of source and exclusions are kept in their own words."""
    assert getattr(planned(question).constraints, field) == value


@pytest.mark.parametrize(
    ("amendment", "expected"),
    [
        ("drop the subsidy", ["Cost to install", "Loud, night"]),
        ("lass die Förderung weg", ["Cost to install", "Loud, night"]),
        ("убери субсидию", ["Cost to install", "Loud, night"]),
        ("please remove the part about subsidies and add the warranty", ["Cost to install", "Loud, night", "Warranty"]),
        (
            "also cover maintenance and lifetime",
            ["Cost to install", "Subsidy", "Loud, night", "Maintenance", "Lifetime"],
        ),
        ("auch die Lebensdauer bitte", ["Cost to install", "Subsidy", "Loud, night", "Lebensdauer"]),
        ("добавь срок службы", ["Cost to install", "Subsidy", "Loud, night", "Срок службы"]),
        ("only the cost", ["Cost to install"]),
        ("how long does it last?", ["Cost to install", "Subsidy", "Loud, night", "Last"]),
        ("Blah blub", ["Cost to install", "Subsidy", "Loud, night", "Blah blub"]),
        ("also cover the noise", ["Cost to install", "Subsidy", "Loud, night"]),
    ],
)
def test_an_amendment_changes_the_dimensions(amendment: str, expected: list[str]) -> None:
    """What is to go goes, what is new comes, and what is not understood is a dimension of that text."""
    assert names(HEAT, amendment) == expected


@pytest.mark.parametrize(
    ("amendment", "heaviest"),
    [
        ("focus on cost", "Cost to install"),
        ("Schwerpunkt auf Lärm", "Loud, night"),
        ("сосредоточься на субсидии", "Subsidy"),
        ("focus on the warranty", "Warranty"),
    ],
)
def test_a_focus_weighs_a_dimension_twice(amendment: str, heaviest: str) -> None:
    """The dimension that is named weighs more than each other one."""
    found = {item.name: item.weight for item in planned(HEAT, amendment).dimensions}
    assert all(found[heaviest] >= 1.9 * weight for name, weight in found.items() if name != heaviest)


@pytest.mark.parametrize(
    ("amendment", "field", "value"),
    [
        ("only official sources", "sources", "only official sources"),
        ("nur amtliche Quellen", "sources", "nur amtliche Quellen"),
        ("ignore blogs", "exclusions", "blogs"),
        ("use only sources since 2024", "time", "since 2024"),
    ],
)
def test_an_amendment_may_constrain_instead(amendment: str, field: str, value: str) -> None:
    """The dimensions stay as they are."""
    found = planned(HEAT, amendment)
    assert getattr(found.constraints, field) == value
    assert [item.name for item in found.dimensions] == names(HEAT)


def test_amendments_add_up() -> None:
    """Each is applied to what the ones before it made."""
    found = names(WAERME, "lass die Förderung weg", "auch die Wartung")
    assert found == ["Kostet", "Laut, nachts", "Wartung"]


@given(st.text(min_size=1).filter(str.strip), st.lists(st.text(max_size=60), max_size=3))
def test_any_question_gets_a_sound_plan(question: str, amendments: list[str]) -> None:
    """Weights sum to one, names differ and fit a line of a table, and the same question gets the same plan."""
    found = planned(question, *amendments)
    assert found.dimensions
    assert sum(item.weight for item in found.dimensions) == pytest.approx(1)
    assert len({item.name.casefold() for item in found.dimensions}) == len(found.dimensions)
    assert all(item.question.strip() and 2 <= item.target <= 4 for item in found.dimensions)
    assert not any(sign in item.name for item in found.dimensions for sign in "|\n")
    assert planned(question, *amendments) == found
