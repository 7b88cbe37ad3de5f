"""The writers: sections from their own evidence, and the bottom line from all of it.

A model names facts by their ids and writes no address; without one a section is excerpts and nothing is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from indagate.evidence.check import verify_claim
from indagate.evidence.duplicate import fingerprint
from indagate.evidence.fact import Fact
from indagate.evidence.source import Source
from indagate.flows.mission.ask import IDS, PROMPTS, Short, one_line
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.claim import Claim, Table, TableCell, TableRow
from indagate.flows.mission.computed import Calculation, filled
from indagate.flows.mission.reader import MOST
from indagate.flows.mission.side import Dimension
from indagate.models import Role

_MARK = re.compile(r"\s*\[\^?(?:Fact-\d+|S\d+)(?:[,;]\s*\^?(?:Fact-\d+|S\d+))*\]")


@dataclass(frozen=True, slots=True)
class SectionQuestion:
    """Write one dimension's section from these facts and no others."""

    question: str
    dimension: Dimension
    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    asked: tuple[str, ...] = ()
    """The person's own words, whose names a sentence may use."""
    words: int = 300
    language: str = ""


@dataclass(frozen=True, slots=True)
class BottomQuestion:
    """Answer the question from these facts; `diverging` are pairs of ids of facts that contradict each other.

    `overruled` are facts that lost to another one, whose id stands before them: the answer names them as such.
    """

    question: str
    dimensions: tuple[Dimension, ...]
    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    diverging: tuple[tuple[str, str], ...]
    overruled: tuple[tuple[str, Fact], ...] = ()
    asked: tuple[str, ...] = ()
    words: int = 60
    language: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A section, or the bottom line: it is not `answered` where the facts do not answer the question."""

    claims: tuple[Claim, ...]
    answered: bool = True
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the ids of the facts that it rests on; an inference goes beyond what they say.

    A number that no fact states stands as a name in braces, with its calculation.
    """

    text: Annotated[str, Meta(min_length=1, max_length=800)]
    facts: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=12)]
    basis: Literal["worded", "inference"] = "worded"
    calculations: Annotated[tuple[Calculation, ...], Meta(max_length=4)] = ()


NO_COMPARISON = Table()


@dataclass(frozen=True, slots=True)
class SectionAnswer:
    """The sentences of a section, the most important first."""

    sentences: Annotated[tuple[Sentence, ...], Meta(max_length=14)]


@dataclass(frozen=True, slots=True)
class BottomAnswer:
    """The answer in a few sentences; `answered` is false when the facts do not answer the question."""

    answered: bool
    sentences: Annotated[tuple[Sentence, ...], Meta(max_length=8)]
    comparison: Table = NO_COMPARISON


def section(question: SectionQuestion, answer: SectionAnswer) -> Draft:
    """The section's claims. Raises `ValueError` for a number that cannot be computed."""
    return Draft(_claims(answer.sentences, question.facts))


def bottom_line(question: BottomQuestion, answer: BottomAnswer) -> Draft:
    """The bottom line's claims and its table. Raises `ValueError` for a number that cannot be computed."""
    return Draft(_claims(answer.sentences, question.facts), answer.answered, _table(answer.comparison))


def _table(given: Table) -> Table | None:
    """Return a comparison of two columns or more and a row or more; None where there is none."""
    wide = len(given.columns)
    if wide < 2 or not given.rows:
        return None
    rows: list[TableRow] = []
    for row in given.rows:
        cells = (*row.cells, *[TableCell()] * wide)[:wide]
        said = tuple(TableCell(one_line(cell.text), _ids(cell.facts)) for cell in cells)
        rows.append(TableRow(one_line(row.label), said))
    return Table(tuple(map(one_line, given.columns)), tuple(rows))


def check_section(question: SectionQuestion, output: Draft) -> list[str]:
    """Say what is wrong with the section's claims; none where its facts say nothing to its question."""
    return _complaints(output.claims, question)


def check_bottom_line(question: BottomQuestion, output: Draft) -> list[str]:
    """Say what is wrong with the bottom line's claims."""
    if output.answered and not output.claims:
        return ["it is said to be answered, but there is no sentence"]
    return _complaints(output.claims, question)


def _claims(sentences: Iterable[Sentence], facts: Iterable[Fact]) -> tuple[Claim, ...]:
    quotes = {fact.id: fact.quote for fact in facts}
    made: list[Claim] = []
    for sentence in sentences:
        text, names = one_line(_MARK.sub("", sentence.text)), _ids(sentence.facts)
        computed: tuple[tuple[str, str], ...] = ()
        if sentence.calculations:
            text, computed = filled(text, sentence.calculations, [quotes[name] for name in names if name in quotes])
        made.append(Claim(text, names, sentence.basis, computed=computed))
    return tuple(made)


def _ids(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip().strip("[]^") for name in given))


def _complaints(claims: Iterable[Claim], question: SectionQuestion | BottomQuestion) -> list[str]:
    """What a claim cites that was not shown, and what its facts do not hold: numbers, names, addresses, sources."""
    overruled = question.overruled if isinstance(question, BottomQuestion) else ()
    known = {fact.id: fact for fact in (*question.facts, *(fact for _, fact in overruled))}
    sources = {source.id: source for source in question.sources}
    found = []
    for claim in claims:
        if unknown := [name for name in claim.facts if name not in known]:
            found.append(f"{', '.join(unknown)} is none of the facts shown: {claim.text[:200]}")
            continue
        cited = [known[name] for name in claim.facts]
        breaches = verify_claim(claim.text, cited, sources, question.asked, claim.values)
        found += [f"{breach.message}: {claim.text[:200]}" for breach in breaches]
    return found


# --- without a model ------------------------------------------------------------------------------------------------


def excerpts(question: SectionQuestion) -> Draft:
    """Return a part's excerpts: those of passages that hold all its words first, three at most."""
    asked = Asked.of(question.dimension.question)
    titles = {source.id: source for source in question.sources}
    kept: dict[object, Fact] = {}
    for fact in sorted(question.facts, key=lambda fact: bool(lacking(asked, fact, titles[fact.source]))):
        kept.setdefault(fingerprint(fact.statement), fact)
    return Draft(tuple(Claim(fact.statement, (fact.id,)) for fact in list(kept.values())[:MOST]))


def lacking(asked: Asked, fact: Fact, source: Source) -> tuple[str, ...]:
    """Return the words that stand neither in a fact, nor in its headings, nor in its document's title or name."""
    return asked.missing(fact.statement, fact.place, source.title, source.locator)


def nothing(_: BottomQuestion) -> Draft:
    """Return nothing: what answers is a matter of understanding."""
    return Draft((), answered=False)


SECTION_WRITER: Role[SectionQuestion, Draft] = Role(
    "section-writer",
    Draft,
    excerpts,
    doc="a section from its own evidence",
    prompt=PROMPTS / "section-writer.md",
    max_tokens=lambda asked: min(3000, 400 + 150 * len(asked.facts)),
    answer=SectionAnswer,
    to_output=section,
    check=check_section,
    ranked=("facts",),
    drop_invalid=True,
    fallback_when_over_budget=True,
    volatile_ids=IDS,
)


BOTTOM_LINE: Role[BottomQuestion, Draft] = Role(
    "bottom-line",
    Draft,
    nothing,
    doc="the answer in a few sentences",
    prompt=PROMPTS / "bottom-line.md",
    max_tokens=1500,
    answer=BottomAnswer,
    to_output=bottom_line,
    check=check_bottom_line,
    ranked=("facts",),
    drop_invalid=True,
    fallback_when_over_budget=True,
    volatile_ids=IDS,
)
