"""Reading plain text in several encodings."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.reader import text

from ..samples import holds, told

RUSSIAN = (
    "Тепловой насос переносит тепло из холодного места в тёплое. Он работает как холодильник, но наоборот. "
    "Стоимость установки зависит от дома и климата."
)


def test_paragraphs_headings_lists_and_code_are_told_apart() -> None:
    """A hard-wrapped text reads as it was meant."""
    document = text.read(
        b"Title: Pumps\nPublisher: Agency\nDate: 3 March 2022\n\nHeat pumps\n==========\n\nThey move\nheat.\n\n"
        b"Kinds\n-----\n"
        b"There are:\n- air\n  source\n- ground\n\n    COP = Q / W\n    Q = 3\n",
        "p.txt",
    )
    holds(document)
    assert told(document) == [
        ("heading", "Heat pumps"),
        ("paragraph", "They move heat."),
        ("heading", "Kinds"),
        ("paragraph", "There are:"),
        ("item", "air source"),
        ("item", "ground"),
        ("code", "COP = Q / W\nQ = 3"),
    ]
    assert document.blocks[3].path == ("Heat pumps", "Kinds")
    assert (document.title, document.publisher, document.published) == ("Pumps", "Agency", date(2022, 3, 3))


def test_a_number_that_numbers_nothing_stays_in_the_text() -> None:
    """A date or an amount at the start of a wrapped line is none of a list's; a list's own numbers are left out."""
    document = text.read(
        "Der Neubau am Wall wurde am\n22. September 1963 eingeweiht. Er kostete\n250. Das war viel.\n\n"
        "3. Oktober 1990: Feiertag.\n\nGeöffnet ist\nz. B. sonntags.\n\n"
        "(2) The limit at night\n(12) is low.\n\nSteps:\n1. open\n   - slowly\n2. close\n\na) one\nb) two\n".encode(),
        "d.txt",
    )
    holds(document)
    assert told(document) == [
        ("paragraph", "Der Neubau am Wall wurde am 22. September 1963 eingeweiht. Er kostete 250. Das war viel."),
        ("item", "3. Oktober 1990: Feiertag."),
        ("paragraph", "Geöffnet ist z. B. sonntags."),
        ("item", "The limit at night (12) is low."),
        ("paragraph", "Steps:"),
        ("item", "open"),
        ("item", "slowly"),
        ("item", "close"),
        ("item", "one"),
        ("item", "two"),
    ]


def test_an_ordinance_with_a_letterhead_is_read() -> None:
    """Statements below a letterhead count; capitals and numbered lines that stand alone are headings."""
    document = text.read(
        b"TOWN OF LINDENTAL\r\n\r\nTitle: Noise Ordinance\r\nPublisher: Town\r\nDate: 2024-03-20\r\n\r\n"
        b"Adopted.\r\n\r\n"
        b"Section 8 Fines\r\n\r\nUp to EUR 5,000.\r\n\r\n8.1 Who pays\r\n\r\nThe owner.\r\n\r\n1. First do this.\r\n",
        "n.txt",
    )
    holds(document)
    assert (document.title, document.publisher, document.published) == ("Noise Ordinance", "Town", date(2024, 3, 20))
    assert [(b.kind, b.path, b.text) for b in document.blocks] == [
        ("heading", (), "TOWN OF LINDENTAL"),
        ("paragraph", ("TOWN OF LINDENTAL",), "Adopted."),
        ("heading", ("TOWN OF LINDENTAL",), "Section 8 Fines"),
        ("paragraph", ("TOWN OF LINDENTAL", "Section 8 Fines"), "Up to EUR 5,000."),
        ("heading", ("TOWN OF LINDENTAL", "Section 8 Fines"), "8.1 Who pays"),
        ("paragraph", ("TOWN OF LINDENTAL", "Section 8 Fines", "8.1 Who pays"), "The owner."),
        ("item", ("TOWN OF LINDENTAL", "Section 8 Fines", "8.1 Who pays"), "1. First do this."),
    ]


def test_columns_are_rows_of_a_table() -> None:
    """Set left or right; two spaces between sentences make no column."""
    document = text.read(
        b"Prices follow.  They are\nnot binding.  Ask for more.\n\n"
        b"    System                Price\n    Air-to-water pump    17,500\n    Ground-source pump   26,000\n",
        "c.txt",
    )
    holds(document)
    assert told(document) == [
        ("paragraph", "Prices follow. They are not binding. Ask for more."),
        ("row", "System | Price"),
        ("row", "Air-to-water pump | 17,500"),
        ("row", "Ground-source pump | 26,000"),
    ]
    assert document.blocks[3].header == ("System", "Price")


def test_a_sentence_with_a_colon_at_the_top_is_text() -> None:
    """Only a known key, and not alone before running text, is a statement."""
    assert told(text.read(b"Note: beware of the dog.\nIt bites.", "p.txt")) == [
        ("paragraph", "Note: beware of the dog. It bites.")
    ]
    assert told(text.read(b"Date: a fruit.\nIt is sweet.", "p.txt"))[0][1].startswith("Date: a fruit.")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "koi8-r", "utf-16", "utf-16-le", "utf-16-be"])
def test_russian_reads_the_same_in_every_encoding(encoding: str) -> None:
    """The letters are made out from the bytes alone."""
    assert told(text.read(RUSSIAN.encode(encoding), "r.txt")) == [("paragraph", RUSSIAN)]


def test_western_letters_in_latin_1_are_read() -> None:
    """Umlauts and accents come out whole."""
    said = "Die Wärmepumpe läuft auch bei Kälte, größere Geräte brauchen Öl nicht. Fürs Haus genügt die übliche Größe."
    assert told(text.read(said.encode("latin-1"), "d.txt")) == [("paragraph", said)]


def test_one_line_of_ten_megabytes_is_read() -> None:
    """It is one block; cutting it is the passages' task."""
    document = text.read(b"word " * 2_000_000, "long.txt")
    holds(document)
    assert len(document.text) == 9_999_999


def test_what_is_beyond_the_cap_is_left_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A huge text is cut, and says so."""
    monkeypatch.setattr(text, "CAP", 2 << 20)
    document = text.read(b"0123456789 abcde\n" * ((text.CAP // 17) + 10), "huge.txt")
    assert any("only the first" in warning for warning in document.warnings)
    assert text.CAP * 0.9 < len(document.text) < text.CAP * 1.01


@settings(deadline=None)  # a first call loads what it needs, and the machine may be busy
@given(st.binary(max_size=300))
def test_any_bytes_keep_spans_exact(data: bytes) -> None:
    """Even bytes that are no text."""
    holds(text.read(data, "x.txt"))


@settings(deadline=None)  # a first call loads what it needs, and the machine may be busy
@given(st.text(max_size=300))
def test_any_text_keeps_spans_exact(said: str) -> None:
    """Whatever the signs."""
    holds(text.read(said.encode("utf-8", "replace"), "x.txt"))
