"""The proof flow's commands: `prove init|run|status|review|export|check`."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import Driving, HomeOption, JsonOption, ModelOption, Spending, face, unfolded

if TYPE_CHECKING:
    from indagate.flows.proof.statement import Language, Statement

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

    Every attack is made on it; exits with 1 if it is turned down, 3 if it could not be judged in full, 2 without a
    checker.
    """
    import asyncio

    from indagate.flows.proof.judging import as_json, as_text, judge_file

    lock, probe, verdict = asyncio.run(judge_file(statement, attempt, checker, tuple(axiom or ()), seconds))
    typer.echo(as_json(lock, probe, verdict) if json else as_text(verdict))
    raise typer.Exit({"accepted": 0, "checked-not-replayed": 3}.get(verdict.verdict, 1))


@PROVE.command("run")
@unfolded
def run(
    context: typer.Context,
    statement: StatementArgument,
    checker: CheckerOption = "",
    axiom: AxiomOption = None,
    informal: Annotated[str, typer.Option("--informal", metavar="TEXT", help="The statement in words.")] = "",
    *,
    spending: Spending,
    driving: Driving,
) -> None:
    """Research a proof of a statement.

    Tries approach after approach, learns from each failure, and stops where a human has to review a proof. A model may
    propose approaches and lemmas; they are judged like any other.
    """
    import asyncio

    from indagate.flows.proof.judging import NoChecker, language_of, read_text, require_well_formed
    from indagate.flows.proof.record import ProofInput
    from indagate.flows.proof.statement import read_statement

    language = language_of(statement, checker)
    text = read_text(statement)
    stated = read_statement(text, language)
    with contextlib.suppress(NoChecker):  # the run then says so, and waits for it
        asyncio.run(require_well_formed(stated))
    given = ProofInput(text, language, tuple(axiom or ()), statement.stem, informal)
    face(context).start("proof", given, driving, spending=spending)


@PROVE.command("init")
def init(
    statement: Annotated[Path, typer.Argument(metavar="STATEMENT", help="The file to be written.")],
    proposition: Annotated[str, typer.Argument(metavar="[PROPOSITION]", help="What is to be proved, formally.")] = "",
    imports: Annotated[str, typer.Option("--imports", metavar="TEXT", help="Imports and definitions.")] = "",
    words: Annotated[str, typer.Option("--words", metavar="TEXT", help="The statement in words, for a model.")] = "",
    checker: CheckerOption = "",
    model: ModelOption = "",
) -> None:
    """Write a statement file, once the checker takes it for well-formed.

    With --words a model puts the statement formally and says how it reads; it is yours to confirm before it is run.
    """
    import asyncio

    from indagate.errors import InputError
    from indagate.flows.proof.judging import language_of, require_well_formed
    from indagate.flows.proof.statement import Statement
    from indagate.storage import write_for_user

    language = language_of(statement, checker)
    if bool(proposition.strip()) == bool(words.strip()):
        raise InputError("a statement is given in one of two ways", hint="Give the PROPOSITION, or --words TEXT.")
    if statement.exists():
        raise InputError(f"{statement} is there already", hint="Give another name; a statement is never overwritten.")
    if words.strip():
        stated, reading = _formalised(words.strip(), language, model)
    else:
        stated, reading = Statement(language, imports.strip(), proposition.strip().rstrip(".")), ""
        asyncio.run(require_well_formed(stated))
    write_for_user(statement, (stated.source.removesuffix(":= ").rstrip() + "\n").encode())
    if reading:
        typer.echo(f"{stated.proposition}\n\nIt reads: {reading}\n\nIs this what you meant? Nothing is proved yet.")
    typer.echo(f"wrote {statement}; go on: indagate prove run {shlex.quote(str(statement))}")


def _formalised(words: str, language: Language, model: str) -> tuple[Statement, str]:
    import asyncio
    import os

    from indagate.flows.proof.formalise import formalise
    from indagate.models import ModelOptions, choose_answerers
    from indagate.storage import Home

    answerers = choose_answerers(os.environ, ModelOptions(model), Home.find(None).root)
    return asyncio.run(formalise(words, language, answerers))


RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A proof run: its name, beginning, end, or `last`.")]


@PROVE.command("status")
def status(context: typer.Context, run: RunArgument, home: HomeOption = None) -> None:
    """Show where a run stands, and its approaches."""
    from indagate.flows.proof.views import approaches, state

    proof = face(context).ended(run, home=home, flow="proof", live=True).record
    typer.echo(state(proof))
    if proof.trials:
        typer.echo(approaches(proof), nl=False)


@PROVE.command("review")
@unfolded
def review(
    context: typer.Context,
    run: RunArgument,
    confirm: Annotated[bool, typer.Option("--confirm", help="The proof is right and says what was meant.")] = False,
    flaw: Annotated[str, typer.Option("--flaw", metavar="TEXT", help="What is wrong with it.")] = "",
    *,
    driving: Driving,
) -> None:
    """Confirm a proof that awaits review, or say what is wrong with it."""
    from indagate.errors import InputError

    if confirm == bool(flaw.strip()):
        raise InputError("a review says one of two things", hint="Give --confirm, or --flaw TEXT.")
    face(context).send(run, "confirm" if confirm else "flaw", flaw, driving)


@PROVE.command("export")
def export(
    context: typer.Context,
    run: RunArgument,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write; stdout if not given.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Write the proof, or refutation, that stands as a complete file."""
    from indagate.errors import InputError
    from indagate.storage import write_for_user

    ended = face(context).ended(run, home=home, flow="proof", live=True)
    attempt = ended.record.proof
    if attempt is None:
        raise InputError(f"run {ended.name} has no proof that stands: it is {ended.record.state}")
    if output is None:
        typer.echo(attempt.made.text, nl=False)
        return
    write_for_user(output, attempt.made.text.encode())
    typer.echo(f"wrote {output}", err=True)
