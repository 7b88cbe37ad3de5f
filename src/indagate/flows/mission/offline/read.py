"""What a source says about a dimension: the sentences, rows and definitions that bear on it, word for word."""

from __future__ import annotations

from indagate.evidence import missing_numbers, names, words
from indagate.flows.mission.ask import Excerpt, Extract, Reading, ReadQuestion
from indagate.flows.mission.offline.bearing import Sought, sought
from indagate.flows.mission.offline.clue import ASKS_ACTION, HOW_TO, Piece, foreign
from indagate.flows.mission.offline.expected import hedged
from indagate.flows.mission.offline.lexis import IMPERATIVE
from indagate.flows.mission.offline.odds import odds
from indagate.flows.mission.offline.table import Scored, with_extremes
from indagate.flows.mission.offline.unit import Unit, units

MOST = 6
"""Facts a source and dimension."""
FLOOR = 0.3
"""The least share of the question's weighted words that a fact covers with what stands around it."""
BEHIND = 3.5
"""How far a fact's score may be behind that of its source's best."""
PAIRED, REPEATED = 0.5, 3.0
"""What a sentence loses that is shown with the one before it, which may say what it is about; more if it does not."""
ADDS = 0.05
"""The share of the question's words that each of two sentences must add."""
HEDGED, FOREIGN = 2.5, 3.0
"""What a fact loses whose writer is not sure, and one that stands under another name than the one asked about."""


def read(question: ReadQuestion) -> Reading:
    """The facts of a source for a dimension, best first, each a verbatim stretch of the source."""
    found = [(unit, excerpt) for excerpt in question.excerpts for unit in units(excerpt)]
    aim = sought(
        question.dimension.name,
        question.dimension.question,
        [unit.statement for unit, _ in found],
        question.dimension.rarity,
    )
    scored = [
        Scored(unit, excerpt, value)
        for unit, excerpt in found
        if (value := _score(unit, excerpt, aim, question.title)) is not None
    ]
    scored = with_extremes(question.dimension.question, scored, found, aim)
    scored.sort(key=lambda item: (-item.score, item.excerpt.start + item.unit.start))
    chosen: list[Scored] = []
    for item in scored:
        if len(chosen) == MOST or item.score < scored[0].score - BEHIND:
            break
        if not any(_overlap(item, other) for other in chosen) and _borne(item):
            chosen.append(item)
    return Reading(tuple(_extract(item) for item in chosen))


def _score(unit: Unit, excerpt: Excerpt, aim: Sought, title: str) -> float | None:
    """How well a piece bears on what is sought; None for one that is no statement or says nothing of it."""
    text = unit.own or unit.statement
    orders = IMPERATIVE.match(text) and not (HOW_TO.search(aim.question) or ASKS_ACTION.search(aim.question))
    if len(words(unit.statement)) < 3 or text.rstrip().endswith(("?", ":")) or orders:
        return None
    piece = Piece(unit.statement, excerpt.place, _context(unit), title)
    if aim.coverage(unit.statement, piece.around) < FLOOR:
        return None
    loss = _pairing(unit, piece, aim) + HEDGED * hedged(text) + FOREIGN * foreign(aim, piece)
    return odds(aim, piece).score - loss


def _pairing(unit: Unit, piece: Piece, aim: Sought) -> float:
    """What a sentence loses that is shown with the one before it: much where one of the two says it all."""
    if not unit.paired:
        return 0.0
    both = aim.coverage(unit.statement, piece.around)
    before = unit.statement.removesuffix(unit.own)
    alone = max(aim.coverage(one, piece.around) for one in (before, unit.own))
    return PAIRED if both > alone + ADDS else REPEATED


def _context(unit: Unit) -> str:
    return " › ".join(part for part in (unit.heading, unit.header) if part)


def _borne(item: Scored) -> bool:
    """Whether the quote holds the statement's numbers: cells told one after another may make others of them."""
    return not missing_numbers(item.unit.statement, item.excerpt.text[item.unit.start : item.unit.end])


def _overlap(one: Scored, other: Scored) -> bool:
    first, second = one.excerpt.start + one.unit.start, other.excerpt.start + other.unit.start
    return first < second + other.unit.end - other.unit.start and second < first + one.unit.end - one.unit.start


def _extract(item: Scored) -> Extract:
    unit, excerpt = item.unit, item.excerpt
    quote = excerpt.text[unit.start : unit.end]
    return Extract(
        unit.statement,
        quote,
        excerpt.start + unit.start,
        excerpt.start + unit.end,
        excerpt.place,
        _context(unit),
        tuple(names(quote)),
    )
