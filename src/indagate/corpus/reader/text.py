"""Reads plain text: paragraphs, underlined headings, lists and indented blocks."""

from __future__ import annotations

import re

from indagate.corpus import frontmatter
from indagate.corpus.charset import decode
from indagate.corpus.document import Document
from indagate.corpus.draft import Draft
from indagate.corpus.reader.marker import alone, marks

CAP = 50 << 20
"""Bytes of a text that are read."""

_UNDERLINES = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "^": 4, '"': 4}
_MARKED_HEADING = re.compile(r"(#{1,6}|={1,5})\s+(\S.*?)\s*[#=]*")
_NUMBERED_HEADING = re.compile(
    r"(?:(?:Section|Chapter|Part|Article|Appendix|Annex|Abschnitt|Kapitel|Teil|Artikel|Anhang|Раздел|Глава|Часть|Статья"
    r"|Приложение)\s+[\dIVXA-F]|§+\s*\d|(?P<number>\d{1,2}(?:\.\d{1,2})*)\.?\s+[^\W\d_])[^\n]*"
)
_CELL = re.compile(r"\S+(?: \S+)*")
_LONGEST_HEADING = 90
_LONGEST_PARAGRAPH = 20_000


def read(data: bytes, name: str) -> Document:
    """The text as a document; an empty text is a document without blocks."""
    draft = Draft()
    if len(data) > CAP:
        draft.warn(f"only the first {CAP >> 20} MB of it were read")
    text, encoding = decode(data[:CAP])
    if "\ufffd" in text:
        draft.warn(f"some of its bytes mean nothing in {encoding} and read as \ufffd")
    front, text = frontmatter.split_lines(text.lstrip("\ufeff"))
    read_lines(draft, text)
    return draft.document(
        "text/plain",
        title=front.title,
        publisher=front.publisher,
        author=front.author,
        published=front.published,
        dated=front.dated,
        url=front.url,
        language=front.language,
        kind=front.kind,
    )


def read_lines(draft: Draft, text: str) -> None:
    """Add the text's blocks to the draft."""
    at, length = 0, 0
    group: list[str] = []
    while at <= len(text) and not draft.full:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        said = text[at:end].rstrip("\r")
        at = end + 1
        if said.strip() and length < _LONGEST_PARAGRAPH:
            group.append(said.expandtabs(4))
            length += len(said)
            continue
        if group:
            _add(draft, group)
        group, length = ([said], len(said)) if said.strip() else ([], 0)
    if group:
        _add(draft, group)


def _add(draft: Draft, lines: list[str]) -> None:
    """Add the blocks of lines that stand together."""
    while len(lines) >= 2 and (level := _underlined(lines[0], lines[1])):
        draft.heading(lines[0], level)
        lines = lines[2:]
    if len(lines) == 1 and (found := _MARKED_HEADING.fullmatch(lines[0].strip())):
        draft.heading(found[2], len(found[1]))
    elif len(lines) == 1 and (level := _heads(lines[0].strip())):
        draft.heading(lines[0], level)
    elif rows := _columns(lines):
        header = tuple(rows[0]) if not any(map(str.isdigit, "".join(rows[0]))) else ()
        for cells in rows:
            draft.row(cells, header)
    elif lines and (alone(lines[0]) or any(marks(lines))):
        _add_items(draft, lines)
    elif lines and all(said.startswith("    ") for said in lines) and draft.blocks:
        draft.add("code", "\n".join(said[4:] for said in lines))
    elif lines:
        draft.add("paragraph", _joined(lines))


def _add_items(draft: Draft, lines: list[str]) -> None:
    """Add a list; what stands before its first item is a paragraph."""
    held: list[str] = []
    indent: int | None = None
    for at, (said, mark) in enumerate(zip(lines, marks(lines), strict=True)):
        if mark or (at == 0 and alone(said)):
            _add_held(draft, held, indent)
            held, indent = [said[mark:]], len(said) - len(said.lstrip())
        else:
            held.append(said)
    _add_held(draft, held, indent)


def _add_held(draft: Draft, held: list[str], indent: int | None) -> None:
    if indent is None:
        draft.add("paragraph", _joined(held))
    else:
        draft.add("item", _joined(held), level=min(indent // 2, 6))


def _columns(lines: list[str]) -> list[list[str]]:
    """The cells of lines that are set in columns, which start (or end) at the same place in each; else none."""
    if len(lines) < 2:
        return []
    cells = [[(found.start(), found.end()) for found in _CELL.finditer(said)] for said in lines]
    width = len(cells[0])
    if width < 2 or any(len(spans) != width for spans in cells):
        return []
    for column in range(1, width):
        starts, ends = ({spans[column][edge] for spans in cells} for edge in (0, 1))
        if len(starts) > 1 and len(ends) > 1:
            return []
    return [[said[start:end] for start, end in spans] for said, spans in zip(lines, cells, strict=True)]


def _underlined(said: str, below: str) -> int:
    """The heading level that a line gets from the one below it; 0 for none."""
    mark = below.strip()
    if len(mark) < 3 or len(set(mark)) != 1 or abs(len(mark) - len(said.strip())) > max(3, len(said) // 3):
        return 0
    return _UNDERLINES.get(mark[0], 0) if len(said.strip()) <= 200 else 0


def _heads(said: str) -> int:
    """The level of a line that stands alone and reads like a heading: numbered, or in capitals; 0 if it does not."""
    if len(said) > _LONGEST_HEADING or said.endswith((".", ",", ";", ":", "!", "?")):
        return 0
    if found := _NUMBERED_HEADING.fullmatch(said):
        return 2 + (found["number"] or "").count(".")
    return 1 if said.isupper() and sum(map(str.isalpha, said)) > 3 else 0


def _joined(lines: list[str]) -> str:
    return " ".join(said.strip() for said in lines)
