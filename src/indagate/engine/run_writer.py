"""The hand that writes one run: rows in order, folded once they are durable, shown in the run's files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from indagate.engine.journal import Journal, Run
from indagate.engine.lease import now
from indagate.engine.record import Record, Stamp
from indagate.engine.replay import Replay
from indagate.engine.row import Kind, Row
from indagate.engine.view import ViewRenderer
from indagate.engine.writer import WriteBatch, WriteGuard
from indagate.errors import LeaseLost
from indagate.statechart import Configuration

Watcher = Callable[[Run, Row, Any, Record[Any]], None]

_Entry = tuple[Row, Any, Configuration | None]
Then = Callable[[BaseException | None], None]


class RunWriter:
    """Writes a run's rows. Sequence numbers follow the order of writing; so do the folds.

    Only what is durable is folded and shown: a reader of the record or of a page never sees a row that a crash undoes.
    """

    def __init__(
        self, journal: Journal, run: Run, replayed: Replay, renderer: ViewRenderer | None, watchers: Sequence[Watcher]
    ) -> None:
        self.run = run
        self.replayed = replayed
        self.renderer = renderer
        self.dead: BaseException | None = None
        self.on_death: Callable[[BaseException], None] | None = None
        self.on_event: Callable[[Any], None] | None = None
        self._journal = journal
        self._watchers = watchers
        self._next = replayed.last.seq + 1
        self._lazy: list[_Entry] = []
        self._expected = False
        self._pen = WriteGuard()

    @property
    def record(self) -> Record[Any]:
        """The fold of all durable events."""
        return self.replayed.record

    @property
    def behind(self) -> bool:
        """Whether rows were written that are not durable and folded yet."""
        return self._next > self.replayed.last.seq + 1

    def require_hold(self) -> None:
        """Raise `LeaseLost` unless the journal still names this driver: what is written outside it must ask first."""
        if self.dead is not None or self._journal.by_id(self.run.id).owner != self.run.owner:
            raise LeaseLost("this driver slept past its lease and another has taken the run over; it stops here")

    def write(
        self,
        kind: Kind,
        name: str,
        key: str,
        body: bytes,
        *,
        event: Any = None,
        taken: tuple[int, str] | None = None,
    ) -> asyncio.Future[None]:
        """Write a row; the future is done when it is durable, folded and shown. Raises as `Writer.write` tells."""
        return self.write_row(kind, name, key, body, event=event, taken=taken)[1]

    def write_row(
        self, kind: Kind, name: str, key: str, body: bytes, *, event: Any = None, taken: tuple[int, str] | None = None
    ) -> tuple[Row, asyncio.Future[None]]:
        """Write a row; return it and the future that is done when it is durable. Raises as `write` does."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        return self.write_then(partial(_resolve, future), kind, name, key, body, event=event, taken=taken), future

    def write_then(
        self, then: Then | None, kind: Kind, name: str, key: str, body: bytes, *, event: Any = None,
        standing: Configuration | None = None, taken: tuple[int, str] | None = None,
    ) -> Row:  # fmt: skip
        """Write a row and call `then` when it is durable, folded and shown, or with the error that prevented it."""
        row = self._row(kind, name, key, body, standing)
        self._lazy.append((row, event, standing))
        self._submit(then, ((taken[0], row.seq, taken[1]),) if taken else ())
        return row

    def write_lazily(self, kind: Kind, name: str, key: str, body: bytes) -> Row:
        """Write a row that may wait a moment for the next one, so that both share a commit."""
        row = self._row(kind, name, key, body, None)
        self._lazy.append((row, None, None))
        if not self._expected:
            self._expected = True
            self._journal.soon(self._overdue)
        return row

    def hurry(self) -> None:
        """Let the rows that wait go to the writer now."""
        if self._lazy and self.dead is None:
            self._submit(None, ())

    async def flush(self) -> None:
        """Wait until everything written is durable."""
        if self.dead is None:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._submit(partial(_resolve, future), ())
            await future

    def die(self, error: BaseException) -> None:
        """Write nothing more, because of this."""
        if self.dead is None:
            self.dead = error
            if self.on_death is not None:
                self.on_death(error)

    def _row(self, kind: Kind, name: str, key: str, body: bytes, standing: Configuration | None) -> Row:
        if self.dead is not None:
            raise self.dead
        row = Row(self._next, kind, name, key, now(), str(standing) if standing is not None else None, body)
        self._next += 1
        return row

    def _overdue(self) -> None:
        self._expected = False
        self.hurry()

    def _submit(self, then: Then | None, taken: Sequence[tuple[int, int, str]]) -> None:
        entries, self._lazy = self._lazy, []
        # Whoever takes a parent over takes its children's leases too, before it writes to them: these must ask.
        owner = (self.run.owner or "") if self.run.parent is not None else ""
        batch = WriteBatch(self.run.id, [entry[0] for entry in entries], taken, self._pen, owner, self.run.epoch)
        self._journal.writer.write(batch, partial(self._committed, entries, then))

    def _committed(self, entries: list[_Entry], then: Then | None, _: None, error: BaseException | None) -> None:
        """Runs once for every batch, in order, before whoever waits for it goes on."""
        if error is not None:
            self.die(error)
        try:
            if self.dead is None:
                for row, event, standing in entries:
                    self._take_in(row, event, standing)
        except Exception as failure:  # noqa: BLE001 - the runner: a fold or view that fails ends this run's drive only
            self.die(failure)
        if then is not None:
            then(self.dead)

    def _take_in(self, row: Row, event: Any, standing: Configuration | None) -> None:
        replayed = self.replayed
        record = replayed.record
        if standing is not None:
            record.standing = standing
        if event is not None:
            record.rev = row.seq
            record.fold(event, Stamp(row.seq, row.at))
            replayed.latest[type(event)] = event
            if row.kind == "signal":
                replayed.effects.outside = row.seq
        replayed.last = row
        if self.renderer is not None:
            self.renderer.note(row, event, record)
        for watcher in self._watchers:
            watcher(self.run, row, event, record)
        if event is not None and self.on_event is not None:
            self.on_event(event)


def _resolve(future: asyncio.Future[None], error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
        future.exception()  # not everyone looks: the driver was told anyway
