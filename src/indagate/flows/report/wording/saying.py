"""A sentence in the making about one finding: it writes names, numbers and dates, and remembers their origin."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.report.files import FindingKind
from indagate.flows.report.wording.amounts import Amounts
from indagate.flows.report.wording.dates import Dates
from indagate.flows.report.wording.names import Names

STEPS = {
    "hour": (("hour", "hours"), ("час", "часа", "часов")), "day": (("day", "days"), ("день", "дня", "дней")),
    "workday": (("working day", "working days"), ("рабочий день", "рабочих дня", "рабочих дней")),
    "week": (("week", "weeks"), ("неделю", "недели", "недель")),
    "month": (("month", "months"), ("месяц", "месяца", "месяцев")),
    "quarter": (("quarter", "quarters"), ("квартал", "квартала", "кварталов")),
    "year": (("year", "years"), ("год", "года", "лет")),
    "": (("step", "steps"), ("шаг", "шага", "шагов")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mates:
    """What stands beside a finding on the same series: kinds of findings, and whether a trend was tested."""

    kinds: frozenset[FindingKind] = frozenset()
    trend_tested: bool = False


class Saying(Names, Amounts, Dates):
    """A sentence in the making; `names`, `amounts` and `dates` hold what it can write."""

    def steps(self, name: str) -> str:
        """Write a count of the series' steps: three weeks."""
        return self.count(name, *STEPS.get(self.label("step"), STEPS[""]))
