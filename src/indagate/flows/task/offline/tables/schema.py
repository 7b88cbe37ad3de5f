"""What tables hold, as the rules see it: columns by their words, values by theirs, and which table a goal means."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from indagate.flows.task.offline.word import form_of, words_of

_ALIKE = (
    "revenue sales turnover takings income earnings umsatz erlös einnahmen выручка оборот сумма amount total доход",
    "customer client buyer kunde kundin покупатель клиент",
    "price cost preis kosten цена стоимость",
    "city town stadt ort город",
    "quantity units pieces amount menge anzahl stückzahl stück количество штук",
    "date day datum tag дата день число",
    "product item article goods produkt artikel ware товар продукт изделие",
    "region area district gebiet bezirk регион район область",
    "branch store shop outlet filiale zweigstelle филиал магазин отделение",
    "category group class kategorie warengruppe klasse категория группа",
    "population inhabitants residents people einwohner bevölkerung население жители",
    "month monat месяц",
    "year jahr год",
    "vintage jahrgang урожай",
    "temperature temp temperatur температура",
    "fee charge honorar gebühr плата взнос гонорар",
    "name title bezeichnung название имя",
    "household haushalt домохозяйство",
    "order bestellung auftrag заказ",
    "weight mass gewicht masse вес масса",
    "age alter возраст",
    "status state zustand статус состояние",
    "rain precipitation rainfall regen niederschlag дождь осадки",
    "loan loans lending lent borrowed ausleihe entleihung выдача",
    "yield output production produced generation generated harvest ertrag erzeugung produktion geliefert "
    "erzeugt урожай выработка",
    "bottle flasche бутылка",
    "variety grape rebsorte traube sorte сорт",
    "winery vineyard weingut winzer винодельня",
    "visit visitor besuch besucher посещение посетитель",
    "participant attendee attendance teilnehmer участник",
    "member mitglied член участник",
    "duration minutes length time dauer minuten länge длительность продолжительность минут",
    "distance strecke entfernung расстояние",
    "department ward abteilung station отдел отделение",
    "doctor physician arzt ärztin врач доктор",
    "teacher trainer coach instructor lehrer kursleiter тренер учитель преподаватель",
    "employee staff worker mitarbeiter personal beschäftigte сотрудник работник персонал",
    "fault failure disturbance outage störung ausfall сбой неисправность",
    "installation plant system anlage установка",
    "supplier vendor lieferant поставщик",
    "country land страна",
    "stock inventory bestand lager запас остаток склад",
    "profit gain gewinn прибыль",
    "expense spending ausgabe расход",
    "grade mark score note punkte оценка балл",
    "payment zahlung оплата платёж",
    "parcel package paket посылка",
    "letter brief письмо",
    "shipment consignment sendung lieferung отправление",
    "car vehicle auto fahrzeug wagen машина автомобиль",
    "route line strecke linie маршрут линия",
    "student pupil schüler student ученик студент",
    "room raum zimmer комната помещение",
    "size area floor space m2 sqm qm fläche größe площадь размер",
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
    """A table: its name in SQL, the words of its title, its columns, its number of rows, its folder's words."""

    name: str
    words: tuple[str, ...]
    rows: int
    columns: tuple[Column, ...] = field(default=())
    folder: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """The name as SQL reads it."""
        return '"' + self.name.replace('"', '""') + '"'


def read_schema(catalog: Any, values: Any) -> tuple[Sheet, ...]:
    """Return the tables of a catalog, with the distinct values that a query brought (table, column, value)."""
    known: dict[tuple[str, str], list[str]] = {}
    for table, column, value in (values or {}).get("rows", ()):
        known.setdefault((str(table), str(column)), []).append(str(value))
    folders = {file["label"]: words_of(PurePath(file["path"]).parent.name) for file in catalog["files"]}
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
        sheets.append(
            Sheet(table["name"], words_of(table["title"]), table["rows"], columns, folders.get(table["file"], ()))
        )
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


@lru_cache(maxsize=1)
def _families() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in _ALIKE)
