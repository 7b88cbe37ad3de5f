"""What a source says about a dimension: the sentences, rows and definitions that bear on it, word for word."""

from __future__ import annotations

from indagate.evidence import names, words
from indagate.flows.mission.ask import Excerpt, Extract, Reading, ReadQuestion
from indagate.flows.mission.offline.bearing import DEFINED, Sought, clutter, sought
from indagate.flows.mission.offline.expected import SOFT, Expected, bent
from indagate.flows.mission.offline.lexis import ASSERTS_IGNORANCE, IMPERATIVE
from indagate.flows.mission.offline.table import Scored, with_extremes
from indagate.flows.mission.offline.unit import Unit, units

MOST = 6
"""Facts a source and dimension."""
FLOOR = 0.42
"""The least score of a fact, and of the best one's score at least `SHARE`."""
SHARE = 0.55
PAIRED = 0.06
"""What a sentence loses that is shown with the one before it only because that may say what it is about."""
_HOW_TO = ("how do ", "how can ", "how to ", "how should ", "wie kann ", "wie muss ", "wie man ", "как ")


def read(question: ReadQuestion) -> Reading:
    """The facts of a source for a dimension, best first, each a verbatim stretch of the source."""
    found = [(unit, excerpt) for excerpt in question.excerpts for unit in units(excerpt)]
    aim = sought(
        question.dimension.name,
        question.dimension.question,
        [unit.statement for unit, _ in found],
        question.dimension.rarity,
    )
    how_to = f"{question.dimension.question} ".casefold().startswith(_HOW_TO)
    scored = [
        Scored(unit, excerpt, value)
        for unit, excerpt in found
        if (value := _score(unit, excerpt, aim, question.title, how_to)) >= FLOOR
    ]
    scored = with_extremes(question.dimension.question, scored, found, aim)
    scored.sort(key=lambda item: (-item.score, item.excerpt.start + item.unit.start))
    best = scored[0].score if scored else 0.0
    chosen: list[Scored] = []
    for item in scored:
        if len(chosen) == MOST or item.score < SHARE * best:
            break
        if not any(_overlap(item, other) for other in chosen):
            chosen.append(item)
    return Reading(tuple(_extract(item) for item in chosen))


def _score(unit: Unit, excerpt: Excerpt, aim: Sought, title: str, how_to: bool) -> float:
    text = unit.own or unit.statement
    if len(words(unit.statement)) < 3 or text.rstrip().endswith(("?", ":")) or (IMPERATIVE.match(text) and not how_to):
        return 0.0
    near = f"{excerpt.place} {unit.heading} {unit.header}"
    around = f"{near} {title}\n{unit.heading.rpartition(' › ')[2] or excerpt.place.rpartition(' › ')[2]}"
    touches = aim.touches(unit.statement)
    kind = aim.expected
    has_answer = kind is not Expected.ANYTHING and aim.answered(text)
    if not touches and not (aim.touches(near) and (has_answer or kind is Expected.ANYTHING)):
        return 0.0
    value = covered = aim.coverage(unit.statement, around)
    if unit.own and unit.own != unit.statement:
        # What the sentence itself says counts for more than what it leans on.
        value = (value + aim.coverage(unit.own, around)) / 2
    if has_answer:
        value += 0.25 * min(1.0, 2 * covered) + (0.05 if aim.names_kind(f"{text} {near}") else 0.0)
    elif ASSERTS_IGNORANCE.search(text):
        value += 0.2
    elif kind not in SOFT and kind is not Expected.DECISION:
        value -= 0.1
    value += DEFINED * aim.defines(unit.statement) - (PAIRED if unit.paired else 0.0)
    return round(value - clutter(text) + bent(aim.question, text), 6)


def _overlap(one: Scored, other: Scored) -> bool:
    first, second = one.excerpt.start + one.unit.start, other.excerpt.start + other.unit.start
    return first < second + other.unit.end - other.unit.start and second < first + one.unit.end - one.unit.start


def _extract(item: Scored) -> Extract:
    unit, excerpt = item.unit, item.excerpt
    quote = excerpt.text[unit.start : unit.end]
    context = " › ".join(part for part in (unit.heading, unit.header) if part)
    return Extract(
        unit.statement,
        quote,
        excerpt.start + unit.start,
        excerpt.start + unit.end,
        excerpt.place,
        context,
        tuple(names(quote)),
    )
