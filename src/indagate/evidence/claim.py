"""Facts taken apart: each value, date, name or denial with the words that tell what it is said of."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from indagate.evidence import scope
from indagate.evidence.clause import Clause, Token, clauses, forbids, tokens
from indagate.evidence.dated import Dated, dates
from indagate.evidence.fact import Fact
from indagate.evidence.language import language
from indagate.evidence.measured import attribute
from indagate.evidence.name import names
from indagate.evidence.negation import lacking
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.role import Role, goes_beyond, rate_of, role_of, word_role
from indagate.evidence.source import Source

Sort = Literal["number", "date", "negation", "name"]
_MARKED = re.compile(r"\b\w*[^\W_]_\w+\b|\b(?=[^\W_]*\d)(?=\d*[^\W\d_])[^\W_]{2,}\b|(?<=[\w,] )[A-ZА-Я]\b(?!\.)")
"""Names of settings, models and lettered things: work_mem, X2, kiln A."""
_NUMBERED = re.compile(r"(?<=[^\W\d_] )(?:[A-Z]\.)?\d{1,3}(?:\.\d+)*$")
_VERSIONED = re.compile(
    r"\b(?:versions?|releases?|release[ds]|editions?|chapter|example|figure|версии?|версия|ausgabe)\b", re.IGNORECASE
)
_SAID = re.compile(
    r"(?:[=:–]|\b(?:is|are|was|were|be|been|to|of|at|than|has|have|had|contains|includes|with|only|"
    r"ist|sind|war|waren|beträgt|betragen|hat|haben|auf|mit|bei|von|als|nur|"
    r"составля\w+|насчитыва\w+|рав\w+|до|из|в|чем|около|about|around|approximately|nearly|almost|roughly|etwa|rund|"
    r"most|least|up to|bis zu|höchstens|mindestens|более|менее|больше|меньше|over|above|below|under|"
    r"exactly|typically))\s*$",
    re.IGNORECASE,
)
"""What stands before a bare number that a sentence states."""
_ONE = frozenset(("one", "ein", "eine", "einen", "один", "одна", "одно", "zero", "null"))
_BAR = " | "
_COUNTED = re.compile(r"[ \u00a0][^\W\d_]{3,}")
_GAP = re.compile(r"\s{3,}|\t+")
_STEP = " › "


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a fact says.

    `own` are the words that the value is said of, `label` those of them that a row's first cell names, `around` words
    of the heading, columns and title, which may stand for words that only the other side says, `setting` those
    of heading and title alone; `modifiers` stand right
    before another word of the subject, `adjuncts` after a preposition; `alone` tells that a clause has one
    figure, `narrowed_around` which kinds of narrowing come from the surroundings only. `marks` are the names of models
    and the like that the statement says, `titled` the one that its document is about, which counts where it says none.
    """

    fact: int
    source: str
    sort: Sort
    unit: str
    role: Role
    own: frozenset[str]
    label: frozenset[str]
    around: frozenset[str]
    setting: frozenset[str]
    modifiers: frozenset[str]
    adjuncts: frozenset[str]
    scopes: tuple[tuple[str, frozenset[str]], ...]
    marks: frozenset[str]
    titled: frozenset[str]
    names: frozenset[str]
    years: frozenset[int]
    years_around: frozenset[int]
    published: int
    language: str | None
    value: Quantity | None = None
    text: str = ""
    dated: Dated | None = None
    who: frozenset[str] = frozenset()
    rate: str = ""
    condition: str = ""
    hedge: str = ""
    denied: bool = False
    modal: bool = False
    row: bool = False
    place: str = ""
    alone: bool = True
    narrowed_around: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds a statement: the words and marks of its heading and title."""

    words: frozenset[str]
    heading: frozenset[str]
    marks: frozenset[str]
    years: frozenset[int]


def claims(number: int, fact: Fact, source: Source) -> list[Claim]:
    """What the fact with this number says."""
    year = source.published.year if source.published else 0
    made = _claims(fact.statement, fact.quote, fact.context, fact.place, f"{source.title} {source.publisher}", year)
    if source.title == source.locator and not source.publisher:  # a file's name is no title that it gives itself
        unsaid = _around("", "", source.title, year, made[0].language).words if made else frozenset()
        made = tuple(replace(claim, setting=claim.setting - unsaid) for claim in made)
    return [replace(claim, fact=number, source=fact.source) for claim in made]


@lru_cache(maxsize=8_192)
def _claims(statement: str, quote: str, context: str, place: str, title: str, year: int) -> tuple[Claim, ...]:
    code = language(statement) or language(f"{context} {place}")
    cells = row_cells(quote)
    header = context.rsplit(_STEP, 1)[-1] if _BAR in context.rsplit(_STEP, 1)[-1] else ""
    heading = context.removesuffix(header).removesuffix(_STEP)
    around = _around(heading, place, title, year, code)
    base = Claim(
        0, "", "number", "", "plain", frozenset(), frozenset(), around.words, around.words, frozenset(), frozenset(),
        (),
        around.marks, _titled(title), frozenset(), frozenset(), around.years, year, code, place=f"{context}\n{place}",
    )  # fmt: skip
    if len(cells) > 1:
        return tuple(_row(base, cells, [cell.strip() for cell in header.split("|")] if header else [], around, code))
    return tuple(claim for clause in clauses(statement, code) for claim in _clause(base, clause, around, code))


def row_cells(quote: str) -> list[str]:
    """The cells of a table's row as it is quoted; none for a sentence."""
    if "\n" in quote.strip():
        return []
    parts = quote.split("|") if _BAR in f" {quote} " else _GAP.split(quote.strip())
    cells = [" ".join(part.split()) for part in parts]
    while cells and not cells[0]:
        cells = cells[1:]
    return cells if len([cell for cell in cells if cell]) > 1 else []


@lru_cache(maxsize=1_024)
def _around(heading: str, place: str, title: str, year: int, code: str | None) -> _Around:
    nearest = heading.rsplit(_STEP, 1)[-1] or place.rsplit(_STEP, 1)[-1]
    text = f"{_STEP.join(place.split(_STEP)[-2:])} {heading}"
    held = {form for token in tokens(f"{text} {title}", code) for form in token.forms}
    # The year of an edition narrows nothing.
    years = frozenset(item.year for item in dates(text) if item.year and not (year and abs(item.year - year) <= 1))
    return _Around(
        frozenset(held),
        frozenset(form for token in tokens(nearest, code) for form in token.forms),
        _marks(nearest),
        years,
    )


@lru_cache(maxsize=1_024)
def _titled(title: str) -> frozenset[str]:
    """The model or the like that a title names, if it names one alone."""
    found = {item.text.casefold() for item in quantities(title) if item.kind == "id"}
    return frozenset(found) if len(found) == 1 else frozenset()


def _marks(text: str) -> frozenset[str]:
    return frozenset(match.group().casefold() for match in _MARKED.finditer(text))


def _scoped(own: set[str], near: frozenset[str]) -> tuple[tuple[str, frozenset[str]], ...]:
    """How a claim is narrowed; its own words count before those around it."""
    return tuple(sorted((scope.narrowed(near) | scope.narrowed(own)).items()))


def _around_only(own: set[str], near: frozenset[str]) -> frozenset[str]:
    return frozenset(scope.narrowed(near).keys() - scope.narrowed(own).keys())


def _subject(own: set[str], around: _Around, marked: bool) -> set[str]:
    """The words that a value is said of; what is said of anything, or a default, has its heading as subject."""
    relative = "default" in own and not marked
    if relative or all(scope.generic(form) or scope.scopes((form,)) for form in own):
        return own | set(around.heading)
    return own


def _row(base: Claim, cells: list[str], columns: list[str], around: _Around, code: str | None) -> Iterator[Claim]:
    label = {form for token in tokens(cells[0], code) for form in token.forms if not scope.light(form)}
    if not label and not quantities(cells[0]):
        return
    named = frozenset(item.text.casefold() for item in quantities(cells[0])) | _marks(cells[0])
    aligned = len(columns) == len(cells)
    first = {form for token in tokens(columns[0], code) for form in token.forms} if aligned else set()
    for at, cell in enumerate(cells[1:], 1):
        found = [item for item in quantities(cell) if item.kind in ("number", "percent", "money")]
        if len(found) != 1 or not (aligned or found[0].unit):
            continue
        column = columns[at] if aligned else ""
        said = {form for token in tokens(column, code) for form in token.forms if not scope.light(form)}
        said |= {form for token in tokens(cell, code, found) for form in token.forms if not scope.light(form)}
        near = around.words | first
        role = word_role(said | set(around.heading)) or "plain"
        own = {form for form in label | said if not (scope.caps(form) or scope.floors(form))}
        narrow = scope.scopes(own)
        yield replace(
            base, unit=found[0].unit or "", value=found[0], text=_shown(cell, found[0]), role=role,
            own=frozenset(own - narrow),
            label=frozenset(label - narrow), around=frozenset(near), scopes=_scoped(label | said, frozenset(near)),
            narrowed_around=_around_only(label | said, frozenset(near)),
            marks=named, years=frozenset(item.year for item in dates(f"{cells[0]} {column}") if item.year), row=True,
        )  # fmt: skip


def _clause(base: Claim, clause: Clause, around: _Around, code: str | None) -> Iterator[Claim]:
    text = clause.text
    found = quantities(text)
    own_names = names(text)
    named = frozenset(form for name in own_names for token in tokens(name, code) for form in token.forms)
    figures = [item for item in found if item.kind in ("number", "percent", "money")]
    naming = [item for item in figures if _numbers_thing(text, item)]
    values = [item for item in figures if item not in naming and _states(text, item)]
    marks = _marks(text) | frozenset(
        item.text.casefold() for item in found if item.kind in ("id", "version") or item in naming
    )
    years = frozenset(item.dated.year for item in found if item.dated and item.dated.year)
    said = tokens(text, code, found)
    whole = {form for token in said for form in token.forms}
    lead = {form for token in tokens(clause.before, code) for form in token.forms}
    base = replace(
        base, marks=marks, names=named, years=years, condition=clause.condition, hedge=clause.hedge,
        denied=clause.denied, modal=clause.modal,
    )  # fmt: skip
    beyond = bool(values) and clause.denied and goes_beyond(text[: values[0].span.start])
    without = lacking(text) if values and clause.denied and not beyond else ""
    if without:
        base = replace(base, condition=f"{clause.condition} {without}".strip(), denied=False)
    if not clause.denied or beyond or without:
        for at, value in enumerate(values):
            head, near = _words(text, said, values, at)
            head = head | lead | attribute(value.unit, text[: value.span.start])
            role = "cap" if beyond else role_of(text, value, head | {form for form in near if not scope.floors(form)})
            if role in ("cap", "floor"):
                head = head - {"allow"}
            yield _made(
                base, head, near, around, said, value.span.start, unit=value.unit or "", value=value, role=role,
                text=_shown(text, value), rate=rate_of(text, value.span.end), denied=False, alone=len(figures) == 1,
                label=_counted(text, value) & (head | near),
            )  # fmt: skip
    if not values:
        yield from _dated(base, found, whole | lead, around, said)
        yield from _named(base, own_names, whole | lead, around, said, code)
    if not figures:
        words = {form for form in whole | lead if form != "allow" and not forbids(form)}
        yield _made(base, words, set(), around, said, len(text), sort="negation")


def _made(
    base: Claim, head: set[str], near: set[str], around: _Around, said: list[Token], end: int, **more: object
) -> Claim:
    """A claim about the words in `head`; those in `near` may help it to meet another."""
    kept = {form for form in head if not (scope.light(form) or scope.caps(form) or scope.floors(form))}
    if all(scope.generic(form) for form in kept):
        kept |= {form for form in near if not (scope.light(form) or scope.caps(form) or scope.floors(form))}
    own = _subject(kept, around, bool(base.marks))
    narrow = scope.scopes(own)
    modifiers = frozenset(
        form
        for token, following in itertools.pairwise(said)
        if token.touches(following) and token.end <= end
        for form in token.forms
    )
    changes: dict[str, object] = {
        "own": frozenset(own - narrow),
        "marks": base.marks | around.marks if own != kept else base.marks,
        "around": around.words | near | (head - own),
        "modifiers": modifiers,
        "adjuncts": frozenset(form for token in said if token.adjunct for form in token.forms),
        "scopes": _scoped(own | near | head, around.words),
        "narrowed_around": _around_only(own | near | head, around.words),
    }
    return replace(base, **(changes | more))  # type: ignore[arg-type]


def _words(text: str, said: list[Token], values: list[Quantity], at: int) -> tuple[set[str], set[str]]:
    """The words that the value at this index is said of, and those that only stand near it."""
    value = values[at]
    following = values[at + 1].span.start if at + 1 < len(values) else len(text)
    cut = _boundary(text, value.span.end, following)
    tail = _between(said, value.span.end, cut)
    loose = _between(said, cut, following) if at + 1 == len(values) else set()
    head = _between(said, 0, values[0].span.start)
    if at == 0:
        return head | tail, loose
    before = values[at - 1].span.end
    start = _boundary(text, before, value.span.start)
    if start == value.span.start:
        return head | _between(said, before, value.span.start) | tail, loose
    own = _between(said, start, value.span.start)
    if all(scope.light(form) or scope.caps(form) or scope.floors(form) for form in own):
        return head | tail, loose
    # "In the old town 40, in the harbour 60": what stands beside it is no ground for what it says.
    parallel = any(not scope.generic(form) for form in own & head)
    return own | tail, loose if parallel else loose | head


def _boundary(text: str, start: int, end: int) -> int:
    match = re.compile(r",|;|\b(?:and|und|и|or|oder|или)\b").search(text, start, end)
    return match.start() if match else end


def _between(said: list[Token], start: int, end: int) -> set[str]:
    return {form for token in said if start <= token.start < end for form in token.forms}


def _numbers_thing(text: str, item: Quantity) -> bool:
    """Whether a number names its noun rather than counts ("lock 7")."""
    if item.unit or item.kind != "number":
        return False
    if _VERSIONED.search(text):
        return True
    before = tokens(text[: item.span.start])
    last = before[-1] if before else None
    if last is None or last.end < item.span.start - 1 or not _NUMBERED.search(text[: item.span.end]):
        return False
    return not any(scope.light(form) or scope.generic(form) or scope.caps(form) for form in last.forms)


def _states(text: str, item: Quantity) -> bool:
    """Whether a sentence states a number: with its unit, with what it counts, or as what something is."""
    if item.unit:
        return True
    return item.text.casefold() not in _ONE and (
        bool(_counted(text, item)) or bool(_SAID.search(text[: item.span.start]))
    )


def _counted(text: str, item: Quantity) -> frozenset[str]:
    """What a bare number counts: the word right after it."""
    match = _COUNTED.match(text, item.span.end)
    after = tokens(match.group()) if match and not item.unit else []
    return frozenset(form for token in after for form in token.forms)


def _shown(text: str, value: Quantity) -> str:
    """A value as it is written, with what its unit adds in brackets: dB(A)."""
    added = re.match(r"\([A-Z]\)", text[value.span.end :]) if value.unit else None
    return f"{value.text}{added.group()}" if added else value.text


def _dated(base: Claim, found: list[Quantity], head: set[str], around: _Around, said: list[Token]) -> Iterator[Claim]:
    """The date of what happens once."""
    given = [item.dated for item in found if item.dated]
    if len(given) == 1 and not base.denied and any(scope.happens_once(form) for form in head):
        yield _made(base, head, set(), around, said, 0, sort="date", unit="date", dated=given[0], years=frozenset())


def _named(
    base: Claim, given: list[str], head: set[str], around: _Around, said: list[Token], code: str | None
) -> Iterator[Claim]:
    """Who or where somebody or something is, if that can be one alone."""
    if base.denied or not any(scope.held_by_one(form) for form in head):
        return
    for name in given:
        who = frozenset(form for token in tokens(name, code) for form in token.forms)
        yield _made(base, head - who, set(), around, said, 0, sort="name", unit="name", who=who, names=base.names - who)
