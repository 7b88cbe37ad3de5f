"""Facts that say the same, and facts of two sources that say the same with other figures: never a contradiction."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product, starmap

from indagate.evidence.fact import Fact, order
from indagate.evidence.language import language
from indagate.evidence.quantity import quantities
from indagate.evidence.sentence import sentences
from indagate.evidence.word import STOPS, stem, words

ALIKE = 0.9
"""The share of content words that two statements have in common which differ in their figures."""
FEWEST = 3
"""Content words of a statement that says what its figures are about."""
Fingerprint = tuple[tuple[str, ...], frozenset[tuple[str, ...]]]
_DENIALS = frozenset(("not", "no", "nor", "without", "nicht", "kein", "keine", "ohne", "не", "ни", "без"))
_SMALL = STOPS - _DENIALS


def duplicates(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    """Return the active facts that repeat an earlier one, in canonical source order, as pairs of ids: first, other.

    What its own source said before and what no longer counts is repeated too: it does not come back in other words.
    """
    known: dict[object, list[Fact]] = {}
    found: list[tuple[str, str]] = []
    for fact in sorted(facts, key=order):
        alike = known.setdefault(fingerprint(fact.statement), [])
        first = next((one for one in alike if one.status == "ACTIVE" or one.source == fact.source), None)
        if first is None or fact.status != "ACTIVE":
            alike.append(fact)
        else:
            found.append((first.id, fact.id))
    return found


def differing(facts: Iterable[Fact]) -> list[tuple[Fact, Fact]]:
    """Return the pairs of facts of two sources of which a sentence, or row, differs in its figures, in their order."""
    rows = ((fact, fact.quote.replace("\n", "\n\n") if " | " in fact.quote else fact.statement) for fact in facts)
    said = [(fact, [fingerprint(one.text) for one in sentences(text)]) for fact, text in rows]
    pairs = ((a[0], b[0], product(a[1], b[1])) for a, b in combinations(said, 2) if a[0].source != b[0].source)
    return [(a, b) for a, b, both in pairs if any(starmap(_differ, both))]


def _differ(one: Fingerprint, other: Fingerprint) -> bool:
    (left, figures), (right, others) = one, other
    fewest, most = sorted((len({*left}), len({*right})))
    alike = fewest >= FEWEST and len({*left} & {*right}) >= ALIKE * most
    return alike and bool(figures and others) and figures != others


@lru_cache(maxsize=16_384)
def fingerprint(text: str) -> Fingerprint:
    """Return what two texts share that say the same in the same words: stems in their order, and figures."""
    code = language(text)
    found = quantities(text)
    plain = text
    for item in reversed(found):
        plain = f"{plain[: item.span.start]} # {plain[item.span.end :]}"
    tokens = [word.text.casefold() for word in words(plain)]
    stems = tuple(stem(token, code) for token in tokens if token not in _SMALL) or tuple(tokens)
    figures = (
        (item.kind, item.unit or "", item.name or (repr(item.dated) if item.dated else f"{item.value.normalize()}"))
        for item in found
    )
    return stems, frozenset(figures)
