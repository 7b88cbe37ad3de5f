"""The tools: what an agent of somebody else may ask for. None takes a path, an address or a command."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from indagate.app import find_flow
from indagate.flow.wire import NAME
from indagate.mcp_server.host import LONGEST, Host, told
from indagate.mcp_server.marking import STANDING, marked, new_mark

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
STARTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
FreeText = Annotated[str, Field(min_length=1, max_length=20_000)]
LongText = Annotated[str, Field(min_length=1, max_length=500_000)]
Words = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(pattern=rf"^$|{NAME}", max_length=64)]
Model = Annotated[str, Field(pattern=rf"^$|{NAME}", max_length=64, description="the name of a granted model")]
RunName = Annotated[str, Field(pattern=NAME, max_length=64, description="a run's whole name")]
Key = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]*$", max_length=100, description="asked again with it, nothing begins twice")
]
Elements = Annotated[list[Words], Field(max_length=50)]
NONE: list[str] = []
LIMITS = ("pattern", "min_length", "max_length", "ge", "gt", "le", "lt", "description")
"""What a wire form says of a field, by the same words in msgspec and in pydantic."""
STARTED = {
    "research": (
        "mission",
        "Begin to research a question in the documents of a shelf (`corpus`), or on the web where that is granted.\n\n"
        "It goes on in the background; poll `status`. Its plan waits for approval: see `answer`. `approve` lets the "
        "plan pass, where the server was started with a budget. `follows` asks a finished run's evidence.",
    ),
    "task": ("task", "Begin a goal for an agent under a critic that can say no; poll `status`."),
    "report": ("report", "Begin an illustrated report on a question to the tables of a shelf (`data`); poll `status`."),
}
"""The tools that start a run of a flow."""
OURS = frozenset({"born", "wake"})
"""Kinds of rows that name folders and processes of this machine, which are nobody else's."""


def add_tools(server: MCPServer[Any], host: Host) -> None:
    """Declare all tools."""
    _starting(server, host)
    _small(server, host)
    _following(server, host)
    _proving(server, host)


def _starting(server: MCPServer[Any], host: Host) -> None:
    for name, (flow, doc) in STARTED.items():
        server.add_tool(_start_of(host, flow), name=name, description=doc, annotations=STARTS)


def _start_of(host: Host, flow: str) -> Callable[..., Any]:
    """Return the function of a tool that starts a flow: its parameters are those of the flow's wire form."""

    async def start(model: str = "", key: str = "", **data: Any) -> dict[str, Any]:
        with told():
            if data.get("approve") and not host.decides:
                data["approve"] = False
            return await host.start(flow, data, model, key)

    form = find_flow(flow).flow.wire
    assert form is not None
    hints = get_type_hints(form, include_extras=True)
    said = {item.name: (_in_pydantic(hints[item.name]), _default(item.default)) for item in fields(form)}  # type: ignore[arg-type]
    parameters = {**said, "model": (Model, ""), "key": (Key, "")}
    start.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint, default=default)
            for name, (hint, default) in parameters.items()
        ],
        return_annotation=dict[str, Any],
    )
    return start


def _default(default: Any) -> Any:
    return Parameter.empty if default is MISSING else list(default) if isinstance(default, tuple) else default


def _in_pydantic(hint: Any) -> Any:
    """Return a type of a wire form with its limits in the words of pydantic, which makes the tool's schema."""
    if get_origin(hint) is tuple:
        return list[_in_pydantic(get_args(hint)[0])]  # type: ignore[misc]
    if get_origin(hint) is not Annotated:
        return hint
    inner, *limits = get_args(hint)
    said = [{name: found for name in LIMITS if (found := getattr(meta, name)) is not None} for meta in limits]
    return Annotated[(_in_pydantic(inner), *(Field(**one) for one in said))]


def _small(server: MCPServer[Any], host: Host) -> None:
    @server.tool(annotations=STARTS)
    async def tell(text: FreeText, model: Model = "", key: Key = "") -> dict[str, Any]:
        """Keep a note, or correct one, in the notebook of this home."""
        with told():
            return await host.answered("notes", {"text": text, "mode": "tell"}, model, key)

    @server.tool(annotations=STARTS)
    async def ask(text: FreeText, model: Model = "") -> dict[str, Any]:
        """Ask the notebook something: the numbers are computed, the notes cited, what is left out is in `gaps`."""
        with told():
            return await host.answered("notes", {"text": text, "mode": "ask"}, model, "")

    @server.tool(annotations=READS)
    async def critique(
        goal: FreeText, answer: LongText, required: Elements = NONE, prohibited: Elements = NONE, model: Model = ""
    ) -> dict[str, Any]:
        """Judge an answer, whoever wrote it: checks bind; with a model its quality is judged too."""
        from indagate.flows.task.criteria import AcceptanceCriteria
        from indagate.flows.task.gate import as_json, verdict_of
        from indagate.models import ModelOptions

        with told():
            criteria = AcceptanceCriteria(required_elements=tuple(required), prohibited_elements=tuple(prohibited))
            options = ModelOptions(model=host.grants.model(model))
            return dict(json.loads(as_json(await verdict_of(goal, answer, criteria, {}, options))))

    @server.tool(annotations=READS)
    async def prove_check(
        statement: FreeText, attempt: LongText, language: Literal["coq", "lean"] = "coq"
    ) -> dict[str, Any]:
        """Judge a proof, whoever wrote it: `attempt` is a complete file that proves `target`, as text."""
        from indagate.flows.proof.judging import as_json, judge_text

        with told():
            return dict(json.loads(as_json(*await judge_text(statement, attempt, language, (), 40.0))))


def _following(server: MCPServer[Any], host: Host) -> None:
    @server.tool(annotations=READS)
    async def status(
        ctx: Context[Any, Any], run: Name = "", wait_seconds: Annotated[float, Field(ge=0, le=LONGEST)] = 0
    ) -> dict[str, Any]:
        """Say how a run stands: its result or summary, its claims with quotes, what it asks (`asked`), its budget.

        With `wait_seconds` it waits until the run rests, and reports progress. Without a run the latest are listed.
        """
        with told():
            if not run:
                return {"runs": msgspec.to_builtins(host.app.list(limit=20, top=True))}

            async def progress(row: int, what: str) -> None:
                await ctx.report_progress(row, message=what)

            if wait_seconds:
                await host.wait(run, wait_seconds, progress)
            return host.stands(host.run(run).name)

    @server.tool(annotations=READS)
    async def events(
        run: RunName, after: Annotated[int, Field(ge=-1)] = -1, limit: Annotated[int, Field(ge=1, le=500)] = 100
    ) -> dict[str, Any]:
        """List what happened in a run, row by row, after a row."""
        with told():
            entry, mark = host.run(run), new_mark()
            rows = host.app.rows(entry.name, after=after, upto=after + limit)
            listed = [
                {
                    "row": row.seq, "kind": row.kind, "name": row.name, "state": row.stands,
                    "body": marked(row.body.decode(errors="replace")[:400], mark) if row.kind not in OURS else "",
                }
                for row in rows
            ]  # fmt: skip
            return {"rows": listed, "last": host.app.engine.journal.last(entry.id)[0], "about": STANDING}


def _proving(server: MCPServer[Any], host: Host) -> None:
    @server.tool(annotations=READS)
    async def quote(
        run: RunName, source: Annotated[str, Field(pattern=r"^S\d{2,6}$")],
        fact: Annotated[str, Field(pattern=r"^(Fact-\d{3,6})?$")] = "",
    ) -> dict[str, Any]:  # fmt: skip
        """Show a fact's quote where it stands in its archived source, with what is around it."""
        with told():
            entry, flow = host.app.find(host.run(run).name)
            if flow.archived is None:
                return {"error": f"flow {flow.name} archives no sources"}
            found = flow.archived(host.app.record(entry.name), host.app.home.store, source, fact)
            mark, around = new_mark(), 600
            before = found.text[max(0, found.start - around) : found.start]
            after = found.text[found.end : found.end + around]
            return {
                "source": found.id, "title": marked(found.title, mark), "file": marked(found.locator, mark),
                "before": marked(before, mark), "quote": marked(found.text[found.start : found.end], mark),
                "after": marked(after, mark), "start": found.start, "end": found.end, "about": STANDING,
            }  # fmt: skip

    @server.tool(annotations=READS)
    async def verify(run: RunName) -> dict[str, Any]:
        """Check a run's evidence again, offline: archive, quotes, numbers, citations, files."""
        with told():
            breaches = host.app.verify(host.run(run).name)
            listed = [{"code": item.code, "where": item.where, "message": item.message} for item in breaches]
            hint = host.app.lagging(host.run(run).name, breaches)
            return {"run": run, "ok": not listed, "breaches": listed, "hint": hint}
