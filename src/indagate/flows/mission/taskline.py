"""The task lines of an edited task.md: tasks added, cancelled and reworded."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from indagate.flows.mission.chart import Dimension, Kind, TaskCancelled, TaskReworded, TasksAdded, TaskSpec
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import KINDS, description, plain, unescaped
from indagate.flows.mission.tasksheet import Line, Part, rejected, shortened

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
_OPEN = frozenset({"", "PENDING", "BLOCKED"})
_CONFLICT = re.compile(r"Conflict-\d+")


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


@dataclass(frozen=True, slots=True)
class TaskLines:
    """The tasks of a page, and the other lines of the section."""

    tasks: tuple[TaskLine, ...]
    remarks: tuple[Line, ...]
    end: int


def task_lines(part: Part, base: TaskLines | None = None) -> TaskLines:
    """Read the section; with `base`, other lines must be those of the base. Raises `PageRejected`."""
    tasks: list[TaskLine] = []
    remarks: list[Line] = []
    for line in part.lines:
        found = _task(line)
        if found is None:
            remarks.append(line)
        else:
            tasks.append(found)
    if base is not None:
        left = Counter(line.text for line in base.remarks)
        for line in remarks:
            if not left[line.text]:
                raise rejected(line.number, f"`{shortened(line.text)}` is no task", FORM)
            left[line.text] -= 1
        gone = next((text for text, count in left.items() if count), None)
        if gone is not None:
            raise rejected(part.end, "a line of the run's in the section Tasks is missing", f"`{shortened(gone)}`")
    return TaskLines(tuple(tasks), tuple(remarks), part.end)


def plans(lines: TaskLines) -> set[str]:
    """Return the ids of the plans that a page shows: they change when the plan is made anew."""
    return {task.id for task in lines.tasks if task.kind == "P"}


def task_changes(
    mission: Mission, base: TaskLines, edited: TaskLines, dimensions: tuple[Dimension, ...]
) -> tuple[list[object], tuple[Dimension, ...]]:
    """Return the events of the edited tasks, and the dimensions with those that new searches need of their own."""
    known = {task.id: task for task in base.tasks}
    kept, fresh = _paired(known, edited.tasks)
    events: list[object] = []
    for name, was in known.items():
        now = kept.get(name)
        if now is None and was.status in ("COMPLETED", "FAILED"):
            raise rejected(edited.end, f"{name} has ended and its line cannot be removed", FORM.replace("S-1", name))
        if now is None or _cancelled(was, now):
            if name in mission.tasks and not mission.tasks[name].settled:
                events.append(TaskCancelled(name))
        elif now.text != was.text:
            events += _reworded(mission, was, now)
    wanted = [line for line in fresh if not line.struck and line.status not in _CANCELLED]
    if wanted:
        specs, dimensions = _Adding(mission, known, wanted, dimensions).specs()
        events.append(TasksAdded(specs, "task.md", "; ".join(spec.description for spec in specs)))
    return events, dimensions


def _task(line: Line) -> TaskLine | None:
    text = re.sub(r"(?<!\\)~~", "", line.text).strip()
    found = _TASK.fullmatch(text)
    if found is None:
        return None
    rest, status = found["rest"], ""
    after: tuple[str, ...] = ()
    tail = _TAIL.search(rest)
    if tail:
        parts = _TAIL_PARTS.fullmatch(tail["tail"])
        if parts is None:
            raise rejected(line.number, f"`({shortened(tail['tail'])})` does not say how the task stands", FORM)
        rest, status = rest[: tail.start()], (parts["status"] or "").upper()
        after = tuple(name for ref in re.split(r"[,;\s]+", parts["after"] or "") if (name := _name(ref)))
    kind, struck = _LETTER[found["kind"].lower()], text != line.text or found["box"] == "-"
    name = _name(found["id"] or "")
    ticked = found["box"] in ("x", "X")
    return TaskLine(line.number, name, kind, unescaped(rest), status, after, ticked, struck)


def _name(text: str) -> str:
    text = plain(text).upper()
    return "" if text in ("NONE", "?", "-", "–") else text


def _paired(known: dict[str, TaskLine], edited: Iterable[TaskLine]) -> tuple[dict[str, TaskLine], list[TaskLine]]:
    """Find the line of each task that the page showed; a copy of a line under its old id is a new task."""
    kept: dict[str, TaskLine] = {}
    lines = list(edited)
    for name, was in known.items():
        same = [line for line in lines if line.id == name]
        if same:
            kept[name] = min(same, key=lambda line: (line.kind != was.kind, line.text != was.text))
            if kept[name].kind != was.kind:
                raise rejected(kept[name].line, f"{name} is a {KINDS[was.kind]} task", f"`{KINDS[was.kind]}: `")
    return kept, [line for line in lines if all(line is not other for other in kept.values())]


def _cancelled(was: TaskLine, now: TaskLine) -> bool:
    """Return whether a person cancelled the task. Raises `PageRejected` for what only the run may change."""
    ended = was.status in ("COMPLETED", "FAILED", "SKIPPED")
    if not ended and (now.struck or now.status in _CANCELLED) and not now.ticked:
        return True
    way = "the line as it was; `Status: SKIPPED` cancels a task that has not ended"
    if now.ticked != was.ticked or now.struck != was.struck:
        raise rejected(now.line, f"only the run ticks tasks off, and {now.id} is {was.status}", way)
    if now.status != was.status:
        raise rejected(now.line, f"the status of {now.id} is {was.status} and only the run changes it", way)
    if now.after != was.after:
        needs = f"`DependsOn: [{', '.join(was.after)}]`"
        raise rejected(now.line, f"what {now.id} depends on cannot be changed; cancel it and add another", needs)
    return False


def _reworded(mission: Mission, was: TaskLine, now: TaskLine) -> list[object]:
    task = mission.tasks.get(was.id)
    if not now.text:
        raise rejected(now.line, f"{was.id} says nothing", FORM)
    if task is None or description(task) == now.text:
        return []
    if task.status != "PENDING":
        raise rejected(now.line, f"{was.id} is {task.status} and can no longer be reworded", f"`{shortened(was.text)}`")
    if description(task) != was.text:
        raise rejected(now.line, f"{was.id} was reworded meanwhile", f"`{shortened(description(task))}`")
    return [TaskReworded(was.id, now.text)]


def _says(text: str, name: str) -> bool:
    """Whether a text holds a name as whole words; most do not hold it at all, which costs no pattern."""
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


class _Adding:
    """Makes tasks of new lines: their order, what they wait for, and the dimension that each serves."""

    def __init__(
        self, mission: Mission, known: dict[str, TaskLine], lines: list[TaskLine], dimensions: tuple[Dimension, ...]
    ) -> None:
        self._mission = mission
        self._known = known
        self._dimensions = dimensions
        self._labels: dict[str, TaskLine] = {}
        for line in lines:
            if line.id and line.id not in known:
                if line.id in self._labels:
                    raise rejected(line.line, f"two new tasks are called {line.id}", "an id of its own, or none")
                self._labels[line.id] = line
        self._lines = self._ordered(lines)

    def specs(self) -> tuple[tuple[TaskSpec, ...], tuple[Dimension, ...]]:
        """Return the tasks, each after those that it waits for, and the dimensions they serve."""
        place = {line.line: number for number, line in enumerate(self._lines)}
        specs: list[TaskSpec] = []
        for line in self._lines:
            self._check(line)
            needed = [self._labels.get(ref) for ref in line.after]
            after = tuple(
                f"+{place[other.line]}" if other else ref for ref, other in zip(line.after, needed, strict=True)
            )
            upstream = [
                specs[place[other.line]].dimension if other else self._mission.tasks[ref].dimension
                for ref, other in zip(line.after, needed, strict=True)
            ]
            conflict = _CONFLICT.search(line.text) if line.kind == "C" else None
            dimension = "" if conflict else self._dimension(line, [name for name in upstream if name])
            specs.append(TaskSpec(line.kind, line.text, dimension, after, conflict=conflict[0] if conflict else ""))
        return tuple(specs), self._dimensions

    def _ordered(self, lines: list[TaskLine]) -> list[TaskLine]:
        ordered: list[TaskLine] = []
        waiting = [replace(line, after=tuple(dict.fromkeys(line.after))) for line in lines]
        self._labels = {line.id: line for line in waiting if line.id in self._labels}
        while waiting:
            placed = {line.line for line in ordered}
            ready = next((line for line in waiting if self._free(line, placed)), None)
            if ready is None:
                raise rejected(waiting[0].line, "these new tasks wait for each other", "DependsOn without a circle")
            ordered.append(ready)
            waiting.remove(ready)
        return ordered

    def _free(self, line: TaskLine, placed: set[int]) -> bool:
        for ref in line.after:
            other = self._labels.get(ref)
            if other is None and ref not in self._mission.tasks:
                known = ", ".join((*self._mission.tasks, *self._labels))
                raise rejected(line.line, f"there is no task {shortened(ref)} to depend on", f"one of {known}")
            if other is not None and other.line not in placed:
                return False
        return True

    def _check(self, line: TaskLine) -> None:
        if line.ticked or line.status not in _OPEN:
            raise rejected(line.line, "a new task has not been done yet", FORM)
        if not line.text:
            raise rejected(line.line, "the task does not say what to do", FORM)
        if line.kind == "P":
            raise rejected(line.line, "plans are made by the run", "a task of type Search, Read or Conflict")
        if line.kind == "R" and not any(self._kind(ref) == "S" for ref in line.after):
            raise rejected(line.line, "a Read task reads what a Search found", "`DependsOn: [S-1]`, a Search task")
        if line.kind == "C":
            named = _CONFLICT.search(line.text)
            open_ones = [name for name in self._mission.conflicts if name not in self._mission.resolutions]
            if named is None or named[0] not in open_ones:
                raise rejected(
                    line.line, "a Conflict task names an open conflict", f"one of: {', '.join(open_ones) or 'none'}"
                )

    def _kind(self, ref: str) -> str:
        other = self._labels.get(ref)
        return other.kind if other else self._mission.tasks[ref].kind

    def _dimension(self, line: TaskLine, upstream: list[str]) -> str:
        """Return the dimension that a task names or that those before it serve; else it gets one of its own."""
        names = sorted((item.name for item in self._dimensions), key=len, reverse=True)
        text = line.text.casefold()
        named = [name for name in names if _says(text, plain(name).casefold())]
        if line.kind == "R" and upstream:
            return upstream[0]
        for name in (*named, *upstream):
            return name
        self._dimensions = (*self._dimensions, Dimension(line.text, line.text, 0.5, 2))
        return line.text
