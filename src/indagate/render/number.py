"""Numbers with their nouns."""

from __future__ import annotations


def count(number: int, thing: str) -> str:
    """Return a number and its noun: 1 call, 2 calls."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
