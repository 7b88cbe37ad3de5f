"""Real documents made on the spot."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

from indagate.corpus.document import Document


def pdf(*pages: str, encrypted: bool = False, title: str | None = None, outline: tuple[str, ...] = ()) -> bytes:
    """A PDF with a page for each text; a line of the text that is in the outline becomes a bookmark."""
    from fpdf import FPDF

    made = FPDF()
    made.set_font("Helvetica", size=11)
    if title:
        made.set_title(title)
    made.set_creation_date(datetime(2021, 5, 4, tzinfo=UTC))
    if encrypted:
        made.set_encryption(owner_password="o", user_password="secret")
    for page in pages:
        made.add_page()
        for line in page.split("\n"):
            if line in outline:
                made.start_section(line)
            made.cell(0, 6, line)
            made.ln()
    return bytes(made.output())


def docx(fill: Any) -> bytes:
    """A DOCX whose content the callable adds."""
    import docx as python_docx

    made = python_docx.Document()
    fill(made)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def bomb(size: int) -> bytes:
    """A DOCX whose body unpacks to that many bytes of nothing."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open("word/document.xml", "w") as part:
            for _ in range(size >> 20):
                part.write(b" " * (1 << 20))
    return out.getvalue()


def holds(document: Document) -> None:
    """Assert what is true of every document: spans are exact, in order and apart."""
    at = 0
    for block in document.blocks:
        assert document.text[block.start : block.end] == block.text
        assert block.start >= at
        assert block.text.strip()
        at = block.end
    document.text.encode()


def told(document: Document) -> list[tuple[str, str]]:
    """The blocks' kinds and texts."""
    return [(block.kind, block.text) for block in document.blocks]
