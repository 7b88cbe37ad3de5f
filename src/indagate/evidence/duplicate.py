"""Facts that say the same: normalised statements that are equal, or nearly so with the same numbers."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from indagate.evidence.fact import Fact, Status, order
from indagate.evidence.language import language
from indagate.evidence.negation import negated
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.scope import scopes
from indagate.evidence.word import STOPS, stem, words

LIKENESS = 0.8


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Fact `other` says what `kept` says; `kept` comes first in canonical order."""

    kept: str
    other: str
    same_source: bool


@dataclass(frozen=True, slots=True)
class _Print:
    stems: tuple[str, ...]
    shingles: frozenset[tuple[str, str]]
    numbers: tuple[tuple[str, str, str], ...]
    denied: bool


def duplicates(facts: Iterable[Fact]) -> list[Duplicate]:
    """The active facts that repeat an earlier one, in canonical source order.

    What its own source said before and what no longer counts is repeated too: it does not come back in other words.
    """
    kept: list[tuple[Fact, _Print]] = []
    by_numbers: dict[object, dict[tuple[str, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    found: list[Duplicate] = []
    for fact in sorted(facts, key=order):
        active = fact.status is Status.ACTIVE
        own = _print(fact.statement)
        by_shingle = by_numbers[own.numbers, own.denied]
        shared = Counter(index for shingle in own.shingles for index in by_shingle[shingle])
        alike = (index for index, common in shared.items() if _alike(own, kept[index][1], common))
        match = min((index for index in alike if _counts(kept[index][0], fact)), default=None) if active else None
        if match is None:
            for shingle in own.shingles:
                by_shingle[shingle].append(len(kept))
            kept.append((fact, own))
        else:
            first = kept[match][0]
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
def _print(statement: str) -> _Print:
    code = language(statement)
    found = quantities(statement)
    plain = statement
    for item in reversed(found):
        plain = f"{plain[: item.span.start]} # {plain[item.span.end :]}"
    tokens = [word.text.casefold() for word in words(plain)]
    stems = tuple(stem(token, code) for token in tokens if token not in STOPS) or tuple(tokens)
    padded = ("^", *stems, "$")
    numbers = sorted((item.kind, item.unit or "", _value(item)) for item in found)
    return _Print(stems, frozenset(itertools.pairwise(padded)), tuple(numbers), negated(statement))


def _value(item: Quantity) -> str:
    if item.dated:
        return f"{item.dated.year}-{item.dated.month}-{item.dated.day}-{item.dated.decade}"
    return item.name or f"{item.value.normalize()}|{item.low}|{item.high}"


def _alike(one: _Print, other: _Print, common: int) -> bool:
    if one.numbers != other.numbers or one.denied != other.denied:
        return False
    left, right = set(one.stems) - set(other.stems), set(other.stems) - set(one.stems)
    if (left and right) or scopes(left | right):
        return False
    union = len(one.shingles) + len(other.shingles) - common
    return one.stems == other.stems or common >= LIKENESS * union
