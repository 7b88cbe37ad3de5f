"""The tools of a task's agents, put together from what the user gave and allowed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from indagate.engine import encode
from indagate.errors import EffectFailed, InputError
from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.critique import check_answer
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.material import Material
from indagate.lab import Lab
from indagate.store import ContentStore
from indagate.tools import Router, Tool, tool
from indagate.tools.calculator import Result, calculator
from indagate.tools.library import library_tools
from indagate.tools.python import python_tool
from indagate.tools.workspace import workspace_tools

if TYPE_CHECKING:
    from indagate.flows.task.react.record import React

RESEARCH = "research"
_SERVED: dict[str, list[Tool[..., Any]]] = {}
"""The tools of MCP servers that are connected, by the run that opened them."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """What a source says: the statement, the words, and which source."""

    statement: str
    quote: str
    source: str


@dataclass(frozen=True, slots=True)
class Researched:
    """What the documents answer to a question: the text, whether that is an answer, its quotes, and the mission run."""

    answer: str
    answered: bool
    quotes: tuple[Quoted, ...]
    run: str


@tool(counts=False)
def keep(store: str, text: str) -> str:
    """Keep a text in the content store; return its digest."""
    return ContentStore(Path(store)).put(text.encode("utf-8", "surrogatepass"))


@tool(counts=False)
async def check(goal: str, answer: str, acceptance: AcceptanceCriteria, sources: dict[str, str]) -> list[Finding]:
    """Make the critic's checks; code is run in the sandbox."""
    return await check_answer(goal, answer, acceptance, sources)


@tool(shared=True)
async def research(
    question: Annotated[str, Meta(min_length=1, max_length=1000, description="A whole question.")],
) -> Researched:
    """Answer a question from the user's documents, with quotes. Slower than a search, and more thorough."""
    raise EffectFailed(f"research is run as a mission of its own, not called: {question}")


def tools_of(
    material: Material, lab: Lab[Any], today: date, files: Mapping[str, str], served: str = ""
) -> list[Tool[..., Any]]:
    """Return the tools that the material brings along."""
    found = [calculator(today), python_tool(lab.store, files), *workspace_tools(lab.store, files)]
    if material.corpus:
        found += [*library_tools(Path(material.corpus), lab.home.corpora), research]
    if material.data:
        from indagate.tools.asking import table_tools

        found += table_tools(Path(material.data), lab.home.root / "tables")
    if material.web:
        from indagate.tools.web.kit import web_tools

        found += web_tools(lab.home, material.providers, allow=material.allow_hosts)
    return [*found, *_SERVED.get(served, [])]


async def router(react: React, lab: Lab[React]) -> Router:
    """Return the router of an agent's step. Raises `InputError` for a tool that is not there."""
    material = react.input.material
    today = datetime.fromtimestamp(react.born.at / 1000, UTC).date()
    found = tools_of(material, lab, today, react.files, react.input.served)
    return Router(found, allowed=material.tools or None, dangerous=material.allow)


@contextlib.asynccontextmanager
async def serving(material: Material, run: str) -> AsyncIterator[None]:
    """Keep the MCP servers that the user named connected, and their tools at hand for the agents of a run."""
    if not material.mcp:
        yield
        return
    from indagate.tools.mcp import open_servers, servers_from

    async with open_servers(servers_from(Path(material.mcp))) as found:
        _SERVED[run] = found
        try:
            yield
        finally:
            del _SERVED[run]


def caller(lab: Lab[React]) -> Callable[..., Any]:
    """Return how tools are really called: through the lab; research as a mission of its own."""

    async def call(tool: Tool[..., Any], **arguments: Any) -> Any:
        if tool.name == RESEARCH:
            return await _mission(arguments["question"], lab)
        return await lab.call(tool, **arguments)

    return call


async def _mission(question: str, lab: Lab[React]) -> Researched:
    """Run a mission on the user's documents. Raises `EffectFailed` where it broke off."""
    mission = lab.flow("mission")
    corpus = lab.record.input.material.corpus
    record = await lab.run(mission, mission.input(question=question, corpus=corpus, approve=True), key=question[:200])
    if record.state != "COMPLETED" or mission.outcome is None or mission.summary is None:
        raise EffectFailed(f"the research ended as {record.state}")
    answered = bool(mission.summary(record)["answered"])
    bottom = record.sections.get("")
    cited = dict.fromkeys(name for claim in (bottom.claims if bottom else ()) for name in claim.facts)
    facts = [record.facts[name] for name in cited if name in record.facts]
    quotes = tuple(
        Quoted(fact.statement, fact.quote, record.sources[fact.source].title or fact.source) for fact in facts
    )
    return Researched(mission.outcome(record), answered, quotes, record.run)


def shown(value: Any) -> str:
    """Return a tool's result as an agent is shown it."""
    if isinstance(value, Result):
        return value.shown + (f" ({value.note})" if value.note else "")
    text = getattr(value, "text", None)
    if isinstance(text, str) and type(value).__name__ == "Said":
        return text
    return value if isinstance(value, str) else encode(value).decode()


def require_known(material: Material) -> None:
    """Raise `InputError` for a tool named by the user that is not there, as far as that can be known before a run."""
    if material.mcp:
        return
    known = {"calculate", "python", "list_files", "read_file", "write_file"}
    known |= {"search_documents", "read_document", RESEARCH} if material.corpus else set()
    known |= {"list_tables", "query_tables"} if material.data else set()
    known |= {"web_search", "web_read"} if material.web else set()
    for name in (*material.tools, *material.allow):
        if name not in known:
            raise InputError(f"there is no tool {name!r}", hint=f"There are: {', '.join(sorted(known))}.")
