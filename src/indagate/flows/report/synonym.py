"""What is called by several names: so that a query in one language finds headings in another, or shortened ones."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

_OF = r"(?:\b(?:the )?(?:prices?|costs?|amount|level|rate|volume|number) of (?:the )?)?"
"""What stands in front of a thing where one of its measures is meant."""
_JOINT = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])")


@lru_cache(maxsize=4096)
def things(text: str) -> frozenset[int]:
    """Return which of the known things a text names: by the lines that hold a beginning of one of its words."""
    plain = _JOINT.sub(" ", text).replace("_", " ").lower()
    return frozenset(at for at, pattern in enumerate(_patterns()) if pattern.search(plain))


def alike(text: str, query: str) -> bool:
    """Whether a text and a query name the same thing, if not by the same word."""
    return bool(things(text) & things(query))


def called_in(title: str, query: str) -> str:
    """Return what an English query calls a measure of one short word: gas, the price of petrol; empty if no other."""
    plain = title.lower()
    if not re.fullmatch(r"[a-z]\w*", plain) or re.search(rf"\b{re.escape(plain)}\b", query.lower()):
        return ""
    lines = (_patterns()[at] for at in sorted(things(title)) if at not in _loose())
    found = [one for line in lines for one in re.finditer(rf"{_OF}(?:{line.pattern})\w*", query, re.I)]
    longest = max((one[0] for one in found), key=len, default="").strip()
    return longest if len(longest) > len(title) and longest.isascii() else ""


def known_at(text: str, query: str) -> int:
    """Return the place at which a query first names a thing that a text names too; its length where it names none."""
    plain, patterns = query.lower(), _patterns()
    found = (patterns[at].search(plain) for at in things(text))
    return min((one.start() for one in found if one), default=len(query))


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{line.removeprefix('~')})") for line in _lines())


@cache
def _loose() -> frozenset[int]:
    """Return the lines that hold what is near a thing too."""
    return frozenset(at for at, line in enumerate(_lines()) if line.startswith("~"))


def _lines() -> list[str]:
    lines = resources.files(__package__).joinpath("synonyms.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
