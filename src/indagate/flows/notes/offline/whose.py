"""Whose doing a clause of a note tells: the writer's, or that of somebody whom it names or points to."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.notes.calendarwords import MONTHS, WEEKDAYS
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.measure import Measure
from indagate.flows.notes.offline import cues
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import Token, listed, tokens

_POINTING = listed("he she they he's she's they've он она они er")


def doer(text: str, start: int, end: int, here: Sequence[Hit], lexicon: Lexicon) -> str:
    """Return who does what a clause tells, if that is somebody else than the writer."""
    all_ = tokens(text)
    inside = [n for n, token in enumerate(all_) if start <= token.start < end]
    if not inside:
        return ""
    limit = here[-1].first if here else inside[-1] + 1
    first, last = inside[0], min(inside[-1] + 1, max(limit, inside[0] + 1))
    ill = next((hit for hit in here if any(mark.activity.spells for mark in lexicon.marked(hit))), None)
    if ill is not None and cues.has_it(all_, first, ill.first):
        return all_[first].low.removesuffix("'s")
    if here and here[0].first == inside[0] and here[-1].first > here[0].first:
        at = next((n for n in range(here[0].after, last) if cues.stranger(all_, n)), None)
        return all_[at].low.removesuffix("'s") if at is not None else ""  # "vet: Biscuit weighs 61 lb"
    found = cues.person(all_, first, last)
    return _meant(all_, first, found) if found in _POINTING else found


def _meant(all_: tuple[Token, ...], before: int, pronoun: str) -> str:
    """Return the person whom a pronoun points to: the last one named before it."""
    for token in reversed(all_[:before]):
        low = token.low.removesuffix("'s")
        if not token.word or low in _POINTING:
            continue
        if low in cues.KIN or (low in cues.NAMES and token.text[0].isupper()):
            return low
        if token.text[0].isupper() and token.start and low not in WEEKDAYS and low not in MONTHS and low != "i":
            return low
    return pronoun


_FOR_NAME = pattern(r"\s*(?:of work |work |working )?(?:on|for|to|into) (?:the )?([A-ZА-ЯЁ][\w&'-]*)")
_OF_NAME = pattern(r"(?:^|[.;+/|,]\s*|\s[-–—]\s)([A-ZА-ЯЁ][\w&'-]*(?: [A-ZА-ЯЁ][\w&'-]*)?)\s*:\s*$")


def worked_for(text: str, one: Measure, lexicon: Lexicon) -> bool:
    """Whether a time that nothing else takes was worked for somebody or something with a name: "2.5 h on Hargrove"."""
    named = _FOR_NAME.match(text, one.end) or _OF_NAME.search(text, 0, one.start)
    if named is None or one.kind != "time":
        return False
    low = named[1].lower()
    return not (
        low in cues.NAMES or low in cues.KIN or low in WEEKDAYS or low in MONTHS or low == "i" or lexicon.means(low)
    )
