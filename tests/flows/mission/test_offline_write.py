"""The offline writers: sections and the bottom line."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.evidence import Confidence, Fact, Kind, Source, conflicts, fact_id, verify_claim, words
from indagate.flows.mission.ask import BottomLine, BottomQuestion, ConflictQuestion, SectionQuestion
from indagate.flows.mission.chart import Claim, Dimension
from indagate.flows.mission.offline import bottom_line, resolve, section

TODAY = date(2026, 4, 1)
COST = Dimension("cost", "What does a heat pump cost in Lindental?")
MEDIAN = "An air-to-water heat pump in Lindental costs EUR 31,800 in the median."
STALE = "An air-to-water heat pump in Lindental costs about EUR 17,500."


def source(number: int, published: date | None = None, kind: Kind = Kind.INDUSTRY) -> Source:
    name = f"S{number:02d}"
    return Source(
        name, f"{name}.txt", "", f"Publisher {number}", "", published, datetime(2026, 4, 1), "text/plain",
        name, name, kind, "", "",
    )  # fmt: skip


def fact(number: int, statement: str, dimension: Dimension = COST, **more: object) -> Fact:
    origin = str(more.pop("source", f"S{number:02d}"))
    return Fact(
        fact_id(number),
        statement,
        origin,
        statement,
        0,
        len(statement),
        dimension.name,
        (),
        TODAY,
        **more,  # type: ignore[arg-type]
    )


def bottom(
    dimension: Dimension, *facts: Fact, sources: tuple[Source, ...] = (), diverging: tuple[tuple[str, str], ...] = ()
) -> BottomLine:
    found = sources or tuple(source(int(name[1:])) for name in dict.fromkeys(one.source for one in facts))
    return bottom_line(BottomQuestion(dimension.question, (dimension,), facts, found, diverging))


def test_the_answer_comes_first_in_a_section() -> None:
    """Whatever the order of the facts."""
    aside = fact(1, "The heat pump stands in the garden of the college in Lindental.")
    answer = fact(2, MEDIAN)
    claims = section(SectionQuestion("?", COST, (aside, answer), (source(1), source(2)))).claims
    assert claims[0] == Claim(MEDIAN, ("Fact-002",))


def test_facts_that_say_the_same_make_one_claim() -> None:
    """Which cites them all."""
    claims = section(SectionQuestion("?", COST, (fact(1, MEDIAN), fact(2, MEDIAN)), (source(1), source(2)))).claims
    assert claims == (Claim(MEDIAN, ("Fact-001", "Fact-002")),)


def test_a_newer_source_goes_before_an_old_one() -> None:
    """Where both answer equally well."""
    sources = (source(1, date(2014, 5, 12)), source(2, date(2026, 3, 5)))
    claims = section(SectionQuestion("?", COST, (fact(1, STALE), fact(2, MEDIAN)), sources)).claims
    assert [claim.facts for claim in claims] == [("Fact-002",), ("Fact-001",)]


def test_the_cells_of_a_row_get_the_names_of_their_columns() -> None:
    """Unless these hold numbers, which the quote does not."""
    row = "Gas boiler | EUR 9,000 | EUR 12,000"
    base = fact(1, "Gas boiler: EUR 9,000; EUR 12,000")
    named = Fact(
        base.id, base.statement, "S01", row, 0, len(row), "cost", (), TODAY, context="System | Lowest | Median"
    )
    numbered = Fact(
        base.id, base.statement, "S01", row, 0, len(row), "cost", (), TODAY, context="System | in 2024 | in 2025"
    )
    assert (
        section(SectionQuestion("?", COST, (named,), ())).claims[0].text
        == "Gas boiler – Lowest: EUR 9,000; Median: EUR 12,000."
    )
    assert section(SectionQuestion("?", COST, (numbered,), ())).claims[0].text == "Gas boiler: EUR 9,000; EUR 12,000."


@pytest.mark.parametrize(
    ("dimension", "statement"),
    [
        (COST, MEDIAN),
        (Dimension("laut", "Wie laut darf es nachts sein?"), "Nachts darf der Lärm höchstens 35 dB(A) erreichen."),
        (Dimension("стоит", "Сколько стоит консультация?"), "Консультация стоит 25 евро."),
    ],
)
def test_a_fact_that_holds_the_answer_is_the_bottom_line(dimension: Dimension, statement: str) -> None:
    """In its own words, cited."""
    found = bottom(dimension, fact(1, statement, dimension))
    assert found == BottomLine((Claim(statement, ("Fact-001",)),), answered=True)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        (
            "How many years does a heat pump last?",
            "Ten years of warranty on the compressor of the heat pump are included.",
        ),
        ("How many years does a heat pump last?", "Two years say nothing about how long a heat pump will last."),
        (
            "What does heat from the network cost?",
            "Heat from the network gets a tariff, and no price can be named before.",
        ),
        ("What is the default port of MongoDB?", "The default port is 5432."),
        ("What does a heat pump cost?", "A heat pump stands in the garden."),
        ("Was kostet eine Wärmepumpe?", "Ein Hausbesuch mit Beratung kostet 90 Euro."),
        ("Как долго служит тепловой насос?", "Срок службы теплового насоса неизвестен."),
    ],
)
def test_what_the_facts_do_not_hold_is_not_answered(question: str, statement: str) -> None:
    """The nearest evidence is shown instead."""
    found = bottom(Dimension("x", question), fact(1, statement, Dimension("x", question)))
    assert not found.answered
    assert found.claims == (Claim(statement, ("Fact-001",)),)


def test_a_price_of_something_else_in_a_document_of_that_title_is_no_answer() -> None:
    """The title tells what the document is about, not what each of its sentences is."""
    priced = Dimension("Kostet", "Was kostet eine Wärmepumpe?")
    visit = fact(1, "Ein Hausbesuch kostet 90 Euro.", priced, place="Merkblatt: Wärmepumpe › Beratung")
    assert not bottom(priced, visit).answered


def test_the_nearest_evidence_is_what_says_that_it_is_not_known() -> None:
    """Before what answers something else."""
    lasting = Dimension("last", "How many years does a heat pump last?")
    warranty = fact(1, "The warranty on the heat pump is ten years.", lasting)
    unknown = fact(2, "How long the heat pump will last is not known.", lasting)
    assert bottom(lasting, warranty, unknown).claims[0].facts == ("Fact-002",)


def test_without_facts_there_is_no_claim() -> None:
    """And no answer."""
    assert bottom(COST) == BottomLine((), answered=False)


def test_both_sides_of_a_divergence_are_shown() -> None:
    """Never one number made of two."""
    facts = (fact(1, MEDIAN), fact(2, STALE))
    found = bottom(COST, *facts, diverging=(("Fact-001", "Fact-002"),))
    assert {name for claim in found.claims for name in claim.facts} == {"Fact-001", "Fact-002"}
    assert found.claims[1].text.startswith("Another source differs: ")


@pytest.mark.parametrize(
    ("question", "statement", "start"),
    [
        ("Are boreholes permitted in the old town?", "Boreholes are permitted in the old town.", "Yes: "),
        ("Are boreholes permitted in the old town?", "Boreholes are not permitted in the old town.", "No: "),
        (
            "Are boreholes permitted in the old town?",
            "Boreholes are permitted in the old town if a notice is given.",
            "Boreholes",
        ),
        ("Does VACUUM FULL lock the table?", "VACUUM without FULL does not lock the table.", "VACUUM"),
        ("Sind Bohrungen in der Altstadt zulässig?", "Bohrungen sind in der Altstadt nicht zulässig.", "Nein: "),
    ],
)
def test_yes_and_no_are_said_only_where_a_sentence_says_so(question: str, statement: str, start: str) -> None:
    """Plainly and unconditionally."""
    dimension = Dimension("x", question)
    assert bottom(dimension, fact(1, statement, dimension)).claims[0].text.startswith(start)


def test_a_conflict_is_resolved_by_the_rules_of_evidence() -> None:
    """The official source goes first."""
    one = fact(1, "The grant covers 30 % of the eligible costs.")
    other = fact(2, "The grant covers 40 % of the eligible costs.")
    sources = (source(1, date(2026, 1, 15), Kind.OFFICIAL), source(2, date(2026, 2, 3), Kind.NEWS))
    (conflict,) = conflicts((one, other), {item.id: item for item in sources})
    assert resolve(ConflictQuestion(conflict, (one, other), sources, TODAY)).preferred == "Fact-001"


STATEMENT = st.lists(
    st.sampled_from(
        ["heat", "pump", "costs", "EUR 5,000", "35 dB(A)", "Lindental", "not", "in", "2024", "die", "цена", "three"]
    ),
    min_size=2,
    max_size=90,
).map(" ".join)


@settings(deadline=None)
@given(st.lists(STATEMENT, max_size=6))
def test_every_claim_is_borne_by_the_facts_it_cites(statements: list[str]) -> None:
    """No claim without a fact, no number that its facts do not hold, and the same facts give the same text."""
    facts = tuple(fact(number, text) for number, text in enumerate(statements, start=1))
    known = {item.id: item for item in facts}
    sources = tuple(source(number) for number in range(1, len(facts) + 1))
    written = section(SectionQuestion("?", COST, facts, sources)).claims
    found = bottom(COST, *facts, sources=sources)
    assert len(written) <= 8
    for claim in (*written, *found.claims):
        assert claim.facts
        assert not verify_claim(claim.text, [known[name] for name in claim.facts])
    assert bottom(COST, *facts, sources=sources) == found


@pytest.mark.parametrize("start", ["in 2024", "In 2024", "heat in 2024"])
def test_a_year_before_an_amount_passes_the_door(start: str) -> None:
    """The rule writes it, and the check reads it as the fact did, also where the claim is cut."""
    for text in (f"{start} EUR 5,000 EUR 5,000 costs 35 dB(A) 35 dB(A)", f"{start} EUR 5,000 EUR 5,000 {'pump ' * 90}"):
        one = fact(1, f"{'heat ' * 60 if start.startswith('heat') else ''}{text}")
        for claim in (*section(SectionQuestion("?", COST, (one,), ())).claims, *bottom(COST, one).claims):
            assert not verify_claim(claim.text, [one])


@pytest.mark.parametrize("before", range(36, 64))
def test_no_cut_takes_a_number_from_its_unit(before: int) -> None:
    """Wherever a long sentence is cut, what is left holds the numbers of the whole."""
    text = "Lindental " * before + "in 2024 EUR 5,000 EUR 6,000 2024 EUR 7,000 costs 35 dB(A) " + "pump " * 12
    one = fact(1, text + "costs EUR 9,000.")
    assert not [breach for claim in bottom(COST, one).claims for breach in verify_claim(claim.text, [one])]


def test_the_bottom_line_of_three_dimensions_is_about_sixty_words() -> None:
    """Long sentences are cut around their answer, and the cut is marked."""
    dimensions = tuple(Dimension(name, f"What does the {name} cost?") for name in ("pump", "boiler", "stove"))
    facts = tuple(
        fact(number, f"The {item.name}, {'which is a very long story ' * 12}costs EUR {number},000 in the shop.", item)
        for number, item in enumerate(dimensions, start=1)
    )
    question = BottomQuestion("?", dimensions, facts, tuple(source(n) for n in (1, 2, 3)), ())
    claims = bottom_line(question).claims
    assert sum(len(words(claim.text)) for claim in claims) <= 75
    assert all(f"EUR {number},000" in claim.text and "…" in claim.text for number, claim in enumerate(claims, start=1))


def test_hearsay_does_not_go_before_an_ordinance() -> None:
    """A hedged sentence loses, even where it holds more of the question's words."""
    dimension = Dimension("Loud", "How loud may a heat pump be at night in a purely residential area?")
    limit = fact(
        1, "In a purely residential area the noise limit at night is 35 dB(A).", dimension, confidence=Confidence.HIGH
    )
    hearsay = fact(
        2, "For a heat pump in a residential area the noise limit at night is 45 dB(A), as far as I know.", dimension
    )
    assert bottom(dimension, hearsay, limit).claims[0].facts == ("Fact-001",)


def test_confidence_breaks_a_tie() -> None:
    """Between facts that answer equally well."""
    low, high = fact(1, MEDIAN), fact(2, MEDIAN.replace("31,800", "32,100"), confidence=Confidence.HIGH)
    claims = section(SectionQuestion("?", COST, (low, high), (source(1), source(2)))).claims
    assert claims[0].facts == ("Fact-002",)


def test_parts_with_one_best_fact_each_get_another_where_there_is_one() -> None:
    """A question for two methods names both, though one sentence suits either part best."""
    sides = tuple(
        Dimension(name, "To which method is a line that begins with a sign dispatched?") for name in ("hash", "percent")
    )
    first = fact(1, "A line that begins with the sign '#' is dispatched to the method do_help() first.", sides[0])
    second = fact(2, "A line that begins with the sign '%' is dispatched to the method do_shell() first.", sides[1])
    asked = "To which methods does the interpreter dispatch lines with a hash sign and with a percent sign?"
    line = bottom_line(BottomQuestion(asked, sides, (first, second), (source(1), source(2)), ()))
    assert {name for claim in line.claims for name in claim.facts} == {"Fact-001", "Fact-002"}


def test_a_long_fact_keeps_its_answer_when_room_is_short() -> None:
    """Of sentences that lean on others, the one that answers is shown, what was left out before it marked."""
    dimension = Dimension("relay", "How many seconds does the relay wait?")
    before = "The panel has many parts that several firms of the town and of the coast fitted over the years. " * 3
    long = fact(1, f"{before}However, the relay waits 12 seconds.", dimension)
    line = bottom(dimension, long)
    assert "waits 12 seconds" in line.claims[0].text
    assert len(words(line.claims[0].text)) <= 70
