"""What a report shows where no model wrote: passages as they stand, under what they hold of the words asked."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.evidence.duplicate import differing
from indagate.evidence.fact import Fact
from indagate.evidence.sentence import sentences
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.phrases import Phrases
from indagate.flows.mission.reader import CELLS
from indagate.flows.mission.record import Mission
from indagate.flows.mission.writer import lacking
from indagate.models import RULE

WORDS = 45
"""Words of a passage that are shown, unless the marked sentence alone has more."""


@dataclass(frozen=True, slots=True)
class Group:
    """Excerpts of a part of the question under one heading; none where no passage holds any of its words."""

    heading: str
    facts: tuple[Fact, ...]


def is_excerpt(mission: Mission) -> bool:
    """Whether the report is of excerpts alone: nobody wrote any part of it, and not because the budget had ended."""
    unpaid = mission.report is not None and mission.report.by_rule
    return "" in mission.sections and set(mission.writers) <= {RULE} and not unpaid


def groups(mission: Mission, name: str, words: Phrases) -> list[Group]:
    """Return the excerpts of a part of the question: those of passages that hold all its words, then the nearest."""
    asked = Asked.of(mission.dimension(name).question)
    written = mission.sections.get(name)
    facts = [mission.facts[cited] for claim in written.claims for cited in claim.facts] if written else []
    lacks = {fact.id: lacking(asked, fact, mission.sources[fact.source]) for fact in facts}
    whole = tuple(fact for fact in facts if not lacks[fact.id])
    nearest = tuple(fact for fact in facts if lacks[fact.id])
    found = [Group(words["all_words"], whole)] if whole else []
    if nearest:
        none = [word for word in asked.words if all(word in lacks[fact.id] for fact in nearest)]
        found.append(
            Group(words["none_holds"].format(words=", ".join(none)) if none else words["nearest_only"], nearest)
        )
    nothing = words["no_passage"].format(words=", ".join(asked.words))
    return found or [Group(words["cut_short"].rstrip(".") if mission.spent else nothing, ())]


def missing(mission: Mission, fact: Fact, name: str) -> tuple[str, ...]:
    """Return the words of a part of the question that a fact's passage does not hold."""
    return lacking(Asked.of(mission.dimension(name).question), fact, mission.sources[fact.source])


def pieces(mission: Mission, fact: Fact, name: str) -> list[tuple[str, bool]]:
    """Return a fact's passage as it is shown, in pieces, each with whether it is one of the words asked."""
    text, at = _shown(fact), 0
    found: list[tuple[str, bool]] = []
    for start, end in Asked.of(mission.dimension(name).question).places(text):
        found += [(text[at:start], False), (text[start:end], True)]
        at = end
    return [*found, (text[at:], False)]


def _shown(fact: Fact) -> str:
    """Return the marked sentence, or row, with those around it in its passage, as many as there is room for."""
    said = " ".join(fact.quote.split())
    lines = [" ".join(line.split()) for line in fact.context.splitlines() if line.strip()]
    table = any(CELLS in line for line in lines)
    pieces = lines if table else [piece.text for piece in sentences(" ".join(lines))]
    at = next((number for number, piece in enumerate(pieces) if said == piece), -1)
    if at < 0:
        return said
    first = last = at
    room = WORDS - len(said.split())
    while room > 0:
        near = [number for number in (last + 1, first - 1) if 0 <= number < len(pieces)]
        fitting = next((number for number in near if len(pieces[number].split()) <= room), None)
        if fitting is None:
            break
        room -= len(pieces[fitting].split())
        first, last = min(first, fitting), max(last, fitting)
    shown = (" / " if table else " ").join(pieces[first : last + 1])
    return f"{'… ' if first else ''}{shown}{' …' if last + 1 < len(pieces) else ''}"


def differences(mission: Mission) -> list[tuple[Fact, Fact]]:
    """Return the pairs of excerpts that differ in their figures."""
    return differing(mission.facts[name] for name in mission.cited) if is_excerpt(mission) else []
