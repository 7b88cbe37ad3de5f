"""The dates in a sentence: as exact as the series' steps, with their prepositions and cases."""

from __future__ import annotations

from indagate.flows.report.speech import day, of_day
from indagate.flows.report.wording.sentence import Sentence

_EACH = {
    "en": {"hour": "hour", "day": "day", "workday": "working day", "week": "week", "month": "month",
           "quarter": "quarter", "year": "year", "": "observation"},
    "ru": {"hour": "час", "day": "день", "workday": "рабочий день", "week": "неделю", "month": "месяц",
           "quarter": "квартал", "year": "год", "": "наблюдение"},
}  # fmt: skip
_LAST = {"month": "-12-01", "quarter": "-10-01", "day": "-12-31"}
"""With what the last date of a year ends, by the series' step."""


class Dates(Sentence):
    """A sentence that writes dates."""

    def year(self, name: str) -> str:
        """Write a year that is recorded as a number."""
        return self.show(str(round(self._numbers[name])), name)

    def date(self, name: str) -> str:
        """Write a date as exactly as the series' step is."""
        return self.show(day(self.label(name), self.language, self._grain()), name)

    def since(self, name: str) -> str:
        """Write a date as it stands behind a Russian preposition of beginning: с марта 2024; in English as ever."""
        return self.show(of_day(self.label(name), self.language, self._grain()), name)

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

    def moved(self) -> str:
        """Write between which times a change is told: calendar years where those are averaged, else the whole span."""
        if "early_year" not in self._numbers:
            return self.span()
        return self._from_to(self.year("early_year"), self.year("late_year"))

    def _from_to(self, one: str, other: str) -> str:
        if self.ru:
            return f"{one}–{other}" if one.isdigit() and other.isdigit() else f"{one} – {other}"
        return f"{one} to {other}"

    def _whole_years(self) -> str:
        """Write a span of whole calendar years by its years alone; empty for others."""
        first, last = self.label("from"), self.label("to")
        if not first.endswith("-01-01") or not last.endswith(_LAST.get(self._grain(), "?")):
            return ""
        one, other = self.show(first[:4], "from"), self.show(last[:4], "to")
        return one if one == other else self._from_to(one, other)

    def _grain(self) -> str:
        """Return how exactly dates are told: by the series' step; of an irregular one by whether all are firsts."""
        step = self.label("step")
        if step:
            return step if step in ("month", "quarter", "year") else "day"
        dates = [text for text in self._labels.values() if text[:4].isdigit() and text[4:5] == "-"]
        return grain_of(dates)

    def each(self) -> str:
        """Return what one step is."""
        return _EACH[self.language].get(self.label("step"), _EACH[self.language][""])


def grain_of(dates: list[str]) -> str:
    """Return how exactly ISO dates are told: years where all begin one, months where all begin one, else days."""
    if dates and all(one.endswith("-01-01") for one in dates):
        return "year"
    return "month" if dates and all(one.endswith("-01") for one in dates) else "day"
