"""What a flow's own commands are declared with: the options that all commands share, and the face that starts runs.

A flow mounts commands by a module `commands.py` with a `COMMANDS` (a `typer.Typer`); a plug-in by the entry point group
`indagate.commands`. Such a command builds the flow's input and hands it to `face(context).start`. A set of options is a
dataclass whose fields are options, such as `Driving`; a command that is `unfolded` takes it as one keyword.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.budget import Budget
    from indagate.models import ModelOptions
    from indagate.models.forecast import Expected, Forecast
    from indagate.storage import Home


def given_home(text: str) -> Path:
    """Return the folder of a home that an option names, which may be in Postgres."""
    from indagate.storage.address import given_home as given

    return given(text)


HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home", metavar="DIR", parser=given_home,
        help="The home to use, a folder or postgres://…, instead of INDAGATE_HOME or the project's.",
    ),
]  # fmt: skip
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
        help="Ask this model, PROVIDER:NAME[@URL], a chain with commas; else INDAGATE_MODEL, else your settings.",
    ),
]  # fmt: skip
FastOption = Annotated[
    str, typer.Option("--fast-model", metavar="MODEL", show_default=False, help="The model for the simpler roles.")
]
RoleOption = Annotated[
    list[str] | None,
    typer.Option("--role", metavar="ROLE=MODEL", show_default=False, help="Who answers one role: a model, or `rule`."),
]
MindOption = Annotated[list[str] | None, typer.Option("--mind", hidden=True, help="What --role was called at first.")]
"""What `--role` was called at first; it still works."""
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
WebOption = Annotated[bool, typer.Option("--web", help="Search the web and read what is found.")]
ProviderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--provider", metavar="NAME[=URL]", show_default=False,
        help="Ask this search provider; may be given again. Without it, those whose key is in the environment.",
    ),
]  # fmt: skip
HostOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="HOST[:PORT]", show_default=False,
        help="Fetch from this host although it is not public; may be given again.",
    ),
]  # fmt: skip
ContextOption = Annotated[
    int,
    typer.Option(
        "--context", metavar="N", show_default=False, min=0,
        help="The model takes N tokens at once, its answer included; what does not fit is left out, least first.",
    ),
]  # fmt: skip
EmbedOption = Annotated[
    str,
    typer.Option(
        "--embed", metavar="MODEL", show_default=False,
        help="Search documents by meaning, too: openai:NAME[@URL], ollama:NAME[@URL], local or local:FOLDER.",
    ),
]  # fmt: skip
QueueOption = Annotated[bool, typer.Option("--queue", help="Only leave the run to a worker; do not drive it here.")]
PriorityOption = Annotated[
    int,
    typer.Option(
        "--priority", metavar="N", show_default=False, help="With --queue: lower numbers go first; 0 if not said."
    ),
]
DelayOption = Annotated[
    float, typer.Option("--delay", metavar="S", show_default=False, help="With --queue: not before S seconds from now.")
]
CacheOption = Annotated[bool, typer.Option("--cache", help="Keep models' answers across runs, by content.")]


def unfolded(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for typer that takes, in place of each parameter that is a set of options, the set's options."""
    signature = inspect.signature(command, eval_str=True)
    kinds = {name: taken.annotation for name, taken in signature.parameters.items()}
    sets = {name: kind for name, kind in kinds.items() if isinstance(kind, type) and is_dataclass(kind)}

    @functools.wraps(command)
    def run(**given: Any) -> None:
        folded = {name: kind(**{f.name: given.pop(f.name) for f in fields(kind)}) for name, kind in sets.items()}
        command(**given, **folded)

    single: list[inspect.Parameter] = []
    for name, taken in signature.parameters.items():
        single += inspect.signature(sets[name], eval_str=True).parameters.values() if name in sets else [taken]
    named = [taken.replace(kind=inspect.Parameter.KEYWORD_ONLY) for taken in single]
    run.__signature__ = signature.replace(parameters=named)  # type: ignore[attr-defined]
    return run


def allowed(hosts: list[str] | None, *, needs: str, given: bool) -> tuple[str, ...]:
    """Return the hosts of `--allow-host`. Raises `InputError` for a wrong one, or where the option it needs is missing.

    `needs` is that option, `given` whether it is there.
    """
    if not hosts:
        return ()
    from indagate.errors import InputError
    from indagate.tools.web import Guard

    if not given:
        raise InputError(f"a host to fetch from is of no use without {needs}", hint=f"Add {needs}.")
    Guard(tuple(hosts))
    return tuple(dict.fromkeys(hosts))


@dataclass(frozen=True, slots=True)
class Spending:
    """The options that say what a run may cost."""

    budget_calls: CallsOption = None
    budget_seconds: SecondsOption = None
    budget_tokens: TokensOption = None
    budget_dollars: DollarsOption = None

    @property
    def budget(self) -> Budget:
        """The budget that they make. Raises `InputError` for one that cannot be held."""
        from indagate.budget import Budget

        return Budget(self.budget_tokens, self.budget_dollars, self.budget_calls, self.budget_seconds)


@dataclass(frozen=True, slots=True)
class Driving:
    """The options of a command that drives a run here: who answers, where the run lives, what is shown of it."""

    model: ModelOption = ""
    fast_model: FastOption = ""
    role: RoleOption = None
    mind: MindOption = None
    output: OutputOption = ""
    context_size: ContextOption = 0
    cache: CacheOption = False
    home: HomeOption = None
    json: JsonOption = False
    quiet: QuietOption = False
    queue: QueueOption = False
    priority: PriorityOption = 0
    delay: DelayOption = 0.0

    @property
    def answerers(self) -> ModelOptions:
        """What they say about who answers."""
        from indagate.models import ModelOptions

        return ModelOptions(
            self.model, self.fast_model, (*(self.role or ()), *(self.mind or ())), self.output, self.cache,
            context=self.context_size, embed=getattr(self, "embed", ""),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Searching(Driving):
    """The options of a command that drives a run here which may search documents."""

    embed: EmbedOption = ""


@dataclass(frozen=True, slots=True)
class Reaching:
    """The options that say whether, and how, a run may reach the web."""

    web: WebOption = False
    provider: ProviderOption = None
    allow_host: HostOption = None

    @property
    def providers(self) -> tuple[str, ...]:
        """The search providers to ask, each of which can be. Raises `InputError` where one cannot."""
        from indagate.errors import InputError

        named = self.provider or []
        if not self.web:
            if named:
                raise InputError("a search provider is of no use without the web", hint="Add --web.")
            return ()
        from indagate.tools.web.provider import default_names, find_provider, require_known

        chosen = tuple(dict.fromkeys(require_known(name) for name in named)) or default_names()
        for name in chosen:
            find_provider(name)
        return chosen

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that may be fetched from although they are not public. Raises `InputError`."""
        return allowed(self.allow_host, needs="--web", given=self.web)


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that has ended: its whole name, what it knows, and the home where it lies."""

    name: str
    record: Any
    home: Home


class Face(Protocol):
    """What the command line offers to a flow's commands."""

    def start(
        self, flow: str, given: Any, driving: Driving, *,
        spending: Spending | None = None, yes: bool = False, bare: bool = False, unasked: bool = False,
        first: Callable[[], object] | None = None, after: str = "",
    ) -> None:  # fmt: skip
        """Start a run, drive it here, show it, and end the program with the code that says how it stands.

        With `yes` what waits for approval is approved unasked. With `bare`, a run that ends well prints its outcome and
        nothing else. With `unasked`, a run that waits is left waiting: the caller asks.
        `first` is done before there is a run, once the options are known to hold: reading, with progress.
        `after` is a run whose model answers where the options name none.
        """

    def send(self, run: str, word: str, text: str, driving: Driving, *, bare: bool = False) -> None:
        """Send a run a signal, drive it on here, and end the program with the code that says how it stands."""

    def say_model(self, driving: Driving) -> None:
        """Say which model answers, if any, and what leaves this machine. Raises `InputError` if it cannot be asked."""
        ...

    def waiting(self, flow: str, *, home: Path | None) -> tuple[str, ...]:
        """Return the names of the runs of a flow that wait for a person, oldest first."""

    def ended(self, name: str, *, home: Path | None, flow: str, live: bool = False) -> Ended:
        """Return a run that has ended, with `live` also one that has not.

        Raises `NoSuchRun`, or `InputError` if it is none of this flow.
        """

    def reenter(self, name: str, state: str, driving: Driving, *, flow: str) -> None:
        """Go on again from where a run last entered a state, in a new run, and end the program.

        Raises `InputError` for a state that the run has never entered.
        """

    def counted(self, what: str, *, quiet: bool) -> AbstractContextManager[Callable[[int, int, str], None]]:
        """Show how far a long count has come while the block runs: done, of how many, the last one."""

    def forecast(self, driving: Driving, expected: Iterable[Expected]) -> Forecast | None:
        """Return what the models that the options name are expected to take for some questions; None without one.

        Raises `InputError` for options or prices that cannot be used.
        """

    def confirmed(self, question: str, *, way: str, json: bool) -> bool:
        """Ask a person yes or no; anything but yes is no. Raises `InputError` where nobody can be asked."""

    def attended(self) -> bool:
        """Whether a person sits at the terminal."""


def face(context: typer.Context) -> Face:
    """Return the face that the command line has put into the context."""
    found: Face = context.obj
    return found
