"""A question is known again in another run that calls its facts otherwise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from indagate.models.prompt import Prompt
from indagate.models.renaming import Renaming

IDS = r"\b(?:Fact-\d+|S\d{2,})\b"


def renaming(request: str, mark: str = "a1b2") -> Renaming:
    return Renaming(Prompt("Do.", request, mark), IDS)


def test_the_same_question_with_other_ids_and_another_mark_is_the_same() -> None:
    """And its answer is given in the ids of whoever asks."""
    first = renaming("Mark a1b2. Fact-007 (S02): yes. Fact-001 (S01): no.")
    second = renaming("Mark ffff. Fact-001 (S01): yes. Fact-009 (S14): no.", "ffff")
    assert first.prompt == second.prompt
    kept = first.without('{"facts": ["Fact-001", "Fact-007"]}')
    assert second.within(kept) == '{"facts": ["Fact-009", "Fact-001"]}'


def test_another_order_of_the_facts_is_another_question() -> None:
    """What comes first may matter."""
    assert renaming("Fact-001: yes. Fact-002: Fact-001 is no.").prompt != (
        renaming("Fact-001: yes. Fact-002: Fact-002 is no.").prompt
    )


@given(st.text(alphabet="Fact-0123S \n\\", max_size=80), st.text(alphabet="Fact-0123S \n\\", max_size=80))
def test_what_is_put_aside_comes_back(request: str, answer: str) -> None:
    """Whatever ids an answer has, those of the question and others."""
    made = renaming(request)
    assert made.within(made.without(answer)) == answer
