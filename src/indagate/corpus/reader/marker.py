"""Marks of list items at the start of lines: what only marks an item may be left out, a number of the text may not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_BULLET = re.compile(r"\s*[-*+•–—·●▪■◦‣∙]\s+(?=\S)")
_ORDERED = re.compile(r"\s*(?P<open>\(?)(?:(?P<number>\d{1,3})|(?P<letter>[a-z]))(?P<close>[.)])\s+(?=\S)")


def marks(lines: Sequence[str]) -> list[int]:
    """Return for each line the characters of the mark with which it begins an item; 0 where it begins none.

    A number or a letter is a mark where the one before or after it in these lines numbers another item: "22." at the
    start of a line may as well be the day of a date whose sentence began above. In brackets, as the paragraphs of an
    ordinance, it is a mark where no sentence goes on.
    """
    found = [_ORDERED.match(line) for line in lines]
    ordered = [at for at, mark in enumerate(found) if mark]
    kept = {
        at for at in ordered if (mark := found[at]) and mark["open"] and mark["close"] == ")" and _begins(lines, at)
    }
    for one, two in pairwise(ordered):
        if _follows(found[one], found[two]):
            kept |= {one, two}
    return [_length(line, found[at] if at in kept else None) for at, line in enumerate(lines)]


def _begins(lines: Sequence[str], at: int) -> bool:
    before = lines[at - 1].rstrip() if at else ""
    return not before or before.endswith((".", ":", ";", "!", "?"))


def _follows(one: re.Match[str] | None, two: re.Match[str] | None) -> bool:
    if one is None or two is None or (one["open"], one["close"]) != (two["open"], two["close"]):
        return False
    if one["number"] and two["number"]:
        return int(two["number"]) == int(one["number"]) + 1
    return bool(one["letter"] and two["letter"]) and ord(two["letter"]) == ord(one["letter"]) + 1


def _length(line: str, ordered: re.Match[str] | None) -> int:
    mark = ordered or _BULLET.match(line)
    return mark.end() if mark else 0


def alone(line: str) -> bool:
    """Whether a line begins like an item of an ordered list; if it is the only one, its mark belongs to its text."""
    return _ORDERED.match(line) is not None
