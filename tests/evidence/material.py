"""Facts and sources for the tests."""

from __future__ import annotations

from datetime import UTC, date, datetime

from indagate.evidence.authority import kind_of
from indagate.evidence.fact import Fact
from indagate.evidence.source import Source
from indagate.storage import digest

TODAY = date(2026, 1, 1)
DAY = date(2025, 12, 1)


def source(id: str, locator: str, published: date | None = None, text: str = "", publisher: str = "") -> Source:  # noqa: A002
    """A source whose archive is its text."""
    body = text or f"text of {id}"
    return Source(
        id=id,
        locator=locator,
        title=f"Title {id}",
        publisher=publisher,
        author="",
        published=published,
        accessed=datetime(2025, 12, 1, tzinfo=UTC),
        media_type="text/plain",
        sha256=digest(body.encode()),
        text_sha256=digest(body.encode()),
        kind=kind_of(locator, publisher),
        file=f"assets/data/{id.lower()}.txt",
        text_file=f"assets/data/{id.lower()}.text.txt",
    )


def fact(number: int, statement: str, source: str = "S01", **more: object) -> Fact:
    """A fact that quotes its own statement."""
    values: dict[str, object] = {
        "id": f"Fact-{number:03d}",
        "statement": statement,
        "source": source,
        "quote": statement,
        "start": number * 1000,
        "end": number * 1000 + len(statement),
        "dimension": "general",
        "entities": (),
        "extracted": DAY,
    } | more
    return Fact(**values)  # type: ignore[arg-type]
