"""Reading PDF, DOCX, CSV and TSV."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus.extract import extract
from indagate.corpus.reader import csv, docx, pdf
from indagate.errors import Unreadable

from .. import samples
from ..samples import holds, told


def test_a_pdf_gives_paragraphs_with_page_numbers() -> None:
    """Lines are joined, cut words made whole, bookmarks are headings; its date is marked as weak."""
    data = samples.pdf(
        "Heat pumps\nA heat pump moves heat from a cold place to a warm one, which needs elec-\ntricity. It is quiet.",
        "The second page says something else.",
        title="On pumps",
        outline=("Heat pumps",),
    )
    document = pdf.read(data, "p.pdf")
    holds(document)
    assert told(document) == [
        ("heading", "Heat pumps"),
        (
            "paragraph",
            "A heat pump moves heat from a cold place to a warm one, which needs electricity. It is quiet.",
        ),
        ("paragraph", "The second page says something else."),
    ]
    assert [block.place for block in document.blocks] == ["page 1", "page 1", "page 2"]
    assert (document.title, document.published, document.dated) == ("On pumps", date(2021, 5, 4), "file")


def test_running_heads_and_page_numbers_of_a_pdf_are_left_out() -> None:
    """What stands at the edge of most pages is no text."""
    pages = [f"Annual report\nThis is what page {n} has to say, in words.\nMore of {n}.\n{n}" for n in range(1, 6)]
    document = pdf.read(samples.pdf(*pages), "p.pdf")
    assert "Annual report" not in document.text
    assert "what page 3 has to say" in document.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (samples.pdf("Secret words.", encrypted=True), "locked"),
        (samples.pdf(""), "no text"),
        (b"%PDF-1.7\nnothing follows", "damaged"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(data: bytes, reason: str) -> None:
    """Locked, scanned and damaged files are told apart; the name stands before the reason."""
    with pytest.raises(Unreadable, match=rf"^x\.pdf: .*{reason}"):
        extract(data, "x.pdf")


def test_a_truncated_pdf_is_read_or_refused() -> None:
    """Wherever it ends, there is a document or a reason."""
    data = samples.pdf("Some words stand here.", "And here.")
    for end in range(10, len(data), max(1, len(data) // 25)):
        try:
            holds(pdf.read(data[:end], "x.pdf"))
        except Unreadable as error:
            assert error.message


def _fill(made: Any) -> None:
    made.core_properties.title = "Pumps"
    made.core_properties.author = "A. Meyer"
    made.core_properties.created = datetime(2020, 1, 2)
    made.add_heading("Heat pumps", level=1)
    made.add_paragraph("They move heat.")
    made.add_heading("Kinds", level=2)
    made.add_paragraph("air", style="List Bullet")
    table = made.add_table(rows=2, cols=2)
    for cell, said in zip((c for row in table.rows for c in row.cells), ("Kind", "COP", "air", "3.1"), strict=True):
        cell.text = said
    made.add_paragraph("They work.", style="Quote")


def test_a_docx_gives_headings_lists_tables_and_properties() -> None:
    """Headings by style, rows with header cells, statements from its core properties."""
    document = docx.read(samples.docx(_fill), "p.docx")
    holds(document)
    assert told(document) == [
        ("heading", "Heat pumps"),
        ("paragraph", "They move heat."),
        ("heading", "Kinds"),
        ("item", "air"),
        ("row", "Kind | COP"),
        ("row", "air | 3.1"),
        ("quote", "They work."),
    ]
    assert document.blocks[5].header == ("Kind", "COP")
    assert document.blocks[5].path == ("Heat pumps", "Kinds")
    assert (document.title, document.author) == ("Pumps", "A. Meyer")
    assert (document.published, document.dated) == (date(2020, 1, 2), "file")


STATED = "Harbour statutes\nAdopted on 12 March 2019.\nThe berth fee is 20 credits a night."


def test_a_date_that_the_words_state_counts_for_more_than_the_files() -> None:
    """A PDF printed, or a DOCX saved, years after it was adopted."""
    document = pdf.read(samples.pdf(STATED), "p.pdf")
    assert (document.published, document.dated) == (date(2019, 3, 12), "day")

    def fill(made: Any) -> None:
        for said in STATED.split("\n"):
            made.add_paragraph(said)

    document = docx.read(samples.docx(fill), "p.docx")
    assert (document.published, document.dated) == (date(2019, 3, 12), "day")


def test_a_docx_is_dated_by_its_last_saving_not_by_its_template() -> None:
    """A document begun from a template keeps the template's time of creation."""

    def fill(made: Any) -> None:
        made.add_paragraph("The berth fee is 26 credits a night.")
        made.core_properties.created = datetime(2013, 12, 23)
        made.core_properties.modified = datetime(2024, 6, 7)

    document = docx.read(samples.docx(fill), "p.docx")
    assert (document.published, document.dated) == (date(2024, 6, 7), "file")


def test_a_docx_that_unpacks_to_too_much_is_refused_unopened() -> None:
    """A zip bomb costs nothing."""
    with pytest.raises(Unreadable, match="unpacks to"):
        docx.read(samples.bomb(256 << 20), "bomb.docx")


def test_a_docx_cut_short_is_refused() -> None:
    """With a reason, not a traceback."""
    data = samples.docx(_fill)
    for end in (30, len(data) // 2, len(data) - 5):
        with pytest.raises(Unreadable):
            docx.read(data[:end], "x.docx")


def test_tables_in_files_become_rows_under_their_header() -> None:
    """Whichever the delimiter and the encoding."""
    for data, name in (
        ("Страна;Цена\nРоссия;1,5\n\n".encode("cp1251"), "a.csv"),
        ("Страна\tЦена\nРоссия\t1,5".encode(), "a.tsv"),
    ):
        document = csv.read(data, name)
        holds(document)
        assert told(document) == [("row", "Страна | Цена"), ("row", "Россия | 1,5")]
        assert document.blocks[1].header == ("Страна", "Цена")
        assert document.title is None


def test_a_table_without_names_has_no_header() -> None:
    """Numbers name no columns."""
    assert [block.header for block in csv.read(b"1,2\n3,4\n", "n.csv").blocks] == [(), ()]


def test_a_long_table_is_cut_with_a_warning() -> None:
    """And the warning says where."""
    document = csv.read(b"a,b\n" + b"x,1\n" * (csv.ROWS + 5), "long.csv")
    assert len(document.blocks) == csv.ROWS + 1
    assert "50,000 rows" in document.warnings[0]


@settings(deadline=None)
@given(st.text(alphabet='ab1,;\t|"\n\r\0 я', max_size=200))
def test_any_table_keeps_spans_exact(said: str) -> None:
    """Whatever is quoted where, it is read or refused."""
    try:
        holds(csv.read(said.encode(), "x.csv"))
    except Unreadable as error:
        assert error.message
