"""Tables as tools for agents: what there is, and answers to questions in SQL."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from indagate.tools.tables import Catalog, Rows
from indagate.tools.tool import Tool, tool

MOST = 200
"""Rows that an agent is shown at once."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a query gave, with its text."""

    sql: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | bool | None, ...], ...]
    cut: bool = False


def table_tools(folder: Path, cache: Path) -> list[Tool[..., Any]]:
    """Return the tools `list_tables` and `query_tables` on a folder; `cache` is where its database is kept."""

    @tool(shared=True)
    async def list_tables() -> Catalog:
        """List the user's tables with their columns, and whatever was odd about the files."""
        return await asyncio.to_thread(catalog_of, folder, cache)

    @tool(shared=True)
    async def query_tables(
        sql: Annotated[str, Meta(min_length=1, max_length=10_000, description="One SELECT, as DuckDB reads it.")],
    ) -> Asked:
        """Ask the user's tables in SQL. A missing cell is NULL: averages and sums leave it out."""
        found = await asyncio.to_thread(_query, folder, cache, sql)
        return Asked(sql, found.columns, found.rows, found.cut)

    return [list_tables, query_tables]


def catalog_of(folder: Path, cache: Path) -> Catalog:
    """Return what tables a folder has. Raises `Unreadable`."""
    from indagate.tools.tables import Tables, find_data

    with Tables.open(find_data(folder), cache) as tables:
        return tables.describe()


def _query(folder: Path, cache: Path, sql: str) -> Rows:
    from indagate.tools.tables import Tables, find_data

    with Tables.open(find_data(folder), cache) as tables:
        return tables.query(sql, limit=MOST, timeout=30)
