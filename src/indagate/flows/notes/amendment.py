"""Corrections and deletions of earlier notes: a line each, so that nothing is rewritten."""

from __future__ import annotations

import re
from datetime import date

from indagate.frozen import dataclass

_LINE = re.compile(r"(correction|deletion) of (\d{4}-\d\d-\d\d) line (\d{1,6})(?::\s*(.*))?", re.DOTALL)
_COMMAND = re.compile(
    r"(?:(undo)|(delete)\s+(\S+)|(fix)\s+((?:\d{4}-\d\d-\d\d:)?\d{1,6}):?\s+(.+))\s*[.!]?", re.IGNORECASE | re.DOTALL
)
_PLACE = re.compile(r"(?:(\d{4}-\d\d-\d\d):)?(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Amendment:
    """Which note (day and line) is replaced by a text, or deleted where there is none."""

    day: date
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """What a person typed: undo, delete or fix, of which place (empty: the latest), and the new text."""

    word: str
    place: str = ""
    text: str = ""


def amendment_of(text: str) -> Amendment | None:
    """Return the amendment that a line of the notebook is, if it is one."""
    found = _LINE.fullmatch(text.strip())
    if found is None or (found[1] == "correction" and not (found[4] or "").strip()):
        return None
    try:
        day = date.fromisoformat(found[2])
    except ValueError:
        return None
    return Amendment(day, int(found[3]), (found[4] or "").strip() if found[1] == "correction" else "")


def line_of(amendment: Amendment) -> str:
    """Return the line of the notebook that makes an amendment."""
    where = f"of {amendment.day.isoformat()} line {amendment.line}"
    return f"correction {where}: {amendment.text}" if amendment.text else f"deletion {where}"


def command_of(text: str) -> Command | None:
    """Return the command that a text is: `undo`, `delete N`, `fix N …`, N a line of today or DAY:LINE; else None."""
    found = _COMMAND.fullmatch(text.strip())
    if found is None:
        return None
    if found[1]:
        return Command("undo")
    if found[2]:
        place = found[3].rstrip(".!")
        return Command("delete", place) if _PLACE.fullmatch(place) else None
    return Command("fix", found[5], found[6].strip())


def place_of(text: str, today: date) -> tuple[date, int] | None:
    """Return the day and line that a place names, or None."""
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        return None
    try:
        return (date.fromisoformat(found[1]) if found[1] else today), int(found[2])
    except ValueError:
        return None
