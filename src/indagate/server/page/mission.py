"""The parts of a mission's report, for reading: its record with headings, and what breaks each sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indagate.evidence.check import Violation
    from indagate.flows.mission.claim import Claim
    from indagate.flows.mission.record import Mission


@dataclass(frozen=True)
class Part:
    """A part of a report under its heading, of that level; `side` is the part of the question that it begins."""

    heading: str
    claims: tuple[Claim, ...]
    level: int = 2
    side: str = ""


def shown(mission: Mission, breaches: Iterable[Violation]) -> dict[str, Any]:
    """Return what the template of a report shows of its record; `broken` gives the breaches of a sentence."""
    from indagate.flows.mission import excerpt
    from indagate.flows.mission.phrases import phrases_for
    from indagate.flows.mission.report import limitations
    from indagate.render import unescape

    words, bottom, all_breaches = phrases_for(mission.input.question), mission.sections.get(""), tuple(breaches)
    pairs = excerpt.differences(mission) if excerpt.is_excerpt(mission) else []
    resolved = {name: found.reason for name, found in mission.resolutions.items()}
    differing = [((item.a, item.b), item.difference, resolved.get(name)) for name, item in mission.conflicts.items()]

    def broken(claim: Claim) -> list[Violation]:
        places = {claim.text[:80], *claim.facts}
        for source in (mission.sources[mission.facts[name].source] for name in claim.facts):
            places |= {source.file, source.text_file, source.id}
        return [item for item in all_breaches if item.where in places]

    return {
        "mission": mission, "parts": tuple(_parts(mission)), "excerpts": excerpt.is_excerpt(mission), "bottom": bottom,
        "differing": [*differing, *((tuple(fact.id for fact in pair), words["differ"], None) for pair in pairs)],
        "limitations": [unescape(line) for line in limitations(mission, words)], "broken": broken,
    }  # fmt: skip


def _parts(mission: Mission) -> Iterator[Part]:
    from indagate.flows.mission import excerpt
    from indagate.flows.mission.claim import Claim
    from indagate.flows.mission.phrases import phrases_for
    from indagate.flows.mission.report import headline, sections

    words, bottom, alone = phrases_for(mission.input.question), mission.sections.get(""), len(mission.dimensions) == 1
    if bottom is not None and bottom.claims:
        yield Part(words["bottom_line"], bottom.claims)
    for name, claims in sections(mission):
        if not excerpt.is_excerpt(mission):
            yield Part(headline(name), claims)
            continue
        for number, (heading, facts) in enumerate(excerpt.groups(mission, name, words)):
            held = tuple(Claim(fact.statement, (fact.id,), "verbatim", fact.by) for fact in facts)
            side = "" if alone or number else headline(mission.dimension(name).question)
            yield Part(heading, held, 2 if alone else 3, side)
