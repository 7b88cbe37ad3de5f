"""The runner: one driver a run. It starts steps, moves tokens, takes signals in, and knows when to stop."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal, Protocol

from indagate.budget import Ledger
from indagate.engine.effects import Identity
from indagate.engine.event import Broke
from indagate.engine.inbox import PAUSE, Letter, waiting
from indagate.engine.journal import Journal
from indagate.engine.page_edit import take_in
from indagate.engine.past import leads_back
from indagate.engine.program import Program
from indagate.engine.record import Record
from indagate.engine.row import Note, encode
from indagate.engine.scribe import Scribe
from indagate.errors import ChartError, IndagateError, InputError, JournalError, StorageError
from indagate.statechart import Configuration, Token, active, finished, takes, transition
from indagate.statechart import waiting as waits

Status = Literal["finished", "waiting", "paused", "stopped"]
SHOW_EVERY = 0.25
"""Seconds between two writings of a page."""


class Suspended(BaseException):
    """A child run waits for a person, so the step that waits for the child cannot go on now.

    No `Exception`: a step that catches its failures must not catch this.
    """


class StepVisit:
    """One running of a step: which visit, and how often each name was used in each scope."""

    __slots__ = ("busy", "state", "token", "uses", "visit")

    def __init__(self, token: Token) -> None:
        self.token = token.id
        self.visit = token.visit
        self.state = token.state
        self.uses: dict[tuple[str, str], int] = {}
        self.busy: set[tuple[str, str]] = set()


class MakeLab(Protocol):
    """What makes the object through which a step touches the world."""

    def __call__(self, driver: Driver, visit: StepVisit) -> Any:
        """Return the lab for one running of a step."""


class Driver:
    """Drives one run until it waits, ends, is paused or stopped."""

    def __init__(
        self, journal: Journal, program: Program, scribe: Scribe, ledger: Ledger, make_lab: MakeLab, engine: Any
    ) -> None:
        self.journal = journal
        self.program = program
        self.scribe = scribe
        self.ledger = ledger
        self.engine = engine
        self.children: list[Driver] = []
        self.shared: dict[Identity, asyncio.Future[Any]] = {}
        self._make_lab = make_lab
        self._ahead: Configuration = scribe.record.standing
        self._steps: dict[int, asyncio.Task[None]] = {}
        self._moving = 0
        self._in_flight = 0
        self._stopping: Status | None = None
        self._suspended: set[int] = set()
        self._ended: asyncio.Future[None] | None = None
        self._gate: asyncio.Future[None] | None = None
        self._show_timer: asyncio.TimerHandle | None = None
        self._arrivals: dict[type, list[asyncio.Future[Any]]] = {}
        scribe.on_death = self._died
        scribe.on_event = self._happened

    @property
    def record(self) -> Record[Any]:
        """What the run knows now."""
        return self.scribe.record

    @property
    def running(self) -> bool:
        """Whether the run is being driven right now."""
        return self._ended is not None and not self._ended.done()

    async def drive(self) -> Status:
        """Go on until the run waits, ends, pauses or is stopped; say which.

        Raises `Fenced`, `StorageError` or what a step raised where the chart takes no `Broke`.
        """
        self._ended = asyncio.get_running_loop().create_future()
        self._stopping = self._gate = None
        self._suspended.clear()
        self.ledger.wake()
        try:
            self.show()
            self.drain()
            self._launch()
            self._settle()
            await self._ended
        finally:
            await self._cease()
        if self._stopping:
            return self._stopping
        return "finished" if finished(self.program.chart, self.record.standing) else "waiting"

    def stop(self, why: Status = "stopped") -> None:
        """Stop at the next boundary: nothing new begins, what is in flight is journaled first."""
        self._stopping = why
        for child in self.children:
            child.stop(why)
        self._settle()

    # --- what a lab uses -------------------------------------------------------------------------------------------

    async def passage(self) -> None:
        """Return at once, or never once the run is stopping: every effect and emission goes through here first."""
        if self._stopping:
            if self._gate is None:
                self._gate = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._gate)

    @contextmanager
    def in_flight(self) -> Generator[None]:
        """Count something that must be journaled before a graceful stop."""
        self._in_flight += 1
        try:
            yield
        finally:
            self._in_flight -= 1
            if self._stopping:
                asyncio.get_running_loop().call_soon(self._settle)

    async def arrival(self, event: type) -> Any:
        """Return the latest event of this type, waiting for the first if there is none yet."""
        if event in self.scribe.past.latest:
            return self.scribe.past.latest[event]
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._arrivals.setdefault(event, []).append(future)
        return await future

    # --- tokens and steps ------------------------------------------------------------------------------------------

    def _launch(self) -> None:
        """Start the step of every active token that has none running."""
        if self._stopping or self.scribe.dead or not self.running:
            return
        for token in active(self.program.chart, self._ahead):
            if token.visit not in self._steps and token.visit not in self._suspended:
                task = asyncio.get_running_loop().create_task(self._live(token))
                self._steps[token.visit] = task
                task.add_done_callback(partial(self._over, token.visit))
        self._answer_wait()

    def _answer_wait(self) -> None:
        """Let the flow answer a wait by itself, where nobody is to be asked."""
        if self.program.unattended is not None and not self._moving:
            for token in waits(self.program.chart, self._ahead):
                event = self.program.unattended(self.record)
                if event is not None and takes(self.program.chart, self._ahead, type(event)) == token:
                    self._move(token, event)
                    return

    def _over(self, visit: int, _: asyncio.Task[None]) -> None:
        self._steps.pop(visit, None)
        self._settle()

    async def _live(self, token: Token) -> None:
        """Run the step of a state and move the token by the event it returns."""
        chart = self.program.chart
        timeout: float | None = getattr(chart.state(token.state), "timeout", None)
        step = self.program.steps[token.state.lower()]
        work: Awaitable[Any] = step(self.record, self._make_lab(self, StepVisit(token)))
        try:
            if timeout is None:
                event = await work
            else:
                event = await asyncio.wait_for(work, timeout)
            if type(event) not in chart.edges[token.state] and type(event) not in chart.anywhere:
                found = type(event).__name__
                raise ChartError(f"the step of {token.state} returned {found}, which the state does not take")
        except Suspended:
            self._suspended.add(token.visit)
            return
        except (JournalError, StorageError) as error:
            self._died(error)
            return
        except TimeoutError:
            event = Broke(f"{token.state} took longer than its {timeout:g} seconds", "TimeoutError", token.state)
        except Exception as error:  # noqa: BLE001 - a step's failure, whatever it is, becomes an event
            self._note_trace(error)
            event = Broke(str(error) or type(error).__name__, type(error).__name__, token.state)
            if takes(chart, self._ahead, Broke) is None:
                self._died(error)
                return
        await self.passage()
        with self.in_flight():
            await self._move(token, event)

    def _note_trace(self, error: Exception) -> None:
        if not isinstance(error, IndagateError) and self.scribe.dead is None:
            trace = "".join(traceback.format_exception(error, limit=-6))
            self.scribe.write_lazily("note", "traceback", "", encode(Note(trace)))

    def _move(self, token: Token, event: Any, taken: tuple[int, str] | None = None) -> asyncio.Future[None]:
        """Write a transition; the configuration moves at once, the record when the row is durable."""
        before = self._ahead
        after = transition(self.program.chart, before, token.id, type(event))
        effects = self.scribe.past.effects
        if leads_back(self.program, before, type(event)):
            effects.forgive()
        self._ahead = after
        staying = {t.visit for t in after.tokens}
        effects.keep([*staying, *(t.visit for t in after.history)])
        current = asyncio.current_task()
        for visit, task in self._steps.items():
            if visit not in staying and task is not current:
                task.cancel()
        self._moving += 1
        name, key = type(event).__name__, f"{token.id}/{token.visit}"
        future = self.scribe.write("move", name, key, encode(event), event=event, standing=after, taken=taken)
        future.add_done_callback(self._moved)
        return future

    def _moved(self, future: asyncio.Future[None]) -> None:
        self._moving -= 1
        if not future.cancelled() and future.exception() is None:
            self._launch()
        self._settle()

    def _settle(self) -> None:
        """End the drive when nothing is left to do, or when a stop was asked for and nothing is in flight."""
        if self._ended is None or self._ended.done():
            return
        if self._stopping and not self._in_flight:
            for task in self._steps.values():
                task.cancel()
        if not self._steps and not self._moving:
            self._ended.set_result(None)

    def _died(self, error: BaseException) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(error)

    async def _cease(self) -> None:
        """Cancel what still runs, write out what waits, show the last state."""
        tasks = list(self._steps.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
        self.ledger.rest()
        if self._show_timer is not None:
            self._show_timer.cancel()
            self._show_timer = None
        if self.scribe.dead is None:
            await self.scribe.flush()
            self.show()
            await self.scribe.flush()
            self.show()

    # --- events, signals and pages ---------------------------------------------------------------------------------

    def _happened(self, event: Any) -> None:
        """Something was folded: wake who waits for it, and show it soon."""
        for future in self._arrivals.pop(type(event), ()):
            if not future.done():
                future.set_result(event)
        if self.scribe.showing is not None and self._show_timer is None and self._ended is not None:
            self._show_timer = asyncio.get_running_loop().call_later(SHOW_EVERY, self._show_again)

    def _show_again(self) -> None:
        self._show_timer = None
        try:
            self.show()
        except IndagateError as error:
            self._died(error)

    def show(self) -> None:
        """Take edited pages in, then bring the run's files up to date. Raises `StorageError`."""
        showing = self.scribe.showing
        if showing is None or self.scribe.dead is not None:
            return
        showing.flush_logs()
        edits = [event for page in showing.pages if page.read for event in take_in(self, page)]
        if edits:
            for event in edits:
                self._fold_from_outside(event)
        else:
            showing.flush_pages(self.record)

    def drain(self) -> None:
        """Take in the signals that wait."""
        for letter in waiting(self.journal, self.scribe.run.id):
            if self.scribe.dead is None and letter.id not in self.engine.taken:
                self.engine.taken.add(letter.id)
                self._take(letter)

    def _take(self, letter: Letter) -> None:
        taken = (letter.id, "taken")
        if letter.word == PAUSE:
            self.scribe.write("note", "pause", "", encode(Note("paused")), taken=taken)
            self.stop("paused")
            return
        try:
            signal = self.program.signal(letter.word)
            event = signal.build(letter.text)
        except InputError as error:
            self._refuse(letter, error.message)
            return
        token = takes(self.program.chart, self._ahead, type(event))
        if token is not None:
            self._move(token, event, taken)
        elif type(event) in self.program.emits and not finished(self.program.chart, self._ahead):
            self._fold_from_outside(event, taken)
        else:
            self._refuse(letter, f"{self._ahead} does not take {letter.word!r}")

    def _refuse(self, letter: Letter, why: str) -> None:
        text = f"{letter.word!r} was refused: {why}"
        self.scribe.write("note", "refused", "", encode(Note(text)), taken=(letter.id, text))

    def _fold_from_outside(self, event: Any, taken: tuple[int, str] | None = None) -> None:
        self.scribe.write("signal", type(event).__name__, "", encode(event), event=event, taken=taken)
