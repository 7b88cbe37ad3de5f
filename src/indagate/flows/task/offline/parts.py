"""Hours and years that a sentence gives by their ends, and whether a goal wants more computed than a sentence says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence import content
from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.goal import Goal
from indagate.tools.calculator.dimension import measure

_MONEY = r"(?:[$€£₽]|EUR|USD|GBP|euros?|dollars?|pounds?|pence|cents?|Cent|рубл\w*|руб\.?|коп\w*)"
_NUMBER = re.compile(
    rf"(?<![\w.,:/-])(?P<sign>[$€£₽])?\s?(?P<n>\d+(?:\.\d+)?)(?![\d:]|-\d)\s?(?P<unit>{_MONEY}(?!\w)|%|°[CF]|"
    rf"[^\W\d_]+(?:[²³·-][^\W\d_]+)*)?"
)
_TOGETHER = re.compile(
    r"\b(?:in all|altogether|in total|total|together|all told|insgesamt|zusammen|gesamt\w*|всего|вместе|в сумме|"
    r"общ\w+)\b",
    re.IGNORECASE,
)
_APART = re.compile(r"\b(?:how (?:much|many) (?:more|less|fewer|longer|higher|cheaper|dearer)|difference|differ|"
                    r"cheaper|dearer|more expensive|"
                    r"um wie ?viel|wie ?viele? (?:mehr|weniger)|unterschied|differenz|teurer|billiger|günstiger|"
                    r"на сколько|насколько|разниц\w+|дороже|дешевле|больше|меньше)\b", re.IGNORECASE)  # fmt: skip
_YEARS = re.compile(
    r"\b(?:how many years|how long|after how many years|wie ?viele jahre|wie lange|сколько лет|как долго)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:how long|how many hours|wie lange|wie ?viele stunden|сколько часов|как долго|сколько времени)\b",
    re.IGNORECASE,
)
_AFFORDS = re.compile(
    r"\b(?:could|can|able to)\b.*\b(?:buy|afford|pay for)\b|\breich\w+\b.*\bfür\b|\bхват\w+ на\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_COST = re.compile(
    r"\b(?:costs?|pay|pays|paid|price|fares?|charge|bill|hand over|come to|kosten|kostet|zahlen|zahlt|preis|"
    r"стоят|стоит|стоить|плат\w+|"
    r"заплат\w+|обойд\w+)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(\d{1,2}):(\d\d)\b")


@dataclass(frozen=True, slots=True)
class Found:
    """A number in a text, with the word behind it and where it stands."""

    amount: str
    unit: str
    start: int
    end: int
    money: bool

    @property
    def text(self) -> str:
        """The number as the calculator reads it, with its unit if that is one."""
        known = self.unit and (measure(self.unit) or self.unit in ("%",))
        return f"{self.amount} {self.unit}".strip() if known else self.amount


def derived(goal: Goal, said: str) -> str:
    """Return what has to be computed from what was said to answer the goal, or nothing if it is said outright."""
    return _hours(goal, said) or _years(goal, said)


def wants_computing(goal: Goal, said: str, unit: str) -> bool:
    """Whether a goal asks for more than a sentence says: a difference, a sum, other units, so many of something."""
    if unit or _APART.search(goal.text) or _AFFORDS.search(goal.text):
        return True
    held = {found.amount for found in numbers_in(digits_for_words(said))}
    if _TOGETHER.search(goal.text) and len(held) > 1:
        return True
    named = [one for one in numbers_in(digits_for_words(goal.plain)) if not _YEAR.fullmatch(one.amount)]
    given = [one for one in named if one.unit]
    if _COST.search(goal.text) and any(not measure(one.unit) and not one.money and one.unit != "%" for one in given):
        return True  # what so many cost, no sentence says of one
    return any(one.amount not in held for one in given)


def numbers_in(text: str) -> list[Found]:
    """Return the numbers of a text, each with the word or sign that says what it counts."""
    found = []
    for match in _NUMBER.finditer(text):
        unit = match["unit"] or ""
        money = bool(match["sign"]) or bool(re.fullmatch(_MONEY, unit, re.IGNORECASE))
        found.append(Found(match["n"], match["sign"] or unit, match.start("n"), match.end(), money))
    return found


def _clauses(said: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+|;\s*|\n+", said) if part.strip()]


def _shares_words(goal: Goal, clause: str) -> int:
    wanted = set(content(goal.text, goal.language))
    return len(wanted & set(content(clause, goal.language)))


def _hours(goal: Goal, said: str) -> str:
    """Open from 9:00 to 13:00: for how long?"""
    if not _OPEN.search(goal.text):
        return ""
    best, most = "", -1
    for sentence in re.split(r"(?<=[.!?])\s+|\n", said):
        subject = ""
        for clause in re.split(r";\s+", sentence):
            shared = _shares_words(goal, f"{subject} {clause}")  # what follows a semicolon has the same subject
            if len(_CLOCK.findall(clause)) == 2 and shared > most:
                best, most = clause, shared
            subject = subject or clause
    if not best:
        return ""
    (h1, m1), (h2, m2) = _CLOCK.findall(best)
    return f"({h2} h + {m2} min) - ({h1} h + {m1} min) in min"


def _years(goal: Goal, said: str) -> str:
    """Begun in 1868, finished in 1874: how many years?"""
    if not _YEARS.search(goal.text) or re.search(r"\b\d+ (?:years|Jahre|лет|год)", said):
        return ""
    for clause in _clauses(said):
        years = re.findall(r"(?<![\d.])(1[5-9]\d\d|20\d\d)(?![\d.]\d|\d)", clause)
        if len(years) == 2 and years[0] != years[1]:
            return f"{max(years)} - {min(years)}"
    return ""
