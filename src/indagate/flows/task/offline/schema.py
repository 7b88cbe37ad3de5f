"""What tables hold, as the rules see it: columns by their words, values by theirs, and which table a goal means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from indagate.flows.task.critic.inflection import same_word

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ALIKE = (
    "revenue sales turnover income umsatz erlös выручка оборот сумма amount total",
    "customer client kunde kundin покупатель клиент",
    "price cost preis цена стоимость",
    "city town stadt ort город",
    "quantity units amount number menge anzahl stückzahl количество",
    "date day datum tag дата день",
    "product item article produkt artikel товар продукт",
    "region area gebiet регион",
    "branch store shop filiale филиал магазин",
    "category group kategorie warengruppe категория группа",
    "population inhabitants residents people einwohner население жители",
    "month monat месяц",
    "year jahr год",
    "temperature temp temperatur температура",
    "fee charge gebühr плата взнос",
    "name title bezeichnung название имя",
    "household haushalt домохозяйство",
    "order bestellung auftrag заказ",
    "weight gewicht вес",
    "age alter возраст",
    "status state zustand статус",
    "rain precipitation rainfall regen niederschlag дождь осадки",
)
NUMERIC = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its table, its name in SQL, its words, its kind, and its values where they are few words."""

    table: str
    name: str
    words: tuple[str, ...]
    kind: str
    unit: str
    grain: str
    distinct: int
    values: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """The name as SQL reads it."""
        return '"' + self.name.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name in SQL, the words of its title, its columns, its number of rows."""

    name: str
    words: tuple[str, ...]
    rows: int
    columns: tuple[Column, ...] = field(default=())

    @property
    def sql(self) -> str:
        """The name as SQL reads it."""
        return '"' + self.name.replace('"', '""') + '"'


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case; names_like_this and likeThis are several."""
    split = re.sub(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])", " ", text.replace("_", " "))
    return tuple(word.casefold() for word in _WORD.findall(split))


def read_schema(catalog: Any, values: Any) -> tuple[Sheet, ...]:
    """Return the tables of a catalog, with the distinct values that a query brought (table, column, value)."""
    known: dict[tuple[str, str], list[str]] = {}
    for table, column, value in (values or {}).get("rows", ()):
        known.setdefault((str(table), str(column)), []).append(str(value))
    sheets = []
    for table in catalog["tables"]:
        columns = tuple(
            Column(
                table["name"], column["name"], words_of(f"{column['title']} {column.get('unit', '')}"), column["kind"],
                column.get("unit", ""),
                column.get("grain", ""), column.get("distinct", 0),
                tuple(known.get((table["name"], column["name"]), ())),
            )
            for column in table["columns"]
        )  # fmt: skip
        sheets.append(Sheet(table["name"], words_of(table["title"]), table["rows"], columns))
    return tuple(sheets)


def values_query(catalog: Any) -> str:
    """Return the query for the distinct values of columns of words that have few; nothing if there are none."""
    parts = []
    for table in catalog["tables"]:
        for column in table["columns"]:
            if column["kind"] == "text" and 0 < column.get("distinct", 0) <= 60:
                name, where = column["name"].replace('"', '""'), table["name"].replace('"', '""')
                shown = [one.replace("'", "''") for one in (table["name"], column["name"])]
                parts.append(
                    f"(SELECT DISTINCT '{shown[0]}' AS t, '{shown[1]}' AS c, CAST(\"{name}\" AS VARCHAR) AS v "
                    f'FROM "{where}" WHERE "{name}" IS NOT NULL LIMIT 60)'
                )
    return " UNION ALL ".join(parts) + " ORDER BY 1, 2, 3" if parts else ""


@lru_cache(maxsize=65_536)
def alike(one: str, other: str) -> bool:
    """Whether two words are forms of one, or name the same kind of column in some language."""
    return form_of(one, other) or any(
        any(form_of(one, word) for word in family) and any(form_of(other, word) for word in family)
        for family in _families()
    )


def form_of(one: str, other: str) -> bool:
    """Whether two words are forms of one."""
    return same_word(one, other, True)


@lru_cache(maxsize=1)
def _families() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in _ALIKE)
