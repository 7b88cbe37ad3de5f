"""How well a text bears on a question: content words weighed by rarity, and the kind of answer that is expected."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from indagate.evidence import words
from indagate.evidence.word import STOPS
from indagate.flows.mission.offline.expected import Expected, answers, bent, counts, expected
from indagate.flows.mission.offline.lexis import FILLERS, SYNONYMS, stems

SAME, SYNONYM, KIN = 1.0, 0.9, 0.8
AROUND = 0.7
"""What a word counts that stands in the heading, the table's header or the title instead of the text itself."""
OWN, SHARED = 2.0, 0.2
"""What a word counts that sets a dimension apart, and one that it has in common with its siblings."""
DEFINED = 0.15
"""What a definition gains where the question asks for one."""
EXACT = 1.5
"""What a number in a question counts: it says which case is meant."""

_ASIDE = re.compile(r"\(([^()]*)\)\W*$")
"""What a dimension shares with its siblings, as the plan adds it to a question that does not say it."""
# The unit in "how many years" is the answer's, not a word that the answer need hold besides.
_COUNTED = re.compile(
    r"\b(?:how many|wie ?viele|сколько) (?:seconds|minutes|hours|days|weeks|months|years|percent|"
    r"Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre|Prozent|секунд|минут|часов|дней|недель|месяцев|лет|"
    r"процентов)\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\b(?:(?:without|excluding|ohne|без|исключая)\s+(?:(?:the|any|an?|eine[nrm]?|die|den|das|jede\w*)\s+)?"
    r"|before any\s+)\w+",
    re.IGNORECASE,
)
_DEFINING = re.compile(
    r"^\W*(?:what (?:is|are|does|do)|was (?:ist|sind|bedeutet|macht|tut)|что (?:такое|делает|означает|значит))\b",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele|сколько)\s+(\w+)", re.IGNORECASE)
# "L-07" and "L07" are one name.
_CODE = re.compile(r"\b([^\W\d_]{1,3})-(\d+)\b")
# "last year" tells when, "it lasts" how long.
_LAST_WHEN = re.compile(
    r"\b(?:at last|last(?= (?:year|month|week|quarter|winter|summer|spring|autumn|night|time|few|two|three|four|five|"
    r"\d)))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a question with its stems, those that may stand for it, and how much it weighs."""

    word: str
    stems: frozenset[str]
    synonyms: frozenset[str]
    weight: float = 1.0


@lru_cache(maxsize=2_048)
def terms(text: str) -> tuple[Term, ...]:
    """The content words of a question in order, each once; numbers count as words."""
    found: dict[frozenset[str], Term] = {}
    for word in words(_CODE.sub(r"\1\2", _COUNTED.sub(" ", text))):
        low = word.text.casefold()
        if low in STOPS or low in FILLERS or (len(low) == 1 and low.isascii() and not low.isdigit()):
            continue
        own = stems(low)
        synonyms: frozenset[str] = frozenset().union(*(SYNONYMS.get(one, frozenset()) for one in own)) - own
        found.setdefault(own, Term(word.text, own, synonyms))
    return tuple(found.values())


@lru_cache(maxsize=8_192)
def bag(text: str) -> frozenset[str]:
    """The stems of a text's words, and of the parts of hyphenated ones."""
    found: set[str] = set()
    for word in words(_CODE.sub(r"\1\2", _LAST_WHEN.sub(" ", text))):
        low = word.text.casefold()
        found |= stems(low)
        if "'" in low or "’" in low:
            found |= stems(re.split("['’]", low)[0])
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
    """Whether two stems are of one family: "install" and "installation", "pumpe" and "wärmepumpe"."""
    short, long = sorted((one, other), key=len)
    if len(short) < 5 or not short.isalpha():
        return False
    if not short.isascii() or not long.isascii():
        common = next((at for at, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
        return (common >= 5 and len(short) - common <= 2 and len(long) - common <= 4) or long.endswith(short)
    return (long.startswith(short) and len(long) - len(short) <= 6) or (len(short) >= 6 and long.endswith(short))


@dataclass(frozen=True, slots=True)
class Sought:
    """What a dimension asks: its words with their weights, which of them are its own, and the answer expected."""

    terms: tuple[Term, ...]
    own: frozenset[str]
    expected: Expected
    question: str = ""
    counted: frozenset[str] = frozenset()

    def held(self, text: str) -> frozenset[str]:
        """The stems of a text; what it says it is without is no word of it, unless the question asks that."""
        return bag(text if _WITHOUT.search(self.question) else _WITHOUT.sub(" ", text))

    def coverage(self, text: str, around: str = "") -> float:
        """The weighted share of the words that a text covers, 0–1; words in what stands around it count for less."""
        held, near = self.held(text), self.held(around)
        total = sum(term.weight for term in self.terms)
        got = sum(term.weight * max(strength(term, held), AROUND * strength(term, near)) for term in self.terms)
        return got / total if total else 0.0

    def share(self, text: str) -> float:
        """The weighted share of the words that a text has in any form, 0-1."""
        held = self.held(text)
        total = sum(term.weight for term in self.terms)
        return sum(term.weight for term in self.terms if strength(term, held)) / total if total else 0.0

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
        return round(value + (DEFINED if self.defines(text) else 0.0), 6)

    def lacks(self, text: str) -> int:
        """How many of the dimension's own words a text lacks; the name of what is measured goes without saying."""
        held = self.held(text)
        measured = self.expected is not Expected.AMOUNT and self.answered(text)
        unsaid = _KIND_WORDS.get(self.expected, frozenset()) if measured else frozenset()
        own = [term for term in self.terms if term.word in self.own] or list(self.terms)
        return sum(not strength(term, held) and not term.stems & unsaid for term in own)

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
        return answers(self.expected, text)

    def defines(self, text: str) -> bool:
        """Whether a text defines what "what is X" asks about: it has the form "X: …"."""
        term, colon, _ = text.partition(": ")
        asked = self.expected is Expected.ANYTHING and _DEFINING.search(self.question)
        if not colon or len(term) > 80 or not asked:
            return False
        held = bag(term)
        return any(strength(item, held) == SAME for item in self.terms)

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


def clutter(text: str) -> float:
    """What a text loses for being long, or for being a table run together: 0–0.6."""
    found = words(text)
    numbers = sum(word.text[0].isdigit() for word in found)
    loss = min(0.3, 0.1 * max(0, len(found) - 40) / 20)
    run_together = numbers > 8 and numbers > 0.3 * len(found) and 2 * text.count(";") < numbers
    return loss + (0.5 if run_together else 0.0)


def sought(name: str, question: str, texts: Iterable[str] = ()) -> Sought:
    """What a dimension of this name and question seeks.

    Words that are rare among `texts` weigh more; those of the name more, those in an aside at the question's end less.
    """
    found = terms(question) or terms(name)
    named = terms(name)
    own = frozenset(one for term in named for one in term.stems)
    aside = frozenset(one for text in _ASIDE.findall(question) for term in terms(text) for one in term.stems) - own
    if not aside and 2 * len(named) >= len(found):
        own = frozenset()  # a name that holds most of the question sets nothing apart
    kind = expected(question or name)
    asked = own or _KIND_WORDS.get(kind, frozenset())
    bags = [bag(text) for text in texts]
    weighed = []
    for term in found:
        seen = sum(1 for held in bags if strength(term, held) >= SYNONYM)
        rarity = math.log(1 + (1 + len(bags)) / (1 + seen)) if bags else 1.0
        rarity *= EXACT if term.word[0].isdigit() else 1.0
        weight = rarity * (OWN if term.stems & asked else SHARED if term.stems <= aside else 1.0)
        weighed.append(replace(term, weight=round(weight, 6)))
    many = _HOW_MANY.search(question)
    counted = stems(many[1].casefold()) if many and terms(many[1]) else frozenset()
    distinct = frozenset(term.word for term in found if term.stems & own)
    return Sought(tuple(weighed), distinct, kind, question, counted)
