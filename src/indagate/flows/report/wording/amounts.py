"""The numbers in a sentence: as exact as they are needed, with units, signs and words for large ones."""

from __future__ import annotations

import math
import re

from indagate.flows.report.figures.numeral import BEFORE, MINUS, needed_digits, with_unit
from indagate.flows.report.speech import counted, number
from indagate.flows.report.wording.sentence import Sentence

NEGLIGIBLE = 0.1
"""Percent below which one decimal would say too little."""
_LARGE = ((1e12, ("trillion", "трлн")), (1e9, ("billion", "млрд")), (1e6, ("million", "млн")))
_SCALED = re.compile(r"thousand|million|billion|trillion|\bbn\b|\bmn\b|тыс|млн|млрд|трлн|\bk\b", re.I)


class Amounts(Sentence):
    """A sentence that writes numbers."""

    def n(self, name: str, *beside: str, unit: str | None = None, size: bool = False, digits: int | None = None) -> str:
        """Write a number with its unit, as exactly as those `beside` need; with `size` without its sign."""
        unit = self.unit if unit is None else unit
        value = self._numbers[name]
        factor, word = self._large(max(abs(self._numbers[one]) for one in (name, *beside)), unit)
        scale = (-1.0 if size and value < 0 else 1.0) / factor
        values = tuple(self._numbers[one] / factor for one in (name, *beside))
        places = self._places(values, unit) if digits is None else digits
        bare = number(value * scale, self.language, places)
        if unit in BEFORE and not self.ru:
            amount = with_unit(bare, unit, self.language)
            self.show(amount if bare.startswith(MINUS) else bare, name, scale)  # as it stands there: −$5, but 5 of $5
            return f"{amount}\u00a0{word}" if word else amount
        self.show(bare, name, scale)
        return with_unit(f"{bare}\u00a0{word}" if word else bare, unit, self.language)

    def rough(self, name: str) -> str:
        """Write the size of a number that is only about right: two significant digits, whole ones from a hundred on."""
        value = self._numbers[name]
        exact = needed_digits((value,))
        wanted = max(0, 1 - math.floor(math.log10(abs(value)))) if value else 0
        return self.n(name, size=True, digits=None if abs(value) >= 1e6 else min(exact, wanted))

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

    def signed(self, name: str, *beside: str, unit: str | None = None) -> str:
        """Write a number with its sign, also a plus."""
        text = self.n(name, *beside, unit=unit)
        return text if text.startswith(MINUS) or self.value(name) == 0 else f"+{text}"

    def percent(self, name: str) -> str:
        """Write a share between zero and one in percent."""
        bare = self.show(number(self._numbers[name] * 100, self.language, 0), name, 100.0)
        return with_unit(bare, "%", self.language)

    def change(self, percent: str, difference: str) -> str:
        """Write a change as the measure's scale has it: in percent, as a difference, or in points; with its sign."""
        name, unit = self._told_change(percent, difference)
        return self.signed(name, *self._ends(name), unit=unit) if name else ""

    def size(self, percent: str, difference: str) -> str:
        """Write how large a change is, as `change` does, but without its sign."""
        name, unit = self._told_change(percent, difference)
        return self.n(name, *self._ends(name), unit=unit, size=True) if name else ""

    def _ends(self, name: str) -> tuple[str, ...]:
        """Return the numbers between which a difference lies, as exactly as which it is told."""
        return ("early", "late") if name == "change" and self.has("early") and self.has("late") else ()

    def _told_change(self, percent: str, difference: str) -> tuple[str, str | None]:
        """Return the number that tells a change, empty if none does, and its unit where that is not the measure's."""
        if self.scale == "ratio":
            return (percent, "%") if self.has(percent) else ("", None)
        if not self.has(difference):
            return "", None
        if self.scale != "share" or self.unit not in ("%", ""):
            return difference, None
        return difference, "п.\u00a0п." if self.ru else "percentage points" if self.unit else "points"

    def count(self, name: str, english: tuple[str, str], russian: tuple[str, str, str]) -> str:
        """Write a count with its noun."""
        value = round(abs(self._numbers[name]))
        self.show(number(value, self.language, 0), name, -1.0 if self._numbers[name] < 0 else 1.0)
        return counted(value, self.language, english, russian)
