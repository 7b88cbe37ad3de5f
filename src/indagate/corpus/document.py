"""What reading a file yields: its plain text, the blocks in it, and what it states about itself."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

Kind = Literal["heading", "paragraph", "item", "row", "definition", "code", "quote"]
Dated = Literal["day", "month", "year", "file"]


@dataclass(frozen=True, slots=True)
class Block:
    """One stretch of a document's text: `document.text[start:end] == text`."""

    kind: Kind
    text: str
    start: int
    end: int
    path: tuple[str, ...] = ()
    """The headings it stands under, outermost first; a defined term counts as one for what follows it."""
    place: str | None = None
    """Where in the original, when it has places: "page 3"."""
    level: int = 0
    """Of a heading (1 is the top) or of a list item (0 is the outermost list)."""
    header: tuple[str, ...] = ()
    """The header cells above a table row, as many as its cells; empty when the table has none."""
    cells: tuple[str, ...] = ()
    term: str | None = None
    """What a definition defines."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file's extracted text with its blocks, and its own statements about itself: None where it makes none."""

    text: str
    blocks: tuple[Block, ...]
    media_type: str
    title: str | None = None
    publisher: str | None = None
    author: str | None = None
    published: date | None = None
    dated: Dated | None = None
    """How exact `published` is: to the day, month or year (the rest is then 1), or "file", a file's own time stamp,
    which is weak evidence of when its words were published."""
    url: str | None = None
    language: str | None = None
    kind: str | None = None
    """What sort of source it says it is: official, academic, news, blog or industry."""
    warnings: tuple[str, ...] = field(default=())


_PackedBlock = tuple[Kind, int, int, int, str | None, int, int, tuple[str, ...], str | None]


@dataclass(frozen=True, slots=True)
class _Packed:
    """A document without its text said twice, and with every path and header once."""

    bare: Document
    blocks: list[_PackedBlock]
    shared: list[tuple[str, ...]]


def pack(document: Document) -> bytes:
    """The document as compact bytes, for the index and between processes."""
    import msgspec

    shared: dict[tuple[str, ...], int] = {}
    blocks: list[_PackedBlock] = [
        (
            b.kind,
            b.start,
            b.end,
            shared.setdefault(b.path, len(shared)),
            b.place,
            b.level,
            shared.setdefault(b.header, len(shared)),
            b.cells,
            b.term,
        )
        for b in document.blocks
    ]
    bare = replace(document, blocks=())
    return zlib.compress(msgspec.msgpack.encode(_Packed(bare, blocks, list(shared))), 1)


def unpack(packed: bytes) -> Document:
    """The document that `pack` was given."""
    from indagate.storage.typed import packed_decoder

    held = packed_decoder(_Packed).decode(zlib.decompress(packed))
    text, shared = held.bare.text, held.shared
    blocks = tuple(
        Block(kind, text[start:end], start, end, shared[path], place, level, shared[header], cells, term)
        for kind, start, end, path, place, level, header, cells, term in held.blocks
    )
    return replace(held.bare, blocks=blocks)
