"""What the flow knows of a note: its place, its text, and the things it tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Why = Literal["", "planned", "other", "denied", "asked", "correction", "undated"]
"""Why a thing that a note tells does not count as done by the writer; `undated`: its day is none, or either of two."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a note tells: an activity of a domain on a day, with values in canonical units.

    `kind` names it further (bench, breakfast), `tags` the words said with it, `unit` the currency; `why` says why it
    does not count; `who` whose doing it is.
    """

    day: date
    domain: str
    activity: str
    kind: str = ""
    values: dict[str, float] = field(default_factory=dict)
    unit: str = ""
    tags: tuple[str, ...] = ()
    why: Why = ""
    who: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the notebook: the day it stands under, its line there, its text and what it tells."""

    day: date
    line: int
    text: str
    items: tuple[Item, ...] = ()
    mark: str = ""
    """The run that wrote it, if one did."""


@dataclass(frozen=True, slots=True)
class Fact:
    """An item with the note it stands in; `until` is the day from which a correction replaces it."""

    item: Item
    day: date
    line: int
    text: str
    until: date | None = None
