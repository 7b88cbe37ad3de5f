"""Contradictions among facts, measured on a table of labelled pairs."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.evidence import conflicts, resolve

from .material import TODAY
from .pairs import PAIRS, SOURCES, UNSEEN, Pair, facts_of


def _verdict(pair: Pair) -> tuple[bool, int]:
    """Whether a conflict is found, and which side is preferred."""
    found = conflicts(facts_of(pair), SOURCES)
    if not found:
        return False, 0
    one = facts_of(pair)[0].id
    preferred = resolve(found[0], SOURCES, TODAY).preferred
    return True, 0 if preferred is None else 1 if preferred == one else 2


@dataclass(frozen=True, slots=True)
class _Confusion:
    hits: int
    false: int
    missed: int
    skewed: int

    @property
    def precision(self) -> float:
        return self.hits / (self.hits + self.false)

    @property
    def recall(self) -> float:
        return self.hits / (self.hits + self.missed)


def _confusion(name: str, pairs: list[Pair]) -> _Confusion:
    """The pairs judged and counted; what is misjudged is printed."""
    counts = {"hit": 0, "false": 0, "missed": 0, "wrong side": 0, "rightly quiet": 0}
    for pair in pairs:
        found, preferred = _verdict(pair)
        sort = ("hit" if found else "missed") if pair.conflict else "false" if found else "rightly quiet"
        counts[sort] += 1
        skewed = sort == "hit" and preferred != pair.preferred
        counts["wrong side"] += skewed
        if sort in ("false", "missed") or skewed:
            print(f"  {sort}{' on the wrong side' * skewed}: {pair.one.statement} / {pair.other.statement}")
    print(f"{name}: {counts}")
    return _Confusion(counts["hit"], counts["false"], counts["missed"], counts["wrong side"])


def test_labelled_pairs_are_judged_with_precision_and_recall() -> None:
    """At least 95 % of the conflicts found are some, 80 % of them are found, the preferred side is right."""
    assert len(PAIRS) >= 60
    confusion = _confusion("labelled before the rules", PAIRS)
    assert confusion.precision >= 0.95
    assert confusion.recall >= 0.8
    assert not confusion.skewed


def test_the_rules_carry_over_to_pairs_they_were_not_made_for() -> None:
    """Pairs written after the rules, which were then left as they were."""
    confusion = _confusion("unseen", UNSEEN)
    assert confusion.precision >= 0.9
    assert confusion.recall >= 0.7
