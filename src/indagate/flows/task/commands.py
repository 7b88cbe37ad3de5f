"""The task flow's commands: `task` and `critique`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from indagate.flows.command import (
    CacheOption,
    CallsOption,
    DollarsOption,
    FastOption,
    HomeOption,
    JsonOption,
    MindOption,
    ModelOption,
    OutputOption,
    QuietOption,
    SecondsOption,
    TokensOption,
    face,
    mind_options,
)

if TYPE_CHECKING:
    from indagate.flows.task.criteria import AcceptanceCriteria

COMMANDS = typer.Typer()
GoalArgument = Annotated[str, typer.Argument(metavar="GOAL", help="What is wanted.")]
RequireOption = Annotated[
    list[str] | None,
    typer.Option("--require", metavar="WORD", show_default=False, help="The answer must contain this; a|b: either."),
]
ProhibitOption = Annotated[
    list[str] | None,
    typer.Option("--prohibit", metavar="WORD", show_default=False, help="The answer must not contain this."),
]
CheckOption = Annotated[
    list[str] | None,
    typer.Option("--check", metavar="NAME", show_default=False, help="Check more: code_quality, math or citation."),
]
TestsOption = Annotated[
    Path | None,
    typer.Option("--tests", metavar="FILE", show_default=False, help="Python that the answer's code has to pass."),
]
CriteriaOption = Annotated[
    Path | None,
    typer.Option("--criteria", metavar="FILE", show_default=False, help="Acceptance criteria as JSON; options add."),
]
SourcesOption = Annotated[
    Path | None,
    typer.Option(
        "--sources", metavar="FILE", show_default=False,
        help="What citations may name: JSON of names and texts, a text file, or a folder of them.",
    ),
]  # fmt: skip
ScoreOption = Annotated[
    float | None, typer.Option("--min-score", metavar="X", show_default=False, help="The threshold, 0 to 1 (0.7).")
]


@COMMANDS.command()
def task(
    context: typer.Context,
    goal: GoalArgument,
    require: RequireOption = None,
    prohibit: ProhibitOption = None,
    min_score: ScoreOption = None,
    check: CheckOption = None,
    tests: TestsOption = None,
    criteria: CriteriaOption = None,
    sources: SourcesOption = None,
    max_retries: Annotated[int, typer.Option("--max-retries", metavar="N", help="Refused answers tried again.")] = 0,
    max_iterations: Annotated[int, typer.Option("--max-iterations", metavar="N", help="Turns of each agent.")] = 10,
    route: Annotated[
        Literal["auto", "minimal", "research", "parallel"],
        typer.Option("--route", help="One agent, three in order, or three side by side."),
    ] = "auto",
    corpus: Annotated[
        Path | None, typer.Option("--corpus", metavar="DIR", show_default=False, help="Documents to search and read.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", show_default=False, help="Tables to ask: CSV, XLSX, JSON, …")
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Search the web and read pages.")] = False,
    provider: Annotated[
        list[str] | None,
        typer.Option("--provider", metavar="NAME[=URL]", show_default=False, help="Ask this search provider."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="HOST[:PORT]", show_default=False, help="Fetch from it though not public."
        ),
    ] = None,
    tool: Annotated[
        list[str] | None,
        typer.Option("--tool", metavar="NAME", show_default=False, help="Only this tool may be used; give again."),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option("--allow", metavar="TOOL", show_default=False, help="Let this dangerous tool be used."),
    ] = None,
    mcp: Annotated[
        Path | None,
        typer.Option("--mcp", metavar="FILE", show_default=False, help="MCP servers whose tools may be used."),
    ] = None,
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
    """Reach a goal with an agent, under a critic.

    The agent thinks and uses tools; the critic checks and judges its answer, and can say no. Exits with 1 if the task
    failed: its best answer, score and feedback are kept.
    """
    from indagate.budget import Budget
    from indagate.errors import InputError
    from indagate.flows.task.kit import require_known
    from indagate.flows.task.material import Material
    from indagate.flows.task.record import TaskInput

    _require_servers(mcp)
    if (provider or allow_host) and not web:
        raise InputError("a search provider or host is of no use without the web", hint="Add --web.")
    material = Material(
        _folder(corpus, "corpus"), _folder(data, "data"), web, _providers(web, provider or []),
        tuple(allow_host or ()), tuple(tool or ()), tuple(allow or ()), str(mcp.absolute()) if mcp else "",
    )  # fmt: skip
    require_known(material)
    wanted = _criteria(criteria, require, prohibit, check, tests, min_score)
    routes = {"minimal": "MINIMAL_FLOW", "research": "RESEARCH_ANALYZE_SYNTHESIZE", "parallel": "PARALLEL_FLOW"}
    given = TaskInput(
        goal, wanted, routes.get(route, "auto"), max_iterations, max_retries, material, _sources(sources)  # type: ignore[arg-type]
    )  # fmt: skip
    budget = Budget(tokens=budget_tokens, dollars=budget_dollars, calls=budget_calls, seconds=budget_seconds)
    minds = mind_options(model, fast_model, mind, output, cache)
    face(context).start("task", given, budget=budget, home=home, yes=False, json=json, quiet=quiet, minds=minds)


@COMMANDS.command()
def critique(
    goal: GoalArgument,
    answer: Annotated[Path, typer.Option("--answer", metavar="FILE", help="The answer, as Markdown; - is stdin.")],
    require: RequireOption = None,
    prohibit: ProhibitOption = None,
    min_score: ScoreOption = None,
    check: CheckOption = None,
    tests: TestsOption = None,
    criteria: CriteriaOption = None,
    sources: SourcesOption = None,
    model: ModelOption = "",
    output: OutputOption = "",
    json: JsonOption = False,
) -> None:
    """Judge an answer, whoever wrote it: a gate for pipelines.

    Checks bind; with a model its quality is judged too. Exits with 0 if it is accepted, 1 if it is refused, 2 if it
    cannot be judged.
    """
    import asyncio

    from indagate.flows.task.gate import as_json, as_text, read_text, verdict_of

    wanted = _criteria(criteria, require, prohibit, check, tests, min_score)
    minds = mind_options(model, "", None, output, False)
    verdict = asyncio.run(verdict_of(goal, read_text(answer), wanted, _sources(sources), minds))
    typer.echo(as_json(verdict) if json else as_text(verdict))
    raise typer.Exit(0 if verdict.accepted else 1)


def _criteria(
    file: Path | None, require: list[str] | None, prohibit: list[str] | None, check: list[str] | None,
    tests: Path | None, min_score: float | None,
) -> AcceptanceCriteria:  # fmt: skip
    """Return the acceptance criteria of a file and the options together. Raises `InputError`."""
    from indagate.flows.task.gate import criteria_of

    return criteria_of(file, require or [], prohibit or [], check or [], tests, min_score)


def _sources(path: Path | None) -> dict[str, str]:
    from indagate.flows.task.gate import sources_of

    return sources_of(path) if path is not None else {}


def _require_servers(mcp: Path | None) -> None:
    """Raise `InputError` for a file that does not say which MCP servers there are."""
    from indagate.errors import InputError

    if mcp is None:
        return
    if not mcp.is_file():
        raise InputError(f"there is no file {mcp}")
    from indagate.tools.mcp import servers_from

    servers_from(mcp)


def _folder(folder: Path | None, what: str) -> str:
    """Return the absolute path of a folder, or nothing. Raises `InputError` if it is not there."""
    from indagate.errors import InputError

    if folder is None:
        return ""
    found = folder.expanduser().absolute()
    if not found.is_dir() and not (what == "data" and found.is_file()):
        raise InputError(f"there is no folder {folder}", hint=f"Give one: --{what} DIR")
    return str(found)


def _providers(web: bool, named: list[str]) -> tuple[str, ...]:
    """Return the search providers to ask. Raises `InputError` where one cannot be."""
    if not web:
        return ()
    from indagate.tools.web.provider import default_names, find_provider, require_known

    chosen = tuple(dict.fromkeys(require_known(name) for name in named)) or default_names()
    for name in chosen:
        find_provider(name)
    return chosen
