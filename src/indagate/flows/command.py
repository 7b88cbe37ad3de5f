"""What a flow's own commands are declared with: the options that all commands share, and the face that starts runs.

A flow mounts commands by a module `commands.py` with a `COMMANDS` (a `typer.Typer`); a plug-in by the entry point group
`indagate.commands`. Such a command builds the flow's input and hands it to `face(context).start`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from indagate.budget import Budget
    from indagate.minds import MindOptions
    from indagate.store import Home

DRIVING = "Budget and driving"
HomeOption = Annotated[
    Path | None, typer.Option("--home", metavar="DIR", help="Where runs live, instead of INDAGATE_HOME or ./.indagate.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, and nothing else there.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Approve without asking.")]
CallsOption = Annotated[
    int | None, typer.Option("--budget-calls", metavar="N", help="At most N calls of tools and models.")
]
SecondsOption = Annotated[
    float | None, typer.Option("--budget-seconds", metavar="S", help="At most S seconds of driving.")
]
TokensOption = Annotated[int | None, typer.Option("--budget-tokens", metavar="N", help="At most N model tokens.")]
DollarsOption = Annotated[
    float | None, typer.Option("--budget-dollars", metavar="X", help="At most X US dollars for models.")
]
ModelOption = Annotated[
    str,
    typer.Option(
        "--model", metavar="MODEL", show_default=False,
        help="Ask this model, PROVIDER:NAME[@URL], a chain with commas; else INDAGATE_MODEL, else the offline rules.",
    ),
]  # fmt: skip
FastOption = Annotated[
    str, typer.Option("--fast-model", metavar="MODEL", show_default=False, help="The model for the simpler roles.")
]
MindOption = Annotated[
    list[str] | None,
    typer.Option("--mind", metavar="ROLE=MIND", show_default=False, help="One role's mind: a model, or `offline`."),
]
OutputOption = Annotated[
    str,
    typer.Option(
        "--output", metavar="HOW", show_default=False,
        help="How a model is held to the form of its answer: auto, native, tool or prompted.",
    ),
]  # fmt: skip
McpOption = Annotated[
    Path | None,
    typer.Option(
        "--mcp", metavar="FILE", show_default=False,
        help="Offer the tools of the MCP servers in this file: TOML, or the JSON with `mcpServers`.",
    ),
]  # fmt: skip
AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow", metavar="TOOL", show_default=False,
        help="Let this tool be used although it may change something; may be given again.",
    ),
]  # fmt: skip
CacheOption = Annotated[bool, typer.Option("--cache", help="Keep models' answers across runs, by content.")]


def mind_options(model: str, fast: str, minds: list[str] | None, output: str = "", cache: bool = False) -> MindOptions:
    """Return what the options say about minds."""
    from indagate.minds import MindOptions

    return MindOptions(model=model, fast=fast, minds=tuple(minds or ()), output=output, cache=cache)


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that has ended: its whole name, what it knows, and the home where it lies."""

    name: str
    record: Any
    home: Home


class Face(Protocol):
    """What the command line offers to a flow's commands."""

    def start(
        self,
        flow: str,
        given: Any,
        *,
        budget: Budget,
        home: Path | None,
        yes: bool,
        json: bool,
        quiet: bool,
        minds: MindOptions | None = None,
        bare: bool = False,
    ) -> None:
        """Start a run, drive it here, show it, and end the program with the code that says how it stands.

        With `bare`, a run that ends well prints its outcome and nothing else.
        """

    def send(self, run: str, word: str, text: str, *, home: Path | None, bare: bool = False) -> None:
        """Send a run a signal, drive it on here, and end the program with the code that says how it stands."""

    def waiting(self, flow: str, *, home: Path | None) -> tuple[str, ...]:
        """Return the names of the runs of a flow that wait for a person, oldest first."""

    def ended(self, name: str, *, home: Path | None, flow: str, live: bool = False) -> Ended:
        """Return a run that has ended, with `live` also one that has not.

        Raises `NoSuchRun`, or `InputError` if it is none of this flow.
        """

    def reenter(
        self, name: str, state: str, *, flow: str, home: Path | None, json: bool, quiet: bool,
        minds: MindOptions | None = None,
    ) -> None:  # fmt: skip
        """Go on again from where a run last entered a state, in a new run, and end the program.

        Raises `InputError` for a state that the run has never entered.
        """

    def counted(self, what: str, *, quiet: bool) -> AbstractContextManager[Callable[[int, int, str], None]]:
        """Show how far a long count has come while the block runs: done, of how many, the last one."""

    def attended(self) -> bool:
        """Whether a person sits at the terminal."""


def face(context: typer.Context) -> Face:
    """Return the face that the command line has put into the context."""
    found: Face = context.obj
    return found
