"""Slots: a sentence with computed numbers is a template, and code writes value, period, label and movement into it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from indagate.cells import wording
from indagate.cells.cell import Cell, Cells
from indagate.cells.table import Period
from indagate.errors import InputError

SLOTS = ("value", "period", "label", "scope", "n", "moved", "vs", "rank")
_SLOT = re.compile(r"\{([A-Za-z_]\w*)\.([a-z]+)(?:\.([A-Za-z_]\w*))?\}")
_TOKEN = re.compile(r"[^\s\"“”«»„()\[\]{}]*\d[^\s\"“”«»„()\[\]{}]*")


@dataclass(frozen=True, slots=True)
class Rendered:
    """A sentence that code has filled, the cells that it cites, and what code wrote into its slots."""

    text: str
    cited: tuple[Cell, ...]
    written: tuple[str, ...] = ()


def render(template: str, cells: Cells | Mapping[str, Cell], language: str = "en", *, question: str = "") -> str:
    """Return a template with its slots filled. Raises `InputError` with what is wrong in it.

    Slots are `{c.value}`, `.period`, `.label`, `.scope`, `.n`, `.moved` (against the period before), `.vs.d` (against
    the cell d) and `.rank` (within its column). Outside of slots a digit is refused unless its token stands in the
    question, or in a label, key or period of a cited cell; so is a label of the data that belongs to no cited cell.
    """
    return fill(template, cells, language, question=question).text


def fill(template: str, cells: Cells | Mapping[str, Cell], language: str = "en", *, question: str = "") -> Rendered:
    """Return a template with its slots filled and the cells that it cites. Raises as `render`."""
    named = cells.named() if isinstance(cells, Cells) else dict(cells)
    cited: dict[str, Cell] = {}
    told: list[str] = []

    def written(slot: re.Match[str]) -> str:
        name, kind, other = slot.groups()
        cell = _cell(name, named, slot[0])
        cited[name] = cell
        if other is not None and kind == "vs":
            cited[other] = _cell(other, named, slot[0])
        other_cell = cited[other] if other in cited and kind == "vs" else None
        told.append(_written(slot[0], cell, kind, other_cell, named, language))
        return told[-1]

    text = _SLOT.sub(written, template)
    rest = _SLOT.sub(" ", template)
    if "{" in rest or "}" in rest:
        raise InputError(
            f"a slot is not understood in: {template[:120]}", hint=f"slots are {{c.SLOT}} with {', '.join(SLOTS)}"
        )
    _check_digits(rest, list(cited.values()), question, language)
    _check_labels(rest, cited.values(), named.values(), question)
    return Rendered(text, tuple(cited.values()), tuple(told))


def _cell(name: str, named: Mapping[str, Cell], slot: str) -> Cell:
    if name not in named:
        raise InputError(f"{slot}: there is no cell {name}", hint=f"the cells are {', '.join(sorted(named)[:20])}")
    return named[name]


def _written(slot: str, cell: Cell, kind: str, other: Cell | None, named: Mapping[str, Cell], language: str) -> str:
    if kind == "value":
        return wording.amount(cell.value, cell.unit, cell.period, language, share=cell.kind == "ratio")
    if kind == "label":
        return cell.title.of(language)
    if kind == "scope":
        return _scope(cell, language)
    if kind == "period":
        return _period(slot, cell, language)
    if kind == "n":
        if cell.n is None:
            raise InputError(f"{slot}: how many rows it rests on is not known of this query")
        return wording.rows(cell.n, language)
    if kind == "moved":
        before = _before(slot, cell, named.values())
        return wording.movement(_number(slot, cell), _number(slot, before), cell.unit, language)
    if kind == "vs" and other is not None:
        if cell.unit != other.unit:
            raise InputError(f"{slot}: one is in {cell.unit or 'no unit'}, the other in {other.unit or 'no unit'}")
        return wording.comparison(_number(slot, cell), _number(slot, other), cell.unit, language)
    if kind == "rank":
        return _rank(slot, cell, named.values(), language)
    raise InputError(f"{slot} is no slot", hint=f"slots are {', '.join(SLOTS)}; vs names a second cell: {{c.vs.d}}")


def _number(slot: str, cell: Cell) -> float:
    if isinstance(cell.value, bool) or not isinstance(cell.value, int | float):
        raise InputError(f"{slot}: {cell.label} has no number to compare")
    return float(cell.value)


def _scope(cell: Cell, language: str) -> str:
    told = [text.of(language) for text in cell.filters]
    for key in cell.keys:
        shown = key.shown.of(language) if key.shown else wording.amount(key.value, "", key.period, language)
        told.append(shown if key.period else f"{key.label.of(language)}: {shown}")
    return "; ".join(told)


def _period(slot: str, cell: Cell, language: str) -> str:
    for key in cell.keys:
        if key.period and key.value is not None:
            return wording.amount(key.value, "", key.period, language)
    if not cell.start:
        raise InputError(f"{slot}: the cell has no period", hint="group by a date, or leave the slot out")
    first, last = (wording.amount(_year(day), "", _period_of(day), language) for day in (cell.start, cell.end))
    return first if first == last else f"{first} – {last}"


def _year(day: str) -> str | int:
    return int(day) if len(day) == 4 else day


def _period_of(day: str) -> Period:
    return "year" if len(day) == 4 else "day"


def _before(slot: str, cell: Cell, others: Iterable[Cell]) -> Cell:
    """Return the cell of the period before: same column and other keys, the greatest lesser date."""
    dates = [key for key in cell.keys if key.period]
    if len(dates) != 1:
        raise InputError(f"{slot}: the cell is of no one period", hint="group by one date, or compare with {c.vs.d}")
    rest = [key for key in cell.keys if not key.period]
    earlier = []
    for other in others:
        if (other.query, other.column) == (cell.query, cell.column) and [k for k in other.keys if not k.period] == rest:
            when = next((key.value for key in other.keys if key.period), None)
            if when is not None and str(when) < str(dates[0].value):
                earlier.append((str(when), other))
    if not earlier:
        raise InputError(f"{slot}: there is no period before {dates[0].value}")
    return max(earlier, key=lambda pair: pair[0])[1]


def _rank(slot: str, cell: Cell, others: Iterable[Cell], language: str) -> str:
    if any(text.en.startswith("first ") for text in cell.filters):
        raise InputError(
            f"{slot}: the query gives the first ones only, so that a rank is not known", hint="leave LIMIT out"
        )
    mine = _number(slot, cell)
    values = [
        float(other.value) for other in {one.name: one for one in others}.values()
        if (other.query, other.column) == (cell.query, cell.column) and isinstance(other.value, int | float)
    ]  # fmt: skip
    if len(values) < 2:
        raise InputError(f"{slot}: there is nothing to rank it among")
    above = sum(value > mine for value in values)
    tied = sum(value == mine for value in values) > 1
    rank = len(values) if not any(value < mine for value in values) and above else above + 1
    return wording.place(rank, len(values), tied, language)


def _check_digits(rest: str, cited: list[Cell], question: str, language: str) -> None:
    numbers = _TOKEN.findall(rest)
    if not numbers:
        return
    allowed = {_bare(token) for token in _TOKEN.findall(question)}
    for cell in cited:
        told = [cell.title.of(language), cell.title.en, *(text.of(language) for text in cell.filters)]
        for key in cell.keys:
            told += [key.label.en, str(key.value), wording.amount(key.value, "", key.period, language)]
        if cell.start:
            told.append(_period("", cell, language))
        allowed |= {_bare(token) for text in told for token in _TOKEN.findall(text)}
    for token in numbers:
        if _bare(token) not in allowed:
            raise InputError(
                f"the number {token!r} stands outside of a slot", hint="write {c.value} with the cell that holds it"
            )


def _bare(token: str) -> str:
    return token.strip(".,;:!?…—–-'’").casefold()


def _check_labels(rest: str, cited: Iterable[Cell], every: Iterable[Cell], question: str) -> None:
    """Refuse a value that names groups in the result where none of the cited cells is of that group."""
    mine = {text for cell in cited for text in _labels(cell)} | {question.casefold()}
    text = rest.casefold()
    for label in {text for cell in every for text in _labels(cell)}:
        if (
            len(label) > 1
            and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text)
            and not any(label in one for one in mine)
        ):
            raise InputError(
                f"{label!r} is a label of the data, but no cell of it is cited", hint="cite its cell, or leave it out"
            )


def _labels(cell: Cell) -> set[str]:
    named = {str(key.value).casefold() for key in cell.keys if isinstance(key.value, str) and not key.period}
    filters = {text.en.casefold() for text in cell.filters}
    return named | filters | {cell.title.en.casefold()}
