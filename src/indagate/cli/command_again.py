"""The command that asks a finished run's question again and says what is new: `again`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from indagate.cli.command_run import RunArgument, require_file
from indagate.flows.command import Searching, Spending, unfolded

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.budget import Budget
    from indagate.flow.difference import Difference

COMMANDS = typer.Typer()
Often = Literal["hourly", "daily", "weekly", "monthly"]
CRON = {"hourly": "7 * * * *", "daily": "7 6 * * *", "weekly": "7 6 * * 1", "monthly": "7 6 1 * *"}


@COMMANDS.command()
@unfolded
def again(
    run: RunArgument,
    compared: Annotated[
        str,
        typer.Option("--with", metavar="RUN", show_default=False, help="Ask nothing: compare with this later run."),
    ] = "",
    schedule: Annotated[
        Often | None,
        typer.Option("--schedule", show_default=False, help="Ask nothing: print a timer unit and a cron line for it."),
    ] = None,
    every: Annotated[
        str,
        typer.Option(
            "--every", metavar="TIME", show_default=False,
            help="Ask nothing now: workers do, every 12h, 7d, or at the times of a cron line (UTC). Needs DBOS.",
        ),
    ] = "",
    report: Annotated[
        Path | None,
        typer.Option("-o", "--report", metavar="FILE", show_default=False, help="Also write what is new here."),
    ] = None,
    *,
    spending: Spending,
    driving: Searching,
) -> None:  # fmt: skip
    """Ask a finished mission's plan again, and say what is new.

    Facts added, changed, gone, and conclusions that no longer hold, each with both quotes; as a file in the new run's
    folder. Exits with 0, also where nothing is new, and as `research` where the new run does not end.
    """
    from indagate.cli.door import allowed, existing
    from indagate.cli.drive import Manner, leave_to_workers, until_it_rests
    from indagate.cli.ending import conclude

    if schedule is not None:
        _schedule(*existing(driving.home, lambda app: _timed(app, run)), schedule)
        return
    if every:
        existing(driving.home, lambda app: _left_to_workers(app, run, every, spending.budget, json=driving.json))
        return
    manner = Manner.told(driving, yes=True)

    async def work(app: App) -> int:
        since = app.find(run)[0].name
        if compared:
            _show(app, app.difference(since, compared), report, json=driving.json)
            return 0
        found, given = app.again(since)
        answerers, _ = app.prepare(since, manner.models)
        budget, _ = allowed(spending.budget, answerers)
        handle = await app.start(found, given, budget=budget, answerers=answerers)
        if manner.queue:
            return await leave_to_workers(app, handle, manner)
        status = await until_it_rests(app, handle, manner)
        if status != "finished":
            return conclude(app, handle, status, manner)
        _show(app, app.difference(since, handle.name), report, json=driving.json)
        return 0

    raise typer.Exit(existing(driving.home, work))


def _show(app: App, found: Difference, output: Path | None, *, json: bool) -> None:
    """Write what is new into the later run's folder, and print it."""
    import msgspec

    from indagate.cli.ending import dump
    from indagate.cli.wording import clean
    from indagate.flow.difference import as_markdown
    from indagate.render import escape
    from indagate.storage import write_for_user

    path = app.write_difference(found)
    if output is not None:
        write_for_user(require_file(output), as_markdown(found, escape).encode())
    if json:
        typer.echo(dump({**msgspec.to_builtins(found), "anything": found.anything, "report": str(path)}))
        return
    typer.echo(clean(as_markdown(found, lambda said: " ".join(said.split()))).rstrip())
    typer.echo(f"\nreport  {path}")


async def _timed(app: App, run: str) -> tuple[str, Path]:
    """Return the name of a run that can be asked again, and its home. Raises `InputError`."""
    name = app.find(run)[0].name
    app.again(name)
    return name, app.home.root


async def _left_to_workers(app: App, run: str, every: str, budget: Budget, *, json: bool) -> None:
    """Have workers ask a run again every so often."""
    from indagate.app.app import require_workers
    from indagate.cli.command_schedule import kept_by_dbos, plain
    from indagate.cli.ending import dump
    from indagate.errors import InputError

    try:
        require_workers(app.home)
    except InputError as error:
        timer = f"indagate again {app.find(run)[0].name} --schedule weekly"
        raise InputError(error.message, hint=f"On one machine, a timer does it: {timer}") from None
    name, _ = await _timed(app, run)
    made = kept_by_dbos().add(app.home, name, every, budget)
    shown = f"{name} is asked again every {every}, by a worker: indagate worker --queue-engine dbos"
    typer.echo(dump(plain(made)) if json else shown)


_IN_UNIT = str.maketrans({"%": "%%", "$": "$$", '"': '\\"', "\\": "\\\\"})
"""How signs stand between quotation marks in a unit of systemd (systemd.service(5), "Command lines")."""


def _schedule(name: str, home: Path, often: Often) -> None:
    """Print a systemd timer with its service, and a cron line."""
    import sys

    from indagate.errors import InputError
    from indagate.storage.address import named

    program = Path(sys.argv[0]).absolute()
    begin = [sys.executable, "-m", "indagate"] if program.name == "__main__.py" else [str(program)]
    words = [*begin, "again", name, "--quiet", "--home", named(home)]
    if any("\n" in word for word in words):
        raise InputError("the home's path has a line break, which no timer takes")
    line = shlex.join(words)
    unit = " ".join(f'"{word.translate(_IN_UNIT)}"' for word in words)
    typer.echo(
        f"# ~/.config/systemd/user/indagate-{name}.service\n[Unit]\nDescription=What is new since {name}\n\n[Service]\n"
        f"Type=oneshot\nExecStart={unit}\n\n"
        f"# ~/.config/systemd/user/indagate-{name}.timer\n[Unit]\nDescription=What is new since {name}\n\n[Timer]\n"
        f"OnCalendar={often}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n\n"
        f"# systemctl --user daemon-reload && systemctl --user enable --now indagate-{name}.timer\n\n"
        f"# or in `crontab -e`:\n{CRON[often]} {line.replace('%', chr(92) + '%')}"
    )
