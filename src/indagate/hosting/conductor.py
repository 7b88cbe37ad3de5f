"""Runs in the background of a process: started, driven, taken over again after a crash, and left resumable."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.app import App, Handle, find_flow
from indagate.app.standing import is_broken
from indagate.budget import Budget
from indagate.engine import Run, lease
from indagate.errors import HasEnded, IndagateError, LeaseHeld, LeaseLost, LimitReached
from indagate.hosting.allowance import allowed, require_room
from indagate.hosting.desk import Desk
from indagate.hosting.once import OnceKeys
from indagate.models import Answerers, ModelOptions, choose_answerers
from indagate.statechart import active, finished

if TYPE_CHECKING:
    from indagate.hosting.grants import Grants

log = logging.getLogger("indagate.hosting")


@dataclass(frozen=True, slots=True)
class Started:
    """A run that was asked for: `fresh` unless its key had started it before."""

    run: str
    fresh: bool


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


class Conductor:
    """Drives the runs of a home for others. Use it as an async context manager, within the `App`'s.

    Runs that it drives are marked in the home, so that those which a crash or a stop left go on at the next start.
    """

    def __init__(self, app: App, grants: Grants) -> None:
        self.app = app
        self.grants = grants
        self.desk = Desk(app, grants)
        self._marks = _Marks(app.home.root / "server" / "driven")
        self._keys = OnceKeys(app, app.home.root / "server" / "once")
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._handles: dict[str, Handle] = {}
        self._closing = False

    async def __aenter__(self) -> Conductor:
        for name in self._marks.all():
            try:
                await self.drive(name)
            except IndagateError as error:
                log.warning("run %s cannot go on: %s", name, error.message)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing = True
        for handle in self._handles.values():
            handle.stop()
        await asyncio.gather(*self._driving.values(), return_exceptions=True)

    @property
    def live(self) -> tuple[str, ...]:
        """The names of the runs that are driven here now."""
        return tuple(self._driving)

    async def start(
        self, flow: str, data: Mapping[str, Any], *, approve: bool = False, budget: Budget | None = None,
        model: str = "", key: str = "",
    ) -> Started:  # fmt: skip
        """Start a run from its wire form and drive it in the background; with a `key` only once.

        Raises `NoSuchFlow`, `InputError` for what cannot be used or was not granted, `LimitReached`.
        """
        found = find_flow(flow)
        if approve and "approve" in getattr(found.flow.wire, "__dataclass_fields__", {}):
            data = {**data, "approve": True}
        return await self._once(key, found.flow.name, self.desk.given(found.flow, data), budget, model)

    async def again(self, name: str, *, model: str = "", key: str = "") -> Started:
        """Ask a finished run's question again, in the background. Raises as `App.again`, and `LimitReached`."""
        found, given = self.app.again(name)
        self.desk.require_granted(given)
        return await self._once(key, found.flow.name, given, None, model)

    async def fork(self, name: str, at: int, *, drive: bool = False, key: str = "") -> Started:
        """Branch a run off at a row, and drive the branch where that is wanted; with a `key` only once."""
        run, _ = self.app.find(name)
        if not key:
            return await self._branch(run.name, at, drive=drive)
        async with self._keys.lock(key):
            known = self._keys.known(key, ("fork", run.name, at), run.flow, self.app.record(run.name).input)
            if known:
                return Started(known, fresh=False)
            made = await self._branch(run.name, at, drive=drive)
            self._keys.keep(key, made.run)
            return made

    async def _branch(self, name: str, at: int, *, drive: bool) -> Started:
        if drive:
            self._require_place()
        made = await self.app.fork(name, at)
        if drive:
            await self.drive(made.name)
        return Started(made.name, fresh=True)

    async def _once(self, key: str, flow: str, given: Any, budget: Budget | None, model: str) -> Started:
        if not key:
            return Started(await self._begin(flow, given, budget, model), fresh=True)
        async with self._keys.lock(key):
            known = self._keys.known(key, (flow, given, model), flow, given)
            if known:
                return Started(known, fresh=False)
            name = await self._begin(flow, given, budget, model)
            self._keys.keep(key, name)
            return Started(name, fresh=True)

    async def _begin(self, flow: str, given: Any, asked: Budget | None, model: str) -> str:
        self._require_place()
        await asyncio.to_thread(require_room, self.app.home.root, self.grants.day.disk)
        answerers = self._answerers(model)
        budget = allowed(self.app, self._default(asked, answerers), self.grants.budget, self.grants.day, self.handles)
        handle = await self.app.start(flow, given, budget=budget, answerers=answerers)
        self._go(handle)
        return handle.name

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The runs that are driven here now."""
        return tuple(self._handles.values())

    def _answerers(self, model: str) -> Answerers:
        options = ModelOptions(model=self.grants.model(model))
        answerers = choose_answerers(os.environ, options, self.app.home.root)
        answerers.connect()
        return answerers

    def _default(self, asked: Budget | None, answerers: Answerers) -> Budget:
        from indagate.models.settings import allowance, read_settings

        budget = asked or Budget()
        return allowance(budget, read_settings(os.environ))[0] if answerers.by_model else budget

    async def signal(self, name: str, word: str, text: str = "") -> Run:
        """Leave a signal for a run, and drive it on here where nobody does. Raises as `App.signal`, `App.prepare`."""
        run, flow = self.app.find(name)
        driven = lease.driven(run)
        past = self.app.past(run.name)
        going = bool(active(flow.chart, past.configuration))
        if word == "resume" and going and not is_broken(flow, past):
            if driven:
                raise LeaseHeld(f"run {run.name} is being driven", hint="There is nothing to resume.")
            await self.drive(run.name)
            return run
        if not driven and word != "abort" and not finished(flow.chart, past.configuration):
            self._require_place()
            answerers, _ = self.app.prepare(run.name)  # before the signal is left: it would be taken in without them
            await answerers.close()
        posted = await self.app.signal(run.name, word, text)
        if not posted.driven:
            await self.drive(run.name, ending=word == "abort")
        return run

    async def drive(self, name: str, *, ending: bool = False) -> None:
        """Take a run over and drive it in the background; one that has ended, or waits, is left as it is.

        Raises `LeaseHeld`, `InputError` where its model cannot be asked, `Mismatch`, `Corrupt`.
        """
        if name in self._driving:
            return
        try:
            self._go(await self.app.resume(name, ending=ending))
        except HasEnded:
            self._marks.remove(name)

    async def rested(self, name: str) -> None:
        """Wait until a run is not driven here any more."""
        while name in self._driving:
            await asyncio.wait({self._driving[name]})

    def _require_place(self) -> None:
        if self._closing:
            raise LimitReached("the server is stopping", hint="Try again in a moment.")
        if len(self._driving) >= self.grants.day.runs:
            raise LimitReached(
                f"{len(self._driving)} runs are under way, which is all that may be at once",
                hint="Wait until one ends or waits, or pause one.",
            )

    def _go(self, handle: Handle) -> None:
        self._marks.add(handle.name)
        self._handles[handle.name] = handle
        task = asyncio.get_running_loop().create_task(self._until_it_rests(handle))
        self._driving[handle.name] = task

    async def _until_it_rests(self, handle: Handle) -> None:
        name = handle.name
        try:
            status = await handle.drive()
            while status == "waiting" and not self._closing and self.app.mail(handle.driver.run_writer.run):
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
            self._driving.pop(name, None)
            self._handles.pop(name, None)
        with contextlib.suppress(IndagateError):
            if not self._closing and self.app.mail(self.app.find(name)[0]):  # a signal that came as it was left
                await self.drive(name)
