"""Words of a question that name nothing a note could say, read from `idlewords.txt`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from indagate.flows.notes.token import stem


@cache
def _sections() -> dict[str, frozenset[str]]:
    """Return the stems under each heading of the file."""
    found: dict[str, set[str]] = {}
    heading = ""
    for line in Path(__file__).with_name("idlewords.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif not line.startswith("#"):
            found.setdefault(heading, set()).update(stem(word) for word in line.split())
    return {name: frozenset(stems) for name, stems in found.items()}


@cache
def idle() -> frozenset[str]:
    """Return the stems of words that narrow nothing where values are asked for."""
    return frozenset().union(*_sections().values())


@cache
def degrees() -> frozenset[str]:
    """Return the stems of words that only say how much of something: longer, quickest."""
    return _sections()["more and less"]
