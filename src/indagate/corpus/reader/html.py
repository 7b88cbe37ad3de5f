"""Reads HTML: the words a person came for, without scripts, navigation and what is hidden."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indagate.corpus.charset import decode
from indagate.corpus.document import Document, Kind
from indagate.corpus.draft import Draft, clean
from indagate.corpus.reader import htmlmeta, htmltable
from indagate.corpus.reader.htmltext import BLOCKS, gather, passed_over, spoken_superscript
from indagate.corpus.reader.unseen import drop_unseen
from indagate.errors import Unreadable

if TYPE_CHECKING:
    from lxml.html import HtmlElement

CAP = 24 << 20
"""Bytes of a page that are read."""

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_FRAMES = frozenset({"ul", "ol", "dl", "li", "dt", "dd", "blockquote", "aside", "td"})
_BOXES = frozenset({"note", "warning", "tip", "caution", "important", "admonition", "callout", "infobox"})


def read(data: bytes, name: str) -> Document:
    """The page as a document; raises Unreadable when there is nothing in it that could be read."""
    root = parse(data[:CAP])
    meta = htmlmeta.meta(root)
    draft = Draft()
    draft.title = meta.title
    if len(data) > CAP:
        draft.warn(f"only the first {CAP >> 20} MB of it were read")
    _Walk(draft).walk(root)
    if not any(block.kind != "heading" for block in draft.blocks):
        whole = Draft()
        whole.title = meta.title
        _Walk(whole, lenient=True).walk(root)
        if len(whole.blocks) > len(draft.blocks):
            whole.warnings += draft.warnings
            draft = whole
    return draft.document(
        "text/html",
        title=meta.title,
        publisher=meta.publisher,
        author=meta.author,
        published=meta.published,
        dated=meta.dated,
        url=meta.url,
        language=meta.language,
        kind=meta.kind,
    )


def add_blocks(draft: Draft, root: HtmlElement) -> None:
    """Add the blocks under a parsed element to a draft."""
    _Walk(draft).walk(root)


def parse(data: bytes) -> HtmlElement:
    """The page's tree without what it shows to nobody, however broken the page is."""
    from lxml import etree, html

    text, _ = decode(data, stated=htmlmeta.stated_charset(data))
    text = clean_source(text)
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True, remove_comments=True)
    try:
        root = html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, AssertionError) as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        raise Unreadable("no HTML could be made out in it") from error
    drop_unseen(root)
    return root


def clean_source(text: str) -> str:
    """Source without characters at which the parser would stop."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


@dataclass(slots=True)
class _Frame:
    """An open list, item, definition, quotation or box; headings inside reach no further than its end."""

    element: HtmlElement
    tag: str
    headings: tuple[tuple[int, str], ...]
    terms: list[str] = field(default_factory=list)
    described: bool = False


class _Walk:
    """One pass over the tree, without recursion: any depth is fine."""

    def __init__(self, draft: Draft, *, lenient: bool = False) -> None:
        self.draft = draft
        self.lenient = lenient
        self.words: list[str] = []
        self.frames: list[_Frame] = []

    def walk(self, root: HtmlElement) -> None:
        """Add the blocks under the root to the draft."""
        from lxml import etree

        walker = etree.iterwalk(root, events=("start", "end"))
        passed = None
        for event, element in walker:
            if event == "start":
                if self._passes(element) or self._takes_whole(element):
                    passed = element
                    walker.skip_subtree()
                else:
                    self._open(element)
            else:
                if element is passed:
                    passed = None
                else:
                    self._close(element)
                if element.tail:
                    self.words.append(element.tail.replace("\n", " "))
        self._flush()

    def _passes(self, element: HtmlElement) -> bool:
        if passed_over(element, lenient=self.lenient):
            if element.tag in BLOCKS:
                self._flush()
            return True
        return False

    def _takes_whole(self, element: HtmlElement) -> bool:
        """Preformatted text, data tables and superscripts are taken in one piece."""
        tag = element.tag
        if tag == "pre":
            self._flush()
            self._announce()
            self.draft.add("code", gather(element, verbatim=True), under=self._under())
            return True
        if tag == "table" and htmltable.holds_data(element):
            self._flush()
            self._announce()
            htmltable.add_rows(self.draft, element, self._under())
            return True
        if tag == "sup" and (said := spoken_superscript(element)) is not None:
            self.words.append(said)
            return True
        return False

    def _open(self, element: HtmlElement) -> None:
        tag = element.tag
        if tag in BLOCKS:
            self._flush()
            if tag in _FRAMES or not _BOXES.isdisjoint((element.get("class") or "").split()):
                self._open_frame(element)
        elif tag == "br":
            self.words.append("\n")
        if element.text:
            self.words.append(element.text.replace("\n", " "))

    def _open_frame(self, element: HtmlElement) -> None:
        tag = element.tag
        if tag == "dt" and (owner := self._innermost("dl")) is not None and owner.described:
            owner.terms, owner.described = [], False
        self.frames.append(_Frame(element, tag, self.draft.headings))

    def _close(self, element: HtmlElement) -> None:
        tag = element.tag
        if tag in _HEADINGS:
            text = clean("".join(self.words))
            self.words.clear()
            owner = self._innermost("dl") if self._inside("dt") else None
            if owner is not None:
                owner.terms.append(text)
            else:
                self.draft.heading(text, self._level(_HEADINGS[tag]))
        elif tag in BLOCKS:
            self._flush()
            if self.frames and self.frames[-1].element is element:
                if tag == "dl":
                    self._announce()
                self.draft.headings = self.frames.pop().headings

    def _level(self, level: int) -> int:
        """A heading inside a box stands below the section that the box is in."""
        box = next((f for f in reversed(self.frames) if f.tag not in _FRAMES or f.tag == "aside"), None)
        return max(level, box.headings[-1][0] + 1) if box is not None and box.headings else level

    def _flush(self) -> None:
        """What was said since the last block becomes a block of the kind that its place makes it."""
        if not self.words:
            return
        text = clean("".join(self.words))
        self.words.clear()
        if not text:
            return
        owner = self._innermost("dl")
        if owner is not None and self._inside("dt"):
            owner.terms.append(text)
        elif owner is not None and not owner.described and self._inside("dd"):
            under = self._under()
            owner.described = True
            self.draft.define("; ".join(owner.terms), text, under=under)
        else:
            kind: Kind = "item" if self._inside("li") else "quote" if self._inside("blockquote") else "paragraph"
            self._announce()
            depth = sum(frame.tag == "li" for frame in self.frames) - 1
            self.draft.add(kind, text, under=self._under(), level=max(0, depth))

    def _announce(self) -> None:
        """Say a term whose description starts with something other than words, or has none."""
        owner = self._innermost("dl")
        if owner is not None and owner.terms and not owner.described:
            under = self._under()
            owner.described = True
            self.draft.define("; ".join(owner.terms), "", under=under)

    def _under(self) -> tuple[str, ...]:
        """The terms that the next block stands under."""
        return tuple(
            "; ".join(clean(term) for term in frame.terms)[:300]
            for frame in self.frames
            if frame.tag == "dl" and frame.terms and frame.described
        )

    def _innermost(self, tag: str) -> _Frame | None:
        return next((frame for frame in reversed(self.frames) if frame.tag == tag), None)

    def _inside(self, tag: str) -> bool:
        """Whether the innermost item, term, description or quotation is of that tag."""
        return next((f.tag for f in reversed(self.frames) if f.tag in ("li", "dt", "dd", "blockquote")), None) == tag
