"""A tool is a function with declared limits: whether it writes, how long it may take, how often it is tried again."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, get_type_hints, overload

from indagate.budget import Amount
from indagate.errors import Blocked, BucketError, ChartError, EffectFailed, TimedOut, failure_of
from indagate.frozen import dataclass
from indagate.storage import Ambient
from indagate.tools.form import KEY, Form, Signature

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True)
class TimeLimit(Ambient):
    """How long a call may take, where that depends on what is left: no part of what is asked."""

    seconds: float


@dataclass(frozen=True)
class Tool(Generic[P, R_co]):
    """A function that a step calls through the ctx.

    `writes`: it changes something, so that a started row is made durable before. `shared`: within a run the same
    arguments are asked once. `timeout` in seconds. `tries` in all, with a pause of `backoff`, twice that, and so on
    between them. `counts`: whether it counts as a call against the budget. `dangerous`: an agent may use it only where
    the user allowed it by name. `form`: what it takes, if its signature does not say so. `reserve`: the most that a
    call with these arguments may cost beside; what it really costs it says by `indagate.budget.meter.spend`.

    A function with a parameter `idempotency_key: str = ""` is given a key that is the same when the call is repeated
    after a crash, and another one in a fork: whom it writes to may recognise the repeat by it.

    A plain function with a `timeout` runs in a process of its own, which is killed then; one without runs in a thread,
    which cannot be stopped: where it writes, a step that is cut off waits until it has ended, and what came of it is
    recorded.
    """

    name: str
    function: Callable[P, Any]
    writes: bool = False
    shared: bool = False
    timeout: float | None = None
    tries: int = 1
    backoff: float = 0.5
    counts: bool = True
    doc: str = ""
    dangerous: bool = False
    form: Form | None = None
    reserve: Callable[..., Amount] | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not self._is_async and not reachable(self.function):
            raise ChartError(
                f"the tool {self.name} has a timeout, but a plain function inside another one cannot be stopped",
                hint="Put it at the top of a module, so that it can run in a process of its own, or make it `async`.",
            )
        if self.tries < 1:
            raise ChartError(f"the tool {self.name} must be tried at least once, not {self.tries} times")

    @cached_property
    def takes(self) -> Form:
        """The form of its arguments."""
        return self.form or Signature(self.name, self.function)

    @cached_property
    def result(self) -> Any:
        """The type of what it returns, from the function's annotation."""
        hints = get_type_hints(self.function)
        if "return" not in hints:
            raise ChartError(
                f"the tool {self.name} needs a return annotation: its results are read back from a journal"
            )
        return hints["return"]

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> tuple[R_co, int]:
        """Do it, trying again as declared; return the result and the number of tries.

        Raises `TimedOut` or `EffectFailed` after the last try.
        """
        cuts = cut_offs()
        for attempt in range(1, self.tries + 1):
            try:
                return await self._try(*args, **kwargs), attempt
            except (Blocked, BucketError):
                raise  # what our own rules forbid they forbid again; a bucket was asked again, and ends the drive
            except Exception as error:  # noqa: BLE001 - whatever a tool raises is that tool's failure, not the run's
                failure = failure_of(self.name, error)
            if cut_offs() > cuts:
                break
            if attempt < self.tries:
                await asyncio.sleep(self.backoff * 2 ** (attempt - 1))
        failure.tries = self.tries
        raise failure

    @cached_property
    def unstoppable(self) -> bool:
        """Whether it writes in a thread: cut off, it is waited for, so that what it did is known."""
        return self.writes and self.timeout is None and not self._is_async

    @cached_property
    def takes_key(self) -> bool:
        """Whether its function wants to know under which key a call may be recognised when it is repeated."""
        return KEY in inspect.signature(self.function).parameters

    async def keyed(self, idempotency_key: str, *args: P.args, **kwargs: P.kwargs) -> tuple[R_co, int]:
        """Do it as a call that has this key, for a function that takes one."""
        kwargs[KEY] = idempotency_key
        return await self(*args, **kwargs)

    @cached_property
    def _is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.function)

    async def _try(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        if not self._is_async:
            plain: R_co = await self._call_plain(*args, **kwargs)
            return plain
        if self.timeout is None:
            return await self.function(*args, **kwargs)  # type: ignore[no-any-return]
        clock = asyncio.timeout(self.timeout)
        try:
            async with clock:
                return await self.function(*args, **kwargs)  # type: ignore[no-any-return]
        except TimeoutError:
            if not clock.expired():
                raise
            raise TimedOut(f"{self.name} took longer than {self.timeout:g} seconds") from None

    async def _call_plain(self, *args: P.args, **kwargs: P.kwargs) -> Any:
        if self.timeout is None:
            from indagate.sandbox.stopping import stoppable

            with stoppable() as stop:  # a thread cannot be stopped, but what it does in other processes can
                thread = asyncio.ensure_future(asyncio.to_thread(self.function, *args, **kwargs))
                if not self.unstoppable:
                    return await thread
                while not thread.done():
                    try:
                        await asyncio.shield(thread)
                    except asyncio.CancelledError:
                        stop.stop()  # whoever called it passes the cut-off on once the outcome is recorded
                    except Exception:  # noqa: BLE001, S110 - raised below
                        pass
                return thread.result()
        from indagate.tools import process

        try:
            return await process.call(self.function, args, kwargs, self.result, self.timeout)
        except TimedOut:
            raise TimedOut(f"{self.name} took longer than {self.timeout:g} seconds") from None
        except EffectFailed as error:
            raise EffectFailed(f"{self.name} failed: {error.message}") from None


def cut_offs() -> int:
    """Return how often this task was asked to stop."""
    task = asyncio.current_task()
    return task.cancelling() if task is not None else 0


def reachable(function: Callable[..., Any]) -> bool:
    """Whether another process can find the function: it stands at the top of a module that can be imported."""
    return function.__module__ != "__main__" and "<" not in function.__qualname__


class Declare(Protocol):
    """What `tool(…)` with limits returns: it makes a function a tool."""

    @overload
    def __call__(self, function: Callable[P, Coroutine[Any, Any, R]], /) -> Tool[P, R]: ...
    @overload
    def __call__(self, function: Callable[P, R], /) -> Tool[P, R]: ...


@overload
def tool(function: Callable[P, Coroutine[Any, Any, R]], /) -> Tool[P, R]: ...
@overload
def tool(function: Callable[P, R], /) -> Tool[P, R]: ...
@overload
def tool(
    *,
    name: str = "",
    writes: bool = False,
    shared: bool = False,
    timeout: float | None = None,
    tries: int = 1,
    backoff: float = 0.5,
    counts: bool = True,
    dangerous: bool = False,
    reserve: Callable[..., Amount] | None = None,
) -> Declare: ...
def tool(function: Callable[P, Any] | None = None, /, **limits: Any) -> Any:
    """Declare a function, plain or `async`, as a tool: `@tool` or `@tool(timeout=5, tries=3)`."""

    def declare(function: Callable[P, Any]) -> Tool[P, Any]:
        given = dict(limits)
        name = given.pop("name", "") or function.__name__
        return Tool(name, function, doc=inspect.getdoc(function) or "", **given)

    return declare(function) if function is not None else declare
