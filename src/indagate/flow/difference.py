"""What is new since a run: the form in which a flow says it, and how it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from indagate.frozen import dataclass
from indagate.storage import Blobs


@dataclass(frozen=True, slots=True)
class QuotedFact:
    """A fact with its quote: `source` is the source's title, `place` its path or address, `seen` the day (ISO)."""

    fact: str
    statement: str
    quote: str
    source: str
    place: str
    seen: str


@dataclass(frozen=True, slots=True)
class ChangedFact:
    """What a fact said, and what its source says now: empty where nothing there is like it, with the reason."""

    before: QuotedFact
    now: str
    reason: str


@dataclass(frozen=True, slots=True)
class FallenClaim:
    """A conclusion some of whose facts no longer hold: all of them (`wholly`) or a part."""

    section: str
    text: str
    wholly: bool
    because: tuple[ChangedFact, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What is new in `run` since `since`, which asked the same: `holds` counts the facts that stand as they stood.

    `unread` are facts whose sources were not read again, of which nothing can be said.
    """

    since: str
    run: str
    question: str
    then: str
    now: str
    holds: int
    added: tuple[QuotedFact, ...] = ()
    changed: tuple[ChangedFact, ...] = ()
    gone: tuple[ChangedFact, ...] = ()
    fallen: tuple[FallenClaim, ...] = ()
    unread: tuple[QuotedFact, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether anything is new."""
        return bool(self.added or self.changed or self.gone)


@dataclass(frozen=True)
class AskingAgain:
    """How a flow asks the same again: `given` makes the input of a new run of a record, `compare` says what is new.

    `compare` takes the earlier record, the later one and the store of their home; `since` names the run that a record
    asks again, or is empty.
    """

    given: Callable[[Any], Any]
    compare: Callable[[Any, Any, Blobs], Difference]
    since: Callable[[Any], str]


def as_markdown(found: Difference, clean: Callable[[str], str]) -> str:
    """Return a difference as Markdown; `clean` makes foreign text fit for it."""
    return "\n".join(_lines(found, clean)) + "\n"


def _lines(found: Difference, clean: Callable[[str], str]) -> Iterator[str]:
    yield f"# What is new: {clean(found.question)}"
    yield f"\n{found.run}, since {found.since}."
    counts = (
        f"{len(found.added)} added, {len(found.changed)} changed, {len(found.gone)} gone, {found.holds} as they stood"
    )
    yield f"Facts: {counts}" + (f", {len(found.unread)} not read again." if found.unread else ".")
    if found.then != found.now:
        yield f"\nThen: {clean(found.then)}\n\nNow: {clean(found.now)}"
    if found.fallen:
        yield "\n## Conclusions that no longer hold"
        for claim in found.fallen:
            yield f"\n- {clean(claim.text)} ({'none' if claim.wholly else 'only a part'} of what it rests on stands)"
            for item in claim.because:
                yield from _change(item, clean, "  ")
    for title, changes in (("Changed", found.changed), ("Gone", found.gone)):
        if changes:
            yield f"\n## {title}"
            for item in changes:
                yield f"\n- {clean(item.before.statement)}"
                yield from _change(item, clean, "  ")
    for title, facts in (("Added", found.added), ("Not read again", found.unread)):
        if facts:
            yield f"\n## {title}"
            for fact in facts:
                yield f"\n- {clean(fact.statement)}"
                yield f"  - {clean(fact.source)}, {clean(fact.place)}: “{clean(fact.quote)}”"


def _change(item: ChangedFact, clean: Callable[[str], str], indent: str) -> Iterator[str]:
    before = item.before
    yield f"{indent}- then ({before.seen}), {clean(before.source)}, {clean(before.place)}: “{clean(before.quote)}”"
    yield f"{indent}- now: “{clean(item.now)}”" if item.now else f"{indent}- now: {item.reason}"
