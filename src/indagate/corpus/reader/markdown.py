"""Reads Markdown (CommonMark with tables, definition lists and YAML front matter)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.corpus import frontmatter
from indagate.corpus.charset import decode
from indagate.corpus.document import Document, Kind
from indagate.corpus.draft import Draft
from indagate.corpus.reader import text as plain

if TYPE_CHECKING:
    from markdown_it.token import Token

CAP = 8 << 20
"""Bytes beyond which Markdown is read as plain text, which is quicker."""

_NESTING = 60


def read(data: bytes, name: str) -> Document:
    """The Markdown as a document."""
    draft = Draft()
    if len(data) > plain.CAP:
        draft.warn(f"only the first {plain.CAP >> 20} MB of it were read")
    source, _ = decode(data[: plain.CAP])
    front, source, warning = frontmatter.split_yaml(source.replace("\r\n", "\n").replace("\0", ""))
    if warning:
        draft.warn(warning)
    if len(data) > CAP:
        draft.warn(f"it is larger than {CAP >> 20} MB and was read as plain text")
        plain.read_lines(draft, source)
    else:
        _Walk(draft).walk(source)
    return draft.document(
        "text/markdown",
        title=front.title,
        publisher=front.publisher,
        author=front.author,
        published=front.published,
        dated=front.dated,
        url=front.url,
        language=front.language,
        kind=front.kind,
    )


class _Walk:
    """One pass over the tokens."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.quotes = 0
        self.in_item = 0
        self.mark = ""
        """The number of the only item of a list, which begins its text: it may be a date's day, or a year."""
        self.before: str | None = None
        """The last paragraph, kept back in case that a definition follows and makes it a term."""

    def walk(self, source: str) -> None:
        """Add the blocks of the source to the draft."""
        from markdown_it import MarkdownIt

        tokens = MarkdownIt("commonmark", {"maxNesting": _NESTING}).enable("table").parse(source)
        at = 0
        while at < len(tokens):
            at = self._take(tokens, at)
        self._release()

    def _take(self, tokens: list[Token], at: int) -> int:
        """Take the token at that place in; the place of the next one to take."""
        token = tokens[at]
        kind = token.type
        if kind == "paragraph_open":
            self._paragraph(self.mark + said(tokens[at + 1]))
            self.mark = ""
            return at + 3
        self._release()
        if kind == "heading_open":
            self.draft.heading(said(tokens[at + 1]), int(token.tag[1]))
            return at + 3
        if kind in ("fence", "code_block"):
            self.draft.add("code", token.content)
        elif kind == "table_open":
            return self._table(tokens, at + 1)
        elif kind == "html_block":
            self._html(token.content)
        elif kind == "list_item_open":
            self.in_item += 1
            self.mark = f"{token.info}{token.markup} " if token.info and _only(tokens, at) else ""
        elif kind == "list_item_close":
            self.in_item -= 1
            self.mark = ""
        elif kind == "blockquote_open":
            self.quotes += 1
        elif kind == "blockquote_close":
            self.quotes -= 1
        return at + 1

    def _paragraph(self, text: str) -> None:
        """A paragraph, an item, or terms with their definitions: lines that start with a colon."""
        lines = text.split("\n")
        first = next((at for at, part in enumerate(lines) if part.startswith((": ", ":\t"))), None)
        if first is None or (first == 0 and self.before is None):
            self._release()
            if self.in_item or self.quotes:
                self.draft.add(self._kind(), _flat(text), level=max(0, self.in_item - 1))
            else:
                self.before = text
            return
        term, self.before = ("\n".join(lines[:first]) if first else self.before or ""), None
        if first:
            self._release()
        described: list[str] = []
        for part in lines[first:]:
            if part.startswith((": ", ":\t")):
                if described:
                    self.draft.define(_flat(term), " ".join(described))
                described = [part[2:].strip()]
            else:
                described.append(part.strip())
        self.draft.define(_flat(term), " ".join(described))

    def _kind(self) -> Kind:
        return "item" if self.in_item else "quote" if self.quotes else "paragraph"

    def _release(self) -> None:
        if self.before is not None:
            self.draft.add("paragraph", _flat(self.before))
            self.before = None

    def _table(self, tokens: list[Token], at: int) -> int:
        header: tuple[str, ...] = ()
        cells: list[str] = []
        while tokens[at].type != "table_close":
            kind = tokens[at].type
            if kind == "inline":
                cells.append(_flat(said(tokens[at])))
            elif kind == "tr_close":
                if tokens[at + 1].type == "thead_close":
                    header = tuple(cells)
                self.draft.row(cells, header)
                cells = []
            at += 1
        return at + 1

    def _html(self, source: str) -> None:
        from indagate.corpus.reader import html
        from indagate.errors import Unreadable

        if "<" not in source or source.lstrip().startswith("<!--"):
            return
        try:
            root = html.parse(source.encode("utf-8", "replace"))
        except Unreadable:
            return
        html.add_blocks(self.draft, root)


def _only(tokens: list[Token], at: int) -> bool:
    """Whether the item that opens at that place is the only one of its list."""
    if tokens[at - 1].type != "ordered_list_open":
        return False
    level = tokens[at].level
    close = next(end for end in range(at + 1, len(tokens)) if tokens[end].level == level)
    return tokens[close + 1].type == "ordered_list_close"


def said(inline: Token) -> str:
    """An inline token's words; lines stay lines, images and tags say nothing."""
    words: list[str] = []
    for token in inline.children or ():
        if token.type in ("text", "code_inline"):
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak") or token.content[:3].lower() == "<br":
            words.append("\n")
    return "".join(words)


def _flat(text: str) -> str:
    return text.replace("\n", " ")
