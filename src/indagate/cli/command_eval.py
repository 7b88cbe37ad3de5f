"""The command that measures models on cases with known answers: `eval`."""

from __future__ import annotations

import signal
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from indagate.flows.command import HomeOption, JsonOption, OutputOption, QuietOption, Reaching, Spending, unfolded

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.app.evaluation import EvalCase, Evaluation, Result
    from indagate.models import Answerers

COMMANDS = typer.Typer()


@COMMANDS.command("eval")
@unfolded
def evaluate(
    cases: Annotated[Path, typer.Argument(metavar="CASES", help="A file of cases with their answers.")],
    model: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="MODEL", show_default=False,
                     help="Ask this model, PROVIDER:NAME[@URL], or `rule`; give again to compare."),
    ] = None,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="PATH", show_default=False,
                     help="What cases without documents are asked of: a folder, or documents as JSON lines."),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N cases.")] = None,
    *,
    reaching: Reaching,
    spending: Spending,
    output: OutputOption = "",
    home: HomeOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:  # fmt: skip
    """Measure models on cases with known answers.

    Each case is a run of its own, with the budget given; after a stop the same command goes on where it was. Reads our
    own cases.jsonl, SimpleQA, HotpotQA, GAIA's metadata and BrowseComp-Plus (docs/eval.md).
    """
    from indagate.app.evaluation import Evaluation, read_dataset, scores
    from indagate.cli.ending import dump
    from indagate.cli.main import INTERRUPTED

    found = read_dataset(cases)[:limit]
    evaluation = Evaluation(
        tuple(found), cases, _there(corpus), reaching.web, reaching.providers, reaching.hosts, spending.budget
    )
    evaluation.require()
    chosen = [_answerers(home, name, output) for name in model or [""]]
    for answerers in chosen:
        answerers.refuse(evaluation.budget, ())
    results: list[Result] = []
    stopped = False
    for answerers in chosen:
        own, stopped = _measured(evaluation, answerers, home, quiet or json)
        results += own
        if stopped:
            break
    counted = scores(results)
    if json:
        typer.echo(
            dump({"scores": [score.plain for score in counted], "cases": [asdict(result) for result in results]})
        )
    else:
        typer.echo("\n".join(_table(counted, results)))
    if stopped:
        typer.echo("Stopped; the same command goes on from here.", err=True)
    raise typer.Exit(INTERRUPTED if stopped else 0)


def _answerers(home: Path | None, model: str, output: str) -> Answerers:
    from indagate.cli.door import chosen
    from indagate.models import ModelOptions

    return chosen(home, ModelOptions(model=model, output=output))


def _there(corpus: Path | None) -> Path | None:
    """Return the absolute path of a corpus. Raises `InputError` if it is not there."""
    from indagate.errors import InputError

    if corpus is None:
        return None
    found = corpus.expanduser().absolute()
    if not found.exists():
        raise InputError(f"the corpus {corpus} is not there", hint="Give a folder, or a file of documents.")
    return found


def _measured(
    evaluation: Evaluation, answerers: Answerers, home: Path | None, quiet: bool
) -> tuple[list[Result], bool]:
    """Run every case with one model; return the results, and whether the person stopped it."""
    from indagate.cli.door import opened

    async def work(app: App) -> tuple[list[Result], bool]:
        stops = _Stops()
        results: list[Result] = []
        with stops:
            for number, case in enumerate(evaluation.cases, start=1):
                if stops.asked:
                    break
                result = await _one(evaluation, app, case, answerers.default.name, stops)
                if stops.asked and result.outcome in ("running", "waiting"):
                    break
                results.append(result)
                if not quiet:
                    typer.echo(f"{number}/{len(evaluation.cases)}  {result.verdict:<8}  {case.id}", err=True)
        return results, stops.asked

    return opened(home, work, replace(answerers))


async def _one(evaluation: Evaluation, app: App, case: EvalCase, model: str, stops: _Stops) -> Result:
    handle = await evaluation.handle(app, case, model)
    if isinstance(handle, str):
        return evaluation.result(app, case, model, handle)
    stops.handle = handle
    try:
        await handle.drive()
    finally:
        stops.handle = None
        await handle.leave()
    return evaluation.result(app, case, model, handle.name)


class _Stops:
    """Ctrl-C stops the run under way at its next boundary, and no other is begun."""

    def __init__(self) -> None:
        self.asked = False
        self.handle: Handle | None = None

    def __enter__(self) -> _Stops:
        import asyncio

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._caught)
        return self

    def __exit__(self, *_: object) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

    def _caught(self) -> None:
        self.asked = True
        if self.handle is not None:
            self.handle.stop()


def _table(counted: list[Any], results: list[Result]) -> list[str]:
    """The lines of the table, and the cases that came out wrong or unsupported."""
    from indagate.cli.wording import columns, lasted, one_line

    heads = ("MODEL", "CASES", "RIGHT", "WRONG", "DECLINED", "UNSUPPORTED", "COST", "CALLS", "TOKENS", "WALL")
    rows = [
        (s.model, str(s.cases), str(s.right), str(s.wrong), str(s.declined), str(s.unsupported), f"${s.dollars:.4f}",
         str(s.calls), str(s.tokens), lasted(s.seconds))
        for s in counted
    ]  # fmt: skip
    lines = columns([heads, *rows])
    for result in results:
        if result.verdict == "wrong" or result.unsupported:
            what = "unsupported" if result.verdict != "wrong" else "wrong"
            lines.append(f"{what}  {result.case}  {result.model}  {result.run}: {one_line(result.answer)}")
    return lines
