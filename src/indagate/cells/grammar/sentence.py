"""The structure of a question over one table: phrases become conditions, measures, groups and ranks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from indagate.cells.grammar.calendar import BEGINNING, END, Period, begin_of, moved
from indagate.cells.grammar.query import Condition, Dimension, Measure
from indagate.cells.grammar.vocabulary import Item, View
from indagate.cells.table import Column, is_numeric
from indagate.frozen import dataclass

_ORDER = ("day", "week", "month", "quarter", "year")
_LIVING_DAYS = 31
"""Data that end no longer ago than this go on: "in May" is then the latest May."""


class Declined(Exception):
    """The words have no reading here. `items` are those that found no place, `reason` says more."""

    def __init__(self, items: Sequence[Item] = (), reason: str = "") -> None:
        super().__init__(reason)
        self.items, self.reason = tuple(items), reason


@dataclass(frozen=True, slots=True)
class Sides:
    """Values of one column, or periods, side by side, and the word between them: & | x t, or "" for a single one."""

    column: Column | None
    values: tuple[object, ...]
    joiner: str


@dataclass(slots=True)
class Phrases:
    """The phrases of a question: what is left after conditions, groups and an order were taken out is the skeleton."""

    view: View
    date: Column | None
    items: list[Item]
    where: list[Condition] = field(default_factory=list)
    sides: list[Sides] = field(default_factory=list)
    having: list[tuple[Measure, str, tuple[float, ...]]] = field(default_factory=list)
    group: list[Dimension] = field(default_factory=list)
    order: Measure | Column | None = None
    rate: bool = False
    """Whether a group was asked for as a rate: per month, monthly."""
    part: list[Condition] = field(default_factory=list)
    """Conditions after the verb of a share."""
    verbs: int = 0
    """Verbs after the word of a share."""
    taken: list[Item] = field(default_factory=list)
    """Conditions, sides and groups that were taken out."""

    @property
    def signs(self) -> str:
        """The signs of the items, for patterns."""
        return "".join(item.sign for item in self.items)

    def merge(self, pattern: str, build: Callable[[list[Item]], Item | None]) -> None:
        """Put one item in the place of each run of items that a pattern matches, unless `build` returns None."""
        at = 0
        while (match := re.compile(pattern).search(self.signs, at)) is not None:
            made = build(self.items[match.start() : match.end()])
            at = match.start() + 1
            if made is not None:
                self.items[match.start() : match.end()] = [made]


def phrases(view: View, items: Sequence[Item], date: Column | None) -> Phrases:
    """Return the phrases of a question, dates being those of a column. Raises `Declined`."""
    found = Phrases(view, date, list(items))
    if refused := [item for item in items if item.sign == "?"]:
        raise Declined(refused, "this asks for what is no number, value or day")
    if "s" not in found.signs:
        found.items = [item for item in found.items if item.sign != "v"]
    if "D" in found.signs:
        found.items = [item for item in found.items if item.sign != "w"]
    _conditions(found)
    _groups(found)
    _filters(found)
    _collect(found)
    _measures(found)
    return found


def dimension(found: Phrases, item: Item) -> Dimension:
    """Return what a word groups by. Raises `Declined` where the dates are too coarse for it."""
    if item.sign != "U":
        return Dimension(item.of)
    if found.date is None:
        raise Declined([item], f"{found.view.table.name} has no dates")
    period = found.date.period or "day"
    if _ORDER.index("day" if item.of == "weekday" else item.of) < _ORDER.index(period):
        raise Declined([item], f"{found.date.name} is by {period}")
    return Dimension(found.date, item.of)


def pinned(found: Phrases) -> bool:
    """Whether the conditions leave one row at most."""
    table = found.view.table
    single = {c.column.name for c in found.where if c.operator == "in" and len(c.values) == 1}
    if any(table.column(name).distinct == table.rows for name in single):
        return True
    dated = table.grain in ("panel", "series")
    if dated and not one_date(found):
        return False
    return set(table.keys) <= single and (dated or bool(table.keys))


def one_date(found: Phrases) -> bool:
    """Whether the conditions leave one date of the table."""
    dates = [c for c in found.where if c.period is not None and c.column.name == found.view.table.date]
    return any(c.period and (c.period.unit == "day" or c.period.unit == c.column.period) for c in dates)


def _spanned(sign: str, of: object, items: Sequence[Item]) -> Item:
    return Item(sign, of, items[0].start, items[-1].end)


def _conditions(found: Phrases) -> None:
    def numbers(items: list[Item], column: Column) -> tuple[float, ...] | None:
        taken = [item.of for item in items if item.sign == "n"]
        units = {unit for _, unit in taken if unit}
        return tuple(n for n, _ in taken) if units <= {str(column.unit).lower()} else None

    def compared(items: list[Item]) -> Item | None:
        column = next(item.of for item in items if item.sign == "M")
        aggregate = next((item.of for item in items if item.sign == "A"), "")
        operator = next((item.of for item in items if item.sign == "c"), "between")
        values = numbers(items, column)
        if values is None or (operator == "between" and (aggregate or values[0] > values[1])):
            return None
        if aggregate:
            _may_add(found, column, aggregate, items)
            return _spanned("O", (Measure(aggregate, column), operator, values), items)
        return _spanned("O", Condition(column, operator, values), items)

    def counted(items: list[Item]) -> Item | None:
        number, unit = items[1].of
        return None if unit else _spanned("O", (Measure("count"), items[0].of, (number,)), items)

    def equal(items: list[Item]) -> Item | None:
        column, (number, unit) = (items[0].of, items[1].of) if items[0].sign == "C" else (items[1].of, items[0].of)
        known = is_numeric(column.type) and number in found.view.values.get(column.name, ())
        return _spanned("O", Condition(column, "in", (number,)), items) if known and not unit else None

    found.merge("A?Mwn&n", compared)
    found.merge("A?Mcn", compared)
    found.merge("cnM", compared)
    found.merge("cnN", counted)
    found.merge("Cn", equal)
    found.merge("(?<![WLT])nC", equal)


def _may_add(found: Phrases, column: Column, aggregate: str, items: Sequence[Item]) -> None:
    """Raise `Declined` for a sum of what is known not to add up."""
    if aggregate == "sum" and column.adds == "never":
        raise Declined(items, f"{column.name} does not add up: ask for its average, highest or lowest")


def _measures(found: Phrases) -> None:
    def measure(items: list[Item]) -> Item:
        return _spanned("X", (Measure(items[0].of, items[1].of),), items)

    def count(items: list[Item]) -> Item:
        if items[-1].sign == "N":
            return _spanned("X", (Measure("count"),), items)
        return _spanned("X", (_distinct(found, items[-1].of),), items)

    def rank(items: list[Item]) -> Item | None:
        if items[1].sign == "X":
            return _spanned("Z", (items[1].of[0], items[0].of), items) if len(items[1].of) == 1 else None
        if items[1].sign == "N":
            return _spanned("Z", (Measure("count"), items[0].of), items)
        return _spanned("Y", (items[1].of, items[0].of, items[0].sign), items)

    def both(items: list[Item]) -> Item | None:
        apart = any(items[0].end <= item.start < items[2].start for item in found.taken)
        return None if apart else _spanned("X", items[0].of + items[2].of, items)

    def order(items: list[Item]) -> Item | None:
        payload = items[1].of[0] if items[1].sign == "X" else items[1].of
        return _spanned("B", payload, items) if "T" in found.signs else None

    found.merge("AM", measure)
    found.merge("KN", count)
    found.merge("Kd?C", count)
    found.merge("[SQ]X", rank)
    found.merge("QN", rank)
    found.merge("[SQ]M", rank)
    found.merge("X&X", both)
    found.merge("bX|bM", order)
    for item in [item for item in found.items if item.sign == "B"]:
        found.order = item.of
        found.items.remove(item)


def _distinct(found: Phrases, column: Column) -> Measure:
    unique = column.distinct == found.view.table.rows and not column.missing
    return Measure("count") if unique else Measure("distinct", column)


def _groups(found: Phrases) -> None:
    def group(items: list[Item]) -> Item:
        dimensions = tuple(dimension(found, item) for item in items if item.sign in "CFU")
        found.rate = found.rate or (items[0].sign == "p" and any(one.unit for one in dimensions))
        return _spanned("G", dimensions, items)

    def unit(items: list[Item]) -> Item:
        found.rate = True
        return _spanned("G", (dimension(found, replace(items[0], sign="U")),), items)

    found.merge("[bpe][CFU](?:&b?[CFU])*", group)
    found.merge("J", unit)


def _filters(found: Phrases) -> None:
    def same(items: list[Item]) -> Item | None:
        value, column = sorted(items, key=lambda item: item.sign == "C")
        return _spanned("V", value.of, items) if value.of[0] == column.of else None

    def sides(items: list[Item]) -> Item | None:
        joiners = {item.sign for item in items[1::2]} - {","}
        columns = {item.of[0].name for item in items[::2] if item.sign == "V"}
        if len(columns) > 1 or len(joiners) > 1 or (len(items) > 1 and not joiners):
            return None
        column = items[0].of[0] if columns else None
        values = tuple(item.of[1] if columns else item.of for item in items[::2])
        return _spanned("l", Sides(column, values, next(iter(joiners), "")), items)

    def dated(items: list[Item]) -> Item | None:
        if items[0].of.kind != "date":
            return None
        return _spanned("O", _period(found, items[0].of, items[1].of, items[1]), items)

    found.merge("(?<![mWdKLnT])CV", same)
    found.merge("VC", same)
    found.merge("bV", lambda items: _spanned("V", items[1].of, items))
    found.items = [
        item for at, item in enumerate(found.items)
        if not (item.sign in "&" and found.signs[at - 1 : at] == "," and at)  # ", and" is one joint
    ]  # fmt: skip
    found.merge("CP", dated)
    found.merge("V(?:[,&|xt]V)*", sides)
    found.merge("P(?:[&|xt]P)*", sides)
    found.merge("F", lambda items: _spanned("O", Condition(items[0].of, "true"), items))
    joined = "(?<=[lOG])[&,](?=[lOG])|,"
    found.items = [item for at, item in enumerate(found.items) if not re.compile(joined).match(found.signs, at)]


def _collect(found: Phrases) -> None:
    """Take conditions, sides, groups and the order out; what follows the verb of a share is its part."""
    rest: list[Item] = []
    split = re.search("(?<=s).*?(v+)", found.signs)
    found.verbs = len(re.findall("v+", found.signs.partition("s")[2]))
    for at, item in enumerate(found.items):
        after = split is not None and at >= split.end()
        if item.sign in "OlG":
            found.taken.append(item)
        if item.sign == "O" and isinstance(item.of, tuple):
            found.having.append(item.of)
        elif item.sign == "O":
            (found.part if after and item.of.period is None else found.where).append(item.of)
        elif item.sign == "l" and (not item.of.joiner or (item.of.joiner == "|" and item.of.column)):
            for condition in _single(found, item):
                (found.part if after and condition.period is None else found.where).append(condition)
                if item.of.joiner:
                    found.sides.append(item.of)
        elif item.sign == "l":
            found.sides.append(item.of)
        elif item.sign == "G":
            found.group += item.of
        elif item.sign != "v":
            rest.append(item)
    found.items = rest
    for condition in [*found.where, *found.part]:
        others = [c for c in [*found.where, *found.part] if c.column == condition.column and c is not condition]
        if condition.operator in ("in", "period") and others:
            raise Declined((), f"there are two conditions on {condition.column.name}")


def _single(found: Phrases, item: Item) -> list[Condition]:
    sides: Sides = item.of
    if sides.column is not None:
        return [Condition(sides.column, "in", tuple(str(value) for value in sides.values))]
    if found.date is None:
        raise Declined([item], f"{found.view.table.name} has no dates")
    period = sides.values[0]
    assert isinstance(period, Period)
    return [_period(found, found.date, period, item)]


def period_condition(found: Phrases, period: object) -> Condition:
    """Return a period as a condition. Raises `Declined`."""
    if found.date is None or not isinstance(period, Period):
        raise Declined((), f"{found.view.table.name} has no dates")
    return _period(found, found.date, period, None)


def _period(found: Phrases, column: Column, period: Period, item: Item | None) -> Condition:
    """Return the condition of a period. Raises `Declined` where dates are too coarse, or the year cannot be known."""
    where = [item] if item is not None else []
    unit = "year" if is_numeric(column.type) else column.period
    if unit and unit != "day":
        whole = begin_of(period.first, unit) == period.first if period.first != BEGINNING else True
        if period.last != END:
            whole = whole and moved(begin_of(period.last, unit), 1, unit).toordinal() == period.last.toordinal() + 1
        if not whole:
            raise Declined(where, f"{column.name} is by {unit}")
    _check_span(found.view, column, period, where)
    return Condition(column, "period", (), period)


def _check_span(view: View, column: Column, period: Period, where: Sequence[Item]) -> None:
    """Raise `Declined` for a period without data, or one of a year that was not named and may be another."""
    if view.first is None or view.last is None or column.name != view.table.date:
        return
    if period.last < view.first or period.first > view.last:
        raise Declined(where, f"{column.name} goes from {view.first} to {view.last}")
    seen = period.first if period.first != BEGINNING else period.last
    months = [(year, seen.month) for year in range(view.first.year, view.last.year + 1)]
    span = (view.first.year, view.first.month), (view.last.year, view.last.month)
    living = view.today is not None and (view.today - view.last).days <= _LIVING_DAYS
    if period.yearless and not living and sum(span[0] <= month <= span[1] for month in months) > 1:
        raise Declined(where, f"of which year: {column.name} goes from {view.first} to {view.last}")
