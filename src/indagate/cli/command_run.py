"""Commands that drive a run: `run`, `resume`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import (
    CacheOption,
    CallsOption,
    DollarsOption,
    FastOption,
    HomeOption,
    JsonOption,
    MindOption,
    ModelOption,
    OutputOption,
    QuietOption,
    SecondsOption,
    TokensOption,
    YesOption,
    mind_options,
)

if TYPE_CHECKING:
    from indagate.app import App

COMMANDS = typer.Typer()
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run's name, its beginning or end, or `last`.")]


@COMMANDS.command()
def run(
    flow: Annotated[str, typer.Argument(metavar="FLOW", help="A flow's name, or FILE.py:NAME for one of your own.")],
    given: Annotated[
        str,
        typer.Argument(metavar="INPUT", help="A text, a JSON object, or - to read it from stdin.", show_default=False),
    ] = "",
    yes: YesOption = False,
    budget_calls: CallsOption = None,
    budget_seconds: SecondsOption = None,
    budget_tokens: TokensOption = None,
    budget_dollars: DollarsOption = None,
    model: ModelOption = "",
    fast_model: FastOption = "",
    mind: MindOption = None,
    output: OutputOption = "",
    cache: CacheOption = False,
    home: HomeOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Run any flow, also one in a file of yours."""
    from indagate.app import find_flow, input_from_text
    from indagate.budget import Budget
    from indagate.cli.door import opened
    from indagate.cli.drive import Manner, start

    found = find_flow(flow)
    text = sys.stdin.read() if given == "-" else given
    value = input_from_text(found.flow, text)
    budget = Budget(tokens=budget_tokens, dollars=budget_dollars, calls=budget_calls, seconds=budget_seconds)
    manner = Manner(yes=yes, json=json, quiet=quiet, home=home)
    minds = mind_options(model, fast_model, mind, output, cache)
    raise typer.Exit(opened(home, lambda app: start(app, found, value, budget, manner), minds=minds))


@COMMANDS.command()
def resume(
    run: RunArgument,
    yes: YesOption = False,
    model: ModelOption = "",
    fast_model: FastOption = "",
    mind: MindOption = None,
    output: OutputOption = "",
    cache: CacheOption = False,
    home: HomeOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Go on with a run after a stop, crash or error.

    Nothing that was completed is done again. Where the run waits for a person, you are asked.
    """
    from indagate.cli.door import existing
    from indagate.cli.drive import Manner, go_on
    from indagate.cli.ending import is_broken

    manner = Manner(yes=yes, json=json, quiet=quiet, home=home)

    async def work(app: App) -> int:
        entry, flow = app.find(run)
        if is_broken(flow, app.past(entry.name)):
            await app.signal(entry.name, "resume")
        return await go_on(app, entry.name, manner)

    raise typer.Exit(existing(home, work, minds=mind_options(model, fast_model, mind, output, cache)))


def require_file(path: Path) -> Path:
    """Return a path that a command may write. Raises `StorageError` if its folder is not there."""
    from indagate.errors import StorageError

    if not path.expanduser().absolute().parent.is_dir():
        raise StorageError(f"cannot write {path}: there is no folder {path.parent}")
    return path.expanduser()
