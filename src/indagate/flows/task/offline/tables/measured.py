"""What a goal counts, adds or averages: a column that it names or implies, or the rows of a table."""

from __future__ import annotations

import re

from indagate.flows.task.offline.synonym import alike
from indagate.flows.task.offline.tables.linked import Linked
from indagate.flows.task.offline.tables.query import ROWS, Measure, Parts, measure_of, of_kind, quantity, worth
from indagate.flows.task.offline.tables.schema import NUMERIC
from indagate.flows.task.offline.word import form_of, words_of

SOLD = re.compile(
    r"\b(?:sold|sells?|bought|ordered|units|pieces|verkauf\w+|gekauft|bestellt|stück|прода(?:но|ли|н|ны|"
    r"[её]тся|ются)|"
    r"штук\w*|куп\w+)\b", re.IGNORECASE,
)  # fmt: skip
_EARNED = re.compile(
    r"\b(?:earn(?:s|ed)?|(?:took|take[ns]?) in|(?:most|much|more) money|verdien\w+|eingenommen|"
    r"nahm\w* .* ein|зарабо\w+|"
    r"выручи\w+)\b",
    re.IGNORECASE,
)
KINDS = ("price", "temperature", "weight", "duration", "rain")
"""Kinds of column that a superlative names by itself: hottest, cheapest."""


def measures_of(linked: Linked) -> list[Measure]:
    """Return the numeric columns that a goal names, as measures."""
    return [
        measure_of(one.column, linked.sheet)
        for one in linked.mentions
        if one.column.kind in NUMERIC and one.column.grain != "year"
    ]


def one_measure(linked: Linked, parts: Parts) -> Measure | None:
    """Return the one measure that a goal names or implies; None where there is none, or more than one."""
    found = measures_of(linked)
    if len(found) == 1 or (len(found) > 1 and len({re.sub(r"_\d+$", "", one.name) for one in found}) == 1):
        for one in found:
            parts.use(column=one.column)
        return found[0]
    if found:
        return None
    if linked.wish.kind in KINDS:
        column = of_kind(linked.sheet, linked.wish.kind)
        return measure_of(column, linked.sheet) if column else None
    if linked.worth:
        return worth(linked.sheet)
    if _EARNED.search(linked.text):
        money = [
            c
            for c in linked.sheet.columns
            if c.kind in NUMERIC and any(alike(w, "revenue") or alike(w, "fee") for w in c.words)
        ]
        return measure_of(money[0], linked.sheet) if len(money) == 1 else worth(linked.sheet)
    return None


def counting(linked: Linked) -> Measure:
    """Return what "how many" counts: rows, unless things were sold and a column says how many."""
    column = quantity(linked.sheet) if SOLD.search(linked.text) and not _own_counted(linked) else None
    return measure_of(column, linked.sheet) if column else ROWS


def _own_counted(linked: Linked) -> bool:
    """Whether it is the table's own things that are counted: how many orders."""
    counted = linked.wish.mark("count")
    if counted is None:
        return False
    follow = words_of(linked.text[counted.end :])[:2]
    return any(form_of(word, one) for word in follow for one in linked.sheet.words)


# --- kinds of query -------------------------------------------------------------------------------------------------


def sold(linked: Linked) -> bool:
    """Whether it is asked how many of something were sold, and a column says so."""
    return bool(SOLD.search(linked.text)) and quantity(linked.sheet) is not None and linked.wish.deed == "count"


def behind_count(linked: Linked, at: int) -> bool:
    """Whether a place is right behind "how many"."""
    counted = linked.wish.mark("count")
    return counted is not None and 0 <= at - counted.end <= 12
