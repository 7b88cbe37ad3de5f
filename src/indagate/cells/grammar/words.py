"""The words of a question: tokens with their stems, and the one closed list of words that carry no meaning."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.frozen import dataclass
from indagate.vocabulary import vocabulary

_TOKEN = re.compile(
    r"\d{4}-\d\d-\d\d(?!\d)|\d{4}-\d\d(?![\d-])|\d{1,2}\.\d{1,2}\.\d{4}(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)"
    r"|\d+(?:\.\d+)?|[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\s\w]|_"
)
STOP = frozenset(
    vocabulary("""
    a about all am an and any are as at be because been being by came can come comes could did do does doing during
    ever find for from gave get gets give given go goes going got had has have having he her hers him his how i if in
    into is it its just know let look made make makes may me might must my myself need now of on or our ours over
    please said same say see seen shall she should show shown so some such tell than that the their theirs them then
    there these they this those through to told too under until up us very want wanted was we were what when where
    which while who whom whose why will with within would yet you your yours
    after before between since also
""")
)
"""Never extended: without one of these a question asks the same, unless the grammar itself gives the word a place."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign: its form for comparing, its stem, and its place in the text."""

    text: str
    low: str
    stem: str
    start: int
    end: int

    @property
    def word(self) -> bool:
        """Whether it is a word or a number, not a sign."""
        return self.text[0].isalnum()

    @property
    def content(self) -> bool:
        """Whether it carries meaning: no sign, and not in the list of stop words."""
        return (self.word or self.low in "%€$£¥<>=°≥≤") and self.low not in STOP


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text in order; "5km" is a number and a word, "mid-July" two words."""
    return tuple(
        Token(part, plain(part), stem(part), start, start + len(part))
        for match in _TOKEN.finditer(text)
        for part, start in _parts(match[0], match.start())
    )


def _parts(text: str, start: int) -> list[tuple[str, int]]:
    """Split words at hyphens, and take the possessive from a word."""
    if not text[0].isalpha():
        return [(text, start)]
    found = []
    for match in re.finditer(r"[^-]+", text):
        word = re.sub(r"['’]s$|['’]$", "", match[0])
        found.append((word, start + match.start()))
    return found


def plain(text: str) -> str:
    """Return a text for comparing: lower case, one form of apostrophes, no ё."""
    return text.lower().replace("ё", "е").replace("’", "'")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return what the singular and plural of a word share; other endings (sale, sold, seller) are other words."""
    low = plain(word)
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    if len(low) > 4 and low.endswith(("sses", "shes", "ches", "xes", "zes")):
        return low[:-2]
    if len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")):
        return low[:-1]
    return low


def name_words(name: str) -> tuple[str, ...]:
    """Return the stems of a heading or value: bill_length, unitPrice and "Unit price" are two words each."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name)
    return tuple(token.stem for token in tokens(spaced) if token.word)
