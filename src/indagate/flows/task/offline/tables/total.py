"""Figures of all rows that are meant: sums, means, counts, shares, what is missing, how many different ones."""

from __future__ import annotations

import re

from indagate.flows.task.offline.tables.linked import Linked, joined, labels, sql_of
from indagate.flows.task.offline.tables.measured import (
    behind_count,
    counting,
    measures_of,
    one_measure,
    sold,
)
from indagate.flows.task.offline.tables.query import ROWS, Measure, Parts, Query, gaps
from indagate.flows.task.offline.tables.schema import Column
from indagate.flows.task.offline.word import words_of

_VERBS = re.compile(
    r"\b(?:is|are|was|were|came|comes?|went|goes|go|made|makes?|accounts?|accounted|belongs?|ha[sd]|have|"
    r"took|takes?|falls?|fell|"
    r"paid|goes|done|ist|sind|war|waren|kam(?:en)?|kommt|kommen|stamm\w+|entf[aiä]\w+|mach(?:t|en|te|ten)|"
    r"hat(?:te|ten)?|haben|"
    r"приход\w+|составля\w+|были?|была|было|пришл\w+|име\w+|занима\w+|прода\w+|оплач\w+)\b|[,:]",
    re.IGNORECASE,
)


def plain_figure(linked: Linked, parts: Parts) -> Query | None:
    """A figure of one column, or how many rows there are."""
    wish = linked.wish
    found = measures_of(linked)
    measure = one_measure(linked, parts)
    if wish.deed in ("avg", "median", "stddev", "variance", "range", "sum", "value"):
        if measure is None or not measure.sql:
            return None
        parts.use(wish.deed, "total")
        if wish.deed in ("sum", "value") and not measure.additive:
            if wish.total:
                return None
            figure = f"any_value({measure.sql}) AS value, count({measure.sql}) AS rows"
            return Query(f"SELECT {figure} {parts.source}{parts.condition()}", "single", measure.name)
        if wish.deed == "value" and not parts.where:
            return None  # the figure of a whole column is not said
        twins = [one.figure(wish.deed) for one in found if one is not measure and one.column is not measure.column]
        more = "".join(f", {one}" for one in twins) if twins else gaps(measure)
        return Query(f"SELECT {measure.figure(wish.deed)} AS value{more} {parts.source}{parts.condition()}",
                     "number" if twins else "value", measure.name)  # fmt: skip
    if wish.deed == "count":
        return _number_of(linked, parts, measure)
    return None


def _number_of(linked: Linked, parts: Parts, measure: Measure | None) -> Query | None:
    days = _days(linked)
    parts.use("total")
    if days is not None and (measure is None or not measure.sql or any(c.kind == "compare" for c in linked.conditions)):
        parts.use(column=days)
        return Query(f"SELECT count(DISTINCT {days.sql}) AS value {parts.source}{parts.condition()}", "value", "days")
    if measure is not None and measure.sql:
        if not measure.additive and not _single_time(linked):
            return None
        return Query(
            f"SELECT sum({measure.sql}) AS value{gaps(measure)} {parts.source}{parts.condition()}",
            "value",
            measure.name,
        )
    if measures_of(linked):
        return None
    rows = linked.own or linked.conditions
    counted = counting(linked)
    if sold(linked):
        for mention in labels(linked):
            if behind_count(linked, mention.at):
                parts.use(column=mention.column)  # how many products were sold: pieces of them
    elif not rows:
        return None
    figure = counted.figure("sum")
    return Query(f"SELECT {figure} AS value {parts.source}{parts.condition()}", "value", counted.name or "rows")


def _single_time(linked: Linked) -> bool:
    """Whether a goal means one row of a table of years: the population in 2015."""
    return linked.yearly is not None and any(one.kind == "period" for one in linked.conditions)


def _days(linked: Linked) -> Column | None:
    """Return the column of dates where days are counted: on how many days."""
    counted = linked.wish.mark("count")
    if counted is None:
        return None
    follow = words_of(linked.text[counted.end :])[:1]
    if follow and follow[0] in ("days", "tage", "tagen", "дней", "дня"):
        return linked.dated
    return None


def missing(linked: Linked, parts: Parts) -> Query | None:
    """How many rows lack a value."""
    wish = linked.wish
    gap = [one for one in linked.conditions if one.kind == "missing"]
    if not gap and wish.has("missing"):
        named = [one.column for one in linked.mentions]
        if len(named) != 1:
            parts.used.add("stop")
            return None
        parts.where.append(f"{named[0].sql} IS NULL")
        parts.use(column=named[0])
    elif not gap or measures_of(linked):
        return None
    parts.use("missing", "total")
    return Query(f"SELECT count(*) AS value {parts.source}{parts.condition()}", "value", "rows")


def different(linked: Linked, parts: Parts) -> Query | None:
    """How many different ones; also how many branches there are, where rows are something else."""
    wish = linked.wish
    named = [one for one in labels(linked) if one.column.kind == "text"]
    if wish.deed == "distinct" and len(named) == 1:
        column = named[0].column
    elif sold(linked):
        return None
    elif (
        wish.deed == "count"
        and len(named) == 1
        and not _limited(linked, named[0].column)
        and not measures_of(linked)
        and behind_count(linked, named[0].at)
    ):
        column = named[0].column
    elif wish.deed == "distinct" and len(linked.mentions) == 1:
        column = linked.mentions[0].column
    else:
        return None
    parts.use("distinct", "total", column=column)
    return Query(f"SELECT count(DISTINCT {column.sql}) AS value {parts.source}{parts.condition()}", "value", "distinct")


def _limited(linked: Linked, column: Column) -> bool:
    """Whether a goal names a value of a column: how many electric bikes counts bikes, not kinds."""
    return any(one.column is column for one in linked.conditions)


def correlated(linked: Linked, parts: Parts) -> Query | None:
    """How two columns go together."""
    if linked.wish.deed != "corr":
        return None
    found = measures_of(linked)
    if len(found) != 2:
        parts.used.add("stop")
        return None
    for one in found:
        parts.use("corr", column=one.column)
    return Query(
        f"SELECT corr({found[0].sql}, {found[1].sql}) AS value {parts.source}{parts.condition()}", "value", "corr"
    )


def shared(linked: Linked, parts: Parts) -> Query | None:
    """A share of rows, or of the sum of a column: the conditions after the verb are the part, the others "
    "the whole."""
    if linked.wish.deed != "share":
        return None
    mark = linked.wish.mark("share")
    assert mark is not None
    measure = one_measure(linked, parts) or (ROWS if not measures_of(linked) else None)
    if measure is None or not measure.additive or not linked.conditions or linked.wish.order:
        parts.used.add("stop")
        return None
    verb = _VERBS.search(linked.text, mark.end)
    split = verb.start() if verb else len(linked.text)
    lasting = [one for one in linked.conditions if one.kind == "period" or one.out]
    others = [one for one in linked.conditions if one not in lasting]
    part = [one for one in others if one.at >= split] or others or lasting
    whole = [one for one in linked.conditions if one not in part]
    met = " AND ".join(sql_of(one) for one in joined(part))
    base = f" WHERE {' AND '.join(sql_of(one) for one in joined(whole))}" if whole else ""
    parts.use("share", "total", "missing")
    value = f"100.0 * {measure.where('sum', met)} / nullif({measure.figure('sum')}, 0)"
    return Query(f"SELECT {value} AS value {parts.source}{base}", "value", "percent")
