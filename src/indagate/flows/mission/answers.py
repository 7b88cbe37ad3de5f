"""What models are asked for, which is simpler than what the roles give, and how the one is made of the other.

A model knows no offsets, no ids of its own making and no addresses: it names excerpts and facts by the ids it was
shown, and its quotes are looked up in what it was shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta

from indagate.evidence import Fact, Resolution, locate, missing_numbers, names, verify_claim, words
from indagate.evidence.address import without_strange_addresses
from indagate.flows.mission.ask import (
    BottomLine,
    BottomQuestion,
    ConflictQuestion,
    Excerpt,
    Extract,
    Judgement,
    JudgeQuestion,
    Plan,
    PlanQuestion,
    Queries,
    QueryQuestion,
    Reading,
    ReadQuestion,
    Section,
    SectionQuestion,
)
from indagate.flows.mission.chart import Claim, Dimension, Table, TableRow
from indagate.flows.mission.computed import Calculation, filled, values
from indagate.flows.mission.constraint import limits_of

Line = Annotated[str, Meta(max_length=400, description="one line")]
Short = Annotated[str, Meta(max_length=120, description="a few words")]
_MARK = re.compile(r"\s*\[\^?(?:Fact-\d+|S\d+)(?:[,;]\s*\^?(?:Fact-\d+|S\d+))*\]")
_QUOTE = 2_000


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the question: a short name, the question to be answered, its weight, the sides it needs first."""

    name: Short
    question: Line
    weight: Annotated[float, Meta(ge=0.05, le=1)] = 1.0
    facts: Annotated[int, Meta(ge=1, le=8, description="how many facts would be enough")] = 3
    after: Annotated[tuple[Short, ...], Meta(max_length=4, description="names of sides whose findings it needs")] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What the user limits the sources to; empty where nothing of the kind was asked for. Dates: 2020, 2020-05-31."""

    kinds: tuple[Literal["official", "academic", "industry", "news", "blog"], ...] = ()
    publishers: tuple[Short, ...] = ()
    hosts: tuple[Short, ...] = ()
    since: Annotated[str, Meta(max_length=10)] = ""
    until: Annotated[str, Meta(max_length=10)] = ""
    languages: Annotated[tuple[Short, ...], Meta(description="of the sources, as ISO codes")] = ()
    places: tuple[Short, ...] = ()
    exclude: Annotated[tuple[Line, ...], Meta(description="titles as listed, hosts, or kinds to leave out")] = ()


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Extra:
    """A task beside the search and the reading of each side, for when these sides have been read."""

    kind: Literal["plan", "conflict"]
    description: Line
    sides: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=8)]


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """The question as understood, its sides, its limits, and tasks that need what sides have found."""

    core_question: Line
    dimensions: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=8)]
    constraints: Limits = NO_LIMITS
    tasks: Annotated[tuple[Extra, ...], Meta(max_length=4)] = ()


@dataclass(frozen=True, slots=True)
class QueriesAnswer:
    """What to search for next; none when nothing else comes to mind."""

    queries: Annotated[tuple[Line, ...], Meta(max_length=4)]


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A statement, the excerpt's number, and the words of the excerpt that bear it, copied exactly."""

    statement: Annotated[str, Meta(min_length=1, max_length=600)]
    excerpt: int
    quote: Annotated[str, Meta(min_length=1, max_length=_QUOTE)]
    entities: Annotated[tuple[Short, ...], Meta(max_length=12)] = ()


@dataclass(frozen=True, slots=True)
class ReadingAnswer:
    """The facts found; none if the excerpts say nothing on the question."""

    facts: Annotated[tuple[FoundFact, ...], Meta(max_length=12)]


@dataclass(frozen=True, slots=True)
class ResolutionAnswer:
    """Which of the two holds, or both where neither can be preferred; and why."""

    holds: Literal["first", "second", "both"]
    reason: Line


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and the ids of the facts that it rests on; an inference goes beyond what they say.

    A number that no fact states stands as a name in braces, with its calculation.
    """

    text: Annotated[str, Meta(min_length=1, max_length=800)]
    facts: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=12)]
    basis: Literal["worded", "inference"] = "worded"
    calculations: Annotated[tuple[Calculation, ...], Meta(max_length=4)] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """Words of a fact, copied, and the facts that they are from; empty where no fact says anything."""

    text: Annotated[str, Meta(max_length=200)] = ""
    facts: Annotated[tuple[Short, ...], Meta(max_length=6)] = ()


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """What is compared, and a cell for each column."""

    label: Short
    cells: Annotated[tuple[TableCell, ...], Meta(max_length=6)]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the question compares, in the columns, with a row for each thing that is known of more than one of them."""

    columns: Annotated[tuple[Short, ...], Meta(max_length=6)] = ()
    rows: Annotated[tuple[ComparedRow, ...], Meta(max_length=12)] = ()


NO_COMPARISON = Comparison()


@dataclass(frozen=True, slots=True)
class SectionAnswer:
    """The sentences of a section, the most important first."""

    sentences: Annotated[tuple[Sentence, ...], Meta(max_length=14)]


@dataclass(frozen=True, slots=True)
class BottomAnswer:
    """The answer in a few sentences; `answered` is false when the facts do not answer the question."""

    answered: bool
    sentences: Annotated[tuple[Sentence, ...], Meta(max_length=8)]
    comparison: Comparison = NO_COMPARISON


# --- the plan -------------------------------------------------------------------------------------------------------


def plan(question: PlanQuestion, answer: PlanAnswer) -> Plan:
    """The plan, its names distinct and its weights summing to 1. Raises `ValueError` for what makes no plan."""
    made: dict[str, Dimension] = {}
    said = (question.question, *question.amendments)
    for side in answer.dimensions:
        name, asked = (without_strange_addresses(_line(text), said) for text in (side.name, side.question))
        if not name or not asked:
            raise ValueError("a dimension needs a name and a question")
        if name.casefold() in made:
            raise ValueError(f"two dimensions have the name {name!r}")
        made[name.casefold()] = Dimension(name, asked, side.weight, side.facts)
    for side in answer.dimensions:
        own = _line(side.name).casefold()
        if own in made:
            made[own] = replace(made[own], after=_known(side.after, made))
    if circle := in_circle(made.values()):
        raise ValueError(f"the sides {', '.join(circle)} need one another")
    total = sum(item.weight for item in made.values())
    weights = [round(item.weight / total, 2) for item in made.values()]
    weights[0] = round(weights[0] + 1 - sum(weights), 2)
    limits = answer.constraints
    return Plan(
        _line(answer.core_question),
        tuple(replace(item, weight=weight) for item, weight in zip(made.values(), weights, strict=True)),
        limits_of(
            limits.kinds, limits.publishers, limits.hosts, limits.since, limits.until, limits.languages, limits.places,
            limits.exclude,
        ),
        tuple(
            ("P" if task.kind == "plan" else "C", _line(task.description), _known(task.sides, made))
            for task in answer.tasks
        ),
    )  # fmt: skip


def in_circle(sides: Iterable[Dimension]) -> list[str]:
    """Return the names of sides that wait for one another, or nothing."""
    left = {side.name: set(side.after) for side in sides}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    return list(left)


def _known(names: Iterable[str], made: dict[str, Dimension]) -> tuple[str, ...]:
    """Return sides by their names. Raises `ValueError` for one that there is not."""
    strange = [name for name in names if _line(name).casefold() not in made]
    if strange:
        raise ValueError(f"there is no side {strange[0]!r} to come after")
    return tuple(dict.fromkeys(made[_line(name).casefold()].name for name in names))


def check_plan(_: PlanQuestion, output: Plan) -> list[str]:
    """Say whether the question is missing."""
    return [] if output.core_question else ["the core question is empty"]


# --- searching ------------------------------------------------------------------------------------------------------


def queries(_: QueryQuestion, answer: QueriesAnswer) -> Queries:
    """The queries, each once."""
    return Queries(tuple(dict.fromkeys(line for query in answer.queries if (line := _line(query)))))


def check_judgement(question: JudgeQuestion, output: Judgement) -> list[str]:
    """Say which passages were graded that were not shown, twice, or not at all."""
    shown = {candidate.number for candidate in question.candidates}
    given = [verdict.number for verdict in output.verdicts]
    found = [f"there is no passage {number}" for number in sorted(set(given) - shown)]
    found += [f"passage {number} is graded twice" for number in sorted(set(given)) if given.count(number) > 1]
    missing = sorted(shown - set(given))
    return found + ([f"not graded: {', '.join(map(str, missing))}"] if missing else [])


# --- reading --------------------------------------------------------------------------------------------------------


def reading(question: ReadQuestion, answer: ReadingAnswer) -> Reading:
    """The facts, their quotes as they stand in the source; what does not stand there is left for the door to refuse."""
    return Reading(tuple(_extract(question, found) for found in answer.facts))


def _extract(question: ReadQuestion, found: FoundFact) -> Extract:
    excerpts = list(question.excerpts)
    if 1 <= found.excerpt <= len(excerpts):
        excerpts.insert(0, excerpts.pop(found.excerpt - 1))
    for excerpt in excerpts:
        span = locate(excerpt.text, found.quote)
        if span is not None:
            quote = excerpt.text[span.start : span.end]
            return _extracted(found, excerpt, quote, excerpt.start + span.start, excerpt.start + span.end)
    first = excerpts[0] if excerpts else Excerpt(0, 0, "", "")
    return _extracted(found, first, found.quote, first.start, first.end)


def _extracted(found: FoundFact, excerpt: Excerpt, quote: str, start: int, end: int) -> Extract:
    named = tuple(entity for item in found.entities if (entity := _line(item)) and entity in quote)
    return Extract(
        _line(found.statement), quote, start, end, excerpt.place, excerpt.context, named or tuple(names(quote))
    )


def check_reading(question: ReadQuestion, output: Reading) -> list[str]:
    """Say which quotes are not in the excerpts, and which statements have numbers that their quotes do not hold."""
    complaints = []
    for fact in output.facts:
        if not any(locate(excerpt.text, fact.quote) for excerpt in question.excerpts):
            complaints.append(f"this quote stands in no excerpt, word for word: {fact.quote[:200]}")
        elif len(words(fact.quote)) < 2:
            complaints.append(f"this quote is too short to bear a statement: {fact.quote}")
        elif missing := missing_numbers(fact.statement, fact.quote):
            complaints.append(f"the quote does not hold {', '.join(missing)}: {fact.statement[:200]}")
    return complaints


# --- contradictions -------------------------------------------------------------------------------------------------


def resolution(question: ConflictQuestion, answer: ResolutionAnswer) -> Resolution:
    """The resolution in ids."""
    first, second = (fact.id for fact in question.facts)
    reason = without_strange_addresses(_line(answer.reason), (fact.quote for fact in question.facts))
    if not reason:
        raise ValueError("a resolution needs a reason")
    if answer.holds == "both":
        return Resolution(None, None, reason)
    preferred, deprecated = (first, second) if answer.holds == "first" else (second, first)
    return Resolution(preferred, deprecated, reason)


# --- writing --------------------------------------------------------------------------------------------------------


def section(question: SectionQuestion, answer: SectionAnswer) -> Section:
    """The section's claims. Raises `ValueError` for a number that cannot be computed."""
    return Section(_claims(answer.sentences, question.facts))


def bottom_line(question: BottomQuestion, answer: BottomAnswer) -> BottomLine:
    """The bottom line's claims and its table. Raises `ValueError` for a number that cannot be computed."""
    return BottomLine(_claims(answer.sentences, question.facts), answer.answered, _table(answer.comparison))


def _table(given: Comparison) -> Table | None:
    """Return a comparison of two columns or more and a row or more; None where there is none."""
    columns = tuple(map(_line, given.columns))
    if len(columns) < 2 or not given.rows:
        return None
    rows: list[TableRow] = []
    for row in given.rows:
        cells = [Claim(_line(cell.text), _ids(cell.facts), "verbatim") if cell.text.strip() else None
                 for cell in row.cells[: len(columns)]]  # fmt: skip
        cells += [None] * (len(columns) - len(cells))
        rows.append(TableRow(_line(row.label), tuple(cells)))
    return Table(columns, tuple(rows))


def check_section(question: SectionQuestion, output: Section) -> list[str]:
    """Say what is wrong with the section's claims; none where its facts say nothing to its question."""
    return _complaints(output.claims, question)


def check_bottom_line(question: BottomQuestion, output: BottomLine) -> list[str]:
    """Say what is wrong with the bottom line's claims."""
    if output.answered and not output.claims:
        return ["it is said to be answered, but there is no sentence"]
    return _complaints(output.claims, question)


def _claims(sentences: Iterable[Sentence], facts: Iterable[Fact]) -> tuple[Claim, ...]:
    quotes = {fact.id: fact.quote for fact in facts}
    made: list[Claim] = []
    for sentence in sentences:
        text, names = _line(_MARK.sub("", sentence.text)), _ids(sentence.facts)
        computed: tuple[tuple[str, str], ...] = ()
        if sentence.calculations:
            text, computed = filled(text, sentence.calculations, [quotes[name] for name in names if name in quotes])
        made.append(Claim(text, names, sentence.basis, computed=computed))
    return tuple(made)


def _ids(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip().strip("[]^") for name in given))


def _complaints(claims: Iterable[Claim], question: SectionQuestion | BottomQuestion) -> list[str]:
    """What a claim cites that was not shown, and what its facts do not hold: numbers, names, addresses, sources."""
    known = {fact.id: fact for fact in question.facts}
    if isinstance(question, BottomQuestion):
        known |= {fact.id: fact for _, fact in question.overruled}
    sources = {source.id: source for source in question.sources}
    found = []
    for claim in claims:
        unknown = [name for name in claim.facts if name not in known]
        if unknown:
            found.append(f"{', '.join(unknown)} is none of the facts shown: {claim.text[:200]}")
            continue
        found += [
            f"{breach.message}: {claim.text[:200]}"
            for breach in verify_claim(
                claim.text, [known[name] for name in claim.facts], sources, question.asked, values(claim)
            )
        ]
    return found


def _line(text: str) -> str:
    """A text as one line, without characters that cannot be seen."""
    return " ".join("".join(char for char in text if char.isprintable() or char.isspace()).split())
