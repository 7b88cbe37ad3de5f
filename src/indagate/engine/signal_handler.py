"""The desk of a run: signals and edited pages come in, the run's files go out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from indagate.engine.inbox import PAUSE, InboxSignal, waiting
from indagate.engine.page_edit import take_in
from indagate.engine.row import Note, encode
from indagate.errors import ChartError, InputError
from indagate.statechart import finished, takes

if TYPE_CHECKING:
    from indagate.engine.driver import Driver

SHOW_EVERY = 0.25
"""Seconds between two writings of a page."""


class SignalHandler:
    """Takes in what comes to a run from outside, and shows the run."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._taken: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._arrivals: dict[type, list[asyncio.Future[Any]]] = {}

    async def arrival(self, event: type) -> Any:
        """Return the latest event of this type, waiting for the first if there is none yet."""
        latest = self._driver.run_writer.replayed.latest
        if event in latest:
            return latest[event]
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._arrivals.setdefault(event, []).append(future)
        return await future

    def happened(self, event: Any) -> None:
        """Something was folded: wake who waits for it, and show it soon."""
        if self._arrivals:
            for future in self._arrivals.pop(type(event), ()):
                if not future.done():
                    future.set_result(event)
        if self._driver.run_writer.renderer is not None and self._timer is None and self._driver.running:
            self._timer = asyncio.get_running_loop().call_later(SHOW_EVERY, self._show_again)

    def show(self) -> None:
        """Take edited pages in, then bring the run's files up to date. Raises `StorageError` or `LeaseLost`."""
        run_writer = self._driver.run_writer
        renderer = run_writer.renderer
        if renderer is None or run_writer.dead is not None:
            return
        run_writer.require_hold()
        renderer.flush_logs()
        edits = [event for page in renderer.pages if page.read for event in take_in(self._driver, page)]
        for event in edits:
            self._fold_in(event)
        if not edits:
            renderer.flush_pages(self._driver.record)

    def rest(self) -> None:
        """Stop showing by the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def drain(self) -> None:
        """Take in the signals that wait."""
        driver = self._driver
        for letter in waiting(driver.journal, driver.run_writer.run.id):
            if driver.run_writer.dead is None and letter.id not in self._taken:
                self._taken.add(letter.id)
                self._take(letter)

    def _show_again(self) -> None:
        self._timer = None
        try:
            self.show()
        except Exception as error:  # noqa: BLE001 - the runner: a view that fails ends this run's drive, with its reason
            self._driver.died(error)

    def _take(self, letter: InboxSignal) -> None:
        driver, taken = self._driver, (letter.id, "taken")
        program, ahead = driver.program, driver.steps.ahead
        if letter.word == PAUSE:
            driver.run_writer.write("note", "pause", "", encode(Note("paused")), taken=taken)
            driver.stop("paused")
            return
        try:
            event = program.signal(letter.word).build(letter.text)
            token = takes(program.chart, ahead, type(event))
            if token is not None:
                driver.steps.move(token, event, taken)
            elif type(event) in program.emits and not finished(program.chart, ahead):
                self._fold_in(event, taken)
            else:
                self._refuse(letter, f"{ahead} does not take it")
        except (InputError, ChartError) as error:
            self._refuse(letter, error.message)

    def _refuse(self, letter: InboxSignal, why: str) -> None:
        text = f"{letter.word!r} was refused: {why}"
        self._driver.run_writer.write("note", "refused", "", encode(Note(text)), taken=(letter.id, text))

    def _fold_in(self, event: Any, taken: tuple[int, str] | None = None) -> None:
        name, body, event = self._driver.program.vocabulary.encode_event(event)
        self._driver.run_writer.write("signal", name, "", body, event=event, taken=taken)
