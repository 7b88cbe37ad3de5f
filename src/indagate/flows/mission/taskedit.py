"""A person's edits of task.md, read as events: only Directives and Tasks may be changed.

A page is read line by line, so that spaces, line ends and padding make no difference: what a person may change by its
form, all other lines as they are. Two pages are compared, the one that was rendered and the one that was edited, so
that what happened meanwhile is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from indagate.errors import PageRejected
from indagate.flows.mission.chart import DirectiveChanged, Steered
from indagate.flows.mission.constraint import LINES, Constraints, as_lines, of_lines
from indagate.flows.mission.record import Mission
from indagate.flows.mission.side import Dimension
from indagate.flows.mission.taskline import FORM, TaskLine, rejected, shortened, task_changes, task_line
from indagate.flows.mission.taskpage import DIMENSION_HEAD, DIRECTIVES, NONE_YET, SECTIONS, plain, row, unescaped

_CLOSED = {
    "PLANNING": "the plan is being made; edit it when it waits for approval",
    "SYNTHESIZING": "the report is being written from what was found",
    "COMPLETED": "the mission has ended; a new one can follow it up",
    "ABORTED": "the mission has ended; a new one can follow it up",
}
_REV = re.compile(r"rev: ?(\d{1,18})")
_CORE = re.compile(r"Core question ?: ?(.*)", re.IGNORECASE)
_BULLET = re.compile(r"[-*+] (.*)")
_CONSTRAINT = re.compile(rf"[-*+] ({'|'.join(LINES)}) ?: ?(.*)", re.IGNORECASE)
_CONSTRAINTS = "; ".join(f"`- {name.capitalize()}: {form}`" for name, form in LINES.items())
_ROW = "`| name | question | weight from 0 to 1 | target from 1 to 999 | |`, a bar within a cell written `\\|`"
_WEIGHT = (r"[0-9]+(?:[.,][0-9]+)?", 1, "weight", "a number from 0 to 1, as 0.5")
_TARGET = (r"[1-9][0-9]{0,2}", 999, "target of facts", "a whole number from 1 to 999")
_FORMS = {
    (SECTIONS[0], DIRECTIVES[2]): ("is no directive", "`- ` and what to do"),
    (SECTIONS[1], ""): ("is no task", FORM),
}
"""What is said of a strange line in a place where a person may write, and the form that is expected there."""
_Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the dimensions table, as text."""

    line: int
    name: str
    question: str
    weight: str
    target: str
    current: str


@dataclass(slots=True)
class _Sheet:
    """A page: the lines of the run's own, each with its number and place, and what a person may change."""

    fixed: list[tuple[int, str, tuple[str, str]]] = field(default_factory=list)
    core: list[str] = field(default_factory=list)
    core_line: int = 1
    rows: dict[_Key, _Row] = field(default_factory=dict)
    constraints: dict[str, str] = field(default_factory=lambda: dict.fromkeys(LINES, ""))
    limits_line: int = 1
    given: list[str] = field(default_factory=list)
    tasks: list[TaskLine] = field(default_factory=list)
    end: int = 1

    @property
    def question(self) -> str:
        """The core question. Raises `PageRejected`."""
        found = _CORE.fullmatch(" ".join(self.core))
        if found is None:
            raise rejected(self.core_line, "the core question is missing", "`Core question: ` and the question")
        return unescaped(found[1])


def read_task(mission: Mission, base: str, edited: str) -> list[object]:
    """Return the events that lead from the page as it was rendered, `base`, to the page as it was edited.

    Raises `PageRejected` naming the line that cannot be taken in and what was expected there.
    """
    before, after = _sheet(base), _sheet(edited)
    _check_fixed(before, after)
    if not after.question and before.question:
        raise rejected(after.core_line, "the core question is empty", "`Core question: ` and the question")
    core = "" if after.question in (before.question, plain(mission.core_question)) else after.question
    sides = _sides(mission, before.rows, after.rows)
    wanted = {name: text for name, text in after.constraints.items() if text != before.constraints[name]}
    limits = _limits(mission, wanted, after.limits_line) if wanted else mission.constraints
    given = _given(mission, before, after)
    events, sides = task_changes(mission, before.tasks, after.tasks, after.end, sides)
    if core or limits != mission.constraints or sides != mission.dimensions:
        held = sides if sides != mission.dimensions else ()
        events.insert(0, DirectiveChanged(core, held, None if limits == mission.constraints else limits))
    events += [Steered(text) for text in given]
    if events:
        _check_open(mission, {task.id for task in before.tasks if task.kind == "P"})
    return events


def rev_of(text: str) -> int:
    """Return the row that a page showed. Raises `PageRejected` for a page without frontmatter or `rev`."""
    lines = list(_numbered(text))
    front = [line for _, line in lines[1:]]
    if not lines or lines[0][1] != "---" or "---" not in front:
        raise rejected(lines[0][0] if lines else 1, "the page has no frontmatter", "`---` before and behind it")
    for line in front[: front.index("---")]:
        if found := _REV.fullmatch(line):
            return int(found[1])
    raise rejected(lines[0][0], "the frontmatter names no row", "`rev: ` and the number that stood there")


def _sheet(text: str) -> _Sheet:
    found = _Sheet()
    section = part = ""
    head = 0
    seen: Counter[str] = Counter()
    for number, line in _numbered(text):
        found.end = number + 1
        if line.startswith("## "):
            section, part = line[3:], ""
        elif line.startswith("### "):
            part, head = line[4:], 0
        place = (section, part)
        if line.startswith("#"):
            found.fixed.append((number, line, place))
            found.core_line = number if section == SECTIONS[0] and not found.core else found.core_line
        elif place == (SECTIONS[0], ""):
            found.core_line = found.core_line if found.core else number
            found.core.append(line)
        elif place == (SECTIONS[0], DIRECTIVES[0]) and head > 1:
            name, *others = _cells(number, line)
            found.rows[name, seen[name]] = _Row(number, name, *others)
            seen[name] += 1
        elif place == (SECTIONS[0], DIRECTIVES[1]):
            _constraint(found, number, line)
        elif place == (SECTIONS[0], DIRECTIVES[2]) and (bullet := _BULLET.fullmatch(line)):
            found.given.append(unescaped(bullet[1]))
        elif section == SECTIONS[1] and (task := task_line(number, line)):
            found.tasks.append(task)
        elif place != (SECTIONS[0], DIRECTIVES[2]) or line != NONE_YET:
            found.fixed.append((number, line, place))
            head += 1
    return found


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, single-spaced, each with its number; rows of tables without padding."""
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = " ".join(raw.split())
        if line.startswith("|"):
            parts = _split(line)
            dashes = bool(parts) and all(re.fullmatch(r":?-+:?", part) for part in parts)
            line = f"{'|---' * len(parts)}|" if dashes else row(parts)
        if line:
            yield number, line


def _split(line: str) -> list[str]:
    """Return the cells of a table row, still escaped; an escaped bar divides nothing."""
    parts = re.sub(r"\\.|\|", lambda sign: "\n" if sign[0] == "|" else sign[0], line).split("\n")
    inner = parts[1:-1] if len(parts) > 2 and not parts[-1].strip() else parts[1:]
    return [part.strip() for part in inner]


def _cells(number: int, line: str) -> list[str]:
    texts = _split(line) if line.startswith("|") else []
    if not 1 <= len(texts) <= len(DIMENSION_HEAD):
        raise rejected(number, f"{shortened(line)} is no row of the dimensions", _ROW)
    return [unescaped(text) for text in texts] + [""] * (len(DIMENSION_HEAD) - len(texts))


def _constraint(found: _Sheet, number: int, line: str) -> None:
    match = _CONSTRAINT.fullmatch(line)
    if match is None or found.constraints[match[1].lower()]:
        raise rejected(number, f"{shortened(line)} is no constraint", f"one each of {_CONSTRAINTS}")
    text = unescaped(match[2])
    found.constraints[match[1].lower()] = "" if text.lower() in ("", "any", "none", "-") else text
    found.limits_line = number


def _check_fixed(base: _Sheet, edited: _Sheet) -> None:
    """Raise `PageRejected` naming the first line of the run's own that is not as the run wrote it."""
    for was, now in zip_longest(base.fixed, edited.fixed):
        if was is None or now is None or was[1] != now[1]:
            number = now[0] if now is not None else edited.end
            if now is not None and now[2] in _FORMS and (was is None or was[2] != now[2] or now[1][0] != was[1][0]):
                what, expected = _FORMS[now[2]]
                raise rejected(number, f"{shortened(now[1])} {what}", expected)
            wanted = shortened(was[1]) if was is not None else "no such line"
            raise rejected(number, "what is not a directive or a task is written by the run", wanted)


def _check_open(mission: Mission, known: set[str]) -> None:
    if why := _CLOSED.get(mission.state):
        raise PageRejected(f"task.md: nothing can be changed while the mission is {mission.state}: {why}")
    if known != {task.id for task in mission.tasks.values() if task.kind == "P"}:
        raise PageRejected("task.md: the plan was made anew since this page was shown; edit the page as it is now")


def _limits(mission: Mission, wanted: dict[str, str], line: int) -> Constraints:
    """Return the mission's limits with the lines that a person changed. Raises `PageRejected`."""
    try:
        return of_lines({**as_lines(mission.constraints), **wanted})
    except ValueError as error:
        raise rejected(line, str(error), _CONSTRAINTS) from None


def _given(mission: Mission, base: _Sheet, edited: _Sheet) -> list[str]:
    """Return the directives that were added. Raises `PageRejected` if one was taken away."""
    for gone in Counter(base.given) - Counter(edited.given):
        what = f"the directive {shortened(gone)} was given and cannot be taken back here"
        raise rejected(edited.end, what, "that line, or remove its row from the table of dimensions")
    added = dict.fromkeys((Counter(edited.given) - Counter(base.given)).elements())
    return [text for text in added if text and text not in mission.directives]


def _sides(mission: Mission, base: dict[_Key, _Row], edited: dict[_Key, _Row]) -> tuple[Dimension, ...]:
    """Return the mission's dimensions with the changes from one table to the other made in them."""
    seen: Counter[str] = Counter()
    current: dict[_Key, Dimension] = {}
    for item in mission.dimensions:
        name = plain(item.name)
        current[name, seen[name]] = item
        seen[name] += 1
    for key in base.keys() - edited.keys():
        current.pop(key, None)
    for key, now in edited.items():
        was = base.get(key)
        if was is not None and replace(now, line=was.line) == was:
            continue
        if now.current not in (("", "0", "-") if was is None else (was.current,)):
            raise rejected(now.line, "the column Current is counted by the run", f"`{was.current if was else ''}`")
        if was is None and (not now.name or key[1]):
            said = f"there is a dimension {now.name} already" if now.name else "the dimension has no name"
            raise rejected(now.line, said, f"a name of its own: {_ROW}")
        if was is not None and key not in current:
            raise rejected(now.line, f"the dimension {now.name} has been removed meanwhile", "no such row")
        if was is not None and not now.question:
            raise rejected(now.line, f"the dimension {now.name} has no question", _ROW)
        item = current.get(key, Dimension(now.name, now.question or now.name, 0.5))
        current[key] = replace(
            item,
            question=now.question if was and now.question != was.question else item.question,
            weight=_number(now, now.weight, *_WEIGHT)
            if now.weight and (was is None or now.weight != was.weight)
            else item.weight,
            target=int(_number(now, now.target, *_TARGET))
            if now.target and (was is None or now.target != was.target)
            else item.target,
        )
    if not current and mission.dimensions:
        raise rejected(next(iter(base.values())).line if base else 1, "no dimension is left", f"a row {_ROW}")
    return tuple(current.values())


def _number(row: _Row, text: str, form: str, most: int, what: str, expected: str) -> float:
    """Return a cell as a number in a form, up to a most. Raises `PageRejected`."""
    if not re.fullmatch(form, text) or float(text.replace(",", ".")) > most:
        raise rejected(row.line, f"{shortened(text)} is no {what}", expected)
    return float(text.replace(",", "."))
