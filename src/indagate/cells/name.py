"""Names that are safe in SQL: lower-case ASCII letters, digits and underscores, each used once."""

from __future__ import annotations

import re
import unicodedata

from indagate.vocabulary import vocabulary

LONGEST = 48
_LETTERS = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "e", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o",
    "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "%": " percent ", "&": " and ", "№": " no ", "#": " no ",
}  # fmt: skip
_RESERVED = frozenset(
    vocabulary(
        """
all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create date default
deferrable desc describe distinct do else end except false fetch for foreign from generated grant group having in
initially intersect into lambda lateral leading limit not null offset on only or order pivot pivot_longer pivot_wider
placing primary qualify references returning row select show some summarize symmetric table then time timestamp to
trailing true union unique unpivot using variadic value values when where window with
"""
    )
)


def safe_name(text: str, default: str) -> str:
    """Return a text as a name: transliterated where that is usual, `default` where nothing is left of it."""
    spelled = "".join(_LETTERS.get(letter, letter) for letter in text.lower())
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST].strip("_")
    if not name:
        name = default
    if name[0].isdigit():
        name = f"{default[:1]}_{name}"
    return f"{name}_" if name in _RESERVED else name


def column_name(heading: str) -> str:
    """Return a heading as a name in SQL: lower case, other characters than letters and digits become one `_`."""
    return re.sub(r"[\W_]+", "_", unicodedata.normalize("NFKC", heading).lower()).strip("_") or "column"


def folded(name: str) -> str:
    """Return a name without what writers spell differently: case, underscores, other characters."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).lower())


def unique(name: str, taken: set[str]) -> str:
    """Return the name, or with the first number that is free, and take it."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    taken.add(found)
    return found


def quoted(name: str) -> str:
    """Return an identifier in quotes."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"
