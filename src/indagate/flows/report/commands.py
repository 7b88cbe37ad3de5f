"""The report's command: `report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from indagate.flows.command import Driving, HostOption, Searching, Spending, allowed, face, unfolded

COMMANDS = typer.Typer()


QueryArgument = Annotated[
    str, typer.Argument(metavar="QUERY", help="What you want to know; - reads it from stdin.", show_default=False)
]
DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", show_default=False, help="The folder of tables, or one file of them."),
]
CorpusOption = Annotated[
    Path | None,
    typer.Option("--corpus", metavar="DIR", show_default=False, help="A folder of documents to read as well."),
]
SourceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        metavar="NAME:SERIES",
        show_default=False,
        help="A series of a remote source, like worldbank:NY.GDP.MKTP.CD:DEU,FRA:2000-2024 or "
        "frankfurter:EUR/USD:2015..; may be given again.",
    ),
]
FormatOption = Annotated[
    str, typer.Option("--format", metavar="LIST", help="Which files: html, pdf, xlsx, with commas.")
]
DepthOption = Annotated[
    str,
    typer.Option(
        "--depth",
        metavar="DEPTH",
        show_default=False,
        help="executive, standard, thorough or deep_dive; told from the query if not given.",
    ),
]
StyleOption = Annotated[
    str,
    typer.Option(
        "--style",
        metavar="STYLE",
        show_default=False,
        help="default, minimal, academic, warp, or a folder of yours.",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option("--language", metavar="CODE", show_default=False, help="en or ru; that of the query if not given."),
]
ContinueOption = Annotated[
    str,
    typer.Option("--continue", metavar="RUN", show_default=False, help="Add to what a finished report found."),
]
PhaseOption = Annotated[
    str,
    typer.Option(
        "--set-phase", metavar="PHASE", show_default=False, help="With --continue: go on again from this phase."
    ),
]


@COMMANDS.command()
@unfolded
def report(
    context: typer.Context,
    query: QueryArgument = "",
    data: DataOption = None,
    corpus: CorpusOption = None,
    source: SourceOption = None,
    allow_host: HostOption = None,
    format: FormatOption = "html",  # noqa: A002 - the option's name
    depth: DepthOption = "",
    style: StyleOption = "",
    language: LanguageOption = "",
    continues: ContinueOption = "",
    set_phase: PhaseOption = "",
    *,
    spending: Spending,
    driving: Searching,
) -> None:
    """Write an illustrated report on a question from tables, documents, or both.

    Every number in it is calculated from the archived data and can be proved again with `indagate verify`.
    """
    from indagate.flows.report.record import ReportInput

    if set_phase:
        _again(context, continues, set_phase, query, driving)
        return
    hosts = allowed(allow_host, needs="--source", given=bool(source))
    earlier = _earlier(context, continues, driving.home) if continues else ""
    given = ReportInput(
        query=_read(query),
        data=str(_place(data, "--data")) if data is not None else "",
        corpus=str(_place(corpus, "--corpus")) if corpus is not None else "",
        formats=_formats(format),
        depth=_depth(depth),
        style=_style(style),
        language=_language(language),
        remote=_series(source or [], hosts),
        allow_hosts=hosts,
        continues=continues,
        earlier=earlier,
    )

    def read() -> None:
        if given.data:
            _open(context, given.data, driving)

    face(context).start("report", given, driving, spending=spending, first=read, after=continues)


def _open(context: typer.Context, data: str, driving: Driving) -> None:
    """Read the tables before there is a run, with progress. Raises `Unreadable` when there are none."""
    from indagate.flows.report.work import tables_of
    from indagate.storage import Home
    from indagate.tools.tables import find_data

    files = find_data(Path(data))
    with face(context).counted("reading the tables", quiet=driving.quiet or driving.json) as count:
        tables_of(files, data, Home.find(driving.home).prepare(), count).close()


def _read(query: str) -> str:
    if query != "-":
        return query
    import sys

    return sys.stdin.read()


def _place(path: Path, option: str) -> Path:
    """Return the absolute path of a folder or file that is there. Raises `InputError`."""
    from indagate.errors import InputError

    place = path.expanduser().absolute()
    if not place.exists() or (option == "--corpus" and not place.is_dir()):
        raise InputError(f"{option}: there is no {'folder' if option == '--corpus' else 'folder or file'} {path}")
    return place


def _formats(text: str) -> tuple[str, ...]:
    """Return the kinds of files that are named. Raises `InputError` where there is none."""
    from indagate.errors import InputError
    from indagate.flows.report.record import FORMATS

    found = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))
    if not found:
        raise InputError("--format names no format", hint=f"Formats: {', '.join(FORMATS)}")
    return found


def _language(code: str) -> str:
    from indagate.errors import InputError
    from indagate.flows.report.files import LANGUAGES

    found = code.strip().lower()
    if found and found not in LANGUAGES:
        raise InputError(f"no such language: {code}", hint=f"Languages: {', '.join(LANGUAGES)}")
    return found


def _depth(depth: str) -> str:
    from indagate.errors import InputError
    from indagate.flows.report.files import DEPTHS

    found = depth.strip().lower().replace("-", "_")
    if found and found not in DEPTHS:
        raise InputError(f"no such depth: {depth}", hint=f"Depths: {', '.join(DEPTHS)}")
    return found


def _style(style: str) -> str:
    """Return a style's name, or the absolute path of a style's folder. Raises `InputError`."""
    from indagate.errors import InputError
    from indagate.flows.report.pages.style import find_styles

    path = Path(style).expanduser()
    if style and path.is_dir():
        return str(path.absolute())
    known = find_styles()
    if style and style not in known:
        raise InputError(f"no style {style!r}", hint=f"Styles: {', '.join(sorted(known))}, or a folder of yours.")
    return style


def _again(context: typer.Context, run: str, phase: str, query: str, driving: Driving) -> None:
    """Go on again from a phase that a run has entered, in a run of its own. Raises `InputError`."""
    from indagate.errors import InputError

    if not run:
        raise InputError("--set-phase needs the run that is to go on", hint="Name it: --continue RUN")
    if query:
        raise InputError("a phase is gone through again with the query it had", hint="Leave QUERY out, or --set-phase.")
    face(context).reenter(run, phase, driving, flow="report")


def _series(named: list[str], hosts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of series of remote sources, each once. Raises `InputError`, `Blocked`."""
    if not named:
        return ()
    from indagate.flows.report.remote import each_once

    return each_once(named, hosts)


def _earlier(context: typer.Context, run: str, home: Path | None) -> str:
    """Keep what a finished report found; return its digest. Raises `NoSuchRun`, `InputError`."""
    import msgspec

    from indagate.errors import InputError
    from indagate.flows.report.work import Earlier

    ended = face(context).ended(run, home=home, flow="report")
    if ended.record.data is None and not ended.record.results:
        raise InputError(f"run {ended.name} found nothing to go on from")
    from indagate.tools.tables.table import Catalog

    kept = ended.record
    found = Earlier(tuple(kept.results.values()), kept.data or Catalog((), ()), tuple(kept.series.values()))
    return ended.home.store.put(msgspec.json.encode(found))
