"""How an address is spelled: one way for each page, so that no page is fetched, kept or shown twice."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

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
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.match(pair[0])]
    return urlunsplit((scheme, host, _path(parts.path), urlencode(sorted(query)), ""))


def _path(path: str) -> str:
    segments: list[str] = []
    for segment in path.split("/"):
        if segment == "..":
            segments = segments[:-1] if len(segments) > 1 else segments
        elif segment != ".":
            # An escaped slash or percent sign is part of its segment and stays escaped; so do bytes that are no UTF-8.
            pieces = re.split(r"(%(?:2[Ff]|25|3[Ff]|23))", segment)
            plain = (unquote(piece, errors="surrogateescape") for piece in pieces[::2])
            pieces[::2] = (quote(piece, safe=_SAFE, errors="surrogateescape") for piece in plain)
            segments.append("".join(piece.upper() if at % 2 else piece for at, piece in enumerate(pieces)))
    return "/".join(segments).rstrip("/") or "/"
