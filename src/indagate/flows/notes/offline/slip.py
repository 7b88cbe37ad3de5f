"""Slips of the fingers in the English words by which a question is read: "betwen", "avergae", "regulary"."""

from __future__ import annotations

from indagate.flows.notes.calendarwords import MONTHS, WEEKDAYS
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import UNITS
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.token import listed, stem, tokens

_LONG = 6
"""So many letters a word has, at least, that is told from others although one is wrong."""
_READ_BY = frozenset(word for word in (*MONTHS, *WEEKDAYS) if word.isascii() and len(word) >= _LONG) | listed("""
    between average regularly usually normally typically frequently altogether together overall yesterday weekend
    weekends weekday weekdays longest shortest heaviest lightest fastest slowest biggest smallest highest lowest
    furthest cheapest longer shorter heavier lighter faster slower higher cheaper before without during through until
    compare compared difference distance because already currently lately recently latest record maximum minimum often
    kilometers kilometres kilometer minutes calories weight running planned planning actually really morning evening
    summer winter spring autumn quarter improve improved improving increase increased decrease decreased
""")


def corrected(text: str, lexicon: Lexicon) -> str:
    """Return a question in which unknown words stand as those that they are one slip away from."""
    made = text
    for token in reversed(tokens(text)):
        low = token.low
        if len(low) < _LONG or not (low.isascii() and low.isalpha()) or not token.text[1:].islower():
            continue
        if low in _READ_BY or stem(low) in idle() or low in UNITS or low in cues.NAMES or lexicon.knows(low):
            continue
        meant = [word for word in sorted(_READ_BY) if _one_slip(low, word)]
        if len(meant) == 1:
            made = f"{made[: token.start]}{meant[0]}{made[token.end :]}"
    return made


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few or wrong, or two that changed places, make a word of another."""
    if abs(len(one) - len(other)) > 1:
        return False
    begin = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, wanted = one[begin:], other[begin:]
    swapped = len(rest) > 1 and rest[1::-1] + rest[2:] == wanted
    return swapped or rest[1:] == wanted or rest == wanted[1:] or rest[1:] == wanted[1:]
