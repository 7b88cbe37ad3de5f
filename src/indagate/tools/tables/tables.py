"""Opening a folder of tables and asking it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from indagate.errors import EffectError, EffectFailed, InputError, Unreadable
from indagate.sandbox import Worker
from indagate.storage import digest, storage_errors, write_by_rename
from indagate.storage.typed import json_decoder
from indagate.tools.tables.loading import Loaded
from indagate.tools.tables.table import Catalog, Cell, DataFile, Note, Rows, Table
from indagate.tools.tables.worker import FUNCTION, Asked
from indagate.vocabulary import vocabulary

SUFFIXES = frozenset(
    vocabulary(
        """
.csv .tsv .tab .txt .json .jsonl .ndjson .geojson .parquet .pq .xlsx .xls .xlsm .xlsb .ods .sqlite .sqlite3 .db
"""
    )
)
VERSION = "3"
"""Changes when files are read in another way, so that databases are made again."""
ADDRESSES = 4 << 30
"""Bytes of address space of the process that reads; what it really uses stays below half of it."""
ROWS = 10_000
"""Rows that a query gives at most, unless asked otherwise."""
QUERY = 60.0
"""Seconds that a query may take."""
PATIENCE = 90.0
"""Seconds that reading a file may take, and twice as many for each ten million bytes of it."""
Progress = Callable[[int, int, str], None]
"""Told how far the reading has come: files done, of how many, the file that is next."""


def find_data(folder: Path) -> tuple[DataFile, ...]:
    """Return the files of a folder (or the one file) that may hold tables, by name. Raises `Unreadable`.

    Hidden files and folders are passed over, and so is what lies outside the folder behind a link.
    """
    root = folder.expanduser().absolute()
    if root.is_file():
        return (hash_file(root, root.name),)
    if not root.is_dir():
        raise Unreadable(f"there is no folder or file {folder}")
    inside = root.resolve()
    found = []
    for path in sorted(root.rglob("*")):
        label = path.relative_to(root).as_posix()
        hidden = any(part.startswith((".", "~$")) for part in path.relative_to(root).parts)
        if hidden or path.suffix.lower() not in SUFFIXES or not path.is_file():
            continue
        if path.resolve().is_relative_to(inside):
            found.append(hash_file(path, label))
    return tuple(found)


def hash_file(path: Path, label: str) -> DataFile:
    """Return a file with the digest of its bytes. Raises `Unreadable`."""
    try:
        with path.open("rb") as file:
            sha = hashlib.file_digest(file, "sha256").hexdigest()
        return DataFile(label, str(path), sha, path.stat().st_size)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


class Tables:
    """Tables that can be asked, one query at a time: who asks meanwhile waits. Close it, or use it in `with`."""

    def __init__(self, catalog: Catalog, database: Path) -> None:
        self._catalog = catalog
        self._database = database
        self._worker = Worker(FUNCTION, memory=ADDRESSES)
        self._turn = threading.Lock()

    @classmethod
    def open(
        cls, files: Sequence[DataFile], cache: Path, progress: Progress | None = None, patience: float = PATIENCE
    ) -> Tables:
        """Return the tables of some files; a database made from the same bytes before is used again.

        `cache` is the folder of databases, which can be deleted. A file that cannot be read becomes a note; where
        that was for want of time it is tried again at the next opening.
        """
        told = "\n".join([VERSION, *(f"{file.sha256} {file.label}" for file in files)])
        name = digest(told.encode())[:24]
        database, page = cache / f"{name}.duckdb", cache / f"{name}.json"
        if database.is_file() and page.is_file():
            with contextlib.suppress(msgspec.MsgspecError, OSError):
                catalog = json_decoder(Catalog).decode(page.read_bytes())
                if {file.label: file.sha256 for file in catalog.files} == {file.label: file.sha256 for file in files}:
                    return cls(catalog, database)
        with storage_errors(cache):
            cache.mkdir(parents=True, exist_ok=True)
        draft = cache / f"{name}.{os.getpid()}.{threading.get_ident()}.draft"
        try:
            catalog, whole = _build(files, draft, progress, patience)
            draft.replace(database)
        finally:
            _sweep(draft)
        if whole:
            write_by_rename(page, msgspec.json.encode(catalog))
        return cls(catalog, database)

    def describe(self) -> Catalog:
        """Return the files, their tables and columns, and what was odd about them."""
        return self._catalog

    def query(self, sql: str, params: Sequence[Cell] = (), *, limit: int = ROWS, timeout: float = QUERY) -> Rows:
        """Answer one SELECT; `?` in it stands for the next parameter. Only the tables can be reached.

        Raises `InputError` for what is no such query or cannot be answered, `TimedOut` at its limit (seconds).
        """
        asked = Asked("query", str(self._database), sql=sql, params=tuple(params), limit=limit)
        with self._turn:
            try:
                found = self._worker.call(msgspec.json.encode(asked), timeout=timeout)
            except EffectFailed as failure:
                raise InputError(failure.message) from None
        return json_decoder(Rows).decode(found)

    @property
    def database(self) -> Path:
        """The DuckDB file, for a process that asks by itself (`indagate.tools.tables.worker.ask`)."""
        return self._database

    def close(self) -> None:
        """End the process that answers."""
        self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _build(
    files: Sequence[DataFile], database: Path, progress: Progress | None, patience: float
) -> tuple[Catalog, bool]:
    """Read files into a new database; return too whether all were read as far as they can be."""
    whole = True
    tables: list[Table] = []
    notes: list[Note] = []
    _sweep(database)
    with Worker(FUNCTION, memory=ADDRESSES) as worker:
        for number, file in enumerate(files):
            if progress is not None:
                progress(number, len(files), file.label)
            taken = tuple(table.name for table in tables)
            asked = Asked("load", str(database), file.path, file.label, taken)
            try:
                answer = worker.call(msgspec.json.encode(asked), timeout=patience * (1 + file.size / 5_000_000))
            except EffectError as error:
                whole = whole and isinstance(error, EffectFailed)
                notes.append(Note("unreadable", f"it could not be read: {error.message}", file.label))
                continue
            loaded = json_decoder(Loaded).decode(answer)
            tables += loaded.tables
            notes += loaded.notes
    if not database.exists():
        _empty(database)
    if progress is not None:
        progress(len(files), len(files), "")
    return Catalog(tuple(files), tuple(tables), tuple(notes)), whole


def _empty(database: Path) -> None:
    from indagate.tools.tables.loading import connect

    connect(str(database), write=True).close()


def _sweep(draft: Path) -> None:
    """Remove what is left of a database that was not finished."""
    for path in (draft, draft.with_name(f"{draft.name}.wal")):
        path.unlink(missing_ok=True)
    shutil.rmtree(draft.with_name(f"{draft.name}.spill"), ignore_errors=True)
