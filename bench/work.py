"""What every contender is given to do, and the clock that it does it by."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

FACT_BYTES = 200


def fact(number: int) -> str:
    """Return the fact of a step: 200 bytes that no other step has and that do not compress away."""
    return (hashlib.sha512(str(number).encode()).hexdigest() * 2)[:FACT_BYTES]


def syncs() -> int:
    """Return how many syncs this process has made, or -1 when they are not counted."""
    try:
        return int(ctypes.CDLL(None).bench_syncs())
    except AttributeError:
        return -1


@dataclass(slots=True)
class Work:
    """One run of `steps` steps, each recording a fact, or many such runs at once.

    `folder` is the contender's own; `setting` chooses among its ways; with `effect` each step also makes one durable
    call; `pause` is how long a step takes, in seconds. A step's body calls `body(n)` first, n facts being recorded.
    Where a `crew` of processes shares the runs, this is the process of that `number`.
    """

    folder: Path
    setting: str
    steps: int
    effect: bool = False
    runs: int = 1
    pause: float = 0.0
    duty: str = "chain"
    crew: int = 1
    number: int = 0
    facts: list[str] = field(default_factory=list)
    seconds: float = 0.0
    counted: int = -1
    processor: float = 0.0
    server: float = 0.0
    _began: float = 0.0
    _syncs: int = 0

    def body(self, number: int) -> None:
        """Tell that the body of step `number` begins."""
        if self.duty == "chain":
            if number == 0:
                self.begin()
            elif number == self.steps:
                self.end()
        elif self.duty == "crash" and number == self.steps:
            os._exit(0)  # as a kill would: nothing is closed
        elif self.duty == "resume":
            self._report_resumed(number)

    def begin(self) -> None:
        """Start the clock."""
        self._syncs = syncs()
        self._began = time.perf_counter()

    def end(self) -> None:
        """Stop the clock."""
        self.seconds = time.perf_counter() - self._began
        self.counted = syncs() - self._syncs if self._syncs >= 0 else -1

    @contextmanager
    def clocked(self) -> Iterator[None]:
        """Measure a stretch of work."""
        self.begin()
        yield
        self.end()

    def _report_resumed(self, number: int) -> None:
        reached = time.monotonic()  # one clock for the whole machine: who started this process compares
        seconds = time.perf_counter() - self._began
        if number != self.steps:
            raise SystemExit(f"resumed at step {number}, not at {self.steps}")
        sys.stdout.write(json.dumps({"seconds": seconds, "reached": reached}) + "\n")
        sys.stdout.flush()
        os._exit(0)
