"""A person's edits of task.md, read as events: only Directives and Tasks may be changed."""

from __future__ import annotations

from indagate.errors import PageRejected
from indagate.flows.mission.chart import DirectiveChanged, Steered
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskdirective import changes, directives
from indagate.flows.mission.taskline import plans, task_changes, task_lines
from indagate.flows.mission.taskpage import SECTIONS
from indagate.flows.mission.tasksheet import PAGE, rev_of, sheet, unchanged

__all__ = ["read_task", "rev_of"]

_CLOSED = {
    "PLANNING": "the plan is being made; edit it when it waits for approval",
    "SYNTHESIZING": "the report is being written from what was found",
    "COMPLETED": "the mission has ended; a new one can follow it up",
    "ABORTED": "the mission has ended; a new one can follow it up",
}


def read_task(mission: Mission, base: str, edited: str) -> list[object]:
    """Return the events that lead from the page as it was rendered, `base`, to the page as it was edited.

    What happened since `base` is kept: only what differs between the two pages counts. Raises `PageRejected` naming
    the line that cannot be taken in and what was expected there.
    """
    before, after = sheet(base), sheet(edited)
    unchanged(before.front, after.front, "the frontmatter")
    unchanged(before.head, after.head, "what stands above the directives")
    for title in SECTIONS[2:]:
        unchanged(before.sections[title], after.sections[title], f"the section {title}")
    was = directives(before.sections["Directives"])
    change = changes(mission, was, directives(after.sections["Directives"]))
    old = task_lines(before.sections["Tasks"])
    events, dimensions = task_changes(
        mission, old, task_lines(after.sections["Tasks"], old), change.dimensions or mission.dimensions
    )
    if change.core or change.constraints is not None or dimensions != mission.dimensions:
        held = dimensions if dimensions != mission.dimensions else ()
        events.insert(0, DirectiveChanged(change.core, held, change.constraints))
    events += [Steered(text) for text in change.given]
    if events:
        _check_open(mission, plans(old))
    return events


def _check_open(mission: Mission, known: set[str]) -> None:
    why = _CLOSED.get(mission.state)
    if why:
        raise PageRejected(f"{PAGE}: nothing can be changed while the mission is {mission.state}: {why}")
    if known != {task.id for task in mission.tasks.values() if task.kind == "P"}:
        raise PageRejected(f"{PAGE}: the plan was made anew since this page was shown; edit the page as it is now")
