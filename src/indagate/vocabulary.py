"""Word lists as they are best read: plain words, split at white space."""

from __future__ import annotations


def vocabulary(words: str) -> list[str]:
    """The words of a list written as text."""
    return words.split()


def word_lists(lines: str) -> dict[str, frozenset[str]]:
    """Return lists written as text, of which each line begins with its list's name."""
    rows = [line.split() for line in lines.strip().splitlines()]
    return {name: frozenset(word for of, *words in rows if of == name for word in words) for name, *_ in rows}
