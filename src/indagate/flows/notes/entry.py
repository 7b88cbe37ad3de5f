"""What the flow knows of a note: its place, its text, and the values it tells."""

from __future__ import annotations

from datetime import date
from typing import Literal

from indagate.frozen import dataclass

Aside = Literal["", "planned", "other", "denied", "hypothetical"]
"""Why a value that a note tells is not counted: planned, somebody else's, said not to be, or only imagined."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value that a note tells: what was done or is measured, on which day, and the words that say so.

    `measure` and `value` are empty where a thing is told without a number. `kind` names it further (bench, breakfast),
    `time` is a time of day as HH:MM. `said` stands in the note, word for word.
    """

    date: date
    what: str
    measure: str = ""
    value: float | None = None
    unit: str = ""
    domain: str = ""
    kind: str = ""
    time: str = ""
    said: str = ""
    aside: Aside = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in a note, and what was not: the words and numbers as they stand there."""

    entries: tuple[Entry, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[Entry, ...]:
        """The entries that count: done by the writer."""
        return tuple(entry for entry in self.entries if not entry.aside)


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the notebook: the day it stands under, its line there, its text; `until`: from when it counts no more.

    `mark` is the run that wrote it, if one did.
    """

    day: date
    line: int
    text: str
    mark: str = ""
    until: date | None = None

    @property
    def place(self) -> str:
        """The day and line, as they are typed: 2026-10-03:4."""
        return f"{self.day.isoformat()}:{self.line}"
