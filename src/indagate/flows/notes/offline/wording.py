"""SYNTHESIZE by rule: a result in words, in the language of the question (English or Russian)."""

from __future__ import annotations

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline.english import English
from indagate.flows.notes.offline.russian import Russian
from indagate.flows.notes.query import Result
from indagate.flows.notes.token import cyrillic


def write(result: Result, lexicon: Lexicon) -> str:
    """Return the answer in words."""
    query = result.query
    voice = Russian(query, lexicon) if cyrillic(query.text) else English(query, lexicon)
    if not result.found:
        return voice.nothing(result)
    if query.who:
        return f"{voice.whose()}: {voice.told(result)}"
    return voice.told(result)
