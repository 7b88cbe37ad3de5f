"""Words of goals and texts: split, in lower case, and whether two are forms of one."""

from __future__ import annotations

import re
from functools import lru_cache

from indagate.flows.task.critic.inflection import same_word

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_LATIN = str.maketrans(
    dict(
        zip(
            "абвгдезийклмнопрстуфхыэ",
            [
                "a",
                "b",
                "v",
                "g",
                "d",
                "e",
                "z",
                "i",
                "i",
                "k",
                "l",
                "m",
                "n",
                "o",
                "p",
                "r",
                "s",
                "t",
                "u",
                "f",
                "h",
                "y",
                "e",
            ],
            strict=True,
        )
    )
    | {"ж": "zh", "ц": "c", "ч": "ch", "ш": "sh", "щ": "sch", "ъ": "", "ь": "", "ю": "yu", "я": "ya", "ё": "e"}
)
_SAME = str.maketrans({"j": "i", "w": "v", "q": "k"})
"""Letters by which spellings of one word in Latin letters differ."""


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case; names_like_this and likeThis are several."""
    split = re.sub(r"(?<=[a-zа-яё]{2})(?=[A-ZА-ЯЁ])", " ", text.replace("_", " "))
    return tuple(word.casefold() for word in _WORD.findall(split))


def form_of(one: str, other: str) -> bool:
    """Whether two words are forms of one."""
    return same_word(one, other, True)


@lru_cache(maxsize=65_536)
def spelled_like(word: str, latin: str) -> bool:
    """Whether a Russian word is written in Latin letters here, but for its ending: письма, pisma."""
    if not re.fullmatch(r"[а-яё]{4,}", word) or not re.fullmatch(r"[a-z]{4,}", latin):
        return False
    one, other = word.translate(_LATIN).translate(_SAME), latin.translate(_SAME)
    common = next((n for n in range(min(len(one), len(other))) if one[n] != other[n]), min(len(one), len(other)))
    return common >= 4 and max(len(one), len(other)) - common <= 3
