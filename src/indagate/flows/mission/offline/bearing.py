"""How well a text bears on a question: content words weighed by rarity, and the kind of answer that is expected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from indagate.evidence import quantities, words
from indagate.evidence.measured import units_of
from indagate.evidence.word import STOPS
from indagate.flows.mission.offline.expected import Expected, answers, bent, counts, expected, fits
from indagate.flows.mission.offline.lexis import SYNONYMS, listed, stems
from indagate.flows.mission.offline.term import KIN, SYNONYM, Term, bag, strength, terms

AROUND, HEAD = 0.7, 0.85
"""What a word counts that stands in the heading, the table's header or the title instead of the text itself."""
OWN, SHARED = 1.3, 0.1
"""What a word counts that sets a dimension apart, and one that it has in common with its siblings."""
DEFINED, CALLED, SUBJECT = 0.4, 0.6, 0.7
"""What a plain definition gains where the question asks for one, and the share of it that less plain ones gain."""
LONG = 0.001
"""What a text loses for each word beyond ten: of two that say the same the shorter one answers."""
KIND = 0.35
"""What a word counts that names the kind of answer: "day" where a weekday answers."""
EXACT = 1.5
"""What a number in a question counts: it says which case is meant."""

COMMON, UNKNOWN = 0.08, 0.5
"""The least rarity that a word counts with, and that of a word of which none is known."""
_ASIDE = re.compile(r"\(([^()]*)\)\W*$")
"""What a dimension shares with its siblings, as the plan adds it to a question that does not say it."""
_WITHOUT = re.compile(
    r"\b(?:(?:without|excluding|ohne|без|исключая)\s+(?:(?:the|any|an?|eine[nrm]?|die|den|das|jede\w*)\s+)?"
    r"|before any\s+)\w+",
    re.IGNORECASE,
)
# What "what is a naive object in the datetime module" asks about.
_SUBJECT = re.compile(
    r"^\W*(?:what (?:is|are) (?:meant by )?(?:an?\s|the\s)?|how (?:is|are) |define |was (?:ist"
    r"|sind) (?:eine?[nrms]?\s)?|"
    r"was (?:bedeutet|heißt|bezeichnet) |wofür steht |wie (?:ist|sind|wird) |что (?:такое|означает|значит) )"
    r"(?P<one>.+?)(?:\s+(?:in|of|for|on|im|bei|der|des|von|в|во|у|для|на)\s.*|\s+(?:defined|definiert).*)?\W*$"
    r"|^\W*what (?:does|do) (?P<two>.+?) (?:mean|stand for|denote)",
    re.IGNORECASE,
)
# The beginning of a sentence up to its verb, or of a definition up to its colon.
_HEADED = re.compile(
    r"^[\s\"'“”„«(*-]*(?:(?:an?|the|eine?[rnms]?|der|die|das"
    r"|под)\s+)?(?P<head>[^:;,.?!]{1,70}?)\W*(?:\([^)]{1,40}\)\s*)?"
    r"(?:(?P<colon>:\s)|\s(?P<is>is|are|means?|refers? to|stands? for|denotes?|describes?|represents?"
    r"|defines?|identif(?:y|ies)|indicates?|ist|sind|bezeichnet|bedeutet|"
    r"heißt|steht für|beschreibt|—|–|-|это|является|представляет|означает|называ\w+|понима\w+)\s"
    r"|\s(?:does|has|can|contains?|consists?|hat|kann|enthält|besteht|содерж\w+|состоит)\s)",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"\b(?:called|known as|termed|named|genannt|sogenannte[rsnm]?|heißt|называ\w+|именуе\w+)\s+((?:\S+\s*){1,5})",
    re.IGNORECASE,
)
# "A file is a …" defines, "a file is opened when …" does not.
_BE = frozenset(("is", "are", "ist", "sind"))
_KIND_OF = re.compile(
    r"(?:an?|the|any|one|some|what|where|when|how|simply|just|basically|eine?[nrms]?|der|die|das"
    r"|jede\w*)\s",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\s(?:in|im|bei|в|во)\s(?:(?:the|der|dem)\s)?(\S+)$", re.IGNORECASE)
"""Where what is defined is found: "a theme in aptitude"."""
_APPOSED = r",\s+(?:an?|the|eine?[nrms]?|der|die|das)\s"
_HINGES = frozenset(listed("because although while whereas unless whenever weil obwohl während хотя если когда"))
_DEFINES = frozenset(
    one
    for word in listed("defined definition define mean means meaning stand stands term bedeutet такое означает значит")
    for one in stems(word)
)
_TIMES = re.compile(
    r"\b(?:periods?|durations?|delays?|time(?:out)?s?|intervals?|terms?|ages?|\w*(?:dauer|frist|zeit|verzögerung|zeitraum)"
    r"|срок\w*|врем\w+|период\w*|задержк\w+|интервал\w*)\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele|сколько)\s+(\w+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a dimension asks: its words with their weights, which of them are its own, and the answer expected."""

    terms: tuple[Term, ...]
    own: frozenset[str]
    expected: Expected
    question: str = ""
    counted: frozenset[str] = frozenset()
    rated: bool = False
    """Whether the weights come from how rare the words are in all the documents."""
    measured: tuple[tuple[str, frozenset[str]], ...] = ()
    """Units that measure what a word of the question names, with the stems of that word: bar, and pressure."""
    timed: bool = False
    """Whether the number that is asked for may be a length of time: the maximum delay."""

    def held(self, text: str) -> frozenset[str]:
        """The stems of a text; what it says it is without is no word of it, unless the question asks that.

        A quantity says what its unit measures.
        """
        found = bag(text if _WITHOUT.search(self.question) else _WITHOUT.sub(" ", text))
        if not self.measured:
            return found
        units = {item.unit for item in quantities(text)}
        return found.union(*(named for unit, named in self.measured if unit in units))

    def coverage(self, text: str, around: str = "") -> float:
        """The weighted share of the words that a text covers, 0–1; words in what stands around it count for less.

        A word in the innermost heading, the last line of `around`, counts nearly as one of the text.
        """
        held, near, head = self.held(text), self.held(around), self.held(around.rpartition("\n")[2])
        total = sum(term.weight for term in self.terms)
        got = sum(
            term.weight
            * max(
                strength(term, held),
                AROUND * strength(term, near),
                HEAD * strength(term, head) if "\n" in around else 0.0,
            )
            for term in self.terms
        )
        return got / total if total else 0.0

    def keyed(self, text: str, around: str = "") -> bool:
        """Whether a text, or what stands around it, has the word that says most of what is asked."""
        held = self.held(f"{text} {around}")
        most = max((term.weight for term in self.terms), default=0.0)
        return any(strength(term, held) >= KIN for term in self.terms if term.weight == most)

    def touches(self, text: str) -> bool:
        """Whether a text has one of the words that set this dimension apart from its siblings."""
        held = self.held(text)
        own = [term for term in self.terms if term.word in self.own]
        return any(strength(term, held) for term in own or self.terms)

    def covered(self, text: str) -> tuple[str, ...]:
        """The words that a text covers, as the question has them."""
        held = self.held(text)
        return tuple(term.word for term in self.terms if strength(term, held))

    def score(self, text: str, around: str = "") -> float:
        """How well a text answers: its coverage, more when it holds the answer expected, less for clutter."""
        covered = self.coverage(text, around)
        value = covered - clutter(text) + bent(self.question, text)
        if self.expected is not Expected.ANYTHING and self.answered(text):
            # A number of the right kind says little in a sentence about something else.
            value += 0.25 * min(1.0, 2 * covered) + (0.05 if self.names_kind(f"{text} {around}") else 0.0)
        return round(value + DEFINED * self.defines(text), 6)

    def anchored(self, text: str) -> bool:
        """Whether a text names the matter itself, at least in part: "costs 90 euros" alone is about anything."""
        unsaid = frozenset() if self.expected is Expected.AMOUNT else _KIND_WORDS.get(self.expected, frozenset())
        own = bag(_ASIDE.sub("", self.question))
        matter = [term for term in self.terms if not term.stems & unsaid and term.stems & own]
        held = self.held(text)
        return not matter or any(strength(term, held) for term in matter)

    def answered(self, text: str) -> bool:
        """Whether a text holds the kind of answer that is expected; of "how many X" the number of X."""
        if self.expected is Expected.NUMBER and self.counted:
            return counts(text, self.counted)
        if self.timed and any(fits(Expected.DURATION, item) for item in quantities(text)):
            return True
        return answers(self.expected, text)

    def defines(self, text: str) -> float:
        """How plainly a text defines what a question for a definition asks about, 0-1: "X: …", "an X is …"."""
        if self.expected is not Expected.DEFINITION:
            return 0.0
        match = _HEADED.match(text)
        if match is not None and self._names(match["head"]):
            plain = match["colon"] or (match["is"] and (match["is"] not in _BE or _KIND_OF.match(text, match.end())))
            return 1.0 if plain else SUBJECT
        if (called := _CALLED.search(text)) and self._names(called[1]):
            return CALLED
        beside = re.search(rf"{re.escape(self.subject)}\w{{0,2}}{_APPOSED}", text, re.IGNORECASE)
        return CALLED if beside else 0.0

    def _names(self, head: str) -> bool:
        """Whether a few words name what is asked about and little else: "the results of X" are not X."""
        if (within := _WITHIN.search(head)) and any(term.stems & bag(within[1]) for term in self.terms):
            head = head[: within.start()]
        if head.isupper() and not self.subject.isupper() and len(words(head)) > 1:
            return False  # ALTER TABLE is a command, no table
        held, asked = bag(head), bag(self.subject)
        heavy = [term for term in self.terms if term.stems & asked] or list(self.terms)
        most = max(heavy, key=lambda term: term.weight, default=None)
        if most is not None and not most.word.isalpha() and most.stems & held and len(held) <= len(most.stems):
            return True
        extra = [word.text.casefold() for word in words(head) if not stems(word.text.casefold()) & asked]
        plain = not any(word in STOPS or word in _HINGES for word in extra) and len(extra) <= 1
        return plain and all(strength(term, held) >= KIN for term in heavy)

    @property
    def subject(self) -> str:
        """What a question for a definition asks about."""
        match = _SUBJECT.search(self.question)
        return next((part for part in match.groups() if part), self.question) if match else self.question

    def names_kind(self, text: str) -> bool:
        """Whether a text names what is measured: a price, a duration, a distance, a noise."""
        return bool(bag(text) & _KIND_WORDS.get(self.expected, frozenset()))


def _kind_words(member: str) -> frozenset[str]:
    return frozenset().union(*(SYNONYMS[one] for one in stems(member) if one in SYNONYMS))


_KIND_WORDS = {
    Expected.MONEY: _kind_words("cost"),
    Expected.AMOUNT: _kind_words("subsidy"),
    Expected.DURATION: _kind_words("duration"),
    Expected.LEVEL: _kind_words("loud"),
    Expected.DISTANCE: _kind_words("far"),
    Expected.TEMPERATURE: _kind_words("temperature"),
}


def _listed_stems(text: str) -> frozenset[str]:
    return frozenset(one for word in listed(text) for one in stems(word))


_UNSAID = {
    Expected.WEEKDAY: _listed_stems("day days week weekday Tag Tagen Wochentag день дням дни днем недели"),
    Expected.TIME: _listed_stems("time hour hours o'clock Uhr Uhrzeit Zeit время часу час"),
    Expected.DATE: _listed_stems("date year month day time Datum Jahr Monat Tag дата году год месяце месяц числа"),
    Expected.DISTANCE: _listed_stems(
        "far high tall deep wide long close near distance width height depth weit hoch tief breit lang nah Abstand "
        "Breite Höhe Tiefe далеко расстоянии высота ширина глубина"
    ),
    Expected.SIZE: _listed_stems("big large heavy size groß schwer Größe большой тяжёлый размер вес"),
    Expected.NUMBER: _listed_stems("number fast old long large Anzahl Zahl alt lang schnell число количество быстро"),
    Expected.DURATION: _listed_stems("long time duration lang lange Dauer Zeit долго времени срок"),
    Expected.NAME: _listed_stems(
        "option command file directory subdirectory folder function parameter setting variable method program field "
        "module class flag keyword address key macro package attribute column table tool name Option Befehl Datei "
        "Verzeichnis Ordner Funktion Parameter Einstellung Programm Feld Modul Klasse Adresse Taste Makro Paket опция "
        "команда файл каталог функция параметр настройка программа поле модуль класс ключ адрес клавиша макрос пакет"
    ),
}
"""What names the kind of answer in a question; an answer of that kind need not say it."""
_COMPARING = _listed_stems(
    "compare compares compared comparison differ differs difference differences Unterschied Unterschiede unterscheidet "
    "Vergleich отличие отличия отличается отличаются разница различие"
)
"""What asks for a comparison; who compares need not say so."""


def clutter(text: str) -> float:
    """What a text loses for being long, or for being a table run together: 0–0.6."""
    found = words(text)
    numbers = sum(word.text[0].isdigit() for word in found)
    loss = min(0.3, 0.1 * max(0, len(found) - 40) / 20) + LONG * min(30, max(0, len(found) - 10))
    run_together = numbers > 8 and numbers > 0.3 * len(found) and 2 * text.count(";") < numbers
    return loss + (0.5 if run_together else 0.0)


def sought(name: str, question: str, texts: Iterable[str] = (), rarity: Iterable[tuple[str, float]] = ()) -> Sought:
    """What a dimension of this name and question seeks.

    Words that are rare weigh more: by `rarity` where it is known, else among `texts`. Those of the name weigh more,
    those in an aside at the question's end less.
    """
    found = terms(question) or terms(name)
    if expected(question or name) is Expected.DEFINITION:
        found = tuple(term for term in found if not term.stems & _DEFINES) or found
    named = terms(name)
    own = frozenset(one for term in named for one in term.stems)
    aside = frozenset(one for text in _ASIDE.findall(question) for term in terms(text) for one in term.stems) - own
    if not aside and 2 * len(named) >= len(found):
        own = frozenset()  # a name that holds most of the question sets nothing apart
    kind = expected(question or name)
    asked = own or _KIND_WORDS.get(kind, frozenset())
    known = dict(rarity)
    bags = [bag(text) for text in texts] if not known else []
    weighed = []
    for term in found:
        rare = known.get(term.word.casefold())
        if rare is None:
            seen = sum(1 for held in bags if strength(term, held) >= SYNONYM)
            rare = math.log(1 + (1 + len(bags)) / (1 + seen)) if bags else UNKNOWN
        rare *= KIND if term.stems & (_UNSAID.get(kind, frozenset()) | _COMPARING) else 1.0
        rare = max(rare, COMMON) * (EXACT if term.word[0].isdigit() else 1.0)
        weight = rare * (OWN if term.stems & asked else SHARED if term.stems <= aside else 1.0)
        weighed.append(replace(term, weight=round(weight, 6)))
    many = _HOW_MANY.search(question)
    counted = stems(many[1].casefold()) if many and terms(many[1]) else frozenset()
    distinct = frozenset(term.word for term in found if term.stems & own)
    by_unit = tuple((unit, term.stems) for term in found for unit in sorted(units_of(term.word)))
    timed = kind is Expected.NUMBER and bool(_TIMES.search(question))
    return Sought(tuple(weighed), distinct, kind, question, counted, bool(known), by_unit, timed)
