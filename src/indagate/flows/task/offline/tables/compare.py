"""Comparisons with a number: more than, at least, between, or more; in three languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

_N = r"-?\d+(?:\.\d+)?"
_BEFORE = (
    (">", r"(?:more|greater|higher|larger|longer|older|heavier|dearer|warmer) than|over|above|exceed\w*|"
          r"mehr als|über|"
          r"(?:höher|größer|länger|schwerer|teurer|wärmer) als|oberhalb von|больше|более|выше|свыше|дороже|"
          r"дольше|тяжелее"),
    ("<", r"(?:less|fewer|lower|smaller|shorter|younger|lighter|cheaper|colder) than|below|under|weniger als|unter|"
          r"(?:kleiner|niedriger|kürzer|leichter|billiger|kälter) als|unterhalb von|меньше|менее|ниже|"
          r"дешевле|короче|легче"),
    (">=", r"at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|mindestens|wenigstens|ab|"
           r"не менее|не меньше|как минимум|от"),
    ("<=", r"at most|up to|no more than|not more than|a maximum of|höchstens|bis zu|nicht mehr als|не более|"
           r"не больше|"
           r"максимум|до"),
    ("=", r"exactly|precisely|genau|ровно|equal to|gleich"),
)  # fmt: skip
_BEHIND = (
    (">=", r"or (?:more|above|over|longer|higher|older)|and (?:more|above|over)|oder (?:mehr|länger|höher)|und mehr|"
           r"и (?:более|больше|выше)|или (?:более|больше)"),
    ("<=", r"or (?:less|fewer|below|under|shorter)|oder weniger|или (?:менее|меньше)|и менее"),
)  # fmt: skip
_UNIT = r"(?:\s?(?:[$€£%₽]|[^\W\d_]+)\.?)?"
_BETWEEN = re.compile(
    rf"(?<!\w)(?:between|zwischen|между|from|von|от)\s+(?P<a>{_N}){_UNIT}\s+(?:and|und|и|to|bis|"
    rf"до)\s+(?P<b>{_N})(?![\d.-])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: SQL with {c} for the column, where it stands, and where its number does."""

    sql: str
    start: int
    end: int
    number: int


def comparisons(text: str) -> list[Comparison]:
    """Return the comparisons with numbers that a goal makes, in their order."""
    found = [
        Comparison(f"{{c}} BETWEEN {m['a']} AND {m['b']}", m.start(), m.end(), m.start("a"))
        for m in _BETWEEN.finditer(text)
        if not re.match(r"\d{4}-\d\d", text[m.start("a") :])
    ]

    def free(start: int, end: int) -> bool:
        return all(end <= one.start or start >= one.end for one in found)

    for sign, words in _BEHIND:
        for match in re.finditer(rf"(?<![\w.-])(?P<n>{_N}){_UNIT}\s+(?:{words})(?!\w)", text, re.IGNORECASE):
            if free(*match.span()):
                found.append(Comparison(f"{{c}} {sign} {match['n']}", match.start(), match.end("n"), match.start("n")))
    for sign, words in _BEFORE:
        for match in re.finditer(rf"(?<!\w)(?:{words})\s+(?:[$€£]\s?)?(?P<n>{_N})(?![\d-]|\.\d)", text, re.IGNORECASE):
            if free(*match.span()):
                found.append(Comparison(f"{{c}} {sign} {match['n']}", match.start(), match.end(), match.start("n")))
    return sorted(found, key=lambda one: one.start)
