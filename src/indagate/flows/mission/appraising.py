"""The appraiser: who speaks in a source, when, and in whose interest, each with the words that it rests on.

Only a model reads that. What it says counts as far as its words stand in the source or in what is known of it; a date
must stand in its words, and a page of the web does not make itself official or academic by what it says of itself.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import date

from indagate.errors import ModelDown
from indagate.evidence.authority import Kind
from indagate.evidence.quote import locate
from indagate.evidence.source import Source
from indagate.evidence.support import Grounds, check_sentence
from indagate.flow import Context
from indagate.flows.mission.ask import PROMPTS, Line, one_line
from indagate.flows.mission.constraint import about, breaks, day
from indagate.flows.mission.finding import Appraisal
from indagate.flows.mission.record import Mission
from indagate.models import RULE, Role

BEGINNING, END = 2_500, 700
"""Characters of a source that are shown: of its beginning and of its end."""
_SIGNED = ("official", "academic")


@dataclass(frozen=True, slots=True)
class AppraiseQuestion:
    """Who speaks here? What the source says of itself, and its words."""

    title: str
    locator: str
    publisher: str
    kind: str
    published: date | None
    beginning: str
    end: str


@dataclass(frozen=True, slots=True)
class Read:
    """One thing read in a source, and the words of the source that it rests on, copied exactly; both empty if none."""

    value: Line = ""
    words: Line = ""


NOTHING = Read()


@dataclass(frozen=True, slots=True)
class AppraisalAnswer:
    """Kind, publisher, date (2020, 2020-05 or 2020-05-31), authority on the topic, and whose interest it serves."""

    kind: Read = NOTHING
    publisher: Read = NOTHING
    published: Read = NOTHING
    authority: Read = NOTHING
    interest: Read = NOTHING


def appraisal(question: AppraiseQuestion, answer: AppraisalAnswer) -> Appraisal:
    """Return what of an answer its words bear; the rest is left out, for it only adds to what is known."""
    shown = "\n".join((question.title, question.locator, question.publisher, question.beginning, question.end))
    kept: list[tuple[str, str, str]] = []
    for name in (field.name for field in fields(answer)):
        part: Read = getattr(answer, name)
        value, quote = one_line(part.value), one_line(part.words)
        if value and quote and locate(shown, quote) is not None and _holds(name, value, quote, question):
            kept.append((name, value, quote))
    return Appraisal(tuple(kept))


def _holds(name: str, value: str, quote: str, question: AppraiseQuestion) -> bool:
    """Whether a value may rest on words: a kind is one, a publisher and a year stand in them, names and numbers do."""
    if name == "kind":
        local = "://" not in question.locator
        return value in set(Kind) and value != Kind.UNKNOWN and (local or value not in _SIGNED)
    if name == "publisher":
        return value.casefold() in quote.casefold()
    if name == "published":
        try:
            return str(day(value).year) in quote
        except ValueError:
            return False
    return not check_sentence(value, Grounds((quote,), (question.title, question.publisher))).refused


APPRAISER: Role[AppraiseQuestion, Appraisal] = Role(
    "appraiser",
    Appraisal,
    tier="fast",
    doc="who speaks in a source, and in whose interest",
    optional=True,
    prompt=PROMPTS / "appraiser.md",
    max_tokens=700,
    answer=AppraisalAnswer,
    to_output=appraisal,
)


def applied(source: Source, found: Appraisal | None) -> Source:
    """Return a source with what was read of it where it does not state that itself."""
    found = found or Appraisal()
    kind = Kind(found.said("kind") or Kind.UNKNOWN) if source.kind is Kind.UNKNOWN else source.kind
    published = day(found.said("published")) if found.said("published") else None
    publisher = source.publisher or found.said("publisher")
    return replace(source, kind=kind, publisher=publisher, published=source.published or published)


async def for_limits(source: Source, ctx: Context[Mission]) -> Appraisal | None:
    """Return the appraisal of a source that the limits need: where what is not known would leave it out."""
    limits, bare = ctx.record.constraints, about(source)
    unknown = breaks(limits, bare, opened=True) and not breaks(limits, bare, opened=False)
    return await appraise(source, ctx) if unknown and ctx.answered_by(APPRAISER) != RULE else None


async def appraise(source: Source, ctx: Context[Mission]) -> Appraisal | None:
    """Ask who speaks in a source; None where no model says it."""
    text = ctx.store.get(source.text_sha256).decode("utf-8", "surrogatepass")
    end, known = text[max(BEGINNING, len(text) - END) :], about(source)
    question = AppraiseQuestion(
        source.title, source.locator, source.publisher, known.kind, source.published, text[:BEGINNING], end
    )
    try:
        found = await ctx.consult(APPRAISER, question)
    except ModelDown:
        return None
    return replace(found[0], by=found[1]) if found else None
