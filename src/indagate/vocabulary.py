"""Word lists as they are best read: plain words, split at white space."""

from __future__ import annotations


def vocabulary(words: str) -> list[str]:
    """The words of a list written as text."""
    return words.split()
