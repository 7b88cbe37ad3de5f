"""A result in English."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import ClassVar

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.comparing import Comparing
from indagate.flows.notes.offline.spelling import day_text, label, span_text, upper
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Period, Query, Result, Value
from indagate.flows.notes.token import cyrillic

ASKS_DAY = pattern(
    r"^(?!\W*(?:how (?:far|much|long|heavy|many|fast)\b(?! ago)|what did|what was the weight|сколько)).*\b(when|"
    r"date|days?|time|since|ago|which|когда|раз|впервые|давно|как(ого|ой) числа|день|wann|mal)\b"
)
"""What asks for the day of a first or last thing; else its value is asked for, if it has one."""


def _tells_value(text: str, value: Value) -> bool:
    """Whether a note's words tell a value with its unit."""
    number = re.escape(f"{value.number:g}")
    return bool(
        re.search(
            rf"(?<![\d.]){number}(?![\d.]*\d)\s*-?[^\W\d_€$£₽%]|[€$£₽]\s?{number}\b|{number}\s?[€$£₽%]",
            text.replace(",", "."),
        )
    )


class English(Comparing):
    """An answer's words in English."""

    of, joined, yes, no = "of", "and", "Yes", "No"
    said = "“{}”"
    rising: tuple[str, ...] = (
        "rising", "climb", "increas", "growing", "up", "gaining", "grow", "more", "slower", "longer", "heavier",
        "higher",
    )  # fmt: skip
    falling: tuple[str, ...] = (
        "falling", "declin", "shrink", "decreas", "drop", "down", "losing", "less", "faster", "shorter", "lighter",
        "lower",
    )  # fmt: skip
    ways: ClassVar = {"slower": "slower", "faster": "faster, improving", "up": "up, rising", "down": "down, falling"}
    trend = "{way}: the trend leads from {start} to {end} ({first} on {since}, {last} on {until})."
    changed = "{change} {way}: {first} on {since}, {last} on {until}."
    steady = "Neither way: it is steady, about {start}, over {entries} entries."
    mean = "{value} on average{when}, from {entries} {noun}."
    mean_per = "{value} a {per} on average{when}, from {entries} entries."
    ago, valued, noted = "{days} ago, on {day}{said}.", "{value}, on {day}{said}.", "{lead} was {day}{shown}{said}."
    more = "; and {} more"
    extremes = ("the least", "the most")

    def __init__(self, query: Query, lexicon: Lexicon) -> None:
        self.query, self.lexicon = query, lexicon
        subject = query.subjects[0] if query.subjects else None
        self.activity = lexicon.activity(subject.domain, subject.activity) if subject else None
        self.kinds = [self._name(lexicon.words(subject.domain, kind)) for kind in subject.kinds] if subject else []

    def _name(self, words: tuple[str, ...]) -> str:
        fitting = [word for word in words if cyrillic(word) is self.russian and "*" not in word]
        return (fitting or [words[0].rstrip("*")])[0] if words else ""

    def things(self, count: float = 2) -> str:
        """Return what is asked about."""
        return " / ".join(self.kinds) if self.kinds else label(self.activity, count, self.russian)

    def day(self, day: date) -> str:
        """Return a day in words."""
        return day_text(day, self.russian)

    def span(self, begin: date) -> str:
        """Return a week, month or weekday in words."""
        return span_text(begin, self.query.group, self.russian)

    def when(self, periods: tuple[Period, ...]) -> str:
        """Return the days asked about, in words."""
        found = []
        for one in periods:
            last = max(one.first, min(one.last, self.query.as_of))
            if one.first == one.last:
                found.append(f"on {self.day(one.first)}")
            elif one.first.year < 1900:
                found.append(f"until {self.day(last)}")
            else:
                found.append(f"from {self.day(one.first)} to {self.day(last)}")
        return " " + " and ".join(found) if found else ""

    def whose(self) -> str:
        """Return how an answer about somebody else begins."""
        return f"Of {self.query.who.capitalize()}, in your notes"

    def nothing(self, result: Result) -> str:
        """Say that there is nothing, and what there is instead."""
        query = self.query
        if query.unknown:
            return self._not_understood(query.unknown)
        if result.verdict is False and not any(one.strict for one in query.words):
            text = f"No: no such {label(self.activity, 1, False) or 'thing'} is noted{self.when(query.periods)}."
        else:
            named = self.activity is not None and query.form != "lookup"
            about = f" no {self.things()} noted" if named else " nothing in your notes tells that"
            text = f"No data for that:{about}{self._lacking()}{self.when(query.periods)}."
        if result.planned:
            text += " It was only planned."
        elif result.others:
            text += " Only other people's are noted."
        elif result.denied:
            text += " The notes say that it did not take place."
        if result.near is not None:
            text += f" The nearest note of it is of {self.day(result.near)}."
        return text

    def _lacking(self) -> str:
        """Name the words of the question that the notes asked about do not have."""
        said = " and ".join(f"“{one.said}”" for one in self.query.words if one.strict and one.said)
        if self.activity is None or self.query.form == "lookup":
            return f", looked for with {said}" if said else ""
        return f" with {said}" if said else " of that kind"

    def _not_understood(self, what: str) -> str:
        """Say what in the question cannot be answered."""
        if what == "unit":
            return "No data for that: nothing is noted in such a unit."
        if what in {"operation", "exception"}:
            return "I do not know how to work that out from notes, so there is no data for it."
        return f"No data for that: “{what}” is no day, or may be either of two. Say it with the name of its month."

    def told(self, result: Result) -> str:
        """Return the sentence for a result."""
        method = getattr(self, f"_{result.query.form}", self._list)
        text: str = method(result)
        return text

    def _count(self, result: Result) -> str:
        value = result.values[0]
        if self.activity is None:
            return f"{value.number:.0f} notes{self.when(self.query.periods)}."
        if value.label == "kinds":
            return f"{value.number:.0f} different {self.things()}{self.when(self.query.periods)}."
        if value.label == "days":
            return (
                f"{value.number:.0f} {'day' if value.number == 1 else 'days'} with "
                f"{self.things(2)}{self.when(self.query.periods)}."
            )
        return f"{value.number:.0f} {self.things(value.number)}{self.when(self.query.periods)}."

    def _often(self, result: Result) -> str:
        value = result.values[0]
        if self.query.absent:
            return (
                f"{value.number:.0f} of {result.values[1].number:.0f} {value.label} without "
                f"{self.things()}{self.when(self.query.periods)}."
            )
        if value.label in {"weeks", "months"}:
            word = value.label if value.number != 1 else value.label[:-1]
            return f"{value.number:.0f} {word} with {self.things()}{self.when(self.query.periods)}."
        times = "time" if value.number == 1 else "times"
        name = self.things(value.number) or "a note of it"
        if value.label == "days":
            return f"{value.number:.0f} {times} (days with {name}){self.when(self.query.periods)}."
        return f"{value.number:.0f} {times} ({name}){self.when(self.query.periods)}."

    def _sum(self, result: Result) -> str:
        parts = " and ".join(self.number(value) for value in result.values)
        first = result.values[0]
        if not first.unit:
            return f"{first.number:.0f} {self.things(first.number)}{self.when(self.query.periods)}."
        entries = sum(value.entries for value in result.values)
        tail = f", from {entries} {'entry' if entries == 1 else 'entries'}" if entries > 1 else ""
        return f"{parts}{self.when(self.query.periods)}{tail}."

    def _average(self, result: Result) -> str:
        when, entries = self.when(self.query.periods), sum(value.entries for value in result.values)
        if self.query.per:
            value = result.values[0]
            shown = self.number(value) if value.unit else self._times(value)
            return self.mean_per.format(value=shown, per=self.per(), when=when, entries=value.entries)
        parts = f" {self.joined} ".join(self.number(value) for value in result.values)
        noun = "entry" if entries == 1 else "entries"
        return self.mean.format(value=parts, when=when, entries=entries, noun=noun)

    def _times(self, value: Value) -> str:
        """Return how often something was done in a week or month."""
        return f"{value.number:.1f} {'days with ' if value.label == 'days' else ''}{self.things()}"

    def per(self) -> str:
        """Return the time by which is divided."""
        return self.query.per

    def _value(self, result: Result) -> str:
        if len(result.values) != 1 or result.values[0].day is None:
            return self._list(result)
        value = result.values[0]
        return f"{self.number(value)}, noted on {self.day(value.day or self.query.as_of)}."

    def _record(self, result: Result) -> str:
        value = result.values[0]
        assert value.day is not None
        if self.query.ago:
            return self._moment(result, "")
        if self.query.of:
            return self.valued.format(value=self.number(value), day=self.day(value.day), said="")
        if self.query.group:
            days = "days with " if value.label == "days" else ""
            shown = self.number(value) if value.unit else f"{value.number:.0f} {days}{self.things(value.number)}"
            return f"{upper(self.span(value.day))}: {shown}, the {'most' if self.query.best == 'max' else 'least'}."
        best = "most" if self.query.best == "max" else "least"
        name = self.things(1)
        return (
            f"{self.number(value)} on {self.day(value.day)}: the {best} of {value.entries} "
            f"{self._noun(value.entries)} ({name})."
        )

    def _noun(self, count: int) -> str:
        """Return what a record is one of: days, where the total of a day is asked for, else entries."""
        if self.query.by_day:
            return "day" if count == 1 else "days"
        return "entry" if count == 1 else "entries"

    def _last(self, result: Result) -> str:
        return self._moment(result, "The last time")

    def _gap(self, result: Result) -> str:
        days, end = result.values
        assert days.day and end.day
        said = f" (“{'”, “'.join(result.texts)}”)" if result.texts else ""
        word = "day lies" if days.number == 1 else "days lie"
        weeks = f"{days.number / 7:.1f} weeks: " if "week" in self.query.text.lower() else ""
        return f"{weeks}{days.number:.0f} {word} between {self.day(days.day)} and {self.day(end.day)}{said}."

    def _first(self, result: Result) -> str:
        return self._moment(result, "The first time")

    def _moment(self, result: Result, lead: str) -> str:
        value = result.values[0]
        assert value.day is not None
        said = f": {self.said.format(result.texts[0])}" if result.texts and result.texts[0] else ""
        day = self.day(value.day)
        if self.query.ago:
            return self.ago.format(days=self._long_ago((self.query.as_of - value.day).days), day=day, said=said)
        number = self.number(value) if value.unit and value.number else ""
        if number and not ASKS_DAY.search(self.query.text.lower()):
            return self.valued.format(value=number, day=day, said=said)
        shown = f" ({number})" if number else ""
        return self.noted.format(lead=self._counted_off(lead), day=day, shown=shown, said=said)

    def _long_ago(self, days: int) -> str:
        weeks = f"{days / 7:.1f} weeks ({days} days)" if "week" in self.query.text.lower() else ""
        return weeks or self.days(days)

    def days(self, count: float) -> str:
        """Return a number of days in words."""
        return f"{count:.0f} {'day' if count == 1 else 'days'}"

    def _counted_off(self, lead: str) -> str:
        """Return "the first time" as the second one, the last but one, where that is asked."""
        return lead if self.query.nth == 1 else f"{lead} but {self.query.nth - 1}" if "last" in lead else "That time"

    def _trend(self, result: Result) -> str:
        first, last, start, end = result.values
        if result.verdict is None and not self.query.difference:
            return self.steady.format(start=self.number(start), entries=first.entries)
        assert first.day and last.day
        ends = {
            "first": self.number(first), "since": self.day(first.day),
            "last": self.number(last), "until": self.day(last.day),
        }  # fmt: skip
        if self.query.difference:
            change = self.number(replace(last, number=abs(last.number - first.number)))
            return self.changed.format(change=change, way=self.more_or_less(last.number > first.number), **ends)
        pace = first.unit.startswith("min/")
        way = self.ways[("slower" if pace else "up") if result.verdict else ("faster" if pace else "down")]
        told = self.trend.format(way=way, start=self.number(start), end=self.number(end), **ends)
        return f"{self._agrees(result)}{told}"

    def more_or_less(self, more: bool) -> str:
        """Return "more" or "less"."""
        return "more" if more else "less"

    def _agrees(self, result: Result) -> str:
        """Say yes or no where the question names a direction."""
        low = self.query.text.lower()
        rising, falling = (any(word in low for word in words) for words in (self.rising, self.falling))
        if rising == falling:
            return ""
        return f"{self.yes if result.verdict is rising else self.no}, "

    def _streak(self, result: Result) -> str:
        days, *ends = result.values
        if not ends:
            return "0 days in a row at present."
        assert ends[0].day and ends[1].day
        word = "day" if days.number == 1 else "days in a row"
        return f"{days.number:.0f} {word} ({self.things()}), from {self.day(ends[0].day)} to {self.day(ends[1].day)}."

    def _pause(self, result: Result) -> str:
        days, between = result.values
        assert days.day and between.day
        return (
            f"{days.number:.0f} days, from {self.day(days.day)} to {self.day(between.day)}; "
            f"that is {between.number:.0f} days without {self.things()} between."
        )

    def _share(self, result: Result) -> str:
        parts = []
        for share, part, whole in zip(*[iter(result.values)] * 3, strict=True):
            parts.append(f"{self.number(share)} ({self.number(part)} {self.of} {self.number(whole)})")
        return f"{f' {self.joined} '.join(parts)}{self.when(self.query.periods)}."

    def _rank(self, result: Result) -> str:
        most = self.extremes[self.query.best == "max"]
        parts = [f"{self.kind(value.label)}: {self._amount(value)}" for value in result.values]
        return f"{upper('; '.join(parts))}, {most}{self.when(self.query.periods)}."

    def _amount(self, value: Value) -> str:
        return self.number(value) if value.unit else self.days(value.number)

    def kind(self, name: str) -> str:
        """Return the name of a kind."""
        subject = self.query.subjects[0]
        return self._name(self.lexicon.words(subject.domain, name)) or name.replace("_", " ")

    def _list(self, result: Result) -> str:
        days = [day for value in result.values if (day := value.day)]
        if days and cue.WHICH_DAYS.search(self.query.text.lower()):
            once = list(dict.fromkeys(days))
            return f"{self.days(len(once))}: {', '.join(map(self.day, once))}."
        many = len({value.day for value in result.values}) > 1
        shown = []
        for text, value in list(zip(result.texts, result.values, strict=False))[:12]:
            name = (
                f"{value.label.replace('_', ' ')}: "
                if value.label and value.label.split("_")[0] not in text.lower()
                else ""
            )
            worth = self.number(value) if value.unit and value.number else ""
            worth = f"{worth}: " if worth and not _tells_value(text, value) else ""
            shown.append(f"{f'{value.day}: ' if many else ''}{name}{worth}{text}")
        more = self.more.format(len(result.texts) - 12) if len(result.texts) > 12 else ""
        when = self.when(self.query.periods).strip(" ,")
        count = len(result.texts)
        head = f"{count} {self.things(count)}: " if self.activity and count > 1 and result.complete else ""
        return f"{head}{'; '.join(shown)}{more}{f' ({when})' if when else ''}."

    def _lookup(self, result: Result) -> str:
        cited = result.cited[0]
        return f"“{result.texts[0]}” (noted on {self.day(cited.date)})."

    def _verdict(self, result: Result) -> str:
        if result.verdict and not result.texts:
            return f"Yes: {self._sum(result)}"
        if result.verdict:
            days = ", ".join(dict.fromkeys(self.day(one.date) for one in result.cited[:3]))
            return f"Yes: “{'”, “'.join(result.texts)}” ({days})."
        if result.values:
            value = result.values[0]
            assert value.day is not None
            return f"No, that is not in your notes; the closest is {self.number(value)} on {self.day(value.day)}."
        return f"No, no such {label(self.activity, 1, False)} is noted{self.when(self.query.periods)}."

    def _effect(self, result: Result) -> str:
        inside, outside = result.values
        return (
            f"{self._more_or_less(result)}{self.number(inside)} on average with it ({inside.entries} entries), "
            f"against {self.number(outside)} without "
            f"({outside.entries} entries). That they go together does not say that one causes the other."
        )
