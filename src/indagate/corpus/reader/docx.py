"""Reads DOCX: headings by style, paragraphs, lists and tables."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

from indagate.corpus.document import Document
from indagate.corpus.draft import Draft, line
from indagate.errors import Unreadable

if TYPE_CHECKING:
    from docx.document import Document as Docx

UNPACKED_CAP = 128 << 20
"""Bytes that a file's parts may unpack to."""

_PARTS = 10_000
_XML_CAP = 48 << 20
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def read(data: bytes, name: str) -> Document:
    """The file as a document; raises Unreadable when it is damaged, locked or unpacks to too much."""
    _guard(data)
    opened = _open(data)
    draft = Draft()
    _add_body(draft, opened)
    properties = opened.core_properties
    # A document begun from a template has the template's time of creation.
    times = [when.date() for when in (properties.created, properties.modified) if when]
    saved = max(times, default=None)
    return draft.document(
        MEDIA_TYPE,
        title=line(properties.title or "") or None,
        author=line(properties.author or "") or None,
        published=saved,
        dated="file" if saved else None,
        language=line(properties.language or "") or None,
    )


def _guard(data: bytes) -> None:
    """Refuse what would unpack to more than it should."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise Unreadable(f"it is damaged: {error}") from error
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("it is locked with a password")
    xml = sum(part.file_size for part in parts if part.filename.endswith((".xml", ".rels")))
    whole = sum(part.file_size for part in parts)
    if len(parts) > _PARTS or xml > _XML_CAP or whole > UNPACKED_CAP:
        raise Unreadable(f"it unpacks to {whole >> 20:,} MB in {len(parts):,} parts, more than indagate opens")


def _open(data: bytes) -> Docx:
    import zlib

    import docx
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    try:
        return docx.Document(io.BytesIO(data))
    except (OpcError, LxmlError, KeyError, ValueError, AttributeError, zipfile.BadZipFile, zlib.error) as error:
        raise Unreadable(f"it is damaged or no DOCX: {type(error).__name__}") from error


def _add_body(draft: Draft, opened: Docx) -> None:
    names = {style.style_id: style.name or "" for style in opened.styles}
    for element in opened.element.body.iter(f"{_W}p", f"{_W}tbl"):
        if element.tag == f"{_W}tbl":
            # A table inside a cell is part of that cell's words.
            if not any(True for _ in element.iterancestors(f"{_W}tc")):
                _add_table(draft, element)
        elif not any(True for _ in element.iterancestors(f"{_W}tc", f"{_W}txbxContent")):
            _add_paragraph(draft, element, names)


def _add_paragraph(draft: Draft, element: Any, names: dict[str, str]) -> None:
    text = _words(element)
    style_id = element.style
    style = names.get(style_id, style_id or "")
    if style == "Title":
        draft.heading(text, 1)
    elif found := _HEADING.match(style):
        draft.heading(text, int(found[1]))
    elif style.lower().startswith("list") or element.find(f"{_W}pPr/{_W}numPr") is not None:
        depth = element.find(f"{_W}pPr/{_W}numPr/{_W}ilvl")
        level = str(depth.get(f"{_W}val") or "0") if depth is not None else style[-1:]
        draft.add("item", text, level=min(int(level), 8) if level.isdigit() and depth is not None else 0)
    elif "quote" in style.lower():
        draft.add("quote", text)
    else:
        draft.add("paragraph", text)


def _add_table(draft: Draft, table: Any) -> None:
    header: tuple[str, ...] = ()
    rows = table.findall(f"{_W}tr")
    above: list[str] = []
    for at, row in enumerate(rows):
        cells: list[str] = []
        for cell in row.iter(f"{_W}tc"):
            if cell.getparent() is not row and cell.getparent().getparent().getparent() is not row:
                continue
            merge = cell.find(f"{_W}tcPr/{_W}vMerge")
            continued = merge is not None and merge.get(f"{_W}val") != "restart" and len(cells) < len(above)
            cells.append(above[len(cells)] if continued else _words(cell))
            span = cell.find(f"{_W}tcPr/{_W}gridSpan")
            wide = str(span.get(f"{_W}val")) if span is not None else "1"
            cells += [""] * (min(int(wide), 200) - 1 if wide.isdigit() else 0)
        if at == 0 and len(rows) > 1 and len(cells) > 1 and all(cell.strip() for cell in cells):
            header = tuple(line(cell) for cell in cells)
        draft.row(cells, header)
        above = cells


def _words(element: Any) -> str:
    """The words inside a paragraph or cell; deleted text and field codes are no words."""
    words: list[str] = []
    for inner in element.iter(f"{_W}t", f"{_W}tab", f"{_W}br", f"{_W}cr", f"{_W}p", f"{_W}noBreakHyphen"):
        tag = inner.tag
        if tag == f"{_W}t":
            words.append(inner.text or "")
        elif tag == f"{_W}tab":
            words.append(" " if inner.getparent().tag == f"{_W}r" else "")
        elif tag == f"{_W}noBreakHyphen":
            words.append("-")
        elif inner is not element:
            words.append("\n")
    return "".join(words)
