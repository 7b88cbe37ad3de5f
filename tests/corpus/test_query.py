"""From plain words to full-text queries."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.query import expression, indexed, russian_stem, terms


@pytest.fixture(scope="module")
def db() -> sqlite3.Connection:
    """A full-text table as the index has it."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    made.execute('CREATE VIRTUAL TABLE w USING fts5(body, tokenize="porter unicode61 remove_diacritics 2")')
    for said in (
        "The pumps were heating several houses.",
        "Die Wärmepumpen heizen mehrere Häuser.",
        "Тепловые насосы обогревают дома, ёлки не горят.",
        "热泵将热量从冷处转移到热处。",
        "Set max_connections to 100; see config.yaml.",
        "The FM-40 has a grey case; its colour is organised by the centre.",
    ):
        made.execute("INSERT INTO w VALUES(?)", (indexed(said),))
    return made


def _found(db: sqlite3.Connection, query: str) -> list[int]:
    wanted = expression(query)
    return [row for (row,) in db.execute("SELECT rowid FROM w WHERE w MATCH ? ORDER BY rank", (wanted,))]


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("heated house", 1),
        ("Wärmepumpe für das Haus", 2),
        ("тепловой насос", 3),
        ("какой насосов", 3),
        ("Елка", 3),
        ("热泵", 4),
        ("泵", 4),
        ("max_connections", 5),
        ("config.yaml", 5),
        ("FM-40", 6),
        ("FM40", 6),
        ("gray", 6),
        ("color", 6),
        ("organized", 6),
        ("center", 6),
    ],
)
def test_words_are_found_in_their_other_forms(db: sqlite3.Connection, query: str, row: int) -> None:
    """English, German, Russian and Chinese, names with dots and underscores."""
    assert _found(db, query)[0] == row


def test_stop_words_are_dropped_unless_there_is_nothing_else() -> None:
    """What is a stop word depends on the language of the query."""
    assert terms("What is the price of a pump?") == ["price", "pump"]
    assert terms("the who") == ["the", "who"]
    assert terms("civil war") == ["civil", "war"]
    assert terms("Wie hoch war der Preis für die Pumpe") == ["hoch", "preis", "pumpe"]
    assert terms("Сколько стоит насос") == ["стоит", "насос"]


def test_a_query_without_words_is_none() -> None:
    """There is nothing to look for."""
    assert expression("?! -- * ()") is None
    assert expression("") is None


def test_russian_stems_keep_three_letters() -> None:
    """Forms of a word share their stem."""
    assert len({russian_stem(form) for form in ("насос", "насоса", "насосы", "насосами", "насосов")}) == 1
    assert russian_stem("дома") == "дом"


@settings(deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_a_query(db: sqlite3.Connection, query: str) -> None:
    """Whatever characters it holds, FTS5 takes it."""
    if expression(query) is not None:
        _found(db, query)


@settings(deadline=None)
@given(st.text(alphabet="\"*^()-:+ANDORTNE{}'\\ \0a", max_size=60))
def test_the_syntax_of_queries_is_plain_text(db: sqlite3.Connection, query: str) -> None:
    """Operators and quotes mean nothing."""
    if expression(query) is not None:
        _found(db, query)
