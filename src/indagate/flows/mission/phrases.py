"""The report's own words, in the languages that a question may be asked in: `phrases.json`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from indagate.evidence.language import language
from indagate.storage.typed import json_decoder

Phrases = dict[str, str]
"""What the report says of itself, by names that are the same in every language: rows of them are parted by bars."""


@lru_cache(maxsize=64)
def phrases_for(question: str) -> Phrases:
    """Return the phrases of a language by its code, or in that of a question; English where there are none."""
    code = language(question) or ("ru" if re.search("[а-яё]", question.casefold()) else "")
    known = json_decoder(dict[str, Phrases]).decode(Path(__file__).with_name("phrases.json").read_bytes())
    return known.get(question) or known.get(code) or known["en"]


def label(basis: str, words: Phrases) -> str:
    """Return the mark at a sentence that is not its source's own words; empty where it is."""
    return words.get({"worded": "in_own_words", "inference": "inference"}.get(basis, ""), "")
