"""Who drives a run: a lease that its driver keeps renewing, and that a crash or a long sleep loses."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import Held

if TYPE_CHECKING:
    from indagate.engine.journal import Run

TTL = 15.0
"""Seconds after which a lease that was not renewed may be taken over; INDAGATE_LEASE overrides it."""


def ttl() -> float:
    """Return the seconds that a lease lasts."""
    try:
        return max(0.2, float(os.environ.get("INDAGATE_LEASE", TTL)))
    except ValueError:
        return TTL


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


def _started(pid: int) -> str:
    """Return when a process of this machine began, where that can be told (else an empty text)."""
    stat = _read(f"/proc/{pid}/stat")
    return stat.rpartition(")")[2].split()[19] if stat else ""


def new_owner() -> str:
    """Return a name for a driver in this process."""
    pid = os.getpid()
    return "|".join((_machine(), str(pid), _started(pid), secrets.token_hex(4)))


def gone(owner: str) -> bool:
    """Whether this owner was a process of this machine that no longer exists."""
    machine, pid, started, _ = owner.split("|")
    if machine != _machine():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return bool(started) and _started(int(pid)) != started


def driven(run: Run) -> bool:
    """Whether a live driver has a run's lease."""
    return bool(run.owner and (run.held or 0) > now() and not gone(run.owner))


def describe(owner: str) -> str:
    """Return an owner for people: process and machine."""
    machine, pid, *_ = owner.split("|")
    return f"process {pid} on {machine.partition('/')[0]}"


def take(connection: sqlite3.Connection, run: int, owner: str) -> bool:
    """Take a run's lease within a transaction; it is paused no more. Say whether its last driver may still be asleep.

    Raises `Held` when another live driver has it.
    """
    name, holder, until = connection.execute("SELECT name, owner, held FROM runs WHERE id = ?", (run,)).fetchone()
    if holder and holder != owner and (until or 0) > now() and not gone(holder):
        raise Held(
            f"run {name} is being driven by {describe(holder)}",
            hint="Signals (approve, steer, pause, abort …) reach it there; `indagate show` tells where it stands.",
        )
    until = now() + int(ttl() * 1000)
    connection.execute("UPDATE runs SET owner = ?, held = ?, paused = 0 WHERE id = ?", (owner, until, run))
    return bool(holder) and holder != owner and not gone(holder)


def renew(connection: sqlite3.Connection, owner: str) -> None:
    """Renew all leases of an owner."""
    connection.execute("UPDATE runs SET held = ? WHERE owner = ?", (now() + int(ttl() * 1000), owner))


def release(connection: sqlite3.Connection, run: int, owner: str) -> None:
    """Give a run's lease up, if it is still held."""
    connection.execute("UPDATE runs SET owner = NULL, held = NULL WHERE id = ? AND owner = ?", (run, owner))
