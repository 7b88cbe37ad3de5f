"""What the process that can be killed is asked: to read a file into a database, or to answer a query."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from indagate.errors import InputError
from indagate.tools.tables.loading import Loaded, connect, load
from indagate.tools.tables.table import Cell, Rows

if TYPE_CHECKING:
    import duckdb

FUNCTION = "indagate.tools.tables.worker:answer"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: load a file (`file`, `label`, the names `taken`), or answer `sql` with its parameters."""

    what: Literal["load", "query"]
    database: str
    file: str = ""
    label: str = ""
    taken: tuple[str, ...] = ()
    sql: str = ""
    params: tuple[Cell, ...] = ()
    limit: int = 0


_open: dict[str, duckdb.DuckDBPyConnection] = {}


def answer(request: bytes) -> bytes:
    """Do what a request asks. Raises `Unreadable` or `InputError`."""
    asked = msgspec.json.decode(request, type=Asked)
    if asked.what == "load":
        found: Loaded | Rows = load(asked.database, asked.file, asked.label, asked.taken)
    else:
        found = ask(asked.database, asked.sql, asked.params, asked.limit)
    return msgspec.json.encode(found)


def ask(database: str, sql: str, params: Sequence[Cell] = (), limit: int = 10_000) -> Rows:
    """Answer one SELECT over a database, in this process: for those that run in one that can be killed already.

    Raises `InputError` for what is no such query or cannot be answered.
    """
    import duckdb

    if database not in _open:
        _open.clear()
        _open[database] = connect(database, write=False)
    base = _open[database]
    try:
        statements = base.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise InputError("a query is one SELECT, and nothing else")
        cursor = base.execute(sql, list(params))
        rows = cursor.fetchmany(limit + 1)
    except duckdb.Error as error:
        raise InputError(f"the query cannot be answered: {' '.join(str(error).split())[:300]}") from None
    columns = tuple(str(column[0]) for column in cursor.description or ())
    return Rows(columns, tuple(_plain(row) for row in rows[:limit]), len(rows) > limit)


def _plain(row: Sequence[Any]) -> tuple[Cell, ...]:
    return tuple(_cell(value) for value in row)


def _cell(value: Any) -> Cell:
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**63 else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)
