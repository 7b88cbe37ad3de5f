"""What is called by several names: so that a query in one language finds headings in another, or shortened ones."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

_JOINT = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])")


@lru_cache(maxsize=4096)
def things(text: str) -> frozenset[int]:
    """Return which of the known things a text names: by the lines that hold a beginning of one of its words."""
    plain = _JOINT.sub(" ", text).replace("_", " ").lower()
    return frozenset(at for at, pattern in enumerate(_patterns()) if pattern.search(plain))


def alike(text: str, query: str) -> bool:
    """Whether a text and a query name the same thing, if not by the same word."""
    return bool(things(text) & things(query))


def known_at(text: str, query: str) -> int:
    """Return the place at which a query first names a thing that a text names too; its length where it names none."""
    plain, patterns = query.lower(), _patterns()
    found = (patterns[at].search(plain) for at in things(text))
    return min((one.start() for one in found if one), default=len(query))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    lines = resources.files(__package__).joinpath("synonyms.txt").read_text(encoding="utf-8").splitlines()
    return tuple(re.compile(rf"\b(?:{line})") for line in lines if line and not line.startswith("#"))
