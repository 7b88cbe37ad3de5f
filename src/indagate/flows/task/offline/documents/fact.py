"""What documents say in numbers, days and times of day, each with the words around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from indagate.flows.task.offline.documents.amount import known
from indagate.flows.task.offline.documents.condition import Condition
from indagate.tools.calculator.dimension import Measure


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that a document says.

    `nouns` are the words that it counts, `per` those of what it is for one of, `also` those of what else; `near` the
    words of its clause, `said` those of its sentence, `about` those of the headings, the title and the paragraph's
    beginning. `part` is a fraction where it is one of something else, `place` where it stands (document, block,
    sentence), `tail` what follows it, `spelled` how it comes about where it is a total of others; `conditions` say when
    it holds.
    """

    amount: Decimal
    unit: str
    nouns: tuple[str, ...]
    near: tuple[str, ...]
    said: tuple[str, ...]
    about: tuple[str, ...]
    sentence: str
    source: str
    place: tuple[int, int, int]
    year: str = ""
    per: tuple[str, ...] = ()
    money: bool = False
    part: str = ""
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    tail: str = field(default="", compare=False)
    spelled: str = ""
    also: tuple[tuple[str, ...], ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def pers(self) -> tuple[tuple[str, ...], ...]:
        """All that it is for one of: a person, and a night."""
        return (self.per, *self.also) if self.per else ()

    @property
    def number(self) -> str:
        """The amount as the calculator reads it."""
        return self.spelled or f"{self.amount.normalize():f}"

    @property
    def percent(self) -> bool:
        """Whether it is a percentage or a fraction of something else."""
        return self.unit == "%" or bool(self.part)

    @property
    def share(self) -> str:
        """The percentage or fraction, as the calculator reads it."""
        return f"({self.part})" if self.part else f"{self.number}%"

    @property
    def measure(self) -> Measure | None:
        """What its unit measures; None for money and for what is counted."""
        return None if self.money or not self.unit else known(self.unit)


@dataclass(frozen=True, slots=True)
class Dated:
    """A day (2025-12-01), a year, or a time of day (18:30) that a document says, with the words around it."""

    date: str
    said: tuple[str, ...]
    near: tuple[str, ...]
    about: tuple[str, ...]
    sentence: str
    source: str
    place: tuple[int, int, int]
    nouns: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()

    @property
    def timed(self) -> bool:
        """Whether it is a time of day."""
        return ":" in self.date


@dataclass(frozen=True)
class Book:
    """The facts of some passages; `titles` are the words of titles, `seasons` named times of the year."""

    facts: tuple[Fact, ...]
    dates: tuple[Dated, ...]
    titles: frozenset[str] = frozenset()
    seasons: tuple[tuple[tuple[str, ...], Condition], ...] = ()

    @cached_property
    def spoken(self) -> dict[str, frozenset[str]]:
        """The words of each document that stand near a number."""
        found: dict[str, set[str]] = {}
        for fact in self.facts:
            found.setdefault(fact.source, set()).update((*fact.near, *fact.said, *fact.about))
        return {source: frozenset(words) for source, words in found.items()}

    @cached_property
    def heads(self) -> frozenset[str]:
        """The words that head rows and columns."""
        return frozenset(word for fact in self.facts for word in (*fact.row, *fact.column))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that stand near a number or a date, or above it."""
        every: tuple[Fact | Dated, ...] = (*self.facts, *self.dates)
        return frozenset(
            word
            for one in every
            for word in (*one.nouns, *one.near, *one.said, *one.about, *(one.per if isinstance(one, Fact) else ()))
        )
