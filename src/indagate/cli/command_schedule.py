"""The command for what workers do every so often: `schedules`."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.flows.command import HomeOption, JsonOption

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.hosting.schedule import Schedule

COMMANDS = typer.Typer()


@COMMANDS.command()
def schedules(
    cancel: Annotated[
        str, typer.Option("--cancel", metavar="RUN", show_default=False, help="Ask this run again no more.")
    ] = "",
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """List the runs of a home in Postgres that workers ask again every so often (`again --every`)."""
    from indagate.cli.door import opened
    from indagate.cli.ending import dump
    from indagate.cli.wording import columns, moment

    async def look(app: App) -> list[Schedule]:
        from indagate.app.app import require_workers

        require_workers(app.home)
        if cancel:
            kept_by_dbos().cancel(app.home, app.find(cancel)[0].name)
        found: list[Schedule] = kept_by_dbos().listed(app.home)
        return found

    found = opened(home, look)
    if json:
        typer.echo(dump([plain(item) for item in found]))
        return
    rows = [
        [item.run, f"every {item.every}", f"since {moment(item.since)}",
         f"looked at {moment(item.last)}" if item.last else "not yet due"]
        for item in found
    ]  # fmt: skip
    typer.echo("\n".join(columns(rows)) if rows else "No run is asked again: indagate again RUN --every 7d")


def plain(item: Schedule) -> dict[str, Any]:
    """Return a schedule as JSON shows it."""
    from indagate.cli.wording import moment

    last = moment(item.last) if item.last else None
    return {"run": item.run, "every": item.every, "since": moment(item.since), "last": last}


def kept_by_dbos() -> ModuleType:
    """Return what keeps schedules. Raises `InputError` without DBOS."""
    try:
        from indagate.hosting import schedule
    except ImportError as error:
        from indagate.errors import InputError

        raise InputError(f"{error.name} is not installed", hint="pip install 'indagate[dbos]'") from None
    return schedule
