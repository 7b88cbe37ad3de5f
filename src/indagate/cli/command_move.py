"""The command `move`: a home into another, between a folder and Postgres."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import JsonOption, given_home

if TYPE_CHECKING:
    from indagate.storage import Home

COMMANDS = typer.Typer()


@COMMANDS.command()
def move(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="A folder or postgres://….", parser=given_home)],
    target: Annotated[Path, typer.Argument(metavar="TO", help="An empty home of either kind.", parser=given_home)],
    json: JsonOption = False,
) -> None:
    """Copy a home into another, a folder or in Postgres, either way; nothing is removed.

    Every row, and what is archived in a bucket or is to be, is read again from the copy and compared. Runs must not be
    driven meanwhile.
    """
    import asyncio

    from indagate.cli.door import require
    from indagate.cli.ending import dump
    from indagate.cli.wording import count
    from indagate.storage import Home

    require(source)
    first, second = Home.find(source), Home.find(target)
    files = _copy_files(first, second) + _copy_bytes(first, second)
    runs, rows = asyncio.run(_copy(first, second))
    if first.bucket and not second.bucket:
        asyncio.run(_write_out(second))
    if json:
        typer.echo(dump({"runs": runs, "rows": rows, "files": files, "to": second.label}))
    else:
        typer.echo(f"copied  {count(runs, 'run')}, {count(rows, 'row')}, {count(files, 'file')} into {second.label}")
        typer.echo("checked  every row of the copy is the same")


async def _copy(first: Home, second: Home) -> tuple[int, int]:
    from contextlib import closing

    from indagate.engine import Journal
    from indagate.engine.moving import copy

    with (
        closing(Journal.open(first.address or first.journal)) as source,
        closing(Journal.open(second.address or second.journal)) as target,
    ):
        return await copy(source, target)


def _copy_files(first: Home, second: Home) -> int:
    """Copy what a home holds beside its journal, unless both use the same folder; return how many files."""
    import shutil

    second.prepare()
    if first.root == second.root or not first.root.is_dir():
        return 0
    done = 0
    for path in sorted(first.root.rglob("*")):
        below = path.relative_to(first.root)
        place = second.root / below
        if (first.bucket or second.bucket) and below.parts[0] == "store":
            continue  # of a bucket there are but copies here
        if path.is_dir():
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif not path.name.startswith("journal.db") and not place.exists():
            shutil.copy2(path, place)
            done += 1
    return done


def _copy_bytes(first: Home, second: Home) -> int:
    """Copy what is archived, where one of two homes keeps it in a bucket of its own; return how many files.

    Raises `Corrupt` where what is read, from either, is not what its digest says.
    """
    if first.bucket == second.bucket:
        return 0
    source, target, proof, done = first.store.untrusting(), second.store, second.store.untrusting(), 0
    for held in source.entries():
        target.put(source.get(held.sha))
        proof.get(held.sha)
        done += 1
    return done


async def _write_out(home: Home) -> None:
    """Write the runs' files from the journal: where there was a bucket, this machine may not have had them."""
    import contextlib

    from indagate.app import App
    from indagate.app.files import bring_up_to_date
    from indagate.errors import NoSuchFlow

    async with App(home.root) as app:
        for run in app.engine.journal.runs():
            with contextlib.suppress(NoSuchFlow):
                bring_up_to_date(home, app.engine.journal, run, app.find(run.name)[1], if_behind=True)
