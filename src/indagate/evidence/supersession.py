"""What sources say of other sources: that they are out of date, withdrawn, replaced."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from indagate.evidence.fact import Fact
from indagate.evidence.quantity import quantities
from indagate.evidence.source import Source
from indagate.evidence.word import content

_OUTDATED = re.compile(
    r"\b(?:out of date|outdated|obsolete|supersed\w+|replac(?:es?|ed)|withdrawn|"
    r"no longer (?:valid|applies|apply|in force)|repealed|misprint\w*|corrected|"
    r"veraltet\w*|überholt|ersetzt|außer Kraft|zurückgezogen|nicht mehr gültig|"
    r"aufgehoben|устарел\w*|утратил\w* силу|отмен[её]н\w*|заменя\w+|отозван\w*|недействител\w+)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:all (?:earlier|previous|former|older)|earlier|previous|older|früheren?|bisherigen?|älteren?|прежни\w+|"
    r"предыдущ\w+)\b",
    re.IGNORECASE,
)
_STEP = " › "


def superseding(one: Fact, other: Fact, facts: Sequence[Fact], sources: Mapping[str, Source]) -> tuple[str, str]:
    """The fact that counts and the shortest words by which a newer source calls the other's out of date, or empty."""
    for kept, gone in ((one, other), (other, one)):
        newer, older = sources[kept.source], sources[gone.source]
        if newer.published is None or older.published is None or newer.published <= older.published:
            continue
        words: list[tuple[str, Source]] = []
        for fact in facts:
            said = _said(fact)
            speaker = sources[fact.source]
            if not said or fact.source == gone.source or speaker.published is None:
                continue
            if speaker.published > older.published and _means(fact, said, gone, older, kept):
                words.append((said, speaker))
        if words:
            said, speaker = min(words, key=lambda one: len(one[0]))
            return kept.id, f"“{said}” ({speaker.title or speaker.locator})"
    return "", ""


def _said(fact: Fact) -> str:
    """The statement or heading by which a fact calls something out of date."""
    if _OUTDATED.search(fact.statement):
        return fact.statement
    heading = (fact.context or fact.place).rsplit(_STEP, 1)[-1]
    return next((text for text in (heading, fact.place.rsplit(_STEP, 1)[-1]) if _OUTDATED.search(text)), "")


def _means(fact: Fact, said: str, gone: Fact, older: Source, kept: Fact) -> bool:
    """Whether what is called out of date is the older source: by its figure, its year and title, or as all before."""
    text = f"{fact.statement} {said}"
    figures = {(item.value, item.unit) for item in quantities(gone.statement) if item.unit}
    held = {(item.value, item.unit) for item in quantities(text)}
    year = older.published.year if older.published else 0
    about = len(set(content(older.title)) & set(content(text)))
    if (figures & held and (str(year) in text or about)) or (about >= 2 and str(year) in text):
        return True
    return fact.source == kept.source and bool(_EARLIER.search(said)) and len(
        set(content(f"{older.title} {older.publisher}")) & set(content(said))
    ) >= 1  # fmt: skip
