"""Finding a quote in its text, verbatim but for white space, hyphenation, quote marks, dashes and ligatures.

Text and quote are both reduced to a skeleton, piece by piece, with a map back to the original; the search itself is
`str.find`, so time is linear. Letter case, digits, superscripts and every other sign must agree.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

from indagate.evidence.span import Span

WINDOW = 2_000
_BLOCK = 1 << 17
_LARGE = 1 << 19
_NO_LETTER = re.compile(r"[\W_]+")
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
    odd: list[int] = []
    marks: list[int] = []
    for code in [*range(0xA0, 0xD800), *range(0xF900, 0x10000), *range(0x1D400, 0x1D800)]:
        char = chr(code)
        if unicodedata.combining(char) or 0x1160 <= code <= 0x11FF:
            marks.append(code)
        elif unicodedata.category(char) != "No" and unicodedata.normalize("NFKC", char) != char:
            odd.append(code)
    gap = rf"[\s{_INVISIBLE}{_DASHES}]"
    return re.compile(
        rf"(?P<gap>(?!(?<=[{_PLAIN_WORD}]) [{_PLAIN_WORD}]){gap}{gap}*)"
        rf"|(?P<double>(?:[{_DOUBLE}]|''|``|,,)+)|(?P<single>[{_SINGLE}])"
        rf"|(?P<marks>[{_ranges(marks)}]+)|(?P<odd>[{_ranges(odd)}])"
    )


def _ranges(codes: list[int]) -> str:
    """A character class of `codes`, which ascend."""
    out: list[str] = []
    start = previous = codes[0]
    for code in [*codes[1:], -1]:
        if code != previous + 1:
            out.append(re.escape(chr(start)) + (f"-{re.escape(chr(previous))}" if previous > start else ""))
            start = code
        previous = code
    return "".join(out)


class _Skeleton:
    """A normalised stretch of text with a map from its characters to the original's."""

    def __init__(self, text: str) -> None:
        self.source = text
        self.text = ""
        self._at: list[int] = []  # where a piece begins in the skeleton
        self._from: list[int] = []  # and in the original
        self._to: list[int] = []  # end in the original; -1 for a piece copied as it stands

    def extend(self, start: int, end: int) -> None:
        """Appends the original's characters `start` to `end`."""
        source, out, length = self.source, [self.text], len(self.text)

        def put(piece: str, begin: int, until: int) -> None:
            nonlocal length
            if piece:
                self._at.append(length)
                self._from.append(begin)
                self._to.append(until)
                out.append(piece)
                length += len(piece)

        position = start
        for match in _pieces().finditer(source, start, end):
            first, last = match.span()
            if match.lastgroup == "marks" and first > position:
                first -= 1
            if first > position:
                put(source[position:first], position, -1)
            put(self._replacement(match, first), first, last)
            position = last
        if end > position:
            put(source[position:end], position, -1)
        self.text = "".join(out)

    def _replacement(self, match: re.Match[str], first: int) -> str:
        kind = match.lastgroup
        if kind == "gap":
            return self._gap(match)
        if kind == "double":
            return '"'
        if kind == "single":
            return "'"
        return unicodedata.normalize("NFKC", self.source[first : match.end()]).replace(" ", "")

    def _gap(self, match: re.Match[str]) -> str:
        """What stays of white space and dashes: a space between words, a dash unless it joins letters."""
        before = self.source[match.start() - 1] if match.start() else ""
        after = self.source[match.end()] if match.end() < len(self.source) else ""
        run = match.group()
        if run == " ":
            pass
        elif _DASH.search(run):
            return "" if before.isalpha() and after.isalpha() else "-"
        elif _VISIBLE.search(run) is None or (run[0] == "\u00ad" and "\n" in run):
            return ""
        if _CJK.match(before) or _CJK.match(after):
            return ""
        words = (_wordlike(before) or before in ".,") and (_wordlike(after) or (after in ".," and before.isdigit()))
        if before and before in ".,":
            words = after.isdigit()
        return " " if words and before and after else ""

    def drop(self, keep: int) -> None:
        """Forgets all but the last `keep` characters."""
        cut = len(self.text) - keep
        if cut <= 0:
            return
        index = max(0, bisect_right(self._at, cut) - 1)
        base = self._at[index]
        self.text = self.text[base:]
        self._at = [at - base for at in self._at[index:]]
        self._from, self._to = self._from[index:], self._to[index:]

    def original(self, start: int, end: int) -> Span:
        """The original's span for the skeleton's characters `start` to `end`."""
        first = bisect_right(self._at, start) - 1
        last = bisect_right(self._at, end - 1) - 1
        begin = self._from[first] + (start - self._at[first] if self._to[first] < 0 else 0)
        until = self._to[last] if self._to[last] >= 0 else self._from[last] + end - self._at[last]
        return Span(begin, until)


def _wordlike(char: str) -> bool:
    return bool(char) and (char.isalnum() or unicodedata.category(char).startswith("M"))


_EDGES = re.compile(rf"^[\s{_INVISIBLE}{_DASHES}]+|[\s{_INVISIBLE}{_DASHES}]+$")
_BLANK = re.compile(rf"^[\s{_INVISIBLE}]+|[\s{_INVISIBLE}]+$")
_SAFE_CUT = re.compile(rf"(?<=[{_PLAIN_WORD}]) (?=[{_PLAIN_WORD}])")


def skeleton(text: str) -> str:
    """`text` with white space, hyphenation, quote marks, dashes, ligatures and Unicode form normalised."""
    made = _Skeleton(text)
    made.extend(0, len(text))
    return made.text


def locate(text: str, quote: str, near: int | None = None) -> Span | None:
    """Where `quote` stands in `text`, in the original's characters; None when it does not.

    With `near` the occurrence closest to that offset, its neighbourhood first; otherwise the first one, those that cut
    no word or number preferred.
    """
    quote = _BLANK.sub("", quote)
    # A leading minus belongs to its number; other dashes at the edges are layout.
    if not re.match(rf"[{_DASHES}]\d", quote):
        quote = _EDGES.sub("", quote)
    if not quote:
        return None
    if near is not None:
        near = max(0, min(near, len(text)))
        if text.startswith(quote, near) and whole(text, Span(near, near + len(quote))):
            return Span(near, near + len(quote))
    sought = skeleton(quote)
    if not sought:
        return None
    if near is not None:
        found = None
        for margin in (WINDOW // 8, WINDOW):
            found = _closest(text, sought, near, max(0, near - margin), min(len(text), near + margin + 2 * len(quote)))
            if found and whole(text, found) and abs(found.start - near) <= margin:
                return found
        return _closest(text, sought, near, 0, len(text)) or found
    exact = text.find(quote)
    if exact >= 0 and whole(text, Span(exact, exact + len(quote))):
        return Span(exact, exact + len(quote))
    first: Span | None = None
    for span in _occurrences(text, sought, 0, len(text)):
        if whole(text, span):
            return span
        first = first or span
    return first


def _closest(text: str, sought: str, near: int, start: int, end: int) -> Span | None:
    spans = _occurrences(text, sought, start, end)
    return min(spans, key=lambda span: (not whole(text, span), abs(span.start - near)), default=None)


def _occurrences(text: str, sought: str, start: int, end: int) -> Iterator[Span]:
    needle = _letters(sought)
    if end - start <= _LARGE or not needle:
        yield from _scan(text, sought, start, end)
        return
    for low, high in _promising(text, needle, start, end):
        yield from _scan(text, sought, low, high)


def _letters(text: str) -> str:
    """Letters and digits alone, decomposed: what equal skeletons have in common, quick to make of a large text."""
    text = text.replace("ʼ", "")
    if not unicodedata.is_normalized("NFKD", text):
        text = unicodedata.normalize("NFKD", text)
    return _NO_LETTER.sub("", text)


def _promising(text: str, needle: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Stretches of a large text whose letters hold those of the quote; all others need no skeleton."""
    tail: list[tuple[int, str]] = []
    position = start
    while position < end:
        until = _cut(text, position + _BLOCK, end)
        tail.append((position, _letters(text[position:until])))
        if needle in "".join(letters for _, letters in tail):
            yield tail[0][0], until
        while len(tail) > 1 and sum(len(letters) for _, letters in tail[1:]) >= len(needle):
            tail.pop(0)
        position = until


def _scan(text: str, sought: str, start: int, end: int) -> Iterator[Span]:
    made = _Skeleton(text)
    position = start
    while position < end:
        until = _cut(text, position + _BLOCK, end)
        known = len(made.text)
        made.extend(position, until)
        at = made.text.find(sought, max(0, known - len(sought) + 1))
        while at >= 0:
            yield made.original(at, at + len(sought))
            at = made.text.find(sought, at + 1)
        made.drop(len(sought) - 1)
        position = until


def _cut(text: str, position: int, end: int) -> int:
    """A place at or after `position` where no gap or cluster is torn: a single space between plain words."""
    if position >= end:
        return end
    match = _SAFE_CUT.search(text, position, end)
    return match.start() if match else end


def whole(text: str, span: Span) -> bool:
    """Whether `span` cuts no word or number of `text` in two."""
    return widened(text, span) == span


_NUMBER_BEFORE = re.compile(r"[$€£¥₽]?(?:[-−](?=\d))?(?:\d[\d.,'’\u00a0\u2009\u202f]*|(?<=[^\w)])[-−])\Z")
_NUMBER_AFTER = re.compile(r"(?:[.,'’\u00a0\u2009\u202f]?\d+)+|[\u00a0\u2009\u202f ]?[%‰]")
_WORD_BEFORE = re.compile(r"[^\W_]+\Z")
_WORD_AFTER = re.compile(r"[^\W_]+")


def widened(text: str, span: Span) -> Span:
    """`span` grown to whole words and numbers: "5 %" inside "15 %" becomes "15 %"."""
    start, end = span.start, span.end
    if start < end and start:
        head = text[max(0, start - 40) : start]
        if text[start].isdigit() or (text[start] in ".," and text[start + 1 : start + 2].isdigit()):
            match = _NUMBER_BEFORE.search(head) or _WORD_BEFORE.search(head)
        elif text[start].isalnum() and not _CJK.match(text[start]):
            match = _WORD_BEFORE.search(head)
        else:
            match = None
        if match and not _CJK.match(head[-1]):
            start -= len(match.group())
    if start < end < len(text):
        tail = text[end : end + 40]
        last = text[end - 1]
        if last.isdigit():
            match = _NUMBER_AFTER.match(tail) or _WORD_AFTER.match(tail)
        elif last.isalnum() and not _CJK.match(last):
            match = _WORD_AFTER.match(tail)
        else:
            match = None
        if match and not _CJK.match(tail[0]):
            end += len(match.group())
    return Span(start, end)
