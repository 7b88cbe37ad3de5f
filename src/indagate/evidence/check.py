"""Checking finished evidence again, from the archive alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from indagate.evidence.fact import Fact, Status
from indagate.evidence.holding import missing_numbers
from indagate.evidence.source import Source, bytes_sha256, text_sha256

Code = Literal[
    "archive-changed",
    "text-changed",
    "wrong-source",
    "quote-not-at-span",
    "number-not-held",
    "uncited",
    "deprecated-cited",
    "dangling-citation",
    "uncited-entry",
    "quote-changed",
    "citation-changed",
    "report-changed",
    "file-changed",
    "missing-file",
    "technical-analysis",
]
_MARKS = re.compile(r"\[\^[\w-]+\]|\[(?:Fact-\d+|S\d+)(?:[,;]\s*(?:Fact-\d+|S\d+))*\]")


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise not kept: which, where (fact id, file or sentence), and what was found."""

    code: Code
    where: str
    message: str


def verify_fact(fact: Fact, source: Source, raw: bytes, text: str) -> list[Breach]:
    """Whether the archive is the one hashed, the quote stands at its span exactly, and the quote holds the numbers."""
    if fact.source != source.id:
        return [Breach("wrong-source", fact.id, f"the fact is from {fact.source}, not {source.id}")]
    found = []
    if bytes_sha256(raw) != source.sha256:
        found.append(
            Breach("archive-changed", source.file, f"the archived bytes of {source.id} are not those recorded")
        )
    if text_sha256(text) != source.text_sha256:
        found.append(
            Breach("text-changed", source.text_file, f"the extracted text of {source.id} is not the one recorded")
        )
    if not fact.quote.strip() or not 0 <= fact.start < fact.end or text[fact.start : fact.end] != fact.quote:
        at = f"{fact.start}-{fact.end} of {source.text_file}"
        found.append(Breach("quote-not-at-span", fact.id, f"the quote does not stand at {at}"))
    missing = missing_numbers(fact.statement, fact.quote)
    if missing:
        found.append(Breach("number-not-held", fact.id, f"the quote does not hold {', '.join(missing)}"))
    return found


def verify_claim(sentence: str, cited_facts: Sequence[Fact]) -> list[Breach]:
    """Whether a sentence of a report cites facts that count, and these hold its numbers.

    A fact that was overruled may be cited beside one that stands: the sentence then tells of both.
    """
    claim = _MARKS.sub("", sentence).strip()
    if not cited_facts:
        return [Breach("uncited", claim, "the sentence cites no fact")]
    found = [
        Breach("deprecated-cited", fact.id, f"cited though deprecated: {fact.reason or 'no reason recorded'}")
        for fact in cited_facts
        if fact.status is Status.DEPRECATED and all(other.status is Status.DEPRECATED for other in cited_facts)
    ]
    missing = missing_numbers(claim, *(part for fact in cited_facts for part in (fact.quote, fact.statement)))
    if missing:
        cited = ", ".join(fact.id for fact in cited_facts)
        found.append(Breach("number-not-held", claim, f"{cited} do not hold {', '.join(missing)}"))
    return found
