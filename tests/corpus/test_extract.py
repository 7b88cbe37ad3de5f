"""Which reader a file gets, and which files get none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.corpus import dateline
from indagate.corpus.document import pack, unpack
from indagate.corpus.extract import extract, format_of
from indagate.corpus.reader import markdown
from indagate.errors import Unreadable

from . import samples


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        (b"%PDF-1.7", "a.txt", "pdf"),
        (b"<!DOCTYPE html><html>", "README", "html"),
        (b"<p>x", "a.htm", "html"),
        (b"# x", "a.md", "markdown"),
        (b"a,b", "a.CSV", "csv"),
        (b"words", "NOTES", "text"),
        (b"words", "../../odd\nname \xf0\x9f\x98\x80.txt".encode("latin-1").decode("latin-1"), "text"),
        (b"Apache License\nVersion 2.0\n", "Apache-2.0", "text"),
        (b"\\documentclass{article}", "paper.tex", "text"),
        ("Größe: 3 m\n".encode("cp1252"), "NOTES.2026", "text"),
    ],
)
def test_a_file_is_known_by_its_first_bytes_then_by_its_name(head: bytes, name: str, expected: str) -> None:
    """Content goes before the suffix."""
    assert format_of(head, name) == expected


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b'{"a": 1}', "a.json", "not a kind indagate reads"),
        (bytes(range(256)) * 20, "a.txt", "binary"),
        (b"\x7fELF" + b"\0\1\2" * 100, "tool", "binary"),
        (b"{\\rtf1 words}", "a.rtf", "not a kind indagate reads"),
        (b"PK\x03\x04rest", "a.zip", "not a kind indagate reads"),
        (b"words", "a.pdf", "no PDF"),
        (b"words", "a.docx", "no DOCX"),
        (b"", "a.txt", "empty"),
    ],
)
def test_what_indagate_does_not_read_is_refused_with_the_reason(data: bytes, name: str, reason: str) -> None:
    """The message starts with the name."""
    with pytest.raises(Unreadable, match=reason) as caught:
        extract(data, name)
    assert caught.value.message.startswith(f"{name}: ")


def test_a_pdf_is_extracted_in_a_process_of_its_own() -> None:
    """And comes back whole."""
    document = extract(samples.pdf("Words on a page.", title="T"), "p.pdf")
    samples.holds(document)
    assert (document.text, document.title, document.blocks[0].place) == ("Words on a page.", "T", "page 1")


@settings(deadline=None)
@given(st.text(max_size=200))
def test_a_packed_document_is_unpacked_the_same(said: str) -> None:
    """Nothing is lost between processes or in the index."""
    document = markdown.read(f"# T\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n{said}".encode("utf-8", "replace"), "x.md")
    assert unpack(pack(document)) == document


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("2024-03-05T10:00:00Z", "2024-03-05 day"),
        ("2024/3/5", "2024-03-05 day"),
        ("2024-03", "2024-03-01 month"),
        ("2024", "2024-01-01 year"),
        ("D:20240305101500+01'00'", "2024-03-05 day"),
        ("20240305", "2024-03-05 day"),
        ("Tue, 05 Mar 2024 10:00:00 GMT", "2024-03-05 day"),
        ("March 5th, 2024", "2024-03-05 day"),
        ("5 марта 2024", "2024-03-05 day"),
        ("5. März 2024", "2024-03-05 day"),
        ("05.03.2024", "2024-03-05 day"),
        ("Sept. 2024", "2024-09-01 month"),
        ("03/05/2024", None),
        ("2024-13-05", None),
        ("soon", None),
        ("", None),
    ],
)
def test_dates_are_read_as_stated_or_not_at_all(said: str, expected: str | None) -> None:
    """How exact they are is kept; what could mean two days means none."""
    found = dateline.parse(said)
    assert (f"{found[0]} {found[1]}" if found else None) == expected


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_date_or_none(said: str) -> None:
    """Reading a date never fails."""
    dateline.parse(said)
