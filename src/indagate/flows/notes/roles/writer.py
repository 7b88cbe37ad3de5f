"""The writer: the answer as sentences with slots, which code fills from the cells. Without a model, templates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from indagate.errors import InputError
from indagate.flows.notes.chart import Failing
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.query import Found
from indagate.flows.notes.wording import apart
from indagate.frozen import dataclass
from indagate.models import Role
from indagate.number import count

_NOTE = re.compile(r"\d{4}-\d\d-\d\d:\d+")
_MARK = re.compile(rf"\s*\[\s*{_NOTE.pattern}(?:[;,\s]+{_NOTE.pattern})*\s*\]")
MOST_CELLS = 12
"""Values of one result that a template writes out; the rest is counted."""


@dataclass(frozen=True, slots=True)
class WriteQuestion:
    """Answer from these results and no others; name the gaps. `shown` are the results in words."""

    text: str
    results: tuple[Found, ...]
    shown: tuple[str, ...]
    told: tuple[str, ...]
    gaps: tuple[str, ...]
    declined: bool
    loaded: tuple[Domain, ...]
    context: str = ""
    failing: tuple[Failing, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer in sentences; of a model each with its slots, as it was written, and the notes that it names."""

    sentences: tuple[str, ...]
    templates: tuple[str, ...] = ()
    cited: tuple[tuple[str, ...], ...] = ()


class DraftAnswer(Struct, frozen=True):
    """The answer in sentences; a computed number is a slot such as {cab12f.value}."""

    sentences: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=8)]


def to_draft(asked: WriteQuestion, given: DraftAnswer) -> Draft:
    """Return the sentences, slots filled. Raises `ValueError` for a number of its own or a wrong slot."""
    from indagate.cells import render
    from indagate.evidence.holding import missing_numbers

    cells = {cell.name: cell for found in asked.results for cell in found.cells}
    notes = {f"{one.date}:{one.line}": one.text for found in asked.results for one in (*found.cited, *found.near)}
    known = " ".join([asked.text, *asked.told, *notes.values(), *(domain.expertise for domain in asked.loaded)])
    filled, templates, cited = [], [], []
    for written in given.sentences:
        names = [name for marked in _MARK.findall(written) for name in _NOTE.findall(marked)]
        if sentence := _MARK.sub("", written).strip():
            try:
                own = re.sub(r"\{[^{}]*\}", " ", sentence)  # a number of the notes may be written in another way
                held = known if missing_numbers(own, known) else f"{known} {own}"
                filled.append(render(sentence, cells, question=held))
                templates.append(sentence)
                cited.append(tuple(notes[name] for name in dict.fromkeys(names) if name in notes))
            except InputError as error:
                hint = f" ({error.hint})" if error.hint else ""
                raise ValueError(f"{sentence[:80]!r}: {error.message}{hint}") from None
    if not filled:
        raise ValueError("the answer has no sentence")
    return Draft(tuple(filled), tuple(templates), tuple(cited))


def write(asked: WriteQuestion) -> Draft:
    """Return the answer without a model: each result's query in words, its values, and what they leave out."""
    return Draft(tuple(line for found in asked.results if found.answered for line in told(found)))


def told(found: Found) -> list[str]:
    """Return a result as sentences: the query in words, the values, the rows that they rest on, the gaps."""
    from indagate.cells import render

    cells = apart(found.cells)
    lines = []
    for name, cell in list(cells.items())[:MOST_CELLS]:
        rows = "" if cell.n is None else f"; {cell.n} entr{'y' if cell.n == 1 else 'ies'}"
        missing = f", {cell.missing} of them without a value" if cell.missing else ""
        scope = "{%s.scope}: " % name if cell.keys else ""  # noqa: UP031 - braces are the slot's own
        value = render(scope + "{%s.value}" % name, cells)  # noqa: UP031
        lines.append(f"{value} ({cell.label}{rows}{missing})")
    more = len(cells) - MOST_CELLS
    lines += [f"… and {count(more, 'more value')}"] if more > 0 else []
    if not cells:
        lines.append("Nothing that is noted fits.")
    asides = [*found.disclosures, *found.gaps]
    return [f"{found.said}: {'; '.join(lines)}."] + ([f"{'; '.join(asides)}."] if asides else [])


WRITER: Role[WriteQuestion, Draft] = Role(
    "writer",
    Draft,
    write,
    fallback_when_over_budget=True,
    optional=True,
    doc="the answer, from what was computed",
    prompt=Path(__file__).with_name("writer.md"),
    max_tokens=1000,
    answer=DraftAnswer,
    to_output=to_draft,
)
