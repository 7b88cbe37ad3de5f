"""What a search brings that is no evidence: tables of contents, indexes, navigation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from indagate.evidence.word import words

_FEWEST = 3
"""Words of a passage that says anything."""
_LISTED, _LONG = 3, 5
"""Lines of a list that says by itself what it is, and of an index, which its order gives away."""
_MOST_OF = 0.6
_LEADER = re.compile(r"(?:\.{3,}|…|(?:\s\.){2,})\s*\d{1,4}\s*$")
_PAGES = re.compile(r",\s*\d{1,4}(?:[,–-]\s*\d{1,4})*\s*$")
_SECTION = re.compile(r"^[\W_]*(?:(?:[0-9]+|[A-Z])(?:\.[0-9]+)*[.)]?\s+)?|[\W_]+$")
"""What stands around a heading where it is listed: bullets, the number of its section."""


def is_noise(text: str, headings: Callable[[], Collection[str]] = tuple) -> bool:
    """Whether a passage says nothing itself: near empty, or lines that only say where something is told.

    `headings` are those of its document and the titles of all, asked for where it is a list: a navigation repeats them.
    """
    if len(words(text)) < _FEWEST:
        return True
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) < _LISTED or any(" | " in line for line in lines):
        return False
    enough = _MOST_OF * len(lines)
    if sum(bool(_LEADER.search(line)) for line in lines) >= enough:
        return True
    paged = [line.casefold() for line in lines if _PAGES.search(line)]
    if len(lines) >= _LONG and len(paged) >= enough and paged == sorted(paged):
        return True
    if any(line.endswith((".", "!", "?")) for line in lines):
        return False
    known = {_bare(heading) for heading in headings()}
    return sum(_bare(line) in known for line in lines) >= enough


def _bare(line: str) -> str:
    """Return a heading as it is compared: without its number and the signs around it."""
    return " ".join(_SECTION.sub("", line.strip()).casefold().split())
