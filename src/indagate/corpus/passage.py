"""Documents cut into passages: what a search finds and a reader is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indagate.corpus.document import Block, Document, Kind

SMALL = 60
"""Words below which a passage takes in what follows it in its section."""
LARGE = 200
"""Words beyond which a passage is not grown, and a block is cut."""
_ROWS = 120
_CODE = 260
_CHARACTERS = 2_400
_LEAD = 8
"""Words beyond which a line that ends without a stop is no heading."""

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"”’)\]]*\s+|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document's text, `document.text[start:end] == text`, and what it needs to be understood."""

    document: str
    """The document's path in its folder."""
    ordinal: int
    """Its place in the order of the document's passages, from 0."""
    kind: Kind
    """The kind of its first block."""
    text: str
    start: int
    end: int
    path: tuple[str, ...] = ()
    """The headings it stands under; a term, when it is all about one definition."""
    place: str | None = None
    """Where in the original: "page 3" or "pages 3–4", when the original has places."""
    context: str | None = None
    """What stands apart and is needed: the header of its table rows, the sentence that leads in its code."""


def weigh(text: str) -> int:
    """How many words a text has; two ideographs or syllables count as one word."""
    words = len(text.split())
    return words if text.isascii() else words + len(_WIDE.findall(text)) // 2


def cut(document: Document, name: str) -> list[Passage]:
    """The document's passages in order; every block's text is in one, but headings, which are in their paths."""
    passages: list[Passage] = []
    for blocks, start, end in _spans(document):
        first = blocks[0]
        passages.append(
            Passage(
                document=name,
                ordinal=len(passages),
                kind=first.kind,
                text=document.text[start:end],
                start=start,
                end=end,
                path=_path(blocks),
                place=_place(first.place, blocks[-1].place),
                context=_context(document, blocks, start),
            )
        )
    return passages


def _spans(document: Document) -> Iterator[tuple[list[Block], int, int]]:
    """Runs of blocks that make up a passage, or one large block with each of its parts."""
    held: list[Block] = []
    words = 0
    for at, block in enumerate(document.blocks):
        if block.kind == "heading":
            if held:
                yield held, held[0].start, held[-1].end
                held, words = [], 0
            if _stands_alone(document.blocks, at):
                yield [block], block.start, block.end
            continue
        weight = weigh(block.text)
        if held and not _belongs(held, words, block, weight):
            yield held, held[0].start, held[-1].end
            held, words = [], 0
        if weight > LARGE or len(block.text) > _CHARACTERS:
            if held:
                yield held, held[0].start, held[-1].end
                held, words = [], 0
            for start, end in _parts(block.text):
                yield [block], block.start + start, block.start + end
            continue
        held.append(block)
        words += weight
    if held:
        yield held, held[0].start, held[-1].end


def _stands_alone(blocks: tuple[Block, ...], at: int) -> bool:
    """Whether nothing stands under a heading, so that it would be in no passage's path."""
    if at + 1 == len(blocks):
        return True
    following = blocks[at + 1]
    return following.kind == "heading" and following.level <= blocks[at].level


def _belongs(held: list[Block], words: int, block: Block, weight: int) -> bool:
    """Whether a block goes into the passage that the held ones begin."""
    first, last = held[0], held[-1]
    if block.end - first.start > _CHARACTERS or (block.place != last.place and words >= SMALL // 2):
        return False
    if block.kind == "code":
        return last.kind != "code" and words + weight <= _CODE and _same_section(first, block)
    if (block.kind == "row") != (last.kind == "row"):
        # A table's caption stays with its first rows.
        return block.kind == "row" and len(held) == 1 and words < 30 and words + weight <= LARGE
    if block.kind == "row":
        return block.header == last.header and words + weight <= _ROWS
    if not _same_section(first, block):
        return False
    if block.kind == "definition":
        return last.kind == "definition" and words + weight <= SMALL
    if words + weight > LARGE:
        return False
    return words < SMALL or weight < 15 or block.kind == "item" == last.kind or (block.kind == "item" and words < 120)


def _same_section(first: Block, block: Block) -> bool:
    """Whether a block stands in the section of the passage's first, or goes on with the term it defines."""
    if block.path == first.path:
        return True
    return first.kind == "definition" and block.path == (*first.path, first.term)


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Where to cut a large block: at sentences' ends, else between words, else anywhere."""
    start = end = words = 0
    for piece_start, piece_end in _pieces(text):
        weight = weigh(text[piece_start:piece_end])
        if end > start and (words + weight > LARGE * 3 // 4 or piece_end - start > _CHARACTERS):
            yield start, end
            start, words = piece_start, 0
        end = piece_end
        words += weight
    if end > start:
        yield start, end


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """The sentences, those that are too long cut again."""
    start = 0
    for found in _SENTENCE.finditer(text):
        if found.start() > start:
            yield from _short(text, start, found.start())
        start = found.end()
    if start < len(text):
        yield from _short(text, start, len(text))


def _short(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    most = _CHARACTERS // 2
    while end - start > most:
        gap = text.rfind(" ", start + most // 2, start + most)
        stop = gap if gap > 0 else start + most
        yield start, stop
        start = stop + (gap > 0)
    if end > start:
        yield start, end


def _place(first: str | None, last: str | None) -> str | None:
    if first == last or first is None or last is None:
        return first
    return f"pages {first.removeprefix('page ')}–{last.removeprefix('page ')}"


def _path(blocks: list[Block]) -> tuple[str, ...]:
    first = blocks[0]
    if first.kind == "definition" and first.term and not any(b.kind == "definition" for b in blocks[1:]):
        return (*first.path, first.term)
    return first.path


def _context(document: Document, blocks: list[Block], start: int) -> str | None:
    """The header of rows, unless it is the passage's own first line; the sentence before code that stands alone."""
    first = blocks[0]
    row = next((block for block in blocks if block.kind == "row"), None)
    if row is not None and row.header and row.header != row.cells:
        return " | ".join(cell for cell in row.header if cell)
    if first.kind == "code":
        before = document.text[max(0, start - 400) : start].rstrip()
        lead = before[_last_sentence(before) :].strip()
        # "please send mail to" breaks off like "as follows:" does.
        if first.start == start and (lead.endswith(":") or (len(lead.split()) > _LEAD and lead[-1:].isalpha())):
            return lead or None
    return None


def _last_sentence(text: str) -> int:
    return max((found.end() for found in _SENTENCE.finditer(text)), default=0)
