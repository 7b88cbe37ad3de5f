"""The mission's commands: `research` and `ask-run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from indagate.flows.command import Driving, Reaching, Searching, Spending, YesOption, face, unfolded

COMMANDS = typer.Typer()
QuestionArgument = Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")]
CorpusOption = Annotated[
    Path | None, typer.Option("--corpus", metavar="DIR", help="The folder of documents to read.", show_default=False)
]


@COMMANDS.command()
@unfolded
def research(
    context: typer.Context,
    question: QuestionArgument,
    corpus: CorpusOption = None,
    *,
    reaching: Reaching,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="TOOL",
            show_default=False,
            help="web_search: a model's queries may hold words of the documents (docs/web.md).",
        ),
    ] = None,
    yes: YesOption = False,
    check_in: Annotated[bool, typer.Option("--check-in", help="Ask how to go on every ten iterations.")] = False,
    max_iterations: Annotated[int, typer.Option("--max-iterations", metavar="N", help="At most N tasks.")] = 50,
    max_parallel: Annotated[int, typer.Option("--max-parallel", metavar="N", help="At most N tasks at once.")] = 4,
    spending: Spending,
    driving: Searching,
) -> None:
    """Research a question in a folder of documents, on the web, or both.

    Makes a plan, archives and quotes evidence, writes a cited report. In a terminal the plan is shown first, to be
    approved, amended or aborted.
    """
    from indagate.flows.mission.record import MissionInput

    unasked = yes or driving.json or not face(context).attended()
    given = MissionInput(
        question=question,
        corpus=str(_folder(corpus)) if corpus is not None or not reaching.web else "",
        approve=unasked,
        check_in=check_in,
        max_iterations=max_iterations,
        max_parallel=max_parallel,
        web=reaching.web,
        providers=reaching.providers,
        allow_hosts=reaching.hosts,
        allow=tuple(allow or ()),
    )

    def read() -> None:
        if given.corpus:
            _index(context, given.corpus, driving)

    face(context).start("mission", given, driving, spending=spending, yes=yes, first=read)


@COMMANDS.command("ask-run")
@unfolded
def ask_run(
    context: typer.Context,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A finished mission: its name, beginning, end, or `last`.")],
    question: QuestionArgument,
    *,
    driving: Searching,
) -> None:
    """Ask a finished mission a follow-up question.

    It is answered from that run's evidence, in a new run.
    """
    from indagate.flows.mission.origin import follow_up

    ended = face(context).ended(run, home=driving.home, flow="mission")
    given = follow_up(ended.home, ended.name, ended.record, question)
    face(context).start("mission", given, driving, yes=True)


def _index(context: typer.Context, corpus: str, driving: Driving) -> None:
    """Read the documents before there is a run, with progress. Raises `Unreadable` when there is nothing to read."""
    from indagate.corpus import Corpus
    from indagate.storage import Home

    with face(context).counted("reading the documents", quiet=driving.quiet or driving.json) as count:
        Corpus.open(Path(corpus), Home.find(driving.home).prepare().corpora).refresh(count)


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
