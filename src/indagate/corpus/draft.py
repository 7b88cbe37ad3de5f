"""A document in the making: readers add blocks in order, the draft keeps text, spans and headings in step."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from indagate.corpus import dateline
from indagate.corpus.document import Block, Dated, Document, Kind

TEXT_CAP = 32 << 20
"""Characters of text taken from one file."""

_CODE_CAP = 1 << 20
_HEADING_CAP = 300
_OPENING = 4
"""Blocks at the beginning among which a document's own date is looked for, each of so many characters at most."""
_DATED_CAP = 200
_CLOSE = frozenset({"row", "item"})
_DROPPED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n[ \n]*")


def clean(text: str, *, verbatim: bool = False) -> str:
    """Text without control and invisible characters, composed (NFC), with single spaces unless `verbatim` (code)."""
    if text.isascii():
        if text.isprintable() and "  " not in text:
            return text.rstrip() if verbatim else text.strip()
    else:
        text = _SURROGATE.sub("\ufffd", text)
        if not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
    text = _DROPPED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if verbatim:
        return text.expandtabs(4).strip("\n").rstrip()
    return _BREAKS.sub("\n", _SPACES.sub(" ", text)).strip()


def line(text: str) -> str:
    """Cleaned text on one line."""
    return " ".join(clean(text).split())


class Draft:
    """Collects blocks; `document` closes it."""

    def __init__(self, *, cap: int = TEXT_CAP) -> None:
        self.blocks: list[Block] = []
        self.warnings: list[str] = []
        self.place: str | None = None
        self.full = False
        self.title: str | None = None
        """Known beforehand: a first heading that says the same is the topmost, whatever its level."""
        self._cap = cap
        self._parts: list[str] = []
        self._length = 0
        self._headings: tuple[tuple[int, str], ...] = ()
        self._path: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The headings that the next block stands under."""
        return self._path

    @property
    def headings(self) -> tuple[tuple[int, str], ...]:
        """The open headings with their levels; set them back where a heading's reach ends."""
        return self._headings

    @headings.setter
    def headings(self, headings: tuple[tuple[int, str], ...]) -> None:
        if headings is not self._headings:
            self._headings = headings
            self._path = tuple(title for _, title in headings)

    def heading(self, text: str, level: int) -> None:
        """Start a section; sections of the same or a deeper level end."""
        text = line(text)
        if not text:
            return
        if text == self.title and not any(block.kind == "heading" for block in self.blocks):
            level = 1
        above = tuple(heading for heading in self._headings if heading[0] < level)
        self._append("heading", text, tuple(title for _, title in above), level=level)
        self.headings = (*above, (level, text[:_HEADING_CAP]))

    def add(self, kind: Kind, text: str, *, under: tuple[str, ...] = (), level: int = 0) -> None:
        """Add a block; `under` are terms or labels below the current heading. Empty text adds nothing."""
        text = clean(text[:_CODE_CAP], verbatim=True) if kind == "code" else clean(text)
        if text.strip():
            self._append(kind, text, self._path + under, level=level)

    def define(self, term: str, description: str, *, under: tuple[str, ...] = ()) -> None:
        """Add a definition; its text is the term, then the description from a new line."""
        term, description = line(term), clean(description)
        if term or description:
            text = f"{term}\n{description}".strip()
            self._append("definition", text, self._path + under, term=term or None)

    def row(self, cells: list[str], header: tuple[str, ...] = (), *, under: tuple[str, ...] = ()) -> None:
        """Add a table row; the header row itself is a row whose header is its own cells."""
        said = tuple(line(cell) for cell in cells)
        full = [at for at, cell in enumerate(said) if cell]
        # A row with one full cell may hold several lines (a signature, its description): they stay lines.
        text = clean(cells[full[0]]) if len(full) == 1 else " | ".join(said[at] for at in full)
        if header and len(header) != len(said):
            header = (header + ("",) * len(said))[: len(said)]
        if text:
            self._append("row", text, self._path + under, header=header, cells=said)

    def warn(self, warning: str) -> None:
        """Note, once, something that a reader of the extracted text should know."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def document(
        self,
        media_type: str,
        *,
        title: str | None = None,
        publisher: str | None = None,
        author: str | None = None,
        published: date | None = None,
        dated: Dated | None = None,
        url: str | None = None,
        language: str | None = None,
        kind: str | None = None,
    ) -> Document:
        """The finished document; without a title of its own, the first heading is the title if it is a top one."""
        if not self.blocks:
            self.warn("no text was found in it")
        if title is None and self.blocks and self.blocks[0].kind == "heading" and self.blocks[0].level == 1:
            title = self.blocks[0].text
        if published is None or dated == "file":
            # What its words say of it counts for more than what its file does.
            published, dated = self._stated() or (published, dated)
        return Document(
            text="".join(self._parts),
            blocks=tuple(self.blocks),
            media_type=media_type,
            title=title,
            publisher=publisher,
            author=author,
            published=published,
            dated=dated,
            url=url,
            language=language,
            kind=kind,
            warnings=tuple(self.warnings),
        )

    def _stated(self) -> tuple[date, Dated] | None:
        """The date that the document gives for itself in its first lines or in its last."""
        shown = [(block, True) for block in self.blocks[:_OPENING]]
        shown += [(block, False) for block in self.blocks[_OPENING:][-1:]]
        for block, opening in shown:
            if block.kind != "code" and len(block.text) <= _DATED_CAP:
                when = dateline.stated(block.text, opening=opening)
                if when is not None:
                    return when
        return None

    def _append(
        self,
        kind: Kind,
        text: str,
        path: tuple[str, ...],
        *,
        level: int = 0,
        header: tuple[str, ...] = (),
        cells: tuple[str, ...] = (),
        term: str | None = None,
    ) -> None:
        gap = ""
        if self.blocks:
            gap = "\n" if kind in _CLOSE and self.blocks[-1].kind == kind else "\n\n"
        room = self._cap - self._length - len(gap)
        if self.full or len(text) > room:
            self.full = True
            self.warn(f"only the first {self._cap >> 20} million characters of its text were taken")
            text = text[: max(0, room)].rstrip()
            if not text or room <= 0 or self._length >= self._cap - 2:
                return
        start = self._length + len(gap)
        self._parts += (gap, text)
        self._length = start + len(text)
        self.blocks.append(Block(kind, text, start, self._length, path, self.place, level, header, cells, term))
