"""What columns are called in a text: headings such as `lifeExp` or `Miles_per_Gallon` in words of the language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from indagate.flows.report.files import Language

_JOINT = re.compile(r"(?<=[a-zа-яё0-9])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё])")
_LATIN = re.compile(r"[A-Za-z][A-Za-z'-]*")
_SHORT = {
    "avg": "average", "pct": "percent", "qty": "quantity", "num": "number", "amt": "amount", "max": "maximum",
    "min": "minimum", "temp": "temperature", "precip": "precipitation", "pop": "population", "std": "standard",
    "dept": "department", "mfg": "manufacturing", "percap": "per capita",
}  # fmt: skip
_KINDS = ("average", "maximum", "minimum")
"""What stands in front of a measure's name in a sentence, though headings have it behind."""
_ALIKE = frozenset(["series", "species", "data", "sheep"])


def spoken(heading: str, language: Language) -> str:
    """Return what a heading is called in a sentence: known ones in the language, others in plain words."""
    words = " ".join(re.sub(r"_+|(?<=[^\W\d])\.(?=[^\W\d])", " ", _JOINT.sub(" ", heading)).split())
    known = next((names for pattern, names in _known() if pattern.fullmatch(words.lower())), None)
    if known:
        return known[language == "ru"]
    parts = [_SHORT.get(part.lower(), part) for part in words.split()]
    if len(parts) > 1 and parts[-1] in _KINDS:
        parts = [parts[-1], *parts[:-1]]
    lowered = [_small(part) for part in parts]
    if not parts:
        return heading
    titled = all(part[:1].isupper() for part in parts if part[:1].isalpha())
    return " ".join(lowered if titled else [lowered[0], *parts[1:]])


def _small(word: str) -> str:
    """Return a word without its capital, unless it is an abbreviation, a name of letters, or not of Latin letters."""
    if not _LATIN.fullmatch(word) or len(word) < 2 or (word.isupper() and len(word) < 5):
        return word
    return word.lower()


def plural(noun: str) -> str:
    """Return the plural of an English noun, as well as a rule can tell."""
    if not re.search(r"[A-Za-z]$", noun) or noun.lower() in _ALIKE:
        return noun
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    if noun.endswith("s"):
        return noun
    return f"{noun}es" if re.search(r"(x|z|ch|sh)$", noun) else f"{noun}s"


@cache
def _known() -> tuple[tuple[re.Pattern[str], tuple[str, str]], ...]:
    """Return patterns of headings with what they stand for in English and Russian."""
    lines = resources.files(__package__).joinpath("names.txt").read_text(encoding="utf-8").splitlines()
    told = [line.split("|") for line in lines if line and not line.startswith("#")]
    return tuple((re.compile("|".join(parts[:-2])), (parts[-2], parts[-1])) for parts in told)
