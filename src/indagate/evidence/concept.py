"""Words that mean one thing: synonyms and a small dictionary between English, German and Russian, as one table.

A line is an English head (several words joined by "+"), a colon, and the words that stand for it. It holds what
figures are commonly said of: measures, money, rules, time, places. What it lacks is compared letter by letter.
"""

from __future__ import annotations

from functools import cache

from indagate.evidence.word import stem

_TABLE = """
high: tall height higher taller hoch hohe höhe höher высота высотой высоты высокий выше
long: length longer lang länge länger длина длиной длины длинный
wide: width wider broad breadth breit breite breiter ширина шириной ширины широкий шире
deep: depth deeper tief tiefe tiefer глубина глубиной глубины глубокий глубже
heavy: weight weigh weighs weighed heavier gewicht wiegt wiegen schwer вес весит весом масса массой
cost: costs expense expenses ausgaben aufwendungen расход расходы расходов затраты затрат
cost: price prices priced preis preise kostet kosten koste цена цены стоит стоимость стоимости стоят
fee: fees charge charges gebühr gebühren entgelt плата платы сбор взнос
inhabitant: inhabitants population residents einwohner einwohnern bevölkerung население населения жителей жители
staff: employs employees workforce employed mitarbeiter beschäftigte сотрудников сотрудники работников
founded: established gegründet gründung основан основана основано основали
area: areas fläche flächen площадь площадью площади
fast: speed speeds geschwindigkeit tempo скорость скоростью скорости
duration: lasts last lasted dauert dauer dauern длится длительность продолжительность
time: zeit время времени
temperature: temperatur температура температуры
pressure: druck давление давления
power: leistung мощность мощности
capacity: kapazität fassungsvermögen вместимость ёмкость емкость
noise: sound loud loudness noisy lärm geräusch schall шум шума шумом
level: pegel уровень уровня
grant: grants subsidy subsidies zuschuss zuschüsse förderung fördersatz субсидия субсидии субсидию
eligible: förderfähig förderfähige förderfähigen допустимый допустимых допустимые
bonus: zuschlag надбавка
tax: taxes steuer steuern налог налога
interest: zins zinsen zinssatz
loan: credit kredit darlehen кредит кредита заём
income: einkommen доход доходы дохода
wage: wages salary lohn gehalt зарплата заработная
deadline: frist meldefrist
fine: fines bußgeld штраф штрафа
ticket: tickets fahrkarte karte eintrittskarte билет билета билеты билетов
entrance: entry admission eintritt вход входа входной
visitor: visitors guest guests besucher gast gäste посетитель посетителей посетители
visit: besuch hausbesuch посещение
advice: consultation beratung консультация беседа
flat: dwelling dwellings apartment apartments flats wohnung wohnungen квартира квартиру квартиры
house: houses haus hauses häuser häusern gebäude building buildings дом дома доме домов
existing: bestehend bestehende bestehenden существующий существующем существующего
town: city towns stadt ort город города городе
village: villages dorf деревня деревне
bridge: bridges brücke brücken мост моста мосту
tower: towers turm türme башня башни башню
street: road roads streets straße straßen улица дорога
ship: boat boats ships vessel vessels barge boot boote schiff schiffe лодка лодки судно судна катер
lock: locks schleuse schleusen шлюз шлюза
water: wasser trinkwasser вода воды воду
garden: garten gärten сад саду
dog: dogs hund hunde собака собаки собак
book: books buch bücher книга книги книгу книг
library: bibliothek библиотека библиотеки
reader: readers leser читатель читателя читателей
lend: borrow borrowed lent loaned ausleihe ausleihen leihen выдача выдачи выдать выдаётся выдают взять
term: laufzeit leihfrist срок срока сроки
room: rooms zimmer raum räume комната комнаты
window: fenster окно окна
neighbour: neighbor neighbours nachbar nachbarn сосед соседа соседей
distance: abstand entfernung расстояние расстояния
boundary: border grenze grundstücksgrenze граница границы
heat: heating wärme heizung тепло тепла тепловой теплового тепловые
pump: pumps pumpe pumpen насос насоса насосы
heat+pump: wärmepumpe wärmepumpen
air+water+heat+pump: luft-wasser-wärmepumpe
residential: wohn жилой жилая жилую жилых
residential+area: wohngebiet wohngebiete wohngebieten
mixed+area: mischgebiet mischgebiete
commercial+area: gewerbegebiet gewerbegebiete
area: gebiet gebiete gebiets zone zones district зона зоне зоны
purely: pure reinen reines reine чисто
general: allgemein allgemeine allgemeinen allgemeines общий общая общей
noise+limit: lärmgrenzwert lärmgrenzwerte
limit: limits limited grenzwert grenzwerte limitiert предел предела
speed+limit: tempolimit geschwindigkeitsbegrenzung
install: installation installing installed mounting einbau montage installieren установка установки монтаж
year: annual annually yearly jahr jahre jährlich год года ежегодный годовой
open: opened opens opening geöffnet eröffnet öffnet открыт открыта открывается
close: closed closes geschlossen schließt закрыт закрыта закрывается
allow: allowed permitted permit permissible admitted admissible erlaubt zulässig gestattet разрешён разрешено
allow: разрешен разрешена разрешены разрешается можно допускается допустимо allows permits
warranty: guarantee garantie gewährleistung гарантия гарантии
oven: boiler kessel котёл котел котла
electricity: strom электричество электроэнергия
pupil: pupils student students schüler studenten ученик учеников студентов
school: schools schule schulen школа школы школе
member: members mitglied mitglieder член члены членов
seat: headquarters headquartered sitz hauptsitz
filter: filters фильтр фильтра
compressor: kompressor kompressoren компрессор компрессора
cylinder: bottle bottles cylinders flasche flaschen баллон баллоны баллонов
default: voreinstellung standardwert vorgabe умолчанию
"""


@cache
def _concepts() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _TABLE.strip().splitlines():
        head, _, spellings = line.partition(":")
        canonical = tuple(stem(part) for part in head.split("+"))
        for word in (*([head] if "+" not in head else []), *spellings.split()):
            for form in (stem(word), stem(word, "de")):
                found.setdefault(form, canonical)
    return found


def concepts(form: str) -> tuple[str, ...]:
    """What a stem stands for: its concept, or itself."""
    return _concepts().get(form, (form,))


def known(form: str) -> bool:
    """Whether the table names a concept so: only those meet across languages."""
    return form in _heads()


@cache
def _heads() -> frozenset[str]:
    return frozenset(part for heads in _concepts().values() for part in heads)
