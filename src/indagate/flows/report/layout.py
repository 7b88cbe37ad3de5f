"""How a table is laid out: which column is its time, which names its groups, which ones measure something."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.flows.report.files import Language
from indagate.flows.report.synonym import alike
from indagate.tools.tables.name import quoted
from indagate.tools.tables.table import Catalog, Column, Table

_ADDITIVE = re.compile(
    r"sales|revenue|turnover|amount|count|total|volume|quantity|units|deaths|births|cases|visits|visitors|orders|cost|"
    r"spend|expense|income|profit|production|output|consumption|emission|export|import|passengers|rain|precipitation|"
    r"twh|gwh|mwh|kwh|generation|выработк|генерац|выручк|продаж|оборот|сумм|объ[её]м|количеств|числ|заказ|затрат|расход|доход|прибыл|производств|"
    r"потреблени|выброс|экспорт|импорт|посещ|осадк|umsatz|menge|anzahl|kosten|absatz|erlös|gewinn|people|pop\b|"
    r"population|населени|einwohner|employees|capacity|мощност",
    re.I,
)
_STOCK = re.compile(
    r"population|\bpop\b|people|stock\b|balance|capacity|employees|debt|assets|населени|численност|запас|остат|долг|"
    r"актив|мощност|einwohner|bestand|schulden",
    re.I,
)
_RATE = re.compile(
    r"rates?\b|\bratio|share|percent|pct|price|index|avg|average|mean|temp|expect|per\b|speed|score|level|age\b|median|norm|"
    r"ставк|дол[яи]|цен[аы]|индекс|средн|температур|уров|возраст|балл|курс|preis|anteil|quote|durchschnitt",
    re.I,
)
_NO_MEASURE = re.compile(
    r"(^|[\s_.])(id|code|zip|lat|lon|lng|latitude|longitude|index|rank|row|no|nr|key|fips|year|month|day|week|код|номер|"
    r"индекс|широта|долгота|год|месяц)($|[\s_.])",
    re.I,
)
_MONEY = frozenset(["$", "€", "£", "¥", "₽", "USD", "EUR", "GBP", "RUB", "руб", "руб."])
_YEAR = re.compile(r"^(1[89]|20)\d{2}$")
MOST_GROUPS = 300


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of numbers: its name in SQL, its title, unit, heading, and whether it may be summed up over groups.

    A `stock` is counted at a moment, so that it is not summed up over time.
    """

    name: str
    title: str
    unit: str
    heading: str
    additive: bool
    stock: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as an analyst sees it. `source` is what queries select from, `times` how many different times it has."""

    table: str
    title: str
    file: str
    rows: int
    source: str
    measures: tuple[Measure, ...]
    time: str = ""
    time_title: str = ""
    time_heading: str = ""
    grain: str = ""
    times: int = 0
    groups: tuple[Group, ...] = ()

    @property
    def one_row_a_time(self) -> bool:
        """Whether it is a plain series: each time has one row."""
        return bool(self.time) and self.times >= 0.98 * self.rows

    @property
    def panel(self) -> Group | None:
        """The column whose groups have a row for each time, if the table is of that form."""
        if not self.time or self.one_row_a_time:
            return None
        fitting = [group for group in self.groups if 0.5 <= self.rows / (self.times * group.count) <= 2]
        return max(fitting, key=lambda group: group.count) if fitting else None

    def measure(self, name: str) -> Measure:
        """Return the measure of this name. Raises `KeyError`."""
        for one in self.measures:
            if one.name == name:
                return one
        raise KeyError(name)

    def combined(self, measure: Measure) -> str:
        """Return the SQL that unites a measure's values of one time."""
        return f"{'sum' if measure.additive and self.panel else 'avg'}({quoted(measure.name)})"


@dataclass(frozen=True, slots=True)
class Group:
    """A column of names that divides the rows into groups."""

    name: str
    title: str
    heading: str
    count: int


def layouts(catalog: Catalog) -> tuple[Layout, ...]:
    """Return the layouts of all tables from which something can be told: two rows and a column that measures."""
    return tuple(found for table in catalog.tables if table.rows > 1 and (found := layout(table)).measures)


def layout(table: Table) -> Layout:
    """Return how a table is laid out; one whose columns are years is turned so that each year has a row."""
    years = [column for column in table.columns if _YEAR.match(column.title) and column.kind in ("number", "integer")]
    if len(years) >= 3:
        return _turned(table, years)
    time = _time(table)
    groups = tuple(
        Group(column.name, column.title, column.heading, column.distinct)
        for column in table.columns
        if column.kind in ("text", "boolean") and 1 < column.distinct <= MOST_GROUPS
    )
    measures = tuple(_measure(column) for column in table.columns if _measures(column, table, time))
    return Layout(
        table.name, table.title, table.file, table.rows, quoted(table.name), measures,
        time.name if time else "", time.title if time else "", time.heading if time else "",
        (time.grain or "day") if time else "", time.distinct if time else 0, groups,
    )  # fmt: skip


def _turned(table: Table, years: list[Column]) -> Layout:
    names = [column for column in table.columns if column.kind == "text"]
    listed = ", ".join(quoted(column.name) for column in years)
    kept = ", ".join(quoted(column.name) for column in names)
    cast = ", ".join(f"CAST({quoted(column.name)} AS DOUBLE) AS {quoted(column.name)}" for column in years)
    source = (
        f"(SELECT {kept + ', ' if kept else ''}CAST(regexp_extract(period, '[0-9]+') AS INTEGER) AS year, value "
        f"FROM (UNPIVOT (SELECT {kept + ', ' if kept else ''}{cast} "
        f"FROM {quoted(table.name)}) ON {listed} INTO NAME period VALUE value))"
    )
    groups = tuple(Group(c.name, c.title, c.heading, c.distinct) for c in names if 1 < c.distinct <= MOST_GROUPS)
    unit = years[0].unit
    measure = Measure(
        "value", table.title, unit, "value", _is_additive(table.title, unit), bool(_STOCK.search(table.title))
    )
    return Layout(
        table.name, table.title, table.file, table.rows * len(years), source, (measure,), "year", "year", "year",
        "year", len(years), groups,
    )  # fmt: skip


def _time(table: Table) -> Column | None:
    """Return the column of a table's times: the first of dates, else of years."""
    dated = [column for column in table.columns if column.kind in ("date", "moment") and column.distinct > 1]
    years = [
        column
        for column in table.columns
        if column.kind == "integer" and column.grain == "year" and column.distinct > 1
    ]
    return next(iter(dated or years), None)


def _measures(column: Column, table: Table, time: Column | None) -> bool:
    if column.kind not in ("number", "integer") or column.grain == "year" or column is time or column.distinct < 2:
        return False
    if _NO_MEASURE.search(column.title) and not column.unit:
        return False
    counted = column.kind == "integer" and column.distinct >= 0.98 * table.rows and table.rows > 20 and not column.nulls
    return not (counted and table.columns.index(column) == 0)


def _measure(column: Column) -> Measure:
    additive = _is_additive(column.title, column.unit)
    return Measure(
        column.name,
        column.title.replace("_", " "),
        column.unit,
        column.heading,
        additive,
        additive and bool(_STOCK.search(column.title)),
    )


def _is_additive(title: str, unit: str) -> bool:
    if unit in ("%", "‰", "°C", "°F") or _RATE.search(title):
        return False
    return bool(_ADDITIVE.search(title)) or unit in _MONEY or bool(_ADDITIVE.search(unit))


def relevance(text: str, query: str) -> float:
    """Return how much of a text's words a query names, by their stems: 0 to 1."""
    from indagate.evidence.word import STOPS, stem, words

    asked = {stem(word.text) for word in words(query) if word.text.casefold() not in STOPS}
    told = [stem(word.text) for word in words(text.replace("_", " ")) if word.text.casefold() not in STOPS]
    named = sum(word in asked for word in told) / len(told) if told else 0.0
    return max(named, 0.8) if alike(text, query) else named


def titled(measure: Measure, group: str, language: Language) -> str:
    """Return what a series is called: the measure, and of which group."""
    return f"{measure.title}, {group}" if group else measure.title
