"""Contradictions among facts, measured on a table of labelled pairs."""

from __future__ import annotations

from indagate.evidence import conflicts, resolve

from .material import TODAY
from .pairs import PAIRS, SOURCES, Pair, facts_of


def _verdict(pair: Pair) -> tuple[bool, int]:
    """Whether a conflict is found, and which side is preferred."""
    found = conflicts(facts_of(pair), SOURCES)
    if not found:
        return False, 0
    one = facts_of(pair)[0].id
    preferred = resolve(found[0], SOURCES, TODAY).preferred
    return True, 0 if preferred is None else 1 if preferred == one else 2


def test_labelled_pairs_are_judged_with_precision_and_recall() -> None:
    """At least 95 % of the conflicts found are some, 80 % of them are found, the preferred side is right."""
    right: list[Pair] = []
    false: list[Pair] = []
    missed: list[Pair] = []
    skewed: list[Pair] = []
    for pair in PAIRS:
        found, preferred = _verdict(pair)
        if found and pair.conflict:
            (right if preferred == pair.preferred else skewed).append(pair)
        elif found:
            false.append(pair)
        elif pair.conflict:
            missed.append(pair)
    hits = len(right) + len(skewed)
    quiet = sum(not pair.conflict for pair in PAIRS) - len(false)
    print(f"\nconflicts found {hits}, false {len(false)}, missed {len(missed)}, rightly quiet {quiet}")
    for name, some in (("false", false), ("missed", missed), ("wrong side", skewed)):
        for pair in some:
            print(f"  {name}: {pair.one.statement} / {pair.other.statement}")
    assert len(PAIRS) >= 60
    assert hits / (hits + len(false)) >= 0.95
    assert hits / (hits + len(missed)) >= 0.8
    assert not skewed
