"""Commands that send a run a signal: `approve`, `amend`, `answer`, `steer`, `abort`, `pause`, `signal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from indagate.cli.command_run import RunArgument
from indagate.flows.command import Driving, HomeOption, JsonOption, QuietOption, YesOption, unfolded

if TYPE_CHECKING:
    from indagate.app import App

COMMANDS = typer.Typer()
PATIENCE = 20.0
"""Seconds to wait for a run's driver to take a signal in."""
TextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="What to say.")]
DirectiveArgument = Annotated[
    str, typer.Argument(metavar="TEXT", help="A directive to go with it.", show_default=False)
]
NoDriveOption = Annotated[bool, typer.Option("--no-drive", help="Only leave the signal; do not drive the run here.")]


@COMMANDS.command()
@unfolded
def approve(
    run: RunArgument, text: DirectiveArgument = "", no_drive: NoDriveOption = False, yes: YesOption = False, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Approve the plan of a run.

    The run is driven on here if nobody drives it, as with all signals.
    """
    send(run, "approve", text, driving, drive=not no_drive, yes=yes)


@COMMANDS.command()
@unfolded
def amend(
    run: RunArgument, text: TextArgument, no_drive: NoDriveOption = False, yes: YesOption = False, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Have the plan of a run changed: say how."""
    send(run, "amend", text, driving, drive=not no_drive, yes=yes)


@COMMANDS.command()
@unfolded
def answer(
    run: RunArgument, text: DirectiveArgument = "",
    write_now: Annotated[bool, typer.Option("--write-now", help="Write the report now, from what there is.")] = False,
    no_drive: NoDriveOption = False, yes: YesOption = False, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Answer a run that checks in.

    It goes on, perhaps with a directive, or writes its report now.
    """
    send(run, "write" if write_now else "answer", text, driving, drive=not no_drive, yes=yes)


@COMMANDS.command()
@unfolded
def steer(
    run: RunArgument, text: TextArgument, no_drive: NoDriveOption = False, yes: YesOption = False, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Change the course of a run: limit its sources, drop, add or weigh a side, finish.

    With a model in your own words; without one in the forms that a refusal lists.
    """
    send(run, "steer", text, driving, drive=not no_drive, yes=yes)


@COMMANDS.command()
def abort(
    run: RunArgument, text: DirectiveArgument = "", no_drive: NoDriveOption = False,
    home: HomeOption = None, json: JsonOption = False, quiet: QuietOption = False,
) -> None:  # fmt: skip
    """End a run for good; what it found stays."""
    send(run, "abort", text, Driving(home=home, json=json, quiet=quiet), drive=not no_drive)


@COMMANDS.command()
def pause(run: RunArgument, home: HomeOption = None, json: JsonOption = False) -> None:
    """Stop a run at the next boundary; resume goes on."""
    send(run, "pause", "", Driving(home=home, json=json, quiet=True), drive=False)


@COMMANDS.command()
@unfolded
def signal(
    run: RunArgument,
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word that the run's flow takes; `show` lists them.")],
    text: DirectiveArgument = "", no_drive: NoDriveOption = False, yes: YesOption = False, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Send a run a word that its flow declares.

    For flows of your own; `indagate show RUN` lists what the run takes now.
    """
    send(run, word, text, driving, drive=not no_drive, yes=yes)


def send(
    run: str, word: str, text: str, driving: Driving, *, drive: bool = True, yes: bool = False, bare: bool = False
) -> None:
    """Leave a signal; where nobody drives the run, drive it here; end the program with the code that fits."""
    from indagate.cli.door import existing
    from indagate.cli.drive import Manner, go_on
    from indagate.cli.ending import command, dump
    from indagate.engine import lease

    manner, ending = Manner.told(driving, yes=yes, bare=bare), word == "abort"

    async def work(app: App) -> int:
        if drive and not ending and not lease.driven(app.find(run)[0]):
            app.prepare(run, manner.models)  # before the signal is left: it would be taken in without the model
        named = manner.models is not None and bool(manner.models.model)
        posted = await app.signal(run, word, text, model=named)
        name = posted.run.name
        if drive and not posted.driven:
            return await go_on(app, name, manner, ending=ending)
        became = await _became(app, posted.letter) if posted.driven else None
        state = app.engine.journal.stands(posted.run.id)
        if driving.json:
            typer.echo(dump({"run": name, "signal": word, "became": became or "waiting", "state": state}))
        elif became is None:
            typer.echo(f"{name} will take {word!r} in when it is driven next: {command('resume', name, driving.home)}")
        else:
            typer.echo(f"{name} has taken {word!r} in; it is {state}" if became == "taken" else f"{name}: {became}")
        return 0 if became in (None, "taken") else 2

    raise typer.Exit(existing(driving.home, work))


async def _became(app: App, letter: int) -> str | None:
    """Return what a live driver made of a signal, or None if it has not looked yet."""
    import asyncio

    for _ in range(round(PATIENCE / 0.1)):
        became = app.became(letter)
        if became is not None:
            return became
        await asyncio.sleep(0.1)
    return None
