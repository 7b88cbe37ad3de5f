"""Which query a linked goal is: comparisons, shares, groups, ranks, extremes, counts, figures, each with "
"what it may use."""

from __future__ import annotations

import re

from indagate.flows.task.offline.tables.group import NO_SUCH, group_of, label_of
from indagate.flows.task.offline.tables.linked import Linked, joined, sql_of
from indagate.flows.task.offline.tables.measured import (
    counting,
    measures_of,
    one_measure,
)
from indagate.flows.task.offline.tables.query import Measure, Parts, Query, gaps
from indagate.flows.task.offline.tables.rank import extreme, first_of, of_extreme, of_top
from indagate.flows.task.offline.tables.schema import NUMERIC
from indagate.flows.task.offline.tables.total import correlated, different, missing, plain_figure, shared
from indagate.flows.task.offline.tables.versus import versus

_ALWAYS = frozenset({"much", "count"})


ASKED = re.compile(
    r"\b(?:which|what|whose|who|each|every|per|by|welche\w*|wessen|je|pro|jede\w*|nach|как\w+|кажд\w+|по)\W+(?:\w+\W+)?$",
    re.IGNORECASE,
)
"""Words before a column that rows are told apart by."""


def query_of(linked: Linked) -> Query | None:
    """Return the query that a goal is on a table; None where a word of it is not accounted for."""
    if linked.left:
        return None
    wish = linked.wish
    parts = Parts(linked.sheet, [sql_of(one) for one in joined(linked.conditions)], set(_ALWAYS))
    if any(one.out for one in linked.conditions):
        parts.used.add("leave")
    if any(one.kind == "missing" for one in linked.conditions):
        parts.used |= {"missing", "leave"}
    for build in _BUILDERS:
        found = build(linked, parts)
        if found is not None:
            unused = {mark.name for mark in wish.marks} - parts.used
            return None if unused or _unplaced(linked, parts) else found
        if "stop" in parts.used:
            return None
    return None


def _unplaced(linked: Linked, parts: Parts) -> bool:
    """Whether a column is named that the query makes nothing of."""
    constrained = {one.column for one in linked.conditions}
    spread = re.compile(
        r"\b(?:all|across|every|each|any|alle[rnm]?|jeder|über|всех|всем|по всем|каждо\w+)\W+(?:\w+\W+)?$",
        re.IGNORECASE,
    )
    for mention in linked.mentions:
        if mention.column in constrained or f"column {mention.column.name}" in parts.used:
            continue
        if mention.column.kind not in NUMERIC and spread.search(linked.text[: mention.at]):
            continue
        own = mention.column.kind == "text" and mention.column.distinct >= linked.sheet.rows
        if own and not ASKED.search(linked.text[: mention.at]):
            continue  # all of what the rows are: the fees that the teams paid
        if mention.column.kind in ("date", "moment") and any(one.kind == "period" for one in linked.conditions):
            continue
        return True
    return False


def _compared(linked: Linked, parts: Parts) -> Query | None:
    if linked.wish.deed not in ("difference", "percent", "times"):
        return None
    found = versus(linked, parts, one_measure(linked, parts) or counting(linked), measures_of(linked))
    if found is None:
        parts.used.add("stop")
    return found


def _grouped(linked: Linked, parts: Parts) -> Query | None:
    """A figure for each of several groups, or one number divided by another."""
    group = group_of(linked)
    wish = linked.wish
    if group is None:
        return None
    if group is NO_SUCH:
        parts.used.add("stop")
        return None
    found = measures_of(linked)
    if group.column is not None and group.column.kind in NUMERIC and group.column.grain != "year":
        over = [one for one in found if one.column is not group.column]
        if len(over) != 1 or wish.deed not in ("avg", "value", "sum", "count") or wish.order:
            parts.used.add("stop")
            return None
        parts.use("avg", "total", column=group.column)
        parts.use(column=over[0].column)
        of = group.column.sql
        known = parts.condition(f"{over[0].sql} IS NOT NULL", f"{of} IS NOT NULL")
        return Query(
            f"SELECT sum({over[0].sql}) / nullif(sum({of}), 0) AS value {parts.source}{known}", "value", "ratio"
        )
    measure = one_measure(linked, parts)
    if measure is None and (found or wish.deed not in ("count", "sum", "value", "avg")):
        parts.used.add("stop")
        return None
    for name in group.columns:
        parts.use(f"column {name}")
    if group.rows:
        if measure is None or wish.deed not in ("avg", "value", "sum", "median", "count"):
            parts.used.add("stop")
            return None
        deed = "median" if wish.deed == "median" else "avg"
        parts.use("avg", "median", "total")
        return Query(
            f"SELECT {measure.figure(deed)} AS value{gaps(measure)} {parts.source}{parts.condition()}", "value", deed
        )
    return _by_group(linked, parts, group.sql, measure or counting(linked), of_time=group.of_time)


def _by_group(linked: Linked, parts: Parts, label: str, measure: Measure, *, of_time: bool) -> Query | None:
    wish = linked.wish
    parts.use("total", wish.deed, "order")
    known = parts.condition(f"{label} IS NOT NULL")
    if of_time and wish.deed in ("avg", "median", "max", "min") and (measure.additive or not measure.sql):
        outer = {"avg": "avg(value)", "median": "median(value)", "max": "max(value)", "min": "min(value)"}[wish.deed]
        inner = f"SELECT {label} AS label, {measure.figure('sum')} AS value {parts.source}{known} GROUP BY 1"
        return Query(f"SELECT {outer} AS value FROM ({inner})", "value", f"{wish.deed} of totals")
    deed = wish.deed if wish.deed in ("avg", "median", "max", "min", "stddev", "range", "distinct") else "sum"
    if (measure.sql and not measure.additive) if deed == "sum" else not measure.sql:
        parts.used.add("stop")  # neither sums of rates, nor the mean of what no column is
        return None
    value = measure.figure(deed)
    order = f"2 {wish.order}, 1" if wish.order and wish.deed not in ("max", "min") else "1"
    return Query(
        f"SELECT {label} AS label, {value} AS value {parts.source}{known} GROUP BY 1 ORDER BY {order}", "list", deed
    )


def _looked_up(linked: Linked, parts: Parts) -> Query | None:
    """What a column of words says in the rows that are meant: in which city a customer is."""
    label = label_of(linked)
    wish = linked.wish
    if label is None or wish.order or wish.deed != "value" or measures_of(linked) or not linked.conditions:
        return None
    for name in label.columns:
        parts.use(f"column {name}")
    known = parts.condition(f"{label.sql} IS NOT NULL")
    return Query(f"SELECT DISTINCT {label.sql} AS value {parts.source}{known} ORDER BY 1 LIMIT 40", "list")


def _dates(linked: Linked, parts: Parts) -> Query | None:
    """When something was: the first, the last, or the day on which conditions hold."""
    wish, dated = linked.wish, linked.dated
    if dated is None or not re.search(r"\b(?:when|what date|which date|which day|wann|welche[ms] (?:tag|"
                                      r"datum)|когда|какого числа)\b",
                                      linked.text, re.IGNORECASE):  # fmt: skip
        return None
    if wish.order and wish.kind == "date" and not measures_of(linked):
        parts.use("order", column=dated)
        figure = "max" if wish.order == "DESC" else "min"
        return Query(f"SELECT {figure}({dated.sql}) AS value {parts.source}{parts.condition()}", "value", dated.name)
    if not wish.order and linked.conditions and not measures_of(linked) and wish.deed == "value":
        parts.use(column=dated)
        return Query(
            f"SELECT DISTINCT {dated.sql} AS value {parts.source}{parts.condition()} ORDER BY 1 LIMIT 20", "list"
        )
    return None


_BUILDERS = (
    _compared, correlated, shared, of_top, of_extreme, first_of, _grouped, _looked_up, _dates, missing, different,
    extreme, plain_figure,
)  # fmt: skip
"""Tried in this order; one that returns nothing and says "stop" ends the search: the goal was not understood."""
