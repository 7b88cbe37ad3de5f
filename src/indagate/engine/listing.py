"""The runs of a journal as a list, filtered where they lie."""

from __future__ import annotations

from datetime import UTC, datetime

from indagate.budget import UserLimits
from indagate.engine import lease
from indagate.engine.journal import Connection, Journal, Run
from indagate.engine.row import PER_RUN
from indagate.errors import InputError
from indagate.frozen import dataclass
from indagate.number import count


@dataclass(frozen=True, slots=True)
class Filter:
    """Which runs are listed; `since` is in milliseconds since 1970, `before` the id of a later run.

    With `top` only those that no other run started, with a `user` those that were begun for them.
    `ended` are flow, origin and final state of runs that are left out if another run started them.
    """

    flow: str = ""
    state: str = ""
    since: int = 0
    limit: int | None = None
    before: int | None = None
    top: bool = False
    ended: tuple[tuple[str, str, str], ...] = ()
    user: str = ""


ALL = 1 << 62
"""The limit of a list without one."""
_LISTED = f"""
WITH listed AS (
    SELECT COLUMNS,
        coalesce((SELECT r.stands FROM rows AS r WHERE r.id BETWEEN runs.id * {PER_RUN} AND runs.id * {PER_RUN}
            + {PER_RUN - 1} AND r.stands IS NOT NULL ORDER BY r.id DESC LIMIT 1), '') AS stands,
        (SELECT max(r.id) FROM rows AS r WHERE r.id BETWEEN runs.id * {PER_RUN} AND runs.id * {PER_RUN}
            + {PER_RUN - 1}) AS latest
    FROM runs WHERE :flow IN ('', flow) AND (:before IS NULL OR id < :before) AND (NOT :top OR parent IS NULL)
        AND (:user = '' OR :user = (SELECT json_extract(r.body, '$.input.user_id') FROM rows AS r
            WHERE r.id = runs.id * {PER_RUN}))
)
SELECT listed.id, listed.name, listed.flow, listed.origin, listed.born, listed.parent, listed.paused, listed.owner,
    listed.held, listed.stands, (listed.latest & {PER_RUN - 1}) + 1, rows.at, coalesce(above.name, '')
FROM listed JOIN rows ON rows.id = listed.latest LEFT JOIN runs AS above ON above.id = listed.parent
WHERE rows.at >= :since AND (:state = '' OR instr(' + ' || upper(listed.stands) || ' + ', ' + ' || :state || ' + ') > 0)
    AND (listed.parent IS NULL OR (listed.flow, listed.origin, listed.stands) NOT IN (VALUES ENDED))
ORDER BY listed.id DESC LIMIT :limit
"""


def listed(journal: Journal, wanted: Filter) -> list[tuple[Run, str, int, int, str]]:
    """Return runs, oldest first: entry, where it stands, its rows, when the last was written, its parent's name."""
    ended = {f"e{at}{part}": text for at, triple in enumerate(wanted.ended) for part, text in enumerate(triple)}
    marks = ", ".join(f"(:e{at}0, :e{at}1, :e{at}2)" for at in range(len(wanted.ended))) or "('', '', '')"
    values = {
        "flow": wanted.flow, "state": wanted.state.upper(), "since": wanted.since,
        "limit": ALL if wanted.limit is None else wanted.limit, "before": wanted.before, "top": wanted.top,
        "user": wanted.user, **ended,
    }  # fmt: skip
    kind = journal.connection_type
    found = journal.read_named(_LISTED.replace("ENDED", marks).replace("COLUMNS", kind.columns), values)
    return [(kind.to_run(row[:9]), str(row[9]), int(row[10]), int(row[11]), str(row[12])) for row in reversed(found)]


def admit(connection: Connection, user: str, limits: UserLimits) -> None:
    """Raise `InputError` where a user may begin no other run; within the transaction that would enter it."""
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    day = round(midnight.timestamp() * 1000)
    found = connection.execute(f"SELECT {connection.columns} {_OF_USER}", (day, user)).fetchall()
    runs = [connection.to_run(row) for row in found]
    busy, today = sum(lease.driven(run) for run in runs), sum(run.born >= day for run in runs)
    if limits.at_once and busy >= limits.at_once:
        what = f"{user} has {count(busy, 'run')} at work, and may have {limits.at_once} at once"
        raise InputError(what, hint="Wait for one to end, or raise at_once below [users] in the settings.")
    if limits.per_day and today >= limits.per_day:
        what = f"{user} has begun {count(today, 'run')} today, and may begin {limits.per_day} a day"
        raise InputError(what, hint="Go on tomorrow (UTC), or raise per_day below [users] in the settings.")


_OF_USER = f"""
FROM runs JOIN rows ON rows.id = runs.id * {PER_RUN}
WHERE runs.parent IS NULL AND (runs.owner IS NOT NULL OR runs.born >= ?)
    AND json_extract(rows.body, '$.input.user_id') = ?
"""
