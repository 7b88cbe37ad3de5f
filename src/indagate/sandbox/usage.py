"""How much processor time a process and everything that it started have used, so that limits do not follow the load."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_TIMES = slice(11, 15)
"""In what follows the name in /proc/PID/stat: user and system time, its own and that of children it waited for."""


@dataclass(slots=True)
class Meter:
    """Processor seconds that programs with a limit of such have used."""

    seconds: float = 0.0


_meter: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextlib.contextmanager
def metered() -> Iterator[Meter]:
    """Within, what programs with a limit in processor seconds use is counted."""
    meter = Meter()
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)


def count(seconds: float) -> None:
    """Count what a program used, where somebody wants to know."""
    meter = _meter.get()
    if meter is not None:
        meter.seconds += seconds


def processor_seconds(pid: int) -> float | None:
    """Return the processor seconds of a process and its descendants, or None where the system does not tell."""
    total, seen, open_ = 0, 0, [pid]
    while open_:
        one = open_.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{one}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            total += sum(map(int, fields[_TIMES]))
            seen += 1
            for thread in Path(f"/proc/{one}/task").iterdir():
                open_ += map(int, (thread / "children").read_text().split())
    return total / _TICK if seen else None
