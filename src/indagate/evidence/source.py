"""Sources: what was archived, who speaks, how much it weighs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import date, datetime
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from indagate.evidence.authority import AUTHORITY, LOCAL_AUTHORITY, Kind, host_of
from indagate.frozen import dataclass

# Freshness by age in years (of 365.25 days): up to one year 1.0, three 0.8, five 0.6, older 0.3.
FRESHNESS: tuple[tuple[float, float], ...] = ((1.0, 1.0), (3.0, 0.8), (5.0, 0.6))
STALE = 0.3
UNDATED = 0.6
REPUTABLE = frozenset((Kind.OFFICIAL, Kind.ACADEMIC, Kind.INDUSTRY, Kind.NEWS))


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
    """The id of the `number`-th source: S01, S02, … S100."""
    return f"S{number:02d}"


def bytes_sha256(raw: bytes) -> str:
    """The hash of archived bytes, in hex."""
    return hashlib.sha256(raw).hexdigest()


def text_sha256(text: str) -> str:
    """The hash of an extracted text (UTF-8), in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def authority(source: Source) -> float:
    """How much its kind counts, 0.5 to 1.0; a local file of unknown kind 0.6."""
    return LOCAL_AUTHORITY if source.kind is Kind.UNKNOWN and source.local else AUTHORITY[source.kind]


def freshness(source: Source, today: date) -> float:
    """1.0, 0.8, 0.6 or 0.3 by age on `today`; 0.6 without a date or with one still to come.

    One whose file alone has a date is never fresher than one without.
    """
    when = source.published or source.saved
    days = (today - when).days if when else -2
    if days < -1:
        return UNDATED
    fresh = next((value for years, value in FRESHNESS if days <= years * 365.25), STALE)
    return fresh if source.published else min(fresh, UNDATED)


def weight(source: Source, today: date) -> float:
    """0.6 · authority + 0.4 · freshness."""
    return round(0.6 * authority(source) + 0.4 * freshness(source, today), 4)


def voice(source: Source) -> str:
    """Who speaks through a source, for telling independent ones apart; empty for a file nobody signs."""
    host = host_of(source.locator)
    if host:
        labels = host.split(".")
        short = (
            len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in ("co", "com", "ac", "gov", "org", "edu", "go")
        )
        return ".".join(labels[-3:] if short else labels[-2:])
    return (source.publisher or source.author).strip().casefold()


def independent(sources: Iterable[Source]) -> int:
    """How many voices speak: one host, publisher, author or content counts once, unsigned files once together."""
    seen: dict[str, set[str]] = {}
    for source in sources:
        seen.setdefault(voice(source), set()).add(source.text_sha256)
    contents: set[str] = set()
    count = 0
    for _, hashes in sorted(seen.items()):
        if hashes - contents:
            count += 1
        contents |= hashes
    return count


_TRACKING = re.compile(
    r"(?:utm_\w+|gclid|dclid|fbclid|yclid|ysclid|msclkid|mc_[ce]id|igshid|_hs\w+|_ga|_gl|ref_src|ref_url|cmpid|wt_mc|s_cid|"
    r"spm|mkt_tok|oly_\w+|vero_\w+|__hs\w+|srsltid)\Z",
    re.IGNORECASE,
)
_PORTS = {"http": 80, "https": 443}
_SAFE = "!$&'()*+,;=:@/~-._"


def canonical_url(url: str) -> str:
    """One spelling per page: host in lower case, no default port, fragment, credentials or tracking; sorted query.

    What is no http(s) address, or is malformed, comes back stripped only.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        scheme = parts.scheme.lower()
        if scheme not in _PORTS or not host:
            return url
        host = host.rstrip(".")
        if not host.isascii():
            host = host.encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        return url
    if ":" in host:
        host = f"[{host}]"
    if port and port != _PORTS[scheme]:
        host = f"{host}:{port}"
    query = sorted(
        (name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.match(name)
    )
    return urlunsplit((scheme, host, _path(parts.path), urlencode(query), ""))


def _path(path: str) -> str:
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            if len(segments) > 1:
                segments.pop()
        elif segment != ".":
            # An escaped slash or percent sign is part of its segment and stays escaped.
            pieces = re.split(r"(%(?:2[Ff]|25|3[Ff]|23))", segment)
            segments.append("".join(piece.upper() if at % 2 else _escaped(piece) for at, piece in enumerate(pieces)))
    joined = "/".join(segments) or "/"
    return joined.rstrip("/") or "/"


def _escaped(piece: str) -> str:
    """One spelling of an escaped piece; bytes that are no UTF-8 survive."""
    return quote(unquote(piece, errors="surrogateescape"), safe=_SAFE, errors="surrogateescape")
