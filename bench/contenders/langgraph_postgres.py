"""LangGraph with its Postgres saver: each process of a crew has its share of the threads, on a pool of connections.

Always `durability="sync"`: a step is in the database before the next one begins. It has no queue: a process begins its
share at the word to go.
"""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from bench.contenders.langgraph import _async_node, _config, _graph
from bench.crew import asked, hold
from bench.work import Work, fact

POOL = 20
"""Connections of a process, as many as DBOS takes."""


def prepare(work: Work) -> None:
    """Make the tables, and one of the threads that have ended."""
    import psycopg

    with PostgresSaver.from_conn_string(work.setting) as saver:
        saver.setup()
    with psycopg.connect(work.setting, autocommit=True) as connection:
        connection.execute("CREATE TABLE ended(thread TEXT PRIMARY KEY, facts INTEGER NOT NULL)")


def serve(work: Work) -> None:
    """Do this process's share of the threads."""
    work.facts = [fact(number) for number in range(work.steps)]
    work.duty = "many"

    async def main() -> None:
        settings: Any = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
        async with AsyncConnectionPool(
            work.setting, min_size=POOL, max_size=POOL, timeout=600, kwargs=settings, open=False
        ) as pool:
            graph = _graph(work, _async_node(work)).compile(checkpointer=AsyncPostgresSaver(pool))

            async def one(run: int) -> None:
                found = await graph.ainvoke({"facts": []}, _config(work, run), durability="sync")
                async with pool.connection() as connection:
                    await connection.execute("INSERT INTO ended VALUES (%s, %s)", (str(run), len(found["facts"])))

            await asyncio.gather(*(one(run) for run in range(work.number, work.runs, work.crew)))

    hold()
    asyncio.run(main())


def ended(work: Work) -> int:
    """Return how many threads have ended."""
    return asked(work, "SELECT count(*) FROM ended")


def kept(work: Work) -> int:
    """Return how many facts they have."""
    return asked(work, "SELECT coalesce(sum(facts), 0) FROM ended")
