"""Which place of what was shown a sentence rests on."""

from __future__ import annotations

import json

import pytest

from indagate.evidence.support import Grounds
from indagate.flow.resting import Quoting, Text, quoting, rests_on, texts_in

LAKE = Text(
    "# The lake\n\nThe lake is 40 m deep. It froze in 1963. Swimmers like it.\n\nFees in EUR:\n\n- boat 12\n- bath 4\n",
    ("lake.md",),
)
RIVER = Text("The river is 9 m deep.\n\n| bridge | built |\n|---|---|\n| Old | 1901 |\n| New | 1980 |\n", ("river.md",))
BESIDE = Grounds(("2 + 2 = 4",), ("a title",), ("How deep?",), ("7 km",))


def place(sentence: str, *quotes: str) -> str:
    return rests_on(sentence, quotes, [LAKE, RIVER], BESIDE).quotes[0]


@pytest.mark.parametrize(
    ("sentence", "rests"),
    [
        ("It is 40 m deep, the lake.", "The lake is 40 m deep."),
        ("The river has a depth of 9 m.", "The river is 9 m deep."),
        ("In 1963 the lake froze over.", "It froze in 1963."),
        ("A boat is 12 EUR.", "Fees in EUR:\n- boat 12"),
        ("The New bridge was built in 1980.", "| bridge | built |\n| New | 1980 |"),
        ("Nobody said anything.", "2 + 2 = 4"),
    ],
)
def test_without_a_quote_it_is_the_nearest_sentence_or_row_with_its_head(sentence: str, rests: str) -> None:
    assert place(sentence) == rests


def test_a_quote_points_to_the_sentences_around_it_and_what_points_nowhere_is_no_quote() -> None:
    assert place("It is deep.", "is 40 m") == "The lake is 40 m deep."
    assert place("It is deep.", "9 m deep") == "The river is 9 m deep."
    assert place("The river has a depth of 9 m.", "deep and wide") == "The river is 9 m deep."
    assert place("The river has a depth of 9 m.", "lake") == "The river is 9 m deep."
    assert place("It is so.", "40 m deep. It froze") == "The lake is 40 m deep. It froze in 1963."
    both = rests_on("It is so.", ("is 40 m", "is 9 m"), [LAKE, RIVER], BESIDE)
    assert both.quotes == ("The lake is 40 m deep.", "The river is 9 m deep.", "2 + 2 = 4")
    assert {"lake.md", "river.md", "a title"} <= {*both.titles}


def test_names_may_stand_in_the_sentence_before_and_numbers_may_not() -> None:
    found = rests_on("In 1963 it froze.", (), [LAKE], BESIDE)
    assert "The lake is 40 m deep." in found.titles and "The lake is 40 m deep." not in found.numbered
    assert (found.asked, found.cells) == (BESIDE.asked, BESIDE.cells)


def test_a_sentence_rests_on_six_places_at_most() -> None:
    text = Text(" ".join(f"Well number {n} is deep." for n in range(1, 10)))
    quotes = [f"Well number {n} is" for n in range(1, 10)]
    assert len(rests_on("All are deep.", quotes, [text], Grounds(())).quotes) == 6


def test_numbers_are_near_however_they_are_written() -> None:
    texts = [Text("The town has 12 500 people."), Text("The town has 4 schools, and it has 3 pools.")]
    assert rests_on("12,500 have a home.", (), [Text("It counts 12.500 heads."), *texts], Grounds(())).quotes == (
        "It counts 12.500 heads.",
    )


def test_quotes_are_taken_out_of_the_citations_of_what_is_known() -> None:
    text = 'It is deep [lake.md: “is 40 m deep”; „It froze“]. See [x: “y z”] and [lake.md]. End [a.md: "b c."].'
    read = quoting(text, lambda name: name.endswith(".md"))
    assert read.text == "It is deep [lake.md]. See [x: “y z”] and [lake.md]. End [a.md]."
    assert read.within(0, 22) == ("is 40 m deep", "It froze")
    assert read.within(22, len(read.text)) == ("b c",)
    assert quoting("plain [a.md]", lambda name: True) == Quoting("plain [a.md]")


def test_a_result_in_json_is_its_records_and_its_long_texts() -> None:
    found = [
        {"path": "a.md", "title": "A", "text": "One is 1. Two is 2.", "start": 0},
        {"path": "b.md", "text": "Short"},
    ]
    texts = texts_in(json.dumps(found), ("asked",))
    assert [text.text for text in texts] == [
        "path: a.md; title: A; start: 0",
        "One is 1. Two is 2.",
        "path: b.md; text: Short",
    ]
    assert texts[1].titles == ("asked", "a.md", "A")
    assert [text.text for text in texts_in("no JSON")] == ["no JSON"]
    assert texts_in("[]") == texts_in('[null, {"a": ""}]') == []
    assert [text.text for text in texts_in('{"a": ["x", 5], "b": {"c": true}}')] == ["x", "5", "c: True"]
