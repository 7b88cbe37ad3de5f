"""A series as it came: points with real dates, what they are measured in, whose they are, and the bytes themselves."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from indagate.errors import EffectFailed
from indagate.storage import digest
from indagate.tools.series.period import Frequency
from indagate.tools.series.request import SeriesRequest


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a date, the first day of its period; None where the source has none. `entity` is whose it is."""

    date: date
    value: float | None
    entity: str = ""


@dataclass(frozen=True, slots=True)
class Received:
    """One answer as it was received: its address, its bytes, and when (seconds since 1970)."""

    url: str
    body: bytes
    at: float

    @property
    def sha(self) -> str:
        """The sha256 of the bytes."""
        return digest(self.body)


@dataclass(frozen=True, slots=True)
class SeriesNote:
    """What a reader should know of a series, in a sentence without an end; `kind` and the rest tell a program.

    `absent`: entities that the source has nothing on, their `names`, or how many of how many as `numbers`. `empty`: an
    entity without a value. `groups`: sums stand among their parts. `status`: so many values (`numbers`) are no
    measurements but what `names` says: estimated, forecast, provisional, after a break in the series.
    """

    text: str
    kind: Literal["absent", "empty", "groups", "status", ""] = ""
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


def statuses_told(statuses: Counter[str]) -> list[SeriesNote]:
    """Return a note for each status, of those that have a name."""
    return [
        SeriesNote(f"{count:,} {'value is' if count == 1 else 'values are'} {what}", "status", (what,), (count,))
        for what, count in sorted(statuses.items())
        if what
    ]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the answers of a source say. `names` are the entities found: code and name; `updated` a date, or empty.

    `whose` says what the entities are.
    """

    title: str
    unit: str
    frequency: Frequency
    points: tuple[Point, ...]
    names: tuple[tuple[str, str], ...] = ()
    updated: str = ""
    notes: tuple[SeriesNote, ...] = ()
    whose: str = "country"


@dataclass(frozen=True, slots=True)
class RemoteSeries:
    """A series from a remote source, its points by entity and date; `pages` are the answers as they were received.

    `url` is the address that was asked first. `attribution` is the line that a report must show. `notes` say what a
    reader should know: countries without data, provisional values.
    """

    id: str
    request: SeriesRequest
    title: str
    unit: str
    frequency: Frequency
    points: tuple[Point, ...]
    url: str
    licence: str
    attribution: str
    pages: tuple[Received, ...]
    names: tuple[tuple[str, str], ...] = ()
    updated: str = ""
    notes: tuple[SeriesNote, ...] = ()
    whose: str = "country"

    @property
    def fetched_at(self) -> str:
        """When the last of the answers was received, in UTC: 2026-01-31T09:30:00Z."""
        latest = max((page.at for page in self.pages), default=0.0)
        return datetime.fromtimestamp(latest, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def label(self) -> str:
        """A file name for the series as a table: readable, safe, and another one for every request."""
        asked, title, known = self.request, _safe(self.title), dict(self.names)
        whose = [_safe(known.get(code, code)) for code in asked.entities] if len(asked.entities) <= 4 else []
        parts = [title[:70].rstrip(), *whose, asked.span_told]
        whole = len(title) <= 70 and len(asked.entities) <= 4
        mark = "" if whole else f", {digest(asked.word.encode())[:8]}"
        return f"{', '.join(part for part in parts if part)}{mark} ({asked.source}).csv"

    @property
    def missing(self) -> int:
        """How many points have no value."""
        return sum(point.value is None for point in self.points)


def _safe(text: str) -> str:
    """Return a text with what no file name can have replaced."""
    return " ".join(re.sub(r"[^\w .,()$€£%&'+-]+", "-", text).split()).strip(" .-")


class Refusal(EffectFailed):
    """A source answers with a status that is no success: its number, and what the body says."""

    def __init__(self, message: str, status: int, body: bytes) -> None:
        super().__init__(message)
        self.status = status
        self.body = body


class Shifted(EffectFailed):
    """The pages of an answer do not belong together: the source changed its data in between."""
