"""Loading sources as typed views that can be asked, in a process that can be killed."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from indagate.cells.request import FUNCTION, MEMORY_DATABASE, NOT_LOADED, SUFFIXES, Answer, Ask, File, Load, Loaded
from indagate.cells.schema import apply_notes, read_column_file
from indagate.cells.table import Column, ColumnNote, Note, Rows, Table
from indagate.errors import EffectError, EffectFailed, InputError, Unreadable
from indagate.sandbox import Worker
from indagate.storage.typed import packed_decoder

ADDRESSES = 2 << 30
"""Bytes of address space of the process; what it really uses stays below 1 GiB."""
ROWS = 10_000
"""Rows that a query gives at most."""
SECONDS = 60
"""Seconds, of processor and of clock, that a query may take."""
PATIENCE = 90.0
"""Seconds that reading a file may take, and as many again for each five million bytes of it."""
COLUMN_FILE = "columns.yaml"
"""The file beside data that says what its columns are."""


class Tables:
    """Typed views that can be asked, one query at a time. Close it, or use it in `with`.

    `tables` says what there is, `notes` what was decided or lost when it was read.
    """

    def __init__(self, tables: Sequence[Table], notes: Sequence[Note], database: Path | None, digest: str) -> None:
        self.tables = tuple(tables)
        self.notes = tuple(notes)
        self.digest = digest
        self.seconds = SECONDS
        """Seconds that a query may take."""
        self._database = database
        self._rows: list[Load] = []
        self._worker = Worker(FUNCTION, memory=ADDRESSES)
        self._turn = threading.Lock()

    def table(self, name: str) -> Table:
        """Return the table of this name. Raises `KeyError`."""
        for table in self.tables:
            if table.name == name:
                return table
        raise KeyError(name)

    def describe(self, *, rows: int = 3) -> str:
        """Return what a model is shown: tables, grain, columns (type, kind, unit), a few rows, what was decided."""
        return "\n\n".join(_described(table, self.notes, rows) for table in self.tables)

    def annotate(self, notes: Iterable[ColumnNote]) -> tuple[Note, ...]:
        """Take in what a person or a model says of columns; return what was refused, since the values deny it."""
        self.tables, refused = apply_notes(self.tables, tuple(notes))
        return refused

    def ask(self, statements: Sequence[str], *, limit: int = ROWS, seconds: int = 0) -> list[Answer]:
        """Answer statements that passed the gate. Raises `InputError`, `TimedOut`, `EffectFailed`."""
        seconds = seconds or self.seconds
        name = str(self._database or MEMORY_DATABASE)
        request = msgspec.msgpack.encode(Ask(name, list(statements), limit, seconds))
        with self._turn:
            try:
                found = self._worker.call(request, timeout=seconds)
            except EffectFailed as failure:
                if NOT_LOADED not in failure.message:
                    raise _explained(failure, seconds) from None
                self._load_rows()
                found = self._worker.call(request, timeout=seconds)
        return packed_decoder(list[Answer]).decode(found)

    def _load_rows(self) -> None:
        for load in self._rows:
            self._worker.call(msgspec.msgpack.encode(load), timeout=PATIENCE)

    def close(self) -> None:
        """End the process and remove the database."""
        self._worker.close()
        if self._database is not None:
            shutil.rmtree(self._database.parent, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


NO_TABLE = "there is no table to read"
TABLE_FILES = f"tables are files ending in {', '.join(sorted(SUFFIXES))}"


def load(sources: Iterable[Path | Rows], columns: Iterable[ColumnNote] = ()) -> Tables:
    """Read files, folders and rows in memory as typed views.

    A file that cannot be read becomes a note; raises `Unreadable` where nothing could be, and `InputError` for
    a `columns.yaml` or `columns` that name no column.
    """
    files, rows = [], []
    said: list[ColumnNote] = []
    for source in sources:
        if isinstance(source, Rows):
            rows.append(source)
            continue
        found = _files(source)
        files += found
        for page in _said_of(found):
            said += [note for note in read_column_file(page) if note not in said]
    if not files and not rows:
        raise Unreadable(NO_TABLE, hint=TABLE_FILES)
    tables = _read(files, rows)
    try:
        tables.notes += tables.annotate([*said, *columns])
    except BaseException:
        tables.close()
        raise
    return tables


def read_by(source: Path) -> list[Path]:
    """Return the files that `load` reads of a folder or file, with what was said of their columns.

    Raises `Unreadable` where there is none.
    """
    found = _files(source)
    if not found:
        raise Unreadable(f"{source}: {NO_TABLE}", hint=TABLE_FILES)
    return [*(Path(file.path) for file in found), *_said_of(found)]


def _said_of(files: Iterable[File]) -> list[Path]:
    """Return the pages beside tables that say what their columns are."""
    pages = (folder / COLUMN_FILE for folder in dict.fromkeys(Path(file.path).parent for file in files))
    return [page for page in pages if page.is_file()]


def _files(source: Path) -> list[File]:
    root = source.expanduser().absolute()
    if root.is_file():
        return [File(str(root), root.name)]
    if not root.is_dir():
        raise Unreadable(f"there is no file or folder {source}")
    found = []
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        hidden = any(part.startswith((".", "~$")) for part in inside.parts)
        if (
            not hidden
            and path.suffix.lower() in SUFFIXES
            and path.is_file()
            and path.resolve().is_relative_to(root.resolve())
        ):
            found.append(File(str(path), inside.as_posix()))
    return found


def _read(files: Sequence[File], rows: Sequence[Rows]) -> Tables:
    database = Path(tempfile.mkdtemp(prefix="indagate-cells-")) / "cells.duckdb" if files else None
    opened = Tables((), (), database, "")
    name = str(database or MEMORY_DATABASE)
    sha = hashlib.sha256()
    loads = [(Load(name, file=file), file.label) for file in files] + [(Load(name, rows=one), one.name) for one in rows]
    tables: list[Table] = []
    notes: list[Note] = []
    failures: list[str] = []
    try:
        for request, label in loads:
            request.taken = [table.name for table in tables]
            size = Path(request.file.path).stat().st_size if request.file else 0
            try:
                found = opened._worker.call(msgspec.msgpack.encode(request), timeout=PATIENCE * (1 + size / 5_000_000))
            except EffectError as error:
                failures.append(f"{label}: {error.message}")
                notes.append(Note(f"{label} could not be read: {error.message}"))
                continue
            if request.rows is not None:
                opened._rows.append(request)
                sha.update(msgspec.msgpack.encode(request.rows))
            loaded = packed_decoder(Loaded).decode(found)
            tables += loaded.tables
            notes += loaded.notes
        for file in files:
            with Path(file.path).open("rb") as stream:
                sha.update(hashlib.file_digest(stream, "sha256").digest())
        if not tables:
            raise Unreadable(f"no table could be read: {'; '.join(failures)}")
    except BaseException:
        opened.close()
        raise
    if database is not None:
        opened._worker.close()  # the next one opens the database anew, closed off from files and network
    opened.tables, opened.notes, opened.digest = tuple(tables), tuple(notes), sha.hexdigest()
    return opened


def _explained(failure: EffectFailed, seconds: int) -> Exception:
    if "SIGXCPU" in failure.message:
        return InputError(f"the query was stopped: it needed more than {seconds} s", hint="filter or aggregate earlier")
    if "memory" in failure.message or "SIGABRT" in failure.message or "SIGSEGV" in failure.message:
        return InputError("the query was stopped: it needed too much memory", hint="filter or aggregate earlier")
    return InputError(failure.message) if "cannot be answered" in failure.message else failure


def _described(table: Table, notes: Sequence[Note], rows: int) -> str:
    keys = ", ".join([*table.keys, *([table.date] if table.date and table.grain in ("panel", "series") else [])])
    lines = [
        f'table "{table.name}": {table.rows:,} rows, {table.grain}' + (f" (one row for each {keys})" if keys else "")
    ]
    lines += [f"  {_column_line(column)}" for column in table.columns]
    for sample in table.samples[:rows]:
        lines.append("  row: " + " | ".join("" if value is None else str(value)[:40] for value in sample))
    lines += [
        f"  note: {note.column + ': ' if note.column else ''}{note.text}" for note in notes if note.table == table.name
    ]
    return "\n".join(lines)


def _column_line(column: Column) -> str:
    parts = [column.type, column.kind]
    if column.kind == "measure":
        where = f"unit in {column.unit_column}" if column.unit_column else "unit unknown"
        parts.append(f"unit {column.unit}" if column.unit else where)
        parts.append({"always": "adds up", "groups": "adds up over groups, not over time", "never": "never adds up",
                      "unknown": "adding up unknown"}[column.adds])  # fmt: skip
    if column.period:
        parts.append(f"by {column.period}")
    if column.missing:
        parts.append(f"{column.missing:,} without a value")
    values = " | ".join(column.values)
    return f'"{column.name}": {", ".join(parts)}' + (f": {values}" if values else "")
