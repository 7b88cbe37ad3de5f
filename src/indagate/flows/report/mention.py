"""Where a query names a thing: so that what it asks for is answered in its own order."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.flows.report.synonym import known_at

_PARTED = re.compile(r"[,;:?]|\b(and|or|и|или|und|oder)\b", re.I)


@lru_cache(maxsize=4096)
def place_of(text: str, query: str) -> int:
    """Return the place at which a query first names a text, by a word or by what else it is called; else its length."""
    return min([*_places(text, query), known_at(text, query), len(query)])


def asked_of(whole: str, part: str, query: str) -> bool:
    """Whether a query names a whole only to say of what it asks for a part: the museum's visitors, visitors of museums.

    Between the two there is no comma and no *and*, wherever the whole is named.
    """
    at = place_of(part, query)
    return all(
        not _PARTED.search(query[min(at, place) : max(at, place)])
        for place in _places(whole, query) or [place_of(whole, query)]
    )


def _places(text: str, query: str) -> list[int]:
    """Return the places at which a query names a text by one of its words."""
    from indagate.evidence.word import stem, stems, words

    told = stems(text.replace("_", " "))
    return [word.start for word in words(query) if stem(word.text) in told]
