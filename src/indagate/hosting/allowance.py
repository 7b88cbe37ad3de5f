"""How much a run may have of what the day has left."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.budget import Amount, Budget
from indagate.engine import Born, Wake, decode
from indagate.engine.journal import span
from indagate.engine.row import PER_RUN
from indagate.errors import LimitReached, NoSuchRun
from indagate.storage.writing import files_below

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.hosting.grants import DayLimits

DAY = 86_400_000
_SUMS = ", ".join(
    f"coalesce(sum(CAST(json_extract(body, '$.spent.{what}') AS DOUBLE PRECISION)), 0)"
    for what in ("tokens", "dollars", "calls")
)
_SPENT = f"""
SELECT {_SUMS}
FROM rows WHERE id BETWEEN ? AND ? AND at >= ? AND kind IN ('done', 'fail') AND name NOT LIKE 'run %'
"""
_SPENT_WITHIN = f"""
WITH RECURSIVE family (id) AS (
    SELECT CAST(? AS BIGINT) UNION ALL SELECT runs.id FROM runs JOIN family ON runs.parent = family.id
)
SELECT {_SUMS} FROM family JOIN rows ON rows.id BETWEEN family.id * {PER_RUN} AND family.id * {PER_RUN} + {PER_RUN - 1}
WHERE kind IN ('done', 'fail') AND name NOT LIKE 'run %'
"""


def spent_today(app: App) -> Amount:
    """Return what all runs of a home have spent since midnight (UTC), those of other processes too."""
    midnight = time.time_ns() // 1_000_000 // DAY * DAY
    found = Amount()
    for item in app.list(since=midnight):
        run = app.engine.journal.run(item.run)
        tokens, dollars, calls = app.engine.journal.read(_SPENT, *span(run.id), midnight)[0]
        found += Amount(int(tokens), float(dollars), int(calls))
    return found


def allowed(app: App, asked: Budget, most: Budget, day: DayLimits, live: Iterable[str]) -> Budget:
    """Return the budget of a new run: what was asked for, within what one may have and what the day has left.

    What the `live` runs may still spend counts as spent. Raises `LimitReached` where nothing is left.
    """
    found = {name: _least(getattr(asked, name), getattr(most, name)) for name in Budget.__dataclass_fields__}
    if day.dollars is None and day.calls is None and day.tokens is None:
        return _budget(found)
    spent, open_ = spent_today(app), [_open(app, name) for name in live]
    for name in ("dollars", "calls", "tokens"):
        limit = getattr(day, name)
        if limit is None:
            continue
        gone, held = getattr(spent, name), sum(getattr(left, name) for left in open_)
        if gone + held >= limit:
            raise LimitReached(
                f"today's {name} are spent: {gone:g} of {limit:g}, and {held:g} are held for live runs",
                hint="Try again when those have ended, or tomorrow (UTC); the operator sets the limit.",
            )
        found[name] = _least(found[name], limit - gone - held)
    return _budget(found)


def _budget(limits: dict[str, Any]) -> Budget:
    return Budget(**limits)


def require_room(home: Path, limit: int | None) -> None:
    """Raise `LimitReached` where a home has grown beyond so many bytes."""
    if limit is None:
        return
    size = sum(status.st_size for _, status in files_below(home))
    if size > limit:
        raise LimitReached(
            f"the home holds {size:,} bytes of {limit:,}", hint="Delete runs; `indagate gc` frees the rest."
        )


def _open(app: App, name: str) -> Amount:
    """Return what a run may still spend of the limits that it has."""
    journal, budget = app.engine.journal, Budget()
    try:
        run = journal.run(name).id
    except NoSuchRun:  # deleted meanwhile
        return Amount()
    told = "SELECT kind, body FROM rows WHERE id BETWEEN ? AND ? AND kind IN ('born', 'wake') ORDER BY id"
    for kind, body in journal.read(told, *span(run)):
        budget = decode(body, Born if kind == "born" else Wake).budget or budget
    tokens, dollars, calls = journal.read(_SPENT_WITHIN, run)[0]
    return Amount(
        max(0, (budget.tokens or 0) - int(tokens)), max(0.0, (budget.dollars or 0.0) - float(dollars)),
        max(0, (budget.calls or 0) - int(calls)),
    )  # fmt: skip


def _least(first: float | None, second: float | None) -> float | None:
    found = [limit for limit in (first, second) if limit is not None]
    return min(found) if found else None
