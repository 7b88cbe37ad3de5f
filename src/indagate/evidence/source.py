"""Sources: what was archived, who speaks, how much it weighs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from indagate.evidence.authority import Kind, host_of
from indagate.frozen import dataclass

AUTHORITY: dict[Kind, float] = {
    Kind.OFFICIAL: 1.0, Kind.ACADEMIC: 0.9, Kind.INDUSTRY: 0.8, Kind.NEWS: 0.7, Kind.BLOG: 0.5, Kind.UNKNOWN: 0.5,
}  # fmt: skip
LOCAL_AUTHORITY, UNDATED = 0.6, 0.6
"""Of a local file that nobody signs, and freshness of one without a date."""
FRESHNESS = ((1.0, 1.0), (3.0, 0.8), (5.0, 0.6), (1_000.0, 0.3))
"""By age in years of 365.25 days: up to one year 1.0, and so on."""


@dataclass(frozen=True, slots=True)
class Source:
    """An archived source; `locator` is its path or URL, `file` and `text_file` are relative to the run's folder."""

    id: str
    locator: str
    title: str
    publisher: str
    author: str
    published: date | None
    accessed: datetime
    media_type: str
    sha256: str
    text_sha256: str
    kind: Kind
    file: str
    text_file: str
    saved: date | None = None
    """When the file was made or last saved, as it says itself: its words are no newer, but may be older."""
    language: str = ""
    """The code of its language, as it states it or as its words tell; empty where neither does."""

    @property
    def local(self) -> bool:
        """Whether it is a file of the user's rather than a web page."""
        return not host_of(self.locator)


def source_id(number: int) -> str:
    """Return the id of the `number`-th source: S01, S02, … S100."""
    return f"S{number:02d}"


def authority(source: Source) -> float:
    """Return how much its kind counts, 0.5 to 1.0; a local file of unknown kind 0.6."""
    return LOCAL_AUTHORITY if source.kind is Kind.UNKNOWN and source.local else AUTHORITY[source.kind]


def freshness(source: Source, today: date) -> float:
    """Return 1.0, 0.8, 0.6 or 0.3 by age; 0.6 without a date or with one to come, and at most with that of a file."""
    when = source.published or source.saved
    days = (today - when).days if when else -2
    fresh = next((value for years, value in FRESHNESS if days <= years * 365.25), 0.3) if days >= -1 else UNDATED
    return fresh if source.published else min(fresh, UNDATED)


def weight(source: Source, today: date) -> float:
    """Return 0.6 · authority + 0.4 · freshness."""
    return round(0.6 * authority(source) + 0.4 * freshness(source, today), 4)


def _voice(source: Source) -> str:
    """Return who speaks through a source; empty for a file nobody signs."""
    labels = host_of(source.locator).split(".")
    if labels == [""]:
        return (source.publisher or source.author).strip().casefold()
    short = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in ("co", "com", "ac", "gov", "org", "edu", "go")
    return ".".join(labels[-3:] if short else labels[-2:])


def independent(sources: Iterable[Source]) -> int:
    """Return how many voices speak: a host, publisher, author or text counts once, unsigned files once together."""
    texts: dict[str, set[str]] = {}
    for source in sources:
        texts.setdefault(_voice(source), set()).add(source.text_sha256)
    known: set[str] = set()
    voices = 0
    for _, hashes in sorted(texts.items()):
        voices += not hashes <= known
        known |= hashes
    return voices
