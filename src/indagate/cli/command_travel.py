"""Commands that go back in time or out of the house: `fork`, `replay`, `verify`, `export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.cli.command_read import AtOption
from indagate.cli.command_run import RunArgument, require_file
from indagate.flows.command import HomeOption, JsonOption

if TYPE_CHECKING:
    from indagate.app import App

COMMANDS = typer.Typer()


class Format(StrEnum):
    """What a run can be written as: its graph, or its report."""

    GRAPHML = "graphml"
    JSON = "json"
    MARKDOWN = "md"
    HTML = "html"
    PDF = "pdf"


@COMMANDS.command()
def fork(
    run: RunArgument,
    at: Annotated[int, typer.Option("--at", metavar="ROW", help="The last row that both runs share.")],
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Make a new run from a run's first rows.

    It shares the past up to that row, with the files of that moment; `indagate resume` lets it take another way.
    """
    from indagate.cli.door import existing
    from indagate.cli.ending import command, dump

    async def work(app: App) -> None:
        source, _ = app.find(run)
        made = await app.fork(source.name, at)
        state = app.engine.journal.stands(made.id)
        if json:
            typer.echo(dump({"run": made.name, "from": source.name, "at": at, "state": state}))
        else:
            typer.echo(f"{made.name} has rows 0 to {at} of {source.name} and is {state}")
            typer.echo(f"go on   {command('resume', made.name, home)}")

    existing(home, work)


@COMMANDS.command()
def replay(
    run: RunArgument,
    at: AtOption = None,
    into: Annotated[
        Path | None, typer.Option("--into", metavar="DIR", help="Keep the rendered files in this new folder.")
    ] = None,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Render a run's files again and compare them.

    They are rendered from the journal; exits with 1 if those on disk differ.
    """
    from indagate.cli.door import existing
    from indagate.cli.ending import dump
    from indagate.cli.wording import count

    async def work(app: App) -> int:
        entry, _ = app.find(run)
        found = app.replay(entry.name, at=at, into=into.expanduser() if into else None)
        same = not found.different and not found.missing
        if json:
            lists = {"same": found.same, "different": found.different, "missing": found.missing}
            typer.echo(dump({"run": entry.name, "at": at, "folder": str(found.folder), **lists}))
        else:
            for word, names in (("differs", found.different), ("missing", found.missing)):
                for name in names:
                    typer.echo(f"{word}  {name}")
            what = f"the same: {count(len(found.same), 'file')}" if found.same or not same else "the run has no files"
            typer.echo(what + (f"; rendered in {found.folder}" if into else ""))
        return 0 if same or at is not None else 1

    raise typer.Exit(existing(home, work))


@COMMANDS.command()
def verify(run: RunArgument, home: HomeOption = None, json: JsonOption = False) -> None:
    """Check a run's evidence again, offline.

    Every citation is checked against the archive; exits with 1 on any breach.
    """
    from indagate.cli.door import existing
    from indagate.cli.ending import dump
    from indagate.cli.wording import at_home, one_line

    async def work(app: App) -> int:
        entry, _ = app.find(run)
        breaches = app.verify(entry.name)
        hint = at_home(app.lagging(entry.name, breaches), home)
        if json:
            listed = [{"code": item.code, "where": item.where, "message": item.message} for item in breaches]
            typer.echo(dump({"run": entry.name, "ok": not breaches, "breaches": listed, "hint": hint}))
        else:
            for item in breaches:
                typer.echo(f"{item.code}  {one_line(item.where)}  {one_line(item.message, 400)}")
            typer.echo(f"{entry.name}: breaches: {len(breaches)}" if breaches else f"{entry.name}: no breach")
            if hint:
                typer.echo(f"{hint[:1].upper()}{hint[1:]}.")
        return 1 if breaches else 0

    raise typer.Exit(existing(home, work))


def _printed(page: str, target: Path) -> None:
    """Print a page to a file. Raises `EffectFailed` where there is no Chromium, or it prints nothing."""
    import tempfile

    from indagate.flows.report.pages import write_pdf

    with tempfile.TemporaryDirectory(prefix="indagate-export-") as folder:
        html = Path(folder, "report.html")
        html.write_text(page, encoding="utf-8")
        write_pdf(html, target.absolute())


@COMMANDS.command()
def export(
    run: RunArgument,
    form: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.GRAPHML,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write; stdout if not given.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Write what a run found: its graph, or its report.

    The graph has facts, sources and entities, and how they relate: supports, contradicts, about. A PDF is printed by a
    Chromium of this machine.
    """
    from indagate.cli.door import existing
    from indagate.errors import InputError
    from indagate.storage import write_for_user

    async def work(app: App) -> str:
        entry, flow = app.find(run)
        wanted = Format.HTML.value if form is Format.PDF else form.value
        if wanted not in flow.graph:
            raise InputError(f"flow {flow.name} has nothing to export as {form.value}")
        if form is Format.PDF and output is None:
            raise InputError("a PDF needs a file to be written to", hint="Name it: -o report.pdf")
        return flow.graph[wanted](app.record(entry.name))

    text = existing(home, work)
    if form is Format.PDF and output is not None:
        _printed(text, require_file(output))
        typer.echo(f"wrote {output}", err=True)
        return
    if output is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        write_for_user(require_file(output), text.encode())
        typer.echo(f"wrote {output}", err=True)
