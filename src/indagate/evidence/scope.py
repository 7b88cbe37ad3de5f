"""What a statement is about: its attribute in words, the scope that narrows it, the years it speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from indagate.evidence.dated import dates
from indagate.evidence.fact import Fact
from indagate.evidence.identifier import identifiers
from indagate.evidence.language import language
from indagate.evidence.name import names
from indagate.evidence.negation import NEGATION, negated
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.word import STOPS, stem, words

# Words that narrow a subject: two statements that differ in one of them speak of different things.
_SCOPES = """
adult adults child children kid kids infant infants men women male female boys girls youth young elderly senior
seniors patient patients urban rural domestic foreign national regional local global worldwide import imports
export exports gross net average mean median maximum minimum peak total partial nominal real annual monthly weekly
daily quarterly winter summer spring autumn day night north northern south southern east eastern west western upper
lower indoor outdoor public private primary secondary new old former current planned forecast expected projected
estimated actual free paid premium standard professional enterprise hardback paperback erwachsene erwachsenen
kinder kindern jugendliche jugendlichen männer frauen städtisch ländlich brutto netto durchschnitt durchschnittlich
median maximal minimal gesamt nominal real jährlich monatlich täglich winter sommer nord süd ost west öffentlich
privat neu alt geplant erwartet взрослых взрослые детей дети мужчин мужчины женщин женщины молодежь молодёжь
пожилых городских сельских городской сельской импорт экспорт валовой чистый средний средняя среднее медианный
максимальный минимальный общий реальный номинальный годовой месячный дневной зимой летом северный южный восточный
западный внутренний внешний государственный частный новый старый бывший планируемый ожидаемый
"""
# Different words for one attribute.
_ATTRIBUTES = (
    "tall height high hoch höhe высота высотой высокий",
    "long length länge lang длина длиной",
    "wide width breit breite ширина шириной",
    "deep depth tief tiefe глубина глубиной",
    "heavy weight weigh weighs gewicht wiegt schwer вес весит масса массой",
    "cost costs price priced preis kostet kosten цена стоит стоимость",
    "inhabitants population residents einwohner bevölkerung население жителей",
    "employs employees staff workforce mitarbeiter beschäftigte сотрудников работников",
    "founded established gegründet основан основана основано основали",
    "area fläche площадь площадью",
    "fast speed geschwindigkeit скорость скоростью",
)
# Words that carry a value to its attribute and mean nothing themselves.
_LIGHT = """
reach reaches reached amount amounts amounted stand stands stood measure measures measured report reports reported
total totals totalled equal equals come comes came put puts exceed exceeds roughly about approximately around
nearly almost exactly according say says said give gives given take takes took contain contains include includes
make makes made remain remained number figure value people year years betragen beträgt betrug lag liegt zählt
zählte erreicht erreichte laut rund etwa ungefähr jahr jahre составляет составил составила составило составляла
насчитывает достигает достиг достигла равна равен равно около примерно год году года лет
"""
_EVENTS = """
founded established created born died released launched published opened built completed invented discovered signed
adopted introduced erected constructed enacted ratified gegründet geboren gestorben veröffentlicht eröffnet gebaut
erbaut erfunden entdeckt unterzeichnet eingeführt fertiggestellt erschienen основан основана основано родился
родилась умер умерла выпущен выпущена опубликован опубликована открыт открыта построен построена построено
изобретен изобретён подписан подписана введен введён принят принята
"""


@dataclass(frozen=True, slots=True)
class Profile:
    """A fact's statement taken apart for comparison."""

    attributes: frozenset[str]
    scopes: frozenset[str]
    names: frozenset[str]
    ids: frozenset[str]
    years: frozenset[int]
    around: frozenset[int]
    values: tuple[Quantity, ...]
    denied: bool
    event: bool
    spelling: tuple[tuple[str, str], ...]

    def shared(self, other: Profile) -> list[str]:
        """The names and attribute words that both have, as spelled here and in this order."""
        both = (self.names & other.names) | (self.attributes & other.attributes)
        return list(dict.fromkeys(word for form, word in self.spelling if form in both))


@cache
def _stems(table: str) -> frozenset[str]:
    return frozenset(form for word in table.split() for form in (stem(word), stem(word, "de")))


@cache
def _attribute() -> dict[str, str]:
    return {
        form: line.split()[0]
        for line in _ATTRIBUTES
        for word in line.split()
        for form in (stem(word), stem(word, "de"))
    }


def scopes(stems: set[str] | frozenset[str]) -> frozenset[str]:
    """Those of `stems` that narrow a subject."""
    return frozenset(stems & _stems(_SCOPES))


def profile(fact: Fact) -> Profile:
    """What `fact` says of what, read from statement, context and place."""
    statement = fact.statement
    code = language(statement)
    found = quantities(statement)
    masked = list(statement)
    for quantity in found:
        masked[quantity.span.start : quantity.span.end] = " " * (quantity.span.end - quantity.span.start)
    bare = "".join(masked)
    named = names(bare)
    named_stems = frozenset(stem(word.text, code) for name in named for word in words(name)) | frozenset(
        stem(word.text, code)
        for entity in fact.entities
        if entity.casefold() in statement.casefold()
        for word in words(entity)
    )
    denials = {match.casefold() for match in NEGATION.findall(statement)}
    tokens = [word.text.casefold() for word in words(bare)]
    spelling = tuple(
        (_attribute().get(form, form), word.text) for word in words(bare) for form in (stem(word.text, code),)
    )
    stems = {
        _attribute().get(base, base)
        for token in tokens
        if token not in STOPS
        and token not in denials
        and not token[0].isdigit()
        and (base := stem(token, code)) not in named_stems
    }
    light = _stems(_LIGHT)
    surroundings = f"{fact.context}\n{fact.place}"
    context = {stem(word.text, code) for word in words(surroundings)}
    return Profile(
        attributes=frozenset(stems - light - scopes(stems)),
        scopes=scopes(stems | context),
        names=named_stems - STOPS,
        ids=frozenset(sign.name for sign in identifiers(statement) if sign.sort in ("id", "version")),
        years=frozenset(item.dated.year for item in found if item.dated and item.dated.year),
        around=frozenset(dated.year for dated in dates(surroundings) if dated.year),
        values=tuple(item for item in found if item.kind in ("number", "percent", "money", "part")),
        denied=negated(statement),
        event=bool(stems & _stems(_EVENTS)),
        spelling=spelling,
    )


def same_subject(one: Profile, other: Profile) -> bool:
    """Whether names, ids, scopes and leftover words allow that both speak of one thing."""
    if one.scopes != other.scopes or (one.ids and other.ids and one.ids != other.ids):
        return False
    if one.names and other.names and (one.names - other.names) and (other.names - one.names):
        return False
    shared = one.attributes & other.attributes
    left, right = one.attributes - other.attributes, other.attributes - one.attributes
    if left and right:
        return False
    enough = len(shared) >= 2 or (bool(shared) and (bool(one.names & other.names) or not (one.names or other.names)))
    named = bool(one.names & other.names)
    return enough and len(left | right) <= (max(1, len(shared)) if named else len(shared) - 1)


def leftovers(one: Profile, other: Profile) -> int:
    """How many words or names only one of the two has."""
    return len(one.attributes ^ other.attributes) + len(one.names ^ other.names)
