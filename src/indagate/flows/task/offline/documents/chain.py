"""Products and quotients whose units come out: kilograms a bag by grams a mug are mugs a bag.

From the kind that is asked for, number after number is taken that makes less of it remain, until nothing does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Named
from indagate.flows.task.offline.documents.cue import MONEY
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import KIN, NEAR, Part, Reading, counts, number_of
from indagate.flows.task.offline.documents.kind import FINEST, Kind, Words, kind_of, same_thing, wanted_kinds
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.documents.value import whole

MOST = 3
"""Numbers of documents that are joined at most."""
LINK = 0.3
"""What each further number costs."""
FACTS = 90
"""Numbers that are tried."""
TRIES = 40_000
"""Steps after which the search ends."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number that a product may take, and what one unit of it is."""

    text: str
    value: Fraction
    kind: Kind
    fact: Fact | None = None
    number: Amount | None = None
    per: tuple[Words, ...] = ()
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Chain:
    """Numbers taken so far, each with 1 (times) or -1 (by), and what is still wanted."""

    rest: Kind
    taken: tuple[tuple[Leaf, int], ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Its numbers of documents."""
        return tuple(leaf.fact for leaf, _ in self.taken if leaf.fact is not None)

    def uses(self, leaf: Leaf) -> bool:
        """Whether a number is in it."""
        return any((one.fact is leaf.fact and one.number is leaf.number) for one, _ in self.taken)


@dataclass(frozen=True)
class Chains:
    """The products that a goal may mean by some of its words and numbers."""

    reading: Reading
    words: Sequence[Named]
    numbers: Sequence[Amount]
    target: Target
    _leaves: list[Leaf] = field(default_factory=list)
    _tried: list[int] = field(default_factory=lambda: [0])

    def parts(self) -> Iterator[Part]:
        """Yield what joins to the kind that is asked for, with all numbers of the goal."""
        self._leaves.extend(self._of_facts())
        given = [Leaf(_plain(one), Fraction(one.value), kind_of(one), number=one) for one in self.numbers]
        seen = set()
        for kind in wanted_kinds(self.target, each=self.reading.asked.each_one):
            for chain in self._longer(Chain(kind), given):
                key = frozenset((id(leaf.fact or leaf.number), power) for leaf, power in chain.taken)
                part = self._part(chain) if key not in seen else None
                seen.add(key)
                if part is not None:
                    yield part

    def _of_facts(self) -> Iterator[Leaf]:
        near = self.reading.about(self.words, lambda fact: not fact.percent and bool(fact.amount), limit=FACTS // 2)
        sources = {fact.source for fact in near}
        more = [
            fact for fact in self.reading.book.facts
            if fact.source in sources and not fact.percent and fact.amount and self.reading.year_fits(fact)
            and fact not in near and (fact.per or fact.money or fact.unit or fact.nouns)
        ]  # fmt: skip
        for fact in [*near, *more][:FACTS]:
            if "/" in fact.spelled or "-" in fact.spelled:
                continue  # what two of its numbers come to is found here
            yield Leaf(fact.number, number_of(fact), kind_of(fact, fact.pers), fact, per=fact.pers)
            for phrase in self._said_of(fact):
                yield Leaf(fact.number, number_of(fact), kind_of(fact, (phrase,)), fact, per=(phrase,), cost=0.1)

    def _said_of(self, fact: Fact) -> list[Words]:
        """Return the things of the goal that a number without a "per" may be that of one of: mugs, in a row's label."""
        if fact.per or (not fact.money and fact.measure is None):
            return []
        found = [one.nouns for one in self.numbers if one.nouns and not one.unit]
        found += [self.target.nouns] if self.target.kind == "count" else []
        found += [self.target.per] if self.target.per and known(self.target.per[0]) is None else []
        beside = [one for one in self.reading.book.facts if one.place == fact.place and one.source == fact.source]
        near = [
            words for words in found
            if max(self.reading.level(word, fact) for word in words) >= NEAR * KIN
            and (fact.row or not any(one.nouns and same_thing(words, one.nouns) for one in beside))
        ]  # fmt: skip
        units = [word for word in fact.row if (unit := known(word)) and dict(unit.powers).keys() <= {"s", "month"}]
        return list(dict.fromkeys([*near, *((unit,) for unit in units[:1])]))

    def _longer(self, chain: Chain, given: list[Leaf]) -> Iterator[Chain]:
        """Yield all ways to go on from a chain to one that leaves nothing."""
        if chain.rest.bare and not given and chain.facts:
            yield chain
            return
        room = MOST - len(chain.facts)
        if not room and not given and chain.rest.size > 1:
            return
        for leaf in [*given, *(self._leaves if room else ())]:
            if chain.uses(leaf):
                continue
            self._tried[0] += 1
            if self._tried[0] > TRIES:
                return
            left = [one for one in given if one is not leaf]
            for power in (1, -1) if leaf.number is None else (1,):
                rest = chain.rest.by(leaf.kind if power == 1 else leaf.kind.inverse())
                if self._nearer(chain.rest, rest, leaf.kind, power):
                    yield from self._longer(Chain(rest, (*chain.taken, (leaf, power))), left)
        if chain.facts and not given and (last := self._last(chain.rest)) is not None:
            yield Chain(last, chain.taken)

    @staticmethod
    def _nearer(before: Kind, after: Kind, leaf: Kind, power: int) -> bool:
        """Whether a number takes something away of what is wanted, and does not lead astray."""
        return after.size < before.size + leaf.size and after.size <= 3

    def _last(self, rest: Kind) -> Kind | None:
        """Return what remains once the one thing goes away that the goal names without a number: a single firing."""
        if len(rest.over) == 1 and not rest.under and not rest.powers:
            phrase = rest.over[0]
            named = [one.word for one in self.words if one.strong or one.beside]
            wanted = self.target.nouns and same_thing(self.target.nouns, phrase)
            if not wanted and any(same_thing((word,), phrase) for word in named):
                return Kind(factor=rest.factor)
        months = dict(rest.powers) == {"month": 1} and not rest.over and not rest.under
        return Kind(factor=rest.factor / 12) if months and self.target.kind == "money" else None

    def _part(self, chain: Chain) -> Part | None:
        facts = tuple(dict.fromkeys(chain.facts))
        if len(facts) < len(chain.facts) or not self._hang_together(facts) or self._idle(chain):
            return None
        if self.reading.asked.has("mean") and all(power == 1 for _, power in chain.taken):
            return None
        signs = {fact.unit for fact in facts if fact.money}
        if len(signs) > 1:
            return None
        over = [leaf.text for leaf, power in chain.taken if power == 1]
        under = [leaf.text for leaf, power in chain.taken if power == -1]
        value = Fraction(1)
        for leaf, power in chain.taken:
            value *= leaf.value**power
        factor, unit = 1 / chain.rest.factor, self.target.unit
        if self.target.kind == "measure" and not unit:
            unit = self._own_unit(chain)
            own = known(unit) if unit else None
            if own is None or (len(facts) == 1 and not self.numbers):
                return None
            factor /= own.factor.limit_denominator(FINEST)
        over += [str(factor.numerator)] if factor.numerator != 1 else []
        under += [str(factor.denominator)] if factor.denominator != 1 else []
        expression = " / ".join([" * ".join(over) or "1", *under])
        levels = {word: 4.0 for one in self.numbers for word in one.nouns}
        asked = (*self.target.nouns, *self.target.per)
        levels |= {one.word: 4.0 for one in self.words if one.word in asked}
        cost = LINK * (len(facts) - 1) + sum(leaf.cost for leaf, _ in chain.taken) - self._closeness(facts)
        if signs and self.target.kind != "money" and not MONEY.search(self.reading.asked.text):
            cost += 2 * LINK
        unit = next(iter(signs)) if self.target.kind == "money" else unit
        if under and self.target.kind == "count" and not (self.target.per and self.reading.asked.each_one):
            expression = whole(self.reading, expression, self.target)
        return Part(expression, value * factor, facts, facts[0], levels, unit, cost)

    def _own_unit(self, chain: Chain) -> str:
        """Return the unit of the kind that is asked for that one of the numbers is in, or is for one of."""
        for leaf, _ in chain.taken:
            one = leaf.fact or leaf.number
            for unit in (one.unit if one else "", *(phrase[0] for phrase in leaf.per)):
                if (own := known(unit) if unit else None) is not None and own.powers in self.target.powers:
                    return unit
        return ""

    def _idle(self, chain: Chain) -> bool:
        """Whether a chain holds two numbers of one kind that go away, or never says what the goal counts."""
        over = [leaf.kind for leaf, power in chain.taken if power == 1]
        under = [leaf.kind for leaf, power in chain.taken if power == -1]
        if any(one.by(other).bare for one in over for other in under):
            return True
        sums = [sum(dict(one.powers).get("money", 0) != 0 for one in some) for some in (over, under)]
        if max(sums) > 1 or (self.target.kind == "money" and sum(sums) > 1):
            return True
        if not self.target.nouns:
            return False
        named = [words for one in over for words in one.over] + [words for one in under for words in one.under]
        head = self.target.nouns[0 if self.reading.asked.spoken == "ru" else -1]
        return not any(counts((head,), words) for words in named)

    def _closeness(self, facts: Sequence[Fact]) -> float:
        """Return how close the numbers stand to the first: in one row, sentence, paragraph, document."""
        first, found = facts[0], 0.0
        for one in facts[1:]:
            if one.source == first.source:
                same = one.place[:2] == first.place[:2]
                row = same and (one.row == first.row if first.row else one.place == first.place)
                found += 0.1 + 0.1 * same + 0.3 * row
        return found / (len(facts) - 1) if len(facts) > 1 else 0.0

    def _hang_together(self, facts: Sequence[Fact]) -> bool:
        """Whether each number is said of what the goal names, or of what another of them is said of."""
        anchored = [fact for fact in facts if self._named(fact)]
        rest = [fact for fact in facts if fact not in anchored]
        while rest:
            tied = next((fact for fact in rest if any(self._tied(fact, one) for one in anchored)), None)
            if tied is None:
                return False
            anchored.append(tied)
            rest.remove(tied)
        return True

    def _named(self, fact: Fact) -> bool:
        return any(
            (one.strong or one.beside) and self.reading.level(one.word, fact) >= NEAR * KIN for one in self.words
        )

    def _tied(self, fact: Fact, other: Fact) -> bool:
        """Whether two numbers stand in one paragraph, or what one counts or is for one of is near the other."""
        if fact.source == other.source and fact.place[:2] == other.place[:2]:
            return True
        for one, near in ((fact, other), (other, fact)):
            held = (*one.nouns, *one.row, *(word for per in one.pers for word in per))
            if held and any(same_thing((word,), (*near.near, *near.row)) for word in held if known(word) is None):
                return True
        return False


def _plain(one: Amount) -> str:
    return f"{one.value.normalize():f}"
