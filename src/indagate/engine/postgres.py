"""A connection to a Postgres server that takes the engine's SQL, and that gives up on a server which says nothing."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from indagate.engine import lease
from indagate.engine.journal import COLUMNS, Run
from indagate.engine.row import Row
from indagate.errors import IndagateError, InputError, OtherVersion, StorageError
from indagate.storage import without_password

ANSWER = 5.0
"""Seconds that the server may take for an answer."""
CHANNEL = "indagate"
"""What is notified, without a word, when something was written."""
CONFLICTS = (
    errors.SerializationFailure, errors.DeadlockDetected, errors.LockNotAvailable, errors.QueryCanceled,
)  # fmt: skip
"""Why a transaction is to be tried again: another was quicker, or the server is busy."""
_MARK = re.compile(r"\?|%|(?<![:\w]):([a-z]\w*)")
ROWS = """
unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::integer[])
    AS r(id, kind, name, key, at, stands, body, crc)
"""
_PUT = f"""
INSERT INTO rows(id, epoch, kind, name, key, at, stands, body, crc)
SELECT r.id, runs.epoch, r.kind, r.name, r.key, r.at, r.stands, r.body, r.crc FROM {ROWS} JOIN runs ON runs.id = %s
""".encode()
_SETTINGS = f"""
SET search_path = indagate; SET lock_timeout = '{ANSWER * 0.6:g}s'; SET statement_timeout = '{ANSWER * 0.8:g}s';
SET idle_in_transaction_session_timeout = '{ANSWER:g}s'; SET client_encoding = 'UTF8';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""


class BoundedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when the server has not answered in time: whether it heard is not known then."""

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer."""
        try:
            return super().wait(gen, interval, ANSWER if timeout is None else timeout)
        except psycopg.OperationalError:
            if timeout is None and self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


class PostgresConnection:
    """What the engine's SQL is put to."""

    columns = COLUMNS.replace("runs.held AS held", "runs.held - clock_ms() AS held, runs.epoch")
    next_id = "nextval('run_ids')"

    def __init__(self, address: str) -> None:
        self.raw: BoundedConnection = BoundedConnection.connect(
            address, autocommit=True, connect_timeout=round(ANSWER), tcp_user_timeout=round(ANSWER * 1000),
            application_name="indagate",
        )  # fmt: skip
        try:
            self.raw.execute(_SETTINGS.encode())
        except BaseException:
            self.raw.close()
            raise

    @staticmethod
    def to_run(values: Sequence[Any]) -> Run:
        """Return the entry that the values of `columns` stand for; the server's clock becomes this machine's."""
        number, name, flow, origin, born, parent, paused, owner, left, *epoch = values
        held = None if left is None else lease.now() + left
        return Run(number, name, flow, origin, born, parent, bool(paused), owner, held, *epoch)

    def execute(self, sql: str, values: Any = (), /) -> psycopg.ClientCursor[tuple[Any, ...]]:
        """Put a statement in the engine's SQL; its values are bound here."""
        cursor = psycopg.ClientCursor(self.raw)
        cursor.execute(translated(sql), values)
        return cursor

    def put(self, run: int, rows: Sequence[Row]) -> None:
        """Enter rows of a run, within a transaction."""
        self.raw.execute(_PUT, (*columns_of([(run, row) for row in rows]), run))
        self.execute("UPDATE runs SET last = ? WHERE id = ?", (rows[-1].seq, run))

    def renumber(self) -> None:
        """Let ids begin after those that were entered from elsewhere, within a transaction."""
        for sequence, table in (("run_ids", "runs"), ("inbox_id_seq", "inbox")):
            self.execute(f"SELECT setval('{sequence}', (SELECT coalesce(max(id), 0) + 1 FROM {table}), false)")

    def close(self) -> None:
        """Close it."""
        with contextlib.suppress(psycopg.Error):
            self.raw.close()


def columns_of(rows: Sequence[tuple[int, Row]]) -> tuple[list[Any], ...]:
    """Return the columns of rows of runs, as `ROWS` takes them."""
    return (
        [row.number(run) for run, row in rows], [row.kind for _, row in rows], [row.name for _, row in rows],
        [row.key for _, row in rows], [row.at for _, row in rows], [row.stands for _, row in rows],
        [row.body.decode() for _, row in rows], [row.check for _, row in rows],
    )  # fmt: skip


@cache
def translated(sql: str) -> bytes:
    """Return the engine's SQL with the marks of psycopg."""
    return _MARK.sub(lambda m: {"?": "%s", "%": "%%"}.get(m[0], f"%({m[1]})s"), sql).encode()


def is_cut(error: BaseException) -> bool:
    """Whether the connection is gone, or the server is about to go or not up yet: another connection may do."""
    down = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow, errors.IdleInTransactionSessionTimeout)
    if isinstance(error, down):
        return True
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not error.sqlstate


def explain(error: psycopg.Error, address: str) -> IndagateError:
    """Return the error of ours for one of Postgres's."""
    label, said = without_password(address), str(error).strip().partition("\n")[0]
    if isinstance(error, errors.UndefinedTable | errors.UndefinedColumn | errors.UndefinedFunction):
        return OtherVersion(
            f"the journal {label} was written by another version of indagate: {said}",
            hint="Use that version for its runs, or another database for new ones.",
        )
    if isinstance(error, errors.DataError | errors.ProgrammingError | UnicodeError):
        return InputError(f"the journal {label} does not take this: {said}")
    return StorageError(
        f"cannot use the journal {label}: {said}",
        hint="Nothing recorded is lost. See that the server runs and lets you in, then go on: indagate resume.",
    )
