"""The router: is it a question, a note, both, or a correction; and which domains does it need?"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from indagate.flows.notes.amendment import command_of
from indagate.flows.notes.chart import InputType
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.shortform import lexicon_of
from indagate.frozen import dataclass
from indagate.models import Role

Line = tuple[str, str]
"""A note: its place (day:line) and its text."""
_END = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True, slots=True)
class RouteQuestion:
    """What is this text, and which of the domains does it need?

    `recent` are the notes written last, and those that have words of the text; `before` is the question before it.
    """

    text: str
    as_of: date
    domains: tuple[Domain, ...]
    recent: tuple[Line, ...] = ()
    before: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """The type of an input, its domains, the part that is a note and the part that is a question.

    Of a correction `place` is the note to amend (empty: the latest), and `note` what it should say; empty to delete it.
    """

    input_type: InputType
    domains: tuple[str, ...] = ()
    note: str = ""
    question: str = ""
    place: str = ""
    reason: str = ""


def to_route(asked: RouteQuestion, given: Route) -> Route:
    """Return the route; a part that is not the user's own words is the whole text, so that nothing is lost.

    Raises `ValueError` for a correction of a note that was not shown, and for one with words that nobody wrote.
    """
    known = tuple(domain.name for domain in asked.domains)
    chosen = tuple(name for name in dict.fromkeys(given.domains) if name in known)
    if given.input_type == "CORRECTION":
        if given.place not in {place for place, _ in asked.recent}:
            raise ValueError(
                f"{given.place!r} is none of the notes that are shown; an input that corrects none is a LOG"
            )
        note = given.note.strip()
        if added := _added(note, asked.text, dict(asked.recent)[given.place]):
            raise ValueError(
                f"a corrected note has only words of that note and of what was said, not {', '.join(added)}"
            )
        return Route("CORRECTION", chosen, note, "", given.place, given.reason)
    if given.input_type == "NOTHING":
        return Route("NOTHING", chosen, reason=given.reason)
    both = given.input_type == "BOTH"
    note = given.note.strip() if both and _copied(given.note, asked.text) else asked.text
    question = given.question.strip() if both and _copied(given.question, asked.text) else asked.text
    return Route(
        given.input_type, chosen, note if given.input_type != "QUERY" else "",
        question if given.input_type in ("QUERY", "BOTH") else "", "", given.reason,
    )  # fmt: skip


def _added(note: str, *said: str) -> list[str]:
    """Return the numbers and words of a note that stand in none of the texts; function words may be added."""
    from indagate.evidence.holding import missing_numbers
    from indagate.evidence.word import STOPS, stem, words

    known = {stem(word.text) for one in said for word in words(one)}
    new = [word.text for word in words(note) if stem(word.text) not in known and word.text.casefold() not in STOPS]
    return [word for word in new if not word[0].isdigit() or missing_numbers(note, *said)]


def _copied(part: str, text: str) -> bool:
    return bool(part.strip()) and " ".join(part.split()) in " ".join(text.split())


def needed(text: str, domains: tuple[Domain, ...]) -> tuple[str, ...]:
    """Return the names of the domains whose words a text uses; general where there are none."""
    return tuple(domain.name for domain in domains if lexicon_of([domain]).named(text)) or ("general",)


def route(asked: RouteQuestion) -> Route:
    """Return the route without a model: a command, sentences that end in a question mark, else a note."""
    domains = needed(asked.text, asked.domains)
    command = command_of(asked.text)
    if command is not None:
        return Route("CORRECTION", domains, command.text, "", command.place, command.word)
    sentences = [part for part in _END.split(asked.text.strip()) if part.strip()]
    asks = [part for part in sentences if part.rstrip().endswith("?")]
    tells = [part for part in sentences if part not in asks]
    if asks and not tells:
        return Route("QUERY", domains, "", asked.text, reason="a question mark")
    if asks and sentences[-len(asks) :] == asks:
        return Route("BOTH", domains, " ".join(tells), " ".join(asks), reason="a note, then a question")
    return Route("LOG", domains, asked.text, reason="no question")


ROUTER: Role[RouteQuestion, Route] = Role(
    "router",
    Route,
    route,
    tier="fast",
    fallback_when_over_budget=True,
    optional=True,
    doc="a question, a note, both, or a correction",
    prompt=Path(__file__).with_name("router.md"),
    max_tokens=lambda asked: 400 + len(asked.text),
    to_output=to_route,
)
