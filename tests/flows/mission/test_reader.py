"""Facts from excerpts: a model's copied words looked up, and without one the passages that hold the words asked."""

from __future__ import annotations

import pytest

from indagate.evidence.check import Candidate
from indagate.flows.mission.noise import is_noise
from indagate.flows.mission.reader import (
    READER,
    Excerpt,
    FoundFact,
    Reading,
    ReadingAnswer,
    ReadQuestion,
    check_reading,
    read,
    reading,
)
from indagate.flows.mission.side import Dimension

FIRST = Excerpt(100, 160, "The limit at night is 35 dB(A).  By day it is 50 dB(A).", "Limits", context="Table 1")
SECOND = Excerpt(200, 260, "The grant is EUR 9,000 for each house.", "Grants › Amount")


def asked(*excerpts: Excerpt, question: str = "How loud may a pump be at night?") -> ReadQuestion:
    return ReadQuestion("Q?", Dimension("noise", question), "A title", excerpts)


def found(*facts: FoundFact) -> tuple[Candidate, ...]:
    return reading(asked(FIRST, SECOND), ReadingAnswer(facts)).facts


def test_copied_words_are_looked_up_in_the_excerpt_that_is_named() -> None:
    """The quote as it stands, where it stands in the source, with the excerpt's place and context."""
    told = FoundFact(" By day\nit is 50 dB. ", 1, "By day  it is 50 dB(A)", ("50 dB(A)", " dB(A) ", "Lindental", " "))
    assert found(told) == (
        Candidate("By day it is 50 dB.", "By day it is 50 dB(A)", 133, ("50 dB(A)", "dB(A)"), "Limits", "Table 1"),
    )


@pytest.mark.parametrize("number", [0, 1, 2, 3, -1])
def test_words_that_stand_in_another_excerpt_than_the_one_named_are_found_there(number: int) -> None:
    """A wrong number costs nothing."""
    (made,) = found(FoundFact("The grant is EUR 9,000.", number, "The grant is EUR 9,000"))
    assert (made.quote, made.near, made.place) == ("The grant is EUR 9,000", 200, "Grants › Amount")


def test_of_the_same_words_in_two_excerpts_those_of_the_one_named_count() -> None:
    """Each from its own place."""
    twin = Excerpt(900, 960, FIRST.text, "Annex")
    for number, at in ((1, 100), (2, 900)):
        question = asked(FIRST, twin)
        (made,) = reading(question, ReadingAnswer((FoundFact("x", number, "The limit at night is 35 dB(A)"),))).facts
        assert made.near == at


def test_words_that_stand_nowhere_are_left_for_the_door_to_refuse() -> None:
    """As they were given; also where nothing was shown."""
    assert found(FoundFact("x", 2, "It is 99 dB(A)")) == (Candidate("x", "It is 99 dB(A)", 200, (), "Grants › Amount"),)
    (made,) = reading(asked(), ReadingAnswer((FoundFact("x", 1, "It is 99 dB(A)"),))).facts
    assert (made.quote, made.near) == ("It is 99 dB(A)", 0)


def test_a_model_is_told_which_words_stand_nowhere_and_what_else_would_be_refused() -> None:
    """What is sound draws no complaint, wherever its source says it stands."""
    question = asked(FIRST, SECOND)
    sound = Candidate("The limit is 35 dB(A).", "The limit at night is 35 dB(A).", 9_999)
    wrong = [Candidate("x", "It is 99 dB(A)"), Candidate("It is 36 dB(A).", "The limit at night is 35 dB(A).")]
    assert check_reading(question, Reading((sound,))) == []
    complaints = check_reading(question, Reading((wrong[0], sound, wrong[1])))
    assert complaints[0] == "this quote stands in no excerpt, word for word: It is 99 dB(A)"
    assert "the quote does not hold 36 dB" in complaints[1]
    assert len(complaints) == 2


def test_more_excerpts_leave_room_for_a_longer_answer_up_to_a_bound() -> None:
    """What is reserved of a budget grows with what is shown."""
    room = [READER.most(asked(*[FIRST] * many)) for many in (0, 1, 2, 8, 9, 40)]
    assert room == sorted(room)
    assert 0 < room[0] < room[1] < room[2] < room[4] == room[5]


# --- without a model ------------------------------------------------------------------------------------------------


def test_the_best_three_passages_are_quoted_whole_in_their_order() -> None:
    """Those that hold most of the words; one that holds none is left out."""
    texts = ["It may be loud by day.", "A pump may be loud at night here.", "Nothing of it.", "At night it is dark.",
             "A loud pump runs.", "Night falls."]  # fmt: skip
    excerpts = [Excerpt(10 * n, 10 * n + len(text), text, "") for n, text in enumerate(texts)]
    made = read(asked(*excerpts)).facts
    assert [one.statement for one in made] == [texts[0], texts[1], texts[4]]
    assert [one.near for one in made] == [0, 10, 40]
    assert read(asked(Excerpt(0, 14, "Nothing of it.", ""))).facts == ()


FILLER = "The town lies in a valley and has a market on every second day of the week, as it always had. " * 5


def test_of_a_long_passage_the_sentences_are_quoted_that_hold_most_of_the_words() -> None:
    """The fewest of them, at their place; two that answer together stand together."""
    one = f"{FILLER}At night a pump may not be loud. {FILLER}"
    (made,) = read(asked(Excerpt(1_000, 2_000, one, "Rules"))).facts
    assert (made.statement, made.quote) == ("At night a pump may not be loud.",) * 2
    assert made.near == 1_000 + one.index("At night")
    two = f"{FILLER}A pump is loud. It must stop at night. {FILLER}"
    (made,) = read(asked(Excerpt(0, 2_000, two, ""))).facts
    assert made.quote == "A pump is loud. It must stop at night."


def test_a_row_of_a_table_is_quoted_alone_with_its_columns() -> None:
    """Rows are read one by one; the head stands in the place, unless it is quoted."""
    rows = [f"Model {n} | {n * 9} EUR | quiet" for n in range(40)]
    text = "\n".join(["Model | Price | At night", *rows, "Kestrel pump | 36 dB | loud"])
    (made,) = read(asked(Excerpt(50, 2_000, text, "Data", "row"), question="How loud is the Kestrel pump?")).facts
    assert made.quote == made.statement == "Kestrel pump | 36 dB | loud"
    assert made.near == 50 + text.index("Kestrel")
    assert made.place == "Data; columns: Model | Price | At night"
    short = Excerpt(0, 60, "Kestrel pump |  36 dB\nHeron pump | 40 dB", "", "row", "Model | Noise")
    (made,) = read(asked(short, question="How loud is the Kestrel pump?")).facts
    assert made.statement == "Kestrel pump | 36 dB; Heron pump | 40 dB"
    assert made.quote == short.text
    assert (made.place, made.context) == ("columns: Model | Noise", "Model | Noise")


def test_prose_of_two_lines_is_said_in_one_and_one_word_is_no_fact() -> None:
    """The quote keeps its lines."""
    (made,) = read(asked(Excerpt(0, 40, "A pump may be\n  loud at night.", "Rules"))).facts
    assert (made.statement, made.quote) == ("A pump may be loud at night.", "A pump may be\n  loud at night.")
    assert made.place == "Rules"
    assert read(asked(Excerpt(0, 8, "Pump\n", ""))).facts == ()


def test_code_is_read_by_lines() -> None:
    """A setting is one line, whatever stands around it."""
    lines = [f"option_{n} = {n}  # of the other kind of thing here" for n in range(40)]
    text = "\n".join([*lines[:20], "night_pump = loud  # default", *lines[20:]])
    (made,) = read(asked(Excerpt(0, 3_000, text, "", "code"), question="Is night_pump loud?")).facts
    assert made.quote == "night_pump = loud  # default"


# --- what is no evidence --------------------------------------------------------------------------------------------

NOISE = {
    "two words": "Page 7",
    "contents": "Introduction .... 3\nThe pumps …… 12\nPrices . . . 14\nThe end of it all",
    "index": "apples, 3\nberries, 12, 14\ncherries, 7–9\ndates, 11\na heading of it",
    "three lines of five": "Introduction .... 3\nThe pumps .... 12\nPrices .... 14\nThe end of it all\nAnd so on",
    "index of three in five": "apples, 3\nberries, 12\ncherries, 7\nof all kinds\nin the yard",
    "headings": "1. The pumps\n• Prices\nContact",
}
PROSE = {
    "three words": "Pumps are loud",
    "two lines": "Introduction .... 3\nThe pumps .... 12",
    "few leaders": "Introduction .... 3\nThe pumps are loud\nPrices of them all\nThe end .... 9",
    "a table": "Model | Price ... 3\nKestrel | .... 4\nHeron | .... 5",
    "an index of four": "apples, 3\nberries, 12\ncherries, 7\ndates, 11",
    "figures out of order": "pumps, 3\napples, 12\ncherries, 7\nberries, 11\ndates, 2",
    "sentences": "The pumps\nPrices\nContact us.",
    "other lines": "The pumps\nSomething else\nAnother thing",
}


@pytest.mark.parametrize("name", NOISE)
def test_what_only_says_where_something_is_told_is_no_evidence(name: str) -> None:
    """Contents, an index, a navigation that repeats the headings, next to nothing."""
    assert is_noise(NOISE[name], lambda: {"The Pumps", "Prices", "Contact", "More"})


@pytest.mark.parametrize("name", PROSE)
def test_what_says_something_is_evidence(name: str) -> None:
    """Short, listed or tabled as it may be."""
    assert not is_noise(PROSE[name], lambda: {"The Pumps", "More"})


def test_headings_are_asked_for_only_where_a_list_may_repeat_them() -> None:
    """A list whose headings are not known says something."""
    assert not is_noise(NOISE["headings"])
    for text in (PROSE["two lines"], PROSE["sentences"], NOISE["index"], PROSE["a table"]):
        is_noise(text, lambda: pytest.fail("asked for headings"))
