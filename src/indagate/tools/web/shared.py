"""What all runs of a process share to reach others: one fetcher of a kind a home and event loop, and the readers."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from indagate.storage import Home
from indagate.tools.web.page import Readers

Kind = TypeVar("Kind")
_FETCHERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[object, Home, tuple[str, ...]], Any]]
_FETCHERS = WeakKeyDictionary()


def fetcher_of(kind: Callable[..., Kind], home: Home, allow: tuple[str, ...]) -> Kind:
    """Return the one fetcher of a kind of a home in this event loop, so that all its runs are polite together."""
    known = _FETCHERS.setdefault(asyncio.get_running_loop(), {})
    if (kind, home, allow) not in known:
        known[kind, home, allow] = kind(home, allow=allow)
    made: Kind = known[kind, home, allow]
    return made


@cache
def readers() -> Readers:
    """Return the processes that read pages, which end with this one."""
    made = Readers()
    atexit.register(made.close)
    return made
