"""The commands of the notes flow that tell and ask: `tell`, `log`, `ask`, `chat`."""

from __future__ import annotations

import sys
from dataclasses import replace
from shlex import quote
from typing import Annotated

import typer

from indagate.errors import IndagateError
from indagate.flows.command import Driving, face, unfolded
from indagate.flows.notes.opening import AsOfOption, Last, asked_last, at_home, say_learnt, start, text_of
from indagate.storage.address import named

COMMANDS = typer.Typer()
TextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="What you want to say; `-` reads it from stdin.")]
DomainOption = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="NAME", help="Load this domain at first; can be given again.", show_default=False),
]


@COMMANDS.command()
@unfolded
def tell(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Tell or ask anything.

    A note is noted, a question answered; both may come together, and what corrects an earlier note does so.
    """
    start(context, text, "tell", as_of, domain, driving)


@COMMANDS.command()
@unfolded
def log(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", *, driving: Driving
) -> None:  # fmt: skip
    """Note something, whatever it looks like."""
    start(context, text, "log", as_of, None, driving)


@COMMANDS.command()
@unfolded
def ask(
    context: typer.Context, text: TextArgument, as_of: AsOfOption = "", domain: DomainOption = None, *,
    driving: Driving,
) -> None:  # fmt: skip
    """Ask your notes something; the numbers are computed, and the notes cited."""
    start(context, text, "ask", as_of, domain, driving)


@COMMANDS.command()
@unfolded
def chat(context: typer.Context, as_of: AsOfOption = "", *, driving: Driving) -> None:
    """Tell and ask, line by line; an empty line or Ctrl-D ends it.

    A question to you is answered by the next line; `-` declines, `later` leaves it waiting. `undo`, `fix N …` and
    `delete N` change what was noted, `learn THING [UNIT]` has a thing be read. With a model a question may follow the
    one before ("and in April?").
    """
    driving, shown = at_home(driving), face(context)
    shown.say_model(driving)
    driving = replace(driving, quiet=True)  # it is said once
    before = set(shown.waiting("notes", home=driving.home))
    for name in sorted(before):
        at = f" --home {quote(named(driving.home))}" if driving.home else ""
        typer.echo(f'waits for an answer: indagate answer {name}{at} "TEXT", or indagate signal {name} decline{at}')
    asking, last = "", Last()
    while True:
        if sys.stdin.isatty():
            typer.echo(f"{asking} > " if asking else "> ", nl=False, err=True)
        raw = sys.stdin.buffer.readline()
        if not raw.strip():
            return
        try:
            line = text_of(raw)
            if asking and line == "later":
                before.add(asking)
            elif asking:
                shown.send(asking, *(("decline", "") if line == "-" else ("answer", line)), driving, bare=True)
            elif line == "-":
                typer.echo("nothing waits for your answer", err=True)
            elif driving.home is None or not say_learnt(line, driving.home):
                start(context, line, "tell", as_of, None, driving, unasked=True, before=last.question)
        except typer.Exit:
            last = asked_last(shown, driving, last)
        except IndagateError as error:
            typer.echo(str(error), err=True)
        asking = next((name for name in shown.waiting("notes", home=driving.home) if name not in before), "")
