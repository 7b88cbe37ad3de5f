"""Conditions under which a number holds: for whom by age, up to which size, on which days, in which months."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from indagate.flows.task.offline.documents.amount import known
from indagate.flows.task.offline.goal import month_of
from indagate.flows.task.offline.speech import PEOPLE
from indagate.flows.task.offline.word import words_of

AGE, DAYS, MONTHS = "age", "weekdays", "months"
"""What a condition may be of, besides a measure."""
_LEAST = r"over|above|more than|older than|from|at least|ab|über|mehr als|mindestens|von|от|свыше|более|старше|с"
_MOST = (
    r"up to(?: and including)?|until|under|below|less than|younger than|at most|within|no more than|"
    r"bis(?: zu)?(?: einschließlich)?|"
    r"unter|weniger als|höchstens|binnen|innerhalb von|до|не более|менее|младше"
)
_STRICT = frozenset(
    ("over", "above", "more than", "under", "below", "less than", "older than", "younger than", "über", "mehr als",
     "unter", "weniger als", "свыше", "более", "старше", "менее", "младше")
)  # fmt: skip
_N = r"(?P<{0}>\d+(?:\.\d+)?)(?:\s?(?P<{0}u>[^\W\d_]+))?"
_RANGES = (
    re.compile(
        rf"(?:\b(?P<least>{_LEAST})\s+)?{_N.format('a')}\s?(?:and\s|und\s|и\s)?(?:up to|to|bis(?: zu)?|до|–|-)\s?"
        rf"{_N.format('b')}",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<most>{_MOST})\s+{_N.format('b')}", re.IGNORECASE),
    re.compile(rf"(?<!\w)(?P<least>{_LEAST})\s+{_N.format('a')}", re.IGNORECASE),
    re.compile(
        rf"{_N.format('a')}\s(?:[^\W\d_]+\s)?(?:or|and|oder|und|и)\s"
        r"(?:more|over|older|above|up|mehr|älter|более|больше|старше)",
        re.IGNORECASE,
    ),
)
AGED = re.compile(
    r"\b(?:aged?|im alter von|в возрасте|is|ist|turns?)\s+(?P<a>\d{1,2})(?!\d|\s?(?:[£€$%:.,]|[^\W\d_]+))|"
    r"\b(?P<b>\d{1,2})[- ]?(?:years?[- ]olds?|jährige\w*|jahre alt|летн\w+)|"
    r"\b(?:is|ist|aged?|von|ему|ей|сыну|дочери)\s+(?P<c>\d{1,2}) (?:years?\b(?! ago)|jahren?|лет|год)",
    re.IGNORECASE,
)
_WEEK = (
    ("mondays?", "montags?", "понедельник\\w*"), ("tuesdays?", "dienstags?", "вторник\\w*"),
    ("wednesdays?", "mittwochs?", "сред[аыу]"), ("thursdays?", "donnerstags?", "четверг\\w*"),
    ("fridays?", "freitags?", "пятниц\\w+"), ("saturdays?", "samstags?|sonnabends?", "суббот\\w+"),
    ("sundays?", "sonntags?", "воскресень\\w+"),
)  # fmt: skip
_DAY = "|".join(f"(?P<d{number}>{'|'.join(names)})" for number, names in enumerate(_WEEK))
_DAY_NAME = re.compile(rf"\b(?:{_DAY})\b", re.IGNORECASE)
_GROUPS = (
    (re.compile(r"\b(?:weekends?|wochenenden?|выходн\w+)\b", re.IGNORECASE), frozenset({5, 6})),
    (re.compile(r"\b(?:weekdays?|working days?|werktags?|werktagen|wochentags?|wochentagen|будн\w+)\b", re.IGNORECASE),
     frozenset(range(5))),
)  # fmt: skip
_THROUGH = re.compile(r"^\s*(?:to|until|through|bis|по|до|–|-)\s*$", re.IGNORECASE)
_MONTH = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?\s+)?\b(?P<name>[^\W\d_]{3,10})\b(?:\s+(?P<after>\d{1,2})(?!\d))?"
)
_MONTHS_TO = re.compile(
    r"^\s*(?:\d{4}\s*)?(?:to|until|till|through|and|bis(?: zum)?|und|по|до|и|–|-)\s*(?:the\s)?$", re.IGNORECASE
)
_LAST = 31


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to be so for a number to hold: `of` a measure, an age, weekdays or months; from `low` to `high`.

    Months are days of the year, month * 100 + day, and may go over its end; `days` are weekdays from 0, Monday.
    """

    of: str
    low: Decimal | None = None
    high: Decimal | None = None
    over: bool = False
    below: bool = False
    days: frozenset[int] = frozenset()
    outside: bool = False

    def meets(self, days: frozenset[int]) -> bool:
        """Whether weekdays of the goal are among its own, or they among them."""
        return bool(self.days & days) and not (self.days - days and days - self.days)

    def holds(self, value: Decimal) -> bool:
        """Whether a value of the goal meets it."""
        after = self.low is None or (value > self.low if self.over else value >= self.low)
        until = self.high is None or (value < self.high if self.below else value <= self.high)
        turned = self.of == MONTHS and self.low is not None and self.high is not None and self.low > self.high
        return ((after or until) if turned else (after and until)) != self.outside


def conditions_in(text: str, *, person: bool = False) -> tuple[Condition, ...]:
    """Return the conditions that a label or a clause says; a plain number is an age where it names people."""
    found = list(_measured(text, person=person))
    days = weekdays_in(text)
    if days:
        found.append(Condition(DAYS, days=days))
    found += [Condition(MONTHS, Decimal(low), Decimal(high)) for low, high in months_in(text)]
    return tuple(found)


def _measured(text: str, *, person: bool) -> Iterator[Condition]:
    taken: list[tuple[int, int]] = []
    for pattern in _RANGES:
        for match in pattern.finditer(text):
            if any(a < match.end() and match.start() < b for a, b in taken):
                continue
            parts = match.groupdict()
            unit = parts.get("bu") or parts.get("au") or ""
            of = _of(unit, text, person=person)
            if not of:
                continue
            taken.append(match.span())
            least, most = (str(parts.get(one) or "").casefold() for one in ("least", "most"))
            low, high = (_scaled(parts.get(one), "" if of == AGE else unit) for one in "ab")
            yield Condition(of, low, high, over=least in _STRICT, below=most in _STRICT)


def _scaled(number: str | None, unit: str) -> Decimal | None:
    """Return a number in base units."""
    if not number:
        return None
    found = known(unit) if unit else None
    return Decimal(number) * Decimal(float(found.factor)) if found else Decimal(number)


def _of(unit: str, text: str, *, person: bool) -> str:
    measure = known(unit) if unit else None
    people = person or bool(PEOPLE.intersection(words_of(text)))
    if measure is not None:
        years = measure.powers == (("month", 1),)
        return AGE if years and people else str(measure.powers)
    return AGE if people and unit.casefold() not in PEOPLE and (not unit or (unit.islower() and len(unit) < 4)) else ""


def measured(value: Decimal, unit: str) -> tuple[str, Decimal] | None:
    """Return a quantity of the goal as conditions are held against it: of what, and how much."""
    measure = known(unit) if unit else None
    return (str(measure.powers), value * Decimal(float(measure.factor))) if measure else None


def ages_in(text: str) -> list[Decimal]:
    """Return the ages that a goal names."""
    return [Decimal(next(one for one in match.groups() if one)) for match in AGED.finditer(text)]


def weekdays_in(text: str) -> frozenset[int]:
    """Return the weekdays that a text names, by name, from one to another, or as weekend and weekdays."""
    found: set[int] = set()
    for pattern, days in _GROUPS:
        if pattern.search(text):
            found |= days
    before: tuple[int, int] | None = None
    for match in _DAY_NAME.finditer(text):
        day = next(int(name[1:]) for name, one in match.groupdict().items() if one)
        if before is not None and _THROUGH.match(text[before[1] : match.start()]):
            found |= {number % 7 for number in range(before[0], day + 1 if day >= before[0] else day + 8)}
        found.add(day)
        before = (day, match.end())
    return frozenset(found)


def months_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of the year that a text names: from 15 June to 10 September, May to August."""
    before: tuple[int, int] | None = None
    for match in _MONTH.finditer(text):
        month = month_of(match["name"])
        if not month or (match["name"] == "may"):
            continue
        day = int(match["day"] or match["after"] or 0)
        if before is not None and _MONTHS_TO.match(text[before[1] : match.start()]):
            yield before[0], month * 100 + (day or _LAST)
            before = None
        else:
            before = (month * 100 + (day or 1), match.end())


def days_of_year(text: str, dates: Sequence[str]) -> list[Decimal]:
    """Return the days of the year that a goal names: 103 for its 3 January; the middle of a month named alone."""
    if dates:
        return [Decimal(int(one[5:7]) * 100 + int(one[8:10])) for one in dates]
    found = []
    for match in _MONTH.finditer(text):
        month = month_of(match["name"])
        if month and match["name"] != "may":
            found.append(Decimal(month * 100 + int(match["day"] or match["after"] or 15)))
    return found


def weekdays_of(text: str, dates: Sequence[str]) -> frozenset[int]:
    """Return the weekdays that a goal names, or that its day is."""
    return weekdays_in(text) or frozenset(date.fromisoformat(one).weekday() for one in dates)


@dataclass(frozen=True, slots=True)
class Case:
    """What a goal says of conditions: quantities, ages and days of the year by what they are of, and weekdays."""

    values: dict[str, list[Decimal]]
    days: frozenset[int]

    def allows(self, conditions: Sequence[Condition]) -> bool:
        """Whether nothing that the goal says is against conditions."""
        for one in conditions:
            if one.of == DAYS:
                if self.days and not one.meets(self.days):
                    return False
            elif (own := self.values.get(one.of)) and not any(one.holds(value) for value in own):
                return False
        return True

    def speaks_of(self, condition: Condition) -> bool:
        """Whether the goal says something that a condition is of."""
        return bool(self.days) if condition.of == DAYS else bool(self.values.get(condition.of))
