"""What is known of documents: as they are listed, as a search brings them, as they are chosen, as a model sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.models import RULE

Grade = Literal["relevant", "partial", "discarded"]
"""What a passage is worth to a side: it answers, it helps, or neither."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A document of the folder, or a page of the web, by what limits are held to; empty where it is not known."""

    path: str
    title: str = ""
    kind: str = ""
    published: date | None = None
    words: int = 0
    language: str = ""
    publisher: str = ""
    id: str = ""
    places: tuple[str, ...] | None = None
    """Those of the limits' places that its words name; None while nobody has looked."""


@dataclass(frozen=True, slots=True)
class Hit(Listed):
    """A passage that a search found, or the snippet of a page; a higher score is better."""

    heading: str = ""
    text: str = ""
    start: int = 0
    end: int = 0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
    """A document that a search found worth reading: where in it, and how it was judged."""

    path: str
    title: str
    grade: Grade
    reason: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Appraisal:
    """Who speaks in a source, as a model read it there: parts by their names, each with the words it rests on."""

    parts: tuple[tuple[str, str, str], ...] = ()
    by: str = RULE

    def said(self, name: str) -> str:
        """Return what was read of a part; empty where nothing was."""
        return next((value for part, value, _ in self.parts if part == name), "")
