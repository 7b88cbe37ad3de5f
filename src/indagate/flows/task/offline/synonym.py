"""Words that mean the same thing of everyday trade, in three languages."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.flows.task.offline.word import form_of

_ALIKE = (
    "revenue sales turnover takings income earnings umsatz erlös einnahmen eingenommen "
    "umgesetzt выручка оборот сумма amount total доход",
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
    "warranty guarantee garantie gewährleistung гарантия",
    "rent lease hire rental miete pacht аренда прокат",
    "trip journey ride hire rental fahrt reise überfahrt поездка рейс",
    "bike bicycle cycle fahrrad rad велосипед",
    "film movie picture фильм кино",
    "screening showing performance show vorstellung aufführung сеанс показ",
    "fat fett жир жирность",
    "farm hof ферма хозяйство",
    "repair reparatur ремонт",
    "wage pay salary lohn gehalt зарплата",
    "child children kid kids kind kinder дети детей ребёнок детский",
    "adult grown-up erwachsener erwachsene взрослый",
    "pensioner senior rentner rentnerin пенсионер",
)
"""Words that mean one thing, in three languages: a line each."""


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


def synonyms(word: str, language: str) -> list[str]:
    """Return the words of a language that mean the same as a word, without its own forms."""
    if len(word) < 4:
        return []
    found = [one for family in _families() if any(form_of(word, own) for own in family) for one in family]
    script = (lambda one: bool(re.search("[а-яё]", one))) if language == "ru" else str.isascii
    return [one for one in found if script(one) and not form_of(word, one)]
