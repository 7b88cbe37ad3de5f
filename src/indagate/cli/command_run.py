"""Commands that drive a run: `run`, `resume`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import Driving, Spending, YesOption, unfolded

if TYPE_CHECKING:
    from indagate.app import App

COMMANDS = typer.Typer()
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run's name, its beginning or end, or `last`.")]


@COMMANDS.command()
@unfolded
def run(
    flow: Annotated[str, typer.Argument(metavar="FLOW", help="A flow's name, or FILE.py:NAME for one of your own.")],
    given: Annotated[
        str,
        typer.Argument(metavar="INPUT", help="A text, a JSON object, or - to read it from stdin.", show_default=False),
    ] = "",
    *,
    yes: YesOption = False,
    spending: Spending,
    driving: Driving,
) -> None:
    """Run any flow, also one in a file of yours."""
    from indagate.app import find_flow, input_from_text
    from indagate.cli.door import chosen, opened
    from indagate.cli.drive import Manner, start

    found = find_flow(flow)
    value = input_from_text(found.flow, sys.stdin.read() if given == "-" else given)
    budget, manner = spending.budget, Manner.told(driving, yes=yes)
    minds = chosen(driving.home, driving.minds)
    raise typer.Exit(opened(driving.home, lambda app: start(app, found, value, budget, manner), minds))


@COMMANDS.command()
@unfolded
def resume(run: RunArgument, *, yes: YesOption = False, driving: Driving) -> None:
    """Go on with a run after a stop, crash or error.

    Nothing that was completed is done again. Where the run waits for a person, you are asked.
    """
    from indagate.cli.door import chosen, existing
    from indagate.cli.drive import Manner, go_on
    from indagate.cli.ending import is_broken

    manner = Manner.told(driving, yes=yes)

    async def work(app: App) -> int:
        entry, flow = app.find(run)
        if is_broken(flow, app.past(entry.name)):
            await app.signal(entry.name, "resume")
        return await go_on(app, entry.name, manner)

    raise typer.Exit(existing(driving.home, work, chosen(driving.home, driving.minds)))


def require_file(path: Path) -> Path:
    """Return a path that a command may write. Raises `StorageError` if its folder is not there."""
    from indagate.errors import StorageError

    if not path.expanduser().absolute().parent.is_dir():
        raise StorageError(f"cannot write {path}: there is no folder {path.parent}")
    return path.expanduser()
