"""The mission's commands: `research` and `ask-run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from indagate.flows.command import (
    CacheOption,
    CallsOption,
    DollarsOption,
    Ended,
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
    face,
    mind_options,
)

COMMANDS = typer.Typer()
QuestionArgument = Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")]
CorpusOption = Annotated[
    Path | None, typer.Option("--corpus", metavar="DIR", help="The folder of documents to read.", show_default=False)
]


@COMMANDS.command()
def research(
    context: typer.Context,
    question: QuestionArgument,
    corpus: CorpusOption = None,
    web: Annotated[bool, typer.Option("--web", help="Search the web and read what is found.")] = False,
    provider: Annotated[
        list[str] | None,
        typer.Option(
            "--provider",
            metavar="NAME[=URL]",
            show_default=False,
            help="Ask this search provider; may be given again. Without it, those whose key is in the environment.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="HOST[:PORT]",
            show_default=False,
            help="Fetch from this host although it is not public; may be given again.",
        ),
    ] = None,
    yes: YesOption = False,
    check_in: Annotated[bool, typer.Option("--check-in", help="Ask how to go on every ten iterations.")] = False,
    max_iterations: Annotated[int, typer.Option("--max-iterations", metavar="N", help="At most N tasks.")] = 50,
    max_parallel: Annotated[int, typer.Option("--max-parallel", metavar="N", help="At most N tasks at once.")] = 4,
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
    """Research a question in a folder of documents, on the web, or both.

    Makes a plan, archives and quotes evidence, writes a cited report. In a terminal the plan is shown first, to be
    approved, amended or aborted.
    """
    from indagate.budget import Budget
    from indagate.flows.mission.record import MissionInput

    unasked = yes or json or not face(context).attended()
    given = MissionInput(
        question=question,
        corpus=str(_folder(corpus)) if corpus is not None or not web else "",
        approve=unasked,
        check_in=check_in,
        max_iterations=max_iterations,
        max_parallel=max_parallel,
        web=web,
        providers=_providers(web, provider or []),
        allow_hosts=_hosts(web, allow_host or []),
    )
    budget = Budget(tokens=budget_tokens, dollars=budget_dollars, calls=budget_calls, seconds=budget_seconds)
    if given.corpus:
        _index(context, given.corpus, home, quiet or json)
    minds = mind_options(model, fast_model, mind, output, cache)
    face(context).start("mission", given, budget=budget, home=home, yes=yes, json=json, quiet=quiet, minds=minds)


@COMMANDS.command("ask-run")
def ask_run(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A finished mission: its name, beginning, end, or `last`.")],
    question: QuestionArgument,
    model: ModelOption = "",
    fast_model: FastOption = "",
    mind: MindOption = None,
    output: OutputOption = "",
    cache: CacheOption = False,
    home: HomeOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Ask a finished mission a follow-up question.

    It is answered from that run's evidence, in a new run.
    """
    from indagate.budget import Budget
    from indagate.flows.mission.origin import lay_out
    from indagate.flows.mission.record import MissionInput

    ended = face(context).ended(run, home=home, flow="mission")
    if not ended.record.sources:
        typer.echo(_nothing_kept(ended, question, json))
        return
    folder = lay_out(ended.home, ended.name, ended.record.sources)
    given = MissionInput(question=question, corpus=str(folder), approve=True, follows=ended.name)
    minds = mind_options(model, fast_model, mind, output, cache)
    face(context).start("mission", given, budget=Budget(), home=home, yes=True, json=json, quiet=quiet, minds=minds)


def _nothing_kept(ended: Ended, question: str, as_json: bool) -> str:
    """Say that a question is not answered by a run that archived nothing; no new run is needed for that."""
    from indagate.flows.mission.phrases import phrases_for

    outcome = phrases_for(question).not_found
    if not as_json:
        return f"{outcome}\nRun {ended.name} archived no source, so there is nothing to answer from."
    import json

    found = {
        "run": None, "flow": "mission", "state": "COMPLETED", "outcome": outcome, "follows": ended.name,
        "question": question, "report": None, "answered": False, "facts": 0, "sources": 0,
    }  # fmt: skip
    return json.dumps(found, ensure_ascii=False, indent=2)


def _index(context: typer.Context, corpus: str, home: Path | None, quiet: bool) -> None:
    """Read the documents before there is a run, with progress. Raises `Unreadable` when there is nothing to read."""
    from indagate.corpus import Corpus
    from indagate.store import Home

    with face(context).counted("reading the documents", quiet=quiet) as count:
        Corpus.open(Path(corpus), Home.find(home).prepare().corpora).refresh(count)


def _providers(web: bool, named: list[str]) -> tuple[str, ...]:
    """Return the search providers to ask, each of which can be. Raises `InputError` where one cannot."""
    from indagate.errors import InputError

    if not web:
        if named:
            raise InputError("a search provider is of no use without the web", hint="Add --web.")
        return ()
    from indagate.tools.web.provider import default_names, find_provider, require_known

    chosen = tuple(dict.fromkeys(require_known(name) for name in named)) or default_names()
    for name in chosen:
        find_provider(name)
    return chosen


def _hosts(web: bool, named: list[str]) -> tuple[str, ...]:
    """Return the hosts that may be fetched from although they are not public. Raises `InputError`."""
    from indagate.errors import InputError

    if not named:
        return ()
    if not web:
        raise InputError("a host to fetch from is of no use without the web", hint="Add --web.")
    from indagate.tools.web import Guard

    Guard(tuple(named))
    return tuple(dict.fromkeys(named))


def _folder(corpus: Path | None) -> Path:
    """Return the absolute path of a folder. Raises `InputError` if it is none."""
    from indagate.errors import InputError

    if corpus is None:
        raise InputError(
            "there is nothing to read", hint="Give a folder of documents: --corpus DIR (. is this one), or --web"
        )
    folder = corpus.expanduser().absolute()
    if not folder.is_dir():
        what = "a file, not a folder" if folder.exists() else "not there"
        raise InputError(f"the corpus {corpus} is {what}", hint="Give a folder of documents: --corpus DIR")
    return folder
