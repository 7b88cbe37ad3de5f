"""Tables: a folder of CSV, TSV, JSON, Parquet, XLSX and SQLite files as tables that can be asked in SQL.

`find_data(folder)` lists the files, `Tables.open(files, cache)` reads them into a DuckDB database in a process that can
be killed, `describe()` says what they hold and everything that was odd, and `query(sql, params)` asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.tools.tables.table import Catalog, Cell, Column, ColumnKind, DataFile, Note, Odd, Rows, Table
    from indagate.tools.tables.tables import Tables, find_data, hash_file

__all__ = [
    "Catalog",
    "Cell",
    "Column",
    "ColumnKind",
    "DataFile",
    "Note",
    "Odd",
    "Rows",
    "Table",
    "Tables",
    "find_data",
    "hash_file",
]
_LATER = {"Tables": "tables", "find_data": "tables", "hash_file": "tables"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER.get(name, 'table')}"), name)
