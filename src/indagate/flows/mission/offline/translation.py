"""Everyday things in three languages: a question in one is put to documents in another.

Only other languages' words are given; words of the same language that stand for each other are in `thesaurus.py`.
"""

from __future__ import annotations

from indagate.flows.mission.offline.lexis import stems
from indagate.flows.mission.offline.thesaurus import notions

_THINGS = """
tower towers | Turm Türme | башня башни башню башне
museum museums | Museum Museen | музей музея музее
bridge bridges | Brücke Brücken | мост моста мосту
house houses | Haus Häuser | дом дома доме
building buildings | Gebäude | здание здания
church churches | Kirche Kirchen | церковь церкви
castle castles | Schloss Burg | замок замка
station stations | Station Bahnhof | станция станции станцию
harbour harbor port | Hafen | гавань порт порта
ship ships boat boats vessel | Schiff Schiffe Boot Boote | судно судна лодка лодки корабль
ferry ferries | Fähre Fähren | паром парома
lock locks | Schleuse Schleusen | шлюз шлюза
town city | Stadt | город города
village villages | Dorf Dörfer | деревня деревни
street road | Straße Straßen | улица улицы дорога
garden gardens | Garten Gärten | сад сада
room rooms | Zimmer Raum Räume | комната комнаты зал
window windows | Fenster | окно окна
door doors | Tür Türen | дверь двери
book books | Buch Bücher | книга книги книг книгу
reader readers | Leser | читатель читателя читателей
library libraries | Bibliothek Bücherei | библиотека библиотеки
school schools | Schule Schulen | школа школы
pupil student students | Schüler Studenten | ученик студент студентов
child children | Kind Kinder | ребёнок дети детей
adult adults | Erwachsener Erwachsene | взрослый взрослых
member members | Mitglied Mitglieder | член члена членов
visitor visitors guest guests | Besucher Gast Gäste | посетитель посетителей гость
ticket tickets | Eintrittskarte Fahrkarte | билет билета билеты
entrance admission entry | Eintritt Einlass | вход входа входной
guided tour tours | Führung Führungen | экскурсия экскурсии
exhibition exhibitions | Ausstellung | выставка выставки
dog dogs | Hund Hunde | собака собаки собак
cat cats | Katze Katzen | кошка кошки
water | Wasser Trinkwasser | вода воды воду
air | Luft | воздух воздуха
electricity | Strom Elektrizität | электричество ток
pressure | Druck | давление давления
temperature | Temperatur | температура температуры
height high tall | Höhe hoch | высота высоты
length long | Länge lang | длина длины
width wide | Breite breit | ширина ширины
weight heavy | Gewicht schwer | вес весит масса
speed fast | Geschwindigkeit schnell | скорость быстро
power | Leistung | мощность мощности
noise | Lärm | шум шума
pump pumps | Pumpe Pumpen | насос насоса
engine motor | Motor Motoren | двигатель двигателя
compressor compressors | Kompressor | компрессор компрессора
bottle cylinder | Flasche Flaschen | баллон баллона бутылка
filter filters | Filter | фильтр фильтра
boiler | Kessel | котёл котла
heating | Heizung | отопление
diver divers diving | Taucher tauchen Tauchgang | водолаз ныряльщик погружение погружения
depth deep | Tiefe tief | глубина глубины
shore coast | Ufer Küste | берег берега берегом
radio | Funk Funkgerät | радио связь рация
winter | Winter | зима зимой зимы
summer | Sommer | лето летом
day days | Tag Tage | день дня дней
night | Nacht nachts | ночь ночью
morning | Morgen morgens | утро утром
evening | Abend abends | вечер вечером
week weeks | Woche Wochen | неделя недели
month months | Monat Monate | месяц месяца
year years | Jahr Jahre | год года лет
hour hours | Stunde Stunden | час часа часов
crew staff | Mannschaft Besatzung Mitarbeiter | экипаж сотрудники персонал
doctor physician | Arzt Ärzte | врач врача
patient patients | Patient Patienten | пациент пациента
fire | Feuer Brand | огонь пожар
rain | Regen | дождь дождя
wind | Wind | ветер ветра
price cost costs | Preis Kosten kostet | цена стоит стоимость
fee fees charge | Gebühr Gebühren | плата сбор взнос
fine fines | Bußgeld Strafe | штраф штрафа
inhabitants population residents | Einwohner Bevölkerung | население жителей
founded established | gegründet | основан основана основано
opened opening | eröffnet Eröffnung | открыт открыта открытие
built construction | gebaut erbaut | построен построена
allowed permitted | erlaubt gestattet zulässig | разрешено можно допускается
forbidden prohibited | verboten untersagt | запрещено нельзя
photograph photography photos | fotografieren Fotos | фотографировать съёмка фото
smoke smoking | rauchen Rauchen | курить курение
swim swimming | schwimmen baden | плавать купаться
"""
_KEPT = 3


def _tables() -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    meant: dict[str, frozenset[str]] = {}
    said: dict[str, tuple[str, ...]] = {}
    for line in (*notions(_THINGS), *notions()):
        for part in line:
            foreign = [word for other in line if other is not part for word in other]
            group = frozenset(one for word in foreign for one in stems(word.casefold()))
            told = [word for other in line if other is not part for word in other[:_KEPT]]
            for own in {one for word in part for one in stems(word.casefold())}:
                meant[own] = meant.get(own, frozenset()) | group
                said[own] = tuple(dict.fromkeys((*said.get(own, ()), *told)))
    return meant, said


MEANT, _SAID = _tables()
"""For a stem, the stems of other languages' words that mean the same."""


def translated(word: str) -> tuple[str, ...]:
    """Words of other languages that mean what a word does; none where it is not listed."""
    return tuple(dict.fromkeys(other for own in sorted(stems(word.casefold())) for other in _SAID.get(own, ())))
