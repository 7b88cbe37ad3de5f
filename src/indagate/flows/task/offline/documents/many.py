"""Alike numbers of several things, added up: of both ships, of all three halls, what was there and what came to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indagate.flows.task.offline.documents.amount import known
from indagate.flows.task.offline.documents.asked import Named
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import Reading, counts, same_kind, same_unit
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.documents.value import wanted
from indagate.flows.task.offline.documents.worked import Worked


def both(reading: Reading) -> Worked | None:
    """How many can both ships carry; what all three halls come to: alike numbers of so many things."""
    asked = reading.asked
    cue = asked.cues.get("both")
    if (
        cue is None
        or asked.numbers
        or not (asked.has("sum", "mean", "difference") or asked.target.kind in ("count", "measure", "money"))
    ):
        return None
    said = re.search(r"\d+", asked.text[cue[0] : cue[1]])
    size = int(said[0]) if said else 2
    words = [one for one in asked.words if one.start < cue[0] or one.start > cue[1]]
    for required in (words, [one for one in words if not _names_group(reading, one, cue[1])]):
        facts = [f for f in _equal(reading, required) if not f.percent]
        values_ = {(f.source, f.row or f.place[1:] if f.row else f.place, f.amount) for f in facts}
        if (
            len(facts) == size
            and len(values_) == size
            and all(same_kind(facts[0], f) and same_unit(facts[0], f) for f in facts)
        ):
            total = " + ".join(f.number for f in facts)
            unit = facts[0].unit if facts[0].money or known(facts[0].unit) else ""
            if asked.has("difference") and size == 2:
                high, low = sorted(facts, key=lambda f: -f.amount)
                return Worked(f"{high.number} - {low.number}", unit, tuple(facts))
            return Worked(f"({total}) / {size}" if asked.has("mean") else total, unit, tuple(facts))
    return None


def _names_group(reading: Reading, word: Named, end: int) -> bool:
    return end <= word.start <= end + 2 or not reading.lexicon.of(word.word)


def _equal(reading: Reading, words: Sequence[Named]) -> list[Fact]:
    """Return the numbers that fit words equally well, and better than all others."""
    scored = []
    target = reading.asked.target if reading.asked.target.kind in ("money", "measure") else Target("any")
    for fact in reading.book.facts:
        if reading.year_fits(fact) and not fact.percent:
            score = reading.score(words, reading.levels(words, [fact]))
            if score and wanted(fact, target):
                scored.append((score, fact))
    top = max((score for score, _ in scored), default=0.0)
    return [fact for score, fact in scored if score > top - 0.01]


def added_up(reading: Reading) -> Worked | None:
    """60 berths, then 85 added, and another 32: how many in all."""
    asked = reading.asked
    if not asked.has("sum") or asked.numbers or asked.target.kind not in ("count", "any", "measure", "money"):
        return None
    nouns = asked.target.nouns or tuple(one.word for one in asked.words[:1])
    words = asked.words
    blocks: dict[tuple[str, int], list[Fact]] = {}
    for fact in reading.book.facts:
        if not fact.row and not fact.percent:
            blocks.setdefault((fact.source, fact.place[1]), []).append(fact)
    found = [chain for facts in blocks.values() if (chain := _chain(nouns, facts))]
    if len(found) != 1:
        return None
    chain = [fact for fact in found[0] if not asked.years or not fact.year or fact.year <= max(asked.years)]
    levels = reading.levels(words, chain)
    if len(chain) < 2 or any(one.strong and not levels[one.word] and not counts([one.word], nouns) for one in words):
        return None
    return Worked(" + ".join(fact.number for fact in chain), chain[0].unit if chain[0].money else "", tuple(chain))


_ADDED = re.compile(
    r"\b(?:added|adding|another|further|more|additional|plus|weitere[nr]?|zusätzlich\w*|hinzu\w*|ещ[её]|"
    r"добав\w+|дополнительн\w+)\b",
    re.IGNORECASE,
)


def _chain(nouns: Sequence[str], facts: list[Fact]) -> list[Fact]:
    """Return a number and those that are said to be added to it."""
    first = next((n for n, fact in enumerate(facts) if fact.nouns and counts(nouns, fact.nouns)), None)
    if first is None:
        return []
    chain = [facts[first]]
    for fact in facts[first + 1 :]:
        same = counts(fact.nouns, chain[0].nouns) if fact.nouns else not fact.unit
        if same and _ADDED.search(" ".join(fact.near)):
            chain.append(fact)
    return chain if len(chain) > 1 else []
