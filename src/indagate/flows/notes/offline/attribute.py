"""Which value of a thing a question asks for, and in which currency."""

from __future__ import annotations

import re

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.offline.idleword import degrees
from indagate.flows.notes.offline.reading import Read
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Subject
from indagate.flows.notes.token import stem

_CURRENCIES = {
    "€": pattern(r"\b(euros?|eur|евро)\b|€"), "₽": pattern(r"\b(rubles?|roubles?|rub|rubel|рубл\w+|руб)\b|₽"),
    "$": pattern(r"\b(dollars?|usd|доллар\w*|bucks)\b|\$"), "£": pattern(r"\b(gbp|pounds sterling|british pounds)\b|£"),
}  # fmt: skip


def currency_named(low: str) -> str:
    """Return the currency that a question names; of two, none."""
    named = [unit for unit, words in _CURRENCIES.items() if words.search(low)]
    return named[0] if len(named) == 1 else ""


_EACH_OF_MANY = pattern(r"\b(?:each|every|first|last|latest|one|this|that|any|same|next|most|many|\w+th) times?$")
"""What makes "time" one of several times, and no value."""
_HOW_FAR = pattern(
    r"\b(?:how far|distances?|distance-wise|mileage|(?:how many|wie viele|сколько) (?:kms?|miles|км)|далеко)\b"
)


def field_asked(read: Read, subject: Subject, activity: Activity, *, total: bool) -> tuple[str, str]:
    """Return the field that a question asks for, and the word that asked for it, if one did."""
    within = [(m.start, m.end) for m in read.numbers]
    hits = [
        hit for hit in read.hits
        if hit.domain == subject.domain
        and not any(a <= hit.start < b for a, b in within)
        and not _EACH_OF_MANY.search(read.low, 0, hit.end)
    ]  # fmt: skip
    fields = [
        (name, item) for name, item in activity.fields.items() if name != activity.main or len(activity.fields) == 1
    ]
    if total:
        fields.sort(key=lambda one: not one[1].product)
    longest = bool(re.search(r"\b(longest|длинн\w+)\b", read.low))
    asking = [
        (stem(read.low[hit.start : hit.end]) in degrees(), hit.start, place, name, hit.entry)
        for place, (name, item) in enumerate(fields)
        for hit in hits
        if hit.entry in item.words and not (name == "duration" and longest)
    ]
    main = activity.fields.get(activity.main)
    far = main is not None and main.dimension == "length" and _HOW_FAR.search(read.low)
    asking = [one for one in asking if not far or activity.fields[one[3]].dimension != "time"]
    if asking:
        return min(asking)[3:]
    word = next((hit.entry for hit in hits if main is not None and hit.entry in main.words), "")
    return activity.main, word


_GREATEST = {
    "length": pattern(r"\b(?:longest|furthest|farthest|shortest|сам\w+ (?:длинн|коротк|дальн)\w+)\b"),
    "mass": pattern(r"\b(?:heaviest|lightest|сам\w+ (?:тяжел|легк)\w+)\b"),
    "pace": pattern(r"\b(?:fastest|quickest|slowest|сам\w+ (?:быстр|медленн)\w+)\b"),
}
"""What picks the best by a value of each dimension."""
_ASKED = {
    "pace": pattern(r"\b(?:pace|темп\w*|speed|скорост\w+)\b"),
    "time": pattern(
        r"\b(?:how (?:long did|much time)|(?:finish(?:ing)? |the |my )?time (?:of|for|on)|за какое время|за сколько|"
        r"сколько (?:времени|минут|длил\w+))\b"
    ),
    "length": pattern(r"\b(?:how (?:far|many km)|сколько (?:км|километр\w+)|как\w+ (?:дистанци|расстояни|длин)\w+)\b"),
    "reps": pattern(r"\b(?:how many rep\w*|сколько (?:раз|повтор\w+))\b"),
}
"""What asks for a value of each dimension."""
SMALLEST = pattern(r"\b(?:shortest|lightest|fastest|quickest|сам\w+ (?:коротк|легк|быстр)\w+)\b")
"""Which superlatives pick the least value."""


def beside_the_best(low: str, activity: Activity) -> tuple[str, str] | None:
    """Return the field that is asked for of the best entry, and the other field by which it is the best."""
    fields = [(name, item.dimension) for name, item in activity.fields.items()]
    best = next((name for name, kind in fields if kind in _GREATEST and _GREATEST[kind].search(low)), "")
    wanted = next((name for name, kind in fields if kind in _ASKED and _ASKED[kind].search(low)), "")
    return (wanted, best) if best and wanted and best != wanted else None
