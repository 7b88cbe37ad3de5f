"""Cutting an expression into tokens: numbers, dates, words, signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from indagate.errors import InputError
from indagate.vocabulary import MONTHS

LONGEST = 2000
"""Characters of an expression."""
Kind = Literal["number", "date", "word", "sign", "end"]
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_TIME = r"(?:[T ](?P<time>[0-2]?\d:[0-5]\d(?::[0-5]\d)?))?"
_PATTERN = re.compile(
    rf"""\s*(?:
    (?P<iso>\d{{4}}-\d{{1,2}}-\d{{1,2}}{_TIME}(?![\d-]))
  | (?P<dotted>\d{{1,2}}\.\d{{1,2}}\.\d{{4}}(?!\d))
  | (?P<dmy>\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})\.?,?\s+\d{{4}}(?!\d))
  | (?P<mdy>(?:{_MONTH})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}(?!\d))
  | (?P<number>(?:\d{{1,3}}(?:(?:,\d{{3}})+|(?:[\u00a0\u202f_']\d{{3}})+)(?!\d)|\d+)(?:\.\d+)?(?:[eE][+-]?\d+(?![\w]))?
      |\.\d+(?:[eE][+-]?\d+)?)
  | (?P<word>°\s?[CFK]\b|US\$|[$€£₽¥₹₴₩]|[^\W\d_]+(?:[²³]|[23](?![\d.])|_[^\W\d_]+)*)
  | (?P<sign>\*\*|//|[-+*/^%‰!(),;°×÷·⋅−–√²³])
    )""",
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an expression and where it begins; `day` is the date that it names."""

    kind: Kind
    text: str
    at: int
    day: date | datetime | None = None


def tokens(text: str) -> list[Token]:
    """Return an expression's tokens, an end last. Raises `InputError` at what is none."""
    if len(text) > LONGEST:
        raise InputError(f"the expression has {len(text):,} characters; at most {LONGEST:,} are read")
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _PATTERN.match(text, at)
        if match is None or match.lastgroup is None:
            if not text[at:].strip():
                break
            raise InputError(f"{text[at:].split()[0][:20]!r} is nothing to calculate with (at {at + 1})")
        kind = "iso" if match.group("iso") else str(match.lastgroup)
        start = match.start(kind)
        found.append(_token(kind, match.group(kind), start, match))
        at = match.end()
    return [*found, Token("end", "", len(text))]


def _token(kind: str, text: str, at: int, match: re.Match[str]) -> Token:
    if kind == "number":
        exponent = re.search(r"[eE]([+-]?\d+)$", text)
        if exponent and (len(exponent[1]) > 4 or abs(int(exponent[1])) > 1000):
            raise InputError(f"{text[:20]!r} is beyond what is computed here (at {at + 1})")
        return Token("number", re.sub(r"[,\u00a0\u202f_']", "", text), at)
    if kind in ("word", "sign"):
        return Token("word" if kind == "word" else "sign", text.replace(" ", ""), at)
    return Token("date", text, at, _day(kind, text, at, match))


def _day(kind: str, text: str, at: int, match: re.Match[str]) -> date | datetime:
    numbers = [int(part) for part in re.findall(r"\d+", text)][:3]
    try:
        if kind == "iso":
            day = date(*numbers)
            if match.group("time"):
                return datetime.fromisoformat(f"{day.isoformat()} {match.group('time').rjust(5, '0')}")
            return day
        if kind == "dotted":
            return date(numbers[2], numbers[1], numbers[0])
        name = re.search(rf"{_MONTH}", text, re.IGNORECASE)
        assert name is not None
        return date(numbers[1], MONTHS[name[0].lower()], numbers[0])
    except ValueError:
        raise InputError(f"there is no day {text!r} (at {at + 1})") from None
