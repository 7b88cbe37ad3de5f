"""Work that has not begun: awaited in a program that is async, run to its end by `run()` in a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def finish(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do async work and return its result, also where a loop is running already, as in a notebook: in a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


class Pending(Generic[T]):
    """A call that begins when it is awaited, or by `run()`. Each of them begins a run of its own."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, T]], what: str) -> None:
        self._work = work
        self._what = what

    def __await__(self) -> Generator[Any, None, T]:
        return self._work().__await__()

    def __repr__(self) -> str:
        return f"<{self._what}: not begun; await it, or call .run()>"

    def run(self) -> T:
        """Begin, wait for the end and return the result; Ctrl-C stops the run cleanly, and it can be resumed."""
        return finish(self._work)
