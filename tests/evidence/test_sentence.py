"""Sentences, words, stems and languages."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.evidence.language import language
from indagate.evidence.sentence import sentences
from indagate.evidence.word import content, stem, words

CASES = [
    ("Version 8.16.1 is out. It is fast.", ["Version 8.16.1 is out.", "It is fast."]),
    ("It costs 3.5 million. Prices rise.", ["It costs 3.5 million.", "Prices rise."]),
    ("Use tools, e.g. Make or i.e. Ninja. Done.", ["Use tools, e.g. Make or i.e. Ninja.", "Done."]),
    ("J. R. R. Tolkien wrote it. He smoked.", ["J. R. R. Tolkien wrote it.", "He smoked."]),
    ("Dr. Smith of Acme Inc. and Co. left. See p. 5.", ["Dr. Smith of Acme Inc. and Co. left.", "See p. 5."]),
    ("He said no. Then he left.", ["He said no.", "Then he left."]),
    ("See No. 5 for more. Bye.", ["See No. 5 for more.", "Bye."]),
    ("Er kam am 3. Oktober 1990 an. Es war kalt.", ["Er kam am 3. Oktober 1990 an.", "Es war kalt."]),
    (
        "Im 19. Jahrhundert war z. B. Berlin klein. Dann nicht.",
        ["Im 19. Jahrhundert war z. B. Berlin klein.", "Dann nicht."],
    ),
    ("Das kostet ca. 5 Mio. Euro. Das ist viel.", ["Das kostet ca. 5 Mio. Euro.", "Das ist viel."]),
    ("Это т. е. Москва и т. д. В городе тихо.", ["Это т. е. Москва и т. д.", "В городе тихо."]),
    ("А. С. Пушкин жил на ул. Мойка. Он писал.", ["А. С. Пушкин жил на ул. Мойка.", "Он писал."]),
    ("Цена 3,5 млн руб. Это много.", ["Цена 3,5 млн руб.", "Это много."]),
    (
        "It runs at 60 °C. Water is safe up to 45 km/h. Boats are 5 m. Vitamin C. Smith left.",
        ["It runs at 60 °C.", "Water is safe up to 45 km/h.", "Boats are 5 m.", "Vitamin C. Smith left."],
    ),
    ("Er wurde am\n22. September 1963 eröffnet. Gut.", ["Er wurde am\n22. September 1963 eröffnet.", "Gut."]),
    ("Gebraucht:\n1. September-Hefte\n2. Papier", ["Gebraucht:\n1. September-Hefte", "2. Papier"]),
    ("今天很好。明天也好！是吗？", ["今天很好。", "明天也好！", "是吗？"]),
    ("# Title\nOne. Two\n- item\n\nLast", ["# Title", "One.", "Two", "- item", "Last"]),
    ("1. Introduction is here. 2. Methods", ["1. Introduction is here.", "2. Methods"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_abbreviations_decimals_initials_and_ordinals_do_not_end_a_sentence(text: str, expected: list[str]) -> None:
    """Each text splits exactly where a reader would split it."""
    assert [sentence.text for sentence in sentences(text)] == expected


@given(st.text(alphabet=st.sampled_from("ab A.?!1 \n\t«»\"'-е Е中。#"), max_size=80))
def test_spans_point_into_the_text_and_lose_nothing_but_white_space(text: str) -> None:
    """Sentences are slices in order that together hold every visible character."""
    found = sentences(text)
    assert all(text[each.start : each.end] == each.text for each in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    assert "".join("".join(each.text for each in found).split()) == "".join(text.split())


@given(st.text(max_size=60))
def test_words_are_slices(text: str) -> None:
    """A word's span gives the word, in any script."""
    assert all(text[word.start : word.end] == word.text for word in words(text))


def test_words_keep_apostrophes_and_part_cjk() -> None:
    """Apostrophes are inside words; Chinese comes by characters; combining marks stay with their letter."""
    assert [word.text for word in words("don't 中文 8.16.1 e\u0301a")] == ["don't", "中", "文", "8.16.1", "e\u0301a"]


@pytest.mark.parametrize(
    ("forms", "code"),
    [
        (["city", "cities"], "en"),
        (["reduce", "reduces", "reduced"], "en"),
        (["stop", "stopped", "stopping"], "en"),
        (["colour", "color", "colours", "coloured"], "en"),
        (["organise", "organize", "organised", "organizing"], "en"),
        (["centre", "center", "centres"], "en"),
        (["cancelled", "canceled", "cancel"], "en"),
        (["licence", "license"], "en"),
        (["catalogue", "catalogs"], "en"),
        (["Haus", "Häuser", "Häusern", "Hauses"], "de"),
        (["Москва", "Москвы", "Москве", "Москвой"], "ru"),
        (["новый", "новая", "новыми", "нового"], "ru"),
    ],
)
def test_inflected_forms_share_a_stem(forms: list[str], code: str) -> None:
    """The forms of one word meet."""
    assert len({stem(form, code) for form in forms}) == 1


def test_different_words_keep_different_stems() -> None:
    """Light means that meanings do not merge."""
    assert len({stem(word) for word in ("adult", "child", "rise", "fall", "news", "bus")}) == 6
    kept = ("four", "for", "hour", "install", "instal", "basis", "price", "prize", "wise", "fence", "dense", "rally")
    assert len({stem(word) for word in kept}) == len(kept)


def test_content_drops_small_words_and_numbers() -> None:
    """What carries meaning is left, in order."""
    assert content("The 5 towers of the city are in Paris") == ["tower", "city", "pari"] or content(
        "The 5 towers of the city are in Paris"
    ) == ["tower", "city", "paris"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The cat is on the roof", "en"),
        ("Die Katze ist auf dem Dach", "de"),
        ("Кошка сидит на крыше", "ru"),
        ("Кішка сидить на даху", "uk"),
        ("Le chat est sur le toit", "fr"),
        ("这是一只猫", "zh"),
        ("これは猫です", "ja"),
        ("42", None),
        ("Tesla", None),
        ("", None),
    ],
)
def test_language_is_told_or_left_open(text: str, code: str | None) -> None:
    """Small words and script tell; without them the answer is None."""
    assert language(text) == code
