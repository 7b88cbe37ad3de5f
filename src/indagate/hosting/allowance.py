"""How much a run may have of what the day has left."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.budget import Amount, Budget
from indagate.engine.journal import span
from indagate.errors import LimitReached

if TYPE_CHECKING:
    from indagate.app import App, Handle
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


def spent_today(app: App) -> Amount:
    """Return what all runs of a home have spent since midnight (UTC), those of other processes too."""
    midnight = time.time_ns() // 1_000_000 // DAY * DAY
    found = Amount()
    for item in app.list(since=midnight):
        run = app.engine.journal.run(item.run)
        tokens, dollars, calls = app.engine.journal.read(_SPENT, *span(run.id), midnight)[0]
        found += Amount(int(tokens), float(dollars), int(calls))
    return found


def allowed(app: App, asked: Budget, most: Budget, day: DayLimits, live: Iterable[Handle]) -> Budget:
    """Return the budget of a new run: what was asked for, within what one may have and what the day has left.

    What runs that are under way may still spend counts as spent. Raises `LimitReached` where nothing is left.
    """
    found = {name: _least(getattr(asked, name), getattr(most, name)) for name in Budget.__dataclass_fields__}
    if day.dollars is None and day.calls is None and day.tokens is None:
        return _budget(found)
    spent, running = spent_today(app), list(live)
    for name in ("dollars", "calls", "tokens"):
        limit = getattr(day, name)
        if limit is None:
            continue
        gone, held = getattr(spent, name), sum(_open(run, name) for run in running)
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
    size = sum(path.lstat().st_size for path in home.rglob("*") if path.is_file())
    if size > limit:
        raise LimitReached(
            f"the home holds {size:,} bytes of {limit:,}", hint="Delete runs; `indagate gc` frees the rest."
        )


def _open(run: Handle, name: str) -> float:
    limit = getattr(run.budget.budget, name)
    return max(0.0, limit - getattr(run.budget.spent, name)) if limit is not None else 0.0


def _least(first: float | None, second: float | None) -> float | None:
    found = [limit for limit in (first, second) if limit is not None]
    return min(found) if found else None
