"""Words that narrow what a statement is about, by kind of narrowing, and those that carry no subject themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from indagate.evidence.concept import concepts
from indagate.evidence.word import stem

# Two statements speak of different things when both narrow in one kind and share no word of it. A line is a kind,
# a group of words with one meaning stands between bars.
_SCOPES = """
sum: total gesamt together altogether zusammen insgesamt всего вместе итого
age: adult adults erwachsene erwachsenen взрослых взрослые взрослый | child children kid kids kinder kindern детей
 дети детский | infant infants | youth young jugendliche jugendlichen молодежь молодёжь | elderly senior seniors пожилых
sex: men male boys männer мужчин мужчины | women female girls frauen женщин женщины
hour: day tag tags tagsüber днем днём дневной | night nights nacht nachts ночь ночью ночной
week: weekday weekdays werktags werktag будни | weekend weekends wochenende sunday sundays sonntags выходные
season: winter зимой | summer sommer летом | spring frühling весной | autumn herbst осенью
rate: daily täglich ежедневно | weekly wöchentlich | monthly monatlich месячный | quarterly | annual jährlich годовой
side: north northern nord северный | south southern süd южный | east eastern ost восточный | west western западный
height: upper oberer верхний | lower unterer нижний
end: front vorn vordere передний | rear back hinten hintere задний
hand: left links левый | right rechts правый
door: indoor innen внутренний | outdoor außen наружный
owner: public öffentlich государственный | private privat частный
origin: domestic national inländisch | foreign international ausländisch внешний | local | regional | global worldwide
trade: import imports импорт | export exports экспорт
tax: gross brutto валовой excluding ohne без | net netto нетто
mean: average mean durchschnitt durchschnittlich средний средняя среднее |
 median медианный медиана | peak |
 lowest smallest cheapest niedrigster niedrigste niedrigstes günstigste дешёвый минимальный |
 highest largest dearest höchste höchster höchstes teuerste
price: nominal nominell номинальный | real реальный
level: primary | secondary | elementary
land: urban städtisch городских городской | rural ländlich сельских сельской
state: old alt former старый бывший | new neu новый | current aktuell
plan: planned forecast expected projected proposed geplant erwartet планируемый ожидаемый | actual tatsächlich
grade: free kostenlos | standard | premium | professional | enterprise
cover: hardback | paperback
"""
# Words that carry a value to its attribute and mean nothing themselves.
_LIGHT = """
reach reaches reached amount amounts amounted stand stands stood measure measures measured report reports reported
total totals totalled equal equals come comes came put puts exceed exceeds roughly about approximately around
nearly almost exactly according say says said give gives given take takes took contain contains include includes
make makes made remain remained number figure value people year years typically usually normally generally always
cover covers covered pay pays paid provide provides offer offers offered get gets receive receives run runs
include included including excluding used uses use need needs go goes went lie lies may must pass passes pass enter
cannot
keep kept set called named name names own us like plenty still already currently now today each one person persons
betragen beträgt betrug lag liegt liegen zählt zählte erreicht erreichen erreichte laut rund etwa ungefähr jahr jahre
deckt zahlt bekommt gilt gelten dürfen immer derzeit heute stets je person personen erhoben übernimmt erhält
составляет составил составила составило составляла составлял насчитывает достигает достиг достигла равна равен равно
имеет имеют покрывает дает даёт год году года лет человек человека людей сейчас всегда обычно получить получает
"""
_GENERIC = """
default value setting settings parameter parameters option options limit maximum minimum number size time amount rate
level length duration cost fee expense type typical case integer string boolean real default standard range result
total share part percentage average general information overview introduction section chapter table notes note data
high long wide deep heavy allow year case group complete item wert werte anzahl größe menge fall übersicht allgemein
значение число размер количество параметр настройка случай раздел таблица обзор
"""
_CAPS = """
limit limits maximum max maximal maximale greatest longest most ceiling cap
höchstbetrag höchstens größte größter längste grenzwert obergrenze предел предельный максимальный максимум наибольший
"""
_FLOORS = "minimum min minimal minimale least shortest mindestens минимум наименьший"
_EVENTS = """
founded established created born died released launched published opened built completed invented discovered signed
adopted introduced erected constructed enacted ratified due end ends ended begin begins began start starts started
deadline expire expires expired gegründet geboren gestorben veröffentlicht eröffnet gebaut erbaut erfunden entdeckt
unterzeichnet eingeführt fertiggestellt erschienen endet beginnt fällig melden meldefrist frist einzureichen
основан основана основано родился родилась умер умерла выпущен выпущена опубликован опубликована открыт открыта построен
построена построено изобретен изобретён подписан подписана введен введён принят принята заканчивается начинается срок
"""
_EXCLUSIVE = """
designed designer written author invented inventor discovered composed composer built architect painted seat capital
headquarters located born buried director president chair chairs chaired chairman mayor owner owned owns founder
founded entworfen erfunden geschrieben komponiert gebaut gemalt sitz hauptstadt liegt geboren direktor bürgermeister
eigentümer gründer спроектировал спроектирован написал автор изобрел изобрёл столица директор мэр владелец основатель
"""


def forms(word: str, language: str | None = None) -> tuple[str, ...]:
    """The concepts that a word stands for."""
    return concepts(stem(word, language))


@cache
def _formed(table: str) -> frozenset[str]:
    return frozenset(
        form for word in table.split() for base in (stem(word), stem(word, "de")) for form in (base, *concepts(base))
    )


@cache
def _kinds() -> dict[str, tuple[str, str]]:
    """For each narrowing word its kind and the first word of its group."""
    found: dict[str, tuple[str, str]] = {}
    kind = ""
    for line in _SCOPES.strip().replace("\n ", " ").splitlines():
        kind, _, groups = line.partition(":")
        for group in groups.split("|"):
            first = group.split()[0]
            for word in group.split():
                for form in (stem(word), stem(word, "de"), *concepts(stem(word))):
                    found.setdefault(form, (kind, first))
    return found


def scopes(stems: Iterable[str]) -> frozenset[str]:
    """Those of `stems` that narrow a subject."""
    return frozenset(form for form in stems if form in _kinds())


def narrowed(stems: Iterable[str]) -> dict[str, frozenset[str]]:
    """How `stems` narrow a subject: by kind, the groups named."""
    found: dict[str, set[str]] = {}
    for form in stems:
        if form in _kinds():
            kind, group = _kinds()[form]
            found.setdefault(kind, set()).add(group)
    return {kind: frozenset(groups) for kind, groups in found.items()}


def light(form: str) -> bool:
    """Whether a word only carries a value to its attribute."""
    return form in _formed(_LIGHT)


def generic(form: str) -> bool:
    """Whether a word is said of anything: it needs a subject beside it."""
    return form in _formed(_GENERIC)


def caps(form: str) -> bool:
    """Whether a word makes a value an upper limit."""
    return form in _formed(_CAPS)


def floors(form: str) -> bool:
    """Whether a word makes a value a lower limit."""
    return form in _formed(_FLOORS)


def happens_once(form: str) -> bool:
    """Whether a word names an event or deadline that has one date."""
    return form in _formed(_EVENTS)


def held_by_one(form: str) -> bool:
    """Whether a word names what one person or place alone is."""
    return form in _formed(_EXCLUSIVE)
