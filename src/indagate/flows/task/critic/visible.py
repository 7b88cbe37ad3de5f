"""What a reader sees of a text in Markdown: its code blocks, and its prose without marks, comments and hidden parts."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

_FENCE = re.compile(r"^(?P<indent>[ \t]*)(?:[-*+>]\s+|\d+[.)]\s+)?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]*)$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HIDDEN = re.compile(
    r"<(?P<tag>[a-z][\w-]*)\b[^>]*(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)[^>]*>"
    r".*?</(?P=tag)\s*>",
    re.DOTALL | re.IGNORECASE,
)
_UNRENDERED = re.compile(r"<(?P<tag>script|style|template|head)\b.*?</(?P=tag)\s*>", re.DOTALL | re.IGNORECASE)
_NOTE = re.compile(r"^[ ]{0,3}\[(?://|comment|_metadata_[^\]]*)\]:.*$", re.MULTILINE | re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][\w-]*(?:\s[^<>]*)?/?>", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\]\[]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_NOTHING = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}(?:\s.*)?$|^.+\n[ ]{0,3}(?:=+|-{2,})[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A code block: the name of its language in lower case, and its text without the fence's indentation."""

    language: str
    text: str


def split_blocks(text: str) -> tuple[str, list[Block]]:
    """Return the prose, and the code blocks in their order; a fence that is never closed reaches to the end."""
    prose: list[str] = []
    blocks: list[Block] = []
    lines = text.splitlines()
    for fence, found in groupby(zip(_fences(lines), lines, strict=True), key=lambda one: one[0]):
        inside = [line for _, line in found]
        prose += [""] if fence else inside
        if fence:
            closed = _closes(_FENCE.match(inside[-1]), fence)
            blocks.append(_block(fence, inside[1:-1] if closed else inside[1:]))
    return "\n".join(prose), blocks


def _fences(lines: Sequence[str]) -> list[re.Match[str] | None]:
    """Return of each line the fence that opens the code block to which it belongs, itself included."""
    found: list[re.Match[str] | None] = []
    opened: re.Match[str] | None = None
    for line in lines:
        fence = _FENCE.match(line)
        found.append(opened or fence)
        opened = fence if opened is None else None if _closes(fence, opened) else opened
    return found


def _closes(fence: re.Match[str] | None, opened: re.Match[str]) -> bool:
    return fence is not None and not fence["info"].strip() and fence["mark"].startswith(opened["mark"])


def is_code(lines: Sequence[str]) -> list[bool]:
    """Return of each line whether it belongs to a code block, its fences included."""
    return [fence is not None for fence in _fences(lines)]


def _block(opened: re.Match[str], lines: list[str]) -> Block:
    width = len(opened[0]) - len(opened[0].lstrip(" \t>-*+.)0123456789"))
    kept = [line[min(width, len(line) - len(line.lstrip(" \t"))) :] for line in lines]
    words = opened["info"].strip().strip("{}.").casefold().split()
    return Block(words[0].strip("{}.,") if words else "", "\n".join(kept))


def unhidden(text: str) -> str:
    """Return a text without what no reader sees: comments, hidden elements, signs of no width."""
    for pattern in (_COMMENT, _UNRENDERED, _HIDDEN, _NOTE, _NOTHING):
        text = pattern.sub("", text)
    return text


_LATIN = str.maketrans(
    "аеіїјорсхуѕһԁԛԝӏвкмнтгαεικνορτυχβγѵɑɡıɩАВЕІЈКМНОРСТХУЅԌԚԜӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeiijopcxyshdqwlbkmhtraeikvoptuxbyvagiiABEIJKMHOPCTXYSGQWIABEZHIKMNOPTYX",
)
"""Letters of Cyrillic, Greek and phonetic script, and the Latin ones that they look like."""


def look_alike(text: str) -> str:
    """Return a text as the eye reads it: full-width, styled and foreign letters as the Latin ones they look like."""
    return unicodedata.normalize("NFKC", unhidden(text)).translate(_LATIN)


def plain(text: str) -> str:
    """Return what a reader sees of a text, code included, without Markdown's and HTML's marks."""
    text = unhidden(text)
    text = _LINK.sub(r"\1", text)
    text = html.unescape(_TAG.sub("", text))
    text = re.sub(r"[*`~]+|(?<![^\W_])_+|_+(?![^\W_])", "", text)
    return re.sub(r"^[ \t]*[>#]+[ \t]?", "", text, flags=re.MULTILINE)


def is_empty(text: str) -> bool:
    """Whether a reader sees nothing but headings, rules and empty frames."""
    prose, blocks = split_blocks(unhidden(text))
    if any(block.text.strip() for block in blocks):
        return False
    return not any(sign.isalnum() or sign in "∞∅✓✗" for sign in plain(_HEADING.sub("", prose)))
