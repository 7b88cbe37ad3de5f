"""A query as the grammar builds it: one structure that is written as SQL and said back in words."""

from __future__ import annotations

from datetime import date, timedelta

from indagate.cells.grammar.calendar import BEGINNING, END, Period
from indagate.cells.name import literal, quoted
from indagate.cells.table import Column, Value, is_numeric
from indagate.frozen import dataclass

_AGGREGATES = {"sum": "total", "avg": "average", "median": "median", "max": "highest", "min": "lowest"}
_OPERATORS = {"=": "is", ">": "is over", ">=": "is at least", "<": "is under", "<=": "is at most"}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a column: `in` some values, a comparison or `between` two numbers, `period` or `true`."""

    column: Column
    operator: str
    values: tuple[Value, ...] = ()
    period: Period | None = None

    def sql(self) -> str:
        """Return it as SQL."""
        name = quoted(self.column.name)
        if self.period is not None:
            return _period_sql(name, self.column, self.period)
        texts = [literal(value) if isinstance(value, str) else _number(value) for value in self.values]
        if self.operator == "true":
            return f"{name} = TRUE"
        if self.operator == "between":
            return f"{name} BETWEEN {texts[0]} AND {texts[1]}"
        if self.operator == "in":
            return f"{name} = {texts[0]}" if len(texts) == 1 else f"{name} IN ({', '.join(texts)})"
        return f"{name} {self.operator} {texts[0]}"

    def say(self) -> str:
        """Return it in words."""
        if self.period is not None:
            return f"{spoken(self.column)} {say_period(self.period)}"
        if self.operator == "true":
            return f"{spoken(self.column)} is true"
        texts = [value if isinstance(value, str) else _number(value) for value in self.values]
        unit = f" {self.column.unit}" if self.column.unit and self.operator != "in" else ""
        if self.operator == "between":
            return f"{spoken(self.column)} is between {texts[0]} and {texts[1]}{unit}"
        if self.operator == "in":
            return f"{spoken(self.column)} is {' or '.join(texts)}"
        return f"{spoken(self.column)} {_OPERATORS[self.operator]} {texts[0]}{unit}"


@dataclass(frozen=True, slots=True)
class Dimension:
    """What rows are grouped by or listed by: a column, or a unit of the calendar of a column of dates."""

    column: Column
    unit: str = ""

    def sql(self) -> str:
        """Return it as SQL."""
        name = quoted(self.column.name)
        if not self.unit or is_numeric(self.column.type) or self.unit == self.column.period:
            return name
        return f"dayname({name})" if self.unit == "weekday" else f"date_trunc('{self.unit}', {name})"

    def say(self) -> str:
        """Return it in words."""
        return self.unit or spoken(self.column)


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate of a column over the rows that meet `where`.

    `count` without a column counts rows, `distinct` counts values or, of a dimension, days or months; "" is the value.
    """

    aggregate: str
    of: Column | Dimension | None = None
    where: tuple[Condition, ...] = ()

    def sql(self) -> str:
        """Return it as SQL."""
        inner = self.of.sql() if isinstance(self.of, Dimension) else quoted(self.of.name) if self.of else "*"
        if not self.aggregate:
            return inner
        call = f"count(DISTINCT {inner})" if self.aggregate == "distinct" else f"{self.aggregate}({inner})"
        return call + (f" FILTER (WHERE {_all(self.where)})" if self.where else "")

    def say(self) -> str:
        """Return it in words, without its conditions."""
        if self.of is None:
            return "number of rows"
        name = self.of.say() if isinstance(self.of, Dimension) else spoken(self.of)
        if self.aggregate == "distinct":
            return f"number of different {name}s" if isinstance(self.of, Dimension) else f"number of different {name}"
        if self.aggregate == "count":
            return f"number of rows with {name}"
        return f"{_AGGREGATES[self.aggregate]} {name}" if self.aggregate else name


@dataclass(frozen=True, slots=True)
class Share:
    """What part of a measure meets further conditions, in percent."""

    part: Measure
    whole: Measure

    def sql(self) -> str:
        """Return it as SQL."""
        return f"100.0 * {self.part.sql()} / {self.whole.sql()}"

    def say(self) -> str:
        """Return it in words."""
        return f"share in percent of {self.whole.say()} where {_said(self.part.where)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """One side minus the other."""

    one: Measure
    other: Measure

    def sql(self) -> str:
        """Return it as SQL."""
        return f"{self.one.sql()} - {self.other.sql()}"

    def say(self) -> str:
        """Return it in words."""
        return f"{self.one.say()} where {_said(self.one.where)} minus that where {_said(self.other.where)}"


Output = Measure | Share | Difference


@dataclass(frozen=True, slots=True)
class Query:
    """One SELECT. `group` comes first in its columns; with `listed` rows are not aggregated but told, each once."""

    table: str
    outputs: tuple[Output, ...]
    group: tuple[Dimension, ...] = ()
    where: tuple[Condition, ...] = ()
    having: tuple[tuple[Measure, str, tuple[float, ...]], ...] = ()
    order: Measure | None = None
    descending: bool = True
    limit: int = 0
    listed: bool = False

    def sql(self) -> str:
        """Return it as SQL."""
        dimensions = [dimension.sql() for dimension in self.group]
        plain = self.listed and not self.order
        text = "SELECT " + ("DISTINCT " if plain else "")
        text += ", ".join(dict.fromkeys([*dimensions, *(output.sql() for output in self.outputs)]))
        text += f" FROM {quoted(self.table)}"
        if self.where:
            text += f" WHERE {_all(self.where)}"
        if dimensions and not self.listed:
            text += f" GROUP BY {', '.join(dimensions)}"
        if self.having:
            text += " HAVING " + " AND ".join(_having(*condition) for condition in self.having)
        if self.order is not None:
            keys = [f"{self.order.sql()} {'DESC' if self.descending else 'ASC'} NULLS LAST", *dimensions]
            text += f" ORDER BY {', '.join(keys)}"
        elif dimensions:
            text += f" ORDER BY {', '.join(dimensions)}"
        return text + (f" LIMIT {self.limit}" if self.limit else "")

    def say(self) -> str:
        """Return it in words."""
        shown = [_output(output) for output in self.outputs if output != self.order or not self.group or not self.limit]
        listed = ", ".join(dimension.say() for dimension in self.group)
        if self.order is not None and self.limit:
            rank = "highest" if self.descending else "lowest"
            many = f"the {self.limit} rows" if self.limit > 1 else "the row"
            if not self.listed:
                many = f"the {self.limit} groups by {listed}" if self.limit > 1 else f"the {listed}"
            text = f"{many} with the {rank} {self.order.say()}"
        elif self.listed:
            text = ", ".join([listed, *shown] if listed else shown)
        else:
            text = ", ".join(shown) + (f" by {listed}" if listed else "")
        text += f", in {self.table}"
        conditions = [condition.say() for condition in self.where]
        conditions += [f"{m.say()} {_OPERATORS[op]} {_number(values[0])}" for m, op, values in self.having]
        return text + (f", where {' and '.join(conditions)}" if conditions else "")


def spoken(column: Column) -> str:
    """Return the name of a column as a person says it."""
    return (column.title or column.name).replace("_", " ").strip()


def say_period(period: Period) -> str:
    """Return a period in words: its days, or its month or year."""
    first, last = period.first, period.last
    if period.unit == "year":
        return f"in {first.year}"
    if period.unit == "month":
        return f"in {first:%B %Y}"
    if period.unit == "day":
        return f"on {first}"
    if period.first == BEGINNING:
        return f"until {last}"
    return f"since {first}" if last == END else f"from {first} to {last}"


def _period_sql(name: str, column: Column, period: Period) -> str:
    bounds = []
    if is_numeric(column.type):
        bounds += [f"{name} >= {period.first.year}"] if period.first != BEGINNING else []
        bounds += [f"{name} <= {period.last.year}"] if period.last != END else []
    else:
        bounds += [f"{name} >= DATE '{period.first}'"] if period.first != BEGINNING else []
        bounds += [f"{name} < DATE '{_next(period.last)}'"] if period.last != END else []
    return " AND ".join(bounds)


def _output(output: Output) -> str:
    if isinstance(output, Measure) and output.where:
        return f"{output.say()} where {_said(output.where)}"
    return output.say()


def _next(day: date) -> date:
    return day + timedelta(1)


def _having(measure: Measure, operator: str, values: tuple[float, ...]) -> str:
    return f"{measure.sql()} {operator} {_number(values[0])}"


def _all(conditions: tuple[Condition, ...]) -> str:
    return " AND ".join(condition.sql() for condition in conditions)


def _said(conditions: tuple[Condition, ...]) -> str:
    return " and ".join(condition.say() for condition in conditions)


def _number(value: object) -> str:
    number = float(str(value))
    return str(int(number)) if number.is_integer() else repr(number)
