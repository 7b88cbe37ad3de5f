"""How a table is laid out: which column is its time, which names its groups, which ones measure something."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indagate.cells.name import quoted
from indagate.flows.report.files import Language, Scale
from indagate.flows.report.naming import spoken
from indagate.flows.report.scale import is_additive, is_stock, named_interval, scale_of
from indagate.flows.report.synonym import alike, called_in
from indagate.flows.report.wide import Joined, Turned, joined, turned
from indagate.flows.report.wish import COUNTED, wish_of
from indagate.tools.tables.table import Catalog, Column, Table

_NO_MEASURE = re.compile(
    r"(^|[\s_.])(id|code|zip|lat|lon|lng|latitude|longitude|rank|row|no|nr|key|fips|year|month|day|week|код|номер|"
    r"широта|долгота|год|месяц)($|[\s_.])|^(index|индекс)$",
    re.I,
)
_PER = re.compile(r"\b(per|a|в)[\s_]\w+$", re.I)
_NAMELESS = frozenset(["value", "val", "values", "obs value", "observation", "значение", "показатель", "wert"])
_CODED = re.compile(
    r"(^|[\s_])(class|type|kind|category|cluster|target|label|species|segment|cultivar|cylinders|"
    r"класс|тип|вид|категория|группа|кластер|сорт)($|[\s_])",
    re.I,
)
"""Headings of numbers that stand for kinds."""
_PEOPLE = re.compile(r"population|(^|[\s_])pop($|[\s_])|inhabitants|people|населени|численност|einwohner", re.I)
"""Headings of how many people there are."""
MOST_GROUPS = 300
FEW = 8
"""How many groups a reader takes in best."""
CODES = 12
"""Kinds up to which numbers may stand for them."""
NAMED = 0.5
"""Which share of a name's words a query must hold to name it."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of numbers: its name in SQL, its title, unit, heading, and whether it may be summed up over groups.

    A `stock` is counted at a moment, so that it is not summed up over time. `scale` says how its changes are told. What
    is `counted` is no column: each row is one.
    """

    name: str
    title: str
    unit: str
    heading: str
    additive: bool
    stock: bool
    scale: Scale = "ratio"
    counted: bool = False

    @property
    def sql(self) -> str:
        """What is summed up or averaged in SQL: the column, or one for each row that is counted."""
        return "1" if self.counted else quoted(self.name)


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

    def latest(self, measure: Measure) -> bool:
        """Whether groups are compared by a measure's last values: of a stock, and of what has one a year and group."""
        yearly = self.panel is not None and self.grain == "year" and not measure.additive
        return bool(self.time) and (measure.stock or yearly)

    def combined(self, measure: Measure) -> str:
        """Return the SQL that unites a measure's values of one time."""
        if weight := self.weight(measure):
            people = f"sum({weight.sql}) FILTER ({measure.sql} IS NOT NULL)"
            return f"sum({measure.sql} * {weight.sql}) / nullif({people}, 0)"
        return f"{'sum' if measure.additive and self.panel else 'avg'}({measure.sql})"

    def weight(self, measure: Measure) -> Measure | None:
        """Return by how many people a measure of groups of them is weighted in their mean, if the table says that."""
        if self.panel is None or measure.additive or measure.counted:
            return None
        return next((one for one in self.measures if one.stock and _PEOPLE.search(one.heading)), None)

    def dividing(self, query: str) -> tuple[Group, ...]:
        """Return the groups worth comparing, those that the query names first, then of few names before many.

        What labels the times of a plain series divides nothing, unless the query names it.
        """
        near = {group.name: relevance(group.title, query) for group in self.groups}
        known = [one for one in self.groups if not self.one_row_a_time or near[one.name] >= NAMED]
        panel = self.panel
        return tuple(
            sorted(known, key=lambda one: (near[one.name] < NAMED, one is not panel, abs(one.count - FEW), one.name))
        )


@dataclass(frozen=True, slots=True)
class Group:
    """A column of names that divides the rows into groups."""

    name: str
    title: str
    heading: str
    count: int


def layouts(catalog: Catalog, language: Language = "en", query: str = "") -> tuple[Layout, ...]:
    """Return the layouts of all tables from which something can be told: two rows and a column that measures."""
    found = (_counting(layout(table, language, query), language, query) for table in catalog.tables if table.rows > 1)
    return tuple(_called(one, query) for one in found if one.measures)


def _called(look: Layout, query: str) -> Layout:
    """Return a layout whose measures of one terse word are called as the query calls them too."""
    titles = ((one, called_in(one.title, query)) for one in look.measures)
    measures = tuple(replace(one, title=f"{one.title} ({other})") if other else one for one, other in titles)
    return look if measures == look.measures else replace(look, measures=measures)


def _counting(look: Layout, language: Language, query: str) -> Layout:
    """Return a layout whose rows are counted by group, where nothing else is measured or the query asks how many."""
    divided = any(2 * group.count <= look.rows for group in look.groups)
    asked = relevance(look.title, wish_of(query).counted) >= NAMED
    if not divided or (look.measures and not asked):
        return look
    title = "число строк" if language == "ru" else f"number of {_rows_called(look.title)}"
    measure = Measure("counted_rows", title, "", COUNTED, additive=True, stock=False, counted=True)
    return replace(look, measures=(measure, *look.measures))


def _rows_called(title: str) -> str:
    """Return what the rows of a table are called in English: its title, if that is a plain plural."""
    plain = spoken(title, "en")
    return plain if re.fullmatch(r"[a-z]+(?<!s)s", plain) else f"rows in {title}"


def layout(table: Table, language: Language = "en", query: str = "") -> Layout:
    """Return how a table is laid out; one whose columns are times is turned so that each time has a row.

    What such a one measures no heading says, so that its scale is told from its name, or from the query.
    """
    if found := turned(table):
        return _turned(table, found, language, query)
    if (pair := joined(table)) and (made := _joined(table, pair, language)).measures:
        return made
    time = _time(table)
    measures = tuple(_measure(column, language) for column in table.columns if _measures(column, table, time))
    measures = _named_after(table, measures, language)
    return Layout(
        table.name, table.title, table.file, table.rows, quoted(table.name), _told_apart(measures),
        time.name if time else "", spoken(time.title, language) if time else "", time.heading if time else "",
        (time.grain or "day") if time else "", time.distinct if time else 0,
        (*_groups(table.columns, language), *_coded(table, language)),
    )  # fmt: skip


def _joined(table: Table, pair: Joined, language: Language) -> Layout:
    """Return the layout of a table whose times stand in two columns."""
    columns = [column for column in table.columns if column.name not in pair.spent]
    measures = tuple(_measure(column, language) for column in columns if _measures(column, table, None))
    measures = _named_after(table, measures, language)
    year, part = (table.column(name) for name in pair.spent)
    times = min(table.rows, year.distinct * part.distinct)
    return Layout(
        table.name, table.title, table.file, table.rows, pair.source, _told_apart(measures), pair.time,
        spoken(part.title, language), part.heading, pair.grain, times, _groups(columns, language),
    )  # fmt: skip


def _turned(table: Table, found: Turned, language: Language, query: str) -> Layout:
    """Return the layout of a table with a column for each time, turned; what it measures is called like the table."""
    title, unit = table.title, found.unit
    additive = is_additive(title, unit)
    scale = "interval" if named_interval(query) else scale_of(title, unit)
    stock = additive and is_stock(title)
    measure = Measure("value", spoken(title, language), unit, "value", additive, stock, scale)
    return Layout(
        table.name, title, table.file, found.rows, found.source, (measure,), "time", spoken(found.time, language),
        "time", found.grain, found.times, _groups(found.names, language),
    )  # fmt: skip


def _groups(columns: Sequence[Column], language: Language) -> tuple[Group, ...]:
    return tuple(
        Group(column.name, spoken(column.title, language), column.heading, column.distinct)
        for column in columns
        if column.kind in ("text", "boolean") and 1 < column.distinct <= MOST_GROUPS
    )


def _coded(table: Table, language: Language) -> tuple[Group, ...]:
    """Return the columns whose numbers stand for kinds."""
    return tuple(
        Group(column.name, spoken(column.title, language), column.heading, column.distinct)
        for column in table.columns
        if _is_coded(column, table)
    )


def _is_coded(column: Column, table: Table) -> bool:
    few = column.kind == "integer" and 1 < column.distinct <= min(CODES, table.rows // 5)
    return few and not column.unit and (bool(_CODED.search(column.title)) or _is_key(column, table))


def _is_key(column: Column, table: Table) -> bool:
    """Whether numbers name what has a row for each time, where no text does: shop 17 and shop 42 in each month."""
    time = _time(table)
    if time is None or column.kind != "integer" or column.grain or column.unit or not 1 < column.distinct <= CODES:
        return False
    named = [other for other in table.columns if other.kind == "text" and other.distinct > 1]
    whole = time.distinct * column.distinct == table.rows > time.distinct > column.distinct
    return whole and not any(time.distinct * other.distinct == table.rows for other in named)


def _named_after(table: Table, measures: tuple[Measure, ...], language: Language) -> tuple[Measure, ...]:
    """Return measures, of which one that is merely called a value bears the table's name."""
    if len(measures) == 1 and measures[0].title.casefold() in _NAMELESS:
        scale = scale_of(table.title, measures[0].unit)
        return (replace(measures[0], title=spoken(table.title, language), scale=scale),)
    return measures


def _told_apart(measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Return measures of which no two are called the same: those that would be are called as in the file."""
    often = Counter(one.title for one in measures)
    return tuple(replace(one, title=one.heading.replace("_", " ")) if often[one.title] > 1 else one for one in measures)


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
    if (_NO_MEASURE.search(_PER.sub("", column.title)) and not column.unit) or _is_key(column, table):
        return False
    counted = column.kind == "integer" and column.distinct >= 0.98 * table.rows and table.rows > 20 and not column.nulls
    return not (counted and table.columns.index(column) == 0)


def _measure(column: Column, language: Language) -> Measure:
    additive, title = is_additive(column.title, column.unit), column.title
    if column.unit:
        title = re.sub(r"[ _](in|в)$", "", title)
    return Measure(
        column.name, spoken(title, language), column.unit, column.heading, additive,
        additive and is_stock(column.title), scale_of(column.title, column.unit),
    )  # fmt: skip


def relevance(text: str, query: str) -> float:
    """Return how much of a text's words a query names, by their stems: 0 to 1."""
    from indagate.evidence.word import STOPS, stem, stems, words

    asked = stems(query)
    told = [stem(word.text) for word in words(text.replace("_", " ")) if word.text.casefold() not in STOPS]
    named = sum(word in asked for word in told) / len(told) if told else 0.0
    return max(named, 0.8) if alike(text, query) else named


def titled(measure: Measure, group: str, language: Language) -> str:
    """Return what a series is called: the measure, and of which group."""
    return f"{measure.title}, {group}" if group else measure.title
