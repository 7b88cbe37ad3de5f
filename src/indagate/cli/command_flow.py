"""Commands about flows and this machine: `flows`, `doctor`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.cli.command_run import require_file
from indagate.flows.command import HomeOption, JsonOption, McpOption, ModelOption, OutputOption

if TYPE_CHECKING:
    from indagate.flow import Flow
    from indagate.statechart import State

COMMANDS = typer.Typer()


@COMMANDS.command()
def flows(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A flow's name, or FILE.py:NAME.", show_default=False)
    ] = "",
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Draw the chart as Mermaid source.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Draw the chart as an SVG.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write; stdout if not given.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the flows, or show and draw one.

    Shows its states, what leads from each to the next, its input and its signals.
    """
    from indagate.app import describe, find_flow
    from indagate.cli.ending import dump
    from indagate.errors import InputError
    from indagate.storage import write_for_user

    if not name:
        if mermaid or svg:
            raise InputError("which flow is to be drawn?", hint="indagate flows NAME --svg")
        text = _list(json)
    else:
        flow = find_flow(name).flow
        if mermaid or svg:
            from indagate.statechart import draw

            text = draw.mermaid(flow.chart) if mermaid else draw.svg(flow.chart)
        else:
            text = dump(describe(flow)) if json else "\n".join(_table(flow))
    if output is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        write_for_user(require_file(output), text.encode())
        typer.echo(f"wrote {output}", err=True)


def _list(json: bool) -> str:
    from indagate.app import find_flow
    from indagate.app import flows as known
    from indagate.cli.ending import dump
    from indagate.cli.wording import columns
    from indagate.errors import IndagateError

    rows = []
    for name, where in sorted(known().items()):
        try:
            doc = find_flow(name).flow.doc
        except IndagateError as error:
            doc = f"cannot be loaded: {error.message}"
        rows.append((name, doc, where))
    if json:
        return dump([{"flow": name, "doc": doc, "where": where} for name, doc, where in rows])
    return "\n".join(columns(rows)) if rows else "No flows."


def _edges(on: Any) -> list[tuple[str, str]]:
    """Return what a state takes, in words, and where each leads."""
    from indagate.app.describing import edges
    from indagate.statechart import spoken

    return [(spoken(event), target) for event, target in edges(on).items()]


def _input(flow: Flow) -> dict[str, str]:
    from dataclasses import fields, is_dataclass

    if not is_dataclass(flow.input):
        return {"input": flow.input.__name__}
    return {f.name: f.type if isinstance(f.type, str) else getattr(f.type, "__name__", "") for f in fields(flow.input)}


def _table(flow: Flow) -> list[str]:
    from indagate.cli.wording import columns

    lines = [f"{flow.name}: {flow.doc}" if flow.doc else flow.name, ""]
    rows = [("STATE", "KIND", "EVENT → NEXT", "")]
    for state in flow.chart.states:
        rows += _rows(state, flow.chart.initial)
    rows += [("anywhere", "", f"{words} → {target}", "") for words, target in _edges(flow.chart.anywhere)]
    lines += columns(rows)
    taken = ", ".join(f"{name}: {kind}" for name, kind in _input(flow).items())
    lines += ["", f"input    {taken}"]
    if flow.words:
        lines += ["", *columns([("signals", *item) for item in ((s.word, s.doc) for s in flow.words.values())])]
    return lines


def _rows(state: State, initial: str) -> list[tuple[str, str, str, str]]:
    kind = type(state).__name__.lower() + (", start" if state.name == initial else "")
    edges = [f"{words} → {target}" for words, target in _edges(state.on)] or [""]
    return [(state.name, kind, edges[0], state.doc), *(("", "", edge, "") for edge in edges[1:])]


@COMMANDS.command()
def doctor(
    home: HomeOption = None, mcp: McpOption = None, model: ModelOption = "", output: OutputOption = "",
    json: JsonOption = False,
) -> None:  # fmt: skip
    """Say what is there, what is missing, how to get it.

    With --model that model is tried. Exits with 1 if something required is missing.
    """
    from indagate.cli.ending import dump
    from indagate.cli.health import examine

    found = examine(home, mcp, model, output)
    if json:
        typer.echo(dump([item.plain() for item in found]))
    else:
        for item in found:
            mark = "ok     " if item.ok else "MISSING" if item.required else "absent "
            typer.echo(f"{mark}  {item.name}: {item.found}")
            if not item.ok and item.remedy:
                typer.echo(f"         {item.remedy}")
    raise typer.Exit(1 if any(item.required and not item.ok for item in found) else 0)
