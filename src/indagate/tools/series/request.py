"""What is asked of a source: one word of the user's, read and checked before anything is fetched."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.errors import InputError
from indagate.tools.series.period import Period, read_period

LONGEST = 2000
"""Characters of a word."""


@dataclass(frozen=True, slots=True)
class SeriesRequest:
    """A series that is wanted: from which source, by which of its names, for whom (countries), between which periods.

    `base` is an address that stands in for the source's own: a gateway, or a server that replays answers.
    """

    source: str
    series: str
    entities: tuple[str, ...] = ()
    start: Period | None = None
    end: Period | None = None
    base: str = ""

    @classmethod
    def parse(cls, word: str) -> SeriesRequest:
        """Read `SOURCE:SERIES…[@URL]`, in the form that the source takes. Raises `InputError` saying how one reads."""
        from indagate.tools.series.registry import find_source

        word = word.strip()
        if len(word) > LONGEST:
            raise InputError(f"the series {word[:60]!r}… has {len(word):,} characters; at most {LONGEST:,} are read")
        plain, at, address = word.partition("@")
        name, colon, rest = plain.partition(":")
        source = find_source(name.strip().lower())
        if not colon or not rest.strip():
            raise InputError(f"{word!r} names no series of {source.name}", hint=hint(source.takes, source.example))
        try:
            found = source.read(rest.strip())
        except InputError as error:
            raise InputError(
                f"the series {word!r}: {error.message}", hint=error.hint or hint(source.takes, source.example)
            ) from None
        base = _require_address(address, word) if at else ""
        return cls(found.source, found.series, found.entities, found.start, found.end, base)

    @property
    def word(self) -> str:
        """The request as a word, in its one spelling, without the address that stands in."""
        parts = [self.source, self.series, ",".join(self.entities), self.span]
        return ":".join(part for part in parts if part)

    @property
    def span(self) -> str:
        """The periods asked for as `START..END`, either of which may be absent; empty where all are wanted."""
        if self.start is None and self.end is None:
            return ""
        return f"{self.start.text if self.start else ''}..{self.end.text if self.end else ''}"

    @property
    def span_told(self) -> str:
        """The periods asked for as people write them: 1995–2020, from 2015-01, to 2020; empty where all are wanted."""
        start, end = (edge.text if edge else "" for edge in (self.start, self.end))
        if start and end:
            return start if start == end else f"{start}–{end}"
        return f"from {start}" if start else f"to {end}" if end else ""


def hint(takes: str, example: str) -> str:
    """Say how a word of a source reads."""
    return f"It reads {takes}, for example {example}"


def read_span(text: str) -> tuple[Period | None, Period | None]:
    """Read `2000-2024`, `2015-01..2020-06`, `2015..`, `..2020` or `2020`. Raises `InputError`."""
    years = re.fullmatch(r"([0-9]{4})-([0-9]{4})", text)
    if years:
        first, last = years[1], years[2]
    elif ".." in text:
        first, _, last = text.partition("..")
    else:
        first = last = text
    start, end = (_edge(part, text) for part in (first, last))
    if start is None and end is None:
        raise InputError(f"{text!r} names no time", hint=_SPANS)
    if start and end and start.first > end.last:
        raise InputError(f"{text!r} ends before it begins", hint=_SPANS)
    return start, end


_SPANS = "Times read 2000-2024, 2015-01..2020-06, 2015-Q1.., ..2020-12-31 or 2020."


def _edge(text: str, whole: str) -> Period | None:
    if not text.strip():
        return None
    found = read_period(text)
    if found is None:
        raise InputError(f"{text!r} in {whole!r} is no year, quarter, month or day", hint=_SPANS)
    return found


def _require_address(text: str, word: str) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fine = False
    if not fine or "@" in text or parts.query or parts.fragment:
        raise InputError(
            f"the series {word!r}: what follows @ must be a plain http or https address",
            hint="Leave it out to ask the source itself.",
        )
    return text.rstrip("/")
