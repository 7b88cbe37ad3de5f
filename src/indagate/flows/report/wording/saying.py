"""A sentence in the making about one calculation: it writes numbers, dates and names, and remembers their origin."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from indagate.flows.report.figures.numeral import MINUS, needed_digits, with_unit
from indagate.flows.report.files import Calculation, Finding, FindingKind, Language, Scale
from indagate.flows.report.speech import counted, day, number, of_day
from indagate.flows.report.text import Shown

_EACH = {
    "en": {"hour": "hour", "day": "day", "workday": "working day", "week": "week", "month": "month",
           "quarter": "quarter",
           "year": "year", "": "observation"},
    "ru": {"hour": "час", "day": "день", "workday": "рабочий день", "week": "неделю", "month": "месяц",
           "quarter": "квартал", "year": "год", "": "наблюдение"},
}  # fmt: skip
STEPS = {
    "hour": (("hour", "hours"), ("час", "часа", "часов")), "day": (("day", "days"), ("день", "дня", "дней")),
    "workday": (("working day", "working days"), ("рабочий день", "рабочих дня", "рабочих дней")),
    "week": (("week", "weeks"), ("неделю", "недели", "недель")),
    "month": (("month", "months"), ("месяц", "месяца", "месяцев")),
    "quarter": (("quarter", "quarters"), ("квартал", "квартала", "кварталов")),
    "year": (("year", "years"), ("год", "года", "лет")),
    "": (("step", "steps"), ("шаг", "шага", "шагов")),
}  # fmt: skip
NEGLIGIBLE = 0.1
"""Percent below which one decimal would say too little."""
_LARGE = ((1e12, ("trillion", "трлн")), (1e9, ("billion", "млрд")), (1e6, ("million", "млн")))
_SCALED = re.compile(r"thousand|million|billion|trillion|\bbn\b|\bmn\b|тыс|млн|млрд|трлн|\bk\b", re.I)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about: what its measure is called, how its changes are told, and how groups are united in it.

    `whole` says it in words ("average of all countries"), `united` is its first word alone; both are empty where
    nothing is united. `averaged` says that each time has the average of its rows, which form no groups.
    """

    title: str
    scale: Scale = "ratio"
    whole: str = ""
    united: str = ""
    averaged: bool = False


@dataclass(frozen=True, slots=True)
class Mates:
    """What stands beside a finding on the same series: kinds of findings, and whether a trend was tested."""

    kinds: frozenset[FindingKind] = frozenset()
    trend_tested: bool = False


class Saying:
    """A sentence in the making."""

    def __init__(self, finding: Finding, calculation: Calculation, subject: Subject, language: Language) -> None:
        self.language = language
        self.ru = language == "ru"
        self.unit = finding.unit
        self.scale = subject.scale
        self.shown: list[Shown] = []
        self._finding = finding
        self._subject = subject
        self._calculation = calculation
        self._numbers = {one.name: one.value for one in calculation.numbers}
        self._labels = {one.name: one.text for one in calculation.labels}

    @property
    def title(self) -> str:
        """What the measure is called, as it stands in a sentence."""
        return f"«{self._subject.title}»" if self.ru else self._subject.title

    @property
    def whose(self) -> str:
        """What the measure is called, and of which group, or how its groups are united."""
        if not self._finding.group and self._subject.averaged:
            return f"{self.title} (в среднем)" if self.ru else f"average {self.title}"
        added = self._finding.group or self._subject.whole
        return f"{self.title} ({added})" if added else self.title

    @property
    def gathered(self) -> str:
        """What the measure is called, and how the rows of a group are united in it."""
        return f"{self._subject.united} {self.title}" if self._subject.united and not self.ru else self.title

    @property
    def united(self) -> str:
        """How the rows of a group are united."""
        return self._subject.united

    def has(self, name: str) -> bool:
        """Whether there is a number of this name."""
        return name in self._numbers

    def value(self, name: str) -> float:
        """Return a number as it is; what is only compared with is not shown."""
        return self._numbers.get(name, 0.0)

    def label(self, name: str) -> str:
        """Return a label as it is."""
        return self._labels.get(name, "")

    def n(self, name: str, *beside: str, unit: str | None = None, size: bool = False, digits: int | None = None) -> str:
        """Write a number with its unit, as exactly as those `beside` need; with `size` without its sign."""
        unit = self.unit if unit is None else unit
        value = self._numbers[name]
        factor, word = self._large(max(abs(self._numbers[one]) for one in (name, *beside)), unit)
        scale = (-1.0 if size and value < 0 else 1.0) / factor
        values = tuple(self._numbers[one] / factor for one in (name, *beside))
        places = self._places(values, unit) if digits is None else digits
        bare = number(value * scale, self.language, places)
        self.shown.append(Shown(bare, self._calculation.id, name, scale))
        if not word:
            return with_unit(bare, unit, self.language)
        if unit in ("$", "£", "¥") and not self.ru:
            return f"{with_unit(bare, unit, self.language)}\u00a0{word}"
        return with_unit(f"{bare}\u00a0{word}", unit, self.language)

    def rough(self, name: str) -> str:
        """Write the size of a number that is only about right: two significant digits are enough below a hundred."""
        value = self._numbers[name]
        exact = needed_digits((value,))
        digits = min(exact, max(0, 1 - math.floor(math.log10(abs(value))))) if 0 < abs(value) < 100 else None
        return self.n(name, size=True, digits=digits)

    def _places(self, values: tuple[float, ...], unit: str) -> int:
        """Return with how many decimals numbers are written; percentages have one at most."""
        digits = needed_digits(values)
        if unit != "%" or max(map(abs, values)) < NEGLIGIBLE:
            return digits
        return min(digits, int(max(map(abs, values)) < 100))

    def _large(self, largest: float, unit: str) -> tuple[float, str]:
        """Return by what numbers of this size are divided to be read, and the word for it."""
        if not _SCALED.search(unit):
            for factor, words in _LARGE:
                if largest >= factor:
                    return factor, words[self.ru]
        return 1.0, ""

    def signed(self, name: str, *, unit: str | None = None) -> str:
        """Write a number with its sign, also a plus."""
        text = self.n(name, unit=unit)
        return text if text.startswith(MINUS) or self.value(name) == 0 else f"+{text}"

    def percent(self, name: str) -> str:
        """Write a share between zero and one in percent."""
        bare = number(self._numbers[name] * 100, self.language, 0)
        self.shown.append(Shown(bare, self._calculation.id, name, 100.0))
        return with_unit(bare, "%", self.language)

    def change(self, percent: str, difference: str) -> str:
        """Write a change as the measure's scale has it: in percent, as a difference, or in points."""
        if self.scale == "ratio":
            return self.signed(percent, unit="%") if self.has(percent) else ""
        if not self.has(difference):
            return ""
        points = "п. п." if self.ru else "points"
        return self.signed(difference, unit=points if self.scale == "share" and self.unit in ("%", "") else None)

    def count(self, name: str, english: tuple[str, str], russian: tuple[str, str, str]) -> str:
        """Write a count with its noun."""
        value = round(abs(self._numbers[name]))
        self.shown.append(
            Shown(number(value, self.language, 0), self._calculation.id, name, -1.0 if self._numbers[name] < 0 else 1.0)
        )
        return counted(value, self.language, english, russian)

    def steps(self, name: str) -> str:
        """Write a count of the series' steps: three weeks."""
        return self.count(name, *STEPS.get(self.label("step"), STEPS[""]))

    def year(self, name: str) -> str:
        """Write a year."""
        text = str(round(self._numbers[name]))
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def date(self, name: str) -> str:
        """Write a date as exactly as the series' step is."""
        return self._dated(name, day(self.label(name), self.language, self._grain()))

    def since(self, name: str) -> str:
        """Write a date as it stands behind a Russian preposition of beginning: с марта 2024; in English as ever."""
        return self._dated(name, of_day(self.label(name), self.language, self._grain()))

    def at(self, name: str) -> str:
        """Write a date with its preposition, on 5 March 2024 or in March 2024; in Russian without one."""
        text = self.date(name)
        return text if self.ru else f"{'on' if text[:1].isdigit() and not text.isdigit() else 'in'} {text}"

    def span(self) -> str:
        """Write from when to when the calculation reaches: 1952 to 2007."""
        if self.label("from") == self.label("to"):
            return self.date("to")
        if whole := self._whole_years():
            return whole
        return self._from_to(self.date("from"), self.date("to"))

    def _from_to(self, one: str, other: str) -> str:
        if self.ru:
            return f"{one}–{other}" if one.isdigit() and other.isdigit() else f"{one} – {other}"
        return f"{one} to {other}"

    def _whole_years(self) -> str:
        """Write a span of whole calendar years by its years alone; empty for others."""
        first, last, ends = (
            self.label("from"),
            self.label("to"),
            {"month": "-12-01", "quarter": "-10-01", "day": "-12-31"},
        )
        if not first.endswith("-01-01") or not last.endswith(ends.get(self._grain(), "?")):
            return ""
        one, other = first[:4], last[:4]
        self.shown += [Shown(one, self._calculation.id, "from"), Shown(other, self._calculation.id, "to")]
        return one if one == other else self._from_to(one, other)

    def _dated(self, name: str, text: str) -> str:
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def _grain(self) -> str:
        step = self.label("step")
        return step if step in ("month", "quarter", "year") else "day"

    def name(self, name: str) -> str:
        """Write a name."""
        text = self.label(name)
        self.shown.append(Shown(text, self._calculation.id, name))
        return text

    def each(self) -> str:
        """Return what one step is."""
        return _EACH[self.language].get(self.label("step"), _EACH[self.language][""])
