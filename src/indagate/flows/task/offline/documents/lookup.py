"""Finding the number that a noun phrase means: every word of it stands near the number, or above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from indagate.evidence.vocabulary import vocabulary
from indagate.flows.task.offline.currency import sign_of
from indagate.flows.task.offline.documents.fact import Book, Dated, Fact
from indagate.flows.task.offline.goal import spoken_in
from indagate.flows.task.offline.spare import SPARE, says_nothing, small
from indagate.flows.task.offline.tables.schema import alike
from indagate.flows.task.offline.word import form_of, words_of
from indagate.tools.calculator.dimension import measure

_ASKING = frozenset(
    vocabulary(
        """
cost costs price pay pays paid fare fares charge charges number numbers amount total go goes come comes up down once all
kostet kosten preis bezahlt zahlt zahlen zahlung betrag anzahl стоит стоят стоимость цена платит платят сколько рублей
got get pounds pound euro euros dollars kilometres miles they them together want wants buy buying buys bought sell spend
spent spends much many ticket tickets eintrittskarte eintrittskarten
билет билета билетов год года году лет было была были
one each single whole entire full einem einer eines eine ein один одного одной одном весь всю вся целую
"""
    )
)
"""Words of a question that a text may say in other words, or not at all."""


_HOW = re.compile(
    r"\b(?:how (?:far|long|high|deep|old|tall|heavy|wide|big|large|fast)|"
    r"wie (?:weit|lange?|hoch|tief|alt|schwer|breit|gro(?:ß|ss)|schnell)|как (?:долго|далеко|высоко))\b",
    re.IGNORECASE,
)


def content_of(book: Book, text: str, *, keep: Iterable[str] = ()) -> list[str]:
    """Return the words by which a phrase names a thing; what heads a row or column of a table is one of them."""
    text, heads = _HOW.sub(" ", text), book.heads
    kept = {word for word in words_of(text) if not small(word) and any(form_of(word, one) for one in heads)} | set(keep)
    if spoken_in(text) == "de":
        kept |= {word.casefold() for word in re.findall(r"(?<=[\w,] )[A-ZÄÖÜ][^\W\d_]{3,}", text)} - _ASKING
    found = []
    for word in words_of(text):
        spare = (word in _ASKING and word not in kept) or (word not in kept and says_nothing(word))
        if not spare and not word.isdigit() and len(word) > 1:
            found.append(word)
    return list(dict.fromkeys(found))


def names(word: str, held: Iterable[str]) -> bool:
    """Whether one of some words is a form of a word, or of a word that means the same."""
    return any(form_of(word, one) or (word not in SPARE and alike(word, one)) or _compound(word, one) for one in held)


def _compound(word: str, other: str) -> bool:
    """Whether a German compound ends or begins with the word: Stromverbrauch, Verbrauch."""
    short, long = sorted((word, other), key=len)
    if len(short) < 5 or len(long) - len(short) < 3:
        return False
    return long.startswith(short) or any(
        form_of(short, long[-size:]) for size in range(len(short) - 1, min(len(long) - 3, len(short) + 2) + 1)
    )


def score_of(words: list[str], fact: Fact | Dated) -> float:
    """Return how well a number fits a phrase; 0 where a word of it stands nowhere, or none stands near."""
    total, near = 0.0, False
    for word in words:
        if isinstance(fact, Fact) and fact.noun and (names(word, [fact.noun]) or _same_unit(word, fact.unit)):
            total, near = total + 4, True
        elif names(word, fact.near):
            total, near = total + 3, True
        elif names(word, fact.said):
            total, near = total + 2, True
        elif names(word, fact.about):
            total += 1
        else:
            return 0.0
    return total / len(words) if near and words else 0.0


def _same_unit(word: str, unit: str) -> bool:
    own, other = measure(word), measure(unit)
    return bool(own and other and own.powers == other.powers and own.factor == other.factor)


def find(book: Book, words: list[str], fits: Callable[[Fact], bool] = lambda fact: True) -> Fact | None:
    """Return the one number that a phrase means; None where there is none, or two that fit as well."""
    return _best([(score_of(words, fact), fact) for fact in book.facts if fits(fact)])


def _best(scored: list[tuple[float, Fact]]) -> Fact | None:
    found = sorted((one for one in scored if one[0] > 0), key=lambda one: -one[0])
    if not found:
        return None
    top = [fact for score, fact in found if score > found[0][0] - 0.01]
    if len({(fact.amount, fact.unit) for fact in top}) > 1 or any(_beside(top[0], fact) for _, fact in found):
        return None
    return top[0]


def _beside(fact: Fact, other: Fact) -> bool:
    """Whether a number shares its sentence with another that nothing tells apart: 8,000 here and 12,500 there."""
    if (fact.source, fact.place) != (other.source, other.place) or fact.row or fact.amount == other.amount:
        return False
    words = [word for word in other.near if not word.isdigit() and not sign_of(word)]
    own = [word for word in words if not says_nothing(word) and not measure(word)]
    return same_kind(fact, other) and fact.year == other.year and not own


def find_price(book: Book, words: list[str], fits: Callable[[Fact], bool] = lambda fact: True) -> Fact | None:
    """Return the one sum of money that a phrase means."""
    return find(book, words, lambda fact: fact.money and fits(fact))


def says_price(book: Book, words: list[str]) -> bool:
    """Whether a clause says itself what something costs."""
    return any(
        fact.money and fact.amount and not fact.percent
        and all(names(word, (*fact.near, *fact.about)) for word in words)
        and any(names(word, fact.near) for word in words) and (not fact.per or names(fact.per, words))
        for fact in book.facts
    )  # fmt: skip


def same_kind(one: Fact, other: Fact) -> bool:
    """Whether two numbers can be added: the same money, or units of one dimension, or none."""
    if one.money or other.money:
        return one.unit == other.unit
    a, b = measure(one.unit), measure(other.unit)
    if a or b:
        return bool(a and b and a.powers == b.powers and a.factor == b.factor)
    return one.percent == other.percent
