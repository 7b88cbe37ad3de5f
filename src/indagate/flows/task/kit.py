"""The tools of a task's agents, put together from what the user gave and allowed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from indagate.engine import Record, encode
from indagate.errors import EffectFailed, InputError
from indagate.flow import Context
from indagate.flow.embedding import embed_corpus
from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.critique import check_answer
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.material import Material
from indagate.storage import Home
from indagate.tools import Router, Tool, tool
from indagate.tools.calculator import Result, calculator
from indagate.tools.library import library_tools, titles
from indagate.tools.python import python_tool
from indagate.tools.workspace import workspace_tools

if TYPE_CHECKING:
    from indagate.flows.task.react.record import React

RESEARCH = "research"
TITLES = 100
"""Documents that a planner and an agent are told of."""
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
def keep(home: Home, text: str) -> str:
    """Keep a text in the content store; return its digest."""
    return home.store.put(text.encode("utf-8", "surrogatepass"))


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


def today(run: Record[Any]) -> date:
    """Return the day on which a run was begun."""
    return datetime.fromtimestamp(run.born.at / 1000, UTC).date()


def tools_of(
    material: Material, ctx: Context[Any], today: date, files: Mapping[str, str], served: str = ""
) -> list[Tool[..., Any]]:
    """Return the tools that the material brings along."""
    found = [calculator(today), python_tool(ctx.store, files), *workspace_tools(ctx.store, files)]
    if material.corpus:
        found += [*library_tools(ctx.home, material.corpus, ctx.embedder), research]
    if material.data:
        from indagate.flows.task.tables import table_tools

        found += table_tools(ctx.home, material.data, today)
    if material.web:
        from indagate.tools.web.kit import web_tools

        found += web_tools(ctx.home, material.providers, allow=material.allow_hosts)
    return [*found, *_SERVED.get(served, [])]


async def overview(material: Material, ctx: Context[Any]) -> tuple[tuple[tuple[str, str], ...], str, tuple[str, ...]]:
    """Return what a planner is told of the means: tools as (name, what it does), the tables described, documents."""
    found = Router(tools_of(material, ctx, date.min, {}, ctx.run_name), allowed=material.tools or None,
                   dangerous=material.allow)  # fmt: skip
    tools = tuple((offer.name, offer.doc) for offer in found.offers)
    documents = await listed(material, ctx)
    if material.corpus and ctx.embedder is not None:
        from indagate.corpus import Corpus

        await embed_corpus(ctx, Corpus.open(ctx.home.documents(material.corpus), ctx.home.corpora))
    return tools, await described(material, ctx), documents


async def listed(material: Material, ctx: Context[Any]) -> tuple[str, ...]:
    """Return the paths and titles of the user's documents, the first of them; none where there are none."""
    return tuple(await ctx.call(titles_of, ctx.home, material.corpus)) if material.corpus else ()


async def described(material: Material, ctx: Context[Any]) -> str:
    """Return the description of the user's tables; nothing where there are none."""
    if not material.data:
        return ""
    from indagate.flows.task import tables

    return await ctx.call(tables.described, ctx.home, material.data)


@tool(counts=False)
def titles_of(home: Home, corpus: str) -> list[str]:
    """Return the paths and titles of a folder's documents, the first of them."""
    return titles(home, corpus, TITLES)


async def router(react: React, ctx: Context[React]) -> Router:
    """Return the router of an agent's step. Raises `InputError` for a tool that is not there."""
    material = react.input.material
    found = tools_of(material, ctx, today(react), react.files, react.input.served)
    allowed = set(material.tools or (one.name for one in found))
    if react.input.tools:
        allowed &= {*react.input.tools}
    return Router(found, allowed=allowed, dangerous=material.allow)


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


def receivers(material: Material) -> tuple[str, ...]:
    """Return the networked MCP servers that a file names, each with its host. Raises `InputError`."""
    if not material.mcp:
        return ()
    from urllib.parse import urlsplit

    from indagate.tools.mcp import servers_from

    named = [
        (server.name, urlsplit(server.filled(server.url))) for server in servers_from(Path(material.mcp)) if server.url
    ]
    return tuple(f"the MCP server {name} at {address.hostname}" for name, address in named)


def remote_tools(material: Material, router: Router) -> dict[str, frozenset[str]]:
    """Return the tools whose MCP server is reached over the network, with the names of their fields."""
    if not material.mcp:
        return {}
    from indagate.tools.mcp import servers_from

    remote = tuple(f"{server.name}__" for server in servers_from(Path(material.mcp)) if server.url)
    offers = [offer for offer in router.offers if offer.name.startswith(remote)]
    return {offer.name: frozenset(offer.schema.get("properties", {})) for offer in offers}


def caller(ctx: Context[React]) -> Callable[..., Any]:
    """Return how tools are really called: through the context; research as a mission of its own."""

    async def call(tool: Tool[..., Any], **arguments: Any) -> Any:
        if tool.name == RESEARCH:
            return await _mission(arguments["question"], ctx)
        return await ctx.call(tool, **arguments)

    return call


async def _mission(question: str, ctx: Context[React]) -> Researched:
    """Run a mission on the user's documents. Raises `EffectFailed` where it broke off."""
    mission = ctx.flow("mission")
    corpus = ctx.record.input.material.corpus
    record = await ctx.run(mission, mission.input(question=question, corpus=corpus, approve=True), key=question[:200])
    if record.state != "COMPLETED" or mission.summary is None or mission.details is None:
        raise EffectFailed(f"the research ended as {record.state}")
    answered = bool(mission.details(record)["answered"])
    bottom = record.sections.get("")
    cited = dict.fromkeys(name for claim in (bottom.claims if bottom else ()) for name in claim.facts)
    facts = [record.facts[name] for name in cited if name in record.facts]
    quotes = tuple(
        Quoted(fact.statement, fact.quote, record.sources[fact.source].title or fact.source) for fact in facts
    )
    return Researched(mission.summary(record), answered, quotes, record.run)


def shown(value: Any) -> str:
    """Return a tool's result as an agent is shown it."""
    if isinstance(value, Result):
        return value.shown + (f" ({value.note})" if value.note else "")
    text = getattr(value, "text", None)
    if isinstance(text, str) and type(value).__name__ in ("Said", "Queried"):
        return text
    return value if isinstance(value, str) else encode(value).decode()


def known_tools(material: Material) -> set[str]:
    """Return the names of the tools that there are, those of MCP servers apart."""
    known = {"calculate", "python", "list_files", "read_file", "write_file"}
    known |= {"search_documents", "read_document", RESEARCH} if material.corpus else set()
    known |= {"query", "ask_tables"} if material.data else set()
    return known | ({"web_search", "web_read"} if material.web else set())


def require_known(material: Material) -> None:
    """Raise `InputError` for a tool named by the user that is not there, as far as that can be known before a run."""
    if material.mcp:
        return
    known = known_tools(material)
    for name in (*material.tools, *material.allow):
        if name not in known:
            raise InputError(f"there is no tool {name!r}", hint=f"There are: {', '.join(sorted(known))}.")
