"""The process that can be killed: it reads sources into a database, and answers queries over it."""

from __future__ import annotations

import resource
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from indagate.cells.loading import connect, library, load_file, load_rows, lock
from indagate.cells.request import MEMORY_DATABASE, NOT_LOADED, Answer, Ask, Load, Loaded
from indagate.cells.values import plain
from indagate.errors import InputError, Unreadable

if TYPE_CHECKING:
    import duckdb

_open: dict[str, duckdb.DuckDBPyConnection] = {}
_locked: set[str] = set()


def answer(request: bytes) -> bytes:
    """Do what a request asks. Raises `Unreadable` or `InputError`."""
    asked = msgspec.msgpack.decode(request, type=Load | Ask)
    return msgspec.msgpack.encode(_ask(asked) if isinstance(asked, Ask) else _load(asked))


def _load(asked: Load) -> Loaded:
    base = _open.get(asked.database) or connect(asked.database)
    _open[asked.database] = base
    taken = set(asked.taken)
    try:
        if asked.rows is not None:
            return load_rows(base, asked.rows, taken)
        assert asked.file is not None
        return load_file(base, Path(asked.file.path), asked.file.label, taken)
    except library().OutOfMemoryException:
        raise MemoryError from None
    except library().Error as error:
        raise Unreadable(f"it cannot be read: {_short(error)}") from None


def _ask(asked: Ask) -> list[Answer]:
    base = _open.get(asked.database)
    if base is None:
        if asked.database == MEMORY_DATABASE:
            raise InputError(NOT_LOADED)
        base = _open[asked.database] = connect(asked.database)
    if asked.database not in _locked:
        lock(base)
        _locked.add(asked.database)
    spent = time.process_time()
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent) + asked.seconds + 1, hard))
    answers = []
    for statement in asked.statements:
        try:
            cursor = base.execute(statement)
            description = cursor.description or []
            rows = cursor.fetchmany(asked.limit + 1)
        except library().OutOfMemoryException:
            raise MemoryError from None
        except library().Error as error:
            raise InputError(f"the query cannot be answered: {_short(error)}") from None
        answers.append(
            Answer(
                [str(column[0]) for column in description], [str(column[1]) for column in description],
                [[plain(value) for value in row] for row in rows[: asked.limit]], len(rows) > asked.limit,
            )
        )  # fmt: skip
    return answers


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
