"""What words of a goal mean in documents: forms, synonyms, compounds, kin; and which may be said in other words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from indagate.evidence.concept import concepts
from indagate.evidence.word import stem
from indagate.flows.task.offline.spare import POLITE, SPARE, small
from indagate.flows.task.offline.speech import GERMAN, VERBS, WEAK
from indagate.flows.task.offline.synonym import alike
from indagate.flows.task.offline.word import form_of

_RUSSIAN_VERB = re.compile(
    r"\w{2,}(?:лся|лась|лось|лись|[еёия]тся|ются|утся|ает|яет|ует|ают|яют|уют|ено|ены|ана|ано|аны|или|ила|ило|ал|ала|"
    r"али|ало|ут|шла|шли|шло|ил|ел|ели|ела|ать|ить|еть|ять|ться|ти|ит|ат|ят|крыт[аоы]?|нят[аоы]?|[её]н[аоы]?)"
)
_SUFFIXES = {
    "en": ("ations", "ation", "ments", "ment", "ships", "ship", "ances", "ance", "ings", "ing", "ers", "ors", "er",
           "or", "ions", "ion", "als", "al", "ive", "age", "ed", "es", "s", "y", "e"),
    "de": ("ungen", "ung", "ern", "ers", "er", "en", "te", "ten", "et", "t", "e", "s", "n"),
}  # fmt: skip
_INFLECTED = frozenset({"ing", "ings", "er", "ers", "ed", "es", "s", "e", "en", "t", "te", "ung", "ungen"})
LEAST = 4
"""Letters that two words have to share to be kin."""


@lru_cache(maxsize=65_536)
def means(word: str, other: str) -> bool:
    """Whether a text's word is a form of a goal's word, or means the same, or is kin or compound of it."""
    if form_of(word, other) or _leaves(word) == _leaves(other):
        return True
    if word.isdigit() or other.isdigit() or min(len(word), len(other)) < 3:
        return False
    if alike(word, other) or _same_concept(word, other) or _same_tail(word, other):
        return True
    return _compound(word, other) or bool(_roots(word) & _roots(other))


_HEADS = re.compile(r"(?<=\w{4})(?:zahl|zahlen|preis|preise|kosten|menge|mengen|gebühr|gebühren|betrag|summe|dauer)$")


def _same_tail(word: str, other: str) -> bool:
    """Whether German compounds mean the same by what they are about: Besucherzahlen, Badegäste."""
    bare = [_HEADS.sub("", one) for one in (word, other)]
    if bare != [word, other] and means(*bare):
        return True
    if min(map(len, bare)) < 5 or not re.fullmatch(r"[a-zäöüß ]+", f"{word} {other}"):
        return False
    return any(
        _same_concept(one, two[-size:])
        for one, two in (bare, bare[::-1])
        for size in range(5, len(two) - 3)
        if len(two) > 8
    )


def _leaves(word: str) -> str:
    return f"{word[:-3]}f" if word.endswith("ves") and len(word) > 4 else word


def _same_concept(word: str, other: str) -> bool:
    return concepts(stem(word, "de")) == concepts(stem(other, "de")) or concepts(stem(word)) == concepts(stem(other))


@lru_cache(maxsize=65_536)
def _roots(word: str) -> frozenset[str]:
    """Return what is left of a word without an ending that makes another kind of word: install, installation."""
    found = set()
    low = word.replace("ß", "ss")
    bases = [low] + ([low[2:]] if low.startswith("ge") and low.endswith(("t", "en")) and len(low) > 6 else [])
    if re.fullmatch(r"[a-zäöüß]+", word):
        for base in bases:
            for ending in (*_SUFFIXES["en"], *_SUFFIXES["de"]):
                rest = base.removesuffix(ending)
                if rest != base and len(rest) >= (LEAST if ending in _INFLECTED else LEAST + 1):
                    found.add(rest[:-1] if len(rest) > LEAST and rest[-1] == rest[-2] else rest)
            if len(base) >= LEAST:
                found.add(base)
        found |= {one[:-1] for one in found if len(one) > LEAST + 2 and one[-1] in "en"}
        return frozenset(one for one in found if len(one) >= LEAST)
    return frozenset({stem(word)} if len(stem(word)) > LEAST else ())


def _compound(word: str, other: str) -> bool:
    """Whether a German compound ends or begins with the word: Stromverbrauch, Verbrauch."""
    short, long = sorted((word, other), key=len)
    if len(short) < 4 or len(long) - len(short) < 3 or not re.fullmatch(r"[a-zäöüß]+", long):
        return False
    if (len(short) > 4 and long.startswith(short)) or any(
        len(r) > LEAST + 1 and long.startswith(r) for r in _roots(short)
    ):
        return True
    if len(short) == LEAST:
        return long.endswith(short)
    return any(form_of(short, long[-size:]) for size in range(len(short) - 1, min(len(long) - 3, len(short) + 2) + 1))


@dataclass(frozen=True)
class Lexicon:
    """The words of some documents, and which of them mean a word of the goal."""

    words: frozenset[str]
    _found: dict[str, frozenset[str]] = field(default_factory=dict)
    _forms: dict[str, frozenset[str]] = field(default_factory=dict)

    def of(self, word: str) -> frozenset[str]:
        """Return the words of the documents that mean a word."""
        if word not in self._found:
            self._found[word] = frozenset(one for one in self.words if means(word, one))
        return self._found[word]

    def forms(self, word: str) -> frozenset[str]:
        """Return the words of the documents that are forms of a word."""
        if word not in self._forms:
            self._forms[word] = frozenset(one for one in self.of(word) if form_of(word, one))
        return self._forms[word]


def is_verb(word: str) -> bool:
    """Whether an English word is one of the verbs of all trades."""
    return stem(word, "en") in VERBS


def is_russian_verb(word: str) -> bool:
    """Whether a Russian word has the ending of a verb."""
    return bool(_RUSSIAN_VERB.fullmatch(word))


def is_weak(word: str, spoken: str, *, capital: bool = False) -> bool:
    """Whether a text may leave a word out or say it in another way: verbs, and names for numbers of any kind."""
    word = word.removesuffix("'s").removesuffix("’s")
    if spoken == "en" and re.fullmatch(r"[a-z]+['’](?:m|d|ll|re|ve|t)", word):
        return True
    if word in WEAK or word in SPARE or word in POLITE or small(word):
        return True
    if spoken == "en":
        return is_verb(word)
    if spoken == "de":
        return not capital and word in GERMAN
    return bool(_RUSSIAN_VERB.fullmatch(word))
