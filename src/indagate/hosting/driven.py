"""The runs that a process drives in the background: taken over again after a crash, and left resumable."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import HasEnded, IndagateError, LeaseLost, LimitReached

if TYPE_CHECKING:
    from indagate.app import App, Handle

log = logging.getLogger("indagate.hosting")


class _Marks:
    """The names of the runs that are driven, each an empty file, which a crash leaves behind."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

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


class DrivenRuns:
    """The runs that are driven here, at most so many at once; those that were left go on when it is entered."""

    def __init__(self, app: App, most: int) -> None:
        self._app = app
        self._most = most
        self._marks = _Marks(app.home.root / "server" / "driven")
        self._runs: dict[str, tuple[Handle, asyncio.Task[None]]] = {}
        self._closing = False

    async def __aenter__(self) -> DrivenRuns:
        for name in self._marks.all():
            try:
                await self.drive(name)
            except IndagateError as error:
                log.warning("run %s cannot go on: %s", name, error.message)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        for handle in self.handles:
            handle.stop()
        await asyncio.gather(*(task for _, task in self._runs.values()), return_exceptions=True)

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The runs that are driven here now."""
        return tuple(handle for handle, _ in self._runs.values())

    def require_place(self) -> None:
        """Raise `LimitReached` where no more may be driven now."""
        if self._closing:
            raise LimitReached("the server is stopping", hint="Try again in a moment.")
        if len(self._runs) >= self._most:
            raise LimitReached(
                f"{len(self._runs)} runs are under way, which is all that may be at once",
                hint="Wait until one ends or waits, or pause one.",
            )

    async def drive(self, name: str, *, ending: bool = False) -> None:
        """Take a run over and drive it in the background; one that has ended, or waits, is left as it is.

        Raises `LeaseHeld`, `InputError` where its model cannot be asked, `Mismatch`, `Corrupt`.
        """
        if name in self._runs:
            return
        try:
            self.go(await self._app.resume(name, ending=ending))
        except HasEnded:
            self._marks.remove(name)

    def go(self, handle: Handle) -> None:
        """Drive a run in the background until it waits, ends or is stopped."""
        self._marks.add(handle.name)
        self._runs[handle.name] = handle, asyncio.get_running_loop().create_task(self._until_it_rests(handle))

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
