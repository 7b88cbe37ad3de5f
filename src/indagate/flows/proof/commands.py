"""The proof flow's commands: `prove init|run|status|review|export|check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from indagate.flows.command import JsonOption

PROVE = typer.Typer(name="prove", help="Prove statements, and judge proofs whoever wrote them.", no_args_is_help=True)
COMMANDS = typer.Typer()
COMMANDS.add_typer(PROVE)
StatementArgument = Annotated[
    Path, typer.Argument(metavar="STATEMENT", help="A file: a proposition, or imports and `Theorem target : …`.")
]
CheckerOption = Annotated[str, typer.Option("--checker", metavar="NAME", help="coq or lean; by the file's ending.")]
AxiomOption = Annotated[
    list[str] | None, typer.Option("--axiom", metavar="NAME", help="An axiom that is allowed, by its full name.")
]


@PROVE.command()
def check(
    statement: StatementArgument,
    attempt: Annotated[Path, typer.Argument(metavar="ATTEMPT", help="A complete file that proves `target`.")],
    checker: CheckerOption = "",
    axiom: AxiomOption = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="How long the checker may take.")] = 40.0,
    json: JsonOption = False,
) -> None:
    """Judge an attempt, whoever wrote it.

    Every attack is made on it; exits with 1 if it is turned down, 3 if it could not be judged in full.
    """
    import asyncio

    from indagate.flows.proof.judging import as_json, as_text, judge_file

    lock, probe, verdict = asyncio.run(judge_file(statement, attempt, checker, tuple(axiom or ()), seconds))
    typer.echo(as_json(lock, probe, verdict) if json else as_text(verdict))
    raise typer.Exit({"accepted": 0, "checked-not-replayed": 3}.get(verdict.verdict, 1))
