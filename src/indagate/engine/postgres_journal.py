"""The journal in Postgres: the same runs for as many machines as reach the server."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import psycopg

from indagate.engine.journal import Connection, Journal
from indagate.engine.postgres import CHANNEL, PostgresConnection, explain, is_cut
from indagate.engine.postgres_schema import prepare
from indagate.engine.postgres_writer import PostgresWriter, tries
from indagate.engine.row import PER_RUN, Row
from indagate.storage import without_password

LEASE = 1.2
"""Seconds that a lease lasts: a worker that dies is missed for so long."""
PAGE = 2000
"""Rows that are read at once."""
LOST = "Bring it back from a backup of the database; the runs' folders stay readable."


class Pulse(threading.Thread):
    """On a connection of its own: renews leases, whatever the process is busy with, and hears that others wrote."""

    def __init__(self, address: str) -> None:
        super().__init__(name="indagate-pulse", daemon=True)
        self.heard = 0
        self.ended = False
        self._address = address
        self._beats: tuple[float, Callable[[Connection], object]] | None = None
        self._next = 0.0

    def beat(self, every: float, work: Callable[[Connection], object]) -> None:
        """From now on do `work` every so many seconds."""
        self._beats = (every, work)

    def run(self) -> None:
        """Listen and renew until ended; a server that is away is asked again and again."""
        connection: PostgresConnection | None = None
        while not self.ended:
            try:
                if connection is None:
                    connection = PostgresConnection(self._address)
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.heard += 1  # what was said while nobody listened is not known
                self._round(connection)
            except psycopg.Error:
                if connection is not None:
                    connection.close()
                    connection = None
                time.sleep(0.1)
        if connection is not None:
            connection.close()

    def _round(self, connection: PostgresConnection) -> None:
        now, beats = time.monotonic(), self._beats
        if beats is not None and now >= self._next:
            beats[1](connection)
            self._next = now + beats[0]
        for _ in connection.raw.notifies(timeout=0.1, stop_after=1):
            self.heard += 1


class PostgresJournal(Journal):
    """The rows of all runs in one database, in its schema `indagate`."""

    connection_type = PostgresConnection
    lease_seconds = LEASE

    def __init__(self, address: str, reader: PostgresConnection) -> None:
        super().__init__(without_password(address), without_password(address))
        self.address = address
        self._reader: PostgresConnection | None = reader
        self._reading = threading.RLock()
        self._writer: PostgresWriter | None = None
        self._pulse: Pulse | None = None

    @classmethod
    def at(cls, address: str) -> PostgresJournal:
        """Open the journal at an address, or make it. Raises `StorageError`, `TooNew`, `OtherVersion`, `InputError`."""
        reader: PostgresConnection | None = None
        try:
            reader = PostgresConnection(address)
            prepare(reader, without_password(address))
        except BaseException as error:
            if reader is not None:
                reader.close()
            if isinstance(error, psycopg.Error):
                raise explain(error, address) from None
            raise
        return cls(address, reader)

    def close(self) -> None:
        """Write out what waits and close."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._pulse is not None:
            self._pulse.ended = True
            self._pulse.join(1.0)
            self._pulse = None
        self._drop()

    @property
    def writer(self) -> PostgresWriter:
        """The thread that writes, started when first needed."""
        if self._writer is None:
            self._writer = PostgresWriter(self.address, self.pulse.beat)
            self._writer.start()
        return self._writer

    @property
    def pulse(self) -> Pulse:
        """The thread that renews and listens, started when first needed."""
        if self._pulse is None:
            self._pulse = Pulse(self.address)
            self._pulse.start()
        return self._pulse

    def between_commits(self, seconds: float) -> AbstractContextManager[None]:
        """Begin no commit within, and wait at most so long for one under way to end."""
        return nullcontext() if self._writer is None else self._writer.between_commits(seconds)

    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query, waiting the server out. Raises `StorageError`."""
        return self._read(sql, values)

    def read_named(self, sql: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return the rows of a query whose values have names, waiting the server out. Raises `StorageError`."""
        return self._read(sql, values)

    def _read(self, sql: str, values: Any) -> list[tuple[Any, ...]]:
        with self._reading:
            for last in tries():
                try:
                    self._reader = self._reader or PostgresConnection(self.address)
                    return self._reader.execute(sql, values).fetchall()
                except psycopg.Error as error:
                    if last or not is_cut(error):
                        raise explain(error, self.address) from error
                    self._drop()
        raise AssertionError("the last try returns or raises")

    def _drop(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def rows(self, run: int, *, after: int = -1, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows of a run in order. Raises `Corrupt` at a damaged or missing row, naming it."""
        end = PER_RUN - 1 if upto is None else upto
        while True:
            found = self.read(
                "SELECT seq, kind, name, key, at, stands, body, crc FROM rows WHERE id > ? AND id <= ? "
                f"ORDER BY id LIMIT {PAGE}",
                run * PER_RUN + after, run * PER_RUN + end,
            )  # fmt: skip
            yield from self.checked(run, ((*row[:6], row[6].encode(), row[7]) for row in found), after + 1, LOST)
            if len(found) < PAGE:
                return
            after += PAGE

    @contextlib.contextmanager
    def reading(self) -> Iterator[PostgresConnection]:
        """Give a connection of its own to read with."""
        connection = PostgresConnection(self.address)
        try:
            yield connection
        finally:
            connection.close()

    def version(self) -> int:
        """Return a number that changes when another connection writes."""
        return self.pulse.heard

    def free_pages(self) -> tuple[int, int]:
        """Return nothing: the server sees to its files itself."""
        return 0, 0

    def compact(self) -> None:
        """Leave it to the server's autovacuum."""
