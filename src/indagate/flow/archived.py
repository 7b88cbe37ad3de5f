"""A source as it was archived, for showing a quote where it stands."""

from __future__ import annotations

from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ArchivedText:
    """An archived source's text, which is data and never markup; the quote that was asked for is `start` to `end`.

    Both are 0 where none was asked for.
    """

    id: str
    title: str
    locator: str
    publisher: str
    media_type: str
    text: str
    start: int = 0
    end: int = 0
