"""Days, years and times of day: how long from one to another, what comes so long after one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Named
from indagate.flows.task.offline.documents.fact import Dated, Fact
from indagate.flows.task.offline.documents.fit import KIN, MARGIN, NEAR, SAID, Reading
from indagate.flows.task.offline.documents.worked import Worked

_DAYS = re.compile(
    r"\b(?:how many|for how many|wie ?viele?|сколько)\s+(?:whole |full |ganze |volle |полных )?(?P<unit>days?|"
    r"weeks?|months?|years?|hours?|"
    r"minutes?|tage|wochen|monate|jahre|stunden|minuten|дней|недель|месяцев|лет|часов|минут)\b|\b(?:how (?:long|"
    r"old)|wie (?:lange|alt)|как долго|"
    r"сколько времени)\b",
    re.IGNORECASE,
)
_INCLUSIVE = re.compile(
    r"counting both|including (?:both|the first|the last)|both (?:days )?included|inclusive|"
    r"first and (?:the )?last|einschließlich|"
    r"mitgezählt|mitgerechnet|beide tage|erste[nr]? und letzte|включая|включительно|считая",
    re.IGNORECASE,
)
_UNITS = {"day": "days", "tag": "days", "дне": "days", "wee": "weeks", "woc": "weeks", "нед": "weeks", "mon": "months",
          "мес": "months", "yea": "years", "jah": "years", "лет": "years", "hou": "hours", "stu": "hours",
          "час": "hours", "min": "minutes", "мин": "minutes"}  # fmt: skip
_BETWEEN = (
    r"\b(?:after|before|nach|vor|после|до)\s+(?P<a>.+?)\s+(?:was|were|did|is|has|wurden?|war|ist|"
    r"был[аио]?)\s+(?P<b>.+)",
    r"\b(?:between|zwischen|между)\s+(?P<a>.+?)\s+(?:and|und|и)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:after|before|when|nach|vor|bevor|nachdem|als|после|до|когда|спустя|перед)\s+(?P<b>.+)",
    r"\b(?:from|von|vom|с|со|от)\s+(?P<a>.+?)\s+(?:to|until|till|bis|zu[mr]?|до|по)\s+(?P<b>.+)",
    r"(?P<a>.+?)\s+(?:and|und|и)\s+(?P<b>.+)",
)
_RANGE = re.compile(r"\b(?:from|between|until|till|to|vom|von|bis|zwischen|с|по|до)\b|[–—-]", re.IGNORECASE)
_LATER = re.compile(r"\b(?:after|later|at the latest|until|end|ends|expires?|due|arriv\w+|back|over|finish\w*|"
                    r"läuft ab|endet|nach|spätestens|bis|"
                    r"ankunft|kommt .* an|через|после|до|заканчива\w+|истека\w+|прибы\w+|прибудет|закончится)\b",
                    re.IGNORECASE)  # fmt: skip
_EARLIER = re.compile(
    r"\b(?:before|beforehand|prior|earlier|in advance|ahead of|vorher|zuvor|vor|im voraus|раньше|заранее|ранее|"
    r"перед)\b",
    re.IGNORECASE,
)


DAY = 86_400
"""Seconds of a day."""


def stretch(reading: Reading) -> Worked | None:
    """In force from one day to another, open from one time of day to another: for how long."""
    asked = reading.asked
    found = _DAYS.search(asked.text)
    if found is None or asked.numbers or asked.dates or asked.target.kind not in ("measure", "any"):
        return None
    words = [one for one in asked.words if not _INCLUSIVE.search(one.word)]
    groups: dict[tuple[str, tuple[int, int, int], tuple[str, ...]], list[Dated]] = {}
    for one in reading.book.dates:
        groups.setdefault((one.source, one.place, one.near if one.timed else ()), []).append(one)
    scored = []
    for days in groups.values():
        if (
            len({one.date for one in days}) != 2
            or len({len(one.date) for one in days}) != 1
            or not _RANGE.search(days[0].sentence)
        ):
            continue
        levels = {w.word: max(_date_level(reading, w, one) for one in days) for w in words}
        score = reading.score(words, levels)
        if score:
            scored.append((score, days))
    scored.sort(key=lambda one: -one[0])
    if not scored or (
        len(scored) > 1 and scored[1][0] > scored[0][0] - MARGIN and _ends(scored[1][1]) != _ends(scored[0][1])
    ):
        return None
    days = scored[0][1]
    return _between(
        *_ends(days),
        _UNITS[(found["unit"] or "")[:3].casefold()] if found["unit"] else "",
        tuple(days[:2]),
        bool(_INCLUSIVE.search(asked.text)),
    )


def _date_level(reading: Reading, word: Named, one: Dated) -> float:
    level = reading.level(word.word, one)
    return level if level != SAID else 1.0


def _ends(days: list[Dated]) -> tuple[str, str]:
    return days[0].date, next(one.date for one in days if one.date != days[0].date)


def _between(first: str, last: str, unit: str, facts: tuple[Dated, ...], inclusive: bool) -> Worked | None:
    """Return the stretch from one date, year or time of day to another."""
    if ":" in first:
        (h1, m1), (h2, m2) = first.split(":"), last.split(":")
        over = "24 h + " if (int(h2), int(m2)) < (int(h1), int(m1)) else ""
        return Worked(
            f"({over}{int(h2)} h + {int(m2)} min) - ({int(h1)} h + {int(m1)} min) in {unit or 'min'}", "", facts
        )
    if len(first) != len(last) or len(first) == 4:
        low, high = sorted((first[:4], last[:4]))
        return Worked(f"{high} - {low}", "", facts) if unit in ("", "years") and low != high else None
    if unit == "years":
        return Worked(f"years({first}, {last})", "", facts)
    if unit in ("months", "hours", "minutes"):
        return None
    if inclusive:
        return Worked(f"({last} - {first} + 1 day) in {unit or 'days'}", "", facts)
    return Worked(f"({last} - {first}) in {unit or 'days'}", "", facts, note="the first day is not counted")


def years_between(reading: Reading) -> Worked | None:
    """Opened in 1897, the new building in 1963: how many years after; how old somebody was."""
    asked = reading.asked
    found = _DAYS.search(asked.text)
    if found is None or asked.numbers or asked.target.kind not in ("measure", "any"):
        return None
    unit = _UNITS[(found["unit"] or "yea")[:3].casefold()]
    own = [*asked.dates, *(year for year in asked.years if not any(year in day for day in asked.dates))]
    if own:
        return _to_given(reading, unit, own)
    for pattern in _BETWEEN:
        for match in re.finditer(pattern, asked.text):
            sides = [asked.words_in(*match.span(side)) for side in "ab"]
            if not any(one.strong for one in sides[1]) or not sides[0]:
                continue
            dates = [_dated(reading, own_words, other) for own_words, other in (sides, sides[::-1])]
            if dates[0] is not None and dates[1] is not None and dates[0].date != dates[1].date:
                earlier, later = sorted((d for d in dates if d is not None), key=lambda one: one.date)
                return _between(earlier.date, later.date, unit, (earlier, later), bool(_INCLUSIVE.search(asked.text)))
    return None


def _to_given(reading: Reading, unit: str, own: Sequence[str]) -> Worked | None:
    """Return how long it is from what documents date to a day or year that the goal names."""
    if len(own) != 1:
        return None
    found = _dated(reading, list(reading.asked.words), [], skip=own[0])
    if found is None or (found.date[:4] == own[0][:4] and len(own[0]) == 4):
        return None
    earlier, later = sorted((found.date, own[0]))
    return _between(earlier, later, unit, (found,), bool(_INCLUSIVE.search(reading.asked.text)))


def _dated(
    reading: Reading, words: Sequence[Named], other: Sequence[Named], *, timed: bool = False, skip: str = ""
) -> Dated | None:
    """Return the one date that words mean; what the other side says of a deed may hold for it too."""
    scored = []
    for one in reading.book.dates:
        if one.timed != timed or one.date == skip:
            continue
        deeds = [*words, *(word for word in other if not word.strong)]
        score = reading.score(deeds, {word.word: reading.level(word.word, one) for word in deeds})
        bonus = sum(reading.level(word.word, one) * (0.1 if word.strong else 0.3) for word in other)
        if score:
            scored.append((score + 0.3 * bonus / (len(other) or 1), one))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or any(score > scored[0][0] - MARGIN and one.date != scored[0][1].date for score, one in scored):
        return None
    return scored[0][1]


def moment(reading: Reading) -> Worked | None:
    """When something ends, arrives, is due: a day or a time of day, and how long after it."""
    asked = reading.asked
    if asked.target.kind not in ("date", "clock"):
        return None
    timed = asked.target.kind == "clock"
    lasting = _lasting(reading, list(asked.words), timed=timed)
    given = asked.clocks if timed else asked.dates
    start: Dated | None = None
    if not given:
        start = _dated_loosely(reading, list(asked.words), timed=timed)
        if start is None:
            return None
    elif len(given) != 1:
        return None
    if lasting is None:
        return None
    expression, facts, levels = lasting
    if start is not None and facts and not _adds(reading, start, facts[0], levels):
        return None
    held = {
        one.word: max(levels.get(one.word, 0.0), reading.level(one.word, start) if start else 0.0)
        for one in asked.words
    }
    if not reading.score(asked.words, held):
        return None
    at = start.date if start else given[0]
    every = (*([start] if start else ()), *facts)
    before = any(_EARLIER.search(fact.sentence) for fact in facts) or (
        not facts and _EARLIER.search(asked.text) and not _LATER.search(asked.text)
    )
    sign = "-" if before else "+"
    if timed:
        hours, minutes = at.split(":")
        return Worked(f"({int(hours)} h + {int(minutes)} min) {sign} {expression} in min", "clock", every)
    return Worked(f"{at} {sign} {expression}", "", every)


def _adds(reading: Reading, start: Dated, fact: Fact, levels: dict[str, float]) -> bool:
    """Whether a stretch of time has to do with the day or hour that it is added to, and with what is asked."""
    if (start.source, start.place) == (fact.source, fact.place):
        return True
    return any(levels[w.word] >= NEAR * KIN > reading.level(w.word, start) for w in reading.asked.words)


def _lasting(
    reading: Reading, words: Sequence[Named], *, timed: bool
) -> tuple[str, tuple[Fact, ...], dict[str, float]] | None:
    """Return the stretch of time that a goal names or that documents say of its words."""
    own = [one for one in reading.asked.numbers if (m := known(one.unit)) and dict(m.powers).keys() <= {"s", "month"}]
    if own:
        return f"{_text(own[0])} {own[0].unit}", (), {}
    powers = ((("s", 1),),) if timed else ((("s", 1),), (("month", 1),))
    scored = []
    for fact in reading.book.facts:
        measure = fact.measure
        if measure is None or measure.powers not in powers:
            continue
        if not timed and dict(measure.powers).get("s") and measure.factor < DAY:
            continue  # minutes lead to no other day
        levels = reading.levels(words, [fact])
        score = sum(levels.values()) / (len(levels) or 1)
        if max(levels.values(), default=0.0) >= SAID:
            scored.append((score, fact, levels))
    scored.sort(key=lambda one: -one[0])
    if not scored or any(
        score > scored[0][0] - MARGIN and fact.amount != scored[0][1].amount for score, fact, _ in scored
    ):
        return None
    fact = scored[0][1]
    return f"{fact.number} {fact.unit}", (fact,), scored[0][2]


def _text(one: Amount) -> str:
    return f"{one.value.normalize():f}"


def _dated_loosely(reading: Reading, words: Sequence[Named], *, timed: bool) -> Dated | None:
    """Return the date that fits words best, some of which may be said of what is added to it."""
    scored = []
    for one in reading.book.dates:
        if one.timed == timed and (timed or len(one.date) == 10):
            levels = [reading.level(word.word, one) * (1.0 if word.strong else 0.4) for word in words]
            if max(levels, default=0.0) >= SAID * 0.4:
                scored.append((sum(levels), one))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or any(score > scored[0][0] - 2 * MARGIN and one.date != scored[0][1].date for score, one in scored):
        return None
    return scored[0][1]
