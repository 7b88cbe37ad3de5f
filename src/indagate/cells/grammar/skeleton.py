"""What is asked, once conditions, groups and an order are taken out of a question: the forms that the grammar knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from indagate.cells.grammar.query import Condition, Difference, Dimension, Measure, Output, Query, Share
from indagate.cells.grammar.sentence import Declined, Phrases, Sides, dimension, one_date, period_condition, pinned
from indagate.cells.grammar.vocabulary import Item
from indagate.cells.table import Column

_MOST_ROWS = 1000


def queries(found: Phrases) -> tuple[Query, ...]:
    """Return the queries that the phrases may mean, mostly one. Raises `Declined`."""
    form = _form(found.signs)
    if form is None:
        signs = found.signs
        alone = [item for at, item in enumerate(found.items) if _form(signs[:at] + signs[at + 1 :])]
        raise Declined(alone or found.items)
    if found.order is not None and form is not _top:
        raise Declined((), "an order needs a number: top 5")
    if found.part and form is not _share:
        raise Declined((), "conditions after the verb belong to a share")
    return form(found)


def _form(signs: str) -> Callable[[Phrases], tuple[Query, ...]] | None:
    return next((build for pattern, build in _FORMS if re.fullmatch(pattern, signs)), None)


def _query(found: Phrases, *outputs: Output, **more: object) -> Query:
    made = Query(found.view.table.name, outputs, tuple(found.group), tuple(found.where), tuple(found.having))
    return replace(made, **more)  # type: ignore[arg-type]


def _sided(found: Phrases, *outputs: Measure, apart: bool = False) -> tuple[Query, ...]:
    """Return the query of some measures; sides are set apart by a group or by one column each."""
    for measure in outputs:
        _check(found, measure)
    sides = [side for side in found.sides if side.joiner != "|"]
    if not sides:
        if found.having and not found.group:
            raise Declined((), "a condition on an aggregate needs a group")
        return (_query(found, *outputs),)
    if len(sides) > 1 or sides[0].joiner == "t" or found.having:
        raise Declined((), "these sides cannot be set against each other")
    side = sides[0]
    apart = apart or side.joiner == "x"
    if side.column is not None:
        among = Condition(side.column, "in", tuple(str(value) for value in side.values))
        where = (*found.where, among)
        each = _query(found, *outputs, where=where, group=(Dimension(side.column), *found.group))
        return (each,) if apart else (each, _query(found, *outputs, where=where))
    if not apart or len(outputs) != 1:
        raise Declined((), "together, or each period for itself? Say: in 2023 compared with 2024")
    return (_query(found, *_both(found, side, outputs[0])),)


def _both(found: Phrases, side: Sides, measure: Measure) -> tuple[Measure, ...]:
    """Return a measure once for each side."""
    conditions = [
        Condition(side.column, "in", (str(value),)) if side.column else period_condition(found, value)
        for value in side.values
    ]
    return tuple(replace(measure, where=(condition,)) for condition in conditions)


def _check(found: Phrases, measure: Measure) -> None:
    """Raise `Declined` for a sum of what does not add up, or a rate that may be read in two ways."""
    column = measure.of
    if measure.aggregate == "sum" and isinstance(column, Column):
        if column.adds == "never":
            raise Declined((), f"{column.name} does not add up: ask for its average, highest or lowest")
        table = found.view.table
        dated = any(d.column.name == table.date and d.unit in ("", d.column.period) for d in found.group)
        if column.adds == "groups" and table.date and not dated and not one_date(found):
            raise Declined((), f"{column.name} does not add up over time: name one date, or ask for its average")
    additive = not isinstance(column, Column) or column.adds != "never"
    if found.rate and measure.aggregate in ("avg", "median", "max", "min") and additive:
        raise Declined((), "of the rows of each period, or of the totals of the periods? Say: by month, or total")


def _bare(found: Phrases, column: Column, items: list[Item], *, quantity: bool) -> tuple[Measure, ...]:
    """Return the aggregates of a measure that was named without one: its type chooses. Raises `Declined`."""
    if not found.group and not found.sides and pinned(found):
        return (Measure("", column),)
    if column.adds == "always":
        return tuple(Measure(name, column) for name in ("sum", "avg", "count"))
    if column.adds == "never" and not quantity:
        return tuple(Measure(name, column) for name in ("avg", "min", "max"))
    if quantity and column.adds == "unknown" and found.view.table.grain == "events":
        return (Measure("sum", column),)
    raise Declined(items, f"total {column.name} or average {column.name}?")


def _measured(found: Phrases) -> tuple[Query, ...]:
    """Answer "what is the average price", "compare total revenue of North and South"."""
    compare = found.items[0].sign == "L" and found.items[0].of == "compare"
    measures: tuple[Measure, ...] = next(item.of for item in found.items if item.sign == "X")
    asked = found.items[0].sign if len(found.items) > 1 else ""
    counts = all(measure.aggregate in ("count", "distinct") for measure in measures)
    if (asked == "u" and counts) or (asked == "m" and any(measure.aggregate != "sum" for measure in measures)):
        raise Declined(found.items, "the answer would be of another kind than the question asks for")
    if _more(found):
        return _difference(found)
    return _sided(found, *measures, apart=compare)


def _named(found: Phrases) -> tuple[Query, ...]:
    """Answer "what is the price of Widget", "how much revenue"."""
    item = next(item for item in found.items if item.sign == "M")
    if _more(found):
        return _difference(found)
    quantity = found.items[0].sign in "mu"
    measures = _bare(found, item.of, [item], quantity=quantity)
    if not measures[0].aggregate:
        return (_query(found, *measures, listed=True),)
    return _sided(found, *measures)


def _counted(found: Phrases) -> tuple[Query, ...]:
    """Answer "how many orders", "how often"."""
    return _difference(found) if _more(found) else _sided(found, Measure("count"))


def _distinct(found: Phrases) -> tuple[Query, ...]:
    """Answer "how many different customers", "how many countries" where each has one row."""
    column: Column = found.items[-1].of
    if column.distinct == found.view.table.rows and not column.missing:
        return _sided(found, Measure("count"))
    if found.items[1].sign != "d":
        raise Declined(found.items[-1:], f"how many different {column.name}, or how many rows?")
    return _sided(found, Measure("distinct", column))


def _days(found: Phrases) -> tuple[Query, ...]:
    """Answer "on how many days was the temperature above 20", "in how many months were there orders"."""
    item = found.items[1]
    told = any(condition.period is None for condition in found.where) or found.items[-1].sign == "N"
    if found.group or found.sides or found.having or not told:
        raise Declined([item], "days of what?")
    return (_query(found, Measure("distinct", dimension(found, item))),)


def _more(found: Phrases) -> bool:
    return found.items[0].sign in "mu" and found.items[0].of == "more"


def _difference(found: Phrases) -> tuple[Query, ...]:
    """Answer "the difference in total revenue between North and South", "how many more orders in 2024 than in 2023"."""
    items = sorted((item for item in found.items if item.sign in "XMN"), key=lambda item: item.sign == "N")
    measure = Measure("count") if items[0].sign == "N" else None
    if items[0].sign == "X":
        measure = items[0].of[0] if len(items[0].of) == 1 else None
    elif items[0].sign == "M":
        measure = _bare(found, items[0].of, items, quantity=True)[0]
    joiner = "t" if _more(found) else "&"
    fitting = [side for side in found.sides if side.joiner == joiner and len(side.values) == 2]
    if measure is None or not measure.aggregate or len(fitting) != 1 or len(found.sides) != 1 or found.having:
        raise Declined(found.items, "a difference needs two sides")
    _check(found, measure)
    one, other = _both(found, fitting[0], measure)
    return (_query(found, Difference(one, other)),)


def _share(found: Phrases) -> tuple[Query, ...]:
    """Answer "what share of orders were cancelled", "what percentage of total revenue came from Berlin"."""
    verbs = found.verbs
    subject = next(item for item in found.items if item.sign in "XMN")
    part, whole = list(found.part), list(found.where)
    if not verbs:
        part, whole = [c for c in whole if c.period is None], [c for c in whole if c.period is not None]
    if not part:
        part, whole = whole, []
    sides = [side for side in found.sides if side.joiner != "|"]
    if verbs > 1 or len(part) != 1 or sides or found.having:
        raise Declined([found.items[0], subject], "a share needs one thing that the part has: what share of … were …")
    measure = Measure("count")
    if subject.sign == "M":
        measure = Measure("sum", subject.of)
        if subject.of.adds == "unknown":
            raise Declined([subject], f"share of total {subject.of.name}?")
    elif subject.sign == "X":
        if len(subject.of) != 1 or subject.of[0].aggregate not in ("sum", "count"):
            raise Declined([subject], "only counts and totals have shares")
        measure = subject.of[0]
    _check(found, measure)
    return (_query(found, Share(replace(measure, where=tuple(part)), measure), where=tuple(whole)),)


def _limit(found: Phrases) -> int:
    numbers = [item for item in found.items if item.sign == "n"]
    if not numbers:
        return 1
    number, unit = numbers[0].of
    if unit or not number.is_integer() or not 1 <= number <= _MOST_ROWS:
        raise Declined(numbers)
    return int(number)


def _ranked(found: Phrases) -> tuple[Query, ...]:
    """Answer "which region had the highest total revenue", "the 3 cities with the most orders"."""
    rank = next(item for item in found.items if item.sign in "ZY")
    target = next((item for item in found.items if item.sign in "CNUH" and item.start < rank.start), None)
    sides = [side for side in found.sides if side.joiner == "|" and side.column is not None]
    if target is None and len(sides) == 1 and found.items[0].sign == "W":
        target = Item("C", sides[0].column, rank.start, rank.end)
        found.sides = []
    if target is None:
        if rank.sign == "Z":
            raise Declined([rank], "the highest or lowest of what?")
        column, direction, word = rank.of
        if word == "Q":
            raise Declined([rank], "the most of what?")
        return _sided(found, Measure(direction, column))
    order, direction = rank.of[0], rank.of[1]
    word = rank.of[2] if rank.sign == "Y" else ""
    return _order(found, target, order, descending=direction == "max", word=word)


def _top(found: Phrases) -> tuple[Query, ...]:
    """Answer "the top 5 products by total revenue"."""
    top = next(item for item in found.items if item.sign == "T")
    target = next(item for item in found.items if item.sign in "CNU")
    if found.order is None:
        raise Declined([top], "top by what?")
    return _order(found, target, found.order, descending=top.of == "max", word="S")


def _order(found: Phrases, target: Item, by: Measure | Column, *, descending: bool, word: str) -> tuple[Query, ...]:
    table, limit = found.view.table, _limit(found)
    if found.group or any(side.joiner != "|" for side in found.sides):
        raise Declined([target], "a rank within groups or sides")
    if isinstance(by, Measure):
        if target.sign in "NH":
            raise Declined([target], "rows have no totals or averages of their own")
        _check(found, by)
        group = (dimension(found, target),)
        return (_query(found, by, group=group, order=by, descending=descending, limit=limit),)
    if found.having:
        raise Declined([target])
    raw = Measure("", by)
    listed = _row_names(found, target)
    if listed is not None:
        return (_query(found, raw, group=listed, order=raw, descending=descending, limit=limit, listed=True),)
    if by.adds == "always" or (word == "Q" and by.adds == "unknown" and table.grain == "events"):
        total = Measure("sum", by)
        group = (dimension(found, target),)
        return (_query(found, total, group=group, order=total, descending=descending, limit=limit),)
    raise Declined([target], f"by total {by.name}, by average {by.name}, or by a single row?")


def _row_names(found: Phrases, target: Item) -> tuple[Dimension, ...] | None:
    """Return what names single rows, where the target does: the rows themselves, a key, the date of a series."""
    table = found.view.table
    if target.sign == "N":
        names = [*table.keys, *([table.date] if table.date and table.grain in ("panel", "series") else [])]
        columns = [table.column(name) for name in names] or [c for c in table.columns if c.kind != "text"]
        return tuple(Dimension(column) for column in columns)
    if target.sign in "HU":
        if found.date is None:
            raise Declined([target], f"{table.name} has no dates")
        exact = target.sign == "H" or (table.grain == "series" and target.of == (found.date.period or "day"))
        return (Dimension(found.date),) if exact else None
    column: Column = target.of
    unique = column.distinct == table.rows or (table.keys == (column.name,) and (not table.date or one_date(found)))
    return (Dimension(column),) if unique else None


def _edge(found: Phrases) -> tuple[Query, ...]:
    """Answer "when was the first order"."""
    if found.date is None:
        raise Declined(found.items, f"{found.view.table.name} has no dates")
    return _sided(found, Measure(found.items[1].of, found.date))


def _listed(found: Phrases) -> tuple[Query, ...]:
    """Answer "which orders have an amount over 500", "which customers are in Berlin", "list the regions"."""
    target = found.items[-1]
    if found.group or any(side.joiner != "|" for side in found.sides):
        raise Declined([target])
    if found.having:
        if target.sign == "N":
            raise Declined([target], "rows have no totals of their own")
        for measure, _, _ in found.having:
            _check(found, measure)
        outputs = tuple(measure for measure, _, _ in found.having)
        return (_query(found, *outputs, group=(dimension(found, target),)),)
    single = _row_names(found, target) if target.sign in "NC" else None
    if single is not None:
        if not found.where:
            raise Declined([target], "all rows?")
        measures = [c.column for c in found.where if c.column.kind == "measure"]
        return (_query(found, *(Measure("", column) for column in measures), group=single, listed=True),)
    return (_query(found, group=(dimension(found, target),), listed=True),)


_FORMS: tuple[tuple[str, Callable[[Phrases], tuple[Query, ...]]], ...] = (
    ("[WL]?Tn?[CNU]", _top),
    ("[WL]?n?[CNU][ZY]|H[ZY]|[WL]?[ZY]N?", _ranked),
    ("[WLmu]?s[NMX]", _share),
    ("[WL]?DXN?", _difference),
    ("[WLum]?XN?", _measured),
    ("[Wum]?MN?", _named),
    ("[mo]N", _counted),
    ("md?C", _distinct),
    ("mUN?", _days),
    ("HEN", _edge),
    ("[WL]n?[CUN]", _listed),
)
