"""What models say, made into what roles give: quotes looked up, weights shared out, citations checked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.evidence.check import admit
from indagate.evidence.fact import Fact, Resolution
from indagate.flows.mission import planner, reader, resolver, searcher, writer
from indagate.flows.mission.planner import PlanAnswer, Side
from indagate.flows.mission.reader import Excerpt, FoundFact, ReadingAnswer, ReadQuestion
from indagate.flows.mission.resolver import ResolutionAnswer
from indagate.flows.mission.searcher import Judgement, Verdict
from indagate.flows.mission.writer import Draft, SectionAnswer, Sentence

from .questions import FACTS, QUESTIONS, SIDE

TEXT = "Preface.\n\nAt night 35 dB(A) are allowed.\n\nThe fee is 1,200 euros; by day 50 dB(A) are allowed."
EXCERPTS = (Excerpt(10, 41, TEXT[10:41], "p. 1"), Excerpt(43, len(TEXT), TEXT[43:], "p. 2", context="Fees"))
ASKED = ReadQuestion("How loud?", SIDE, "T", EXCERPTS)


def found(statement: str, excerpt: int, quote: str, *entities: str) -> ReadingAnswer:
    return ReadingAnswer((FoundFact(statement, excerpt, quote, entities),))


@pytest.mark.parametrize("excerpt", [1, 2, 0, 99, -3])
def test_a_quote_is_found_whichever_excerpt_the_model_names(excerpt: int) -> None:
    """Its place is ours to say; the door then takes it."""
    (fact,) = reader.reading(ASKED, found("By day 50 dB(A).", excerpt, "by day  50 dB(A) are allowed")).facts
    assert fact.near is not None
    assert TEXT[fact.near :].startswith(fact.quote)
    assert fact.quote == "by day 50 dB(A) are allowed"
    assert (fact.place, fact.context) == ("p. 2", "Fees")
    today = QUESTIONS["resolver"].today
    assert isinstance(admit(fact, TEXT, "S01", "Noise", today), Fact)


def test_entities_that_the_quote_has_not_are_left_out() -> None:
    """A model likes to add names."""
    reading = reader.reading(ASKED, found("The fee is 1,200 euros.", 2, "The fee is 1,200 euros", "fee", "Atlantis"))
    assert reading.facts[0].entities == ("fee",)


@pytest.mark.parametrize(
    ("statement", "quote", "says"),
    [
        ("At night 36 dB(A) are allowed.", "At night 35 dB(A) are allowed", "does not hold 36"),
        ("At night 35 dB(A) are allowed.", "At night 35 dB(A) are permitted", "stands in no excerpt"),
        ("It is allowed.", "allowed", "one word"),
    ],
)
def test_what_the_door_would_refuse_is_complained_about_first(statement: str, quote: str, says: str) -> None:
    """So that the model can put it right."""
    (complaint,) = reader.check_reading(ASKED, reader.reading(ASKED, found(statement, 1, quote)))
    assert says in complaint


@given(st.text(min_size=1, max_size=60), st.integers(-5, 5))
def test_a_quote_is_either_verbatim_or_complained_about(quote: str, excerpt: int) -> None:
    """Whatever a model calls a quote."""
    reading = reader.reading(ASKED, found("It is so.", excerpt, quote))
    (fact,) = reading.facts
    assert TEXT[fact.near or 0 :].startswith(fact.quote) or reader.check_reading(ASKED, reading)


def test_weights_of_a_plan_sum_to_one_and_names_differ() -> None:
    """Whatever the model's own sum; lines stay lines."""
    sides = (Side("A\nb", "How\tmuch?", 1.0, 3), Side("C", "When?", 0.5), Side("D", "Who?", 0.3))
    plan = planner.sides_of(QUESTIONS["planner"], PlanAnswer("Why\u202e?", sides, ("since 2024",)))
    assert sum(item.weight for item in plan.dimensions) == pytest.approx(1.0)
    assert plan.dimensions[0].name == "A b"
    assert plan.core_question == "Why?"
    assert plan.constraints.since == date(2024, 1, 1)
    with pytest.raises(ValueError, match="two dimensions"):
        planner.sides_of(QUESTIONS["planner"], PlanAnswer("Why?", (sides[1], replace(sides[1], name="c"))))
    with pytest.raises(ValueError, match="needs a name"):
        planner.sides_of(QUESTIONS["planner"], PlanAnswer("Why?", (replace(sides[1], name=" "),)))
    with pytest.raises(ValueError, match="core question is empty"):
        planner.sides_of(QUESTIONS["planner"], PlanAnswer("\u202e ", sides))


def test_a_judgement_grades_each_passage_once() -> None:
    """Passages 0 and 1 were shown."""

    def judged(*numbers: int) -> list[str]:
        verdicts = tuple(Verdict(number, "relevant", "") for number in numbers)
        return searcher.check_judgement(QUESTIONS["judge"], Judgement(verdicts))

    assert judged(0, 1) == []
    assert judged(0, 1, 7) == ["there is no passage 7"]
    assert judged(0, 0, 1) == ["passage 0 is graded twice"]
    assert judged() == ["not graded: 0, 1"]


@pytest.mark.parametrize(
    ("holds", "preferred", "deprecated"),
    [("first", "Fact-001", "Fact-002"), ("second", "Fact-002", "Fact-001"), ("both", None, None)],
)
def test_a_resolution_names_facts(holds: str, preferred: str | None, deprecated: str | None) -> None:
    """The model says first or second; a reason is a must."""
    given_ = ResolutionAnswer(holds, "newer")  # type: ignore[arg-type]
    assert resolver.resolution(QUESTIONS["resolver"], given_) == Resolution(preferred, deprecated, "newer")
    with pytest.raises(ValueError, match="reason"):
        resolver.resolution(QUESTIONS["resolver"], replace(given_, reason=" "))


@pytest.mark.parametrize(
    ("text", "facts", "says"),
    [
        ("At night 35 dB(A) are allowed. [Fact-001]", ("[^Fact-001]",), ""),
        ("At night 35 dB(A) are allowed.", ("Fact-003",), "none of the facts"),
        ("At night 40 dB(A) are allowed.", ("Fact-001",), "do not hold 40"),
        ("By day 50 dB(A), at night 35 dB(A).", ("Fact-001",), "do not hold 50"),
        ("By day 50 dB(A), at night 35 dB(A).", ("Fact-001", "Fact-002"), ""),
        ("See www.example.org.", ("Fact-001",), "address"),
    ],
)
def test_a_sentence_rests_on_the_facts_it_cites(text: str, facts: tuple[str, ...], says: str) -> None:
    """Ids it was shown, numbers they hold, no address."""
    question = QUESTIONS["section-writer"]
    section = writer.section(question, SectionAnswer((Sentence(text, facts),)))
    complaints = writer.check_section(question, section)
    assert "Fact-" not in section.claims[0].text
    assert bool(complaints) == bool(says)
    assert says in "".join(complaints)


def test_a_fact_that_no_longer_counts_cannot_be_cited() -> None:
    """A deprecated one."""
    gone = replace(FACTS[0], status="DEPRECATED", reason="older")
    question = replace(QUESTIONS["section-writer"], facts=(gone,))
    section = writer.section(question, SectionAnswer((Sentence("At night 35 dB(A).", ("Fact-001",)),)))
    assert "deprecated" in writer.check_section(question, section)[0]


def test_a_section_may_have_no_sentence_and_an_answer_may_not() -> None:
    """Its facts may say nothing to its question; what is said to be answered has a sentence."""
    question, whole = QUESTIONS["section-writer"], QUESTIONS["bottom-line"]
    assert writer.check_section(question, writer.section(question, SectionAnswer(()))) == []
    assert "no sentence" in writer.check_bottom_line(whole, Draft((), answered=True))[0]
