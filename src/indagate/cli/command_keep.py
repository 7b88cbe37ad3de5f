"""Commands that keep a home tidy: `delete`, `gc`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from indagate.cli.command_run import RunArgument
from indagate.flows.command import HomeOption, JsonOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indagate.app import App, Garbage

COMMANDS = typer.Typer()


@COMMANDS.command()
def delete(
    run: RunArgument,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Delete a run for good, with the runs that it started.

    Its rows and files go at once; archived bytes that no other run names go with the next `indagate gc`. A run that is
    being driven is not deleted: pause or abort it first.
    """
    from indagate.cli.asking import confirmed
    from indagate.cli.door import existing
    from indagate.cli.ending import command, dump
    from indagate.cli.wording import count, weighed

    async def work(app: App) -> int:
        there = app.housekeeping.deletion(app.engine.journal.run(run).name)
        name, *children = there.runs
        what = f"{count(there.rows, 'row')}, {weighed(there.bytes)} of files"
        if children:
            what += f", with {count(len(children), 'run')} that it started"
        if not yes and not confirmed(f"Delete {name} for good: {what}?", way="--yes", json=json):
            typer.echo(f"{name} is kept", err=True)
            return 1
        gone = await app.housekeeping.delete(name)
        if json:
            typer.echo(dump({"deleted": gone.runs, "rows": gone.rows, "bytes": gone.bytes}))
        else:
            typer.echo(f"deleted {name}: {what}")
            typer.echo(f"free    {command('gc', '', home)} shows what else can go")
        return 0

    raise typer.Exit(existing(home, work))


@COMMANDS.command()
def gc(
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Remove it; without this it is only listed.")] = False,
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """List what no run needs, and with --yes remove it.

    Drafts left after kills, files and rows of deleted runs, archived bytes that no run names, indexes and pages that
    can be made or fetched again. It is safe beside live runs: what is younger than an hour, or than the oldest live
    drive, is left, and caches are left while a run is driven. Answers of models (--cache) were paid for and stay.
    """
    from indagate.cli.door import existing
    from indagate.cli.ending import command, dump

    async def work(app: App) -> None:
        found = await app.housekeeping.gc(dry_run=not yes)
        if json:
            kinds = [
                {"kind": item.kind, "what": item.what, "count": item.count, "bytes": item.bytes, "left": item.left}
                for item in found
            ]
            total = sum(item.bytes for item in found if not item.left)
            typer.echo(dump({"removed": yes, "bytes": total, "garbage": kinds}))
            return
        typer.echo("\n".join(_listed(found, yes=yes)))
        if not yes and any(item.count for item in found if not item.left):
            typer.echo(f"Nothing was removed yet: {command('gc', '--yes', home)}")

    existing(home, work)


def _listed(found: Sequence[Garbage], *, yes: bool) -> list[str]:
    from indagate.cli.wording import columns, weighed

    rows = [
        (item.kind, f"{item.count:,}", weighed(item.bytes), item.what + (f" ({item.left})" if item.left else ""))
        for item in found
        if item.count or item.left
    ]
    free = sum(item.bytes for item in found if not item.left)
    if not rows:
        return ["Nothing to collect; what is younger than an hour is left."]
    return [*columns(rows), f"{'removed' if yes else 'can go'}: {weighed(free)}; what is younger than an hour is left"]
