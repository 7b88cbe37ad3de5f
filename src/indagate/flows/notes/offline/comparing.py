"""Two values in words, side by side: which is more, by how much, and whether the question was right about it."""

from __future__ import annotations

from dataclasses import replace

from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.spelling import number_text, upper
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Result, Value

RELATIVE = pattern(
    r"\b(than|compared|more or less|faster or slower|longer or shorter|чем|по сравнению|больше или меньше|"
    r"быстрее или медленнее|дольше или меньше)\b(?!.*\b(which|when)\b)"
)
UPWARD = pattern(
    r"\b(more|oftener|чаще|longer|further|farther|heavier|faster|better|higher|больше|дольше|дальше|тяжелее|"
    r"быстрее|лучше|выше)\b"
)
DOWNWARD = pattern(r"\b(less|реже|fewer|shorter|lighter|slower|worse|lower|меньше|короче|легче|медленнее|хуже|ниже)\b")


class Comparing:
    """The words for comparisons, in English."""

    russian = False
    query: Query

    def number(self, value: Value) -> str:
        """Return a value with its unit."""
        return number_text(value.number, value.unit, self.russian)

    def _versus(self, result: Result) -> str:
        return self._compare(result)

    def _compare(self, result: Result) -> str:
        return " ".join(
            f"{self._by_how_much(one, other)}{self._relative(one, other)}{self._beside(one, other, result)}"
            for one, other in self._pairs(result)
        )

    def _by_how_much(self, one: Value, other: Value) -> str:
        """Say the difference, where that is asked."""
        if not self.query.difference:
            return ""
        return f"{self.number(replace(one, number=abs(one.number - other.number)))}. "

    def _relative(self, one: Value, other: Value) -> str:
        """Say how the period named first stands to the other, where that is asked: "do I sleep more in May than …"."""
        low = self.query.text.lower()
        if one.number == other.number or not RELATIVE.search(low):
            return ""
        more = (one.number > other.number) is not (one.unit.startswith("min/"))
        up, down = bool(UPWARD.search(low)), bool(DOWNWARD.search(low))
        words = ("больше" if more else "меньше") if self.russian else ("more" if more else "less")
        if one.unit.startswith("min/"):
            words = ("быстрее" if more else "медленнее") if self.russian else ("faster" if more else "slower")
        if up == down:
            return f"{upper(words)}. "
        yes, no = ("Да", "Нет") if self.russian else ("Yes", "No")
        return f"{yes if more is up else no}, {words}. "

    def _beside(self, one: Value, other: Value, result: Result) -> str:
        if one.number == other.number:
            return f"The same: {self.number(one)} in both."
        less_is_more = one.unit.startswith("min/")
        more, less = (one, other) if (one.number > other.number) is not less_is_more else (other, one)
        mean = " on average" if result.query.mean else ""
        entries = [
            f", {v.entries} {'entry' if v.entries == 1 else 'entries'}" if v.entries else "" for v in (more, less)
        ]
        word = "faster" if less_is_more else "more"
        return (
            f"{upper(more.label)}: {self.number(more)}{mean}{entries[0]}, which is {word} than {less.label}: "
            f"{self.number(less)}{entries[1]}."
        )

    def _pairs(self, result: Result) -> list[tuple[Value, Value]]:
        """Return the values of the two periods side by side, a pair for each currency."""
        labels = [part.label for part in self.query.parts] or [period.said for period in self.query.periods[:2]]
        pairs = []
        for unit in dict.fromkeys(value.unit for value in result.values):
            some = [value for value in result.values if value.unit == unit]
            both = [next((v for v in some if v.label == name), Value(0.0, unit, name)) for name in labels]
            if any(value.entries for value in both):
                pairs.append((both[0], both[1]))
        return pairs or [(Value(0.0, "", labels[0]), Value(0.0, "", labels[1]))]

    def _more_or_less(self, result: Result) -> str:
        """Say yes or no to "do I sleep better when …", whatever the days are: "after more than 7 hours"."""
        low = cue.LIMIT.sub(" ", self.query.text.lower())
        less, more = bool(DOWNWARD.search(low)), bool(UPWARD.search(low))
        if less == more:
            return ""
        up = bool(result.verdict) is not (
            result.values[0].unit.startswith("min/")
        )  # less time for a kilometre is faster
        yes = up is more
        return ("Да, " if yes else "Нет, ") if self.russian else ("Yes: " if yes else "No: ")
