"""Room in a budget for more than the one request that was set aside for a question."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar

from indagate.budget import Amount

Grow = Callable[[Amount], bool]
_grow: ContextVar[Grow | None] = ContextVar("grow", default=None)


@contextlib.contextmanager
def room(grow: Grow) -> Iterator[None]:
    """Within, `grow` says whether a question may cost so much in all, and sets it aside where it may."""
    token = _grow.set(grow)
    try:
        yield
    finally:
        _grow.reset(token)


def fits(total: Amount) -> bool:
    """Whether the question that is being answered may cost so much in all; without a budget it may."""
    grow = _grow.get()
    return grow is None or grow(total)
