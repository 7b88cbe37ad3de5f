"""The user's tables as tools of an agent: `query` in SQL, and `ask_tables` in the tables' own words."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from indagate.cells import Cells, NotUnderstood, Tables, load, query_now, read
from indagate.number import count
from indagate.storage import Home
from indagate.tools import Tool, tool

KEPT_OPEN = 4
"""Folders whose tables stay loaded in this process."""
SHOWN = 200
"""Cells that are shown of one result."""
_OPEN: OrderedDict[Path, Tables] = OrderedDict()
_GUARD = threading.Lock()


@dataclass(frozen=True, slots=True)
class Queried:
    """What a query gave: its checked SQL, and its cells in words, a line each, with what is to be told beside them."""

    sql: str
    text: str


@dataclass(frozen=True, slots=True)
class Understood:
    """Whether a question in words was understood; `text` is the answer, else what was not understood."""

    understood: bool
    text: str
    sql: str = ""


def opened(folder: Path) -> Tables:
    """Return the tables of a folder or file, loaded once a process. Raises `Unreadable`, `InputError`."""
    with _GUARD:
        found = _OPEN.pop(folder, None) or load([folder])
        _OPEN[folder] = found
        while len(_OPEN) > KEPT_OPEN:
            _OPEN.popitem(last=False)[1].close()
        return found


@tool(counts=False)
def described(home: Home, data: str) -> str:
    """Return what tables there are: columns with kinds and units, a few rows, what was odd about the files."""
    return opened(home.documents(data)).describe()


def shown(cells: Cells) -> str:
    """Return a result as an agent and a person read it; the same data give the same text."""
    lines = [f"query: {cells.sql}"]
    for cell in cells.cells[:SHOWN]:
        scope = f" ({cell.scope})" if cell.scope else ""
        rows = "" if cell.n is None else f"; {count(cell.n, 'row')}"
        missing = f", {cell.missing} of them without a value" if cell.missing else ""
        lines.append(
            f"{cell.name}: {_value(cell.value)} {cell.unit or ''}".rstrip() + f" = {cell.label}{scope}{rows}{missing}"
        )
    if len(cells) > SHOWN or cells.cut:
        lines.append(f"… {len(cells) - SHOWN} more cells" if len(cells) > SHOWN else "… and more rows than are shown")
    lines += [f"note: {disclosure.text}" for disclosure in cells.disclosures]
    return "\n".join(lines)


def _value(value: object) -> str:
    return "no value" if value is None else f"{value:.12g}" if isinstance(value, float) else str(value)


def run_query(data: Path, sql: str) -> Queried:
    """Answer one SELECT. Raises `QueryRefused`, `InputError`, `TimedOut`, `EffectFailed`."""
    found = query_now(sql, opened(data))
    return Queried(found.sql, shown(found))


def table_tools(home: Home, data: str, today: date) -> list[Tool[..., Any]]:
    """Return the tools on a folder of tables."""

    @tool(shared=True)
    async def query(
        sql: Annotated[str, Meta(min_length=1, max_length=8_000, description="One SELECT, as DuckDB reads it.")],
    ) -> Queried:
        """Ask the user's tables in SQL. Each value has its unit, its label and the rows it rests on."""
        return await asyncio.to_thread(lambda: run_query(home.documents(data), sql))

    @tool(shared=True)
    async def ask_tables(
        question: Annotated[str, Meta(min_length=1, max_length=1_000, description="In the tables' own words.")],
    ) -> Understood:
        """Ask the user's tables a plain question in their own words; says which words it does not understand."""
        return await asyncio.to_thread(lambda: _answered(home.documents(data), question, today))

    return [query, ask_tables]


def _answered(data: Path, question: str, today: date) -> Understood:
    found = read(question, tables := opened(data), today)
    if isinstance(found, NotUnderstood):
        return Understood(False, str(found))
    return Understood(True, f"{found.said}\n{shown(query_now(found.text, tables))}", found.text)
