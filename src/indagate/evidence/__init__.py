"""Evidence is checked at the door: sources, quotes, numbers, names, facts, conflicts, and their later proof.

What it exports is loaded when asked for; only functions that bear the name of a module are there from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.evidence.language import language
from indagate.evidence.quality import Coverage, Quality, quality
from indagate.evidence.source import (
    Source,
    authority,
    bytes_sha256,
    canonical_url,
    freshness,
    independent,
    source_id,
    text_sha256,
    voice,
    weight,
)

if TYPE_CHECKING:
    from indagate.evidence.authority import AUTHORITY, RULES, Kind, kind_of
    from indagate.evidence.check import Violation, checked_claim, grounds_of, verify_claim, verify_fact
    from indagate.evidence.conflict import Conflict, Resolution, Severity
    from indagate.evidence.dated import Dated, dates
    from indagate.evidence.door import Candidate, Refusal, admit
    from indagate.evidence.duplicate import Duplicate, duplicates, fingerprint, merge
    from indagate.evidence.fact import Confidence, Fact, Status, confidence, fact_id, order
    from indagate.evidence.figures import differing
    from indagate.evidence.graph import Edge, FactGraph, Node, to_graphml, to_json
    from indagate.evidence.holding import missing_numbers
    from indagate.evidence.name import missing_names, names
    from indagate.evidence.negation import negated
    from indagate.evidence.quantity import Quantity, quantities
    from indagate.evidence.quote import locate, widened
    from indagate.evidence.sentence import Sentence, sentences
    from indagate.evidence.span import Span
    from indagate.evidence.support import Checked, Doubt, Grounds, check_sentence
    from indagate.evidence.word import Word, content, stem, words

__all__ = [
    "AUTHORITY",
    "RULES",
    "Candidate",
    "Checked",
    "Confidence",
    "Conflict",
    "Coverage",
    "Dated",
    "Doubt",
    "Duplicate",
    "Edge",
    "Fact",
    "FactGraph",
    "Grounds",
    "Kind",
    "Node",
    "Quality",
    "Quantity",
    "Refusal",
    "Resolution",
    "Sentence",
    "Severity",
    "Source",
    "Span",
    "Status",
    "Violation",
    "Word",
    "admit",
    "authority",
    "bytes_sha256",
    "canonical_url",
    "check_sentence",
    "checked_claim",
    "confidence",
    "content",
    "dates",
    "differing",
    "duplicates",
    "fact_id",
    "fingerprint",
    "freshness",
    "grounds_of",
    "independent",
    "kind_of",
    "language",
    "locate",
    "merge",
    "missing_names",
    "missing_numbers",
    "names",
    "negated",
    "order",
    "quality",
    "quantities",
    "sentences",
    "source_id",
    "stem",
    "text_sha256",
    "to_graphml",
    "to_json",
    "verify_claim",
    "verify_fact",
    "voice",
    "weight",
    "widened",
    "words",
]
_HOMES = {
    "authority": ("AUTHORITY", "RULES", "Kind", "kind_of",),
    "check": ("Violation", "checked_claim", "grounds_of", "verify_claim", "verify_fact",),
    "conflict": ("Conflict", "Resolution", "Severity",),
    "dated": ("Dated", "dates",),
    "door": ("Candidate", "Refusal", "admit",),
    "duplicate": ("Duplicate", "duplicates", "fingerprint", "merge",),
    "fact": ("Confidence", "Fact", "Status", "confidence", "fact_id", "order",),
    "graph": ("Edge", "FactGraph", "Node", "to_graphml", "to_json",),
    "holding": ("missing_numbers",),
    "name": ("missing_names", "names",),
    "negation": ("negated",),
    "quantity": ("Quantity", "quantities",),
    "quote": ("locate", "widened",),
    "figures": ("differing",),
    "sentence": ("Sentence", "sentences",),
    "span": ("Span",),
    "support": ("Checked", "Doubt", "Grounds", "check_sentence",),
    "word": ("Word", "content", "stem", "words",),
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
