"""The runner: one driver a run. It starts steps, moves tokens, takes signals in, and knows when to stop."""

from __future__ import annotations

import asyncio
from typing import Any

from indagate.budget import Ledger
from indagate.engine.effects import Identity
from indagate.engine.gate import Gate, Status, UnderWay
from indagate.engine.journal import Journal
from indagate.engine.lease import describe
from indagate.engine.program import Program
from indagate.engine.record import Record
from indagate.engine.row import Answering, Wake, encode
from indagate.engine.run_writer import RunWriter
from indagate.engine.signal_handler import SignalHandler
from indagate.engine.stepping import MakeContext, Steps
from indagate.errors import LeaseHeld
from indagate.statechart import finished


class Driver:
    """Drives one run until it waits, ends, is paused or stopped. A child run has its parent's driver as `parent`.

    `accepting`: a person said that the run goes on although its flow or what a step asks for differs.
    """

    def __init__(
        self, journal: Journal, program: Program, run_writer: RunWriter, ledger: Ledger,
        make_context: MakeContext, engine: Any, parent: Driver | None = None,
    ) -> None:  # fmt: skip
        self.journal = journal
        self.program = program
        self.run_writer = run_writer
        self.ledger = ledger
        self.engine = engine
        self.parent = parent
        self.accepting: bool = parent is not None and parent.accepting
        self.children: list[Driver] = []
        self.accounts: dict[int, Ledger] = {}
        self.shared: dict[Identity, asyncio.Task[Any]] = {}
        self.asking: dict[Identity, asyncio.Future[None]] = {}
        """The questions that are under way, by the digest of the question and the effect's name."""
        self.gate = Gate(self.settle)
        self.signal_handler = SignalHandler(self)
        self.steps = Steps(self, make_context)
        self._ended: asyncio.Future[None] | None = None
        run_writer.on_death = self.died
        run_writer.on_event = self.signal_handler.happened

    @property
    def record(self) -> Record[Any]:
        """What the run knows now."""
        return self.run_writer.replayed.record

    def under_way(self) -> list[UnderWay]:
        """Return what is being done right now, here and in child runs, the longest first."""
        own = [*self.gate.under_way.values(), *(item for child in self.children for item in child.under_way())]
        return sorted(own, key=lambda item: item.began)

    @property
    def running(self) -> bool:
        """Whether the run is being driven right now."""
        return self._ended is not None and not self._ended.done()

    async def drive(self) -> Status:
        """Go on until the run waits, ends, pauses or is stopped; say which.

        When this is cancelled (Ctrl-C), what is in flight is journaled first; a child is simply cut off.
        Raises `LeaseHeld` if it is being driven already, `LeaseLost`, `StorageError`, or what a step raised where the
        chart takes no `Broke`.
        """
        if self.running:
            raise LeaseHeld(f"run {self.run_writer.run.name} is being driven already, by this process")
        if self._ended is not None and self.run_writer.dead is None:  # waits for people are not counted as driving
            wake = Wake(describe(self.run_writer.run.owner or ""), self.program.fingerprint)
            self.run_writer.write_lazily("wake", "wake", "", encode(wake))
        self._ended = asyncio.get_running_loop().create_future()
        self.gate.open()
        self.steps.suspended.clear()
        self.ledger.wake()
        try:
            self.signal_handler.show()
            self.drain()
            if self.run_writer.behind:
                await self.run_writer.flush()  # steps begin with what came in before them
            self.steps.launch()
            self.settle()
            await self._end()
        finally:
            await self._cease()
        if finished(self.program.chart, self.record.standing):
            return "finished"
        return self.gate.stopping or "waiting"

    def change_answering(self, answering: Answering | None) -> None:
        """Record who answers from here on, where it changed."""
        if answering is not None:
            wake = Wake(describe(self.run_writer.run.owner or ""), self.program.fingerprint, answering=answering)
            self.run_writer.write_lazily("wake", "wake", "", encode(wake))

    def stop(self, why: Status = "stopped") -> None:
        """Stop at the next boundary: nothing new begins, what is in flight is journaled first."""
        if self.running:
            self.gate.stopping = why
            for child in self.children:
                child.stop(why)
            self.settle()

    def drain(self) -> None:
        """Take in the signals that wait, if the run is being driven; else they wait until it is."""
        if self.running:
            self.signal_handler.drain()

    def settle(self) -> None:
        """End the drive when nothing is left to do, or when a stop was asked for and nothing is in flight."""
        if not self.running:
            return
        if self.gate.stopping and not self.gate.in_flight:
            self.steps.cancel()
        if self.steps.idle:
            assert self._ended is not None
            self._ended.set_result(None)

    def died(self, error: BaseException) -> None:
        """End the drive because of this."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(error)

    async def _end(self) -> None:
        """Wait until the drive ends; when cancelled, stop gracefully first."""
        assert self._ended is not None
        try:
            await asyncio.shield(self._ended)
        except asyncio.CancelledError:
            if self.parent is None and self.running:
                self.stop()
                await asyncio.shield(self._ended)
            raise

    async def _cease(self) -> None:
        """Cancel what still runs, write out what waits, show the last state."""
        assert self._ended is not None
        if not self._ended.done():
            self._ended.cancel()
        await self.steps.end()
        leftovers = list(self.shared.values())
        for task in leftovers:
            task.cancel()
        if leftovers:
            await asyncio.gather(*leftovers, return_exceptions=True)
        self.ledger.rest()
        self.signal_handler.rest()
        if self.run_writer.dead is None:
            await self.run_writer.flush()
            self.signal_handler.show()  # may take an edited page in, whose event is then written and shown
            await self.run_writer.flush()
            self.signal_handler.show()
