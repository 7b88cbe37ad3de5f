"""A goal as the rules read it: its language, its numbers as the calculator writes them, its dates in one form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from indagate.evidence.language import language

MONTHS = {
    "en": ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december"),
    "de": ("januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
           "dezember"),
    "ru": ("январ", "феврал", "март", "апрел", "ма[йяе]", "июн", "июл", "август", "сентябр", "октябр", "ноябр",
           "декабр"),
}  # fmt: skip
_SHORT = {"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10,
          "nov": 11, "dec": 12}  # fmt: skip
_GERMAN = re.compile(
    r"\b(?:der|die|das|den|dem|ein|eine|einen|und|ist|sind|wie|was|wer|wann|welche[rsnm]?|viele?|von|für|im|zum|"
    r"nicht|mit"
    r"|berechne|rechne|tage|wochen|jahre)\b|[äöüß]",
    re.IGNORECASE,
)
_YEAR = r"(?P<year>\d{4})(?:\s*(?:года|г\.?|year))?"
_NAMED = {
    name: "|".join([*MONTHS["en"], *MONTHS["de"], *(f"{stem}[а-я]{{0,3}}" for stem in MONTHS["ru"]), *_SHORT])
    for name in ("month",)
}["month"]
_DATES = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})\b"),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<name>{_NAMED})\.?,?\s+{_YEAR}", re.IGNORECASE
    ),
    re.compile(rf"\b(?P<name>{_NAMED})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}", re.IGNORECASE),
)
_SHARED = re.compile(
    rf"(?P<first>\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?:{_NAMED}))(?P<rest>\s+(?:to|and|until|till|bis|"
    rf"und|по|до|и)\s"
    rf"(?:zum |dem |zu )?\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?:{_NAMED})\.?,?\s+(?P<year>\d{{4}}))",
    re.IGNORECASE,
)
"""Two dates that share the year of the second."""
_SHARED_MONTH = re.compile(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th|\.)?"
    rf"(?P<joint>\s*(?:to|and|until|till|bis|und|по|до|и|–|-)\s*(?:zum |dem )?)"
    rf"(?P<second>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<name>{_NAMED})\.?,?\s+(?P<year>\d{{4}})",
    re.IGNORECASE,
)
"""Two days of one month."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: as it was given, its language (en, de, ru), and with numbers and dates in one form."""

    text: str
    language: str
    plain: str


def read_goal(text: str) -> Goal:
    """Return a goal as the rules read it."""
    spoken = spoken_in(text)
    return Goal(text, spoken, plain_numbers(iso_dates(" ".join(text.split())), spoken))


def spoken_in(text: str) -> str:
    """Return the language of a text, of the three that the rules know."""
    if re.search(r"[а-яё]", text, re.IGNORECASE):
        return "ru"
    found = language(text)
    if found in ("en", "de"):
        return found
    return "de" if _GERMAN.search(text) else "en"


def iso_dates(text: str) -> str:
    """Return a text with its dates written as 2025-12-01."""
    text = _SHARED_MONTH.sub(
        lambda m: f"{m['first']} {m['name']} {m['year']}{m['joint']}{m['second']} {m['name']} {m['year']}", text
    )
    text = _SHARED.sub(lambda found: f"{found['first']} {found['year']}{found['rest']}", text)
    for pattern in _DATES:
        text = pattern.sub(_iso, text)
    return text


_DAY = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?P<th>(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)(?P<name>{_NAMED})\b(?!\.?,?\s+\d{{4}})|"
    rf"\b(?P<name2>{_NAMED})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,?\s+\d{{4}}|[.,:]?\d)",
    re.IGNORECASE,
)


def with_year(text: str, year: str) -> str:
    """Return a text with a year behind each day that has none."""
    if not year:
        return text
    return _DAY.sub(
        lambda m: (
            f"{m[0]} {year}" if month_of(m["name"] or m["name2"]) and (m["name"] or m["name2"]) != "may" else m[0]
        ),
        text,
    )


_HOURS = {
    word: number
    for number, words in enumerate(
        ("one ein eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben", "eight acht",
         "nine neun", "ten zehn", "eleven elf", "twelve zwölf"), 1)
    for word in words.split()
}  # fmt: skip
_HOUR = "|".join(_HOURS) + r"|\d{1,2}"
_SPELLED = (
    (re.compile(rf"\bhalf past (?P<h>{_HOUR})\b", re.IGNORECASE), 30),
    (re.compile(rf"\b(?:a )?quarter past (?P<h>{_HOUR})\b|\bviertel nach (?P<k>{_HOUR})\b", re.IGNORECASE), 15),
    (
        re.compile(
            rf"\b(?:a )?quarter to (?P<h>{_HOUR})\b|\b(?:viertel vor|dreiviertel) (?P<k>{_HOUR})\b", re.IGNORECASE
        ),
        -15,
    ),
    (re.compile(rf"\bhalb (?P<h>{_HOUR})\b", re.IGNORECASE), -30),
)


def spelled_clocks(text: str) -> str:
    """Return a text with times of day in words as 10:45: a quarter to eleven, half past two, halb drei."""
    for pattern, minutes in _SPELLED:
        for found in reversed(list(pattern.finditer(text))):
            hour = next(one for one in found.groups() if one)
            text = f"{text[: found.start()]}{_clock(hour, minutes)}{text[found.end() :]}"
    return text


def _clock(hour: str, minutes: int) -> str:
    number = int(hour) if hour.isdigit() else _HOURS[hour.casefold()]
    total = (number * 60 + minutes) % 1440
    return f"{total // 60:02d}:{total % 60:02d}"


def _iso(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month = int(parts["month"]) if parts.get("month") else month_of(parts.get("name") or "")
    try:
        return date(int(parts["year"]), month, int(parts["day"])).isoformat()
    except ValueError:
        return found[0]


def month_of(name: str) -> int:
    """Return the number of a month by its name in any of the languages; 0 if it is none."""
    low = name.casefold().rstrip(".")
    for names in MONTHS.values():
        for number, one in enumerate(names, 1):
            if re.fullmatch(one if names is not MONTHS["ru"] else rf"{one}[а-я]{{0,3}}", low):
                return number
    return _SHORT.get(low, 0)


def plain_numbers(text: str, spoken: str) -> str:
    """Return a text with its numbers as the calculator reads them: 1.234,5 and 1 234,5 as 1234.5."""
    text = re.sub(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}(?!\d))", "", text)
    if spoken == "en":
        return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"(?<![\d.,])(\d{1,3})((?: \d{3})+)(?![\d ]*\d{4})(?!\d)", _joined, text)
    text = re.sub(r"(?<![\d.,-])\d{1,3}(?:\.\d{3})+(?!\d|\.\d)", lambda found: found[0].replace(".", ""), text)
    return re.sub(r"(?<=\d),(?=\d)", ".", text)


def _joined(found: re.Match[str]) -> str:
    return found[1] + found[2].replace(" ", "")
