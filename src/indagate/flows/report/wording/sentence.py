"""What a sentence on a finding is made from: its numbers and labels, and the ones that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.report.files import Calculation, Finding, Language, Scale
from indagate.flows.report.text import Shown


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


class Sentence:
    """A sentence in the making on one calculation, which remembers what it shows of it."""

    def __init__(self, finding: Finding, calculation: Calculation, subject: Subject, language: Language) -> None:
        self.language = language
        self.ru = language == "ru"
        self.unit = finding.unit
        self.scale = subject.scale
        self.finding = finding
        self.subject = subject
        self.shown: list[Shown] = []
        self._calculation = calculation.id
        self._numbers = {one.name: one.value for one in calculation.numbers}
        self._labels = {one.name: one.text for one in calculation.labels}

    def has(self, name: str) -> bool:
        """Whether there is a number of this name."""
        return name in self._numbers

    def value(self, name: str) -> float:
        """Return a number as it is; what is only compared with is not shown."""
        return self._numbers.get(name, 0.0)

    def label(self, name: str) -> str:
        """Return a label as it is."""
        return self._labels.get(name, "")

    def show(self, text: str, name: str, scale: float = 1.0) -> str:
        """Return a text, remembered as that of a number, multiplied by the scale, or of a label."""
        self.shown.append(Shown(text, self._calculation, name, scale))
        return text
