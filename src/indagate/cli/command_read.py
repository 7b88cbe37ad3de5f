"""Commands that read runs: `runs`, `show`, `events`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.cli.command_run import RunArgument
from indagate.errors import InputError
from indagate.flows.command import HomeOption, JsonOption

if TYPE_CHECKING:
    from indagate.app import App, Listed
    from indagate.engine import Replay, Row, Run
    from indagate.flow import Flow

COMMANDS = typer.Typer()
AtOption = Annotated[
    int | None, typer.Option("--at", metavar="ROW", help="As the run stood at this row; `events` lists them.")
]


@COMMANDS.command()
def runs(
    everything: Annotated[
        bool, typer.Option("--all", help="Also runs that another run started and that have ended.")
    ] = False,
    flow: Annotated[str, typer.Option("--flow", metavar="FLOW", help="Only runs of this flow.")] = "",
    user: Annotated[str, typer.Option("--user", metavar="NAME", help="Only runs that were begun for this user.")] = "",
    state: Annotated[str, typer.Option("--state", metavar="STATE", help="Only runs that are in this state.")] = "",
    since: Annotated[
        str,
        typer.Option(
            "--since", metavar="WHEN", help="Only runs with a row since: 2026-11-20, 2026-11-20T15:00, 3h, 7d."
        ),
    ] = "",
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="Only the N latest runs.")] = None,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """List the runs, oldest first; beneath each those that it started and that have not ended."""
    from msgspec import to_builtins

    from indagate.cli.door import opened
    from indagate.cli.ending import dump
    from indagate.cli.wording import columns, moment
    from indagate.number import count
    from indagate.storage import Home

    began = _moment(since) if since else 0

    async def work(app: App) -> list[Listed]:
        return app.list(flow=flow, user=user, state=state, since=began, limit=limit, live_only=not everything)

    async def seen(app: App) -> set[str]:
        return {name for (name,) in app.engine.journal.read("SELECT DISTINCT flow FROM runs")}

    there = Home.find(home)
    found = opened(home, work) if there.exists else []
    if not found and (flow or state):
        _require_names(flow, state, opened(home, seen) if there.exists else set())
    lines = list(_nested(found))
    if json:
        typer.echo(dump([to_builtins(item) for _, item in lines]))
        return
    if not found:
        filtered = flow or user or state or since
        typer.echo(f"No runs {'like that' if filtered else 'yet'} in {there.root}.")
        left = [] if filtered or not there.runs.is_dir() else list(there.runs.iterdir())
        if left:
            known = f"{count(len(left), 'folder')} in {there.runs} of runs that its journal does not know"
            typer.echo(f"There {'is' if len(left) == 1 else 'are'} {known}: if it was lost, bring it back.", err=True)
        return
    rows = [("RUN", "FLOW", "STATE", "ROWS", "LAST", "")]
    for depth, item in lines:
        remark = f"driven by {item.driven_by}" if item.driven_by else "paused" if item.paused else ""
        under = f"within {item.parent}" if item.parent else ""
        remarks = "; ".join(filter(None, (remark, under)))
        rows.append(("  " * depth + item.run, item.flow, item.state, str(item.rows), moment(item.last), remarks))
    typer.echo("\n".join(columns(rows)))


def _require_names(flow: str, state: str, seen: set[str]) -> None:
    """Raise `InputError` for a flow that is not there and has no run, and for a state that none of those known has."""
    from indagate.app.registry import find_flow, flows

    names = sorted(flows())
    if flow and flow not in {*names, *seen}:
        raise InputError(f"there is no flow {flow!r}", hint=f"There are: {', '.join(names)}.")
    if not state or not {flow} - {""} | seen <= {*names}:
        return  # a flow of others may have it
    charts = [find_flow(name).flow.chart for name in ([flow] if flow else names)]
    states = sorted({name for chart in charts for name in (*chart.edges, *chart.finals)})
    strange = [name for name in state.split(" + ") if name not in states]
    if strange:
        raise InputError(f"no flow has a state {strange[0]!r}", hint=f"States: {', '.join(states)}.")


def _moment(text: str) -> int:
    """Return the milliseconds since 1970 of a day, a moment, or so long ago. Raises `InputError`."""
    import re
    import time
    from datetime import datetime

    from indagate.errors import InputError

    ago = re.fullmatch(r"(\d+) *(min|h|d|w)", text.strip())
    try:
        if ago:
            seconds = {"min": 60, "h": 3600, "d": 86400, "w": 604800}[ago[2]]
            return round((time.time() - int(ago[1]) * seconds) * 1000)
        return round(datetime.fromisoformat(text.strip()).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        hint = "Say a day (2026-11-20), a moment (2026-11-20T15:00) or how long ago (30min, 3h, 7d, 2w)."
        raise InputError(f"--since cannot be read: {text!r}", hint=hint) from None


def _nested(found: list[Listed]) -> Iterator[tuple[int, Listed]]:
    """Yield runs with their depths: each followed by those that it started; an ended parent may be left out."""
    names = {item.run for item in found}
    within: dict[str, list[Listed]] = {}
    for item in found:
        within.setdefault(item.parent if item.parent and item.parent in names else "", []).append(item)

    def below(parent: str, depth: int) -> Iterator[tuple[int, Listed]]:
        for item in within.get(parent, ()):
            yield depth, item
            yield from below(item.run, depth + 1)

    return below("", 0)


@COMMANDS.command()
def show(
    run: RunArgument, at: AtOption = None,
    calls: Annotated[bool, typer.Option("--calls", help="List every prompt and raw answer of its models.")] = False,
    home: HomeOption = None, json: JsonOption = False,
) -> None:  # fmt: skip
    """Show how a run stands and what leads on.

    Its plan and tasks, budget, folder, what it waits for, and the commands that go on from there.
    """
    from indagate.cli.door import existing
    from indagate.cli.ending import dump

    async def work(app: App) -> None:
        entry, flow = app.find(run)
        if calls:
            _show_calls(app, entry, json)
            return
        if json:
            typer.echo(dump(app.facts_of(entry.name, at=at)))
        else:
            typer.echo("\n".join(_card(app, entry, flow, app.past(entry.name, at=at), at, home)))

    existing(home, work)


def _show_calls(app: App, entry: Run, json: bool) -> None:
    """Show what went to models and came back, call by call; secrets are masked."""
    from indagate.cli.ending import dump
    from indagate.cli.wording import clean

    found = list(app.answers.calls(entry))
    if json:
        unanswered: list[dict[str, Any]] = [{"answer": None}]
        calls = [{"row": call.row, "role": call.role, **sent} for call in found for sent in call.sent or unanswered]
        typer.echo(dump(calls))
        return
    for call in found:
        if not call.sent:
            why = (
                "no answer is on record: on its way, or it was when the run was interrupted, and is put again as it was"
            )
            typer.echo(f"=== row {call.row}: {call.role}, {why}")
        for sent in call.sent:
            typer.echo(clean(f"=== row {call.row}: {call.role}, asked of {sent['model']}"))
            for part in ("instructions", "request", "answer"):
                typer.echo(clean(f"--- {part}\n{sent[part]}"))
    if not found:
        typer.echo("No model was asked in this run.")


def _card(app: App, entry: Run, flow: Flow, past: Replay, at: int | None, home: Path | None) -> list[str]:
    from indagate.app.standing import why_broken
    from indagate.cli.ending import (
        answered_lines,
        command,
        forecast_lines,
        instead_lines,
        left_out_lines,
        place_lines,
        summary_of,
        unwritten_lines,
        ways_on,
    )
    from indagate.cli.wording import clean, moment, one_line, spending
    from indagate.engine import lease
    from indagate.models.setting import words
    from indagate.statechart import active, finished

    record, chart = past.record, flow.chart
    doc = "; ".join(state.doc for t in past.configuration.tokens if (state := chart.state(t.state)).doc)
    lines = [f"{entry.name}  {record.state}" + (f": {doc}" if doc else "")]
    lines.append(f"flow    {flow.name}" + (f" ({entry.origin})" if entry.origin else ""))
    lines.append(f"born    {moment(entry.born)}, last row {past.last.seq} at {moment(past.last.at)}")
    driven = lease.driven(entry)
    if at is None and driven:
        lines.append(f"driven  by {lease.describe(entry.owner or '')}")
    elif at is None and entry.paused:
        lines.append("paused")
    why = why_broken(flow, past)
    if why:
        lines.append(f"broke   {clean(why)}")
    if flow.summary is not None:
        lines.append(clean(summary_of(flow, record, home)))
    if flow.brief is not None and at is None and past.configuration.tokens[0].state in chart.waits:
        lines += ["", clean(flow.brief(record)).rstrip(), *forecast_lines(app, entry.name), ""]
    elif flow.tree is not None:
        lines += ["", *(f"{'  ' * depth}{one_line(text, 400)}" for depth, text in flow.tree(record)), ""]
    folder = app.folder(entry.name)
    lines += place_lines(flow, record, folder)
    if at is None and not driven and not active(chart, past.configuration):
        lines += unwritten_lines(flow, record, folder, command("resume", entry.name, home))
    lines.append(f"models  {words(app.answers.setting(entry))}")
    lines += [
        *answered_lines(app.answers.counts(entry.name).answered_by),
        *instead_lines(past),
        *left_out_lines(app, entry.name),
    ]
    lines.append(f"spent   {spending(past.spent, past.seconds, past.budget)}")
    if at is None and not finished(chart, past.configuration):
        lines += ways_on(app, entry.name, home, resume=not driven)
    return lines


@COMMANDS.command()
def events(
    run: RunArgument,
    after: Annotated[int, typer.Option("--after", metavar="ROW", help="Only rows after this one.")] = -1,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Wait for more until the run ends.")] = False,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """List everything that happened in a run.

    One row a line; with --json one object a line.
    """
    from indagate.cli.door import existing

    async def work(app: App) -> None:
        entry, flow = app.find(run)
        if follow:
            async for row in app.follow(entry.name, after):
                typer.echo(_row(row, flow, json))
            return
        for row in app.rows(entry.name, after=after):
            typer.echo(_row(row, flow, json))

    existing(home, work)


def _row(row: Row, flow: Flow, json: bool) -> str:
    from indagate.app.standing import iso
    from indagate.cli.wording import body_of, clock, saying

    if not json:
        return f"{row.seq:5}  {clock(row.at)}  {row.kind:6}  {saying(row, _event(row, flow))}"
    import json as writer

    found = {
        "row": row.seq, "kind": row.kind, "name": row.name, "key": row.key, "at": iso(row.at), "state": row.stands,
        "body": body_of(row),
    }  # fmt: skip
    return writer.dumps(found, ensure_ascii=False)


def _event(row: Row, flow: Flow) -> Any:
    """Return the event of a row, or None where it is none or the flow no longer reads it."""
    from msgspec import MsgspecError

    from indagate.engine.row import EVENTS

    if row.kind not in EVENTS:
        return None
    try:
        return flow.vocabulary.decode(row.name, row.body)
    except (KeyError, MsgspecError):
        return None
