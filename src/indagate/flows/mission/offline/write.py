"""Sections and the bottom line from recorded facts, and what becomes of a contradiction."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.evidence import (
    Confidence,
    Fact,
    Resolution,
    Source,
    Word,
    duplicates,
    missing_numbers,
    quantities,
    sentences,
    words,
)
from indagate.evidence import resolve as settled
from indagate.evidence.negation import NEGATION
from indagate.flows.mission.ask import (
    BottomLine,
    BottomQuestion,
    ConflictQuestion,
    Section,
    SectionQuestion,
)
from indagate.flows.mission.chart import Claim, Dimension
from indagate.flows.mission.offline.bearing import Sought, bag, sought, strength
from indagate.flows.mission.offline.clue import Piece, foreign
from indagate.flows.mission.offline.expected import Expected, fits, hedged
from indagate.flows.mission.offline.lexis import ASSERTS_IGNORANCE, tongue
from indagate.flows.mission.offline.odds import BLIND, LEAST, Odds, odds
from indagate.flows.mission.offline.question import DIFFERENCE
from indagate.flows.mission.offline.unit import row_cells

MOST = 8
"""Claims a section."""
WORDS = 60
"""Words of the bottom line."""
SLACK = 10
"""Words by which a claim of the bottom line may be longer than its share."""
STALE = 0.25
"""What a fact's score loses for each year that its source is older than the newest."""
BOTH = 25
"""Words of room from which the other side of a settled contradiction is told in the bottom line too."""
CHOSEN = 5
"""Facts among which an answer is looked for, the best in rank."""
RUNNER_UP, NEXT = 2.5, 4.0
"""How far behind the best fact's score another may be to stand beside it; further where it covers other words."""
UNSURE, UNKNOWN = 2.5, 1.5
"""What a fact loses in rank whose writer is not sure, and one that says that something is not known."""
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
_DENIED = re.compile(r"\b(?:not|cannot|never|nicht|kein\w*|не|нельзя)\b", re.IGNORECASE)
_COLUMNS = 4
"""Columns beyond which only those that bear on the question are said."""
_CONDITION = re.compile(
    r"\b(?:if|unless|except|only|when|provided|wenn|falls|sofern|außer|nur|если|кроме|только|при условии)\b",
    re.IGNORECASE,
)


def resolve(question: ConflictQuestion) -> Resolution:
    """Settle a contradiction by who speaks and when; both sides stay when neither rule decides."""
    return settled(question.conflict, {source.id: source for source in question.sources}, question.today)


def section(question: SectionQuestion) -> Section:
    """A dimension's claims, the answer first; facts that say the same make one claim."""
    groups = _grouped(question.facts)
    aim = _aim(question.dimension, [group[0] for group in groups])
    ranked = _ranked(groups, aim, question.sources)
    return Section(tuple(Claim(_sentence(group[0], aim), _ids(group)) for group in ranked[:MOST]))


def bottom_line(question: BottomQuestion) -> BottomLine:
    """The answer in sixty words: for each dimension its best facts, both sides where facts diverge.

    It is answered when for some dimension a fact covers the question's words and is of the kind expected.
    """
    titles = _titles(question.sources)
    asked = list(question.dimensions) if question.facts else []
    asked.sort(key=lambda item: (-round(item.weight, 1), not item.name.startswith(DIFFERENCE)))
    phrases = _PHRASES[tongue(question.question)]
    answered: list[tuple[Dimension, list[Claim]]] = []
    nearest: list[tuple[Dimension, list[Claim]]] = []
    room = WORDS
    for at, item in enumerate(asked[:4]):
        budget = max(room, 0) // (len(asked[:4]) - at)
        own = list(question.facts)  # a fact of another part may answer this one
        groups = _grouped(own)
        aim = _aim(item, [group[0] for group in groups])
        ranked = _ranked(groups, aim, question.sources)
        holding = [group for group in ranked[:CHOSEN] if _holds(group[0], aim, titles)]
        holding = [group for group in holding if not hedged(group[0].statement)] or holding
        if holding:
            answered.append((item, _answer(holding, question, aim, budget, phrases, titles)))
            room -= sum(len(words(claim.text)) for claim in answered[-1][1])
        elif ranked:
            closest = _closest(ranked, aim, titles)
            text = _clipped(_sentence(closest[0], aim), budget, aim.expected)
            nearest.append((item, [Claim(text, _ids(closest))]))
    if not answered:
        return BottomLine(tuple(claim for _, claims in nearest[:2] for claim in claims), answered=False)
    said = {claim.text for _, claims in answered for claim in claims}
    room = WORDS - sum(len(words(text)) for text in said)
    nearest = [pair for pair in nearest if room > WORDS // 3]
    nearest = [(item, [claim for claim in claims if claim.text not in said]) for item, claims in nearest]
    for item, claims in nearest:
        lead = "" if quantities(item.name) else phrases[0].format(name=item.name)
        answered.append((item, [Claim(lead + claim.text, claim.facts) for claim in claims]))
    order = {item.name: at for at, item in enumerate(question.dimensions)}
    answered.sort(key=lambda pair: order[pair[0].name])
    once = {claim.text: claim for _, claims in answered for claim in claims}
    return BottomLine(tuple(once.values()), answered=True)


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
    best = _fitting(holding, aim, budget, titles)
    text = _clipped(_sentence(best[0], aim), budget, aim.expected)
    if aim.expected is Expected.DECISION:
        text = _decided(best[0], aim, phrases) + text
    claims = [Claim(text, _ids(best))]
    loser = next((fact for name, fact in question.overruled if name in _ids(best)), None)
    if loser is not None and budget >= BOTH:
        against = phrases[5] + _clipped(_sentence(loser, aim), budget, aim.expected)
        return [Claim(f"{text} {against}", (*_ids(best), loser.id))]
    other = _other_side(best, question.facts, question.diverging)
    if other is not None:
        lead = phrases[4] if other.source == best[0].source else phrases[1]
        claims.append(Claim(lead + _clipped(_sentence(other, aim), budget, aim.expected), (other.id,)))
        return claims
    left = budget - len(words(text))
    first = _odds(best[0], aim, titles).score
    covered = set(aim.covered(best[0].statement))
    for group in holding:
        said = _sentence(group[0], aim)
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
        value = aim.coverage(fact.statement, _around(fact, titles))
        return value + (0.4 if ASSERTS_IGNORANCE.search(fact.statement) else 0.0)

    return max(ranked, key=key)


def _fitting(holding: list[list[Fact]], aim: Sought, budget: int, titles: dict[str, str]) -> list[Fact]:
    """The best fact, or one nearly as good that is short enough to be said whole."""
    length = len(words(_sentence(holding[0][0], aim)))
    if length <= budget + SLACK or len(holding) == 1:
        return holding[0]
    best, other = (_odds(group[0], aim, titles).score for group in holding[:2])
    fits_whole = len(words(_sentence(holding[1][0], aim))) <= budget
    return holding[1] if fits_whole and other >= best - 0.5 else holding[0]


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
        dimension.name, dimension.question, [f"{fact.statement} {_around(fact)}" for fact in facts], dimension.rarity
    )


def _around(fact: Fact, titles: dict[str, str] | None = None) -> str:
    """What stands around a fact; its innermost heading is the last line."""
    title = titles.get(fact.source, "") if titles else ""
    heading = fact.context.rpartition(" › ")[2] if fact.context and " | " not in fact.context else ""
    return f"{title} {fact.place} {fact.context}\n{heading or fact.place.rpartition(' › ')[2]}"


def _ranked(groups: list[list[Fact]], aim: Sought, sources: Sequence[Source]) -> list[list[Fact]]:
    """The groups of facts, those that answer best first; trust, agreement and a newer source count a little."""
    titles = _titles(sources)
    ages = _ages(sources)

    def key(pair: tuple[int, list[Fact]]) -> tuple[float, int, int]:
        at, group = pair
        fact = group[0]
        score = _odds(fact, aim, titles).score
        score += VOICED * _TRUST[fact.confidence] + AGREED * min(len(group) - 1, 3) - STALE * ages.get(fact.source, 0.0)
        score -= UNSURE * hedged(fact.statement) + UNKNOWN * bool(ASSERTS_IGNORANCE.search(fact.statement))
        return -round(score, 3), -_TRUST[fact.confidence], at

    return [group for _, group in sorted(enumerate(groups), key=key)]


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


def _decided(fact: Fact, aim: Sought, phrases: tuple[str, ...]) -> str:
    """ "Yes" or "no" when one plain sentence says the question's every word, unconditionally; else nothing."""
    held = bag(fact.statement)
    short = len(words(fact.statement)) <= len(words(aim.question)) + 6 and not re.search("[,;:]", fact.statement)
    plain = short and len(sentences(fact.statement)) == 1 and not _CONDITION.search(fact.statement)
    if not plain or any(strength(term, held) < 1 for term in aim.terms) or NEGATION.search(aim.question):
        return ""
    denials = len(NEGATION.findall(fact.statement))
    if denials == 0:
        return phrases[2]
    return phrases[3] if denials == 1 and _DENIED.search(fact.statement) else ""


def _other_side(best: list[Fact], own: Sequence[Fact], diverging: Sequence[tuple[str, str]]) -> Fact | None:
    """The fact that contradicts one of these, if there is one."""
    ids = {fact.id for fact in best}
    rivals = {other for pair in diverging for one, other in (pair, pair[::-1]) if one in ids and other not in ids}
    return next((fact for fact in own if fact.id in rivals), None)


def _sentence(fact: Fact, aim: Sought | None = None) -> str:
    """A fact's statement as a sentence; a row's cells get their columns' names where those hold no numbers."""
    text = re.sub(r"^[-*•–]\s+", "", " ".join(fact.statement.split()))
    columns = fact.context.rsplit(" › ", 1)[-1].split(" | ") if " | " in fact.context else []
    cells = row_cells(fact.quote)
    if len(columns) == len(cells) > 1 and not any(quantities(column) for column in columns):
        pairs = list(zip(columns[1:], cells[1:], strict=True))
        if aim is not None and len(pairs) > _COLUMNS:
            bearing = [pair for pair in pairs if aim.touches(pair[0].replace("_", " "))]
            pairs = bearing or pairs
        text = f"{cells[0]} – " + "; ".join(f"{name.replace('_', ' ')}: {cell}" for name, cell in pairs)
    opening = re.match(r"[^\W\d_]+(?=[\s,])", text)
    if opening and text[0].islower() and ": " not in text[:80]:
        large = text[0].upper() + text[1:]
        text = text if missing_numbers(large, fact.quote, fact.statement) else large
    return text if text.endswith((".", "!", "?", "…", "”", '"', "»", ".)")) else f"{text.rstrip(' ,;:')}."


def _clipped(text: str, most: int, kind: Expected) -> str:
    """At most so many words of a sentence: its beginning, or what stands around the answer, the cut marked."""
    found = words(text)
    most = max(most, 12)
    if len(found) <= most + SLACK:
        return text
    answer = next((item for item in quantities(text) if fits(kind, item)), None)
    last = most - 1
    if answer is not None:
        at = next((index for index, word in enumerate(found) if word.end >= answer.span.end), 0)
        last = max(last, min(len(found) - 1, at + 4))
    first = max(0, last - most + 1)
    cut = _cut(text, found, first, last)
    while missing_numbers(cut, text):  # a number was cut off from what it belongs to
        if first == 0 and last == len(found) - 1:
            return text
        first, last = max(0, first - 1), min(len(found) - 1, last + 1)
        cut = _cut(text, found, first, last)
    return cut


def _cut(text: str, found: Sequence[Word], first: int, last: int) -> str:
    """The text from its word `first` to its word `last`, the cut marked."""
    end = found[last].end
    tail = text[end : end + 4]
    closing = re.match(r"[)%\]”\"]+", tail)
    end += closing.end() if closing else 0
    return ("… " if first else "") + text[found[first].start : end] + (" …" if last < len(found) - 1 else text[end:])
