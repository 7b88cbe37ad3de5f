"""Numbers with their nouns."""

from __future__ import annotations


def count(number: float, thing: str, things: str = "") -> str:
    """Return a number and its noun: 1 call, 2 calls; `things` is a plural that an s does not make."""
    return f"{number:,.12g} {thing if number == 1 else things or f'{thing}s'}"
