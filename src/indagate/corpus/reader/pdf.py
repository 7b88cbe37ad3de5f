"""Reads PDF page by page. Heavy and not to be trusted: call it in a process that can be killed."""

from __future__ import annotations

import io
import re
import time
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

from indagate.corpus import dateline
from indagate.corpus.document import Dated, Document
from indagate.corpus.draft import TEXT_CAP, Draft, line
from indagate.corpus.reader.marker import alone, marks
from indagate.errors import Unreadable
from indagate.sandbox import tell

if TYPE_CHECKING:
    from pypdf import PdfReader

CAP = 100 << 20
"""Bytes beyond which a PDF is not opened: its end is needed to read its beginning."""
PAGES = 5_000
"""Pages of one file that are read."""
SECONDS = 240.0
"""Processor time after which no further page of a file is begun."""

_EVERY = 0.5
"""Seconds between two words of how far the reading has come."""
_OPENING, _ENDING = 12, 3
"""Lines at the beginning and at the end among which a document's own date is looked for."""

_DIGITS = re.compile(r"\d+")
_ENDS = (".", "!", "?", ":", ";", "。", "”", '"', ")")


def read(data: bytes, name: str) -> Document:
    """The file as a document with page numbers as places; raises Unreadable with the reason."""
    import logging

    from pypdf.errors import DependencyError, PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    if len(data) > CAP:
        raise Unreadable(f"it is larger than the {CAP >> 20} MB that indagate opens of a PDF")
    try:
        return _read(data)
    except Unreadable:
        raise
    except DependencyError as error:
        raise Unreadable("it is encrypted in a way that cannot be opened here") from error
    except RecursionError as error:
        raise Unreadable("it is damaged: it nests without end") from error
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, ArithmeticError) as error:
        # pypdf meets damage in many ways; all of them mean the same to the user.
        raise Unreadable(f"it is damaged: {line(str(error))[:200] or type(error).__name__}") from error


def _read(data: bytes) -> Document:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("it is locked with a password")
    draft = Draft()
    count = len(reader.pages)
    pages = _pages(reader, count, draft)
    if not any(pages):
        raise Unreadable("it holds no text (scanned pages?)")
    if empty := sum(not page for page in pages):
        draft.warn(f"{empty:,} of its {count:,} pages hold no text")
    outline = _outline(reader)
    repeated = _repeated(pages)
    for number, lines in enumerate(pages):
        draft.place = f"page {number + 1}"
        kept = [said for at, said in enumerate(lines) if not _is_furniture(said, at, len(lines), repeated)]
        _add_page(draft, kept, outline.get(number, {}))
    info = reader.metadata
    published, dated = _stated(pages) or (_created(reader), "file")
    return draft.document(
        "application/pdf",
        title=line(str(info.title or "")) or None if info else None,
        author=line(str(info.author or "")) or None if info else None,
        published=published,
        dated=dated if published else None,
    )


def _pages(reader: PdfReader, count: int, draft: Draft) -> list[list[str]]:
    """The lines of each page, as far as text and time reach, with words on the way to whoever listens."""
    pages: list[list[str]] = []
    began, said, length = time.process_time(), -_EVERY, 0
    for number in range(min(count, PAGES)):
        pages.append(_lines(reader, number, draft))
        length += sum(map(len, pages[-1]))
        if (now := time.monotonic()) - said >= _EVERY:
            said = now
            tell(f"page {number + 1:,} of {count:,}")
        if length > TEXT_CAP or time.process_time() - began > SECONDS:
            break
    if len(pages) < count:
        why = ""
        if len(pages) < PAGES:
            why = f": they hold {length:,} characters" if length > TEXT_CAP else ": they took too long"
        draft.warn(f"only the first {len(pages):,} of its {count:,} pages were read{why}")
    return pages


def _lines(reader: PdfReader, number: int, draft: Draft) -> list[str]:
    """A page's lines, blank ones between; none when the page alone is damaged."""
    from pypdf.errors import PyPdfError

    try:
        text = reader.pages[number].extract_text()
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError):
        draft.warn(f"page {number + 1} is damaged and could not be read")
        return []
    lines = [" ".join(said.split()) for said in text.replace("\0", "").split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _stated(pages: list[list[str]]) -> tuple[date, Dated] | None:
    """The date that the first lines or the last ones give for the document; its paragraphs run lines together."""
    said = [line for page in pages for line in page if line]
    return next((found for line in (*said[:_OPENING], *said[-_ENDING:]) if (found := dateline.stated(line))), None)


def _created(reader: PdfReader) -> date | None:
    try:
        created = reader.metadata.creation_date if reader.metadata else None
    except ValueError:
        return None
    return created.date() if created else None


def _outline(reader: PdfReader) -> dict[int, dict[str, int]]:
    """The bookmarks: for each page (from 0) the titles on it, bare, with their level."""
    from pypdf.errors import PyPdfError
    from pypdf.generic import Destination

    found: dict[int, dict[str, int]] = {}
    try:
        stack: list[tuple[list[Any], int]] = [(list(reader.outline), 1)]
        while stack and len(found) < PAGES:
            entries, level = stack.pop()
            for entry in entries:
                if isinstance(entry, list):
                    stack.append((entry, level + 1))
                elif isinstance(entry, Destination) and (page := reader.get_destination_page_number(entry)) is not None:
                    found.setdefault(page, {})[_bare(str(entry.title))] = min(level, 6)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return found


def _bare(title: str) -> str:
    return "".join(title.split()).casefold()


def _repeated(pages: list[list[str]]) -> frozenset[str]:
    """Running heads and feet: what stands at the edge of most pages, at the very edge with a changing number."""
    if len(pages) < 4:
        return frozenset()
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({_bare_of_numbers(page[0]), _bare_of_numbers(page[-1]), *page[1:2], *page[-2:-1]} if page else ())
    return frozenset(said for said, count in counts.items() if said and count > len(pages) * 0.5)


def _is_furniture(said: str, at: int, count: int, repeated: frozenset[str]) -> bool:
    if at in (0, count - 1):
        return _bare_of_numbers(said) in repeated or (said.isdigit() and len(said) <= 4)
    return at in (1, count - 2) and said in repeated


def _bare_of_numbers(said: str) -> str:
    return _DIGITS.sub("#", said)


def _add_page(draft: Draft, lines: list[str], titles: dict[str, int]) -> None:
    """Add a page's paragraphs: they end at blank lines, and at short lines that end a sentence."""
    longest = max(map(len, lines), default=0)
    held: list[str] = []
    marked = 0
    for said, mark in zip([*lines, ""], [*marks(lines), 0], strict=True):
        level = titles.get(_bare(said)) if said else None
        begins = mark or (alone(said) and (not held or held[-1].endswith(_ENDS)))
        if not said or level or begins:
            _add_paragraph(draft, held, marked)
            held = []
        if level:
            draft.heading(said, level)
        elif said:
            marked = marked if held else mark
            held.append(said)
            if len(said) < longest * 0.7 and said.endswith(_ENDS):
                _add_paragraph(draft, held, marked)
                held = []


def _add_paragraph(draft: Draft, lines: list[str], mark: int) -> None:
    """Add lines as a paragraph, or as an item whose mark has so many characters."""
    if not lines:
        return
    text = lines[0]
    for said in lines[1:]:
        # A word cut at the line's end is whole again when it goes on in small letters.
        if text.endswith("-") and len(text) > 1 and text[-2].isalpha() and said[:1].islower():
            text = text[:-1] + said
        else:
            text = f"{text} {said}"
    draft.add("item" if mark or alone(text) else "paragraph", text[mark:])
