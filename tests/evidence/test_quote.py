"""Finding quotes."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from indagate.evidence.quote import locate, widened
from indagate.evidence.span import Span

TEXT = (
    "The infor-\nmation on “well-known” eﬃcient methods — 10–20 %,  co\u00adoperation\nis here. Größe e\u0301t x² «да»."
)


@pytest.mark.parametrize(
    ("quote", "original"),
    [
        ('information on "well-\nknown" efficient', "infor-\nmation on “well-known” eﬃcient"),
        ("methods - 10-20 %, cooperation is", "methods — 10–20 %,  co\u00adoperation\nis"),
        ("is  here.\u00a0Größe ét", "is here. Größe e\u0301t"),
        ('"да"', "«да»"),
        ("x²", "x²"),
    ],
)
def test_a_quote_is_found_through_layout(quote: str, original: str) -> None:
    """The span is that of the original's characters."""
    span = locate(TEXT, quote)
    assert span is not None
    assert span.of(TEXT) == original


@pytest.mark.parametrize("quote", ["x2", "informtion", "Well-known", "20-10 %", "", " \n", "-"])
def test_another_wording_is_not_found(quote: str) -> None:
    """Digits, superscripts, letters and their case must agree."""
    assert locate(TEXT, quote) is None


ALPHABET = "ab cde\n\tÄßй中文ﬁ0123459.,;:!?()-–—“”'’«»\u00a0\u00ad\u0301½²"
SPACE = st.sampled_from([" ", "\n", "  ", "\u00a0", " \n ", "\t"])


@given(st.text(alphabet=ALPHABET, min_size=1, max_size=120), st.data())
def test_any_slice_is_found(text: str, data: st.DataObject) -> None:
    """A slice of a text, with what it says intact, is always found."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end]
    assume(any(char.isalnum() for char in words))
    # A slice that begins amid a cluster, hyphenation or run of marks is no quotation.
    assume(words[0].isalnum() and words[-1].isalnum() and text[end : end + 1] != "\u0301")
    span = locate(text, words)
    assert span is not None
    assert locate(text, words, near=start) is not None


@given(st.lists(st.text(alphabet="abcdäöйж0123456789", min_size=1, max_size=8), min_size=3, max_size=30), st.data())
def test_a_slice_with_its_white_space_changed_is_found(tokens: list[str], data: st.DataObject) -> None:
    """Line breaks and spaces are layout."""
    text = " ".join(tokens)
    first = data.draw(st.integers(0, len(tokens) - 1))
    last = data.draw(st.integers(first + 1, len(tokens)))
    quote = data.draw(SPACE).join(tokens[first:last])
    span = locate(text, quote)
    assert span is not None
    assert span.of(text) == " ".join(tokens[first:last])


@given(st.lists(st.integers(10, 99), min_size=2, max_size=12), st.data())
def test_a_changed_digit_is_not_found(numbers: list[int], data: st.DataObject) -> None:
    """One digit more or less, and the quote is another one."""
    text = "Values " + " and ".join(map(str, numbers)) + " end."
    at = data.draw(st.sampled_from([index for index, char in enumerate(text) if char.isdigit()]))
    digit = data.draw(st.sampled_from([char for char in "0123456789" if char != text[at]]))
    assert locate(text, text[:at] + digit + text[at + 1 :]) is None


def test_white_space_between_digits_counts() -> None:
    """ "5 10" is not "510"."""
    assert locate("a 5 10 b", "a 510 b") is None
    assert locate("a 510 b", "a 5 10 b") is None


def test_the_nearest_occurrence_is_taken() -> None:
    """`near` chooses; without it the first whole one."""
    text = "value 15 %. " * 3 + "value 5 % here. " + "pad " * 3000 + "value 5 % here."
    assert locate(text, "5 % here", near=len(text)) == Span(len(text) - 9, len(text) - 1)
    first = locate(text, "5 %")
    assert first is not None
    assert first.start == text.index(" 5 %") + 1


def test_a_span_grows_to_whole_numbers_and_words() -> None:
    """What is cut from a number is not what the source says."""
    for text, part, whole in [("is 15 % of", "5 % of", "15 % of"), ("of 1,500 men", "500 men", "1,500 men"),
                              ("at -5 °C", "5 °C", "-5 °C"),
                              ("up 5.25 more", "up 5", "up 5.25"),
                              ("wordless talk", "less talk", "wordless talk")]:  # fmt: skip
        start = text.index(part)
        assert widened(text, Span(start, start + len(part))).of(text) == whole


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_quotes_across_blocks_of_a_large_text_are_found(seed: int) -> None:
    """The blocks that a large text is read in leave no seams."""
    chance = random.Random(seed)
    tokens = [f"w{number}{chance.choice(['', ',', 'a-' + chr(10) + 'x', ' – '])}" for number in range(100_000)]
    text = " ".join(tokens)
    for seam in (1 << 17, 1 << 18, len(text) // 2):
        at = text.index(" ", seam - chance.randrange(900))
        passage = text[at : text.index(" ", at + 1_000)].strip(" –")
        span = locate(text, passage.replace("-\n", "").replace(" ", "\n"))
        assert span is not None
        assert span.of(text) == passage


def test_time_grows_no_faster_than_the_text() -> None:
    """Eight times the text takes some eight times as long, repetitive or not."""
    for unit, quote in (("ab, cd\nef – ", "ab, cd\n\nxx"), ("ab ", "ab " * 500 + "c")):
        took = []
        for size in (60_000, 480_000):
            text = unit * (size // len(unit) * 2)
            begin = time.process_time()
            assert locate(text, quote) is None
            took.append(time.process_time() - begin)
        assert took[1] < 40 * max(took[0], 0.01)
