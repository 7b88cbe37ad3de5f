"""The mission's commands: `research` and `ask-run`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from indagate.flows.command import Driving, Reaching, Searching, Spending, YesOption, face, unfolded

if TYPE_CHECKING:
    from indagate.flows.mission.constraint import Constraints

COMMANDS = typer.Typer()
QuestionArgument = Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")]
CorpusOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--corpus", metavar="DIR|FILE", show_default=False,
        help="A folder of documents to read, or a single file; several files by giving it again.",
    ),
]  # fmt: skip


def _several(name: str, metavar: str, text: str) -> typer.models.OptionInfo:
    return typer.Option(name, metavar=metavar, show_default=False, help=text)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Limiting:
    """The options that limit a research's sources."""

    only: Annotated[
        list[str] | None,
        _several("--only", "KIND|HOST", "Only sources of a kind (official, academic, industry, news, blog) or host."),
    ] = None
    since: Annotated[
        str, typer.Option("--since", metavar="DATE", help="Only sources from then on: 2020[-05[-31]].")
    ] = ""
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="Only sources up to then.")] = ""
    exclude: Annotated[
        list[str] | None, _several("--exclude", "SOURCE", "Leave out a kind, a host, or a source by its title or file.")
    ] = None
    source_language: Annotated[
        list[str] | None, _several("--source-language", "LANG", "Only sources in this language: en, German.")
    ] = None
    place: Annotated[
        list[str] | None, _several("--place", "NAME", "Only sources that name this place; of several any will do.")
    ] = None

    def limits(self) -> Constraints:
        """Return the typed limits. Raises `InputError` for what is none."""
        from indagate.flows.mission.constraint import limits_given

        return limits_given(
            self.only or (), self.since, self.until, self.exclude or (), self.source_language or (), self.place or ()
        )


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
    url: Annotated[list[str] | None, _several("--url", "URL", "Read this page; may be given again.")] = None,
    language: Annotated[
        str,
        typer.Option("--language", metavar="LANG", help="The code of the report's language: de; else the question's."),
    ] = "",
    length: Annotated[
        str, typer.Option("--length", metavar="HOW", help="How long the report is to be: short, standard or long.")
    ] = "standard",
    limiting: Limiting,
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
        corpus=str(_folder(corpus, driving)) if corpus or not (reaching.web or url) else "",
        approve=unasked,
        check_in=check_in,
        max_iterations=max_iterations,
        max_parallel=max_parallel,
        web=reaching.web,
        providers=reaching.providers,
        allow_hosts=reaching.hosts,
        allow=tuple(allow or ()),
        urls=tuple(dict.fromkeys(url or ())),
        limits=limiting.limits(),
        language=language.strip().casefold(),
        length=length,  # type: ignore[arg-type]
    )

    def read() -> None:
        """Read the documents before there is a run, with progress. Raises `Unreadable` if there is nothing to read."""
        from indagate.corpus import Corpus
        from indagate.storage import Home

        home = Home.find(driving.home).prepare()
        if home.shared:  # the run reads what it pins
            return
        with face(context).counted("reading the documents", quiet=driving.quiet or driving.json) as count:
            Corpus.open(Path(given.corpus), home.corpora).refresh(count)

    first = read if given.corpus else None
    face(context).start("mission", given, driving, spending=spending, yes=yes, first=first)


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
    face(context).start("mission", given, driving, yes=True, after=run)


def _folder(given: list[Path] | None, driving: Driving) -> Path:
    """Return the absolute path of a folder, or of one of the home that holds copies of single files, the same for the
    same files. Raises `InputError`.
    """
    import shutil

    from indagate.errors import InputError
    from indagate.storage import Home, digest

    if not given:
        raise InputError(
            "there is nothing to read",
            hint="Give a folder of documents or a file: --corpus DIR (. is this one), --url URL, or --web",
        )
    paths = [path.expanduser().absolute() for path in given]
    if missing := [path for path in paths if not path.exists()]:
        raise InputError(f"the corpus {missing[0]} is not there", hint="Give a folder of documents: --corpus DIR")
    if len(paths) > 1 and (folders := [path for path in paths if not path.is_file()]):
        raise InputError(f"{folders[0]} is no file", hint="Give one folder, or several files.")
    if paths[0].is_dir():
        return paths[0]
    if len({path.name for path in paths}) < len(paths):
        raise InputError("two of the files have one name", hint="Put them into one folder under names of their own.")
    try:
        key = digest("\n".join(f"{file.name} {digest(file.read_bytes())}" for file in paths).encode())[:16]
        folder = Home.find(driving.home).prepare().root / "archives" / f"files-{key}"
        folder.mkdir(parents=True, exist_ok=True)
        for file in paths:
            shutil.copy2(file, folder / file.name)
    except OSError as error:
        raise InputError(f"{error.filename} cannot be read: {error.strerror}") from None
    return folder
