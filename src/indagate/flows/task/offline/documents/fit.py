"""How well numbers of documents fit the words of a goal: every word that names something stands near one, or "
"above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Asked, Named
from indagate.flows.task.offline.documents.condition import measured
from indagate.flows.task.offline.documents.fact import Book, Dated, Fact
from indagate.flows.task.offline.meaning import Lexicon, means

OWN, NEAR, SAID, ABOUT = 4, 3, 2, 1
"""How close a word is to a number: what it counts or heads it, in its clause, its sentence, its headings."""
FAR = 0.4
"""How close a word is that stands elsewhere in the document only."""
KIN = 0.75
"""What a word that only means the same, or is kin or compound of it, counts beside a form of the word itself."""
MARGIN = 0.2
"""By how much the best has to be better than what gives another value."""


@dataclass(frozen=True, slots=True)
class Part:
    """A number that is computed: its expression and value, its facts, and how close each word of the goal is "
    "to them."""

    expression: str
    value: Fraction
    facts: tuple[Fact | Dated, ...]
    top: Fact | Amount
    levels: dict[str, float] = field(default_factory=dict)
    unit: str = ""
    cost: float = 0.0
    said: str = ""

    @property
    def number(self) -> Fact | None:
        """Its only fact, where it is one number as it stands."""
        return self.facts[0] if len(self.facts) == 1 and isinstance(self.facts[0], Fact) else None


@dataclass(frozen=True)
class Reading:
    """A goal held against the facts of documents."""

    asked: Asked
    book: Book
    lexicon: Lexicon = field(default_factory=lambda: Lexicon(frozenset()))
    _levels: dict[tuple[str, int], float] = field(default_factory=dict)

    def level(self, word: str, one: Fact | Dated) -> float:
        """Return how close a word is to a number or a date; 0 where it stands nowhere about it."""
        key = (word, id(one))
        if key not in self._levels:
            level = self._level(self.lexicon.of(word), one)
            exact = self._level(self.lexicon.forms(word), one)
            self._levels[key] = level if exact >= level else max(exact, level * KIN)
        return self._levels[key]

    @staticmethod
    def _level(forms: frozenset[str], one: Fact | Dated) -> float:
        own = (*one.nouns, *one.row, *one.column, *(one.per if isinstance(one, Fact) else ()))
        for held, level in ((own, OWN), (one.near, NEAR), (one.said, SAID), (one.about, ABOUT)):
            if not forms.isdisjoint(held):
                return level
        return 0.0

    def levels(self, words: Iterable[Named], facts: Sequence[Fact | Dated]) -> dict[str, float]:
        """Return how close each word is to the closest of some facts; what the document says elsewhere is far off."""
        found = {one.word: max((self.level(one.word, fact) for fact in facts), default=0.0) for one in words}
        if max(found.values(), default=0.0) >= NEAR * KIN:
            for word, level in found.items():
                forms = self.lexicon.of(word)
                if not level and any(
                    not forms.isdisjoint(self.book.spoken.get(fact.source, frozenset())) for fact in facts
                ):
                    found[word] = FAR
        return found

    def topical(self, word: str) -> bool:
        """Whether a word is what all the documents are about: it stands in a title."""
        return not self.lexicon.forms(word).isdisjoint(self.book.titles)

    def leaning(self, facts: Sequence[Fact | Dated]) -> float:
        """Return how much speaks for numbers that hold just for what the goal says, or not for all it may mean."""
        every = [one for fact in facts if isinstance(fact, Fact) for one in fact.conditions]
        known_ones = [self.asked.case.speaks_of(one) for one in every]
        return (0.4 if any(known_ones) else 0.0) - (0.2 if not all(known_ones) else 0.0)

    def rate(self, words: Sequence[Named], part: Part) -> float:
        """Return how well a part fits words: by how close they are to its numbers, and by the conditions of these."""
        levels = self.levels(words, part.facts)
        levels |= {word: max(level, levels.get(word, 0.0)) for word, level in part.levels.items()}
        met = any(
            self.asked.case.speaks_of(one) for fact in part.facts if isinstance(fact, Fact) for one in fact.conditions
        )
        return self.score(words, levels, part.cost - self.leaning(part.facts), met=met)

    def score(self, words: Sequence[Named], levels: dict[str, float], cost: float = 0.0, *, met: bool = False) -> float:
        """Return how well levels cover words; 0 where one that a text has to say is missing, or none is near.

        None need be near where a condition of the goal is `met`: the price for a boat of its length.
        """
        strong = [
            levels.get(one.word, 0.0)
            for one in words
            if one.strong and (levels.get(one.word) or not self.topical(one.word))
        ]
        weak = [levels.get(one.word, 0.0) for one in words if not one.strong and not one.beside and not one.negated]
        beside = [levels.get(one.word, 0.0) for one in words if one.beside]
        near = max([*strong, *weak, *beside], default=0.0)
        far = sum(level <= FAR for level in strong)
        if (
            any(level == 0 for level in strong)
            or far * 2 >= max(len(strong), 1)
            or near < (ABOUT * KIN if met else SAID * KIN)
        ):
            return 0.0
        total = sum(strong) / len(strong) if strong else 0.5
        total += 0.25 * (sum(weak) / len(weak) if weak else 0.0) + 0.3 * (sum(beside) / len(beside) if beside else 0.0)
        total -= 0.3 * sum(levels.get(one.word, 0.0) >= NEAR for one in words if one.negated)
        return max(total - cost, 0.01)

    @cached_property
    def margin(self) -> float:
        """By how much the best has to be better than what has another value: less where many words are averaged."""
        return 0.45 / max(2, sum(one.strong for one in self.asked.words))

    def best(self, parts: list[tuple[float, Part]]) -> tuple[float, Part] | None:
        """Return the best of some; nothing where one that fits nearly as well has another value."""
        found = sorted((one for one in parts if one[0] > 0), key=lambda one: -one[0])
        if not found:
            return None
        close = [part for score, part in found if score > found[0][0] - self.margin]
        return found[0] if len({part.value for part in close}) == 1 else None

    def year_fits(self, fact: Fact) -> bool:
        """Whether a number is of the year that the goal names, or of none."""
        return not self.asked.years or fact.year in ("", *self.asked.years)

    def about(self, words: Sequence[Named], fits: Callable[[Fact], bool], limit: int = 30) -> list[Fact]:
        """Return the numbers that have to do with some words, the closest first."""
        scored = []
        for fact in self.book.facts:
            if fits(fact) and self.year_fits(fact):
                levels = [self.level(one.word, fact) * (1.0 if one.strong or one.beside else 0.4) for one in words]
                near = sum(level for level in levels if level >= 0.4 * SAID * KIN)
                if near:
                    scored.append((near + 0.3 * sum(levels), fact))
        scored.sort(key=lambda one: -one[0])
        return [fact for _, fact in scored[:limit]]


def reading_of(asked: Asked, book: Book) -> Reading:
    """Return a goal held against the facts of documents, without those that hold for others than it says."""
    case = asked.case
    lexicon = Lexicon(book.words)
    negated = {form for one in asked.words if one.negated for form in lexicon.of(one.word) if len(form) > 2}
    held = replace(
        book,
        facts=tuple(
            fact for fact in book.facts
            if case.allows(fact.conditions) and negated.isdisjoint(fact.row) and negated.isdisjoint(fact.column)
        ),
    )  # fmt: skip
    whole = Reading(asked, held, lexicon)
    used = {
        condition.of
        for fact in held.facts
        for condition in fact.conditions
        if any(one.strong and whole.level(one.word, fact) for one in asked.words)
    }
    starts = {
        one.start
        for one in asked.numbers
        if not one.money and (quantity := measured(one.value, one.unit)) and quantity[0] in used
    }
    return replace(whole, asked=replace(asked, conditions=frozenset(starts))) if starts else whole


def number_of(fact: Fact) -> Fraction:
    """Return the value of a number."""
    return Fraction(fact.amount)


def same_kind(one: Fact | Amount, other: Fact | Amount) -> bool:
    """Whether two numbers can be added: the same money, units of one dimension, or what is counted of each."""
    if one.money or other.money:
        return one.money and other.money and one.unit == other.unit
    a, b = known(one.unit) if one.unit else None, known(other.unit) if other.unit else None
    if a or b:
        return bool(a and b and a.powers == b.powers)
    return one.percent == other.percent


def same_unit(one: Fact | Amount, other: Fact | Amount) -> bool:
    """Whether two numbers of one kind are in the same unit."""
    a, b = known(one.unit) if one.unit else None, known(other.unit) if other.unit else None
    return one.unit == other.unit or bool(a and b and a.factor == b.factor)


def counts(words: Iterable[str], others: Iterable[str]) -> bool:
    """Whether two phrases name the same thing: a word of one means a word of the other."""
    held = tuple(others)
    return any(means(word, other) for word in words for other in held)
