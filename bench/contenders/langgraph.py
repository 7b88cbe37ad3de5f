"""LangGraph with its SQLite savers: a graph of two nodes that take turns, the facts in a list with a reducer.

Settings: `sync` (SqliteSaver), `async` (AsyncSqliteSaver), `delta` (SqliteSaver and the beta DeltaChannel, which keeps
a step's writes in place of the whole list). Always `durability="sync"`: a step is on disk before the next one begins.
An effect is a `@task` called from the node.
"""

from __future__ import annotations

import asyncio
import operator
import time
from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from langgraph.channels import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.func import task
from langgraph.graph import END, START, StateGraph

from bench.work import Work


def _extend(facts: list[str], writes: Sequence[list[str]]) -> list[str]:
    return [*facts, *(fact for write in writes for fact in write)]


class Plain(TypedDict):
    """The usual state: the list is saved whole at every step."""

    facts: Annotated[list[str], operator.add]


class Delta(TypedDict):
    """The state whose list is saved as what was added."""

    facts: Annotated[list[str], DeltaChannel(_extend)]


def _graph(work: Work, node: Any) -> StateGraph[Any]:
    def onward(other: str) -> Any:
        return lambda state: "end" if len(state["facts"]) >= work.steps else other

    def end(state: Any) -> None:
        work.body(len(state["facts"]))

    graph: StateGraph[Any] = StateGraph(Delta if work.setting == "delta" else Plain)
    graph.add_node("left", node)
    graph.add_node("right", node)
    graph.add_node("end", end)
    graph.add_edge(START, "left")
    graph.add_conditional_edges("left", onward("right"), ["right", "end"])
    graph.add_conditional_edges("right", onward("left"), ["left", "end"])
    graph.add_edge("end", END)
    return graph


def _sync_node(work: Work) -> Any:
    @task
    def look(number: int) -> int:
        if work.pause:
            time.sleep(work.pause)
        return number

    def node(state: Any) -> dict[str, list[str]]:
        number = len(state["facts"])
        work.body(number)
        if work.effect:
            look(number).result()
        return {"facts": [work.facts[number]]}

    return node


def _async_node(work: Work) -> Any:
    @task
    async def look(number: int) -> int:
        if work.pause:
            await asyncio.sleep(work.pause)
        return number

    async def node(state: Any) -> dict[str, list[str]]:
        number = len(state["facts"])
        work.body(number)
        if work.effect:
            await look(number)
        elif work.pause:
            await asyncio.sleep(work.pause)
        return {"facts": [work.facts[number]]}

    return node


def _config(work: Work, run: int = 0) -> Any:
    return {"configurable": {"thread_id": str(run)}, "recursion_limit": 2 * work.steps + 10}


def _invoke(work: Work, given: Any) -> int:
    with SqliteSaver.from_conn_string(str(work.folder / "langgraph.db")) as saver:
        graph = _graph(work, _sync_node(work)).compile(checkpointer=saver)
        return len(graph.invoke(given, _config(work), durability="sync")["facts"])


async def _ainvoke(work: Work, given: Any) -> int:
    async with AsyncSqliteSaver.from_conn_string(str(work.folder / "langgraph.db")) as saver:
        graph = _graph(work, _async_node(work)).compile(checkpointer=saver)
        return len((await graph.ainvoke(given, _config(work), durability="sync"))["facts"])


def chain(work: Work) -> int:
    """Run one thread to its end."""
    if work.setting == "async":
        return asyncio.run(_ainvoke(work, {"facts": []}))
    return _invoke(work, {"facts": []})


def resume(work: Work) -> None:
    """Go on with the thread from its last checkpoint."""
    if work.setting == "async":
        asyncio.run(_ainvoke(work, None))
    else:
        _invoke(work, None)


def many(work: Work) -> int:
    """Run many threads at once on one saver."""

    async def main() -> int:
        async with AsyncSqliteSaver.from_conn_string(str(work.folder / "langgraph.db")) as saver:
            await saver.setup()
            graph = _graph(work, _async_node(work)).compile(checkpointer=saver)

            async def one(run: int) -> int:
                return len((await graph.ainvoke({"facts": []}, _config(work, run), durability="sync"))["facts"])

            with work.clocked():
                return sum(await asyncio.gather(*(one(run) for run in range(work.runs))))

    return asyncio.run(main())
