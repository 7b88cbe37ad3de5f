"""Runs for others, within what was granted: started, asked again, forked, and told what a person says."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from indagate.app import App, find_flow
from indagate.app.standing import is_broken
from indagate.budget import Budget
from indagate.engine import Run, lease
from indagate.errors import LeaseHeld
from indagate.hosting.allowance import allowed, require_room
from indagate.hosting.desk import Desk
from indagate.hosting.driven import BackgroundRuns, DrivenRuns
from indagate.hosting.once import OnceKeys
from indagate.models import Answerers, ModelOptions, choose_answerers
from indagate.statechart import active, finished

if TYPE_CHECKING:
    from indagate.hosting.grants import Grants


@dataclass(frozen=True, slots=True)
class Started:
    """A run that was asked for: `fresh` unless its key had started it before."""

    run: str
    fresh: bool


class Conductor:
    """Runs of a home for others; `driven` are those under way, by this process where nothing else is given.

    An async context manager, used within the `App`'s.
    """

    def __init__(self, app: App, grants: Grants, driven: BackgroundRuns | None = None) -> None:
        self.app = app
        self.grants = grants
        self.desk = Desk(app, grants)
        self.driven: BackgroundRuns = driven or DrivenRuns(app, grants.day.runs)
        self._keys = OnceKeys(app, app.home.root / "server" / "once")
        self._admitting = asyncio.Lock()
        """Runs are begun one after the other, so that each sees what those before it may spend."""

    async def __aenter__(self) -> Conductor:
        await self.driven.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.driven.__aexit__(*error)

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
        given = self.desk.given(found.flow, data)
        return await self._once(key, found.flow.name, given, budget, model, lambda: self._answerers(model))

    async def again(self, name: str, *, key: str = "") -> Started:
        """Ask a finished run's question again, with the models that it had, in the background.

        Raises as `App.again` and `App.prepare`, and `LimitReached`.
        """
        found, given = self.app.again(name)
        self.desk.require_granted(given)
        return await self._once(key, found.flow.name, given, None, "", lambda: self.app.prepare(name)[0])

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
            self.driven.require_place()
        made = await self.app.fork(name, at)
        if drive:
            await self.driven.drive(made.name)
        return Started(made.name, fresh=True)

    async def _once(
        self, key: str, flow: str, given: Any, budget: Budget | None, model: str, answering: Callable[[], Answerers],
    ) -> Started:  # fmt: skip
        if not key:
            return Started(await self._begin(flow, given, budget, answering), fresh=True)
        async with self._keys.lock(key):
            known = self._keys.known(key, (flow, given, model), flow, given)
            if known:
                return Started(known, fresh=False)
            name = await self._begin(flow, given, budget, answering)
            self._keys.keep(key, name)
            return Started(name, fresh=True)

    async def _begin(self, flow: str, given: Any, asked: Budget | None, answering: Callable[[], Answerers]) -> str:
        async with self._admitting:
            self.driven.require_place()
            await asyncio.to_thread(require_room, self.app.home.root, self.grants.day.disk)
            answerers = answering()
            budget = allowed(
                self.app, self._default(asked, answerers), self.grants.budget, self.grants.day, self.driven.names
            )
            handle = await self.app.start(flow, given, budget=budget, answerers=answerers)
            self.driven.go(handle)
        return handle.name

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
        if word == "resume" and finished(flow.chart, past.configuration):
            raise self.app.ended(run.name)
        going = bool(active(flow.chart, past.configuration))
        if word == "resume" and going and not is_broken(flow, past):
            if driven:
                raise LeaseHeld(f"run {run.name} is being driven", hint="There is nothing to resume.")
            await self.driven.drive(run.name)
            return run
        if not driven and word != "abort" and not finished(flow.chart, past.configuration):
            self.driven.require_place()
            answerers, _ = self.app.prepare(run.name)  # before the signal is left: it would be taken in without them
            await answerers.close()
        posted = await self.app.signal(run.name, word, text)
        if not posted.driven:
            await self.driven.drive(run.name, ending=word == "abort")
        return run
