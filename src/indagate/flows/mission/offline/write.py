"""Sections and the bottom line from recorded facts, and what becomes of a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indagate.evidence import (
    Confidence,
    Fact,
    Resolution,
    Source,
    content,
    duplicates,
    quantities,
    words,
)
from indagate.evidence import resolve as settled
from indagate.flows.mission.ask import (
    BottomLine,
    BottomQuestion,
    ConflictQuestion,
    Section,
    SectionQuestion,
)
from indagate.flows.mission.chart import Claim, Dimension
from indagate.flows.mission.offline.bearing import Sought, sought
from indagate.flows.mission.offline.clue import Piece, foreign
from indagate.flows.mission.offline.expected import Expected, hedged
from indagate.flows.mission.offline.lexis import ASSERTS_IGNORANCE, tongue
from indagate.flows.mission.offline.odds import BLIND, LEAST, Odds, odds
from indagate.flows.mission.offline.question import DIFFERENCE
from indagate.flows.mission.offline.told import answer_of, clipped, sentence_of
from indagate.flows.mission.offline.verdict import verdict

MOST = 8
"""Claims a section."""
WORDS = 60
"""Words of the bottom line."""
STALE = 0.25
"""What a fact's score loses for each year that its source is older than the newest."""
BOTH = 25
"""Words of room from which the other side of a settled contradiction is told in the bottom line too."""
CHOSEN = 5
"""Facts among which an answer is looked for, the best in rank."""
RUNNER_UP, NEXT = 2.5, 4.0
"""How far behind the best fact's score another may be to stand beside it; further where it covers other words."""
UNSURE, UNKNOWN, RETOLD = 2.5, 1.5, 2.5
"""What a fact loses in rank whose writer is not sure, that says something is not known, or only retells what lost."""
VOICED, AGREED = 0.3, 0.12
"""What a fact gains in rank by each step of confidence, and by each other fact that says the same."""
_TRUST = {Confidence.HIGH: 2, Confidence.MEDIUM: 1, Confidence.LOW: 0}
_PHRASES = {
    "en": (
        "Nearest evidence on {name}: ",
        "Another source differs: ",
        "Yes: ",
        "No: ",
        "The same source also says: ",
        "Overruled, another source says: ",
    ),
    "de": (
        "Das Nächstliegende zu {name}: ",
        "Eine andere Quelle weicht ab: ",
        "Ja: ",
        "Nein: ",
        "Dieselbe Quelle sagt auch: ",
        "Nachrangig, eine andere Quelle sagt: ",
    ),
    "ru": (
        "Ближайшее по теме {name}: ",
        "Другой источник расходится: ",
        "Да: ",
        "Нет: ",
        "Тот же источник говорит и: ",
        "Менее весомо, другой источник говорит: ",
    ),
}


def resolve(question: ConflictQuestion) -> Resolution:
    """Settle a contradiction by who speaks and when; both sides stay when neither rule decides."""
    return settled(question.conflict, {source.id: source for source in question.sources}, question.today)


def section(question: SectionQuestion) -> Section:
    """A dimension's claims, the answer first; facts that say the same make one claim."""
    groups = _grouped(question.facts)
    aim = _aim(question.dimension, [group[0] for group in groups])
    ranked = _ranked(groups, aim, question.sources)
    return Section(tuple(Claim(sentence_of(group[0], aim), _ids(group)) for group in ranked[:MOST]))


def bottom_line(question: BottomQuestion) -> BottomLine:
    """The answer in sixty words: for each dimension its best facts, both sides where facts diverge.

    It is answered when for some dimension a fact covers the question's words and is of the kind expected.
    """
    titles = _titles(question.sources)
    asked = list(question.dimensions) if question.facts else []
    asked.sort(key=lambda item: (-round(item.weight, 1), not item.name.startswith(DIFFERENCE)))
    phrases = _PHRASES[tongue(question.question)]
    groups = _grouped(question.facts)  # a fact of another part may answer a part
    parts = [_part(item, groups, question, titles) for item in asked[:4]]
    answered: list[tuple[Dimension, list[Claim]]] = []
    taken: set[str] = set()
    chosen: list[tuple[_Part, list[list[Fact]]]] = []
    for part in (part for part in parts if part.holding):
        holding = _unsaid(part, taken, titles)
        if holding:
            chosen.append((part, holding))
            taken.update(_ids(holding[0]))
    room = WORDS
    sizes = [len(words(sentence_of(holding[0][0], part.aim))) for part, holding in chosen]
    for at, (part, holding) in enumerate(chosen):
        budget = _share(sizes[at:], room)
        claims = _answer(holding, question, part.aim, budget, phrases, titles)
        answered.append((part.dimension, claims))
        taken.update(name for claim in claims for name in claim.facts)
        room -= sum(len(words(claim.text)) for claim in claims)
    nearest: dict[str, tuple[Dimension, Claim]] = {}
    for part in parts:
        if not part.holding and part.ranked:
            closest = _closest(part.ranked, part.aim, titles)
            text = answer_of(closest[0], part.aim, WORDS // len(parts), titles.get(closest[0].source, ""))
            nearest.setdefault(text, (part.dimension, Claim(text, _ids(closest))))
    if not answered:
        return BottomLine(tuple(claim for _, claim in list(nearest.values())[:2]), answered=False)
    for item, claim in nearest.values():
        if room > WORDS // 3 and not taken & set(claim.facts):
            lead = "" if quantities(item.name) else phrases[0].format(name=item.name)
            answered.append((item, [Claim(lead + claim.text, claim.facts)]))
    order = {item.name: at for at, item in enumerate(question.dimensions)}
    answered.sort(key=lambda pair: order[pair[0].name])
    once = {claim.text: claim for _, claims in answered for claim in claims}
    return BottomLine(tuple(once.values()), answered=True)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the question: the facts in their order, and those of the best that answer it."""

    dimension: Dimension
    aim: Sought
    ranked: list[list[Fact]]
    holding: list[list[Fact]]


def _part(item: Dimension, groups: list[list[Fact]], question: BottomQuestion, titles: dict[str, str]) -> _Part:
    """A part with what answers it; what overruled an answer is one too."""
    aim = _aim(item, [group[0] for group in groups])
    overruled = [(name, loser) for name, loser in question.overruled if _holds(loser, aim, titles)]
    ranked = _ranked(groups, aim, question.sources, overruled)
    winners = {name for name, _ in overruled}
    holding = [
        group
        for at, group in enumerate(ranked)
        if winners & set(_ids(group)) or (at < CHOSEN and _holds(group[0], aim, titles))
    ]
    return _Part(item, aim, ranked, [group for group in holding if not hedged(group[0].statement)] or holding)


def _share(sizes: Sequence[int], room: int) -> int:
    """The words for the first of several claims that need so many: all it needs, or an even share of what is scarce."""
    spare = room - sum(sizes)
    if spare >= 0:
        return sizes[0] + spare // len(sizes)
    left, waiting = room, len(sizes)
    for size in sorted(sizes):
        if size > left // waiting:
            break
        left, waiting = left - size, waiting - 1
    return max(0, min(sizes[0], left // waiting))


def _unsaid(part: _Part, taken: set[str], titles: dict[str, str]) -> list[list[Fact]]:
    """What answers a part and was not said for another; nothing where what was said answers this part best by far."""
    fresh = [group for group in part.holding if not taken & set(_ids(group))]
    if fresh and fresh[0] is not part.holding[0]:
        best, next_ = (_odds(group[0], part.aim, titles).score for group in (part.holding[0], fresh[0]))
        return fresh if next_ >= best - RUNNER_UP else []
    return fresh


def _answer(
    holding: list[list[Fact]],
    question: BottomQuestion,
    aim: Sought,
    budget: int,
    phrases: tuple[str, ...],
    titles: dict[str, str],
) -> list[Claim]:
    """The claims for one dimension: its best fact, the other side of a divergence, and what else has room.

    A yes or a no that a sentence states stands before it.
    """
    best = holding[0]
    text = answer_of(best[0], aim, budget, titles.get(best[0].source, ""))
    if aim.expected is Expected.DECISION:
        yes = verdict(aim, best[0].statement, _piece(best[0], titles).around)
        text = text if yes is None else phrases[2 if yes else 3] + text
    claims = [Claim(text, _ids(best))]
    loser = next((fact for name, fact in question.overruled if name in _ids(best)), None)
    if loser is not None and budget >= BOTH:
        against = phrases[5] + clipped(sentence_of(loser, aim), budget, aim.expected)
        return [Claim(f"{text} {against}", (*_ids(best), loser.id))]
    other = _other_side(best, question.facts, question.diverging)
    if other is not None:
        lead = phrases[4] if other.source == best[0].source else phrases[1]
        claims.append(Claim(lead + clipped(sentence_of(other, aim), budget, aim.expected), (other.id,)))
        return claims
    left = budget - len(words(text))
    first = _odds(best[0], aim, titles).score
    covered = set(aim.covered(best[0].statement))
    for group in holding:
        said = answer_of(group[0], aim, left, titles.get(group[0].source, ""))
        size = len(words(said))
        adds = set(aim.covered(group[0].statement)) - covered
        if group is best or size > left or any(group[0].id in pair for pair in question.diverging):
            continue
        if _odds(group[0], aim, titles).score < first - (NEXT if adds else RUNNER_UP):
            continue
        claims.append(Claim(said, _ids(group)))
        covered |= adds
        left -= size
    return claims


def _odds(fact: Fact, aim: Sought, titles: dict[str, str]) -> Odds:
    """How well a fact answers, in its place."""
    return odds(aim, _piece(fact, titles))


def _piece(fact: Fact, titles: dict[str, str]) -> Piece:
    return Piece(fact.statement, fact.place, fact.context, titles.get(fact.source, ""))


def _closest(ranked: list[list[Fact]], aim: Sought, titles: dict[str, str]) -> list[Fact]:
    """The nearest evidence: what says that the answer is not known comes before what answers something else."""

    def key(group: list[Fact]) -> float:
        fact = group[0]
        value = aim.coverage(fact.statement, around(fact, titles.get(fact.source, "")))
        return value + (0.4 if ASSERTS_IGNORANCE.search(fact.statement) else 0.0)

    return max(ranked, key=key)


def _grouped(facts: Sequence[Fact]) -> list[list[Fact]]:
    """Facts that say the same together, in the order given; the first of each stands for it."""
    kept = {pair.other: pair.kept for pair in duplicates(facts)}

    def root(name: str) -> str:
        while name in kept:
            name = kept[name]
        return name

    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(root(fact.id), []).append(fact)
    return [sorted(group, key=lambda fact: -_TRUST[fact.confidence]) for group in groups.values()]


def _aim(dimension: Dimension, facts: Sequence[Fact]) -> Sought:
    return sought(
        dimension.name, dimension.question, [f"{fact.statement} {around(fact)}" for fact in facts], dimension.rarity
    )


def around(fact: Fact, title: str = "") -> str:
    """What stands around a fact of a source with this title; its innermost heading is the last line."""
    heading = fact.context.rpartition(" › ")[2] if fact.context and " | " not in fact.context else ""
    return f"{title} {fact.place} {fact.context}\n{heading or fact.place.rpartition(' › ')[2]}"


def _ranked(
    groups: list[list[Fact]], aim: Sought, sources: Sequence[Source], overruled: Sequence[tuple[str, Fact]] = ()
) -> list[list[Fact]]:
    """The groups of facts, those that answer best first; trust, agreement and a newer source count a little.

    What overruled another fact answers at least as well as that one; what only retells the overruled figure, less.
    """
    titles = _titles(sources)
    ages = _ages(sources)

    def key(pair: tuple[int, list[Fact]]) -> tuple[float, int, int]:
        at, group = pair
        fact = group[0]
        beaten = [_odds(loser, aim, titles).score for name, loser in overruled if name in _ids(group)]
        score = max([_odds(fact, aim, titles).score, *beaten])
        score -= RETOLD * (not beaten and any(_retells(fact, loser) for _, loser in overruled))
        score += VOICED * _TRUST[fact.confidence] + AGREED * min(len(group) - 1, 3) - STALE * ages.get(fact.source, 0.0)
        score -= UNSURE * hedged(fact.statement) + UNKNOWN * bool(ASSERTS_IGNORANCE.search(fact.statement))
        return -round(score, 3), -_TRUST[fact.confidence], at

    return [group for _, group in sorted(enumerate(groups), key=key)]


def _retells(fact: Fact, other: Fact) -> bool:
    """Whether a fact gives the very amounts of another one, and no others, on the same matter."""
    told = {(item.value, item.unit) for item in quantities(fact.statement) if item.unit}
    given = {(item.value, item.unit) for item in quantities(other.statement) if item.unit}
    return bool(told) and told == given and len(set(content(fact.statement)) & set(content(other.statement))) >= 2


def _titles(sources: Sequence[Source]) -> dict[str, str]:
    return {source.id: source.title for source in sources}


def _ages(sources: Sequence[Source]) -> dict[str, float]:
    """By how many years, five at most, a source is older than the newest of them."""
    dated = [source for source in sources if source.published]
    newest = max((source.published for source in dated if source.published), default=None)
    if newest is None:
        return {}
    return {
        source.id: min(5.0, (newest - source.published).days / 365.25)
        for source in dated
        if source.published is not None
    }


def _ids(group: list[Fact]) -> tuple[str, ...]:
    return tuple(sorted(fact.id for fact in group))


def _holds(fact: Fact, aim: Sought, titles: dict[str, str]) -> bool:
    """Whether a fact answers: it is about the matter asked, and more likely than not what is sought."""
    if ASSERTS_IGNORANCE.search(fact.statement):
        return False
    # The outermost heading is the document's title: it says what all of it is about, not what this fact is.
    inner = fact.place.partition(" › ")[2]
    if not aim.anchored(f"{fact.statement} {fact.context} {inner}"):
        return False
    if aim.expected is Expected.NUMBER and aim.counted and not aim.answered(fact.statement):
        return False
    if foreign(aim, _piece(fact, titles)):
        return False
    return _odds(fact, aim, titles).chance >= (LEAST if aim.rated else BLIND)


def _other_side(best: list[Fact], own: Sequence[Fact], diverging: Sequence[tuple[str, str]]) -> Fact | None:
    """The fact that contradicts one of these, if there is one."""
    ids = {fact.id for fact in best}
    rivals = {other for pair in diverging for one, other in (pair, pair[::-1]) if one in ids and other not in ids}
    return next((fact for fact in own if fact.id in rivals), None)
