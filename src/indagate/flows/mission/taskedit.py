"""A person's edits of task.md, read as events: only Directives and Tasks may be changed.

Two pages are compared by their lines, the one that was rendered and the one that was edited: spaces, line ends,
padding, bullets and the order of lines make no difference, and what happened meanwhile is kept. A line that stands in
one of them only is read by its place, or refused where the run alone writes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from indagate.errors import PageRejected
from indagate.flows.mission.amendment import limits_in
from indagate.flows.mission.ask import one_line as plain
from indagate.flows.mission.chart import DirectiveChanged, Steered, TaskEdited, TasksAdded
from indagate.flows.mission.constraint import LINES, Constraints, as_lines, of_lines
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.side import Dimension, Kind, TaskSpec
from indagate.flows.mission.taskpage import (
    COLUMNS,
    DIRECTIVES,
    HEAD,
    KINDS,
    NONE_YET,
    SECTIONS,
    cells,
    description,
    row,
    unescaped,
)

FORM = "`- [ ] [S-1]: Search: what to find (Status: PENDING, DependsOn: [P-1])`"
_CLOSED = {
    "PLANNING": "the plan is being made; edit it when it waits for approval",
    "SYNTHESIZING": "the report is being written from what was found",
    "COMPLETED": "the mission has ended; a new one can follow it up",
    "ABORTED": "the mission has ended; a new one can follow it up",
}
_REV = re.compile(r"rev: ?(\d{1,18})")
_CORE = re.compile(r"Core question ?: ?(.*)", re.IGNORECASE)
_CONSTRAINT = re.compile(rf"- ({'|'.join(LINES)}) ?: ?(.*)", re.IGNORECASE)
_CONSTRAINTS = (
    "`- Time: since 2020; until 2023-06`; `- Geography: Bavaria; Bayern`; `- Language: en; de`; "
    "`- Sources: official; from example.org; by Publisher`; `- Exclusions: blog; example.org; S02; a title`"
)
_ROW = "`| name | question | weight from 0 to 1 | target from 1 to 999 | | query; query |`, a bar written `\\|`"
_WEIGHT = (r"[0-9]+(?:[.,][0-9]+)?", 1, "weight", "a number from 0 to 1, as 0.5")
_TARGET = (r"[1-9][0-9]{0,2}", 999, "target of facts", "a whole number from 1 to 999")
_QUERY = re.compile(r"[^\s;-](?:[^;]*[^\s;])?")
_OURS = ("", "")
_OPEN = (*((SECTIONS[0], part) for part in ("", *DIRECTIVES)), (SECTIONS[1], ""))
_ASKED, _SIDES, _LIMITS, _GIVEN, _TASKS = _OPEN
"""The places in which a person may write; all else is the run's own."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a page, its number and its place: section and part."""

    number: int
    text: str
    place: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Edit:
    """What stands in one of two pages only, and where the edited one ends."""

    gone: tuple[_Line, ...]
    fresh: tuple[_Line, ...]
    end: int

    def at(self, place: tuple[str, str]) -> tuple[list[_Line], list[_Line]]:
        """Return what went from a place, and what came there."""
        return [one for one in self.gone if one.place == place], [one for one in self.fresh if one.place == place]


def read_task(mission: Mission, base: str, edited: str) -> list[object]:
    """Return the events that lead from the page as it was rendered, `base`, to the page as it was edited.

    Raises `PageRejected` naming the line that cannot be taken in and what was expected there.
    """
    before, after = _lines(base), _lines(edited)
    edit = _Edit(_beyond(before, after), _beyond(after, before), after[-1].number + 1 if after else 1)
    _check_fixed(edit)
    core = _core(mission, after, edit)
    limits, sides, given = _limits(mission, edit), _sides(mission, edit), _given(mission, edit)
    events, sides = _task_changes(mission, edit, sides)
    if core or limits != mission.constraints or sides != mission.dimensions:
        held = sides if sides != mission.dimensions else ()
        events.insert(0, DirectiveChanged(core, held, None if limits == mission.constraints else limits))
    events += [Steered(text) for text in given]
    if events:
        plans = (re.match(r"- \[.\] \[(P-\d+)\]: Plan", line.text) for line in before if line.place == _TASKS)
        _check_open(mission, {plan[1] for plan in plans if plan})
    return events


def rev_of(text: str) -> int:
    """Return the row that a page showed. Raises `PageRejected` for a page without frontmatter or `rev`."""
    lines = [line for _, line in _numbered(text)]
    framed = lines[:1] == ["---"] and "---" in lines[1:]
    found = [rev for line in lines[1 : lines.index("---", 1)] if (rev := _REV.fullmatch(line))] if framed else []
    if not found:
        raise rejected(1, "no frontmatter names the row", "`---`, `rev: ` and the number that stood there, `---`")
    return int(found[0][1])


def rejected(number: int, what: str, expected: str) -> PageRejected:
    """Return the error for a line of task.md that cannot be taken in."""
    return PageRejected(f"task.md line {number}: {what}; expected: {expected}")


def shortened(text: str) -> str:
    """Return a text short enough for a message, as code."""
    return f"`{text if len(text) <= 120 else f'{text[:119]}…'}`"


def _lines(text: str) -> list[_Line]:
    found: list[_Line] = []
    section = part = ""
    for number, line in _numbered(text):
        if line.startswith("## "):
            section, part = line[3:], ""
        elif line.startswith("### "):
            part = line[4:]
        place = _OURS if line.startswith("#") or line in HEAD else (section, part)
        if place != _GIVEN or line != NONE_YET:
            found.append(_Line(number, line, place))
    return found


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, single-spaced, each with its number; rows of tables without padding."""
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = re.sub(r"^[*+] ", "- ", " ".join(raw.split())).replace("- [X]", "- [x]", 1)
        if line.startswith("|"):
            parts = cells(line)
            dashes = bool(parts) and all(re.fullmatch(r":?-+:?", part) for part in parts)
            line = f"{'|---' * len(parts)}|" if dashes else row(parts)
        if line not in ("", "-", "*", "+"):
            yield number, line


def _beyond(some: Sequence[_Line], others: Sequence[_Line]) -> tuple[_Line, ...]:
    """Return the lines that stand more often in one page than in another, the last of them."""
    left = Counter((line.place, line.text) for line in others)
    found: list[_Line] = []
    for line in some:
        left[line.place, line.text] -= 1
        found += [line] if left[line.place, line.text] < 0 else []
    return tuple(found)


def _check_fixed(edit: _Edit) -> None:
    """Raise `PageRejected` naming the first line of the run's own that is not as the run wrote it."""
    ours = [one for one in edit.gone if one.place not in _OPEN]
    ours += [one for one in edit.at(_TASKS)[0] if not _TASK.fullmatch(one.text)]
    strange = [one for one in edit.fresh if one.place not in _OPEN]
    if strange or ours:
        at = (strange or edit.fresh)[0].number if strange or edit.fresh else edit.end
        wanted = shortened(ours[0].text) if ours else "no such line"
        raise rejected(at, "what is not a directive or a task is written by the run", wanted)


def _check_open(mission: Mission, known: set[str]) -> None:
    if why := _CLOSED.get(mission.state):
        raise PageRejected(f"task.md: nothing can be changed while the mission is {mission.state}: {why}")
    if known != {task.id for task in mission.tasks.values() if task.kind == "P"}:
        raise PageRejected("task.md: the plan was made anew since this page was shown; edit the page as it is now")


def _core(mission: Mission, after: Sequence[_Line], edit: _Edit) -> str:
    """Return the core question if it was changed. Raises `PageRejected`."""
    if not any(edit.at(_ASKED)):
        return ""
    told = [line for line in after if line.place == _ASKED]
    at, found = told[0].number if told else edit.end, _CORE.fullmatch(" ".join(line.text for line in told))
    if not (core := unescaped(found[1]) if found else ""):
        raise rejected(at, f"the core question is {'empty' if found else 'missing'}", "`Core question: ` and it")
    return "" if core == plain(mission.core_question) else core


def _limits(mission: Mission, edit: _Edit) -> Constraints:
    """Return the mission's limits with the lines that a person changed. Raises `PageRejected`."""
    gone, fresh = edit.at(_LIMITS)
    wanted = {found[1].lower(): "" for line in gone if (found := _CONSTRAINT.fullmatch(line.text))}
    for line in fresh:
        found = _CONSTRAINT.fullmatch(line.text)
        if found is None or wanted.get(found[1].lower(), "twice"):
            raise rejected(line.number, f"{shortened(line.text)} is no constraint", f"one each of {_CONSTRAINTS}")
        text = unescaped(found[2])
        wanted[found[1].lower()] = "" if text.lower() in ("", "any", "none", "-") else text
    try:
        lines = as_lines(mission.constraints) | wanted
        return limits_in(of_lines(lines)) if wanted else mission.constraints
    except ValueError as error:
        raise rejected(fresh[0].number if fresh else edit.end, str(error), _CONSTRAINTS) from None


def _given(mission: Mission, edit: _Edit) -> list[str]:
    """Return the directives that were added. Raises `PageRejected` if one was taken away, or what came is none."""
    gone, fresh = edit.at(_GIVEN)
    if gone:
        what = f"the directive {shortened(gone[0].text)} was given and cannot be taken back here"
        raise rejected(edit.end, what, "that line, or remove its row from the table of dimensions")
    if strange := [line for line in fresh if not line.text.startswith("- ")]:
        raise rejected(strange[0].number, f"{shortened(strange[0].text)} is no directive", "`- ` and what to do")
    added = dict.fromkeys(unescaped(line.text[2:]) for line in fresh)
    return [text for text in added if text and text not in mission.directives]


def _sides(mission: Mission, edit: _Edit) -> tuple[Dimension, ...]:
    """Return the mission's dimensions with the changes of the table made in them. Raises `PageRejected`."""
    gone, fresh = edit.at(_SIDES)
    known = {found[0]: found for found in map(_cells, gone)}
    current = {plain(item.name): item for item in mission.dimensions} if gone or fresh else {}
    for name in known.keys() - {_cells(line)[0] for line in fresh}:
        current.pop(name, None)
    for line in fresh:
        name, question, weight, target, shown, first = now = _cells(line)
        was = known.pop(name, ["", "", "", "", "0", ""])
        if shown != was[4] and (was[0] or shown not in ("", "-")):
            raise rejected(line.number, "the column Current is counted by the run", f"`{was[4]}`")
        if not was[0] and (not name or name in current):
            said = f"there is a dimension {name} already" if name else "the dimension has no name"
            raise rejected(line.number, said, f"a name of its own: {_ROW}")
        if was[0] and name not in current:
            raise rejected(line.number, f"the dimension {name} has been removed meanwhile", "no such row")
        if was[0] and not question:
            raise rejected(line.number, f"the dimension {name} has no question", _ROW)
        item = current.get(name, Dimension(name, question or name, 0.5))
        new = [cell if cell != old else "" for cell, old in zip(now, was, strict=True)]
        current[name] = replace(
            item,
            question=new[1] or item.question,
            weight=_number(line, weight, *_WEIGHT) if new[2] else item.weight,
            target=int(_number(line, target, *_TARGET)) if new[3] else item.target,
            queries=tuple(_QUERY.findall(first)) if new[5] else () if new[1] else item.queries,
        )
    if not current and gone:
        raise rejected(edit.end, "no dimension is left", f"a row {_ROW}")
    return tuple(current.values()) or mission.dimensions


def _cells(line: _Line) -> list[str]:
    texts = cells(line.text) if line.text.startswith("|") else []
    if not 1 <= len(texts) <= COLUMNS:
        raise rejected(line.number, f"{shortened(line.text)} is no row of the dimensions", _ROW)
    return [unescaped(text) for text in texts] + [""] * (COLUMNS - len(texts))


def _number(line: _Line, text: str, form: str, most: int, what: str, expected: str) -> float:
    """Return a cell as a number in a form, up to a most. Raises `PageRejected`."""
    if not re.fullmatch(form, text) or float(text.replace(",", ".")) > most:
        raise rejected(line.number, f"{shortened(text)} is no {what}", expected)
    return float(text.replace(",", "."))


# --- tasks ----------------------------------------------------------------------------------------------------------

_LETTER: dict[str, Kind] = {"plan": "P", "search": "S", "read": "R", "conflict": "C"}
_TASK = re.compile(
    rf"[-*+] ?\[(?P<box>[ xX]?)\] ?(?:\[(?P<id>[^\]]*)\] ?:? ?)?(?P<kind>{'|'.join(_LETTER)}) ?: ?(?P<text>.*?)"
    r"(?: ?\( ?(?=Status|DependsOn)(?:Status ?: ?(?P<status>[A-Z_]+))? ?,? ?"
    r"(?:DependsOn ?: ?\[?(?P<after>[^\[\]()]*)\]?)? ?\))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Task:
    """A task as a page shows it; `text` is plain, `status` and `after` are empty where the line does not say."""

    line: int
    id: str
    kind: Kind
    text: str
    status: str
    after: tuple[str, ...]
    ticked: bool


def _task_line(line: _Line) -> _Task:
    """Read a line. Raises `PageRejected` where it is no task."""
    found = _TASK.fullmatch(line.text)
    if found is None:
        raise rejected(line.number, f"{shortened(line.text)} is no task", FORM)
    after = dict.fromkeys(name for ref in re.split(r"[,;\s]+", found["after"] or "") if (name := _name(ref)))
    kind, status, ticked = _LETTER[found["kind"].lower()], (found["status"] or "").upper(), found["box"] in ("x", "X")
    return _Task(
        line.number, _name(found["id"] or ""), kind, unescaped(found["text"]), status, tuple(after), ticked=ticked
    )


def _name(text: str) -> str:
    text = plain(text).upper()
    return "" if text in ("NONE", "?", "-", "–") else text


def _task_changes(
    mission: Mission, edit: _Edit, sides: tuple[Dimension, ...]
) -> tuple[list[object], tuple[Dimension, ...]]:
    """Return the events of the edited tasks, and the sides with those that new searches need of their own."""
    gone, fresh = ([_task_line(line) for line in lines] for lines in edit.at(_TASKS))
    events: list[object] = []
    for was in gone:
        now = next((line for line in fresh if line.id == was.id), None)
        fresh = [line for line in fresh if line is not now]
        if now is None and was.status in ("COMPLETED", "FAILED"):
            raise rejected(edit.end, f"{was.id} has ended and its line cannot be removed", FORM.replace("S-1", was.id))
        if now is None or (now.status == "SKIPPED" and was.status not in ("COMPLETED", "FAILED", "SKIPPED")):
            if was.id in mission.tasks and not mission.tasks[was.id].settled:
                events.append(TaskEdited(was.id))
        elif replace(now, line=was.line, text=was.text) != was:
            way = f"{KINDS[was.kind]}, Status: {was.status}, DependsOn: [{', '.join(was.after)}]; or Status: SKIPPED"
            raise rejected(now.line, f"only the run changes type, status and dependencies of {was.id}", f"`{way}`")
        elif now.text != was.text:
            events += _reworded(mission, was, now)
    if fresh:
        specs, sides = _added(mission, fresh, sides)
        events.append(TasksAdded(tuple(specs), "task.md", "; ".join(spec.description for spec in specs)))
    return events, sides


def _reworded(mission: Mission, was: _Task, now: _Task) -> list[object]:
    task = mission.tasks.get(was.id)
    if task is None or description(task) == now.text:
        return []
    why = "says nothing" if not now.text else "was reworded meanwhile" if description(task) != was.text else ""
    why = why if task.status == "PENDING" else f"is {task.status} and can no longer be reworded"
    if why:
        raise rejected(now.line, f"{was.id} {why}", shortened(description(task)))
    return [TaskEdited(was.id, now.text)]


def _added(
    mission: Mission, lines: Sequence[_Task], sides: tuple[Dimension, ...]
) -> tuple[list[TaskSpec], tuple[Dimension, ...]]:
    """Make tasks of new lines, which wait for tasks above them and serve the side of these, else one of their own."""
    specs: list[TaskSpec] = []
    places: dict[str, int] = {}
    for line in lines:
        before: list[Task | TaskSpec] = []
        for ref in line.after:
            if ref not in places and ref not in mission.tasks:
                every = ", ".join((*mission.tasks, *places))
                raise rejected(line.line, f"there is no task {ref[:80]} above to depend on", f"one of {every}")
            before.append(specs[places[ref]] if ref in places else mission.tasks[ref])
        _check(line, [task.kind for task in before])
        side = next((task.dimension for task in before if task.dimension), line.text)
        if all(side != item.name for item in sides):
            sides = (*sides, Dimension(side, side, 0.5, 2))
        after = tuple(f"+{places[ref]}" if ref in places else ref for ref in line.after)
        if line.id and line.id not in mission.tasks:
            if line.id in places:
                raise rejected(line.line, f"two new tasks are called {line.id}", "an id of its own, or none")
            places[line.id] = len(specs)
        specs.append(TaskSpec(line.kind, line.text, side, after))
    return specs, sides


def _check(line: _Task, before: Sequence[Kind]) -> None:
    """Raise `PageRejected` for what is no new task."""
    if line.ticked or line.status not in ("", "PENDING", "BLOCKED"):
        raise rejected(line.line, "a new task has not been done yet", FORM)
    if not line.text:
        raise rejected(line.line, "the task does not say what to do", FORM)
    if line.kind in ("P", "C"):
        raise rejected(line.line, "plans and conflicts are found by the run", "a task of type Search or Read")
    if line.kind == "R" and "S" not in before:
        raise rejected(line.line, "a Read task reads what a Search found", "`DependsOn: [S-1]`, a Search task above")
