"""Validation: a candidate becomes a fact if its quote is there and holds its numbers; the archive proves it later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.evidence.fact import Fact
from indagate.evidence.holding import missing_numbers
from indagate.evidence.quote import WINDOW, locate, widened
from indagate.evidence.source import Source
from indagate.evidence.support import Grounds, check_sentence, strange_addresses
from indagate.evidence.word import words
from indagate.storage import digest

LONGEST_QUOTE = 2_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a reader proposes; `near` is where the quote should begin, None when it cannot say."""

    statement: str
    quote: str
    near: int | None = None
    entities: tuple[str, ...] = ()
    place: str = ""
    context: str = ""


def admit(
    candidate: Candidate, text: str, source: str, dimension: str, extracted: date, *, fact_id: str = ""
) -> Fact | str:
    """Return the fact, its quote taken from the `text` of a source word for word and widened; or why not.

    The quote must be within 2,000 characters of `candidate.near`, and every number of the statement in the quote. Its
    names are looked at where a sentence is written from it, which rests on the quote and not on the statement.
    """
    statement, asked, near = " ".join(candidate.statement.split()), candidate.quote, candidate.near
    said, shown = _short(statement), _short(asked)
    if not statement or not asked.strip():
        return f"no quote supports the statement: {said}" if statement else "the statement is empty"
    if len(asked) > LONGEST_QUOTE:
        return f"the quote has {len(asked):,} characters, more than {LONGEST_QUOTE:,}: quote the passage only"
    span = locate(text, asked, near)
    if span is None:
        return f"not in the text of {source}: {shown}"
    span = widened(text, span)
    quote = span.of(text)
    if near is not None and abs(span.start - near) > WINDOW:
        return f"at {span.start} of {source}, not near {near}: {shown}"
    if len(quote) > 2 * LONGEST_QUOTE:
        return f"the quote spans {len(quote):,} characters of {source}"
    if len(words(quote)) < 2:
        return f"one word supports no statement: {_short(quote)}"
    if missing := missing_numbers(statement, quote):
        return f"the quote does not hold {', '.join(missing)}: {said} / {_short(quote)}"
    if addresses := strange_addresses(statement, (quote,)):
        return f"the quote does not hold {addresses[0][:100]}: {said}"
    return Fact(
        fact_id, statement, source, quote, span.start, span.end, dimension, candidate.entities, extracted,
        place=candidate.place, context=candidate.context,
    )  # fmt: skip


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat[:77]}…”" if len(flat) > 78 else f"“{flat}”"


Code = Literal[
    "archive-changed", "text-changed", "wrong-source", "quote-not-at-span", "number-not-held", "address-not-held",
    "name-not-held", "source-not-held", "not-a-sentence", "false-basis", "uncited", "deprecated-cited",
    "dangling-citation", "quote-changed", "citation-changed", "report-changed", "file-changed",
    "missing-file", "limit-broken", "not-computed", "technical-analysis", "false-author", "proof-not-held",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Violation:
    """A promise not kept: which, where (fact id, file or sentence), and what was found."""

    code: Code
    where: str
    message: str


def verify_fact(fact: Fact, source: Source, raw: bytes, text: str) -> list[Violation]:
    """Return whether the archive is the one hashed, the quote stands at its span, and holds what the fact states."""
    if fact.source != source.id:
        return [Violation("wrong-source", fact.id, f"the fact is from {fact.source}, not {source.id}")]
    found: list[Violation] = []
    if digest(raw) != source.sha256:
        said = f"the archived bytes of {source.id} are not those recorded"
        found.append(Violation("archive-changed", source.file, said))
    if digest(text.encode("utf-8", "surrogatepass")) != source.text_sha256:
        said = f"the extracted text of {source.id} is not the one recorded"
        found.append(Violation("text-changed", source.text_file, said))
    if not fact.quote.strip() or not 0 <= fact.start < fact.end or text[fact.start : fact.end] != fact.quote:
        at = f"{fact.start}-{fact.end} of {source.text_file}"
        found.append(Violation("quote-not-at-span", fact.id, f"the quote does not stand at {at}"))
    if missing := missing_numbers(fact.statement, fact.quote):
        found.append(Violation("number-not-held", fact.id, f"the quote does not hold {', '.join(missing)}"))
    for address in strange_addresses(fact.statement, (fact.quote,)):
        found.append(Violation("address-not-held", fact.id, f"the quote does not hold the address {address[:100]}"))
    return found


def grounds_of(
    cited_facts: Sequence[Fact], sources: Mapping[str, Source] | None = None, asked: Sequence[str] = (),
    cells: Sequence[str] = (),
) -> Grounds:  # fmt: skip
    """Return what a sentence may rest on that cites these facts: quotes, places, their sources' titles, the question.

    A fact's statement is no ground: it may be a model's own words.
    """
    titles = [text for fact in cited_facts for text in (fact.place, fact.context) if text]
    for name in dict.fromkeys(fact.source for fact in cited_facts):
        if sources and name in sources:
            titles += [text for text in (sources[name].title, sources[name].publisher) if text]
    return Grounds(tuple(fact.quote for fact in cited_facts), tuple(dict.fromkeys(titles)), tuple(asked), tuple(cells))


def verify_claim(
    sentence: str,
    cited_facts: Sequence[Fact],
    sources: Mapping[str, Source] | None = None,
    asked: Sequence[str] = (),
    cells: Sequence[str] = (),
) -> list[Violation]:
    """Whether a sentence of a report cites facts that count, and these hold its numbers, names and addresses.

    `sources` are the run's, by id: titles and publishers of those cited may give names; `asked` are the words of the
    person who asked; `cells` are computed values that it shows. A fact that was overruled may be cited beside one that
    stands: the sentence then tells of both.
    """
    if not cited_facts:
        return [Violation("uncited", sentence, "the sentence cites no fact")]
    fallen = cited_facts if all(fact.status == "DEPRECATED" for fact in cited_facts) else ()
    found = [Violation("deprecated-cited", fact.id, f"cited though deprecated: {fact.reason}") for fact in fallen]
    cited = ", ".join(fact.id for fact in cited_facts)
    doubts = check_sentence(sentence, grounds_of(cited_facts, sources, asked, cells)).refused
    return found + [Violation(doubt.sort, sentence, doubt.said_of(cited)) for doubt in doubts]
