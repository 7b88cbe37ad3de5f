"""The door: a candidate becomes a fact only if its quote is there and holds its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.evidence.address import strange_addresses
from indagate.evidence.fact import Fact
from indagate.evidence.holding import missing_numbers
from indagate.evidence.name import missing_names
from indagate.evidence.negation import negated
from indagate.evidence.quote import WINDOW, locate, widened
from indagate.evidence.word import words

LONGEST_QUOTE = 2_000
Reason = Literal[
    "empty-statement",
    "empty-quote",
    "quote-too-short",
    "quote-too-long",
    "quote-not-found",
    "quote-far",
    "number-not-held",
    "address-not-held",
]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a reader proposes; `near` is where the quote should begin, None when it cannot say."""

    statement: str
    source: str
    quote: str
    dimension: str
    extracted: date
    near: int | None = None
    entities: tuple[str, ...] = ()
    place: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a candidate was turned away."""

    reason_code: Reason
    message: str


def admit(candidate: Candidate, text: str, *, fact_id: str = "") -> Fact | Refusal:
    """The fact, its quote taken from `text` word for word and widened to whole words and numbers; or the refusal.

    The quote must be within 2,000 characters of `candidate.near`, and every number of the statement in the quote; names
    that the quote lacks and a negation that it does not share are warnings.
    """
    statement = re.sub(r"\s+", " ", candidate.statement).strip()
    if not statement:
        return Refusal("empty-statement", "the statement is empty")
    if not candidate.quote.strip():
        return Refusal("empty-quote", f"no quote bears the statement: {_short(statement)}")
    if len(candidate.quote) > LONGEST_QUOTE:
        return Refusal(
            "quote-too-long",
            f"the quote has {len(candidate.quote):,} characters, more than {LONGEST_QUOTE:,}: quote the passage only",
        )
    span = locate(text, candidate.quote, candidate.near)
    if span is None:
        return Refusal("quote-not-found", f"not in the text of {candidate.source}: {_short(candidate.quote)}")
    span = widened(text, span)
    if candidate.near is not None and abs(span.start - candidate.near) > WINDOW:
        return Refusal(
            "quote-far",
            f"at {span.start} of {candidate.source}, not near {candidate.near}: {_short(candidate.quote)}",
        )
    quote = span.of(text)
    if len(quote) > 2 * LONGEST_QUOTE:
        return Refusal("quote-too-long", f"the quote spans {len(quote):,} characters of {candidate.source}")
    if len(words(quote)) < 2:
        return Refusal("quote-too-short", f"one word bears no statement: {_short(quote)}")
    missing = missing_numbers(statement, quote)
    if missing:
        return Refusal(
            "number-not-held", f"the quote does not hold {', '.join(missing)}: {_short(statement)} / {_short(quote)}"
        )
    if addresses := strange_addresses(statement, (quote,)):
        return Refusal("address-not-held", f"the quote does not hold {addresses[0][:100]}: {_short(statement)}")
    return Fact(
        id=fact_id,
        statement=statement,
        source=candidate.source,
        quote=quote,
        start=span.start,
        end=span.end,
        dimension=candidate.dimension,
        entities=candidate.entities,
        extracted=candidate.extracted,
        place=candidate.place,
        context=candidate.context,
        warnings=_warnings(statement, quote, candidate.place),
    )


def _warnings(statement: str, quote: str, place: str) -> tuple[str, ...]:
    found = [f"name not in the quote: {name}" for name in missing_names(statement, f"{quote} {place}")]
    if negated(statement) != negated(quote):
        found.append("only one of statement and quote is negated")
    return tuple(found)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"“{flat[:77]}…”" if len(flat) > 78 else f"“{flat}”"
