"""Whether two words are forms of one: English, German and Russian inflection, and nothing beyond it."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.evidence.word import stem

_IRREGULAR = (
    "child children", "man men", "woman women", "person people", "mouse mice", "foot feet", "tooth teeth",
    "index indices indexes", "matrix matrices matrixes", "vertex vertices", "analysis analyses", "thesis theses",
    "hypothesis hypotheses", "crisis crises", "basis bases", "criterion criteria", "phenomenon phenomena",
    "datum data", "half halves", "knife knives", "life lives", "leaf leaves", "shelf shelves", "wolf wolves",
    "buy buys bought buying", "sell sells sold selling", "pay pays paid paying", "be is are was were been being am",
    "have has had having", "do does did done doing", "go goes went gone going", "make makes made making",
    "write writes wrote written writing", "run runs ran running", "begin begins began begun", "lose loses lost losing",
    "win wins won winning", "take takes took taken taking", "give gives gave given giving", "find finds found finding",
    "человек люди людей людям людьми людях", "год лет года годов годы году", "ребёнок дети детей детям детьми",
)  # fmt: skip
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_UMLAUT = str.maketrans({"ä": "a", "ö": "o", "ü": "u"})
_GERMAN = ("", "e", "en", "er", "ern", "es", "s", "n", "em", "se", "sen", "nen", "ens")
_RUSSIAN = frozenset(
    [
        "", "а", "у", "е", "и", "о", "ы", "ю", "я", "ь", "й", "ом", "ем", "ей", "ой", "ам", "ям", "ами", "ями", "ах",
        "ях", "ов", "ев", "ий", "ый", "ая", "яя", "ое", "ее", "ые", "ие", "ого", "его", "ому", "ему", "ую", "юю", "ых",
        "их", "ым", "им", "ыми", "ими", "ью", "ия", "ии", "ию", "ием", "иям", "иях", "иями", "ья", "ье", "ьи", "ьев",
        "ьям", "ьями", "ьях",
    ]
)  # fmt: skip


@lru_cache(maxsize=1)
def _families() -> dict[str, int]:
    return {word.replace("ё", "е"): number for number, line in enumerate(_IRREGULAR) for word in line.split()}


@lru_cache(maxsize=65_536)
def same_word(one: str, other: str, german: bool = False) -> bool:
    """Whether two words are forms of one; words with digits only if they are equal."""
    one, other = _folded(one), _folded(other)
    if one == other:
        return True
    if any(char.isdigit() for char in one + other):
        return False
    family = _families().get(one)
    if family is not None and _families().get(other) == family:
        return True
    if _CYRILLIC.search(one):
        return bool(_CYRILLIC.search(other)) and _russian(one, other)
    if _english(one) == _english(other):
        return True
    return german and _german(one, other)


def _folded(word: str) -> str:
    low = word.casefold().replace("ё", "е").replace("’", "'")
    return low.removesuffix("'s").removesuffix("'")


def _english(word: str) -> str:
    if len(word) <= 3:
        return word
    found = stem(word, "en")
    return found[:-1] + "y" if found.endswith("i") and len(found) > 3 else found


def _german(one: str, other: str) -> bool:
    one, other = one.translate(_UMLAUT), other.translate(_UMLAUT)
    short = min(len(one), len(other))
    common = next((n for n in range(short) if one[n] != other[n]), short)
    tails = (one[common:], other[common:])
    if common < 3 and not (common == 2 and "" in tails):
        return False
    return any(
        one[cut:] in _GERMAN and other[cut:] in _GERMAN for cut in range(common, max(2, common - 2), -1) if cut <= short
    )


def _russian(one: str, other: str) -> bool:
    short = min(len(one), len(other))
    common = next((n for n in range(short) if one[n] != other[n]), short)
    for cut in range(common, max(1, common - 4), -1):
        if cut < 3 and min(len(one), len(other)) > 4:
            break
        if one[cut:] in _RUSSIAN and other[cut:] in _RUSSIAN:
            return True
    if _of_many(one, other) or _of_many(other, one):
        return True
    return _without_fleeting(one) == _without_fleeting(other) and short > 3


def _of_many(many: str, one: str) -> bool:
    """Whether a word is the genitive plural of another, with the vowel that comes in: писем, письмо."""
    if len(many) < 4 or not re.search(r"[^аеиоуыэюя][ое][^аеиоуыэюяйьъ]$", many) or one[-1] not in "аяоеыиую":
        return False
    return many[:-2] + many[-1] == one[:-1].replace("ь", "")


def _without_fleeting(word: str) -> str:
    """Return the stem without the vowel that comes and goes: рынок, рынка."""
    bare = stem(word, "ru")
    return re.sub(r"[оеь]([кцнлтрв])$", r"\1", bare)
