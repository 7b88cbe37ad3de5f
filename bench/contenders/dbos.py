"""DBOS with SQLite as its system database: a workflow whose every step returns a fact.

Settings: `shipped` (SQLite's rollback journal) and `wal` (the file switched to WAL first). A step's output is what
DBOS makes durable, so a step with an effect is two DBOS steps. What a workflow knows is replayed from those outputs.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dbos import DBOS, SetWorkflowID

from bench.work import Work

_WORK: list[Work] = []
"""The work of this process: workflows and steps are registered by name and find it here."""


@DBOS.step()
def find(number: int) -> str:
    """Find a fact."""
    work = _WORK[0]
    if not work.effect:
        work.body(number)
    return work.facts[number]


@DBOS.step()
def look(number: int) -> int:
    """Do something in the world."""
    work = _WORK[0]
    work.body(number)
    if work.pause:
        time.sleep(work.pause)
    return number


@DBOS.workflow()
def gather(steps: int, effect: bool) -> int:
    """Find all facts, one after another."""
    facts = []
    for number in range(steps):
        if effect:
            look(number)
        facts.append(find(number))
    _WORK[0].body(len(facts))
    return len(facts)


@DBOS.step()
async def find_async(number: int) -> str:
    """Find a fact."""
    work = _WORK[0]
    if not work.effect:
        work.body(number)
        if work.pause:
            await asyncio.sleep(work.pause)
    return work.facts[number]


@DBOS.step()
async def look_async(number: int) -> int:
    """Do something in the world."""
    work = _WORK[0]
    work.body(number)
    if work.pause:
        await asyncio.sleep(work.pause)
    return number


@DBOS.workflow()
async def gather_async(steps: int, effect: bool) -> int:
    """Find all facts, one after another."""
    facts = []
    for number in range(steps):
        if effect:
            await look_async(number)
        facts.append(await find_async(number))
    return len(facts)


@contextmanager
def _launched(work: Work) -> Iterator[None]:
    path = work.folder / "dbos.db"
    if work.setting == "wal" and not path.exists():
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
    _WORK[:] = [work]
    config: Any = {
        "name": "bench",
        "system_database_url": f"sqlite:///{path}",
        "application_version": "bench",
        "log_level": "ERROR",
    }
    DBOS(config=config)
    DBOS.launch()
    try:
        yield
    finally:
        DBOS.destroy()


def chain(work: Work) -> int:
    """Run one workflow to its end."""
    with _launched(work), SetWorkflowID("bench"):
        return gather(work.steps, work.effect)


def resume(work: Work) -> None:
    """Launch, which recovers the workflow that was cut off."""
    with _launched(work):
        DBOS.retrieve_workflow("bench").get_result()


def many(work: Work) -> int:
    """Run many workflows at once."""

    async def main() -> int:
        with work.clocked():
            handles = [await DBOS.start_workflow_async(gather_async, work.steps, work.effect) for _ in range(work.runs)]
            return sum(await asyncio.gather(*(handle.get_result() for handle in handles)))

    with _launched(work):
        return asyncio.run(main())
