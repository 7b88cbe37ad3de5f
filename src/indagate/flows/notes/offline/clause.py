"""How a note is cut: into sentences, and these into clauses, of which some only add to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indagate.flows.notes.measure import UNITS, Measure
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import content, listed, stem

_BREAK = pattern(
    r"(?<!\d)(?<!тыс)(?<!руб)(?<!мин)(?<!approx)[.!?]+(?=\s|$)(?!\s*\d{1,3}:\d\d)|"
    r"(?<=\d)\.(?=\s+[^\W\d])|[?;]+|!+(?!!|\s*\d{1,3}:\d\d)|\s[+|]\s|\n"
)
_COMMA = pattern(
    r"\s/\s|,(?!\d)|,(?=\s)|\s[-–—]\s|\s(?:and|then|plus|but|и|а|потом|затем|но|und|dann|aber)\s|\(|\)|"
    r":\s(?=(?:he|she|they|i|we|он|она|они|я|мы)\s)"
)
_FOR = pattern(r"\s+(on|for|на|за|für)\s")
_MORE = frozenset(
    stem(word)
    for word in listed("""
    then more again another later plus after extra еще снова опять потом затем плюс dann nochmal noch mehr
""")
)
"""Words of a clause that only adds to what was told: ", then 1h30", "and another 2 km"."""


def sentences(text: str) -> list[tuple[str, int]]:
    """Split at full stops, semicolons and plus signs."""
    found, at = [], 0
    for match in _BREAK.finditer(text):
        found.append((text[at : match.start()] + (match[0] if "?" in match[0] else ""), at))
        at = match.end()
    found.append((text[at:], at))
    return [(piece, start) for piece, start in found if piece.strip()]


def clauses(text: str, numbers: tuple[Measure, ...]) -> list[tuple[int, int]]:
    """Return the places of the parts of a sentence; nothing is split within a quantity."""
    found, at = [], 0
    for match in _COMMA.finditer(text):
        if any(one.start < match.end() and match.start() < one.end for one in numbers):
            continue
        found.append((at, match.start()))
        at = match.end()
    found.append((at, len(text)))
    return [(start, end) for start, end in found if text[start:end].strip()]


def priced(text: str, numbers: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Let the bare number of "42 € on groceries and 12.50 on a taxi" be money too."""
    money = next((one for one in numbers if one.kind == "money"), None)
    if money is None:
        return numbers
    starts = {one.start for one in numbers}

    def spent(one: Measure) -> bool:
        led = _FOR.match(text, one.end)
        return one.kind == "number" and led is not None and led.end() not in starts  # but "two for 54 €"

    return tuple(replace(one, kind="money", unit=money.unit) if spent(one) else one for one in numbers)


_AS_FAR_AS = pattern(
    r"\b(?:turned (?:around|back|round)|stopped|quit|bailed|gave up|made it|got|only did|did only|i did|me)"
    r"(?: (?:at|after|to|until|till|about|only|as far as))*\s$"
)


def as_far(text: str, numbers: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Let the bare number of "he did 11 miles, I turned around at 6.1" be a distance too."""
    far = next((one for one in numbers if one.kind == "length"), None)
    if far is None:
        return numbers
    scale = UNITS[far.unit][1] if far.unit in UNITS else 1.0
    return tuple(
        replace(one, kind="length", value=one.value * scale, unit=far.unit)
        if one.kind == "number" and one.start > far.start and _AS_FAR_AS.search(text.lower(), 0, one.start)
        else one
        for one in numbers
    )


_RATHER = pattern(r"\b(?:not|instead|не|вместо|nicht|statt)\b")
"""What takes a quantity back, so that it is not one more."""


def adds(text: str, start: int, end: int, own: Sequence[Measure]) -> bool:
    """Whether a clause says nothing but a quantity more of what was told before it."""
    bare = "".join(" " if any(one.start <= at < one.end for one in own) else text[at] for at in range(start, end))
    return not _RATHER.search(bare.lower()) and all(word in _MORE for word in content(bare))
