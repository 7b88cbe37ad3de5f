"""A goal as a sum over documents: its own numbers, the words that name things, what it wants computed, and of "
"what kind."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from indagate.evidence.word import STOPS
from indagate.flows.task.offline.documents.amount import Amount, amounts_in, known, per_words
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
from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.documents.cue import (
    AGES,
    ASIDE,
    BEFORE_VERB,
    CLOCK,
    CUES,
    DATE,
    HOW_MANY,
    IN_UNIT,
    KINDS,
    MONEY,
    NOT,
    PER,
    YEAR,
    YEAR_BEFORE,
)
from indagate.flows.task.offline.goal import Goal, month_of
from indagate.flows.task.offline.meaning import is_weak
from indagate.flows.task.offline.speech import AUXILIARY, SKIP
from indagate.flows.task.offline.word import form_of
from indagate.tools.calculator.dimension import Powers

_EACH = re.compile(r"each|every|jede|кажд", re.IGNORECASE)
_TO_ONE = re.compile(
    r"\b(?:to|in|at|on|for|from|of|by|an|bei|in|auf)\s+(?:an?|einem|einer|einen)\s+(?P<what>[^\W\d_]+(?: [^\W\d_]+)?)|"
    r"\b(?P<one>an?|ein|eine)\s+(?P<who>[^\W\d_]+)\s+(?:on average|im (?:durchschnitt|schnitt|mittel))",
    re.IGNORECASE,
)
"""One of what an average is of: to a public night on average."""
_PART = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_DEGREES = (("deg", 1),)


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


@dataclass(frozen=True, slots=True)
class Target:
    """What kind of thing is asked for.

    `kind` is money, measure, count, ratio, date, clock or any; `powers` what a measure may be, `unit` the unit that the
    goal names, `nouns` what is counted, `per` what the answer is for one of.
    """

    kind: str
    powers: tuple[Powers, ...] = ()
    unit: str = ""
    nouns: tuple[str, ...] = ()
    per: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A goal as a sum over documents: small numbers as digits, its years, numbers, days and cues apart from its words.

    `conditions` are where its numbers stand that only say which number of a text holds.
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
    def _cued(self) -> list[tuple[int, int]]:
        """All stretches that say what is to be computed."""
        return [
            m.span()
            for words in CUES.values()
            for m in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", self.text, re.IGNORECASE)
        ]

    def has(self, *names: str) -> bool:
        """Whether it says one of some cues."""
        return any(name in self.cues for name in names)

    @cached_property
    def words(self) -> tuple[Named, ...]:
        """The words that name things, without those of cues, units and numbers."""
        return tuple(self.words_in(0, len(self.text)))

    def words_in(self, start: int, end: int) -> list[Named]:
        """Return the words that name things between two places."""
        taken = [*self._cued, *self._taken]
        found: list[Named] = []
        for match in _PART.finditer(self.bare, start, end):
            word = match[0].casefold()
            if word.isdigit() or any(a <= match.start() < b for a, b in taken) or known(word) is not None:
                continue
            capital = match[0][0].isupper() and match.start() > 0
            names = len(word) > 1 and not is_weak(word, self.spoken, capital=capital)
            heads = not names and len(word) > 3 and word not in STOPS and any(form_of(word, one) for one in self.heads)
            unit = self.target.unit and self._how_many and self._how_many[0] < match.start() < self._how_many[1]
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
                or (match[0].endswith(("ed", "ing")) and not self.heads & {match[0]})
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
        if unit and self._unit(unit["unit"]):
            found.append(unit.span())
        if self.target.unit and (at := self.text.find(self.target.unit)) >= 0:
            found.append((at, at + len(self.target.unit)))
        per = PER.search(self.text)
        if per and (per["what"] or per["one"]) and known(self.target.per[0] if self.target.per else ""):
            found.append(per.span())
        return found

    @cached_property
    def target(self) -> Target:
        """What kind of thing it asks for."""
        per_found = PER.search(self.text)
        per = self._per_of(per_found) if per_found else self._article()
        if not per and self.has("mean") and (one := _TO_ONE.search(self.text)):
            per = per_words(one["what"] or one["who"])
        if self.has("percent", "times") and not any(one.percent for one in self.numbers):
            return Target("ratio")
        text = self.text
        if re.search(r"\b(?:at what time|what time|when .*\bo'clock|um wie ?viel uhr|in welcher stunde|"
                     r"в котором часу|во сколько(?! раз| руб| обо))\b",
                     text, re.IGNORECASE):  # fmt: skip
            return Target("clock")
        if re.search(r"\b(?:when(?= (?:is|was|does|did|will|do|must|should|can|has|are|were)\b)|(?:on|by|"
                     r"until) (?:what|which) (?:date|day)|what date|which day|(?:bis )?wann|an welchem (?:tag|"
                     r"datum)|когда|"
                     r"какого числа|до какого)\b", text, re.IGNORECASE) and not re.search(r"\bhow (?:many|much|"
                         r"old|long)\b|\bwie\b|сколько", text, re.IGNORECASE):  # fmt: skip
            return Target("date")
        unit = IN_UNIT.search(text)
        if unit and (named := self._unit(unit["unit"])):
            measure = known(named)
            return Target("measure", (measure.powers,), named, (), per) if measure else Target("money", per=per)
        return self._counted(per)

    @cached_property
    def each_one(self) -> bool:
        """Whether it asks for each of something: per night, every night; not for one night."""
        found = PER.search(self.text)
        return found is None or bool(found["what"] or found["often"]) or bool(_EACH.match(found[0]))

    def _article(self) -> tuple[str, ...]:
        """Return the unit that it asks the price of one of: what a tonne costs."""
        found = re.search(
            r"\b(?:does|do|is|kostet|cost|price of|стоит)\s+(?:an?|one|eine?|один|"
            r"одна)?\s*(?P<unit>[^\W\d_]{4,}(?: [^\W\d_]+)?)",
            self.text,
            re.IGNORECASE,
        )
        words = per_words(found["unit"]) if found else ()
        return words if words and known(words[0]) else ()

    def _per_of(self, found: re.Match[str]) -> tuple[str, ...]:
        """Return what the answer is for one of: a unit, or the words of a thing."""
        words = per_words(found["what"] or found["one"] or found["time"] or found["often"])
        return (
            words
            if words and known(words[0])
            else tuple(word for word in words if not is_weak(word, self.spoken, capital=True) or word == words[0])
        )

    @cached_property
    def _how_many(self) -> tuple[int, int] | None:
        """From where to where it asks how many of a unit, with what stands between: how many dry weeks."""
        found = HOW_MANY.search(self.text)
        at = self.text.find(self.target.unit, found.start("np")) if found and self.target.unit else -1
        return (found.start(), at) if found and at >= 0 else None

    def _counted(self, per: tuple[str, ...]) -> Target:
        found = HOW_MANY.search(self.text)
        if found:
            nouns = [m for m in _PART.finditer(found["np"]) if m[0].casefold() not in SKIP]
            if nouns:
                for place, name in enumerate(
                    (" ".join(m[0] for m in nouns[:2]), nouns[0][0], *(m[0] for m in nouns[1:3]))
                ):
                    if (named := self._unit(name)) and not self._beside(named, nouns):
                        if place > 1 and any(is_weak(m[0].casefold(), self.spoken) for m in nouns[: place - 1]):
                            break
                        measure = known(named)
                        return (
                            Target("measure", (measure.powers,), named, (), per)
                            if measure and measure.powers != _DEGREES
                            else Target("any")
                            if measure
                            else Target("money", per=per)
                        )
                phrase: list[str] = []
                for place, match in enumerate(nouns[:4]):
                    word = match[0].casefold()
                    if (
                        (place or word in STOPS or word in AUXILIARY or self.spoken == "ru")
                        and is_weak(word, self.spoken, capital=match[0][0].isupper())
                        and word not in ("people", "person", "personen", "menschen", "человек")
                    ):
                        break
                    phrase.append(word)
                if phrase and "difference" not in self.cues:
                    mass = re.match(r"how much|wie ?viel\b", found[0], re.IGNORECASE)
                    return Target("any" if mass else "count", nouns=tuple(phrase), per=per)
        if MONEY.search(self.text):
            return Target("money", per=per)
        for words, powers in KINDS:
            if re.search(rf"\b(?:{words})\b", self.text, re.IGNORECASE):
                return Target("measure", powers, per=per)
        return Target("any", per=per)

    def _beside(self, unit: str, nouns: list[re.Match[str]]) -> bool:
        """Whether an English unit in the singular only goes with the noun behind it: day tickets."""
        if self.spoken != "en" or unit.endswith("s") or len(unit) < 3:
            return False
        place = next((n for n, match in enumerate(nouns) if match[0] == unit), len(nouns))
        return (
            place + 1 < len(nouns)
            and nouns[place + 1].start() == nouns[place].end() + 1
            and not is_weak(nouns[place + 1][0], "en")
        )

    @staticmethod
    def _unit(name: str) -> str:
        """Return a phrase as the unit that it is, of two words or the first; money as its sign; else nothing."""
        for part in dict.fromkeys((name, name.split()[0])):
            amount = next(amounts_in(f"1 {part}"), None)
            if amount is not None and amount.money:
                return amount.unit
            if known(part):
                return part
        return ""


def asked_for(goal: Goal, heads: frozenset[str] = frozenset()) -> Asked:
    """Return a goal as these rules read it; what heads a row or column of a table is never said for nothing."""
    return Asked(goal, digits_for_words(goal.plain), heads)
