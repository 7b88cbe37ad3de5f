"""What comes after a round: the questions that are pursued, the tasks of a plan, quality, and the decision."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from flows.mission.samples import fact, fold, planned, source, with_facts
from indagate.evidence.authority import Kind
from indagate.evidence.fact import Conflict, Resolution
from indagate.flows.mission.chart import (
    Archived,
    Complete,
    ConflictResolved,
    ConflictsFound,
    Considered,
    DirectiveChanged,
    Dispatched,
    GapsFound,
    ReadThrough,
    SourcesFound,
    Surveyed,
    TasksAdded,
)
from indagate.flows.mission.constraint import UNLIMITED, Constraints
from indagate.flows.mission.finding import Found, Listed
from indagate.flows.mission.planner import Plan
from indagate.flows.mission.record import WHOLE, Mission, MissionInput
from indagate.flows.mission.reflector import (
    Contradiction,
    Raised,
    Reflection,
    assessed,
    check_reflection,
    conflict_question,
    conflicts_of,
    decide,
    once_more,
    planned_tasks,
    pursued,
    question_of,
    search_and_read,
)
from indagate.flows.mission.side import Dimension, TaskSpec

PRICES = ["It costs EUR 5 to rent.", "The rent is EUR 9 in the other town.", "A third pump weighs 80 kg."]


def two_sources(**given: object) -> Mission:
    """A mission with two facts on cost and one on noise, from two sources."""
    mission = with_facts(planned(), PRICES[:2])
    fold(mission, Dispatched("R-2", "reader", "x"), Archived("R-2", replace(source(2), **given)))  # type: ignore[arg-type]
    return fold(mission, ReadThrough("R-2", "doc-002.md", (fact(PRICES[2], "S02", dimension="noise"),)))


def limited(mission: Mission, most: int) -> Mission:
    """The mission with so many iterations."""
    mission.input = MissionInput(mission.input.question, "/sources", max_iterations=most)
    return mission


def test_the_reflector_sees_what_is_known_what_is_open_and_what_is_left() -> None:
    """Sides with facts found and aimed at, facts with their sources, titles, limits, contradictions, open tasks."""
    mission = two_sources()
    fold(mission, Surveyed(2, 9, tuple(Listed(f"{n}.md", f"Title {n}") for n in range(70))))
    fold(mission, ConflictsFound((Conflict("Fact-001", "Fact-002", "rent", "5 against 9"),)))
    asked = question_of(mission)
    assert asked.sides == (("cost", "cost?", 2, 3), ("noise", "noise?", 1, 3))
    assert [one.id for one in asked.facts] == ["Fact-001", "Fact-002", "Fact-003"]
    assert [one.id for one in asked.sources] == ["S01", "S02"]
    assert [one.title for one in asked.listing] == [f"Title {n}" for n in range(60)]
    assert asked.limits == ("since 2020-01-01",)
    assert asked.known == (("Fact-001", "Fact-002"),)
    assert asked.open == ("Search: noise?", "Read what is found on noise")
    assert asked.tasks_left == 50 - 3
    assert question_of(limited(mission, 2)).tasks_left == 0


def test_what_the_reflector_names_that_it_was_not_shown_is_said() -> None:
    """Facts, sides, and a contradiction of a fact with itself; what is right draws no complaint."""
    asked = question_of(two_sources())
    right = Reflection(
        False,
        (Contradiction(("Fact-001", "Fact-003"), "r"),),
        (Raised("Q?", "r", "cost"), Raised("Q?", "r")),
        ("noise",),
    )
    assert check_reflection(asked, right) == []
    pairs = (Contradiction(("Fact-001", "Fact-009"), "r"), Contradiction(("Fact-002", "Fact-002"), "r"))
    assert check_reflection(asked, Reflection(True, pairs, (Raised("Q?", "r", "rent"),), ("costs",))) == [
        "Fact-009 is none of the facts shown", "a contradiction of Fact-002 with itself", "there is no side 'rent'",
        "there is no side 'costs'",
    ]  # fmt: skip


def test_new_contradictions_stand_in_the_order_of_their_facts_and_each_once() -> None:
    """Known ones, unknown facts and a fact against itself are passed over; without a topic it is the side."""
    mission = two_sources()
    fold(mission, ConflictsFound((Conflict("Fact-001", "Fact-002", "rent", "5 against 9"),)))
    pairs = [("Fact-003", "Fact-002"), ("Fact-002", "Fact-001"), ("Fact-002", "Fact-003"), ("Fact-001", "Fact-001"),
             ("Fact-001", "Fact-007"), ("Fact-003", "Fact-001")]  # fmt: skip
    said = Reflection(False, tuple(Contradiction(pair, " why  so ", about="" if n else " a\nb ") for n, pair in
                                   enumerate(pairs)))  # fmt: skip
    assert conflicts_of(mission, said) == [
        Conflict("Fact-001", "Fact-003", "cost", "why so"), Conflict("Fact-002", "Fact-003", "a b", "why so"),
    ]  # fmt: skip


def raised(*questions: str, side: str = "") -> Reflection:
    """A reflection that asks these."""
    return Reflection(False, (), tuple(Raised(text, "it is open", side) for text in questions))


def test_a_question_that_findings_raise_becomes_a_side_with_a_search_and_a_reading() -> None:
    """With its reason and a depth; what was asked already, in whatever case, is not asked again."""
    mission = planned()
    sides, specs, left = pursued(mission, raised("COST?", " what of\nrent? ", "What of RENT?", "", "search: noise?"))
    assert sides == [Dimension("what of rent?", "what of rent?", 0.3, 1, reason="it is open", depth=1)]
    assert specs == [
        TaskSpec("S", "what of rent? (it is open)", "what of rent?"),
        TaskSpec("R", "what is found on what of rent?", "what of rent?", ("+0",)),
    ]
    assert left == []


def test_three_questions_are_pursued_at_once_and_six_in_all_and_the_others_stay_open() -> None:
    """Each reading follows its own search; a long question has a short name."""
    mission = planned()
    sides, specs, left = pursued(mission, raised("a?", "b" * 90, "c?", "d?"))
    assert ([item.name for item in sides], left) == (["a?", "b" * 80, "c?"], ["d?"])
    assert [spec.after for spec in specs] == [(), ("+0",), (), ("+2",), (), ("+4",)]
    fold(mission, DirectiveChanged(dimensions=(*mission.dimensions, *sides, replace(sides[0], name="z", question="z"))))
    sides, _, left = pursued(mission, raised("e?", "f?", "g?"))
    assert ([item.name for item in sides], left) == (["e?", "f?"], ["g?"])


def test_a_question_lies_two_findings_from_the_plan_at_most() -> None:
    """Each reflection is a step further."""
    mission = fold(planned(), Considered(False))
    assert [item.depth for item in pursued(mission, raised("a?"))[0]] == [2]
    assert pursued(fold(mission, Considered(False)), raised("a?")) == ([], [], ["a?"])


def test_a_question_to_a_side_is_another_search_of_it_up_to_two() -> None:
    """No new side; it is the side's question in other words."""
    sides, specs, left = pursued(planned(), raised("What of rent?", side="cost"))
    assert (sides, left) == ([], [])
    assert [(spec.kind, spec.description, spec.dimension) for spec in specs] == [
        ("S", "What of rent? (it is open)", "cost"), ("R", "what is found on cost", "cost"),
    ]  # fmt: skip
    searched = fold(planned(), TasksAdded((TaskSpec("S", "again", "cost"),), "x", "x"))
    assert pursued(searched, raised("What of rent?", side="cost"))[1:] == ([], ["What of rent?"])
    assert len(pursued(planned(), raised("a?", "b?", "c?", "d?", side="cost"))[1]) == 6


@pytest.mark.parametrize(("most", "many"), [(2, 0), (3, 1), (4, 1), (5, 2)])
def test_no_question_is_pursued_that_no_iteration_is_left_for(most: int, many: int) -> None:
    """A search and a reading are two; one has been begun."""
    mission = limited(fold(planned(), Dispatched("S-1", "searcher", "x")), most)
    sides, specs, left = pursued(mission, raised("a?", "b?"))
    assert (len(sides), len(specs), len(left)) == (many, 2 * many, 2 - many)


def test_a_plan_has_a_search_and_a_reading_for_each_side_after_the_sides_that_it_needs() -> None:
    """Whatever order they are named in; half of the weight makes a side critical; other tasks come last."""
    sides = (Dimension("b", "B?", 0.5, after=("a",)), Dimension("a", "A?", 0.49))
    plan = Plan("Q?", sides, UNLIMITED, (("P", "more", ("a",)), ("C", "compare", ("a", "b"))))
    assert planned_tasks(plan) == (
        TaskSpec("S", "A?", "a"),
        TaskSpec("R", "what is found on a", "a", ("+0",)),
        TaskSpec("S", "B?", "b", ("+1",), critical=True),
        TaskSpec("R", "what is found on b", "b", ("+2",), critical=True),
        TaskSpec("P", "more", after=("+1",)),
        TaskSpec("C", "compare", after=("+1", "+3")),
    )


def test_sides_that_need_each_other_are_planned_all_the_same() -> None:
    """The first named goes first, without what it cannot have."""
    sides = (Dimension("a", "A?", 0.2, after=("b",)), Dimension("b", "B?", 0.2, after=("a",)))
    assert [(spec.dimension, spec.after) for spec in planned_tasks(Plan("Q?", sides))] == [
        ("a", ()), ("a", ("+0",)), ("b", ("+1",)), ("b", ("+2",)),
    ]  # fmt: skip


def test_a_search_again_or_in_place_of_another_says_so() -> None:
    """As the query-writer is told."""
    side = Dimension("a", "A?")
    assert [one.description for one in search_and_read(side, 0)] == ["A?", "what is found on a"]
    assert search_and_read(side, 0, again=True)[0].description == "in another way: A?"
    instead = search_and_read(side, 3, instead_of="S-1")
    assert instead[0].description == "in another way: A?"
    assert [(one.instead_of, one.after, one.critical) for one in instead] == [
        ("S-1", (), False), ("S-1", ("+3",), False),
    ]  # fmt: skip


def test_the_quality_of_the_evidence_is_computed_from_it() -> None:
    """Completeness 30 %, authority 25 %, conflicts 20 %, traceability 15 %, recency 10 %."""
    mission = two_sources(kind=Kind.OFFICIAL, published=date(2024, 6, 1))
    seen = assessed(mission, "why")
    parts = dict(seen.parts)
    assert parts == {
        "completeness": 0.5,  # half of the weight at two facts of three, half at one of three
        "authority": 0.85,  # news 0.7, official 1.0
        "conflict": 1.0,
        "traceability": 1.0,
        "recency": 0.9,  # less than a year old, and less than three
    }
    assert seen.quality == round(10 * (0.3 * 0.5 + 0.25 * 0.85 + 0.2 + 0.15 + 0.1 * 0.9), 2)
    assert (seen.coverage, seen.decision) == ((("cost", 2, 3), ("noise", 1, 3)), "why")
    pair = (Conflict("Fact-001", "Fact-002", "x", "y"), Conflict("Fact-001", "Fact-003", "x", "y"))
    fold(mission, ConflictsFound(pair))
    assert dict(assessed(mission, "").parts)["conflict"] == 0.0
    fold(mission, ConflictResolved("Conflict-1", Resolution(None, None, "both")))
    assert dict(assessed(mission, "").parts)["conflict"] == 0.5


def test_more_facts_than_aimed_at_make_no_side_more_than_complete() -> None:
    """And nothing found is worth nothing but that nothing contradicts it."""
    mission = with_facts(planned("cost"), [f"Model {n} weighs {n * 7} kg alone." for n in range(2, 9)])
    assert dict(assessed(mission, "").parts)["completeness"] == 1.0
    other = with_facts(planned("cost", "noise"), [f"Model {n} weighs {n * 7} kg alone." for n in range(2, 9)])
    assert dict(assessed(other, "").parts)["completeness"] == 0.5, "seven facts on one side say nothing of the other"
    bare = assessed(planned(), "")
    assert dict(bare.parts) == {
        "completeness": 0.0, "authority": 0.0, "conflict": 1.0, "traceability": 0.0, "recency": 0.0,
    }  # fmt: skip
    assert bare.quality == 2.0


def test_who_resolves_a_contradiction_is_shown_both_facts_with_their_sources() -> None:
    """In their order, and the day by which they are old."""
    mission = two_sources()
    fold(mission, ConflictsFound((Conflict("Fact-002", "Fact-003", "rent", "why"),)))
    asked = conflict_question(mission, "Conflict-1")
    assert asked.conflict.about == "rent"
    assert [one.id for one in asked.facts] == ["Fact-002", "Fact-003"]
    assert [one.id for one in asked.sources] == ["S01", "S02"]
    assert asked.today == date(2026, 1, 1)


# --- what comes next ------------------------------------------------------------------------------------------------

ENOUGH, THIN = Considered(True, by="openai:m"), Considered(False, ("noise",), ("What of rent?",), "openai:m")


def disputed() -> Mission:
    """A mission with two contradictions."""
    pair = (Conflict("Fact-001", "Fact-002", "rent", "x"), Conflict("Fact-001", "Fact-003", "weight", "y"))
    return fold(two_sources(), ConflictsFound(pair))


def test_contradictions_get_a_task_each_where_somebody_can_say_what_holds() -> None:
    """Once; where nobody can, the report shows both sides."""
    found = decide(disputed(), ENOUGH, [], [], resolves=True)
    settling = (TaskSpec("C", "Conflict-1, rent", conflict="Conflict-1"),
                TaskSpec("C", "Conflict-2, weight", conflict="Conflict-2"))  # fmt: skip
    assert found == GapsFound("2 contradictions", settling)
    tried = fold(disputed(), TasksAdded(settling[:1], "reflection", "x"))
    assert decide(tried, ENOUGH, [], [], resolves=True) == GapsFound("1 contradiction", settling[1:])
    assert decide(disputed(), ENOUGH, [], [], resolves=False) == Complete("enough, says openai:m")


@pytest.mark.parametrize(("most", "many"), [(3, 0), (4, 1), (5, 2)])
def test_no_more_contradictions_are_looked_into_than_iterations_are_left(most: int, many: int) -> None:
    """Three have been begun."""
    found = decide(limited(disputed(), most), ENOUGH, [], [], resolves=True)
    assert (len(found.tasks) if isinstance(found, GapsFound) else 0) == many


def test_questions_of_findings_come_before_anything_else() -> None:
    """With what they are: new sides, more on what there is, contradictions."""
    side = Dimension("rent", "Rent?", depth=1)
    specs = search_and_read(side, 0)
    found = decide(disputed(), THIN, specs, [side], resolves=True)
    assert isinstance(found, GapsFound)
    assert found.reason == "1 question that findings raise; 2 contradictions"
    assert (found.tasks[:2], found.dimensions, len(found.tasks)) == (tuple(specs), (side,), 4)
    more = decide(planned(), THIN, [*specs, *search_and_read(side, 2)], [side], resolves=True)
    assert isinstance(more, GapsFound)
    assert more.reason == "1 question that findings raise; more on what there is"
    assert decide(planned(), THIN, specs, [], resolves=True) == GapsFound("more on what there is", tuple(specs))
    assert decide(limited(disputed(), 6), THIN, specs, [side], resolves=True).reason.endswith("; 1 contradiction")


def test_a_side_with_nothing_is_searched_for_once_more() -> None:
    """In another way, unless the reflector says that it needs no more; those that have facts are not."""
    bare = planned()
    found = decide(bare, None, [], [], resolves=True)
    assert found == GapsFound(
        "no evidence yet: cost, noise",
        (*search_and_read(bare.dimensions[0], 0, again=True), *search_and_read(bare.dimensions[1], 2, again=True)),
    )
    assert decide(bare, THIN, [], [], resolves=True).reason == "no evidence yet: cost"
    some = with_facts(planned(), PRICES[:1])
    assert decide(some, None, [], [], resolves=True).reason == "no evidence yet: noise"
    assert decide(some, ENOUGH, [], [], resolves=True) == Complete(
        "enough, says openai:m", ("noise: none of the 3 facts aimed at",)
    )


def test_what_nothing_was_found_on_after_two_searches_is_said_in_the_report() -> None:
    """With what is still open; without a reflector as well."""
    done = fold(planned(), TasksAdded((TaskSpec("S", "x", "cost"), TaskSpec("S", "x", "noise")), "x", "x"))
    missing = ("cost: none of the 3 facts aimed at", "noise: none of the 3 facts aimed at")
    assert decide(done, None, [], [], resolves=True) == Complete("nothing else to try", missing)
    said = "not enough, and nothing else to try, says openai:m"
    assert decide(done, THIN, [], [], resolves=True) == Complete(said, (*missing, "Still open: What of rent?"))


@pytest.mark.parametrize(("most", "again"), [(2, False), (3, True)])
def test_nothing_is_searched_for_again_without_two_iterations(most: int, again: bool) -> None:
    """A search that nothing could read would be none; one has been begun."""
    mission = limited(fold(planned(), Dispatched("S-1", "searcher", "x")), most)
    assert isinstance(decide(mission, None, [], [], resolves=False), GapsFound) is again


def test_a_folder_that_was_read_whole_is_not_searched_again() -> None:
    """All of it was seen."""
    whole = (Found("b.md", "B", "relevant", "good", ()), Found("a.md", "A", "relevant", WHOLE, ((0, 9),)))
    mission = fold(planned(), SourcesFound("S-1", whole))
    assert isinstance(decide(mission, None, [], [], resolves=False), Complete)
    assert isinstance(decide(fold(planned(), SourcesFound("S-1", whole[:1])), None, [], [], resolves=False), GapsFound)


def test_a_run_that_could_read_nothing_reads_again_what_was_found() -> None:
    """What a search found nothing for needs no reading."""
    found = (Found("a.md", "A", "relevant", "good", ()),)
    mission = fold(planned(), SourcesFound("S-1", found), SourcesFound("S-2", ()))
    assert once_more(mission) == GapsFound(
        "resumed, since nothing could be read", (TaskSpec("R", "what S-1 found, again", "cost", ("S-1",)),)
    )


def test_limits_hide_a_contradiction_with_what_they_leave_out() -> None:
    """Neither decided on, nor shown to the reflector, nor counted as found."""
    mission = fold(disputed(), DirectiveChanged(constraints=Constraints(exclude=("doc-002.md",))))
    assert question_of(mission).known == (("Fact-001", "Fact-002"),)
    assert decide(mission, ENOUGH, [], [], resolves=True).reason == "1 contradiction"
