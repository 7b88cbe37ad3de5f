"""Having a model read many notes: in batches, each kept beside the notebook before the next is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import Declined, InvalidAnswer, Rejected, TimedOut
from indagate.flow import Context
from indagate.flows.notes.amendment import amendment_of
from indagate.flows.notes.chart import Parsed
from indagate.flows.notes.domain import Domain, usable
from indagate.flows.notes.entry import Reading
from indagate.flows.notes.notebook import one_line
from indagate.flows.notes.readings import KeptReading, keep_all, readings
from indagate.flows.notes.record import Notes
from indagate.flows.notes.roles.parser import PARSER, ParseQuestion
from indagate.models import RULE
from indagate.number import count
from indagate.storage import Home
from indagate.tools import tool

if TYPE_CHECKING:
    from indagate.models.forecast import Expected

BATCH, CHARACTERS = 20, 2_000
"""Notes, and characters of notes, that a model is shown at once."""
AT_ONCE = 4
"""Batches that are read at the same time."""
PROMPT, VALUE = 2_400, 45
"""Tokens of the parser's instructions with the domains that ship, and of a value in its answer."""
Told = tuple[date, str]
"""A note that is to be read: the day that it tells of, and its text."""


def unread_by_model(home: Path, first: date, last: date) -> list[Told]:
    """Return the notes of some days that no model has read, each text of a day once."""
    from indagate.flows.notes.index import Index

    known = readings(home)
    found: dict[Told, None] = {}
    with Index(home, usable(home)[0]) as index:
        index.refresh()
        for note, _ in index.notes(first, last):
            amends = amendment_of(note.text)
            told = (note.day, one_line(note.text)) if amends is None else (amends.day, one_line(amends.text))
            if told[1] and told not in known:
                found[told] = None
    return list(found)


def batches(notes: Iterable[Told]) -> list[list[Told]]:
    """Return notes in batches that a model can be shown at once."""
    found: list[list[Told]] = []
    size = 0
    for note in notes:
        if not found or len(found[-1]) == BATCH or size + len(note[1]) > CHARACTERS:
            found.append([])
            size = 0
        found[-1].append(note)
        size += len(note[1])
    return found


def expected(notes: Sequence[Told]) -> list[Expected]:
    """Return what a model is asked for these notes; two values are expected of a note."""
    from indagate.models.forecast import Expected

    groups = batches(notes)
    if not groups:
        return []
    length = sum(len(text) for _, text in notes) // (3 * len(groups))
    each = len(notes) / len(groups)
    return [Expected(PARSER, len(groups), PROMPT + length + int(20 * each), int(2 * VALUE * each))]


@tool
def unread_batches(home: Home, first: date, last: date) -> list[list[Told]]:
    """Return the notes of some days that no model has read, in batches."""
    return batches(unread_by_model(home.root, first, last))


@tool(writes=True)
def keep_readings(home: Home, by: str, notes: list[Told], found: list[Reading]) -> int:
    """Keep what a model (`by`) read in some notes; return how many there are."""
    keep_all(home.root, [KeptReading(day, text, by, one) for (day, text), one in zip(notes, found, strict=True)])
    return len(notes)


async def read_many(notes: Notes, ctx: Context[Notes], domains: tuple[Domain, ...], known: str) -> Parsed:
    """Have the model read what none has read yet; a batch that it cannot read is left for the next time."""
    given = notes.input
    groups = await ctx.call(unread_batches, ctx.home, given.first or date.min, given.last or date.max)

    async def one(batch: list[Told]) -> tuple[int, int, str]:
        try:
            found, by = await ctx.ask_by(PARSER, ParseQuestion(tuple(batch), domains, known), stand_in=False)
        except (InvalidAnswer, Declined, Rejected, TimedOut):
            return 0, 0, ""
        if by == RULE:
            return 0, 0, ""
        sound = [at for at in range(len(batch)) if at not in found.spoilt]
        taken = [found.readings[at] for at in sound]
        if sound:
            await ctx.call(keep_readings, ctx.home, by, [batch[at] for at in sound], taken)
        return len(sound), sum(len(reading.entries) for reading in taken), by

    counts = await ctx.each(groups, one, key=lambda batch: f"{groups.index(batch)}", limit=AT_ONCE)
    read, values = sum(one[0] for one in counts), sum(one[1] for one in counts)
    left = sum(map(len, groups)) - read
    warning = f"{count(left, 'note')} could not be read; indagate notes read asks again" if left else ""
    by = next((one[2] for one in counts if one[2]), RULE)
    return Parsed(Reading(), by, warning, read, values, left)
