"""Addresses in a text that nobody but its writer knows: a sentence of a report may hold none."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,15}://|\bwww\.|\bmailto:|\bdata:[a-z]+/)[^\s<>\"'`()\[\]{}|\\^]*", re.IGNORECASE
)


def strange_addresses(text: str, known: Iterable[str]) -> list[str]:
    """Return the addresses in a text that stand in none of the texts it rests on."""
    found = [address.rstrip(".,;:!?*") for address in _ADDRESS.findall(text)]
    texts = [one.casefold() for one in known]
    return [address for address in dict.fromkeys(found) if not any(address.casefold() in one for one in texts)]


def without_strange_addresses(text: str, known: Iterable[str]) -> str:
    """Return a text without the addresses that stand in none of the texts it rests on."""
    for address in strange_addresses(text, known):
        text = text.replace(address, "")
    return " ".join(text.split())
