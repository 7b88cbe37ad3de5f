"""The task flow's commands: `task` and `critique`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from indagate.flows.command import (
    AllowOption,
    JsonOption,
    McpOption,
    ModelOption,
    OutputOption,
    Reaching,
    Searching,
    Spending,
    face,
    unfolded,
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


@dataclass(frozen=True, slots=True)
class Demands:
    """The options that say what an answer has to be like."""

    require: RequireOption = None
    prohibit: ProhibitOption = None
    min_score: ScoreOption = None
    check: CheckOption = None
    tests: TestsOption = None
    criteria: CriteriaOption = None
    sources: SourcesOption = None

    @property
    def acceptance(self) -> AcceptanceCriteria:
        """The acceptance criteria of the file and the options together. Raises `InputError`."""
        from indagate.flows.task.gate import criteria_of

        return criteria_of(
            self.criteria, self.require or [], self.prohibit or [], self.check or [], self.tests, self.min_score
        )

    @property
    def texts(self) -> dict[str, str]:
        """What citations may name: names and texts. Raises `InputError`."""
        from indagate.flows.task.gate import sources_of

        return sources_of(self.sources) if self.sources is not None else {}


@COMMANDS.command()
@unfolded
def task(
    context: typer.Context,
    goal: GoalArgument,
    *,
    demands: Demands,
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
    reaching: Reaching,
    answer_type: Annotated[
        Path | None,
        typer.Option(
            "--answer-type",
            metavar="FILE",
            show_default=False,
            help="The answer is JSON of this JSON Schema; --json has it as `value`.",
        ),
    ] = None,
    user: Annotated[
        str, typer.Option("--user", metavar="NAME", show_default=False, help="For whom; limits of users count it.")
    ] = "",
    tool: Annotated[
        list[str] | None,
        typer.Option("--tool", metavar="NAME", show_default=False, help="Only this tool may be used; give again."),
    ] = None,
    allow: AllowOption = None,
    mcp: McpOption = None,
    spending: Spending,
    driving: Searching,
) -> None:
    """Reach a goal with an agent, under a critic.

    The agent thinks and uses tools; the critic checks and judges its answer, and can say no. Exits with 1 if the task
    failed: its best answer, score and feedback are kept.
    """
    from indagate.flows.task.kit import require_known
    from indagate.flows.task.material import Material
    from indagate.flows.task.plan import ROUTES
    from indagate.flows.task.record import TaskInput

    _require_servers(mcp)
    material = Material(
        _folder(corpus, "corpus"), _folder(data, "data"), reaching.web, reaching.providers, reaching.hosts,
        tuple(tool or ()), tuple(allow or ()), str(mcp.absolute()) if mcp else "",
    )  # fmt: skip
    require_known(material)
    given = TaskInput(
        goal, demands.acceptance, ROUTES.get(route, "auto"), max_iterations, max_retries, material, demands.texts,
        user, _form(answer_type),
    )  # fmt: skip
    face(context).start("task", given, driving, spending=spending)


@COMMANDS.command()
@unfolded
def critique(
    goal: GoalArgument,
    answer: Annotated[Path, typer.Option("--answer", metavar="FILE", help="The answer, as Markdown; - is stdin.")],
    *,
    demands: Demands,
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
    from indagate.models import ModelOptions

    answerers = ModelOptions(model=model, output=output)
    verdict = asyncio.run(verdict_of(goal, read_text(answer), demands.acceptance, demands.texts, answerers))
    typer.echo(as_json(verdict) if json else as_text(verdict))
    raise typer.Exit(0 if verdict.accepted else 1)


def _require_servers(mcp: Path | None) -> None:
    """Raise `InputError` for a file that does not say which MCP servers there are, and with what they are reached."""
    from indagate.errors import InputError

    if mcp is None:
        return
    if not mcp.is_file():
        raise InputError(f"there is no file {mcp}")
    from indagate.tools.mcp import servers_from

    for server in servers_from(mcp):
        server.require_variables()


def _form(file: Path | None) -> str:
    """Return the form of the answer that a file holds as a JSON Schema, or nothing. Raises `InputError`."""
    if file is None:
        return ""
    import json

    from indagate.errors import InputError
    from indagate.flows.task.gate import read_text
    from indagate.models.value import form_of

    try:
        found = json.loads(read_text(file))
    except ValueError as error:
        raise InputError(f"{file} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{file} is no JSON Schema: it holds no object")
    return form_of(found)


def _folder(folder: Path | None, what: str) -> str:
    """Return the absolute path of a folder, or nothing. Raises `InputError` if it is not there."""
    from indagate.errors import InputError

    if folder is None:
        return ""
    found = folder.expanduser().absolute()
    if not found.is_dir() and not (what == "data" and found.is_file()):
        raise InputError(f"there is no folder {folder}", hint=f"Give one: --{what} DIR")
    return str(found)
