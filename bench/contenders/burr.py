"""Burr with its SQLite persisters: an application of two actions that take turns, the facts in its state.

Settings: `shipped` (SQLite's rollback journal, as the persister leaves it) and `wal` (the file switched to WAL first,
which costs one sync a commit in place of several). Burr journals states, not effects within an action: a durable
effect is an action of its own, so a step with one is two actions.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path
from typing import Any

from burr.core import ApplicationBuilder, State, action
from burr.core.persistence import SQLitePersister
from burr.integrations.persisters.b_aiosqlite import AsyncSQLitePersister

from bench.work import Work

_PLAIN = [("left", "right"), ("right", "left")]
_EFFECT = [("look_left", "left"), ("left", "look_right"), ("look_right", "right"), ("right", "look_left")]


def _database(work: Work) -> Path:
    path = work.folder / "burr.db"
    if work.setting == "wal" and not path.exists():
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
    return path


def _actions(work: Work) -> dict[str, Any]:
    @action(reads=["facts"], writes=["facts"])
    def step(state: State) -> State:
        number = len(state["facts"])
        if not work.effect:
            work.body(number)
        return state.append(facts=work.facts[number])

    @action(reads=["facts"], writes=["looked"])
    def look(state: State) -> State:
        number = len(state["facts"])
        work.body(number)
        if work.pause:
            time.sleep(work.pause)
        return state.update(looked=number)

    return _named(work, step, look)


def _async_actions(work: Work) -> dict[str, Any]:
    @action(reads=["facts"], writes=["facts"])
    async def step(state: State) -> State:
        number = len(state["facts"])
        if not work.effect:
            work.body(number)
            if work.pause:
                await asyncio.sleep(work.pause)
        return state.append(facts=work.facts[number])

    @action(reads=["facts"], writes=["looked"])
    async def look(state: State) -> State:
        number = len(state["facts"])
        work.body(number)
        if work.pause:
            await asyncio.sleep(work.pause)
        return state.update(looked=number)

    return _named(work, step, look)


def _named(work: Work, step: Any, look: Any) -> dict[str, Any]:
    looks = {"look_left": look, "look_right": look} if work.effect else {}
    return {"left": step, "right": step, **looks}


def _builder(work: Work, actions: dict[str, Any], persister: Any, run: int = 0) -> ApplicationBuilder[Any]:
    return (
        ApplicationBuilder()
        .with_actions(**actions)
        .with_transitions(*(_EFFECT if work.effect else _PLAIN))
        .with_identifiers(app_id=str(run))
        .initialize_from(
            persister,
            resume_at_next_action=True,
            default_state={"facts": []},
            default_entrypoint="look_left" if work.effect else "left",
        )
        .with_state_persister(persister)
    )


def _moves(work: Work) -> int:
    return work.steps * (2 if work.effect else 1)


def chain(work: Work) -> int:
    """Run one application to its end."""
    with SQLitePersister.from_values(str(_database(work))) as persister:
        persister.initialize()
        application = _builder(work, _actions(work), persister).build()
        for _ in range(_moves(work)):
            application.step()
        work.body(len(application.state["facts"]))
        return len(application.state["facts"])


def resume(work: Work) -> None:
    """Load the application's last state and go on."""
    with SQLitePersister.from_values(str(_database(work))) as persister:
        _builder(work, _actions(work), persister).build().step()


def many(work: Work) -> int:
    """Run many applications at once on one persister."""

    async def main() -> int:
        async with AsyncSQLitePersister.from_values(str(_database(work))) as persister:
            await persister.initialize()

            async def one(run: int) -> int:
                application = await _builder(work, _async_actions(work), persister, run).abuild()
                for _ in range(_moves(work)):
                    await application.astep()
                return len(application.state["facts"])

            with work.clocked():
                return sum(await asyncio.gather(*(one(run) for run in range(work.runs))))

    return asyncio.run(main())
