"""Facts that say the same: the same telling words in the same order, the same numbers, denied or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from indagate.evidence.fact import Fact, Status, order
from indagate.evidence.language import language
from indagate.evidence.negation import negated
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.word import STOPS, stem, words


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Fact `other` says what `kept` says; `kept` comes first in canonical order."""

    kept: str
    other: str
    same_source: bool


def duplicates(facts: Iterable[Fact]) -> list[Duplicate]:
    """The active facts that repeat an earlier one, in canonical source order.

    What its own source said before and what no longer counts is repeated too: it does not come back in other words.
    """
    known: dict[object, list[Fact]] = {}
    found: list[Duplicate] = []
    for fact in sorted(facts, key=order):
        alike = known.setdefault(fingerprint(fact.statement), [])
        first = next((other for other in alike if _counts(other, fact)), None)
        if first is None or fact.status is not Status.ACTIVE:
            alike.append(fact)
        else:
            found.append(Duplicate(first.id, fact.id, first.source == fact.source))
    return found


def _counts(earlier: Fact, fact: Fact) -> bool:
    return earlier.status is Status.ACTIVE or earlier.source == fact.source


def merge(facts: Sequence[Fact]) -> tuple[list[Fact], list[Duplicate]]:
    """The facts in canonical order without repetitions in one source, and all repetitions found.

    A kept fact gains the entities of those it stands for; the same statement from another source stays, as support.
    """
    found = duplicates(facts)
    within = {pair.other: pair.kept for pair in found if pair.same_source}
    entities: dict[str, list[str]] = defaultdict(list)
    ordered = sorted(facts, key=order)
    for fact in ordered:
        entities[within.get(fact.id, fact.id)].extend(fact.entities)
    merged = [
        replace(fact, entities=tuple(dict.fromkeys(entities[fact.id]))) for fact in ordered if fact.id not in within
    ]
    return merged, found


@lru_cache(maxsize=16_384)
def fingerprint(text: str) -> tuple[object, ...]:
    """What two texts share that say the same in the same words: stems in their order, figures, denied or not."""
    code = language(text)
    found = quantities(text)
    plain = text
    for item in reversed(found):
        plain = f"{plain[: item.span.start]} # {plain[item.span.end :]}"
    tokens = [word.text.casefold() for word in words(plain)]
    stems = tuple(stem(token, code) for token in tokens if token not in STOPS) or tuple(tokens)
    numbers = sorted((item.kind, item.unit or "", _value(item)) for item in found)
    return stems, tuple(numbers), negated(text)


def _value(item: Quantity) -> str:
    if item.dated:
        return f"{item.dated.year}-{item.dated.month}-{item.dated.day}-{item.dated.decade}"
    return item.name or f"{item.value.normalize()}|{item.low}|{item.high}"
