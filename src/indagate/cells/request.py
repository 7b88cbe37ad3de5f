"""What is asked of the process that can be killed, and what it answers: all that its parent loads of it."""

from __future__ import annotations

import msgspec

from indagate.cells.table import Note, Rows, Table, Value
from indagate.frozen import dataclass

FUNCTION = "indagate.cells.worker:answer"
MEMORY_DATABASE = ":memory:"
NOT_LOADED = "the tables are not loaded in this process"
SUFFIXES = frozenset(
    (".csv", ".tsv", ".tab", ".txt", ".json", ".jsonl", ".ndjson", ".parquet", ".pq", ".xlsx", ".xls", ".xlsm", ".xlsb",
     ".ods", ".sqlite", ".sqlite3", ".db", ".gz")
)  # fmt: skip
"""Endings of the files that are read."""


@dataclass(frozen=True, slots=True)
class File:
    """A file to read: where it is, and its name for people."""

    path: str
    label: str


class Load(msgspec.Struct, tag="load"):
    """A request to read a source into a database: a file or rows in memory, with the table names in use."""

    database: str
    file: File | None = None
    rows: Rows | None = None
    taken: list[str] = []


class Ask(msgspec.Struct, tag="ask"):
    """A request to answer checked statements, each with at most `limit` rows, within `seconds` of processor time."""

    database: str
    statements: list[str]
    limit: int
    seconds: int


class Answer(msgspec.Struct):
    """What one statement gave: the names and types of its columns, its rows, and whether there were more."""

    columns: list[str]
    types: list[str]
    rows: list[list[Value]]
    cut: bool


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tables of a source and what was decided when they were read."""

    tables: tuple[Table, ...]
    notes: tuple[Note, ...]
