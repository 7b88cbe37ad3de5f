"""Where a query names a thing: so that what it asks for is answered in its own order."""

from __future__ import annotations

from functools import lru_cache

from indagate.flows.report.synonym import known_at


@lru_cache(maxsize=4096)
def place_of(text: str, query: str) -> int:
    """Return the place at which a query first names a text, by a word or by what else it is called; else its length."""
    from indagate.evidence.word import STOPS, stem, words

    told = {stem(word.text) for word in words(text.replace("_", " ")) if word.text.casefold() not in STOPS}
    places = [word.start for word in words(query) if stem(word.text) in told]
    return min([*places, known_at(text, query), len(query)])
