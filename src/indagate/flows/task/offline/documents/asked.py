"""A goal as a sum over documents: the words that name things in it, and what it wants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from indagate.evidence.word import STOPS
from indagate.flows.task.offline.documents.amount import amounts_in, known
from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.documents.cue import AS_NOUN, ASIDE, BEFORE_VERB, HOW_MANY, IN_UNIT, KINDS, NOT, PER
from indagate.flows.task.offline.documents.saying import Saying
from indagate.flows.task.offline.documents.target import PART, Target, asks_each, target_of, unit_named
from indagate.flows.task.offline.goal import Goal, month_of
from indagate.flows.task.offline.meaning import is_weak
from indagate.flows.task.offline.word import form_of


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the goal that names something, where it stands, and whether a text has to say it.

    `beside` is one that names something in a clause beside the question, which a text may well not say; `negated` one
    that it says not to be so.
    """

    word: str
    start: int
    strong: bool
    beside: bool = False
    negated: bool = False


@dataclass(frozen=True)
class Asked(Saying):
    """A goal with the words that name things in it, and what it asks for."""

    @cached_property
    def target(self) -> Target:
        """What kind of thing it asks for."""
        return target_of(self)

    @cached_property
    def each_one(self) -> bool:
        """Whether it asks for each of something: per night, every night; not for one night."""
        return asks_each(self.text)

    @cached_property
    def words(self) -> tuple[Named, ...]:
        """The words that name things, without those of cues, units and numbers."""
        return tuple(self.words_in(0, len(self.text)))

    def words_in(self, start: int, end: int) -> list[Named]:
        """Return the words that name things between two places."""
        taken = [*self.cued, *self._taken]
        between = self._how_many
        found: list[Named] = []
        for match in PART.finditer(self.bare, start, end):
            word = match[0].casefold()
            if word.isdigit() or any(a <= match.start() < b for a, b in taken) or known(word) is not None:
                continue
            capital = match[0][0].isupper() and match.start() > 0
            names = len(word) > 1 and not is_weak(word, self.spoken, capital=capital)
            heads = not names and len(word) > 3 and word not in STOPS and any(form_of(word, one) for one in self.heads)
            unit = self.target.unit and between and between[0] < match.start() < between[1]
            aside = bool(unit) or any(a <= match.start() < b for a, b in self._asides)
            kind = any(a <= match.start() < b for a, b in self._kinds) or bool(month_of(word) and len(word) > 3)
            beside = heads or (names and (aside or kind or self._adverbial(match)))
            negated = aside and bool(NOT.search(self.text[: match.start()]))
            found.append(Named(word, match.start(), names and not beside, beside and not negated, negated))
        return [one for one in found if one.strong or one.beside or one.negated or len(one.word) > 3]

    @cached_property
    def _kinds(self) -> list[tuple[int, int]]:
        """The stretches that say what kind of measure is asked for: speed, weight."""
        return [m.span() for words, _ in KINDS for m in re.finditer(rf"\b(?:{words})\b", self.text, re.IGNORECASE)]

    @cached_property
    def _asides(self) -> list[tuple[int, int]]:
        """The stretches of clauses beside the question: if they are full, (no pensioners), once it is baked."""
        return [match.span() for match in ASIDE.finditer(self.text)]

    def _adverbial(self, match: re.Match[str]) -> bool:
        """Whether a word says how: in German one in small letters that stands before no noun, in English one in -ly."""
        if self.spoken == "en":
            return (
                match[0].endswith("ly")
                or bool(BEFORE_VERB.search(self.text[: match.start()]))
                or (
                    match[0].endswith(("ed", "ing"))
                    and not self.heads & {match[0]}
                    and not AS_NOUN.search(self.text[: match.start()])
                )
            )
        behind = self.text[match.end() :].lstrip()[:1]
        return self.spoken == "de" and match[0].islower() and not behind.isupper()

    @cached_property
    def _taken(self) -> list[tuple[int, int]]:
        """The stretches of units and question words, which name nothing."""
        found = [(one.start, one.end) for one in amounts_in(self.bare)]
        found += [m.span() for m in re.finditer(r"\bhow (?:far|long|high|deep|old|tall|heavy|wide|big|large|"
                                                r"fast|soon)\b|"
                                                r"\bwie (?:weit|lange?|hoch|tief|alt|schwer|breit|gro(?:ß|ss)|"
                                                r"schnell)\b|"
                                                r"\bкак (?:долго|далеко|высоко)\b",
                                                self.bare, re.IGNORECASE)]  # fmt: skip
        unit = IN_UNIT.search(self.text)
        if unit and unit_named(unit["unit"]):
            found.append(unit.span())
        if self.target.unit and (at := self.text.find(self.target.unit)) >= 0:
            found.append((at, at + len(self.target.unit)))
        per = PER.search(self.text)
        if per and (per["what"] or per["one"]) and known(self.target.per[0] if self.target.per else ""):
            found.append(per.span())
        return found

    @cached_property
    def _how_many(self) -> tuple[int, int] | None:
        """From where to where it asks how many of a unit, with what stands between: how many dry weeks."""
        found = HOW_MANY.search(self.text)
        at = self.text.find(self.target.unit, found.start("np")) if found and self.target.unit else -1
        return (found.start(), at) if found and at >= 0 else None


def asked_for(goal: Goal, heads: frozenset[str] = frozenset()) -> Asked:
    """Return a goal as these rules read it; what heads a row or column of a table is never said for nothing."""
    return Asked(goal, digits_for_words(goal.plain), heads)
