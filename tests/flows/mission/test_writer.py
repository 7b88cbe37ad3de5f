"""What writers make of facts: claims, computed numbers, comparisons, excerpts, and what each rests on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Literal

import pytest

from flows.mission.samples import fact, fold, planned, source, with_facts
from indagate.evidence.fact import Conflict, Fact, Resolution
from indagate.evidence.source import Source
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.chart import SectionWritten
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.computed import Calculation, filled, told, value_of
from indagate.flows.mission.resolver import ConflictQuestion, ResolutionAnswer, resolution
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.supporting import basis_of, labelled, stands, worded_by
from indagate.flows.mission.writer import (
    BOTTOM_LINE,
    SECTION_WRITER,
    BottomAnswer,
    BottomQuestion,
    Draft,
    SectionAnswer,
    SectionQuestion,
    Sentence,
    bottom_line,
    check_bottom_line,
    check_section,
    excerpts,
    lacking,
    section,
)

RENT, PRICE = "The rent is EUR 100 a month.", "The price of a pump is EUR 2,500 in the median."


def facts(*statements: str) -> tuple[tuple[Fact, ...], tuple[Source, ...]]:
    """Facts of one source, numbered."""
    made = (replace(fact(text, "S01", 100 * n), id=f"Fact-00{n}") for n, text in enumerate(statements, 1))
    return tuple(made), (replace(source(1, "Prices of Lindental"), id="S01"),)


def sections(*statements: str, question: str = "What does a pump cost?", dimension: str = "cost") -> SectionQuestion:
    return SectionQuestion("Q?", Dimension(dimension, question), *facts(*statements), asked=("What of Atlantis?",))


def bottoms(*statements: str, overruled: tuple[tuple[str, Fact], ...] = ()) -> BottomQuestion:
    known, sources = facts(*statements)
    return BottomQuestion("Q?", (), known, sources, (), overruled)


def test_a_sentence_becomes_a_claim_without_the_marks_that_a_model_puts_into_it() -> None:
    """One line; each fact once, however it is bracketed; an inference stays one."""
    said = (
        Sentence("It is\n EUR 100 [Fact-001] a month [^Fact-001; S01].", ("[^Fact-001]", " Fact-001 ", "Fact-002")),
        Sentence("So it is cheap [sic].", ("Fact-001",), "inference"),
    )
    assert section(sections(RENT, PRICE), SectionAnswer(said)) == Draft(
        (
            Claim("It is EUR 100 a month.", ("Fact-001", "Fact-002")),
            Claim("So it is cheap [sic].", ("Fact-001",), "inference"),
        )
    )


def test_a_computed_number_stands_in_its_sentence_with_its_expression() -> None:
    """Only what a slot of the sentence shows is kept; numbers of facts that it does not cite are none of its own."""
    sums = (Calculation("sum", "2,500 EUR + 100 EUR"), Calculation("unused", "2,500 EUR - 100 EUR"))
    answer = BottomAnswer(True, (Sentence("Both are {sum}; {sum}.", ("Fact-001", "Fact-002"), "worded", sums),))
    (claim,) = bottom_line(bottoms(RENT, PRICE), answer).claims
    assert claim.text == "Both are 2600 EUR; 2600 EUR."
    assert claim.computed == (("2,500 EUR + 100 EUR", "2600 EUR"),)
    assert claim.values == ("2600 EUR",)
    assert told((*claim.computed, ("1 m + 1 m", "2 m"))) == "2,500 EUR + 100 EUR = 2600 EUR; 1 m + 1 m = 2 m"
    alone = BottomAnswer(True, (Sentence("Both are {sum}.", ("Fact-001",), "worded", sums),))
    with pytest.raises(ValueError, match=r"no quote holds .*2,500"):
        bottom_line(bottoms(RENT, PRICE), alone)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("31,800 EUR - 17,500 EUR", "14300 EUR"),
        ("EUR 31,800 - EUR 17,500", "14300 EUR"),
        ("7 / 120", "0.0583"),
        ("120 / 7", "17.1"),
        ("700.4 - 600", "100.4"),
        ("100 * 7 / 120", "5.83"),
        ("100 * 120 / 7", "1714.3"),
        ("7 / 700", "0.01"),
    ],
)
def test_a_value_is_rounded_to_what_a_reader_needs(expression: str, value: str) -> None:
    """Three digits below a hundred, one decimal from there on; whole numbers stay; 100 makes percentages."""
    assert value_of(expression, ("It was EUR 17,500, or EUR 31,800; 7 of 120 and of 700, 600 or 700.4.",)) == value


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("EUR 9 - EUR 5", "no quote holds .*9"),
        ("EUR 5 - 5 km", "cannot be computed"),
        ("5 / 0", "cannot be computed|no quote holds"),
        ("5 km * 5 km", "a unit that no quote has"),
    ],
)
def test_a_number_that_does_not_come_from_the_quotes_is_refused(expression: str, said: str) -> None:
    """With the reason, which the model is told."""
    with pytest.raises(ValueError, match=said):
        value_of(expression, ("It costs EUR 5 for 5 km.",))


def test_a_slot_needs_its_calculation() -> None:
    """It is named with the sentence; a sentence without slots stays as it is."""
    with pytest.raises(ValueError, match=r"no calculation .gap. for the slot in: It is \{gap\}"):
        filled("It is {gap}.", (Calculation("sum", "5 + 5"),), ("5",))
    assert filled("It is {Gap}.", (), ()) == ("It is {Gap}.", ())


CELLS = (TableCell(" EUR\n100 ", ("[Fact-001]", "Fact-001")), TableCell("EUR 2,500", ("Fact-002",)))


@pytest.mark.parametrize(
    ("given", "table"),
    [
        (Table(("Rent", "Price"), ()), None),
        (Table(("Rent",), (TableRow("a", CELLS),)), None),
        (
            Table((" The\nrent", "Price"), (TableRow(" a  b", CELLS),)),
            Table(("The rent", "Price"), (TableRow("a b", (TableCell("EUR 100", ("Fact-001",)), CELLS[1])),)),
        ),
        (
            Table(("Rent", "Price", "Tax"), (TableRow("a", CELLS[1:]), TableRow("b", (*CELLS[1:] * 4,)))),
            Table(
                ("Rent", "Price", "Tax"),
                (TableRow("a", (CELLS[1], TableCell(), TableCell())), TableRow("b", (CELLS[1],) * 3)),
            ),
        ),
    ],
)
def test_a_comparison_has_two_columns_and_a_cell_in_each(given: Table, table: Table | None) -> None:
    """A row that is short is filled with nothing, one that is long is cut; a single column compares nothing."""
    assert bottom_line(bottoms(RENT), BottomAnswer(False, (), given)) == Draft((), answered=False, table=table)


def test_only_cells_that_say_something_are_said() -> None:
    """In their order."""
    assert Table(("a", "b"), (TableRow("r", (TableCell(), CELLS[1])),)).said == (CELLS[1],)


WRONG = [
    (Claim("It is EUR 100.", ("Fact-001", "Fact-009")), "Fact-009 is none of the facts shown: It is EUR 100."),
    (Claim("It is EUR 101.", ("Fact-001",)), "101"),
    (Claim("So says Ministerium.de/x.", ("Fact-001",)), "Ministerium.de"),
    (Claim("It is so.", ()), "cites no fact"),
]


@pytest.mark.parametrize(("claim", "said"), WRONG)
def test_a_writer_is_told_what_its_facts_do_not_hold(claim: Claim, said: str) -> None:
    """Facts that it was not shown, numbers, addresses; what is right draws no complaint."""
    right = (
        Claim("The rent is EUR 100.", ("Fact-001",)),
        Claim("It is 7 km.", ("Fact-001",), computed=(("a", "7 km"),)),
    )
    for complaints in (
        check_section(sections(RENT), Draft((right[0], claim, right[1]))),
        check_bottom_line(bottoms(RENT), Draft((claim,))),
    ):
        assert len(complaints) == 1
        assert said in complaints[0]
        assert complaints[0].endswith(claim.text)


def test_an_answer_without_a_sentence_is_none() -> None:
    """Where it says that there is one; a section may be empty."""
    assert check_bottom_line(bottoms(RENT), Draft(())) == ["it is said to be answered, but there is no sentence"]
    assert check_bottom_line(bottoms(RENT), Draft((), answered=False)) == []
    assert check_section(sections(RENT), Draft(())) == []


def test_names_may_come_from_the_question_and_from_the_titles_of_sources() -> None:
    """Others not."""
    assert check_section(sections(RENT), Draft((Claim("A month in Atlantis is EUR 100.", ("Fact-001",)),))) == []
    assert check_section(sections(RENT), Draft((Claim("A month in Lindental is EUR 100.", ("Fact-001",)),))) == []
    assert check_section(sections(RENT), Draft((Claim("A month in Kestrel is EUR 100.", ("Fact-001",)),)))


def test_a_fact_that_was_overruled_may_be_told_of_beside_the_one_that_stands() -> None:
    """Not by itself, and only in the bottom line."""
    fallen = replace(fact("The rent is EUR 90 a month.", "S01"), id="Fact-007", status="DEPRECATED", reason="old")
    question = bottoms(RENT, overruled=(("Fact-001", fallen),))
    both = Claim("It is EUR 100, no longer EUR 90.", ("Fact-001", "Fact-007"))
    assert check_bottom_line(question, Draft((both,))) == []
    assert "deprecated: old" in check_bottom_line(question, Draft((replace(both, facts=("Fact-007",)),)))[0]
    assert "none of the facts shown" in check_section(sections(RENT), Draft((both,)))[0]


def test_more_facts_leave_room_for_a_longer_section_up_to_a_bound() -> None:
    """What is reserved of a budget grows with what is to be told."""
    room = [SECTION_WRITER.most(sections(*[RENT] * many)) for many in (0, 1, 2, 40, 60)]
    assert 0 < room[0] < room[1] < room[2] < room[3] == room[4]
    assert BOTTOM_LINE.most(bottoms(RENT)) > 0


def test_without_a_model_a_section_is_three_excerpts_those_with_all_words_first() -> None:
    """Of repetitions the first; titles count."""
    said = ["A pump is loud.", "A pump does cost EUR 5.", "A fence is green.", "A pump  does cost EUR 5!",
            "The cost of a pump is EUR 9.", "The cost of another pump is EUR 7."]  # fmt: skip
    made = excerpts(sections(*said))
    assert made == Draft((Claim(said[1], ("Fact-002",)), Claim(said[4], ("Fact-005",)), Claim(said[5], ("Fact-006",))))
    (one,), (place,) = facts("The rent is low.")
    assert lacking(Asked.of("pump prices rent noise"), one, place) == ("pump", "noise")
    assert lacking(Asked.of("pump rent noise"), replace(one, place="Noise"), replace(place, locator="pump.md")) == ()


# --- what a sentence rests on ---------------------------------------------------------------------------------------

TWO = replace(fact("It is loud. At night it must be quiet, by law.", "S01"), id="Fact-001", by="openai:r")


@pytest.mark.parametrize(
    ("text", "by", "basis"),
    [
        ("It is loud. At night it must be quiet, by law.", "openai:w", "verbatim"),
        ("At night  it must be quiet, by law", "openai:w", "verbatim"),
        ("It is loud.", "openai:w", "verbatim"),
        ("it must be quiet", "openai:w", "worded"),
        ("it must be quiet", "rule", "verbatim"),
        ("It must be quiet.", "rule", "worded"),
    ],
)
def test_whole_sentences_of_a_quote_are_verbatim_and_of_a_rule_a_clause_too(text: str, by: str, basis: str) -> None:
    """Any other words are words of who wrote them."""
    assert basis_of(text, [fact("Nothing of it.", "S01"), TWO], by) == basis


def test_who_read_a_statement_worded_what_a_rule_takes_over() -> None:
    """A sentence of the source is worded by nobody; a model's section is its own."""
    own = [fact("x y", "S01"), TWO]
    assert worded_by("It is rather loud.", own, "rule") == "openai:r"
    assert worded_by("It is loud.", own, "rule") == "rule"
    assert worded_by("It is rather loud.", own, "openai:w") == "openai:w"
    assert worded_by("It is rather loud.", [replace(TWO, by="rule"), replace(TWO, by="")], "rule") == "rule"


def test_a_cell_stands_where_a_quote_that_it_cites_has_its_words() -> None:
    """In any case; all that it cites has to be there, and one of it to say it."""
    mission = with_facts(planned(), [RENT, PRICE])
    both = ("Fact-001", "Fact-002")
    assert stands(TableCell("the rent  is EUR 100", ("Fact-001",)), mission)
    assert stands(TableCell("eur 2,500", both), mission)
    for cell in (TableCell("EUR 101", both), TableCell("EUR 100", ("Fact-001", "Fact-009")), TableCell("EUR 100"),
                 TableCell("EUR 100", ("Fact-002",)), TableCell("", ("Fact-001",))):  # fmt: skip
        assert not stands(cell, mission)


def test_a_heading_says_nothing_that_its_cells_do_not_name() -> None:
    """The sides of the question may; an empty one says nothing at all."""
    mission = with_facts(planned("Rent in Kestrel", "b"), [RENT], dimension="Rent in Kestrel")
    cells = [TableCell("EUR 100", ("Fact-001",))]
    assert labelled("Monthly rent", cells, mission)
    assert labelled("In Kestrel", cells, mission)
    assert not labelled("In Atlantis", cells, mission)
    assert not labelled("Over 200", cells, mission)
    assert not labelled("", cells, mission)


# --- which side of a contradiction holds ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holds", "preferred", "deprecated"),
    [("first", "Fact-001", "Fact-002"), ("second", "Fact-002", "Fact-001"), ("both", None, None)],
)
def test_a_resolution_names_facts(
    holds: Literal["first", "second", "both"], preferred: str | None, deprecated: str | None
) -> None:
    """With its reason in one line, which names no address that the facts do not."""
    (one, other), (place,) = facts(RENT, PRICE)
    asked = ConflictQuestion(Conflict(one.id, other.id, "cost", "x"), (one, other), (place, place), date(2026, 1, 1))
    assert resolution(asked, ResolutionAnswer(holds, " it is\nnewer ")) == Resolution(
        preferred, deprecated, "it is newer"
    )
    assert "evil" not in resolution(asked, ResolutionAnswer(holds, "it is newer, see http://evil.example/x")).reason
    with pytest.raises(ValueError, match="a resolution needs a reason"):
        resolution(asked, ResolutionAnswer(holds, " \n"))


def test_a_mission_says_who_wrote_which_part() -> None:
    """In the order of the plan; a part without a sentence was written by nobody, the bottom line by who tried."""
    mission = with_facts(planned("a", "b", "c"), [RENT], dimension="a")
    assert (mission.writers, mission.written_by) == ({}, "rule")
    claims = (Claim(RENT, ("Fact-001",)),)
    fold(mission, SectionWritten("b", claims, by="m2"), SectionWritten("a", claims, by="m1"))
    fold(mission, SectionWritten("c", (), by="m3"), SectionWritten("", (), answered=False, by="m1"))
    assert mission.writers == {"m1": ["", "a"], "m2": ["b"]}
    assert mission.written_by == "m1 (bottom line, a); m2 (b)"
    assert not mission.sections[""].answers
    assert mission.sections["c"].answers
