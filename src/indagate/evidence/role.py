"""What a value is to its subject: itself, its upper or lower limit, or a difference; and by what it is counted."""

from __future__ import annotations

import re
from typing import Literal

from indagate.evidence import scope
from indagate.evidence.quantity import Quantity

Role = Literal["plain", "cap", "floor", "delta"]
_CAP = re.compile(
    r"(?:at most|(?:no|not) (?:more|longer|higher|later) than|up to|maximum of|höchstens|bis zu|nicht mehr als|maximal|"
    r"не (?:более|больше|выше|дольше|позже)|≤)(?: чем)?\s*$",
    re.IGNORECASE,
)
_FLOOR = re.compile(
    r"(?:at least|(?:no|not) (?:less|fewer) than|minimum of|mindestens|wenigstens|не (?:менее|меньше|ближе|ниже)|"
    r"как минимум|≥)\s*$",
    re.IGNORECASE,
)
_DELTA = re.compile(
    r"\b(?:by|um|на)(?: (?:about|around|no more than|at most|up to|etwa|rund|höchstens|около|не более))?\s*$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\s*(?:more|less|fewer|higher|lower|louder|quieter|longer|shorter|warmer|colder|older|younger|cheaper|mehr|weniger|"
    r"höher|niedriger|lauter|leiser|länger|kürzer|больше|меньше|выше|ниже|громче|тише)\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(r"\b(?:\w+er|more|\w{3,}er als|больше|шире|выше|длиннее)\s+(?:than|als|чем)?\s*$", re.IGNORECASE)
_RATE = re.compile(
    r"\s*(?:an?|per|each|every|je|pro|im|in der|am|в|за)\s+"
    r"(?P<of>day|week|month|year|hour|tag|woche|monat|jahr|stunde|день|сутки|неделю|месяц|год|час)\b|\s*/\s?(?P<by>[a-zа-я]+)",
    re.IGNORECASE,
)
_RATES = {
    "tag": "day", "woche": "week", "monat": "month", "jahr": "year", "stunde": "hour", "день": "day", "сутки": "day",
    "неделю": "week", "месяц": "month", "год": "year", "час": "hour",
}  # fmt: skip


def goes_beyond(before: str) -> bool:
    """Whether a value is what something may not go beyond, by the words before it: "wider than"."""
    return bool(_BEYOND.search(before))


def role_of(text: str, value: Quantity, words: set[str]) -> Role:
    """What a value is to its subject, by what stands around it and the words that it is said of."""
    before = text[max(0, value.span.start - 30) : value.span.start]
    if _DELTA.search(before) or _MORE.match(text, value.span.end):
        return "delta"
    if _CAP.search(before) or re.match(r"(?:bis zu|up to|höchstens)\b", value.text, re.IGNORECASE):
        return "cap"
    if _FLOOR.search(before):
        return "floor"
    return word_role(words) or "plain"


def word_role(words: set[str]) -> Role | None:
    """Whether words make a value a limit, and which."""
    if any(scope.caps(form) for form in words):
        return "cap"
    return "floor" if any(scope.floors(form) for form in words) else None


def rate_of(text: str, end: int) -> str:
    """What a value is counted by, a day or a litre, as told right after it; empty where it is not told."""
    match = _RATE.match(text, end)
    found = (match["of"] or match["by"]).casefold() if match else ""
    return _RATES.get(found, found)
