"""Commands that drive a run: `run`, `resume`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import Searching, Spending, YesOption, unfolded

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
    driving: Searching,
) -> None:
    """Run any flow, also one in a file of yours."""
    from indagate.app import find_flow, input_from_text
    from indagate.cli.door import allowed, chosen, opened
    from indagate.cli.drive import Manner, start

    found = find_flow(flow)
    value = input_from_text(found.flow, sys.stdin.read() if given == "-" else given)
    answerers = chosen(driving.home, driving.answerers)
    budget, said = allowed(spending.budget, answerers)
    manner = Manner.told(driving, yes=yes, budget=said)
    raise typer.Exit(opened(driving.home, lambda app: start(app, found, value, budget, manner), answerers))


@COMMANDS.command()
@unfolded
def resume(
    run: RunArgument,
    *,
    yes: YesOption = False,
    accept_differences: Annotated[
        bool,
        typer.Option(
            "--accept-differences",
            help="Go on although the flow's code changed, or a step asks for other things than before.",
        ),
    ] = False,
    spending: Spending,
    driving: Searching,
) -> None:
    """Go on with a run after a stop, crash or error.

    Nothing that was completed is done again. Where the run waits for a person, you are asked. A budget takes the place
    of the one that the run has. Of a run that has ended, how it ended is said; a budget
    or model for it is refused.
    """
    from indagate.app.standing import is_broken
    from indagate.budget import Budget
    from indagate.cli.door import existing
    from indagate.cli.drive import Manner, drive
    from indagate.cli.ending import say_ended
    from indagate.errors import HasEnded

    manner = Manner.told(driving, yes=yes)
    budget = spending.budget if spending.budget != Budget() else None

    async def work(app: App) -> int:
        entry, flow = app.find(run)
        try:
            handle = await app.resume(entry.name, manner.models, accept_differences=accept_differences, budget=budget)
        except HasEnded as ended:
            say_ended(app, entry.name, manner, ended)
            return 0
        if is_broken(flow, app.past(entry.name)):
            await app.signal(entry.name, "resume")
        return await drive(app, handle, manner)

    raise typer.Exit(existing(driving.home, work))


def require_file(path: Path) -> Path:
    """Return a path that a command may write. Raises `StorageError` if its folder is not there."""
    from indagate.errors import StorageError

    if not path.expanduser().absolute().parent.is_dir():
        raise StorageError(f"cannot write {path}: there is no folder {path.parent}")
    return path.expanduser()
