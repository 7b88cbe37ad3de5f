"""One thing against another: how much more, by how many percent, how many times; two values, two times, "
"two columns."""

from __future__ import annotations

import re

from indagate.flows.task.offline.tables.linked import Condition, Linked
from indagate.flows.task.offline.tables.query import ROWS, Measure, Parts, Query
from indagate.flows.task.offline.tables.schema import NUMERIC

_LESS = re.compile(
    r"\b(?:how (?:much|many) (?:less|fewer|lower|smaller|colder|cheaper)|less|fewer|lower|smaller|weniger|"
    r"niedriger|kleiner|"
    r"billiger|меньше|ниже|дешевле)\b",
    re.IGNORECASE,
)
FELL = re.compile(
    r"\b(?:f[ae]ll(?:en|s)?|decreas\w+|declin\w+|drop\w*|went down|go down|sank\w*|gesunken|abgenommen|"
    r"gefallen|fiel\w*|zurückgegangen|abnahme|сократи\w+|уменьш\w+|упал\w*|сниз\w+)\b",
    re.IGNORECASE,
)
_INNER = ("avg", "median", "max", "min")


def versus(linked: Linked, parts: Parts, measure: Measure, named: list[Measure]) -> Query | None:
    """Return the query for one side against the other; None where there are not two sides."""
    wish = linked.wish
    parts.used |= {"difference", "percent", "times", "grew", "total", "avg", "median", "range"}
    inner = next((mark.name for mark in wish.marks if mark.name in _INNER), "sum")
    if wish.both or ({m.detail for m in wish.marks if m.name == "order"} == {"ASC", "DESC"}):
        return _ends(linked, parts, measure)
    if wish.order:
        return None
    sides = _sides(linked)
    if sides is not None:
        return _of_sides(linked, parts, measure, inner, sides)
    if len(named) == 2 and not wish.has("grew"):
        return _of_columns(linked, parts, named, inner)
    return None


def _ends(linked: Linked, parts: Parts, measure: Measure) -> Query | None:
    if not measure.sql or linked.wish.deed != "difference":
        return None
    parts.used.add("order")
    value = f"max({measure.sql}) - min({measure.sql})"
    return Query(f"SELECT {value} AS value {parts.source}{parts.condition()}", "value", measure.name)


def _sides(linked: Linked) -> tuple[Condition, Condition] | None:
    """Return the two conditions that are set against each other, in the order in which the goal says them."""
    values = [one for one in linked.conditions if one.kind == "value" and not one.out]
    for one in values:
        twins = [other for other in values if other.column is one.column]
        if len(twins) == 2:
            return twins[0], twins[1]
    periods = [one for one in linked.conditions if one.kind == "period" and one.period is not None]
    if len(periods) == 2 and {one.period.kind for one in periods if one.period} <= {"days", "month", "weekday"}:
        return periods[0], periods[1]
    if len(periods) == 1 and periods[0].period is not None and periods[0].period.ends and periods[0].column is not None:
        whole = periods[0]
        assert whole.period is not None and whole.column is not None
        yearly = whole.column.kind in NUMERIC
        first, then = (
            Condition("period", end.sql(whole.column.sql, yearly=yearly), whole.at, whole.column, period=end)
            for end in whole.period.ends
        )
        return (first, then) if first.sql and then.sql else None
    return None


def _of_sides(
    linked: Linked, parts: Parts, measure: Measure, inner: str, sides: tuple[Condition, Condition]
) -> Query | None:
    wish = linked.wish
    own = {side.sql for side in sides}
    ends = {one.sql for one in linked.conditions if one.period is not None and one.period.ends}
    rest = [
        one for one in linked.conditions if one.sql not in own and one.sql not in (ends if sides[0].period else set())
    ]
    where = [one.sql if not one.out else one.sql.replace(" = ", " <> ", 1) for one in rest]
    first, then = (measure.where(inner, side.sql) for side in sides)
    base = re.search(r"\b(?:than|als|чем)\b", linked.text, re.IGNORECASE)
    if base and not wish.has("grew") and sides[0].at > base.start() and sides[0].at < sides[1].at:
        first, then = then, first  # more than Cologne did Bonn
    if wish.has("grew") and FELL.search(linked.text):
        value = f"{first} - {then}"
        if wish.deed == "percent":
            value = f"100.0 * ({value}) / nullif({first}, 0)"
        return _told(parts, where, value, measure, sides, inner)
    if wish.has("grew"):
        first, then = then, first  # from the first to the second
    elif _LESS.search(linked.text):
        first, then = then, first
        if wish.deed == "percent":
            return _told(parts, where, f"100.0 * ({first} - {then}) / nullif({first}, 0)", measure, sides, inner)
    if wish.deed == "percent":
        value = f"100.0 * ({first} - {then}) / nullif({then}, 0)"
    elif wish.deed == "times":
        value = f"1.0 * {first} / nullif({then}, 0)"
    elif re.search(r"\b(?:differences?|unterschied\w*|differenz|разниц\w+)\b", linked.text, re.IGNORECASE):
        value = f"abs({first} - {then})"
    else:
        value = f"{first} - {then}"
    return _told(parts, where, value, measure, sides, inner)


def _told(
    parts: Parts, where: list[str], value: str, measure: Measure, sides: tuple[Condition, Condition], inner: str
) -> Query:
    base = f" WHERE {' AND '.join(where)}" if where else ""
    if measure.sql and not measure.additive and inner == "sum":
        most = f"greatest({', '.join(f'count({measure.sql}) FILTER (WHERE {side.sql})' for side in sides)}) AS rows"
        return Query(f"SELECT {value} AS value, {most} {parts.source}{base}", "single", measure.name)
    return Query(f"SELECT {value} AS value {parts.source}{base}", "value", measure.name or "rows")


def _of_columns(linked: Linked, parts: Parts, named: list[Measure], inner: str) -> Query | None:
    """How many more ice creams than umbrellas."""
    one, other = named
    for measure in named:
        if measure.column is not None:
            parts.used.add(f"column {measure.column.name}")
    if (inner == "sum" and not (one.additive and other.additive)) or ROWS in named:
        return None
    first, then = one.figure(inner), other.figure(inner)
    if _LESS.search(linked.text):
        first, then = then, first
    value = f"{first} - {then}"
    if linked.wish.deed == "percent":
        value = f"100.0 * ({first} - {then}) / nullif({then}, 0)"
    elif linked.wish.deed == "times":
        value = f"1.0 * {first} / nullif({then}, 0)"
    elif re.search(r"\b(?:differences?|unterschied\w*|differenz|разниц\w+)\b", linked.text, re.IGNORECASE):
        value = f"abs({first} - {then})"
    return Query(f"SELECT {value} AS value {parts.source}{parts.condition()}", "value", f"{one.name}, {other.name}")
