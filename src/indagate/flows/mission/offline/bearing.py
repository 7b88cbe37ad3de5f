"""How well a text bears on a question: content words weighed by rarity, and the kind of answer that is expected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from indagate.evidence import Quantity, quantities, words
from indagate.evidence.word import STOPS
from indagate.flows.mission.offline.lexis import FILLERS, SYNONYMS, stems

SAME, SYNONYM, KIN = 1.0, 0.8, 0.75
AROUND = 0.7
"""What a word counts that stands in the heading, the table's header or the title instead of the text itself."""


class Expected(StrEnum):
    """The kind of answer that a question asks for."""

    MONEY = "a sum of money"
    DURATION = "a length of time"
    DATE = "a date"
    LEVEL = "a sound level"
    DISTANCE = "a distance"
    TEMPERATURE = "a temperature"
    SHARE = "a percentage"
    NUMBER = "a number"
    DECISION = "a yes or no"
    PERSON = "a name"
    REASON = "a reason"
    ANYTHING = "an answer"


_ASKED: tuple[tuple[Expected, str], ...] = (
    (Expected.DURATION, r"\bhow (?:long|many (?:seconds|minutes|hours|days|weeks|months|years))\b|\bwie (?:lange|viele (?:Sekunden|Minuten|Stunden|Tage|"
     r"Wochen|Monate|Jahre))\b|\bсколько (?:времени|секунд|минут|часов|дней|недель|месяцев|лет)\b|\bкак долго\b|\b(?:lifetime|duration|Lebensdauer)\b"),
    (Expected.LEVEL, r"\bhow (?:loud|noisy)\b|\bwie laut\b|\bнасколько (?:громк|шумн)\w*|\b(?:noise|sound|Lärm|Schall)\w*[ -]?(?:limit|level|pegel|grenz)\w*"
     r"|\bуровень шума\b"),
    (Expected.DISTANCE, r"\bhow (?:far|high|tall|deep|wide|close|near)\b|\bwie (?:weit|hoch ist|tief|breit|nah)\b|\b(?:как далеко|на каком расстоянии)\b"),
    (Expected.TEMPERATURE, r"\bhow (?:hot|cold|warm)\b|\bwie (?:heiß|kalt|warm)\b|\b(?:what|which|at what) (?:\w+ ){0,2}temperature\b|"
     r"\bwelche \w*temperatur\b|\bкак\w+ температур\w+"),
    (Expected.SHARE, r"\b(?:what|which) (?:percentage|share|proportion|fraction)\b|\bwie viel prozent\b|\bwelcher (?:anteil|prozentsatz)\b|"
     r"\b(?:какой процент|какая доля|сколько процентов)\b"),
    (Expected.MONEY, r"\b(?:costs?|prices?|expensive|pay|paid|fees?|salary|kosten|kostet|preise?|teuer|gebühr(?:en)?|bezahlen|zahlen|стоит|стоят|стоимость|"
     r"цена|цены|платить|обойд[её]тся)\b"),
    (Expected.DATE, r"^\W*(?:since |until |by |seit |bis |с |до )?(?:when|what year|which year|in (?:what|which) (?:year|month)|what date|which date|wann|in welchem "
     r"(?:jahr|monat)|когда|в каком (?:году|месяце)|какого числа)\b|\b(?:and|und|и) (?:when|wann|когда)\b"),
    (Expected.NUMBER, r"\bhow (?:many|much|big|large|fast|heavy|often|old)\b|\b(?:wie ?viele?|wie (?:groß|schnell|schwer|oft|alt|hoch))\b|\b(?:сколько|какого "
     r"размера|как (?:быстро|часто))\b|\bwhat is the (?:\w+ ){0,2}(?:number|value|maximum|minimum|limit|size|rate|default|population)\b"),
    (Expected.PERSON, r"^\W*(?:who|whom|whose|wer|wen|wem|кто|кого|кому)\b"),
    (Expected.REASON, r"^\W*(?:why|warum|wieso|weshalb|почему|зачем)\b"),
    (Expected.DECISION, r"^\W*(?:is|are|was|were|does|do|did|can|could|may|must|should|has|have|will|darf|dürfen|muss|müssen|kann|können|ist|sind|gibt es|hat|"
     r"haben|wird|werden|soll|можно ли|нужно ли|надо ли|есть ли|разрешено ли|обязательно ли)\b|^\W*[\w-]+ ли\b"),
)  # fmt: skip
_ASKED_COMPILED = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _ASKED)
_MODAL = re.compile(
    r"\b(?:must|may|can|cannot|shall|should|need(?:s)?|required?|permitted|allowed|prohibited|forbidden|not|no|is|are|"
    r"muss|müssen|darf|dürfen|kann|können|zulässig|erlaubt|verboten|erforderlich|nicht|kein\w*|ist|sind|"
    r"должн\w+|можно|нельзя|разреш\w+|запрещ\w+|обязательн\w+|требуется|не|нет|нужно|допускается)\b",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r"\b(?:because|since|due to|owing to|therefore|so that|reason|weil|da|denn|deshalb|wegen|damit|grund|потому|так как|поскольку|из-за|причин\w+|чтобы)\b",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"(?<=[\w,;] )[A-ZÄÖÜА-ЯЁ][\w-]+")


def expected(question: str) -> Expected:
    """The kind of answer that a question asks for; what is asked first decides among several."""
    return next((kind for kind, pattern in _ASKED_COMPILED if pattern.search(question)), Expected.ANYTHING)


def answers(kind: Expected, text: str) -> bool:
    """Whether a text holds the kind of answer that is expected."""
    match kind:
        case Expected.ANYTHING:
            return True
        case Expected.DECISION:
            return bool(_MODAL.search(text))
        case Expected.REASON:
            return bool(_BECAUSE.search(text))
        case Expected.PERSON:
            return bool(_CAPITAL.search(text))
        case _:
            return any(fits(kind, quantity) for quantity in quantities(text))


_UNITS = {
    Expected.DURATION: ("s", "month"),
    Expected.LEVEL: ("dB",),
    Expected.DISTANCE: ("m",),
    Expected.TEMPERATURE: ("°C", "K", "deg"),
}


def fits(kind: Expected, quantity: Quantity) -> bool:
    """Whether a quantity is of the expected kind."""
    match kind:
        case Expected.MONEY:
            return quantity.kind == "money" or (quantity.unit is None and bool(re.search(r"\bcents?\b", quantity.text)))
        case Expected.DATE:
            return quantity.kind in ("date", "year", "time") or quantity.unit in ("s", "month")
        case Expected.SHARE:
            return quantity.kind in ("percent", "part")
        case Expected.NUMBER:
            return quantity.kind in ("number", "percent", "money", "part")
        case _:
            return quantity.unit in _UNITS.get(kind, ())


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a question with its stems, those that may stand for it, and how much it weighs."""

    word: str
    stems: frozenset[str]
    synonyms: frozenset[str]
    weight: float = 1.0


def terms(text: str) -> tuple[Term, ...]:
    """The content words of a question in order, each once; numbers count as words."""
    found: dict[frozenset[str], Term] = {}
    for word in words(text):
        low = word.text.casefold()
        if low in STOPS or low in FILLERS or (len(low) == 1 and not low.isdigit() and low.isascii()):
            continue
        own = stems(low)
        synonyms: frozenset[str] = frozenset().union(*(SYNONYMS.get(one, frozenset()) for one in own)) - own
        found.setdefault(own, Term(word.text, own, synonyms))
    return tuple(found.values())


@lru_cache(maxsize=8_192)
def bag(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    found: set[str] = set()
    for word in words(text):
        found |= stems(word.text.casefold())
        for part in re.split(r"[-–/]", word.text.casefold()):
            if part and part != word.text.casefold():
                found |= stems(part)
    return frozenset(found)


def strength(term: Term, held: frozenset[str]) -> float:
    """How well a text's stems cover a word: the same word, a synonym, a kindred or compound word, or not at all."""
    if term.stems & held:
        return SAME
    if term.synonyms & held:
        return SYNONYM
    return KIN if any(kin(own, other) for own in term.stems for other in held) else 0.0


@lru_cache(maxsize=65_536)
def kin(one: str, other: str) -> bool:
    """Whether two stems are of one family: "install" and "installation", "Wärmepumpe" and "Luft-Wasser-Wärmepumpe"."""
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or not short.isalpha():
        return False
    if not short.isascii() or not long.isascii():
        common = 0
        while common < len(short) and short[common] == long[common]:
            common += 1
        return (common >= 5 and len(short) - common <= 2 and len(long) - common <= 4) or long.endswith(short)
    return (long.startswith(short) and len(long) - len(short) <= 6) or (len(short) >= 6 and long.endswith(short))


@dataclass(frozen=True, slots=True)
class Sought:
    """What a dimension asks: its words with their weights, which of them are its own, and the answer expected."""

    terms: tuple[Term, ...]
    own: frozenset[str]
    expected: Expected

    def coverage(self, text: str, around: str = "") -> float:
        """The weighted share of the words that a text covers, 0–1; words in what stands around it count for less."""
        held, near = bag(text), bag(around)
        total = sum(term.weight for term in self.terms)
        got = sum(term.weight * max(strength(term, held), AROUND * strength(term, near)) for term in self.terms)
        return got / total if total else 0.0

    def touches(self, text: str) -> bool:
        """Whether a text has one of the words that set this dimension apart from its siblings."""
        held = bag(text)
        own = [term for term in self.terms if term.word in self.own]
        return any(strength(term, held) for term in own or self.terms)

    def covered(self, text: str) -> tuple[str, ...]:
        """The words that a text covers, as the question has them."""
        held = bag(text)
        return tuple(term.word for term in self.terms if strength(term, held))

    def score(self, text: str, around: str = "") -> float:
        """How well a text answers, about 0–1.5: coverage, and a quarter more when it holds the answer expected."""
        value = self.coverage(text, around)
        if self.expected is not Expected.ANYTHING and answers(self.expected, text):
            value += 0.25
        return round(value, 6)


def sought(name: str, question: str, texts: Iterable[str] = ()) -> Sought:
    """What a dimension of this name and question seeks; words that are rare among `texts` weigh more, its own twice."""
    found = terms(question) or terms(name)
    own = frozenset(one for term in terms(name) for one in term.stems)
    bags = [bag(text) for text in texts]
    weighed = []
    for term in found:
        seen = sum(1 for held in bags if strength(term, held) >= SYNONYM)
        rarity = math.log(1 + (1 + len(bags)) / (1 + seen)) if bags else 1.0
        weight = rarity * (2.0 if term.stems & own and len(own) < len(found) * 2 else 1.0)
        weighed.append(Term(term.word, term.stems, term.synonyms, round(weight, 6)))
    return Sought(
        tuple(weighed), frozenset(term.word for term in found if term.stems & own), expected(question or name)
    )
