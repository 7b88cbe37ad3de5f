"""Named times of the year: what is called high season and when that is, and so when the low season is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from indagate.flows.task.offline.documents.condition import MONTHS, Condition, conditions_in
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.word import form_of, words_of

Season = tuple[tuple[str, ...], Condition]
_NAMED = re.compile(
    r"^(?:the |die |der |das )?(?P<name>[^,;:\d(]{3,40}?)\s*(?:\b(?:is|are|lasts?|runs?|means|goes|applies|"
    r"gilt|dauert|läuft|geht|ist|reicht|длится|продолжается|идёт|действует|считается)\b|[:(–—-])",
    re.IGNORECASE,
)


def seasons_in(sentence: str) -> list[Season]:
    """Return the times of the year that a sentence gives a name: high season lasts from 15 June to 10 September."""
    named = _NAMED.match(sentence)
    if named is None:
        return []
    when = [one for one in conditions_in(sentence) if one.of == MONTHS]
    words = words_of(named["name"])
    return [(words, when[0])] if when and len(words) < 4 else []


def in_season(fact: Fact, seasons: Sequence[Season]) -> Fact:
    """Return a number of a table with the season that heads it; the other one of two is the rest of the year."""
    heads = [one for one in (fact.row, fact.column) if one]
    for words, when in seasons:
        for head in heads:
            if all(any(form_of(word, one) for one in head) for word in words):
                return replace(fact, conditions=(*fact.conditions, when))
        last = words[-1]
        for head in heads:
            named = any(all(any(form_of(word, one) for one in head) for word in other) for other, _ in seasons)
            if not named and len(words) == len(head) and form_of(head[-1], last):
                return replace(fact, conditions=(*fact.conditions, replace(when, outside=True)))
    return fact
