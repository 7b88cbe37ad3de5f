"""What handlers work with: the app, what was granted, the runs in the background; and how they read a request."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import msgspec

from indagate.app import App
from indagate.engine import decode
from indagate.hosting import Conductor, Grants
from indagate.server.problem import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.engine import Run

T = TypeVar("T")
PAGE = 100
"""Entries of a page where the request names no limit."""
MOST = 1_000
"""The most entries of a page."""
WRITING = 20.0
"""Seconds for which the files of a run that has ended are waited for."""
LONG = 3_000
"""Rows beyond which a run is folded in a thread."""


@dataclass
class Door:
    """The server's state: `closing` is set when it is to stop, `listeners` follow runs now."""

    app: App
    grants: Grants
    conductor: Conductor
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    listeners: int = 0

    def __post_init__(self) -> None:
        named = {str(path): f"shelf:{name}" for name, path in self.grants.shelves.items()}
        named[str(self.app.home.root)] = "home:"
        self.places = dict(sorted(named.items(), key=lambda item: -len(item[0])))
        """Folders of this machine and what they are called on the wire, inner ones first."""

    async def written(self, run: Run) -> None:
        """Wait for the files of a run that has ended: its driver, or the next one where that died, writes them yet."""
        if run.name not in self.conductor.driven.names:
            return
        if self.app.engine.journal.stands(run.id) in self.app.find(run.name)[1].chart.finals:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.conductor.driven.rested(run.name), WRITING)

    async def look(self, run: Run, work: Callable[[App], T]) -> T:
        """Do something that folds a run: aside where it is long, so that nobody else waits."""
        return await apart(self, work) if self.app.engine.journal.last(run.id)[0] > LONG else work(self.app)


def door(request: Request) -> Door:
    """Return the state of the server that a request came to."""
    found: Door = request.app.state.door
    return found


async def apart(at: Door, work: Callable[[App], T]) -> T:
    """Do something long with the runs of the home in a thread, with connections of its own."""

    async def inside() -> T:
        async with App(at.app.home.root) as app:
            return work(app)

    return await asyncio.to_thread(lambda: asyncio.run(inside()))


def run_of(request: Request) -> Run:
    """Return the run that a request's path names, by its whole name. Raises `NoSuchRun`."""
    name = request.path_params["run"]
    found = door(request).app.engine.journal.run(name)
    if found.name != name:
        raise Refused(404, "no_such_run", f"there is no run {name!r}", hint="Give the whole name.")
    return found


async def said(request: Request, kind: type[T]) -> T:
    """Return what a request's body says. Raises `Refused` naming the field that does not fit."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refused(415, "not_json", "this takes JSON", hint="Send Content-Type: application/json.")
    try:
        found: T = decode(await request.body(), kind)
    except msgspec.ValidationError as error:
        raise Refused(422, "input_error", f"the request does not fit: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(400, "not_json", f"the request is no JSON, or nested too deep: {error}") from None
    return found


def number(query: Mapping[str, str], name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    """Return a number of a query. Raises `Refused`."""
    text = query.get(name, "")
    if not text:
        return default
    try:
        found = int(text) if len(text) < 12 else most + 1
    except ValueError:
        found = least - 1
    if not least <= found <= most:
        raise Refused(422, "input_error", f"{name} is a number from {least} to {most}")
    return found


def key_of(request: Request) -> str:
    """Return a request's Idempotency-Key, or nothing. Raises `Refused` for one that is none."""
    found = request.headers.get("idempotency-key", "")
    if len(found) > 200 or not found.isprintable():
        raise Refused(422, "input_error", "an Idempotency-Key has at most 200 signs")
    return found
