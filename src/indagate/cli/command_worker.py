"""Commands for a home that many machines share: `worker`, `workers`, `queue`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from indagate.flows.command import HomeOption, JsonOption
from indagate.number import count

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.hosting.dispatch import Dispatch

COMMANDS = typer.Typer()
Engine = Literal["postgres", "dbos"]


@COMMANDS.command()
def worker(
    at_once: Annotated[int, typer.Option("--at-once", metavar="N", min=1, help="Drive N runs at once.")] = 8,
    grace: Annotated[
        float, typer.Option("--grace", metavar="S", min=0, help="At a stop, what is in flight has S seconds to end.")
    ] = 5.0,
    queue_engine: Annotated[
        Engine, typer.Option("--queue-engine", help="What brings runs to workers: the table of runs, or DBOS.")
    ] = "postgres",
    rate: Annotated[
        str,
        typer.Option(
            "--rate", metavar="N/S", show_default=False,
            help="With dbos: all workers together take up N runs in S seconds at most; 0 lifts it.",
        ),
    ] = "",
    home: HomeOption = None,
) -> None:  # fmt: skip
    """Drive the runs of a home in Postgres that nobody drives.

    It takes up what was left to workers (`--queue`), what a killed or frozen process drove, and runs that got a signal.
    One SIGTERM hands its runs over and ends it. As many as you like may run, on any machine.
    """
    from indagate.cli.door import opened

    taken = _rate(rate, queue_engine)
    opened(home, lambda app: _work(app, at_once, grace, queue_engine, taken))


def _rate(text: str, engine: Engine) -> tuple[int, float] | None:
    """Return what `--rate` says: so many runs in so many seconds, none where it is lifted. Raises `InputError`."""
    from indagate.errors import InputError

    if not text:
        return None
    if engine != "dbos":
        raise InputError("--rate needs --queue-engine dbos: the table of runs has no rate")
    runs, _, seconds = text.partition("/")
    try:
        found = int(runs), float(seconds or 1)
    except ValueError:
        found = -1, 0.0
    if found[0] < 0 or not 0 < found[1] < 1e9:
        raise InputError(f"--rate {text!r} is no rate", hint="Ten runs a minute: --rate 10/60")
    return found


def _queue(app: App, at_once: int, grace: float, engine: Engine, rate: tuple[int, float] | None) -> Dispatch | None:
    """Return what brings runs to a worker; None is the table of runs. Raises `InputError` without DBOS."""
    from indagate.app.app import require_workers
    from indagate.errors import InputError

    if engine == "postgres":
        return None
    require_workers(app.home)
    try:
        from indagate.hosting.dbos_dispatch import DbosDispatch
    except ImportError as error:
        raise InputError(f"{error.name} is not installed", hint="pip install 'indagate[dbos]'") from None
    return DbosDispatch(app, at_once, grace, rate)


async def _work(app: App, at_once: int, grace: float, engine: Engine, rate: tuple[int, float] | None) -> None:
    import asyncio
    import logging
    import os
    import signal

    from indagate.engine import lease
    from indagate.hosting.worker import Worker

    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("indagate").setLevel(logging.INFO)
    working = Worker(app, at_once, grace, _queue(app, at_once, grace, engine, rate))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, working.stop)
    typer.echo(
        f"working for {app.home.label}: {lease.describe(app.engine.owner)}, {count(at_once, 'run')} at once"
        f"{', brought by DBOS' if engine == 'dbos' else ''}",
        err=True,
    )
    if not await working.serve():
        os._exit(0)  # what is still in flight is another worker's; it must hold nobody up here


@COMMANDS.command()
def workers(home: HomeOption = None, json: JsonOption = False) -> None:
    """List the workers of a home in Postgres, and how many runs each drives."""
    from indagate.cli.door import opened
    from indagate.cli.ending import dump
    from indagate.cli.wording import columns, moment
    from indagate.engine import dispatch, lease

    async def look(app: App) -> list[dispatch.AtWork]:
        return dispatch.at_work(_shared(app).engine.journal)

    found = opened(home, look)
    if json:
        plain = [
            {"worker": lease.describe(item.owner), "began": moment(item.began), "runs": item.runs, "room": item.room,
             "has": item.can.split(", ") if item.can else [], "seen_ms_ago": item.seen}
            for item in found
        ]  # fmt: skip
        typer.echo(dump(plain))
        return
    rows = [
        [lease.describe(item.owner), f"since {moment(item.began)}", f"{item.runs} of {item.room} runs", item.can,
         "" if item.seen < dispatch.SEEN else f"silent for {item.seen // 1000} s"]
        for item in found
    ]  # fmt: skip
    typer.echo("\n".join(columns(rows)) if rows else "No worker is at work: indagate worker starts one.")


@COMMANDS.command()
def queue(home: HomeOption = None, json: JsonOption = False) -> None:
    """List the runs of a home in Postgres that wait for a worker."""
    from indagate.cli.door import opened
    from indagate.cli.ending import dump
    from indagate.cli.wording import columns, moment
    from indagate.engine import dispatch, lease

    async def look(app: App) -> list[tuple[dispatch.Waiting, str]]:
        journal = _shared(app).engine.journal
        return [(item, journal.stands(item.run.id)) for item in dispatch.due(journal, 1000, ahead=True)]

    found = opened(home, look)
    if json:
        plain = [{"run": item.run.name, "flow": item.run.flow, "state": state, "since": moment(item.since),
                  "priority": item.priority} for item, state in found]  # fmt: skip
        typer.echo(dump(plain))
        return
    rows = [
        [item.run.name, item.run.flow, state,
         f"{'not before' if item.since > lease.now() else 'since'} {moment(item.since)}",
         f"priority {item.priority}" if item.priority else ""]
        for item, state in found
    ]  # fmt: skip
    typer.echo("\n".join(columns(rows)) if rows else "No run waits for a worker.")


def _shared(app: App) -> App:
    from indagate.app.app import require_workers

    require_workers(app.home)
    return app
