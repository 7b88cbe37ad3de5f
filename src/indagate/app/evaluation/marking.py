"""Whether an answer is right: by words, numbers, yes or no, or by declining; never by a model."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

from indagate.app.evaluation.case import Expected

Verdict = Literal["right", "wrong", "declined"]
_NUMBER = re.compile(r"[-−]?\d[\d.,\u00a0\u202f ]*\d|[-−]?\d")
_ARTICLES = frozenset({"a", "an", "the"})
_YES = {"yes": True, "no": False, "ja": True, "nein": False, "да": True, "нет": False, "oui": True, "non": False}


def mark(expected: Expected, answer: str, *, declined: bool) -> Verdict:
    """Return how an answer came out.

    Words must stand in it in order, upper and lower case, punctuation and articles aside; numbers within their
    tolerance, in any way of writing thousands and decimals.
    """
    if expected.refused:
        return "right" if declined else "wrong"
    if declined:
        return "declined"
    if expected.yes is not None:
        first = next(iter(_words(answer)), "")
        return "right" if _YES.get(first) is expected.yes else "wrong"
    numbers = [value for found in _NUMBER.findall(answer) for value in _values(found)]
    held = all(any(_close(value, want, within) for value in numbers) for want, within in expected.numbers)
    words = _padded(answer)
    held = held and all(any(_holds(words, numbers, text) for text in group) for group in expected.texts)
    return "right" if held else "wrong"


def _holds(words: str, numbers: list[float], text: str) -> bool:
    """Whether an answer holds a text; one that is a number alone is compared as a number."""
    bare = text.strip()
    if _NUMBER.fullmatch(bare):
        wanted = list(_values(bare))
        return any(_close(value, want, 1e-9) for value in numbers for want in wanted[:1])
    return _padded(bare) in words


def _padded(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return [word for word in re.findall(r"[^\W_]+", plain) if word not in _ARTICLES]


def _close(value: float, want: float, within: float) -> bool:
    return math.isclose(value, want, rel_tol=max(within, 1e-12), abs_tol=1e-12)


def _values(text: str) -> Iterator[float]:
    """Yield what a number in digits may mean: 1,450 is a thousand or one and a half."""
    plain = re.sub(r"[\s\u00a0\u202f]", "", text).replace("−", "-").rstrip(".,")
    for thousands, decimal in ((",", "."), (".", ",")):
        candidate = plain.replace(thousands, "").replace(decimal, ".")
        if re.fullmatch(r"-?\d+(?:\.\d+)?", candidate):
            yield float(candidate)
