"""Evidence is checked at validation: sources, quotes, numbers, names, facts, and their later proof.

What it exports is loaded when asked for; only functions that bear the name of a module are there from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.evidence.language import language
from indagate.evidence.quality import Coverage, Quality, quality
from indagate.evidence.source import Source, authority, canonical_url, freshness, source_id, weight

if TYPE_CHECKING:
    from indagate.evidence.authority import Kind, kind_of
    from indagate.evidence.check import Candidate, Refusal, Violation, admit, grounds_of, verify_claim, verify_fact
    from indagate.evidence.duplicate import differing, duplicates, fingerprint
    from indagate.evidence.fact import Confidence, Conflict, Fact, Resolution, Severity, Status, confidence, fact_id
    from indagate.evidence.graph import FactGraph, to_graphml, to_json
    from indagate.evidence.holding import missing_numbers
    from indagate.evidence.name import names
    from indagate.evidence.quantity import Quantity, quantities
    from indagate.evidence.quote import locate
    from indagate.evidence.sentence import sentences
    from indagate.evidence.support import Grounds, check_sentence
    from indagate.evidence.word import stem, words

__all__ = [
    "Candidate",
    "Confidence",
    "Conflict",
    "Coverage",
    "Fact",
    "FactGraph",
    "Grounds",
    "Kind",
    "Quality",
    "Quantity",
    "Refusal",
    "Resolution",
    "Severity",
    "Source",
    "Status",
    "Violation",
    "admit",
    "authority",
    "canonical_url",
    "check_sentence",
    "confidence",
    "differing",
    "duplicates",
    "fact_id",
    "fingerprint",
    "freshness",
    "grounds_of",
    "kind_of",
    "language",
    "locate",
    "missing_numbers",
    "names",
    "quality",
    "quantities",
    "sentences",
    "source_id",
    "stem",
    "to_graphml",
    "to_json",
    "verify_claim",
    "verify_fact",
    "weight",
    "words",
]
_MODULES = "fact authority word sentence quote name quantity holding support check duplicate graph"
"""Where to look, those first that are quick to load."""


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module in _MODULES.split() if name in __all__ else ():
        found = import_module(f"{__name__}.{module}")
        if hasattr(found, name):
            return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
