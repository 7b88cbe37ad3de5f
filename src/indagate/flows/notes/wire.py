"""What may be said of a note or question over a network."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import Meta

from indagate.errors import InputError
from indagate.flow.wire import NAME, Granted, Text
from indagate.flows.notes.domain import domains
from indagate.flows.notes.notebook import YEARS
from indagate.flows.notes.record import NotesInput
from indagate.frozen import dataclass

DomainName = Annotated[str, Meta(pattern=NAME, max_length=64)]


@dataclass(frozen=True, slots=True)
class NotesWire:
    """A note, a question or both; `as_of` is the day that is meant by today, the server's without one.

    `mode` skips the classification; `domains` are those to load at first.
    """

    text: Text
    mode: Literal["tell", "log", "ask"] = "tell"
    as_of: date | None = None
    domains: Annotated[tuple[DomainName, ...], Meta(max_length=20)] = ()

    def given(self, granted: Granted) -> NotesInput:
        """Return the input of notes. Raises `InputError`."""
        known = domains(granted.home.root)
        for name in self.domains:
            if name not in known:
                raise InputError(f"there is no domain {name!r}", hint=f"There are: {', '.join(sorted(known))}.")
        day = self.as_of or datetime.now().astimezone().date()
        if day.year not in YEARS:
            raise InputError(f"as_of needs a day from {YEARS[0]} to {YEARS[-1]}, not {day}")
        return NotesInput(self.text, day, self.mode, self.domains)
