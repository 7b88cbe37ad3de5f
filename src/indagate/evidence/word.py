"""Words of a text and their light stems."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.evidence.language import STOP_WORDS
from indagate.evidence.span import Piece

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Combining marks and the vowel signs of Indic and South-East Asian scripts belong to their word.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f"
_WORD = re.compile(
    rf"[{CJK}]|\d+(?:[.,:]\d+)*|(?:(?![{CJK}\d_])[\w{_MARKS}])(?:(?![{CJK}_])[\w{_MARKS}]|['’](?=[^\W\d_]))*"
)
_CYRILLIC = re.compile("[\u0400-\u04ff]")

STOPS: frozenset[str] = STOP_WORDS["en"] | STOP_WORDS["de"] | STOP_WORDS["ru"]

_RUSSIAN_ENDING = re.compile(
    r"(?<=\w{3})(?:и?ями|ами|и?ях|ах|и?ям|ам|и?ем|ом|и?ей|[оыи]й|[оеыи]е|ая|яя|ую|юю|[ое]го|[ое]му|[ыи]ми|[ыи]х|[ыи]м"
    r"|[иь][юя]|ии|[ое]в|[иыаяоеуюьй]|ост(?:ь|и|ью)|л(?:ся|[аои]сь)|ться|[еюия]?тся|[иае]л[аио]?|[еюуияа]т|[еи]шь"
    r"|[аяеи]ть)$"
)
_GERMAN_ENDING = re.compile(r"(?<=\w{4})(?:ern|em|en|er|es|[ens])$")
_GERMAN_FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


def words(text: str) -> list[Piece]:
    """Return the words of a text: letters and inner apostrophes, numbers with inner separators, CJK by characters."""
    return [Piece(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


@lru_cache(maxsize=65_536)
def stem(word: str, language: str | None = None) -> str:
    """Return a light stem, lower case: inflection goes, the word stays; `language` matters for German only."""
    low = word.casefold().replace("’", "'")
    if _CYRILLIC.search(low):
        low = _RUSSIAN_ENDING.sub("", low.replace("ё", "е"))
        return low[:-1] if low.endswith("нн") else low
    return _GERMAN_ENDING.sub("", low.translate(_GERMAN_FOLD)) if language == "de" else _english(low)


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


_TOO_MANY = re.compile(
    r"(?<=\w{3}o)u(?=r(?:$|it|abl|ful|les))|(?<=\w{3}og)u$|(?<=\w{3}el)l$|(?<=^program)m$"  # colour, catalogue, cancell
)
_CHANGED = {"s": "z", "r": "er", "c": "s", "grey": "gray"}
_OTHER = re.compile(r"(?<=\w{4}[iy])s(?=$|er$|ation$|abl$)(?<!sis)(?<!wis)|(?<=\w{2}[bt])r$|(?<=en)c$|^grey$")


def _american(word: str) -> str:
    """Return a stem in American spelling, so that colour and color are one word."""
    return _OTHER.sub(lambda found: _CHANGED[found[0]], _TOO_MANY.sub("", word))


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that are no small words, each once."""
    return frozenset(stem(word.text) for word in words(text) if word.text.casefold() not in STOPS)


def content(text: str, language: str | None = None) -> list[str]:
    """Return the stems of the words that carry meaning, in order: no small words, no numbers."""
    found = (match.group().casefold() for match in _WORD.finditer(text))
    return [stem(word, language) for word in found if word not in STOPS and not word[0].isdigit()]
