"""Driving a run in the foreground: show it, ask the person where it waits, stop cleanly, say how it stands."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.cli.main import INTERRUPTED
from indagate.cli.progress import Progress, progress
from indagate.cli.wording import limits
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.budget import Budget
    from indagate.engine import Status
    from indagate.flows.command import Driving
    from indagate.models import ModelOptions

WAITS = 3
"""The exit code of a command that leaves a run waiting for a person."""
BROKE = 1
"""The exit code of a command that leaves a run in an error."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the person wants a run driven: `yes` approves without asking, `home` is the home they named, if any.

    `models` is what they say about who answers, `budget` the line about what it may use. With `bare`, a run that ends
    well says its outcome and nothing else; with `brief`, before it, which model answers and what leaves this machine.
    With `unasked` the person is asked nothing here: the caller does. With `queue` a worker drives the run, in `delay`
    seconds at the earliest, and those of a lower `priority` first.
    """

    yes: bool = False
    json: bool = False
    quiet: bool = False
    home: Path | None = None
    bare: bool = False
    models: ModelOptions | None = None
    budget: str = ""
    unasked: bool = False
    queue: bool = False
    brief: bool = False
    priority: int = 0
    delay: float = 0.0

    @classmethod
    def told(
        cls, driving: Driving, *, yes: bool = False, bare: bool = False, budget: str = "", unasked: bool = False
    ) -> Manner:
        """Return what a command's options say; with `bare` no progress is shown either. Raises `InputError`."""
        from indagate.errors import InputError

        if (driving.priority or driving.delay) and not driving.queue:
            raise InputError("--priority and --delay are for workers", hint="Add --queue.")
        if not (0 <= driving.priority < 2**31 and 0 <= driving.delay < 1e9):
            raise InputError("--priority and --delay begin at 0", hint="Say how many seconds: --delay 3600")
        quiet = driving.quiet or bare
        brief = bare and not (driving.quiet or driving.json)
        return cls(
            yes, driving.json, quiet, driving.home, bare, driving.answerers, budget, unasked, driving.queue, brief,
            driving.priority, driving.delay,
        )  # fmt: skip

    @property
    def attended(self) -> bool:
        """Whether a person can be asked."""
        return attended() and not self.json and not self.unasked


def attended() -> bool:
    """Whether a person sits at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


class Interrupts:
    """The first Ctrl-C (or TERM, or HUP) stops gracefully; the second leaves at once."""

    def __init__(self, handle: Handle, shown: Progress) -> None:
        self.asked = asyncio.Event()
        self._handle = handle
        self._shown = shown

    def __enter__(self) -> Interrupts:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._caught)
        return self

    def __exit__(self, *_: object) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.remove_signal_handler(number)

    def _caught(self) -> None:
        if self.asked.is_set():
            self._shown.close()
            os._exit(INTERRUPTED)
        self.asked.set()
        with contextlib.suppress(OSError):
            self._shown.say("Stopping: what is under way is finished and recorded first. Once more to leave at once.")
        self._handle.stop()


async def start(app: App, flow: Any, given: Any, budget: Budget, manner: Manner) -> int:
    """Start a run and drive it here, or leave it to a worker; return the exit code."""
    from indagate.app.app import require_workers

    if manner.queue:
        require_workers(app.home)
    handle = await app.start(flow, given, budget=budget)
    return await (leave_to_workers if manner.queue else drive)(app, handle, manner)


async def leave_to_workers(app: App, handle: Handle, manner: Manner) -> int:
    """Leave a run that was started here to workers, say so, and return the exit code."""
    import typer

    from indagate.cli.ending import command, dump

    await app.submit(handle, priority=manner.priority, delay=manner.delay)
    shown = f"{handle.name} waits for a worker: {command('show', handle.name, manner.home)}"
    typer.echo(dump({"run": handle.name, "queued": True}) if manner.json else shown)
    return 0


async def drive(app: App, handle: Handle, manner: Manner) -> int:
    """Drive a run until it ends, or waits and nobody answers here; say how it stands and return the exit code."""
    from indagate.cli.ending import conclude

    return conclude(app, handle, await until_it_rests(app, handle, manner), manner)


async def until_it_rests(app: App, handle: Handle, manner: Manner) -> Status:
    """Drive a run, showing it, until it ends, or waits and nobody answers here; return how it stands."""
    shown = progress(handle, quiet=manner.quiet)
    app.engine.watchers.append(shown.note)
    if not manner.quiet:
        shown.say(f"{handle.name}  (Ctrl-C stops it cleanly; it can be resumed)")
        reached = flow.reaches(handle.record.input) if (flow := handle.flow).reaches is not None else ""
        if handle.answerers.said:
            shown.say(handle.answerers.said)
        if handle.answerers.by_model or reached:
            shown.say(handle.answerers.leaving(reached))
        if handle.answerers.by_model and (budget := manner.budget or limits(handle.budget.budget)):
            shown.say(budget if manner.budget else f"budget: {budget}")
    elif manner.brief and handle.answerers.by_model:
        shown.say(handle.answerers.line)
    try:
        with Interrupts(handle, shown) as interrupts:
            status = await _until_it_rests(app, handle, manner, shown, interrupts)
    finally:
        app.engine.watchers.remove(shown.note)
    await handle.leave()
    return status


async def _until_it_rests(app: App, handle: Handle, manner: Manner, shown: Progress, interrupts: Interrupts) -> Status:
    from indagate.cli.asking import answer

    while True:
        async with shown.shown():
            status = await handle.drive()
        if interrupts.asked.is_set():
            return status if status == "finished" else "stopped"
        if status != "waiting" or not await answer(app, handle, manner, interrupts.asked):
            return "stopped" if interrupts.asked.is_set() else status


async def go_on(app: App, name: str, manner: Manner, *, ending: bool = False) -> int:
    """Take a run over and drive it here; what is only `ending` needs no model."""
    return await drive(app, await app.resume(name, manner.models, ending=ending), manner)
