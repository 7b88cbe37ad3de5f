"""What columns are called in a text: headings such as `lifeExp` or `Miles_per_Gallon` in words of the language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.report.files import Language

_JOINT = re.compile(r"(?<=[a-zа-яё0-9])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё])")
_LATIN = re.compile(r"[A-Za-z][A-Za-z'-]*")
_SHORT = {
    "avg": "average", "pct": "percent", "qty": "quantity", "num": "number", "amt": "amount", "max": "maximum",
    "min": "minimum", "temp": "temperature", "precip": "precipitation", "pop": "population", "std": "standard",
    "dept": "department", "mfg": "manufacturing", "percap": "per capita",
}  # fmt: skip
_SIGN = re.compile(r"(?<![A-Za-z\d])[a-z]{1,2}\d+(?![A-Za-z\d.])")
"""A sign made of letters and a number: m1, od280."""
_KINDS = ("average", "maximum", "minimum")
"""What stands in front of a measure's name in a sentence, though headings have it behind."""
_FOREIGN = re.compile(r"[A-Za-z]{3,}")
_GROUPS = {
    "страна": "странам", "континент": "континентам", "регион": "регионам", "город": "городам", "бумага": "бумагам",
    "категория": "категориям", "вид": "видам", "сорт": "сортам", "участок": "участкам", "источник": "источникам",
    "происхождение": "происхождению", "погода": "погоде", "год": "годам", "месяц": "месяцам",
}  # fmt: skip
_PEOPLE = {
    "население": "населению", "численность населения": "численности населения", "численность": "численности",
    "число жителей": "числу жителей", "количество жителей": "количеству жителей", "жители": "числу жителей",
}  # fmt: skip
_AMOUNT = re.compile(
    r"(?:общ\w+ |средн\w+ )?(?:вес|масс|длин|ширин|площад|размер|объ[её]м|мощност|рассто|дистанц|числ|количеств|"
    r"населени|сумм|выручк|доход|расход|затрат|осадк|запас|возраст|пробег)",
    re.I,
)
"""Russian measures that are larger or smaller rather than higher or lower."""
_ALIKE = frozenset(["series", "species", "data", "sheep"])


def spoken(heading: str, language: Language) -> str:
    """Return what a heading is called in a sentence: known ones in the language, others in plain words."""
    joints = r"_+" if " " in heading.strip() else r"_+|(?<=[^\W\d])\.(?=[^\W\d])"  # dots join where no space parts
    words = " ".join(re.sub(joints, " ", _JOINT.sub(" ", heading)).split())
    known = next((names for pattern, names in _known() if pattern.fullmatch(words.lower())), None)
    if known:
        return known[language == "ru"]
    parts = [_SHORT.get(part.lower(), _SIGN.sub(lambda sign: sign[0].upper(), part)) for part in words.split()]
    if len(parts) > 1 and parts[-1] in _KINDS:
        parts = [parts[-1], *parts[:-1]]
    lowered = [_small(part) for part in parts]
    if not parts:
        return heading
    titled = all(part[:1].isupper() for part in parts if part[:1].isalpha())
    return " ".join(lowered if titled else [lowered[0], *parts[1:]])


def placed(name: str, language: Language) -> str:
    """Return what a place is called in the language, if everybody knows it; other names stay as they are."""
    return _places().get(name.strip().casefold(), name) if language == "ru" else name


def cited(name: str, language: Language) -> str:
    """Return a name as it stands in a sentence: foreign words are quoted in Russian."""
    return f"«{name}»" if language == "ru" and _FOREIGN.search(name) else name


def among(title: str, language: Language) -> str:
    """Return over what is compared, by what divides the rows: by country; по странам."""
    if language == "ru":
        return f"по {_GROUPS[title]}" if title in _GROUPS else f"по группам «{title}»"
    return f"by {title}"


def weighted_by(title: str) -> str:
    """Return by what a Russian mean is weighted: по населению."""
    return f"по {_PEOPLE[title]}" if title in _PEOPLE else f"по показателю «{title}»"


def compared(title: str, up: bool) -> str:
    """Return a Russian measure as compared with itself: выше цена, больше вес, ниже показатель «Sales»."""
    if _FOREIGN.search(title):
        return f"{'выше' if up else 'ниже'} показатель «{title}»"
    if _AMOUNT.match(title):
        return f"{'больше' if up else 'меньше'} {title}"
    return f"{'выше' if up else 'ниже'} {title}"


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


@cache
def _places() -> dict[str, str]:
    """Return the Russian names of places by their English ones."""
    lines = resources.files(__package__).joinpath("places.txt").read_text(encoding="utf-8").splitlines()
    told = [line.split("|") for line in lines if line and not line.startswith("#")]
    return {name.casefold(): russian for names, russian in told for name in names.split(";")}
