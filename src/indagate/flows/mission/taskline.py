"""The task lines of an edited task.md: tasks added, cancelled and reworded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.errors import PageRejected
from indagate.flows.mission.chart import TaskCancelled, TaskReworded, TasksAdded
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.side import Dimension, Kind, TaskSpec
from indagate.flows.mission.taskpage import KINDS, description, plain, unescaped

FORM = "`- [ ] [S-1]: Search: what to find (Status: PENDING, DependsOn: [P-1])`"
_LETTER: dict[str, Kind] = {"plan": "P", "search": "S", "read": "R", "conflict": "C"}
_TASK = re.compile(
    rf"[-*+] ?\[(?P<box>[ xX-]?)\] ?(?:\[(?P<id>[^\]]*)\] ?:? ?)?(?P<kind>{'|'.join(_LETTER)}) ?: ?(?P<rest>.*)",
    re.IGNORECASE,
)
_TAIL = re.compile(r" ?\( ?(?P<tail>(?:Status|DependsOn) ?:[^()]*)\)$", re.IGNORECASE)
_TAIL_PARTS = re.compile(
    r"(?:Status ?: ?(?P<status>[A-Z_]+))? ?,? ?(?:DependsOn ?: ?\[?(?P<after>[^\[\]]*)\]?)? ?", re.IGNORECASE
)
_CANCELLED = frozenset({"SKIPPED", "CANCELLED", "CANCELED"})
_CONFLICT = re.compile(r"Conflict-\d+")


def rejected(number: int, what: str, expected: str) -> PageRejected:
    """Return the error for a line of task.md that cannot be taken in."""
    return PageRejected(f"task.md line {number}: {what}; expected: {expected}")


def shortened(text: str) -> str:
    """Return a text short enough for a message, as code."""
    return f"`{text if len(text) <= 120 else f'{text[:119]}…'}`"


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A task as a page shows it; `text` is plain, `status` and `after` are empty where the line does not say."""

    line: int
    id: str
    kind: Kind
    text: str
    status: str
    after: tuple[str, ...]
    ticked: bool
    struck: bool

    @property
    def cancelled(self) -> bool:
        """Whether a person marked it as one not to be done."""
        return (self.struck or self.status in _CANCELLED) and not self.ticked

    @property
    def as_only_the_run_changes_it(self) -> tuple[object, ...]:
        """What of it a person may not change."""
        return self.kind, self.status, self.after, self.ticked, self.struck


def task_line(number: int, line: str) -> TaskLine | None:
    """Read a line, or return None where it is no task. Raises `PageRejected`."""
    text = re.sub(r"(?<!\\)~~", "", line).strip()
    found = _TASK.fullmatch(text)
    if found is None:
        return None
    rest, status = found["rest"], ""
    after: tuple[str, ...] = ()
    if tail := _TAIL.search(rest):
        parts = _TAIL_PARTS.fullmatch(tail["tail"])
        if parts is None:
            raise rejected(number, f"({shortened(tail['tail'])}) does not say how the task stands", FORM)
        rest, status = rest[: tail.start()], (parts["status"] or "").upper()
        after = tuple(dict.fromkeys(name for ref in re.split(r"[,;\s]+", parts["after"] or "") if (name := _name(ref))))
    struck = text != line or found["box"] == "-"
    kind = _LETTER[found["kind"].lower()]
    return TaskLine(
        number, _name(found["id"] or ""), kind, unescaped(rest), status, after, found["box"] in ("x", "X"), struck
    )


def _name(text: str) -> str:
    text = plain(text).upper()
    return "" if text in ("NONE", "?", "-", "–") else text


def task_changes(
    mission: Mission, base: Sequence[TaskLine], edited: Sequence[TaskLine], end: int, sides: tuple[Dimension, ...]
) -> tuple[list[object], tuple[Dimension, ...]]:
    """Return the events of the edited tasks, and the sides with those that new searches need of their own."""
    kept: dict[str, TaskLine] = {}
    for was in base:  # a copy of a line under its old id is a new task
        if same := [line for line in edited if line.id == was.id]:
            kept[was.id] = min(same, key=lambda line: (line.kind != was.kind, line.text != was.text))
    events: list[object] = []
    for was in base:
        now = kept.get(was.id)
        if now is None and was.status in ("COMPLETED", "FAILED"):
            raise rejected(end, f"{was.id} has ended and its line cannot be removed", FORM.replace("S-1", was.id))
        if now is None or (now.cancelled and was.status not in ("COMPLETED", "FAILED", "SKIPPED")):
            if was.id in mission.tasks and not mission.tasks[was.id].settled:
                events.append(TaskCancelled(was.id))
        elif now.as_only_the_run_changes_it != was.as_only_the_run_changes_it:
            way = f"{KINDS[was.kind]}, Status: {was.status}, DependsOn: [{', '.join(was.after)}]; or Status: SKIPPED"
            raise rejected(now.line, f"only the run changes type, status and dependencies of {was.id}", f"`{way}`")
        elif now.text != was.text:
            events += _reworded(mission, was, now)
    fresh = [line for line in edited if not line.cancelled and all(line is not other for other in kept.values())]
    if fresh:
        specs, sides = _added(mission, {was.id for was in base}, fresh, sides)
        events.append(TasksAdded(tuple(specs), "task.md", "; ".join(spec.description for spec in specs)))
    return events, sides


def _reworded(mission: Mission, was: TaskLine, now: TaskLine) -> list[object]:
    task = mission.tasks.get(was.id)
    if not now.text:
        raise rejected(now.line, f"{was.id} says nothing", FORM)
    if task is None or description(task) == now.text:
        return []
    if task.status != "PENDING":
        raise rejected(now.line, f"{was.id} is {task.status} and can no longer be reworded", shortened(was.text))
    if description(task) != was.text:
        raise rejected(now.line, f"{was.id} was reworded meanwhile", shortened(description(task)))
    return [TaskReworded(was.id, now.text)]


def _added(
    mission: Mission, known: set[str], lines: Sequence[TaskLine], sides: tuple[Dimension, ...]
) -> tuple[list[TaskSpec], tuple[Dimension, ...]]:
    """Make tasks of new lines, each behind those that it waits for; return them and the sides that they serve."""
    labels: dict[str, TaskLine] = {}
    for line in lines:
        if line.id and line.id not in known and labels.setdefault(line.id, line) is not line:
            raise rejected(line.line, f"two new tasks are called {line.id}", "an id of its own, or none")
    specs: list[TaskSpec] = []
    places: dict[str, int] = {}
    left = list(lines)
    while left:
        ready = (one for one in left if all(ref not in labels or ref in places for ref in one.after))
        line = next(ready, left[0])
        if any(ref in labels and ref not in places for ref in line.after):
            raise rejected(line.line, "these new tasks wait for each other", "DependsOn without a circle")
        left.remove(line)
        before: list[Task | TaskSpec] = []
        for ref in line.after:
            if ref not in places and ref not in mission.tasks:
                every = ", ".join((*mission.tasks, *labels))
                raise rejected(line.line, f"there is no task {ref[:80]} to depend on", f"one of {every}")
            before.append(specs[places[ref]] if ref in places else mission.tasks[ref])
        conflict = _check(mission, line, [task.kind for task in before])
        side = "" if conflict else _side(line, [task.dimension for task in before if task.dimension], sides)
        if side and all(side != item.name for item in sides):
            sides = (*sides, Dimension(side, side, 0.5, 2))
        if labels.get(line.id) is line:
            places[line.id] = len(specs)
        after = tuple(f"+{places[ref]}" if ref in places else ref for ref in line.after)
        specs.append(TaskSpec(line.kind, line.text, side, after, conflict=conflict))
    return specs, sides


def _check(mission: Mission, line: TaskLine, before: Sequence[Kind]) -> str:
    """Return the contradiction that a new task is about, if any. Raises `PageRejected` for what is no new task."""
    if line.ticked or line.status not in ("", "PENDING", "BLOCKED"):
        raise rejected(line.line, "a new task has not been done yet", FORM)
    if not line.text:
        raise rejected(line.line, "the task does not say what to do", FORM)
    if line.kind == "P":
        raise rejected(line.line, "plans are made by the run", "a task of type Search, Read or Conflict")
    if line.kind == "R" and "S" not in before:
        raise rejected(line.line, "a Read task reads what a Search found", "`DependsOn: [S-1]`, a Search task")
    if line.kind != "C":
        return ""
    named = _CONFLICT.search(line.text)
    known = [name for name in mission.conflicts if name not in mission.resolutions]
    if named is None or named[0] not in known:
        raise rejected(line.line, "a Conflict task names an open conflict", f"one of: {', '.join(known) or 'none'}")
    return named[0]


def _side(line: TaskLine, upstream: Sequence[str], sides: Sequence[Dimension]) -> str:
    """Return the side that a task names or that those before it serve; else one of its own."""
    if line.kind == "R" and upstream:
        return upstream[0]
    text = line.text.casefold()
    names = sorted((item.name for item in sides), key=len, reverse=True)
    return [*(name for name in names if _says(text, plain(name).casefold())), *upstream, line.text][0]


def _says(text: str, name: str) -> bool:
    """Whether a text holds a name as whole words; most do not hold it at all, which costs no pattern."""
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
