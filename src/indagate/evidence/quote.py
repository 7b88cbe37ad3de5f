"""Finding a quote in its text, verbatim but for white space, hyphenation, quote marks, dashes and ligatures.

Text and quote are both reduced to a skeleton with a map back to the original; the search itself is `str.find`, so time
is linear. Letter case, digits, superscripts and every other sign must agree.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, lru_cache

from indagate.evidence.span import Span

WINDOW = 2_000
_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u180e"
_DASHES = "\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_PLAIN_WORD = "A-Za-z0-9À-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
_CJK = re.compile("[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_DOUBLE = '„“”‟«»‹›"″〝〞＂'
_SINGLE = "‘’‚‛ʼ`´′＇"
_DASH = re.compile(f"[{_DASHES}]")
_VISIBLE = re.compile(f"[^{_INVISIBLE}]")


@cache
def _pieces() -> re.Pattern[str]:
    """Everything that is not copied as it stands: gaps, quote marks, compatibility characters, combining marks."""
    odd = marks = ""
    for code in [*range(0xA0, 0xD800), *range(0xF900, 0x10000), *range(0x1D400, 0x1D800)]:
        char = chr(code)
        if unicodedata.combining(char) or 0x1160 <= code <= 0x11FF:
            marks += char
        elif unicodedata.category(char) != "No" and unicodedata.normalize("NFKC", char) != char:
            odd += char
    gap = rf"[\s{_INVISIBLE}{_DASHES}]"
    return re.compile(
        rf"(?P<gap>(?!(?<=[{_PLAIN_WORD}]) [{_PLAIN_WORD}]){gap}{gap}*)"
        rf"|(?P<double>(?:[{_DOUBLE}]|''|``|,,)+)|(?P<single>[{_SINGLE}])"
        rf"|(?P<marks>[{marks}]+)|(?P<odd>[{odd}])"
    )


class _Skeleton:
    """A normalised text with a map from its characters to the original's."""

    def __init__(self, text: str) -> None:
        self._at: list[int] = []  # where a piece begins in the skeleton
        self._from: list[int] = []  # and in the original
        self._to: list[int] = []  # end in the original; -1 for a piece copied as it stands
        out: list[str] = []
        length = position = 0
        for first, last, piece in [*_replaced(text), (len(text), len(text), "")]:
            for found, begin, end in ((text[position:first], position, -1), (piece, first, last)):
                if found:
                    self._at.append(length)
                    self._from.append(begin)
                    self._to.append(end)
                    out.append(found)
                    length += len(found)
            position = last
        self.text = "".join(out)

    def original(self, start: int, end: int) -> Span:
        """Return the original's span for the skeleton's characters `start` to `end`."""
        first, last = bisect_right(self._at, start) - 1, bisect_right(self._at, end - 1) - 1
        begin = self._from[first] + (start - self._at[first] if self._to[first] < 0 else 0)
        until = self._to[last] if self._to[last] >= 0 else self._from[last] + end - self._at[last]
        return Span(begin, until)

    def place(self, offset: int) -> int:
        """Return about where an offset of the original is in the skeleton."""
        piece = bisect_right(self._from, offset) - 1
        return self._at[piece] + offset - self._from[piece] if piece >= 0 else 0

    def occurrences(self, sought: str, start: int, end: int) -> Iterator[Span]:
        """Yield where a skeleton stands between two places of this one, as spans of the original."""
        at = self.text.find(sought, max(0, start), end)
        while at >= 0:
            yield self.original(at, at + len(sought))
            at = self.text.find(sought, at + 1, end)


_skeleton = lru_cache(maxsize=16)(_Skeleton)


def _replaced(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what is not copied as it stands: from where, to where, and what stands for it."""
    position = 0
    for match in _pieces().finditer(text):
        first, last = match.span()
        if match.lastgroup == "gap":
            piece = _gap(text, match)
        elif match.lastgroup in ("double", "single"):
            piece = '"' if match.lastgroup == "double" else "'"
        else:
            first -= match.lastgroup == "marks" and first > position
            piece = unicodedata.normalize("NFKC", text[first:last]).replace(" ", "")
        position = last
        yield first, last, piece


def _gap(text: str, match: re.Match[str]) -> str:
    """Return what stays of white space and dashes: a space between words, a dash unless it joins letters."""
    run, start, end = match.group(), *match.span()
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if run != " " and _DASH.search(run):
        return "" if before.isalpha() and after.isalpha() else "-"
    if run != " " and (_VISIBLE.search(run) is None or (run[0] == "\u00ad" and "\n" in run)):
        return ""
    if _CJK.match(before) or _CJK.match(after) or not (before and after):
        return ""
    if before in ".,":
        return " " if after.isdigit() else ""
    return " " if _wordlike(before) and (_wordlike(after) or (after in ".," and before.isdigit())) else ""


def _wordlike(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")


_EDGES = re.compile(rf"^[\s{_INVISIBLE}{_DASHES}]+|[\s{_INVISIBLE}{_DASHES}]+$")
_BLANK = re.compile(rf"^[\s{_INVISIBLE}]+|[\s{_INVISIBLE}]+$")


def locate(text: str, quote: str, near: int | None = None) -> Span | None:
    """Return where a quote stands in a text, in the original's characters; None when it does not.

    With `near` the occurrence closest to that offset, its neighbourhood first; otherwise the first one, those that cut
    no word or number preferred.
    """
    quote = _BLANK.sub("", quote)
    # A leading minus belongs to its number; other dashes at the edges are layout.
    if not re.match(rf"[{_DASHES}]\d", quote):
        quote = _EDGES.sub("", quote)
    exact = text.find(quote) if near is None else near if text.startswith(quote, max(0, near)) else -1
    if quote and exact >= 0 and whole(text, Span(exact, exact + len(quote))):
        return Span(exact, exact + len(quote))
    sought = _skeleton(quote).text
    if not sought:
        return None
    made = _skeleton(text)
    spans = made.occurrences(sought, 0, len(made.text))
    if near is None:
        first = next(spans, None)
        return first and next((span for span in itertools.chain((first,), spans) if whole(text, span)), first)
    centre = made.place(near)
    around = made.occurrences(sought, centre - WINDOW, centre + WINDOW + len(sought))
    closest = min((span for span in around if whole(text, span)), key=lambda span: abs(span.start - near), default=None)
    return closest or min(spans, key=lambda span: (not whole(text, span), abs(span.start - near)), default=None)


def whole(text: str, span: Span) -> bool:
    """Whether a span cuts no word or number of a text in two."""
    return widened(text, span) == span


_NUMBER_BEFORE = re.compile(r"[$€£¥₽]?(?:[-−](?=\d))?(?:\d[\d.,'’\u00a0\u2009\u202f]*|(?<=[^\w)])[-−])\Z")
_NUMBER_AFTER = re.compile(r"(?:[.,'’\u00a0\u2009\u202f]?\d+)+|[\u00a0\u2009\u202f ]?[%‰]")
_WORD_BEFORE = re.compile(r"[^\W_]+\Z")
_WORD_AFTER = re.compile(r"[^\W_]+")


def widened(text: str, span: Span) -> Span:
    """`span` grown to whole words and numbers: "5 %" inside "15 %" becomes "15 %"."""
    start, end = span.start, span.end
    if 0 < start < end:
        head, first = text[max(0, start - 40) : start], text[start]
        match = None
        if first.isdigit() or (first in ".," and text[start + 1 : start + 2].isdigit()):
            match = _NUMBER_BEFORE.search(head) or _WORD_BEFORE.search(head)
        elif first.isalnum() and not _CJK.match(first):
            match = _WORD_BEFORE.search(head)
        start -= len(match.group()) if match and not _CJK.match(head[-1]) else 0
    if start < end < len(text):
        tail, last = text[end : end + 40], text[end - 1]
        match = None
        if last.isdigit():
            match = _NUMBER_AFTER.match(tail) or _WORD_AFTER.match(tail)
        elif last.isalnum() and not _CJK.match(last):
            match = _WORD_AFTER.match(tail)
        end += len(match.group()) if match and not _CJK.match(tail[0]) else 0
    return Span(start, end)
