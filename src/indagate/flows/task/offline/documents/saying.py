"""A goal by its plain surface: years, days, numbers, conditions, and where it says what is to be computed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from indagate.flows.task.offline.documents.amount import Amount, amounts_in
from indagate.flows.task.offline.documents.condition import (
    AGE,
    AGED,
    MONTHS,
    Case,
    ages_in,
    days_of_year,
    measured,
    weekdays_of,
)
from indagate.flows.task.offline.documents.cue import AGES, CLOCK, CUES, DATE, YEAR, YEAR_BEFORE
from indagate.flows.task.offline.goal import Goal


@dataclass(frozen=True)
class Saying:
    """A goal with small numbers as digits.

    `heads` are the words that head rows and columns of documents, `conditions` where those numbers of the goal stand
    that only say which number of a text holds.
    """

    goal: Goal
    text: str
    heads: frozenset[str] = frozenset()
    conditions: frozenset[int] = frozenset()

    @property
    def spoken(self) -> str:
        """Its language."""
        return self.goal.language

    @cached_property
    def years(self) -> tuple[str, ...]:
        """The years that it names, in their order."""
        own = tuple(dict.fromkeys(YEAR.findall(self.text)))
        return (*own, str(int(own[0]) - 1)) if len(own) == 1 and YEAR_BEFORE.search(self.text) else own

    @cached_property
    def dates(self) -> tuple[str, ...]:
        """The days that it names."""
        return tuple(DATE.findall(self.text))

    @cached_property
    def clocks(self) -> tuple[str, ...]:
        """The times of day that it names."""
        return tuple(CLOCK.findall(self.text))

    @cached_property
    def bare(self) -> str:
        """The text without years, ages, days and times of day; every place is kept."""
        text = self.text
        for pattern in (DATE, CLOCK, AGES, AGED, YEAR_BEFORE, YEAR):
            text = pattern.sub(lambda found: " " * len(found[0]), text)
        return text

    @cached_property
    def numbers(self) -> tuple[Amount, ...]:
        """Its own numbers, other than years and days."""
        both = self.cues.get("both")
        found = (one for one in amounts_in(self.bare) if one.start not in self.conditions)
        return tuple(one for one in found if both is None or not both[0] <= one.start < both[1])

    @cached_property
    def case(self) -> Case:
        """What it says of conditions: sizes, ages, days."""
        values: dict[str, list[Decimal]] = {AGE: ages_in(self.text), MONTHS: days_of_year(self.text, self.dates)}
        for one in amounts_in(self.bare):
            quantity = None if one.money else measured(one.value, one.unit)
            if quantity is not None:
                values.setdefault(quantity[0], []).append(quantity[1])
        return Case(values, weekdays_of(self.text, self.dates))

    @cached_property
    def cues(self) -> dict[str, tuple[int, int]]:
        """Where it says what is to be computed, by the name of the cue."""
        found = {}
        for name, words in CUES.items():
            match = re.search(rf"(?<!\w)(?:{words})(?!\w)", self.text, re.IGNORECASE)
            if match:
                found[name] = match.span()
        return found

    @cached_property
    def cued(self) -> list[tuple[int, int]]:
        """All stretches that say what is to be computed."""
        return [
            m.span()
            for words in CUES.values()
            for m in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", self.text, re.IGNORECASE)
        ]

    def has(self, *names: str) -> bool:
        """Whether it says one of some cues."""
        return any(name in self.cues for name in names)
