"""Working out from documents what a goal asks for: the rules in their order, each with what it rests on."""

from __future__ import annotations

import re

from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.documents.fact import Book
from indagate.flows.task.offline.documents.portion import other_unit, share, stretch, years_between
from indagate.flows.task.offline.documents.price import (
    bought_with,
    free_or_half,
    one_of_many,
    part_of,
    percent_of,
    rate_by_quantity,
    so_many,
    so_much,
)
from indagate.flows.task.offline.documents.versus import added_up, apart, for_each, left_after, over_years, together
from indagate.flows.task.offline.documents.worked import Asked, Rule, Worked
from indagate.flows.task.offline.goal import Goal

RULES: tuple[Rule, ...] = (
    over_years, percent_of, added_up, share, left_after, bought_with, one_of_many, apart, stretch, years_between,
    other_unit, so_many, so_much, for_each, together, rate_by_quantity, part_of, free_or_half,
)  # fmt: skip
_YEAR = re.compile(r"(?<![\d.,-])(?:1[5-9]|20)\d\d(?![\d.]\d|\d|-\d)")
_AGES = re.compile(r"\b(?:aged|age|im alter von|в возрасте)\s+[\d ,]+(?:(?:and|to|und|bis|и)\s+\d+)*", re.IGNORECASE)


COMPUTED = re.compile(
    r"\d|\b(?:how (?:much|many|long|far|high|deep|old|big|large|heavy|fast)|cost\w*|price\w*|fare\w*|fee\w*|"
    r"pa(?:y|ys|id)|per ?cent\w*|"
    r"share|proportion|average|mean|differ\w+|total|sav(?:e|es|ing)|left|each|wie ?(?:viele?|hoch|lange?|"
    r"weit|alt|groß|schwer)|"
    r"kost\w*|zahl\w*|\w*preis\w*|prozent|anteil|durchschnitt\w*|unterschied\w*|insgesamt|zusammen|übrig|"
    r"сколько|стои\w+|цен\w|плат\w+|процент\w*|дол[яю]|средн\w+|разниц\w+|всего|вместе|остал\w+|насколько)\b",
    re.IGNORECASE,
)
"""Goals that may have to be computed; for the others no number is looked for."""


def asked_for(goal: Goal) -> Asked:
    """Return a goal as these rules read it."""
    text = digits_for_words(goal.plain)
    years = tuple(dict.fromkeys(_YEAR.findall(text)))
    bare = re.sub(r"\d+-(?=[^\W\d_])", " ", _AGES.sub(" ", _YEAR.sub(" ", text)))
    counts = tuple(re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", bare))
    return Asked(goal, text, years, counts)


def work_out(goal: Goal, book: Book) -> Worked | None:
    """Return what can be worked out; None where no rule fits, or rules do not agree."""
    asked = asked_for(goal)
    for rule in RULES:
        found = rule(asked, book)
        if found is not None:
            return found
    return None
