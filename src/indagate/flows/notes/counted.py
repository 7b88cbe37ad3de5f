"""Whether a note that is quoted tells the number that a question asks for, rather than only sharing its words."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.notes.calendarwords import UNITS
from indagate.flows.notes.measure import measures
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import plain, stem, tokens

_COMPUTED = pattern(
    r"\b(?:how (?:often|frequently|regularly)|(?<!for )how many (?:[\w-]+ )?(?:times|days|nights|weeks|months)|"
    r"average|averages|"
    r"averaged|on average|in total|altogether|total|combined|add up|per (?:day|week|month)|"
    r"как часто|(?<!на )сколько (?:[\w-]+ )?(?:раз|дней|ночей|недель)|в среднем|средн\w+|в сумме|итого|всего)\b"
)
"""What has to be worked out from many notes."""
_HOW_MANY = pattern(
    r"\b(?:how many|number of(?! (?:the|my|our|a) )|сколько|wie viele)\s+(?:of (?:my|the) )?(?P<what>[^\W\d][\w-]*)"
)
_PRICE = pattern(
    r"\bhow much (?:was|were|is|are|did|does|do|have|has)\b[^?]*\b(?:costs?|pay|paid|spend|spent|charged?)\b|"
    r"\bсколько (?:стоил\w*|стоит|заплатил\w*)\b"
)
"""What asks for money."""
_DOING = pattern(r"[а-я]+(?:ть|ться|л|ла|ло|ли|я|ю|ем|ешь|ет)|мне|нам|я|мы|надо|нужно|бар|стоит")
"""What "сколько" asks of as a doing, where it counts no things."""
_NUMBER = pattern(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|один|одну|два|две|три|четыре|пять|шесть|семь)\b"
)
_NEAR = 4
"""How many words may stand between a number and what it counts: "3 big bags of compost"."""


def told_by(question: str, notes: Sequence[str]) -> bool:
    """Whether quoting some notes can answer a question: what has to be counted or added up, they do not tell."""
    low = plain(question)
    if _COMPUTED.search(low):
        return False
    if _PRICE.search(low) and not any(one.kind == "money" for note in notes for one in measures(note)):
        return False
    asked = _HOW_MANY.search(low)
    return (
        asked is None
        or _DOING.fullmatch(asked["what"]) is not None
        or any(_counts(asked["what"], plain(note)) for note in notes)
    )


def _counts(what: str, note: str) -> bool:
    """Whether a note has a number of something: it stands before it, or right behind it."""
    all_ = tokens(note)
    numbers = {one.start for one in measures(note)} | {one.start() for one in _NUMBER.finditer(note)}
    groups = {group for said in thesaurus().said(what) for group in said.groups}
    same = {said.start for said in thesaurus().said(note) if groups & set(said.groups)}
    for at, token in enumerate(all_):
        unit = token.low in UNITS and UNITS[token.low] == UNITS.get(what)
        if token.word and (stem(token.low) == stem(what) or token.start in same or unit):
            before = all_[max(0, at - _NEAR) : at]
            if any(one.start in numbers for one in (*before, *all_[at + 1 : at + 1 + _NEAR])):
                return True
    return any(plain(note[one.start : one.end]).endswith(what) or one.unit == what for one in measures(note))
