"""The runs that a process drives in the background: taken over again after a crash, and left resumable."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

from indagate.errors import HasEnded, IndagateError, LeaseHeld, LeaseLost, LimitReached, NoSuchRun

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.hosting.orders import UnderWay

RETRY = 0.1
"""Seconds between two tries to take up a run that another process seems to drive."""
FIRST = 1.0
"""Seconds for which whoever begins waits for the runs that were left to go on."""
log = logging.getLogger("indagate.hosting")


class Marks:
    """The names of the runs that are driven, each an empty file, which a crash leaves behind."""

    def __init__(self, app: App) -> None:
        self._folder: Path = app.home.root / "server" / "driven"

    def all(self) -> list[str]:
        """Return the names."""
        return sorted(path.name for path in self._folder.iterdir()) if self._folder.is_dir() else []

    def add(self, name: str) -> None:
        """Mark a run."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / name).touch()

    def remove(self, name: str) -> None:
        """Take a mark away."""
        (self._folder / name).unlink(missing_ok=True)


class BackgroundRuns(Protocol):
    """Runs that are driven in the background, in this process (`DrivenRuns`) or in one of their own.

    An async context manager: those that were left go on when it is entered, all are left resumable at the end.
    """

    async def __aenter__(self) -> BackgroundRuns: ...

    async def __aexit__(self, *error: object) -> None: ...

    @property
    def names(self) -> Sequence[str]:
        """The runs that are driven now, or are about to be."""
        ...

    def under_way(self, name: str) -> Sequence[UnderWay]:
        """Return what is being done in a run that is driven here, the longest first."""
        ...

    def require_place(self) -> None:
        """Raise `LimitReached` where no more may be driven now."""
        ...

    async def drive(self, name: str, *, ending: bool = False) -> None:
        """Take a run over and drive it in the background; one that has ended, or waits, is left as it is.

        Raises `LeaseHeld`, `InputError` where its model cannot be asked, `Mismatch`, `Corrupt`.
        """
        ...

    def go(self, handle: Handle) -> None:
        """Drive a run that was begun here until it waits, ends or is stopped."""
        ...

    async def rested(self, name: str) -> None:
        """Wait until a run is not driven any more."""
        ...


def require_place(runs: int, most: int, *, closing: bool) -> None:
    """Raise `LimitReached` where no run may be driven beside so many."""
    if closing:
        raise LimitReached("the server is stopping", hint="Try again in a moment.")
    if runs >= most:
        raise LimitReached(
            f"{runs} runs are under way, which is all that may be at once",
            hint="Wait until one ends or waits, or pause one.",
        )


class DrivenRuns:
    """The runs that this process drives, at most so many at once; `changed` is called when one begins or rests."""

    def __init__(self, app: App, most: int, changed: Callable[[], object] = lambda: None) -> None:
        self._app = app
        self._most = most
        self._changed = changed
        self._marks = Marks(app)
        self._runs: dict[str, tuple[Handle, asyncio.Task[None]]] = {}
        self._left: dict[str, asyncio.Task[bool]] = {}
        """Runs that were left, while they are taken up."""
        self._taking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False

    async def __aenter__(self) -> DrivenRuns:
        for name in self._marks.all():
            self._left[name] = asyncio.ensure_future(self.take_up(name))
            self._left[name].add_done_callback(lambda _, name=name: self._left.pop(name))  # type: ignore[misc]
        if self._left:
            await asyncio.wait(self._left.values(), timeout=FIRST)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        for task in self._left.values():
            task.cancel()
        for handle, _task in self._runs.values():
            handle.stop()
        tasks = (*self._left.values(), *(task for _, task in self._runs.values()))
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def names(self) -> Sequence[str]:
        """The runs that are driven here now, or are about to be."""
        return tuple(dict.fromkeys((*self._runs, *self._left)))

    def under_way(self, name: str) -> Sequence[UnderWay]:
        """Return what is being done in a run that is driven here, the longest first."""
        if name not in self._runs:
            return ()
        return [(item.name, item.began) for item in self._runs[name][0].driver.under_way()]

    def require_place(self) -> None:
        """Raise `LimitReached` where no more may be driven now."""
        require_place(len(self.names), self._most, closing=self._closing)

    async def drive(self, name: str, *, ending: bool = False) -> None:
        """See `BackgroundRuns`."""
        async with self._taking.setdefault(name, asyncio.Lock()):
            if name in self._runs:
                return
            try:
                self.go(await self._app.resume(name, ending=ending))
            except HasEnded:
                self._marks.remove(name)

    async def take_up(self, name: str) -> bool:
        """Go on with a run that was left; what stands in the way is logged. Say whether nothing did.

        The process that drove it may just have been killed: its lease is waited for as long as it could last. Whoever
        has it then is at work.
        """
        end = time.monotonic() + self._app.engine.journal.lease_ms / 1000
        while True:
            try:
                await self.drive(name)
            except LeaseHeld as held:
                if time.monotonic() < end:
                    await asyncio.sleep(RETRY)
                    continue
                log.warning("run %s cannot go on: %s", name, held.message)
            except NoSuchRun:
                self._marks.remove(name)
            except IndagateError as error:
                log.warning("run %s cannot go on: %s", name, error.message)
            else:
                return True
            return False

    def go(self, handle: Handle) -> None:
        """See `BackgroundRuns`."""
        self._marks.add(handle.name)
        self._runs[handle.name] = handle, asyncio.get_running_loop().create_task(self._until_it_rests(handle))
        self._changed()

    async def rested(self, name: str) -> None:
        """Wait until a run is not driven here any more."""
        while name in self._runs:
            await asyncio.wait({self._runs[name][1]})

    async def _until_it_rests(self, handle: Handle) -> None:
        name = handle.name
        try:
            status = await handle.drive()
            while status == "waiting" and not self._closing and self._app.mail(handle.driver.run_writer.run):
                status = await handle.drive()
            await handle.leave()
            if status != "stopped":
                self._marks.remove(name)
        except LeaseLost as lost:
            self._marks.remove(name)
            log.warning("run %s: %s", name, lost.message)
        except IndagateError as error:
            log.warning("run %s stopped: %s", name, error.message)
        except Exception:
            log.exception("run %s broke off", name)
        finally:
            self._runs.pop(name, None)
        with contextlib.suppress(IndagateError):
            if not self._closing and self._app.mail(self._app.find(name)[0]):  # a signal that came as it was left
                await self.drive(name)
        self._changed()
