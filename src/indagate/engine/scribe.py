"""The hand that writes one run: rows in order, folded once they are durable, shown in the run's files."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from indagate.engine.journal import Journal, Run
from indagate.engine.lease import now, ttl
from indagate.engine.past import Past
from indagate.engine.record import Record, Stamp
from indagate.engine.row import Kind, Row
from indagate.engine.view import Showing
from indagate.engine.writer import Batch
from indagate.errors import Fenced
from indagate.statechart import Configuration

Watcher = Callable[[Run, Row, Any, Record[Any]], None]
LAZY = 0.005
"""Seconds that a row which nobody waits for may wait for company."""

_Entry = tuple[Row, Any, Configuration | None]


class Scribe:
    """Writes a run's rows. Sequence numbers follow the order of `write`; so do the folds.

    Only what is durable is folded and shown: a reader of the record or of a page never sees a row that a crash undoes.
    """

    def __init__(
        self, journal: Journal, run: Run, past: Past, showing: Showing | None, watchers: Sequence[Watcher]
    ) -> None:
        self.run = run
        self.past = past
        self.showing = showing
        self.dead: BaseException | None = None
        self.on_death: Callable[[BaseException], None] | None = None
        self.on_event: Callable[[Any], None] | None = None
        self._journal = journal
        self._watchers = watchers
        self._next = past.last.seq + 1
        self._lazy: list[_Entry] = []
        self._timer: asyncio.TimerHandle | None = None
        self._durable = time.monotonic()

    @property
    def record(self) -> Record[Any]:
        """The fold of all durable events."""
        return self.past.record

    def write(
        self,
        kind: Kind,
        name: str,
        key: str,
        body: bytes,
        *,
        event: Any = None,
        standing: Configuration | None = None,
        taken: tuple[int, str] | None = None,
    ) -> asyncio.Future[None]:
        """Write a row; the future is done when it is durable, folded and shown. Raises as `Writer.submit` does."""
        row = self._row(kind, name, key, body, standing)
        entries = [*self._lazy, (row, event, standing)]
        self._lazy.clear()
        return self._submit(entries, [(taken[0], row.seq, taken[1])] if taken else [])

    def write_lazily(self, kind: Kind, name: str, key: str, body: bytes) -> Row:
        """Write a row that may wait a moment for the next one, so that both share a commit."""
        row = self._row(kind, name, key, body, None)
        self._lazy.append((row, None, None))
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LAZY, self._overdue)
        return row

    def hurry(self) -> None:
        """Let the rows that wait go to the writer now."""
        if self._lazy and self.dead is None:
            self._submit([*self._lazy], [])

    async def flush(self) -> None:
        """Wait until everything written is durable."""
        if self.dead is None:
            await self._submit([*self._lazy], [])

    def _row(self, kind: Kind, name: str, key: str, body: bytes, standing: Configuration | None) -> Row:
        if self.dead is not None:
            raise self.dead
        row = Row(self._next, kind, name, key, now(), str(standing) if standing else None, body)
        self._next += 1
        return row

    def _overdue(self) -> None:
        self._timer = None
        self.hurry()

    def _submit(self, entries: list[_Entry], taken: list[tuple[int, int, str]]) -> asyncio.Future[None]:
        self._lazy.clear()
        future = self._journal.append(Batch(self.run.id, [row for row, _, _ in entries], taken))
        future.add_done_callback(partial(self._committed, entries))
        return future

    def _committed(self, entries: list[_Entry], future: asyncio.Future[None]) -> None:
        """Runs before whoever awaits the future goes on."""
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            self._die(error)
            return
        if self.dead is not None:
            return
        moment = time.monotonic()
        overslept, self._durable = moment - self._durable > ttl(), moment
        if overslept and self.showing is not None and self._journal.by_id(self.run.id).owner != self.run.owner:
            self._die(Fenced("this driver slept past its lease and another has taken the run over"))
            return
        record = self.past.record
        for row, event, standing in entries:
            if standing is not None:
                record.standing = standing
            if event is not None:
                record.rev = row.seq
                record.fold(event, Stamp(row.seq, row.at))
                self.past.latest[type(event)] = event
            self.past.last = row
            if self.showing is not None:
                self.showing.note(row, event, record)
            for watcher in self._watchers:
                watcher(self.run, row, event, record)
            if event is not None and self.on_event is not None:
                self.on_event(event)

    def _die(self, error: BaseException) -> None:
        if self.dead is None:
            self.dead = error
            if self.on_death is not None:
                self.on_death(error)
