"""Finding again what a step had completed before it began again, and saying so where it does not come back to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.engine.effects import Identity, scope_of, unexplained
from indagate.engine.row import Note, encode
from indagate.errors import Diverged

if TYPE_CHECKING:
    from indagate.engine.driver import Driver
    from indagate.engine.stepping import StepVisit

DIFFERS = "differs"
"""The name of the note on an effect that reads otherwise than before."""


def claim(driver: Driver, visit: StepVisit, wanted: Identity, scope: str, *, by_place: bool) -> Identity:
    """Return the identity under which something that a step asks for was completed, or `wanted` where it was not.

    What reads otherwise now is found `by_place` where its name was used once in its scope. Raises `Diverged` where
    that was another's answer.
    """
    place = scope, wanted[1]
    first = place not in visit.asked
    visit.asked.add(place)
    if wanted in visit.inherited:
        if wanted in visit.by_place and not driver.accepting:
            raise _diverged(driver, visit, wanted, "was taken for one that reads otherwise and is now asked for")
        visit.unclaimed.discard(wanted)
        return wanted
    if by_place and first:
        there = [known for known in visit.inherited if known[1] == wanted[1] and scope_of(known) == scope]
        if len(there) == 1:
            visit.unclaimed.discard(there[0])
            visit.by_place.add(there[0])
            remark(driver, wanted, "reads otherwise than before the restart; what came of it then stands")
            return there[0]
    visit.anew.add(scope)
    return wanted


def completed(visit: StepVisit, name: str, scope: str) -> bool:
    """Whether an earlier running has completed an effect of this name in this scope that was not come back to."""
    return any(
        wanted[1] == name and scope_of(wanted) == scope and visit.inherited[wanted].kind == "done"
        for wanted in visit.unclaimed
    )


def require_claimed(driver: Driver, visit: StepVisit) -> None:
    """Raise `Diverged` where a step that leaves its state did not come back to something that it had completed."""
    effects = driver.run_writer.replayed.effects
    since = min(row.seq for row in visit.inherited.values())
    free = visit.free or effects.outside > since or len(driver.steps.ahead.tokens) > 1
    rows = [visit.inherited[wanted] for wanted in visit.unclaimed]
    row = unexplained(rows, visit.anew, effects, visit.visit, free=free)
    if row is None:
        return
    error = _diverged(driver, visit, (row.key, row.name), "was completed and is not asked for any more", row.seq)
    if not driver.accepting:
        raise error
    remark(driver, (row.key, row.name), "was completed, is not asked for any more, and was let go")


def remark(driver: Driver, wanted: Identity, text: str) -> None:
    """Leave a note about an effect or emission."""
    driver.run_writer.write_lazily("note", DIFFERS, wanted[0], encode(Note(f"{wanted[1]} {text}")))


def _diverged(driver: Driver, visit: StepVisit, wanted: Identity, what: str, seq: int | None = None) -> Diverged:
    scope, run = scope_of(wanted), driver.run_writer.run.name
    row = f" (row {seq})" if seq is not None else ""
    where = f"{visit.state}, scope {scope}" if scope else visit.state
    return Diverged(
        f"run {run} stops in {where}: {wanted[1]}{row} {what}. The step takes another way than before the restart",
        hint="A step must ask for the same again: iterate in a fixed order, or open `ctx.scope(key)` for each item. "
        f"To go on and let it go: indagate resume {run} --accept-differences",
    )
