"""A stretch of a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` (exclusive) of a text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters themselves."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or sentence, trimmed, with its place in a text."""

    text: str
    start: int
    end: int
