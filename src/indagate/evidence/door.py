"""Validation of candidates: one becomes a fact only if its quote is there and holds its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.evidence.address import strange_addresses
from indagate.evidence.fact import Fact
from indagate.evidence.holding import missing_numbers
from indagate.evidence.quote import WINDOW, locate, widened
from indagate.evidence.support import Grounds, missing_names
from indagate.evidence.word import words

LONGEST_QUOTE = 2_000
Reason = Literal[
    "empty-statement", "empty-quote", "quote-too-short", "quote-too-long", "quote-not-found", "quote-far",
    "number-not-held", "address-not-held",
]  # fmt: skip


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
    """Why a candidate was refused."""

    reason_code: Reason
    message: str


def admit(candidate: Candidate, text: str, *, fact_id: str = "") -> Fact | Refusal:
    """Return the fact, its quote taken from `text` word for word and widened to whole words; or the refusal.

    The quote must be within 2,000 characters of `candidate.near`, and every number of the statement in the quote; a
    name that the quote lacks is a warning.
    """
    statement, asked, near = " ".join(candidate.statement.split()), candidate.quote, candidate.near
    said, shown, source = _short(statement), _short(asked), candidate.source
    if not statement:
        return Refusal("empty-statement", "the statement is empty")
    if not asked.strip():
        return Refusal("empty-quote", f"no quote supports the statement: {said}")
    if len(asked) > LONGEST_QUOTE:
        told = f"the quote has {len(asked):,} characters, more than {LONGEST_QUOTE:,}: quote the passage only"
        return Refusal("quote-too-long", told)
    span = locate(text, asked, near)
    if span is None:
        return Refusal("quote-not-found", f"not in the text of {source}: {shown}")
    span = widened(text, span)
    quote = span.of(text)
    if near is not None and abs(span.start - near) > WINDOW:
        return Refusal("quote-far", f"at {span.start} of {source}, not near {near}: {shown}")
    if len(quote) > 2 * LONGEST_QUOTE:
        return Refusal("quote-too-long", f"the quote spans {len(quote):,} characters of {source}")
    if len(words(quote)) < 2:
        return Refusal("quote-too-short", f"one word supports no statement: {_short(quote)}")
    if missing := missing_numbers(statement, quote):
        return Refusal("number-not-held", f"the quote does not hold {', '.join(missing)}: {said} / {_short(quote)}")
    if addresses := strange_addresses(statement, (quote,)):
        return Refusal("address-not-held", f"the quote does not hold {addresses[0][:100]}: {said}")
    names = missing_names(statement, Grounds((quote,), (candidate.place,)))
    return Fact(
        fact_id, statement, source, quote, span.start, span.end, candidate.dimension, candidate.entities,
        candidate.extracted, place=candidate.place, context=candidate.context,
        warnings=(f"not in the quote: {', '.join(names)}",) if names else (),
    )  # fmt: skip


def _short(text: str) -> str:
    flat = re.sub(r"\s+", " ", text)
    return f"“{flat[:77]}…”" if len(flat) > 78 else f"“{flat}”"
