"""Words of technical analysis, which have no place in a report: it reads data, not charts' omens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

_SIGNS = r"(?<![\w-])(?:RSI|MACD|SMA|EMA|WMA|ADX|OBV|ATR|MFI|CCI|SAR|KDJ)(?![\w-])"


@dataclass(frozen=True, slots=True)
class TechnicalTerm:
    """A term of technical analysis as it stands, and where."""

    word: str
    start: int
    end: int


def technical_terms(text: str) -> tuple[TechnicalTerm, ...]:
    """Return the terms of technical analysis in an English or Russian text, in their order."""
    return tuple(TechnicalTerm(found[0], found.start(), found.end()) for found in _terms().finditer(text))


def omens(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the terms of technical analysis in a text that are not the data's own: in a name, the query or a quote."""
    known = [name.casefold() for name in names]
    found = (one.word for one in technical_terms(text))
    return tuple(word for word in found if not any(word.casefold() in name for name in known))


@cache
def _terms() -> re.Pattern[str]:
    lines = resources.files(__package__).joinpath("technical.txt").read_text(encoding="utf-8").splitlines()
    words = "|".join(line for line in lines if line and not line.startswith("#"))
    return re.compile(rf"{_SIGNS}|(?i:(?<![\w-])(?:{words})(?![\w-]))")
