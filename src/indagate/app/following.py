"""Following runs as they go on: one watcher for the whole process, however many listen, whoever drives them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

from indagate.engine import Engine, Row, Run
from indagate.errors import JournalError, StorageError

if TYPE_CHECKING:
    from indagate.flow import Flow

LOOK = 0.1
"""Seconds between two looks at whether another process has written to the journal."""
RECENT = 512
"""The latest rows of a run that are kept for those who follow it; older ones are read from the journal."""


class RowFeed:
    """The latest rows of a run, read once for all who follow it."""

    def __init__(self, run: Run, ends: frozenset[str], last: int, stands: str) -> None:
        self.run = run
        self.last = last
        self.gone = False
        self.followers = 0
        self._ends = ends
        self._stands = stands
        self._rows: deque[Row] = deque(maxlen=RECENT)
        self._changed = asyncio.Event()

    @property
    def ended(self) -> bool:
        """Whether the run has ended, or was deleted."""
        return self.gone or all(state in self._ends for state in self._stands.split(" + "))

    def push(self, row: Row) -> None:
        """Take a new row in."""
        self._rows.append(row)
        self.last = row.seq
        self._stands = row.stands or self._stands

    def wake(self) -> None:
        """Wake all who follow."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def after(self, row: int) -> list[Row] | None:
        """Return the rows after `row`, or None where older ones than are kept are needed."""
        if row >= self.last:
            return []
        if not self._rows or self._rows[0].seq > row + 1:
            return None
        return [item for item in self._rows if item.seq > row]

    async def changed(self) -> None:
        """Wait until something happens."""
        await self._changed.wait()


class JournalWatch:
    """Notices what is written to a journal, here or by another process, and wakes who follows a run."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._feeds: dict[int, RowFeed] = {}
        self._task: asyncio.Task[None] | None = None
        self._touched = asyncio.Event()
        self._version = -1

    async def follow(
        self, run: Run, flow: Flow, after: int = -1, until: asyncio.Future[Any] | None = None
    ) -> AsyncIterator[Row]:
        """Yield the rows of a run after `after` as they are written, until it has ended, or `until` is done.

        Who listens slowly is given rows slowly; nothing is kept for them but the journal. Raises `Corrupt`.
        """
        with self._feed(run, flow) as feed:
            last = after
            while True:
                over = feed.ended or (until is not None and until.done())
                if over:
                    self._look(feed)
                rows = feed.after(last)
                if rows is None:
                    upto = min(last + RECENT, feed.last)
                    rows = list(self._engine.journal.rows(run.id, after=last, upto=upto))
                for row in rows:
                    last = row.seq
                    yield row
                if over and (last >= feed.last or feed.gone):
                    return
                if last >= feed.last:
                    await self._wait(feed, until)

    async def close(self) -> None:
        """Stop watching; who still follows is told that the run is gone."""
        for feed in self._feeds.values():
            feed.gone = True
            feed.wake()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @contextlib.contextmanager
    def _feed(self, run: Run, flow: Flow) -> Iterator[RowFeed]:
        journal = self._engine.journal
        feed = self._feeds.get(run.id)
        if feed is None:
            last, stands = journal.last(run.id)[0], journal.stands(run.id)
            feed = self._feeds[run.id] = RowFeed(run, frozenset(flow.chart.finals), last, stands)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._watch())
            self._engine.watchers.append(self._note)
        feed.followers += 1
        try:
            yield feed
        finally:
            feed.followers -= 1
            if not feed.followers:
                self._feeds.pop(run.id, None)

    async def _wait(self, feed: RowFeed, until: asyncio.Future[Any] | None) -> None:
        if until is None:
            await feed.changed()
            return
        waiting = asyncio.ensure_future(feed.changed())
        try:
            await asyncio.wait({waiting, until}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()

    def _note(self, run: Run, row: Row, event: Any, record: Any) -> None:
        if run.id in self._feeds:
            self._touched.set()

    async def _watch(self) -> None:
        try:
            while self._feeds:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._touched.wait(), LOOK)
                self._touched.clear()
                with contextlib.suppress(JournalError, StorageError):  # the next look may succeed
                    self._look_all()
        finally:
            self._engine.watchers.remove(self._note)

    def _look_all(self) -> None:
        version = self._engine.journal.version()
        if version == self._version:
            return
        for feed in list(self._feeds.values()):
            self._look(feed)
        self._version = version

    def _look(self, feed: RowFeed) -> None:
        journal, before = self._engine.journal, feed.last
        for row in journal.rows(feed.run.id, after=before):
            feed.push(row)
        if feed.last == before and not journal.read("SELECT 1 FROM runs WHERE id = ?", feed.run.id):
            feed.gone = True
        if feed.last > before or feed.gone:
            feed.wake()
