"""What a report shows where no model wrote: passages as they stand, under what they hold of the words asked."""

from __future__ import annotations

from indagate.evidence.duplicate import differing
from indagate.evidence.fact import Fact
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.phrases import Phrases
from indagate.flows.mission.reader import CELLS
from indagate.flows.mission.record import Mission
from indagate.flows.mission.writer import lacking
from indagate.models import RULE


def is_excerpt(mission: Mission) -> bool:
    """Whether the report is of excerpts alone: nobody wrote any part of it, and not because the budget had ended."""
    return "" in mission.sections and set(mission.writers) <= {RULE} and not (mission.report and mission.report.by_rule)


def groups(mission: Mission, name: str, words: Phrases) -> list[tuple[str, tuple[Fact, ...]]]:
    """Return a part's excerpts by heading: of passages that hold all its words, then the nearest; else that heading."""
    asked = Asked.of(mission.dimension(name).question)
    written = mission.sections.get(name)
    facts = [mission.facts[cited] for claim in written.claims for cited in claim.facts] if written else []
    lacks = {fact.id: lacking(asked, fact, mission.sources[fact.source]) for fact in facts}
    whole = tuple(fact for fact in facts if not lacks[fact.id])
    nearest = tuple(fact for fact in facts if lacks[fact.id])
    none = ", ".join(word for word in asked.words if all(word in lacks[fact.id] for fact in nearest))
    found = [(words["all_words"], whole)] if whole else []
    found += [(words["none_holds" if none else "nearest_only"].format(words=none), nearest)] if nearest else []
    nothing = words["no_passage"].format(words=", ".join(asked.words))
    return found or [(words["cut_short"].rstrip(".") if mission.spent else nothing, ())]


def pieces(mission: Mission, fact: Fact, name: str) -> list[tuple[str, bool]]:
    """Return a passage in one line, its rows divided by strokes; in pieces, each with whether it is a word asked."""
    lines = [" ".join(line.split()) for line in fact.quote.splitlines() if line.strip()]
    text, at = (" / " if any(CELLS in line for line in lines) else " ").join(lines), 0
    found: list[tuple[str, bool]] = []
    for start, end in Asked.of(mission.dimension(name).question).places(text):
        found += [(text[at:start], False), (text[start:end], True)]
        at = end
    return [*found, (text[at:], False)]


def differences(mission: Mission) -> list[tuple[Fact, Fact]]:
    """Return the pairs of excerpts that differ in their figures."""
    return differing(mission.facts[name] for name in mission.cited) if is_excerpt(mission) else []
