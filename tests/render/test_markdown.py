"""Text of others in our pages stays text, and does nothing to a terminal."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from indagate.render import escape, in_table, unescape, visible


@given(st.text())
def test_escaped_text_has_no_control_or_direction_signs(text: str) -> None:
    """Escape sequences, bells and right-to-left overrides do not reach a page, whatever the text."""
    for shown in (escape(text), in_table(text)):
        assert not [sign for sign in shown if unicodedata.category(sign) in ("Cc", "Cs")]
        assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@given(st.text())
def test_unescape_gives_back_what_was_visible(text: str) -> None:
    """What is escaped is still there to be read."""
    assert unescape(escape(text)) == " ".join(visible(text).split())


def test_an_escape_sequence_in_a_file_name_is_disarmed() -> None:
    """The name stays recognisable."""
    assert escape("ctl\x01\x1b[31mpump\u202egnp.md") == "ctl\\[31mpumpgnp.md"


def test_signs_that_part_words_still_part_them() -> None:
    """A separator becomes a space; a mark inside a word goes without a trace."""
    assert visible("a\x1fb\x0cc\u200bd\ud800") == "a b cd\ufffd"
