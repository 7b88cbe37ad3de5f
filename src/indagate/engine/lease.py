"""Who drives a run: a lease that its driver keeps renewing, and that a crash or a long sleep loses."""

from __future__ import annotations

import os
import secrets
import socket
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import LeaseHeld, LeaseLost, NoSuchRun

if TYPE_CHECKING:
    from indagate.engine.journal import Connection, Run

_DEAD = ("Z", "X", "x")
"""The state letters of a process that has ended and still has its number."""
TTL = 15.0
"""Seconds after which a lease that was not renewed may be taken over, in a home of one machine."""


def ttl(default: float) -> float:
    """Return the seconds that a lease lasts: INDAGATE_LEASE, else `default`."""
    try:
        return max(0.2, float(os.environ.get("INDAGATE_LEASE", default)))
    except ValueError:
        return default


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


@cache
def _machine() -> str:
    """Name this machine, boot and process namespace: where a process number means one process."""
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        namespace = ""
    return f"{socket.gethostname()}/{_read('/proc/sys/kernel/random/boot_id').strip()[:8]}/{namespace}"


def _status(pid: int) -> tuple[str, str]:
    """Return the state letter of a process of this machine and when it began; empty where that cannot be told."""
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (fields[0], fields[19]) if fields else ("", "")


@cache
def _began(pid: int) -> str:
    """Return when this process, whose number is `pid`, began: it cannot change while it asks."""
    return _status(pid)[1]


def new_owner() -> str:
    """Return a name for a driver in this process."""
    pid = os.getpid()
    return "|".join((_machine(), str(pid), _began(pid), secrets.token_hex(4)))


def gone(owner: str) -> bool:
    """Whether this owner was a process of this machine that no longer runs.

    A killed one that nobody has waited for yet (a zombie) runs no more: its memory and its locks are let go, and only
    its number is left, in a container whose first process never waits for as long as that lives.
    """
    machine, pid, started, _ = owner.split("|")
    if machine != _machine():
        return False
    if int(pid) == os.getpid():
        return started != _began(int(pid))
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    state, began = _status(int(pid))
    return state in _DEAD or (bool(started) and began != started)


def driven(run: Run) -> bool:
    """Whether a live driver has a run's lease."""
    return bool(run.owner) and held(run.owner or "", run.held)


def may_write(run: Run) -> bool:
    """Whether a driver may still write a run's files: a live one, or one of this machine that sleeps and runs on."""
    owner = run.owner or ""
    return bool(owner) and (held(owner, run.held) or (owner.split("|")[0] == _machine() and not gone(owner)))


def still_writes(run: Run) -> str:
    """Say which process may still write a run's files, and what to do where it sleeps; nothing where there is none."""
    if not may_write(run):
        return ""
    owner = run.owner or ""
    pid = owner.split("|")[1]
    waits = driven(run) or owner.split("|")[0] != _machine()
    way = "" if waits else f": let it go on (`kill -CONT {pid}`, or `fg` in its terminal), or end it"
    return f"{describe(owner)} writes its files, and has not ended{way}"


def held(owner: str, until: int | None) -> bool:
    """Whether a lease that lasts until then is one of a live driver."""
    return (until or 0) > now() and not gone(owner)


def describe(owner: str) -> str:
    """Return an owner for people: process and machine."""
    machine, pid, *_ = owner.split("|")
    return f"process {pid} on {machine.partition('/')[0]}"


_BELOW = """
WITH RECURSIVE below(id) AS (
    SELECT id FROM runs WHERE parent = ? UNION ALL SELECT runs.id FROM runs JOIN below ON runs.parent = below.id
) UPDATE runs SET owner = NULL, held = NULL WHERE owner = ? AND id IN (SELECT id FROM below)
"""


def require(connection: Connection, run: int, owner: str) -> None:
    """Raise `LeaseLost`, within a transaction, unless this owner has a run's lease."""
    found = connection.execute("SELECT name, owner FROM runs WHERE id = ?", (run,)).fetchone()
    if found is None:
        raise NoSuchRun("the run was deleted meanwhile")
    if found[1] != owner:
        raise LeaseLost(
            f"another driver has taken run {found[0]} over, so nothing of it may begin here",
            hint="Nothing is lost: the other driver goes on.",
        )


def take(connection: Connection, run: int, owner: str, lasts: int, *, under: int | None = None) -> bool:
    """Take a run's lease for so many ms, within a transaction; it is paused no more.

    Say whether its last driver may still be asleep. The children that it had are nobody's then. A child is taken
    `under` its parent's lease, which this owner must have. Raises `LeaseHeld` when another live driver has it,
    `LeaseLost` without the parent's, `NoSuchRun` when the run was deleted.
    """
    if under is not None:
        require(connection, under, owner)
    found = connection.execute("SELECT name, owner, held > clock_ms() FROM runs WHERE id = ?", (run,)).fetchone()
    if found is None:
        raise NoSuchRun("the run was deleted meanwhile")
    name, holder, live = found
    if holder and holder != owner and live and not gone(holder):
        raise LeaseHeld(
            f"run {name} is being driven by {describe(holder)}",
            hint="Signals (approve, steer, pause, abort …) reach it there; `indagate show` tells where it stands.",
        )
    connection.execute("UPDATE runs SET owner = ?, held = clock_ms() + ?, paused = 0 WHERE id = ?", (owner, lasts, run))
    if holder and holder != owner:
        connection.execute(_BELOW, (run, holder))
    return bool(holder) and holder != owner and not gone(holder)


def last_sign(connection: Connection, run: int, lasts: int) -> int:
    """Return when the driver that has a run's lease renewed it last (ms), or 0 where nobody has it."""
    found = connection.execute("SELECT owner, held FROM runs WHERE id = ?", (run,)).fetchone()
    return int(found[1] - lasts) if found and found[0] and found[1] else 0


def renew(connection: Connection, owner: str, lasts: int) -> None:
    """Renew all leases of an owner."""
    connection.execute("UPDATE runs SET held = clock_ms() + ? WHERE owner = ?", (lasts, owner))


def release(connection: Connection, run: int, owner: str) -> None:
    """Give a run's lease up, if it is still held."""
    connection.execute("UPDATE runs SET owner = NULL, held = NULL WHERE id = ? AND owner = ?", (run, owner))


def hand_over(connection: Connection, run: int, owner: str, other: str, lasts: int) -> None:
    """Give a run's lease to another owner for so many ms, if it is still held."""
    sql = "UPDATE runs SET owner = ?, held = clock_ms() + ? WHERE id = ? AND owner = ?"
    connection.execute(sql, (other, lasts, run, owner))
