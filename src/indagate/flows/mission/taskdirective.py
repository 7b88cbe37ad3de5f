"""The directives of an edited task.md: the core question, the dimensions, the constraints, and new directives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from indagate.flows.mission.chart import Dimension
from indagate.flows.mission.constraint import LINES, Constraints, as_lines, of_lines
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import CONSTRAINTS, DIMENSION_HEAD, DIRECTIVES, plain, unescaped
from indagate.flows.mission.tasksheet import Line, Part, cells, cut, rejected, shortened

_CORE = re.compile(r"Core question ?: ?(.*)", re.IGNORECASE)
_BULLET = re.compile(r"[-*+] (.*)")
_CONSTRAINT = re.compile(rf"[-*+] ({'|'.join(CONSTRAINTS)}) ?: ?(.*)", re.IGNORECASE)
_ROW = "`| name | question | weight from 0 to 1 | target from 1 to 999 | |`, a bar within a cell written `\\|`"
_NOTHING = frozenset({"", "any", "none", "-"})
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the dimensions table, as text."""

    line: int
    name: str
    question: str
    weight: str
    target: str
    current: str


@dataclass(frozen=True, slots=True)
class Directives:
    """The section as a page shows it."""

    core: str
    core_line: int
    rows: dict[_Key, Row]
    constraints: dict[str, str]
    given: tuple[tuple[int, str], ...]
    remarks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a person changed: None or empty where nothing."""

    core: str = ""
    dimensions: tuple[Dimension, ...] | None = None
    constraints: Constraints | None = None
    given: tuple[str, ...] = ()


def directives(part: Part) -> Directives:
    """Read the section. Raises `PageRejected`."""
    parts = cut(part, "### ", DIRECTIVES)
    top = parts[""]
    found = _CORE.fullmatch(" ".join(line.text for line in top.lines))
    number = top.lines[0].number if top.lines else top.end
    if found is None:
        raise rejected(number, "the core question is missing", "`Core question: ` and the question")
    given = []
    remarks = []
    for line in parts[DIRECTIVES[2]].lines:
        bullet = _BULLET.fullmatch(line.text)
        if bullet is None:
            remarks.append(line)
        else:
            given.append((line.number, unescaped(bullet[1])))
    rows = _rows(parts[DIRECTIVES[0]])
    return Directives(
        unescaped(found[1]), number, rows, _constraints(parts[DIRECTIVES[1]]), tuple(given), tuple(remarks)
    )


def changes(mission: Mission, base: Directives, edited: Directives) -> Changes:
    """Return what a person changed, on top of what the mission knows now. Raises `PageRejected`."""
    core = ""
    if edited.core != base.core:
        core = edited.core
        if not core:
            raise rejected(edited.core_line, "the core question is empty", "`Core question: ` and the question")
    dimensions = _dimensions(mission, base.rows, edited.rows)
    wanted = {name: text for name, text in edited.constraints.items() if text != base.constraints[name]}
    constraints = _limits(mission, wanted, edited.core_line) if wanted else None
    return Changes(
        "" if core == plain(mission.core_question) else core,
        None if dimensions == mission.dimensions else dimensions,
        None if constraints == mission.constraints else constraints,
        _given(mission, base, edited),
    )


def _limits(mission: Mission, wanted: dict[str, str], line: int) -> Constraints:
    """Return the mission's limits with the lines that a person changed. Raises `PageRejected`."""
    try:
        return of_lines({**as_lines(mission.constraints), **wanted})
    except ValueError as error:
        forms = "; ".join(f"`- {name.capitalize()}: {LINES[name]}`" for name in wanted)
        raise rejected(line, str(error), forms) from None


def _rows(part: Part) -> dict[_Key, Row]:
    rows: dict[_Key, Row] = {}
    seen: Counter[str] = Counter()
    head = [line.text for line in part.lines[:2]]
    if len(head) < 2 or cells(head[0]) != list(DIMENSION_HEAD) or not head[1].startswith("|-"):
        number = part.lines[0].number if part.lines else part.end
        raise rejected(number, "the table of dimensions has lost its head", f"`| {' | '.join(DIMENSION_HEAD)} |`")
    for line in part.lines[2:]:
        texts = cells(line.text) if line.text.startswith("|") else []
        if not 1 <= len(texts) <= len(DIMENSION_HEAD):
            raise rejected(line.number, f"`{shortened(line.text)}` is no row of the dimensions", _ROW)
        texts += [""] * (len(DIMENSION_HEAD) - len(texts))
        name, question, weight, target, current = (unescaped(text) for text in texts)
        rows[name, seen[name]] = Row(line.number, name, question, weight, target, current)
        seen[name] += 1
    return rows


def _constraints(part: Part) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in part.lines:
        match = _CONSTRAINT.fullmatch(line.text)
        if match is None or match[1].lower() in found:
            names = ", ".join(name.capitalize() for name in CONSTRAINTS)
            raise rejected(
                line.number, f"`{shortened(line.text)}` is no constraint", f"`- Name: text`, one each of {names}"
            )
        text = unescaped(match[2])
        found[match[1].lower()] = "" if text.lower() in _NOTHING else text
    return {name: found.get(name, "") for name in CONSTRAINTS}


def _dimensions(mission: Mission, base: dict[_Key, Row], edited: dict[_Key, Row]) -> tuple[Dimension, ...]:
    """Return the mission's dimensions with the changes from one table to the other made in them."""
    current = dict(_keyed(mission))
    for key in base:
        if key not in edited:
            current.pop(key, None)
    for key, row in edited.items():
        was = base.get(key)
        if was is None:
            _check_new(row, key)
            current.setdefault(key, _new(row))
        elif replace(row, line=was.line) != was:
            if row.current != was.current:
                raise rejected(row.line, "the column Current is counted by the run", f"`{was.current}`")
            if key not in current:
                raise rejected(row.line, f"the dimension {row.name} has been removed meanwhile")
            current[key] = _altered(current[key], was, row)
    if not current and mission.dimensions:
        last = next(iter(base.values()), None)
        raise rejected(last.line if last else 1, "no dimension is left", f"at least one row {_ROW}")
    return tuple(current.values())


def _keyed(mission: Mission) -> Iterator[tuple[_Key, Dimension]]:
    seen: Counter[str] = Counter()
    for item in mission.dimensions:
        name = plain(item.name)
        yield (name, seen[name]), item
        seen[name] += 1


def _check_new(row: Row, key: _Key) -> None:
    if not row.name:
        raise rejected(row.line, "the dimension has no name", _ROW)
    if key[1]:
        raise rejected(row.line, f"there is a dimension {row.name} already", "a name of its own")
    if row.current not in ("", "0", "-"):
        raise rejected(row.line, "the column Current is counted by the run", "an empty cell in a new row")


def _new(row: Row) -> Dimension:
    return Dimension(
        row.name,
        row.question or row.name,
        _weight(row) if row.weight else 0.5,
        _target(row) if row.target else 3,
    )


def _altered(item: Dimension, was: Row, row: Row) -> Dimension:
    if row.question != was.question:
        if not row.question:
            raise rejected(row.line, f"the dimension {row.name} has no question", _ROW)
        item = replace(item, question=row.question)
    if row.weight != was.weight:
        item = replace(item, weight=_weight(row))
    if row.target != was.target:
        item = replace(item, target=_target(row))
    return item


def _weight(row: Row) -> float:
    try:
        weight = float(row.weight.replace(",", "."))
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise rejected(row.line, f"`{shortened(row.weight)}` is no weight", "a number from 0 to 1, as 0.5")
    return weight


def _target(row: Row) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,2}", row.target):
        raise rejected(row.line, f"`{shortened(row.target)}` is no target of facts", "a whole number from 1 to 999")
    return int(row.target)


def _given(mission: Mission, base: Directives, edited: Directives) -> tuple[str, ...]:
    """Return the directives that were added. Raises `PageRejected` if one was taken away or text stands loose."""
    loose = Counter(line.text for line in base.remarks)
    for line in edited.remarks:
        if not loose[line.text]:
            raise rejected(line.number, f"`{shortened(line.text)}` is no directive", "`- ` and what to do")
    left = Counter(text for _, text in base.given)
    added: list[str] = []
    for _, text in edited.given:
        if left[text]:
            left[text] -= 1
        elif text and text not in mission.directives and text not in added:
            added.append(text)
    gone = next((text for text, count in left.items() if count), None)
    if gone is not None:
        number = edited.given[0][0] if edited.given else edited.core_line
        hint = "that line, or remove its row from the table of dimensions"
        raise rejected(number, f"the directive `{shortened(gone)}` was given and cannot be taken back here", hint)
    return tuple(added)
