"""What may leave this machine by an address or a query that a model chose, where it may see private material.

Addresses: only those that the goal names or a search brought, as they were found, and not many of one site: each choice
among addresses tells something. Queries: words that the person said and no others, in the person's order, each once.
Whatever spelling, language or code private words were put into, they are none of these. The policy is in docs/web.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from typing import Any
from urllib.parse import urldefrag, urlsplit

from indagate.evidence.word import STOPS, stem
from indagate.tools.web.spelling import canonical_url

PAGES = 12
"""Pages of one site that may be read, by all agents of a task together."""
_ADDRESS = re.compile(r"https?://[^\s<>\"'`(){}\[\]|\\^]+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")


def addresses_in(text: str) -> list[str]:
    """Return the web addresses that a text shows, without what a sentence puts behind them."""
    return [found.rstrip(".,;:!?*") for found in _ADDRESS.findall(text)]


def site_of(url: str) -> str:
    """Return what counts as one site: the last two labels of a name, or a whole numeric address, without its port."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    return host if host.replace(".", "").isdigit() or ":" in host else ".".join(host.split(".")[-2:])


def may_ask(query: str, said: str) -> str:
    """Return why a query may not leave, or nothing: a word that the person did not say, or none that counts."""
    known = {stem(word) for word in _words(said)}
    words = [word for word in _words(query) if word not in STOPS]
    if other := [word for word in dict.fromkeys(words) if stem(word) not in known]:
        return f"it holds words that the goal does not: {', '.join(word[:40] for word in other)}"
    return "" if words else "it holds no word of the goal"


def as_sent(query: str, said: str) -> str:
    """Return what is sent of a query that may leave: the person's own words that it names, as and where they stand."""
    named = {stem(word) for word in _words(query) if word not in STOPS}
    sent: dict[str, str] = {}
    for word in _words(said):
        if stem(word) in named:
            sent.setdefault(stem(word), word)
    return " ".join(sent.values())


def as_given(arguments: Mapping[str, Any], fields: Container[str], said: str) -> tuple[dict[str, str | int], str]:
    """Return what a tool of another machine is given, and nothing; or nothing and why it is not.

    Its own fields, each with words that the person said, as a query has them, no word twice; and numbers they said.
    """
    given: dict[str, str | int] = {}
    free = said
    for field, value in arguments.items():
        if field not in fields:
            return {}, f"the tool has no field {field[:40]!r}"
        if isinstance(value, int) and not isinstance(value, bool) and str(value) in _words(said):
            given[field] = value
        elif not isinstance(value, str):
            return {}, f"{field} is neither text nor a number that the goal has"
        elif why := may_ask(value, free):
            return {}, why
        else:
            given[field] = as_sent(value, free)
            taken = {stem(word) for word in _words(str(given[field]))}
            free = " ".join(word for word in _words(free) if stem(word) not in taken)
    return given, ""


def may_read(url: str, found: Iterable[str], read: Iterable[str], most: int = PAGES) -> tuple[str, str]:
    """Return the address to fetch, as it was found, and nothing; or nothing and why it may not be fetched."""
    known: dict[str, str] = {}
    for address in found:
        bare = urldefrag(address).url
        known.setdefault(bare, bare)
        known.setdefault(canonical_url(bare), bare)
    bare = urldefrag(url.strip()).url
    to_fetch = known.get(bare) or known.get(canonical_url(bare), "")
    if not to_fetch:
        return "", "this address was not found: no search brought it, nor does the goal name it"
    site = site_of(to_fetch)
    earlier = {address for address in read if site_of(address) == site}
    if to_fetch not in earlier and len(earlier) >= most:
        return "", f"{most} pages of {site} were read already, and that is this agent's share"
    return to_fetch, ""


def _clear(text: str) -> str:
    """Return a text without signs that nobody sees, and every letter in its usual form."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")


def _words(text: str) -> list[str]:
    return _WORD.findall(_clear(text).casefold())
