"""A query: what a goal wants of a table, put together from its parts as one SELECT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from indagate.evidence.vocabulary import vocabulary
from indagate.flows.task.offline.synonym import alike
from indagate.flows.task.offline.tables.schema import NUMERIC, Column, Sheet
from indagate.flows.task.offline.word import form_of

FIGURES = {
    "avg": "avg({m})", "sum": "sum({m})", "max": "max({m})", "min": "min({m})", "median": "median({m})",
    "stddev": "stddev_samp({m})", "variance": "var_samp({m})", "range": "max({m}) - min({m})",
    "distinct": "count(DISTINCT {m})", "value": "sum({m})",
}  # fmt: skip
COUNTED = ("units", "quantity", "pieces", "menge", "stückzahl", "stück", "количество", "amount")
WORTH = (
    "revenue",
    "turnover",
    "sales",
    "takings",
    "value",
    "worth",
    "umsatz",
    "erlös",
    "wert",
    "выручка",
    "оборот",
    "стоимость",
)
_PRICED = ("price", "preis", "цена")
_INTENSIVE = vocabulary(
    """
price preis цена temp temperature temperatur температура humidity luftfeuchte feuchte влажность rate quote ставка
percent prozent процент share anteil доля average mean durchschnitt score rating note оценка рейтинг age alter возраст
per je speed geschwindigkeit скорость density dichte level pegel уровень index height höhe высота
"""
)
"""What is measured of a thing: a sum of it says nothing."""
_STOCKS = vocabulary(
    """
stock bestand запас остаток population inhabitants einwohner население members mitglieder household haushalt staff
balance saldo
"""
)
"""What is counted at a time: the sum over several times says nothing."""
Kind = Literal["value", "list", "rank", "number", "single"]


@dataclass(frozen=True, slots=True)
class Query:
    """One SELECT and how its rows are told.

    `value`: one figure; `single`: one figure, of one row only; `list`: a row per group; `rank`: the first rows of an
    order, with the label wanted; `number`: the same with the figure wanted.
    """

    sql: str
    kind: Kind
    what: str = ""
    top: int = 1


@dataclass(slots=True)
class Parts:
    """What a query is made of: the measure as SQL, conditions, and which marks of the goal it makes use of."""

    sheet: Sheet
    where: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def use(self, *names: str, column: Column | None = None) -> None:
        """Say that marks of the goal, or a column that it names, are made use of."""
        self.used |= set(names)
        if column is not None:
            self.used.add(f"column {column.name}")

    def condition(self, *more: str) -> str:
        """The WHERE clause, or nothing."""
        parts = [*self.where, *more]
        return f" WHERE {' AND '.join(parts)}" if parts else ""

    @property
    def source(self) -> str:
        """The FROM clause."""
        return f"FROM {self.sheet.sql}"


@dataclass(frozen=True, slots=True)
class Measure:
    """What is counted or added: SQL, a name for people, whether sums of it mean something; count(*) has no SQL."""

    sql: str
    name: str
    additive: bool = True
    column: Column | None = None

    def figure(self, deed: str) -> str:
        """Return the figure of it; of rows only their number."""
        if not self.sql:
            return "count(*)"
        return FIGURES["sum" if deed in ("", "count", "share", "difference", "times", "percent") else deed].format(
            m=self.sql
        )

    def where(self, deed: str, condition: str) -> str:
        """Return the figure over the rows that meet a condition."""
        figure = self.figure(deed)
        if deed == "range":
            return f"max({self.sql}) FILTER (WHERE {condition}) - min({self.sql}) FILTER (WHERE {condition})"
        return f"{figure} FILTER (WHERE {condition})"


ROWS = Measure("", "")


def measure_of(column: Column, sheet: Sheet) -> Measure:
    """Return a numeric column as a measure."""
    timed = any(c.kind in ("date", "moment") or c.grain == "year" for c in sheet.columns)
    single = (*_INTENSIVE, *_STOCKS) if timed else _INTENSIVE
    intensive = column.unit in ("°C", "°F", "%", "km/h") or any(
        form_of(word, one) for word in column.words for one in single
    )
    return Measure(column.sql, column.name, not intensive, column)


def worth(sheet: Sheet) -> Measure | None:
    """Return what rows are worth where a table has a price and a quantity."""
    found = worth_columns(sheet)
    if not found:
        return None
    count, price = found
    return Measure(f"{count.sql} * {price.sql}", f"{count.name} × {price.name}")


def worth_columns(sheet: Sheet) -> tuple[Column, ...]:
    """Return the columns of quantity and price, where a table has both."""
    price = _first(sheet, lambda c: any(form_of(w, p) for w in c.words for p in _PRICED))
    count = quantity(sheet)
    return () if price is None or count is None or price is count else (count, price)


def quantity(sheet: Sheet) -> Column | None:
    """Return the column that says how many of something a row is."""
    return _first(sheet, lambda c: any(form_of(w, p) for w in c.words for p in COUNTED))


def of_kind(sheet: Sheet, kind: str) -> Column | None:
    """Return the one numeric column of a kind: price, temperature, weight, duration, rain."""
    found = [c for c in sheet.columns if c.kind in NUMERIC and any(alike(w, kind) for w in c.words)]
    return found[0] if len(found) == 1 else None


def _first(sheet: Sheet, fits: Callable[[Column], bool]) -> Column | None:
    return next((c for c in sheet.columns if c.kind in NUMERIC and fits(c)), None)


def gaps(measure: Measure) -> str:
    """Return the columns of a SELECT that tell how many rows there were, and how many had no value."""
    return f", count(*) AS rows, count(*) - count({measure.sql}) AS without_value" if measure.sql else ""


def ranked(parts: Parts, label: str, value: str, order: str, nth: int, top: int, kind: Kind, what: str) -> Query:
    """Return the query for the n-th, or the first few, of an order; what is equal shares a rank."""
    inner = (
        f"SELECT {label} AS label, {value} AS value {parts.source}{parts.condition(f'{label} IS NOT NULL')} GROUP BY 1"
    )
    rank = f"dense_rank() OVER (ORDER BY value {order})"
    inner = f"SELECT label, value, {rank} AS place FROM ({inner}) WHERE value IS NOT NULL"
    wanted = f"place = {nth}" if top == 1 else f"place <= {top}"
    return Query(f"SELECT label, value FROM ({inner}) WHERE {wanted} ORDER BY place, label LIMIT 20", kind, what, top)
