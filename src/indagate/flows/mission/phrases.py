"""The report's own words, in the languages that a question may be asked in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from indagate.evidence.language import language
from indagate.storage.typed import json_decoder


@dataclass(frozen=True, slots=True)
class Phrases:
    """What the report says of itself."""

    bottom_line: str
    not_found: str
    cut_short: str
    nearest: str
    looked: str
    divergences: str
    preferred: str
    both_stand: str
    says: str
    limitations: str
    sources: str
    not_cited: str
    columns: tuple[str, ...]
    accessed: str
    undated: str
    saved: str
    """How the date of a file is given, where the source itself states none."""
    evidence: str
    byline: str
    day: str
    quality: str
    parts: tuple[str, ...]
    closed: str
    open: str
    """Said instead of `closed` where a sentence is not its source's own words."""
    verbatim: str
    worded: str
    inferred: str
    judged: str
    unjudged: str
    inference: str
    """The marks at a sentence that was worded or inferred."""
    in_own_words: str
    excerpts: str
    """What is said first where no model wrote."""
    no_model: str
    all_words: str
    none_holds: str
    nearest_only: str
    no_passage: str
    differ: str
    quote: str
    """How a quotation is marked."""

    def label(self, basis: str) -> str:
        """Return the mark at a sentence that is not its source's own words; empty where it is."""
        return {"worded": self.in_own_words, "inference": self.inference}.get(basis, "")


@cache
def _by_language() -> dict[str, Phrases]:
    return json_decoder(dict[str, Phrases]).decode(Path(__file__).with_name("phrases.json").read_bytes())


def phrases_for(question: str) -> Phrases:
    """Return the phrases of a language by its code, or in that of a question; English where there are none."""
    code = language(question) or ("ru" if re.search("[а-яё]", question.casefold()) else "")
    known = _by_language()
    return known.get(question) or known.get(code) or known["en"]
