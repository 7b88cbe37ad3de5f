"""Schedules that start runs: kept by DBOS in the home's Postgres, and fired by the workers that it brings runs to.

A schedule asks a finished run's question again. All workers watch the clock; one of them fires, whichever is first, and
what it starts is left to workers like any run. What fell due while no worker was there is not made up for.
"""

from __future__ import annotations

import logging
import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
from dbos import DBOS, DBOSClient, error
from sqlalchemy.exc import SQLAlchemyError

from indagate.budget import Budget
from indagate.errors import IndagateError, InputError, StorageError
from indagate.frozen import dataclass
from indagate.hosting.dbos_dispatch import QUEUE, SCHEDULED, client
from indagate.storage.address import without_password

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.storage import Home

log = logging.getLogger("indagate.worker")
_INTERVAL = re.compile(r"(\d{1,6})\s*([smhdw])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_WITHIN = {1: 60, 60: 60, 3600: 24, 86400: 1}
"""How many of a unit are in the next larger one that a cron line counts in."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When to fire: at the times of a cron line (in UTC); of those, with `seconds`, the first in each such period."""

    cron: str
    seconds: int = 0
    step: int = 0
    """Seconds between two times of the cron line."""

    @classmethod
    def of(cls, text: str, now: datetime) -> Rhythm:
        """Return what `--every` says: an interval such as 90s, 12h, 7d, or a cron line. Raises `InputError`."""
        found = _INTERVAL.fullmatch(text.strip())
        if found is None:
            return cls(text.strip())
        seconds = int(found[1]) * _UNITS[found[2]]
        if not seconds:
            raise InputError(f"--every {text!r} is no interval", hint="Once a week: --every 7d")
        unit = max(unit for unit in _WITHIN if seconds % unit == 0)
        step = math.gcd(seconds // unit, _WITHIN[unit])
        fields = ["*"] * 6
        for place, (part, value) in enumerate(((1, now.second), (60, now.minute), (3600, now.hour))):
            if part < unit:
                fields[place] = str(value)
            elif part == unit:
                fields[place] = f"*/{step}"
        return cls(" ".join(fields), seconds, step * unit)

    def fires(self, at: datetime, since: datetime) -> bool:
        """Whether a time of the cron line is the first one in a period, counted from when the schedule was made."""
        if not self.seconds:
            return True
        passed = (at - since).total_seconds()
        period = math.floor(passed / self.seconds)
        return period >= 1 and period != math.floor((passed - self.step) / self.seconds)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A schedule: the run that is asked again, what `--every` said, when it was made and when it was due last."""

    run: str
    every: str
    since: str
    budget: Budget = Budget()
    last: str | None = None

    @property
    def rhythm(self) -> Rhythm:
        """When it fires."""
        return Rhythm.of(self.every, datetime.fromisoformat(self.since))

    def fires(self, at: datetime) -> bool:
        """Whether it starts a run at a time of its cron line."""
        return self.rhythm.fires(at, datetime.fromisoformat(self.since))

    @property
    def kept(self) -> dict[str, Any]:
        """What DBOS keeps of it."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {name: value for name, value in plain.items() if name != "last"}


def _of(kept: dict[str, Any], last: str | None = None) -> Schedule:
    return msgspec.convert({**kept, "last": last}, Schedule)


async def begin(app: App, at: datetime, kept: dict[str, Any]) -> str:
    """Start the run that is due at a time of a schedule and leave it to workers; return what came of it, for people."""
    from indagate.models.settings import allowance, read_settings

    schedule = _of(kept)
    if not schedule.fires(at):
        return "not this time"
    try:
        found, given = app.again(schedule.run)
        answerers, _ = app.prepare(schedule.run)
        budget = schedule.budget
        if answerers.by_model:
            budget, _ = allowance(budget, read_settings(os.environ))
        handle = await app.start(found, given, budget=budget, answerers=answerers)
        await app.submit(handle)
    except IndagateError as why:
        log.warning("run %s is not asked again: %s", schedule.run, why.message)
        return why.message
    log.info("run %s asks again what %s did", handle.name, schedule.run)
    return handle.name


def add(home: Home, run: str, every: str, budget: Budget) -> Schedule:
    """Ask a run again every so often, in place of what was said of it before. Raises `InputError`, `StorageError`."""
    made = Schedule(run, every, datetime.now(UTC).replace(microsecond=0).isoformat(), budget)
    rhythm = made.rhythm
    with _kept(home) as schedules:
        try:
            schedules.apply_schedules([
                {"schedule_name": run, "workflow_name": SCHEDULED, "workflow_class_name": None, "queue_name": QUEUE,
                 "schedule": rhythm.cron, "context": made.kept},
            ])  # fmt: skip
        except error.DBOSException:
            raise InputError(
                f"--every {every!r} is neither an interval nor a cron line",
                hint="Once a week: --every 7d; Mondays at six, UTC: --every '0 6 * * 1'",
            ) from None
    return made


def listed(home: Home) -> list[Schedule]:
    """Return the schedules of a home by the run that they ask again. Raises `StorageError`."""
    with _kept(home) as schedules:
        found = schedules.list_schedules()
    ours = [item for item in found if item["workflow_name"] == SCHEDULED]
    return sorted((_of(item["context"], item["last_fired_at"]) for item in ours), key=lambda item: item.run)


def cancel(home: Home, run: str) -> None:
    """Let a run not be asked again any more. Raises `InputError` where it has no schedule, `StorageError`."""
    with _kept(home) as schedules:
        if schedules.get_schedule(run) is None:
            raise InputError(f"there is no schedule for {run}", hint="indagate schedules lists them")
        schedules.delete_schedule(run)


@contextmanager
def _kept(home: Home) -> Iterator[DBOSClient]:
    """Give what reaches the schedules of a home, whose tables are made where no worker has made them yet."""
    address = home.address
    logging.getLogger("dbos").setLevel(logging.ERROR)
    try:
        DBOS.migrate(address)
        reached = client(address)
        try:
            yield reached
        finally:
            reached.destroy()
    except SQLAlchemyError as why:
        said = str(why.__cause__ or why).strip().partition("\n")[0]
        raise StorageError(f"DBOS cannot use {without_password(address)}: {said}") from why
