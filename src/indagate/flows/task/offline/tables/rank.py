"""Orders: which of them has the most, the second highest, the row where something else is highest."""

from __future__ import annotations

import re

from indagate.flows.task.offline.synonym import alike
from indagate.flows.task.offline.tables.group import label_of, named_after
from indagate.flows.task.offline.tables.linked import Linked, labels
from indagate.flows.task.offline.tables.measured import (
    KINDS,
    SOLD,
    counting,
    measures_of,
    one_measure,
)
from indagate.flows.task.offline.tables.query import Measure, Parts, Query, gaps, of_kind, quantity, ranked
from indagate.flows.task.offline.tables.schema import NUMERIC
from indagate.flows.task.offline.word import form_of, words_of

_RANKED = ("avg", "median", "max", "min", "count", "sum", "value")


def of_extreme(linked: Linked, parts: Parts) -> Query | None:
    """What one column says where another is highest: sold on the hottest day, the rent of the largest flat."""
    wish = linked.wish
    mark = wish.mark("order")
    if mark is None or wish.both or wish.nth > 1 or wish.top > 1 or label_of(linked) is not None:
        return None
    named = [one for one in linked.mentions if one.column.kind in NUMERIC and one.column.grain != "year"]
    by = (
        of_kind(linked.sheet, wish.kind)
        if wish.kind in KINDS
        else next((m.column for m in named if m.at >= mark.end), None)
    )
    over = [one.column for one in named if one.column is not by and one.at < mark.start]
    label = named_after(linked, mark.end)
    if by is None or len(over) != 1 or label is None or not label.unique:
        return None
    for name in (by.name, over[0].name, *label.columns):
        parts.use(f"column {name}")
    parts.use("order", wish.deed, "total")
    place = f"dense_rank() OVER (ORDER BY {by.sql} {wish.order}) AS place"
    inner = f"SELECT {over[0].sql} AS value, {label.sql} AS label, {place} "
    inner += f"{parts.source}{parts.condition(f'{by.sql} IS NOT NULL')}"
    return Query(f"SELECT value, label FROM ({inner}) WHERE place = 1 ORDER BY 2", "rank", over[0].name)


def of_top(linked: Linked, parts: Parts) -> Query | None:
    """What the first few of an order come to together, or on average: the kilometres of the five longest rides."""
    wish = linked.wish
    if wish.top < 2 or not (wish.total or wish.has("avg")):
        return None
    measure = one_measure(linked, parts)
    if measure is None or measure.column is None or not measure.sql:
        return None
    if wish.kind and not any(
        alike(word, wish.kind) for word in (*measure.column.words, *_LONG.get(measure.column.unit, ()))
    ):
        return None
    parts.use("order", "top", "total", "avg", wish.deed, column=measure.column)
    figure = "avg" if wish.has("avg") else "sum"
    known = parts.condition(f"{measure.sql} IS NOT NULL")
    inner = f"SELECT {measure.sql} AS value {parts.source}{known} ORDER BY 1 {wish.order or 'DESC'} LIMIT {wish.top}"
    return Query(f"SELECT {figure}(value) AS value FROM ({inner})", "value", measure.name)


_LONG = dict.fromkeys(("km", "m", "mi", "miles"), ("duration",))
"""Units of lengths, of which the longest is no matter of time."""


def first_of(linked: Linked, parts: Parts) -> Query | None:
    """Which of them has the most: groups, or rows, in order."""
    wish = linked.wish
    label = label_of(linked)
    if not wish.order or wish.both or label is None or wish.deed not in _RANKED:
        return None
    for name in label.columns:
        parts.use(f"column {name}")
    found = measures_of(linked)
    measure = one_measure(linked, parts)
    if measure is None and (found or linked.wish.kind in KINDS):
        parts.used.add("stop")
        return None
    parts.use("order", "nth", "top", "total", "share", wish.deed)
    if measure is None and wish.kind == "date":
        dated = linked.dated
        if dated is None or label.sql == dated.sql:
            parts.used.add("stop")
            return None
        measure = Measure(dated.sql, dated.name, False, dated)
    if measure is None and wish.kind != "count" and not _counted_words(linked) and wish.deed in ("max", "min"):
        parts.used.add("stop")  # highest what?
        return None
    mark = wish.mark("order")
    if measure is None and mark is not None and _kind_named(linked, mark.end):
        for mention in linked.mentions:
            parts.use(column=mention.column if mention.at >= mark.end else None)
    measure = measure or counting(linked)
    deed: str = wish.deed if wish.deed in ("avg", "median") else "sum"
    if measure.sql and not measure.additive and deed == "sum":
        deed = "max" if wish.order == "DESC" else "min"
        if not label.unique and measure.column is not None and measure.column.kind in NUMERIC and not linked.dated:
            deed = "max" if wish.order == "DESC" else "min"
    return ranked(parts, label.sql, measure.figure(deed), wish.order, wish.nth, wish.top, "rank", measure.name)


def _counted_words(linked: Linked) -> bool:
    """Whether rows can be what is ordered: "most orders", "sold most", with no other noun behind "most"."""
    mark = linked.wish.mark("order")
    assert mark is not None
    if re.fullmatch(r"most|fewest|least|meiste\w*|wenigste\w*|am meisten|am wenigsten|больше всего|"
                    r"меньше всего|больше всех|"
                    r"наибольш\w+|top", linked.text[mark.start : mark.end], re.IGNORECASE):  # fmt: skip
        follow = words_of(linked.text[mark.end :])[:1]
        own = bool(follow) and any(form_of(follow[0], one) for one in (*linked.sheet.words, *linked.sheet.folder))
        sold = bool(SOLD.search(linked.text)) and quantity(linked.sheet) is not None
        return (
            own
            or _kind_named(linked, mark.end)
            or sold
            or linked.wish.has("count")
            or any(one.at >= mark.end and one.kind == "value" for one in linked.conditions)
        )
    return False


def _kind_named(linked: Linked, end: int) -> bool:
    """Whether the noun behind "most" only names the rows by a column of their kinds: the most bikes, of a bike type."""
    follow = next((token.start for token in linked.tokens if token.start >= end), -1)
    return any(one.at == follow and one.column.kind == "text" for one in linked.mentions)


def extreme(linked: Linked, parts: Parts) -> Query | None:
    """The highest, the second lowest; the range; another column of the row that has the most."""
    wish = linked.wish
    if wish.both:
        measure = one_measure(linked, parts)
        if measure is None or not measure.sql or wish.has("difference"):
            return None
        parts.use("order", wish.deed)
        value = f"min({measure.sql}) AS lowest, max({measure.sql}) AS highest"
        return Query(f"SELECT {value} {parts.source}{parts.condition()}", "number", measure.name)
    if not wish.order or wish.deed not in ("max", "min"):
        return None
    found = measures_of(linked)
    measure = one_measure(linked, parts)
    if measure is None or (linked.mentions and len(list(labels(linked))) and not _explained(linked)):
        parts.used.add("stop")
        return None
    if len(found) > 1 and measure is None:
        return None
    parts.use("order", "nth", "top")
    known = parts.condition(f"{measure.sql} IS NOT NULL")
    if wish.nth == 1 and wish.top == 1:
        twins = ", ".join(f"{wish.deed}({one.sql})" for one in found[1:])
        more = f", {twins}" if twins else gaps(measure)
        return Query(f"SELECT {wish.deed}({measure.sql}) AS value{more} {parts.source}{parts.condition()}",
                     "number" if twins else "value", measure.name)  # fmt: skip
    place = f"OFFSET {wish.nth - 1}" if wish.nth > 1 else ""
    sql = (
        f"SELECT DISTINCT {measure.sql} AS value {parts.source}{known} ORDER BY 1 {wish.order} LIMIT {wish.top} {place}"
    )
    return Query(sql.strip(), "list" if wish.top > 1 else "value", measure.name)


def _explained(linked: Linked) -> bool:
    """Whether the columns of words that are named are those of conditions."""
    held = {one.column for one in linked.conditions}
    return all(one.column in held for one in labels(linked))
