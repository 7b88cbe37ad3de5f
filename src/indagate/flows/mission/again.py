"""Asking a finished mission's plan again, and what is new since: decided by the archived words alone, by no model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from indagate.errors import InputError
from indagate.evidence.fact import Fact
from indagate.evidence.quote import locate
from indagate.evidence.sentence import sentences
from indagate.evidence.source import Source
from indagate.evidence.word import content
from indagate.flow.difference import AskingAgain, ChangedFact, Difference, FallenClaim, QuotedFact
from indagate.flows.mission.record import Mission, MissionInput
from indagate.flows.mission.side import EarlierPlan
from indagate.storage import Blobs

LIKENESS = 0.5
"""The share of content words (Dice) from which a sentence counts as what has become of a quote."""


def given(mission: Mission) -> MissionInput:
    """Return the input of a mission that asks the same plan again. Raises `InputError` for one that has no sources."""
    if mission.input.follows:
        raise InputError(
            f"{mission.run} was asked of the evidence of {mission.input.follows}, which does not change",
            hint=f"Ask that one again: indagate again {mission.input.follows}",
        )
    plan = EarlierPlan(mission.run, mission.core_question, mission.dimensions, mission.constraints, mission.worded)
    return replace(mission.input, approve=True, again=plan)


def compare(before: Mission, after: Mission, store: Blobs) -> Difference:
    """Return what is new; of a file that was not read again, whether it is there now as it was.

    Raises `Corrupt` if the store has lost a text.
    """
    sides = _Sides(before, after, store)
    changes = {fact.id: sides.change(fact) for fact in before.active}
    quoted = {fact.id: _quoted(before, fact) for fact in before.active}
    lost = {name: ChangedFact(quoted[name], *found) for name, found in changes.items() if found and found[1]}
    known = (*sides.then.values(), *(one.now for one in lost.values()))
    return Difference(
        before.run,
        after.run,
        before.input.question,
        _bottom(before),
        _bottom(after),
        sum(found is None for found in changes.values()),
        tuple(_quoted(after, fact) for fact in after.active if not any(_stands(fact.quote, text) for text in known)),
        tuple(one for one in lost.values() if one.now),
        tuple(one for one in lost.values() if not one.now),
        tuple(_fallen(before, lost)),
        tuple(quoted[name] for name, found in changes.items() if found == UNREAD),
    )


AGAIN = AskingAgain(given, compare, lambda mission: mission.input.again.run if mission.input.again else "")
UNREAD = ("", "")
"""What is said of a fact whose source was not read again."""


class _Sides:
    """The archived texts of both runs, by their place."""

    def __init__(self, before: Mission, after: Mission, store: Blobs) -> None:
        self._before = before
        self._corpus = after.input.corpus
        self.then = _texts(before, store)
        self._now = _texts(after, store)

    def change(self, fact: Fact) -> tuple[str, str] | None:
        """Return what has become of a fact, and why it no longer holds; None where it does, `UNREAD` if not known."""
        source = self._before.sources[fact.source]
        text = self._now.get(source.locator)
        if any(_stands(fact.quote, other) for other in ([text] if text is not None else self._now.values())):
            return None
        if text is None:
            return self._absent(source)
        like, now = max(self._candidates(fact, source, text), default=(0.0, ""))
        return (now, "its source words it otherwise") if like >= LIKENESS else ("", "its source no longer says it")

    def _absent(self, source: Source) -> tuple[str, str] | None:
        if not source.local or not self._corpus:
            return UNREAD
        try:
            there = hashlib.sha256(Path(self._corpus, source.locator).read_bytes()).hexdigest()
        except FileNotFoundError:
            return "", "its file is no longer there"
        except OSError:
            return UNREAD
        return None if there == source.sha256 else UNREAD

    def _candidates(self, fact: Fact, source: Source, text: str) -> Iterator[tuple[float, str]]:
        """Yield what is new in a source, as many sentences as a fact's quote has, with its likeness to that."""
        then, sought = self.then.get(source.locator, ""), frozenset(content(fact.quote))
        pieces, many = sentences(text), len(sentences(fact.quote))
        for first, last in zip(pieces, pieces[min(many, len(pieces)) - 1 :], strict=False):
            said = text[first.start : last.end]
            found = frozenset(content(said))
            if sought & found and not _stands(said, then):
                yield 2 * len(sought & found) / (len(sought) + len(found)), said


def _texts(mission: Mission, store: Blobs) -> dict[str, str]:
    return {
        one.locator: store.get(one.text_sha256).decode("utf-8", "surrogatepass") for one in mission.sources.values()
    }


@lru_cache(maxsize=20_000)
def _stands(quote: str, text: str) -> bool:
    return locate(text, quote) is not None


def _quoted(mission: Mission, fact: Fact) -> QuotedFact:
    source = mission.sources[fact.source]
    seen = source.accessed.date().isoformat()
    return QuotedFact(fact.id, fact.statement, fact.quote, source.title, source.locator, seen)


def _bottom(mission: Mission) -> str:
    written = mission.sections.get("")
    return " ".join(claim.text for claim in written.claims) if written and written.answers else ""


def _fallen(mission: Mission, lost: dict[str, ChangedFact]) -> Iterator[FallenClaim]:
    """Yield the claims that rest on facts that were lost, each once; the bottom line repeats those of sections."""
    said: set[str] = set()
    for name, section in mission.sections.items():
        for claim in section.claims:
            because = tuple(lost[fact] for fact in claim.facts if fact in lost)
            if because and claim.text not in said:
                said.add(claim.text)
                yield FallenClaim(name, claim.text, len(because) == len(claim.facts), because)
