"""Writing to a journal in Postgres: one statement for all batches that wait, which an overtaken driver's fall out of.

A batch is written only in the epoch of its driver's lease and right after the run's last row. So a commit whose outcome
is not known (the connection died in it) can be looked up, and what is tried again can never be written twice.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg import errors

from indagate.engine.postgres import CHANNEL, CONFLICTS, ROWS, PostgresConnection, columns_of, explain, is_cut
from indagate.engine.row import Row
from indagate.engine.writer import LONGEST, Work, WriteBatch, Writer, fail, lost, unbroken
from indagate.errors import StorageError

if TYPE_CHECKING:
    from indagate.engine.journal import Connection

TELL = 0.05
"""Seconds between two notifications of a process: each takes a lock that all of a server's commits take."""
_APPEND = f"""
WITH want AS (
    SELECT * FROM unnest(%s::integer[], %s::integer[], %s::bigint[], %s::bigint[]) AS w(run, epoch, first, last)
), fence AS (
    UPDATE runs SET last = want.last FROM want
    WHERE runs.id = want.run AND runs.epoch = want.epoch AND runs.last = want.first - 1 RETURNING runs.id, runs.epoch
), written AS (
    INSERT INTO rows(id, epoch, kind, name, key, at, stands, body, crc)
    SELECT r.id, fence.epoch, r.kind, r.name, r.key, r.at, r.stands, r.body, r.crc
    FROM {ROWS} JOIN fence ON fence.id = r.id >> 32
), answered AS (
    UPDATE inbox SET taken = t.seq, outcome = t.outcome
    FROM unnest(%s::bigint[], %s::integer[], %s::bigint[], %s::text[]) AS t(letter, run, seq, outcome)
        JOIN fence ON fence.id = t.run
    WHERE inbox.id = t.letter AND inbox.taken IS NULL
)
SELECT id, CASE WHEN %s::boolean THEN pg_notify('{CHANNEL}', '')::text END FROM fence
""".encode()


@dataclass(slots=True)
class _Wanted:
    """What one driver wants written of one run, in one piece."""

    run: int
    epoch: int
    works: list[Work] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    taken: list[tuple[int, int, str]] = field(default_factory=list)

    def joins(self, batch: WriteBatch) -> bool:
        """Whether a batch goes on where this ends."""
        return self.epoch == batch.epoch and (not batch.rows or batch.rows[0].seq == self.rows[-1].seq + 1)

    def add(self, work: Work, batch: WriteBatch) -> None:
        """Take a batch in."""
        self.works.append(work)
        self.rows += batch.rows
        self.taken += batch.taken

    def fail(self, error: BaseException) -> None:
        """Mark all of it as not written."""
        for work in self.works:
            fail(work, error)


class PostgresWriter(Writer):
    """Commits to a server, waiting out its restarts."""

    def __init__(self, address: str, beat: Callable[[float, Callable[[Connection], object]], None]) -> None:
        super().__init__()
        self._address = address
        self._connection: PostgresConnection | None = None
        self._beat = beat
        self._untold = False
        self._next_telling = 0.0

    def beat(self, every: float, work: Callable[[Connection], object]) -> None:
        """From now on do `work` every so many seconds: elsewhere, for a commit may wait for the server."""
        self._beat(every, work)

    def idle(self) -> float | None:
        """Return when others are to be told of what was written since they were told last."""
        return TELL if self._untold else None

    def disconnect(self) -> None:
        """Give the connection up; the next group opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def commit(self, group: list[Work]) -> None:
        """Commit a group: batches that follow each other in one statement, each change in a transaction."""
        batches: list[Work] = []
        for work in group:
            if isinstance(work.act, WriteBatch):
                batches.append(work)
            else:
                self._append(batches)
                batches = []
                self._change(work, work.act)
        self._append(batches)
        if self._untold and self._telling():
            with contextlib.suppress(psycopg.Error):  # who waits for it looks now and then in any case
                self._connected().execute(f"NOTIFY {CHANNEL}")
            self._told()

    def _connected(self) -> PostgresConnection:
        self._connection = self._connection or PostgresConnection(self._address)
        return self._connection

    def _telling(self) -> bool:
        return time.monotonic() >= self._next_telling

    def _told(self) -> None:
        self._untold, self._next_telling = False, time.monotonic() + TELL

    def _append(self, works: list[Work]) -> None:
        while works:
            wanted: dict[int, _Wanted] = {}
            through = 0
            for work in works:
                batch = work.act
                assert isinstance(batch, WriteBatch)
                if batch.pen.broken is None and (batch.rows or batch.taken):
                    found = wanted.setdefault(batch.run, _Wanted(batch.run, batch.epoch))
                    if found.works and not found.joins(batch):
                        break
                    found.add(work, batch)
                through += 1
            if wanted:
                self._write(list(wanted.values()))
            for work in unbroken(works[:through]):
                work.through = True
            works = works[through:]

    def _write(self, wanted: list[_Wanted]) -> None:
        """Write what drivers want, waiting the server out; what cannot be written is marked as failed."""
        unsure = False
        for last in tries():
            try:
                if unsure:
                    wanted = [item for item in wanted if not self._is_written(item)]
                refused = self._insert(wanted)
                for item in refused:
                    if not (unsure and self._is_written(item)):  # the try before may have got through after the look
                        item.fail(lost())
                return
            except psycopg.Error as error:
                if is_cut(error):
                    unsure = True
                    self.disconnect()
                if last or not (is_cut(error) or isinstance(error, CONFLICTS)):
                    self._give_up(wanted, error)
                    return

    def _insert(self, wanted: Sequence[_Wanted]) -> list[_Wanted]:
        """Write in one statement; return what the fence kept out."""
        rows = [(item.run, row) for item in wanted for row in item.rows]
        taken = [(item.run, *answer) for item in wanted for answer in item.taken]
        telling = self._telling()
        values = (
            [item.run for item in wanted], [item.epoch for item in wanted],
            [item.rows[0].seq for item in wanted], [item.rows[-1].seq for item in wanted],
            *columns_of(rows),
            [answer[1] for answer in taken], [answer[0] for answer in taken], [answer[2] for answer in taken],
            [answer[3] for answer in taken], telling,
        )  # fmt: skip
        written = {run for run, _ in self._connected().raw.execute(_APPEND, values)} if wanted else set()
        self._untold = True
        if telling:
            self._told()
        return [item for item in wanted if item.run not in written]

    def _is_written(self, item: _Wanted) -> bool:
        row = item.rows[-1]
        sql = "SELECT 1 FROM rows WHERE id = ? AND epoch = ? AND crc = ?"
        return bool(self._connected().execute(sql, (row.number(item.run), item.epoch, row.check)).fetchone())

    def _give_up(self, wanted: Sequence[_Wanted], error: psycopg.Error) -> None:
        if len(wanted) > 1 and not is_cut(error):  # one of them is at fault, and fails alone
            for item in wanted:
                self._write([item])
            return
        taken = isinstance(error, errors.UniqueViolation)  # a row stands where it wanted to write
        for item in wanted:
            item.fail(lost() if taken else explain(error, self._address))

    def _change(self, work: Work, act: Callable[[Connection], Any]) -> None:
        """Do a change in a transaction, again where another was quicker or the server went away before the commit."""
        for last in tries():
            commit: tuple[str | None, int] = (None, 0)
            try:
                connection = self._connected()
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                result = act(connection)
                commit = (connection.execute(_BEFORE_COMMIT).fetchall()[0][0], connection.raw.info.backend_pid)
                connection.execute("COMMIT")
                work.result, work.through = result, True
                return
            except psycopg.Error as error:
                self._roll_back(error)
                if commit[0] is not None and is_cut(error) and self._was_committed(commit[0], commit[1]):
                    work.result, work.through = result, True
                    return
                if last or not (is_cut(error) or isinstance(error, CONFLICTS)):
                    fail(work, explain(error, self._address))
                    return
            except Exception as error:  # noqa: BLE001 - the worker loop: a change may raise anything, and fails alone
                self._roll_back(error)
                fail(work, error)
                return

    def _roll_back(self, error: Exception) -> None:
        if self._connection is None or is_cut(error):
            self.disconnect()
            return
        try:
            self._connection.execute("ROLLBACK")
        except psycopg.Error:
            self.disconnect()

    def _was_committed(self, transaction: str, backend: int) -> bool:
        """Find out what became of a commit in which the connection died. Raises `StorageError` if nobody says."""
        for last in tries():
            try:
                connection = self._connected()
                status = connection.execute("SELECT pg_xact_status(CAST(? AS xid8))", (transaction,)).fetchone()
                if status != ("in progress",):
                    return status == ("committed",)
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid = ? AND backend_xid = CAST(? AS xid8)::xid",
                    (backend, transaction),
                )
            except psycopg.Error:
                self.disconnect()
            if last:
                break
        raise StorageError("the server went away in a commit and has not come back: whether it was made is not known")


_BEFORE_COMMIT = f"""
SELECT pg_current_xact_id_if_assigned()::text,
    CASE WHEN pg_current_xact_id_if_assigned() IS NOT NULL THEN pg_notify('{CHANNEL}', '')::text END
"""


def tries() -> Iterator[bool]:
    """Yield for each try whether it is the last, with longer and longer pauses between them."""
    until, pause = time.monotonic() + LONGEST, 0.01
    while (now := time.monotonic()) < until:
        yield False
        time.sleep(min(pause * random.uniform(0.5, 1.5), max(0.0, until - now)))
        pause = min(0.4, pause * 2)
    yield True
