"""Words of a text and their light stems."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from indagate.evidence.language import STOP_WORDS
from indagate.evidence.vocabulary import vocabulary

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Combining marks and the vowel signs of Indic and South-East Asian scripts belong to their word.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f"
_WORD = re.compile(
    rf"[{CJK}]|\d+(?:[.,:]\d+)*|(?:(?![{CJK}\d_])[\w{_MARKS}])(?:(?![{CJK}_])[\w{_MARKS}]|['’](?=[^\W\d_]))*"
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")

STOPS: frozenset[str] = STOP_WORDS["en"] | STOP_WORDS["de"] | STOP_WORDS["ru"]

_RU_ENDINGS = tuple(
    sorted(
        vocabulary(
            """
иями ями ами иях ях ах иям ям ам ием ем ом ией ей ой ий ый ое ее ые ие ая яя ую юю ого его ому ему ыми ими ых их ым
им ию ью ия ья ии ов ев и ы а я о е у ю ь й ость ости остью лся лась лось лись ться тся ется ются ится ятся ил ила
или ило ал ала али ало ел ела ели ело ет ют ут ит ят ат ешь ишь ать ять еть ить
"""
        ),
        key=len,
        reverse=True,
    )
)
_DE_ENDINGS = ("ern", "em", "en", "er", "es", "e", "n", "s")
_DE_FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or CJK character with its place in the text."""

    text: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """The words of `text`: letters and inner apostrophes, numbers with inner separators, CJK by characters."""
    return [Word(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


@lru_cache(maxsize=65_536)
def stem(word: str, language: str | None = None) -> str:
    """A light stem, lower case: inflection goes, the word stays; `language` matters for German only."""
    low = word.casefold().replace("’", "'")
    if _CYRILLIC.search(low):
        return _russian(low.replace("ё", "е"))
    if language == "de":
        return _german(low)
    return _english(low)


def _russian(word: str) -> str:
    for ending in _RU_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if word.endswith("нн") else word


def _german(word: str) -> str:
    word = word.translate(_DE_FOLD)
    for ending in _DE_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _english(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("'")
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and re.search("[aeiouy]", rest):
            if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
                rest = rest[:-1]
            word = rest
            break
    return _american(word[:-1] if word.endswith("e") and len(word) > 4 else word)


_SPELLED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"(?<=\w{3})our(?=$|it|abl|ful|les)", "or"),
        (r"(?<=\w{4}[iy])s(?=$|er$|ation$|abl$)(?<!sis)(?<!wis)", "z"),
        (r"(?<=\w{2}[bt])r$", "er"),
        (r"(?<=\w{3}o)gu$", "g"),
        (r"(?<=\w{3})ell$", "el"),
        (r"(?<=en)c$", "s"),
        (r"^grey$", "gray"),
        (r"^programm$", "program"),
    )
)
"""British endings of stems and what stands for them, so that colour and color are one word."""


def _american(word: str) -> str:
    for british, american in _SPELLED:
        word = british.sub(american, word)
    return word


def content(text: str, language: str | None = None) -> list[str]:
    """The stems of the words that carry meaning, in order: no small words, no numbers."""
    found = []
    for match in _WORD.finditer(text):
        low = match.group().casefold()
        if low in STOPS or low[0].isdigit():
            continue
        found.append(stem(low, language))
    return found
