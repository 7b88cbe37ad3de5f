"""What a tool spends while it works: metered where it is called, so that its journal row says what it cost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from indagate.budget.limits import Amount


class Meter:
    """The sum of what was spent while it was open."""

    def __init__(self) -> None:
        self.spent = Amount()


_open: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextlib.contextmanager
def metered() -> Iterator[Meter]:
    """Collect what is spent within the block, in its task and the threads that it starts."""
    meter = Meter()
    token = _open.set(meter)
    try:
        yield meter
    finally:
        _open.reset(token)


def spend(amount: Amount) -> None:
    """Book an amount with the effect that is under way; outside of one nobody counts."""
    meter = _open.get()
    if meter is not None:
        meter.spent = meter.spent + amount
