"""The steps of a run that are under way, and the tokens that they move."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from indagate.engine.effects import Identity
from indagate.engine.event import Broke
from indagate.engine.matching import require_claimed
from indagate.engine.replay import goes_back
from indagate.engine.row import Note, Row, encode
from indagate.errors import ChartError, EffectFailed, IndagateError, JournalError, StorageError, TimedOut
from indagate.statechart import Configuration, Token, active, takes, transition, waiting

if TYPE_CHECKING:
    from indagate.engine.driver import Driver


class Suspended(BaseException):
    """A child run waits for a person, so the step that waits for the child cannot go on now.

    No `Exception`: a step that catches its failures must not catch this.
    """


class StepVisit:
    """One running of a step: which visit, what it asked for so far, and what earlier runnings had completed.

    `uses` counts what was asked for by scope, name and digest, and `busy` has what is under way. `inherited` is what
    the visit had completed before, `unclaimed` what of it this running has not come back to; `by_place` what it took
    though it reads otherwise now, and `asked` the (scope, name) of everything that was looked for among it; `anew` the
    scopes in which something was done that was not done before. `free` says that the step looked at what changes by
    itself.
    """

    __slots__ = ("anew", "asked", "busy", "by_place", "free", "inherited", "state", "token", "unclaimed", "uses",
                 "visit")  # fmt: skip

    def __init__(self, token: Token, inherited: dict[Identity, Row]) -> None:
        self.token = token.id
        self.visit = token.visit
        self.state = token.state
        self.uses: dict[tuple[str, str, str], int] = {}
        self.busy: set[tuple[str, str, str]] = set()
        self.inherited = inherited
        self.unclaimed = set(inherited)
        self.by_place: set[Identity] = set()
        self.asked: set[tuple[str, str]] = set()
        self.anew: set[str] = set()
        self.free = False


class MakeContext(Protocol):
    """What makes the object through which a step touches the world."""

    def __call__(self, driver: Driver, visit: StepVisit) -> Any:
        """Return the context for one running of a step."""


class Steps:
    """Runs the steps of a driver's run. `ahead` is where the run stands once all rows under way are durable."""

    def __init__(self, driver: Driver, make_context: MakeContext) -> None:
        self._driver = driver
        self._make_context = make_context
        self._chart = driver.program.chart
        self.ahead: Configuration = driver.record.standing
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._leaving: dict[int, asyncio.Task[None]] = {}
        self._moving = 0
        replayed = driver.run_writer.replayed
        self._used = {visit: max(0.0, replayed.driven - at) for visit, at in replayed.entered.items()}
        self._used.setdefault(0, replayed.driven)
        self.suspended: set[int] = set()

    @property
    def idle(self) -> bool:
        """Whether no step runs and no transition is under way."""
        return not self._tasks and not self._leaving and not self._moving

    def launch(self) -> None:
        """Start the step of every active token that has none running; only what is durable counts."""
        driver = self._driver
        if driver.gate.stopping or driver.run_writer.dead or not driver.running:
            return
        standing = driver.record.standing
        for token in active(self._chart, standing):
            if token.visit in self._tasks or token.visit in self._leaving or token.visit in self.suspended:
                continue
            if standing is self.ahead or token in self.ahead.tokens:
                self._tasks[token.visit] = asyncio.get_running_loop().create_task(self._live(token))
        if driver.program.unattended is not None and not self._moving:
            try:
                self._answer_wait(driver.program.unattended)
            except Exception as failure:  # noqa: BLE001 - the runner: the flow's own answer to a wait may fail
                driver.died(failure)

    def _answer_wait(self, answer: Callable[[Any], Any]) -> None:
        """Let the flow answer a wait by itself, where nobody is to be asked."""
        for token in waiting(self._chart, self.ahead):
            event = answer(self._driver.record)
            if event is not None and takes(self._chart, self.ahead, type(event)) == token:
                self.move(token, event)
                return

    def move(self, token: Token, event: object, taken: tuple[int, str] | None = None) -> None:
        """Write a transition; `ahead` moves at once, the record when the row is durable. Raises `SignalNotAccepted`."""
        driver, before = self._driver, self.ahead
        name, body, event = driver.program.vocabulary.encode_event(event)
        after = transition(self._chart, before, token.id, type(event))
        effects = driver.run_writer.replayed.effects
        if goes_back(before, after):
            effects.clear_failures()
            self._used.clear()  # a person lets it try again: its time begins anew
        self.ahead = after
        staying = {t.visit for t in after.tokens}
        effects.keep([*staying, *(t.visit for t in after.history)])
        self._cancel_all_but(staying)
        self._moving += 1
        write = driver.run_writer.write_then
        write(self._moved, "move", name, str(token.id), body, event=event, standing=after, taken=taken)

    def cancel(self) -> None:
        """Cancel every step."""
        for visit in list(self._tasks):
            self._cut_off(visit)

    async def end(self) -> None:
        """Cancel every step and wait until none runs."""
        self.cancel()
        if self._leaving:
            await asyncio.gather(*self._leaving.values(), return_exceptions=True)

    def _cut_off(self, visit: int) -> None:
        task = self._leaving[visit] = self._tasks.pop(visit)
        task.add_done_callback(partial(self._gone, visit))
        task.cancel()

    def _cancel_all_but(self, staying: set[int]) -> None:
        current = asyncio.current_task()
        for visit in [visit for visit, task in self._tasks.items() if task is not current and visit not in staying]:
            self._cut_off(visit)

    def _moved(self, error: BaseException | None) -> None:
        self._moving -= 1
        if error is None:
            self.launch()
        self._driver.settle()

    def _gone(self, visit: int, _: asyncio.Task[None]) -> None:
        """A step that was cut off has ended, or never began; the run may have come back to its visit meanwhile."""
        del self._leaving[visit]
        self.launch()
        self._driver.settle()

    async def _live(self, token: Token) -> None:
        """Run the step of a state and move the token by the event it returns."""
        try:
            visit = StepVisit(token, self._driver.run_writer.replayed.effects.of_visit(token.visit))
            event = await self._result(token, visit)
            if visit.unclaimed:
                require_claimed(self._driver, visit)
            if token.visit in self._tasks and token in self.ahead.tokens:
                self.move(token, event)
        except Suspended:
            self.suspended.add(token.visit)
        except (JournalError, StorageError) as error:
            self._driver.died(error)
        except Exception as error:  # noqa: BLE001 - the runner: a step's failure, whatever it is, becomes an event
            self._break(token, error)
        finally:
            if self._tasks.pop(token.visit, None) is not None:
                self._driver.settle()

    async def _result(self, token: Token, visit: StepVisit) -> Any:
        """Return the event that a step returns, within the state's time."""
        chart, name = self._chart, token.state
        limit: float | None = getattr(chart.state(name), "timeout", None)
        step = self._driver.program.steps[name.lower()](self._driver.record, self._make_context(self._driver, visit))
        try:
            if limit is None:
                event = await step
            else:
                began = time.monotonic()
                try:
                    event = await _within(limit, step, name, limit - self._used.get(token.visit, 0.0))
                finally:
                    self._used[token.visit] = self._used.get(token.visit, 0.0) + time.monotonic() - began
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise EffectFailed(f"the step of {name} ended because something that it waited for was cancelled") from None
        if type(event) not in chart.edges[name] and type(event) not in chart.anywhere:
            raise ChartError(f"the step of {name} returned {type(event).__name__}, which the state does not take")
        return event

    def _break(self, token: Token, error: Exception) -> None:
        """Let a step's failure become the event `Broke`, or end the drive where the chart does not take it."""
        driver, chart = self._driver, self._chart
        if driver.run_writer.dead is not None or token not in self.ahead.tokens:
            return
        note_trace(driver, error)
        if Broke not in chart.edges[token.state] and Broke not in chart.anywhere:
            driver.died(error)
            return
        try:
            self.move(token, Broke(str(error) or type(error).__name__, type(error).__name__, token.state))
        except IndagateError as refusal:
            driver.died(refusal)


async def _within(limit: float, step: Any, name: str, left: float) -> Any:
    clock = asyncio.timeout(left)
    try:
        async with clock:
            return await step
    except TimeoutError:
        if not clock.expired():
            raise
        raise TimedOut(f"{name} took longer than its {limit:g} seconds") from None


def note_trace(driver: Driver, error: Exception) -> None:
    """Note where an error that nobody foresaw came from."""
    if not isinstance(error, IndagateError) and driver.run_writer.dead is None:
        trace = "".join(traceback.format_exception(error, limit=-6))
        driver.run_writer.write_lazily("note", "traceback", "", encode(Note(trace)))
