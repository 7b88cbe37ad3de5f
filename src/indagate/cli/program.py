"""The command line put together: the commands, and the face that those of flows get."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from indagate.cli.mounting import Mounted
from indagate.errors import InputError
from indagate.flows.command import Driving, Ended, Spending

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.engine import Run
    from indagate.flow import Flow
    from indagate.models.forecast import Expected, Forecast

ABOUT = """Research agents that are state machines and keep their promises: journaled, cited, budgeted, resumable.

RUN is a run's name, a unique beginning or end of it, or `last`. Runs live in INDAGATE_HOME, else
in the project's home: `.indagate` in the working folder or above it. Notes live in INDAGATE_HOME, else in your data
folder; docs/homes.md.

Exit codes: 0 done; 1 a run in an error, a breach or a difference; 2 something given cannot be used; 3 the run waits for
a person; 4 the result needs a model; 70 a bug; 130 stopped by Ctrl-C; 141 the reader of a pipe left (`| head`), which
stops no run. With --json an error is one object: code, message, hint."""


class CommandLine:
    """The face that flows' commands get; see `indagate.flows.command.Face`."""

    def start(
        self, flow: str, given: Any, driving: Driving, *,
        spending: Spending | None = None, yes: bool = False, bare: bool = False, unasked: bool = False,
        first: Callable[[], object] | None = None, after: str = "",
    ) -> None:  # fmt: skip
        """Start a run, drive it here, show it, and end the program with the code that says how it stands."""
        from indagate.app import find_flow
        from indagate.cli.door import allowed, chosen, opened
        from indagate.cli.drive import Manner, start

        found = find_flow(flow)
        answerers = chosen(driving.home, driving.answerers, after)
        budget, said = allowed((spending or Spending()).budget, answerers)
        manner = Manner.told(driving, yes=yes, bare=bare, budget=said, unasked=unasked)
        answerers.refuse(budget, found.flow.roles)
        if first is not None:
            first()
        raise typer.Exit(opened(driving.home, lambda app: start(app, found, given, budget, manner), answerers))

    def send(self, run: str, word: str, text: str, driving: Driving, *, bare: bool = False) -> None:
        """Send a run a signal, drive it on here, and end the program with the code that says how it stands."""
        from indagate.cli.command_signal import send

        send(run, word, text, driving, bare=bare)

    def say_model(self, driving: Driving) -> None:
        """Say which model answers, if any, and what leaves this machine. Raises `InputError` if it cannot be asked."""
        from indagate.cli.door import chosen

        answerers = chosen(driving.home, driving.answerers)
        if answerers.by_model and not (driving.quiet or driving.json):
            typer.echo(answerers.line, err=True)

    def waiting(self, flow: str, *, home: Path | None) -> tuple[str, ...]:
        """Return the names of the runs of a flow that wait for a person, oldest first."""
        from indagate.app import find_flow
        from indagate.cli.door import opened

        waits = find_flow(flow).flow.chart.waits - {"ERROR"}  # which waits to be resumed, not for an answer

        async def look(app: App) -> tuple[str, ...]:
            own = (run for run in app.list(flow=flow) if not run.driven_by)
            return tuple(run.run for run in own if waits & set(run.state.split(" + ")))

        return opened(home, look)

    def ended(self, name: str, *, home: Path | None, flow: str, live: bool = False) -> Ended:
        """Return a run that has ended, with `live` also one that has not.

        Raises `NoSuchRun`, or `InputError` if it is none of this flow.
        """
        from indagate.cli.door import existing
        from indagate.statechart import finished

        async def look(app: App) -> Ended:
            run, declared = _own(app, name, flow)
            record = app.record(run.name)
            if not live and not finished(declared.chart, record.standing):
                raise InputError(
                    f"run {run.name} has not ended: it is {record.state}",
                    hint=f"Go on with it first: indagate resume {run.name}",
                )
            return Ended(run.name, record, app.home)

        return existing(home, look)

    def reenter(self, name: str, state: str, driving: Driving, *, flow: str) -> None:
        """Go on again from where a run last entered a state, in a new run, and end the program.

        Raises `InputError` for a state that the run has never entered.
        """
        from indagate.cli.door import existing
        from indagate.cli.drive import Manner, go_on

        manner = Manner.told(driving)

        async def work(app: App) -> int:
            run, declared = _own(app, name, flow)
            entered = [row.seq for row in app.rows(run.name) if state in (row.stands or "").split(" + ")]
            if not entered:
                known = ", ".join(sorted(declared.chart.works))
                raise InputError(f"run {run.name} has never been in {state}", hint=f"The chart has: {known}.")
            fork = await app.fork(run.name, entered[-1])
            return await go_on(app, fork.name, manner)

        raise typer.Exit(existing(driving.home, work))

    def counted(self, what: str, *, quiet: bool) -> AbstractContextManager[Callable[[int, int, str], None]]:
        """Show how far a long count has come while the block runs."""
        from indagate.cli.counting import counted

        return counted(what, quiet=quiet)

    def forecast(self, driving: Driving, expected: Iterable[Expected]) -> Forecast | None:
        """Return what the models that the options name are expected to take for some questions; None without one."""
        from indagate.cli.door import chosen
        from indagate.models.forecast import forecast
        from indagate.models.price import load_prices
        from indagate.storage import Home

        answerers = chosen(driving.home, driving.answerers)
        return forecast(answerers.stored, expected, load_prices(Home.find(driving.home).root / "prices.toml"))

    def confirmed(self, question: str, *, way: str, json: bool) -> bool:
        """Ask a person yes or no; anything but yes is no. Raises `InputError` where nobody can be asked."""
        from indagate.cli.asking import confirmed

        return confirmed(question, way=way, json=json)

    def attended(self) -> bool:
        """Whether a person sits at the terminal."""
        from indagate.cli.drive import attended

        return attended()


def _own(app: App, name: str, flow: str) -> tuple[Run, Flow]:
    """Return a run's entry and its flow. Raises `NoSuchRun`, or `InputError` if it is none of this flow."""
    run, declared = app.find(name)
    if run.flow != flow:
        raise InputError(f"run {run.name} is a run of {run.flow}; this needs one of {flow}")
    return run, declared


def build() -> typer.Typer:
    """Return the whole command line."""
    program = typer.Typer(
        name="indagate", cls=Mounted, help=ABOUT, no_args_is_help=True, add_completion=True,
        pretty_exceptions_enable=False, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip

    @program.callback()
    def begin(context: typer.Context, version: bool = typer.Option(False, "--version", is_eager=True,
              callback=_version, help="Print the version.")) -> None:  # fmt: skip
        context.obj = CommandLine()

    begin.__doc__ = ABOUT
    return program


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"indagate {version('indagate')}")
        raise typer.Exit
