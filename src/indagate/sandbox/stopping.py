"""Stopping what a thread does in other processes once nobody waits for it any more."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Protocol
from weakref import WeakSet

from indagate.errors import EffectFailed


class Abandoned(EffectFailed):
    """Whoever asked for it has gone away; nothing is to be made of it."""


class Killable(Protocol):
    """What can be killed from any thread."""

    def kill(self) -> None:
        """Kill it."""


class Stop:
    """The processes that were begun for one caller, and whether he still waits."""

    def __init__(self) -> None:
        self.stopped = False
        self._begun: WeakSet[Killable] = WeakSet()
        self._lock = threading.Lock()

    def begin(self, process: Killable) -> None:
        """Take a process in. Raises `Abandoned` if nobody waits any more."""
        with self._lock:
            self.refuse()
            self._begun.add(process)

    def refuse(self) -> None:
        """Raise `Abandoned` if nobody waits any more."""
        if self.stopped:
            raise Abandoned("it was given up")

    def stop(self) -> None:
        """Kill what was begun, and let nothing else begin."""
        with self._lock:
            self.stopped = True
            begun = list(self._begun)
        for process in begun:
            process.kill()


_current: ContextVar[Stop | None] = ContextVar("stop", default=None)


def current_stop() -> Stop | None:
    """Return what stops the work of this context, if anything does."""
    return _current.get()


@contextlib.contextmanager
def stoppable() -> Iterator[Stop]:
    """Within, processes belong to the caller: they are killed when the block is left before its time."""
    stop = Stop()
    token = _current.set(stop)
    try:
        yield stop
    except BaseException:
        stop.stop()
        raise
    finally:
        _current.reset(token)
