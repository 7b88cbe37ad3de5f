"""A flow: a chart, a record, steps, roles and views, declared in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from indagate.engine import Program, Step
from indagate.frozen import dataclass
from indagate.models import Role
from indagate.statechart import Chart, Configuration, finished
from indagate.storage import Blobs, Home

if TYPE_CHECKING:
    from indagate.evidence.check import Violation
    from indagate.flow.archived import ArchivedText
    from indagate.flow.difference import AskingAgain
    from indagate.flow.wire import WireForm
    from indagate.models.forecast import Expected


Ended = Literal["done", "partial", "needs_model", "failed"]
"""How a run that has ended came out: with its result, with a part of it, without it for want of a model, without it."""
Outcome = Literal["running", "waiting", "aborted"] | Ended
"""How any run stands, in a word that is the same in all flows."""


@dataclass(frozen=True, slots=True)
class Unpaid:
    """The budget did not pay for a model's answer to a role: its rule answers, or its part is left out."""

    role: str


@dataclass(frozen=True, kw_only=True)
class Flow(Program):
    """What runs: what the engine needs, and what faces need to show a run to people.

    `outcome` judges a run that has ended (one that was aborted is not asked about); `summary` says in a line how a run
    stands; `details` gives what `--json` prints in addition; `authors` yields each part of the result, the role that
    wrote it and who is said to have answered: `verify` holds it against the journal; `tree` gives the lines of the live
    view, each with its depth; `check` finds every breach in a run from its record, folder and store; `brief` is what a
    person should read before deciding where the run waits; `expected` is what models will be asked from there on, for
    a forecast of its cost; `graph` is the record as (format → text), for `export`;
    `wire` is the form of the input over a network: without one it cannot be started from there;
    `archived` gives the text of a source by its id, with a fact's quote marked; `again` asks a finished run's question
    again and says what is new since;
    `reaches` says of the input, in a line, who beside models is asked beyond this machine;
    `admit` is asked before a signal is left: the record, the word, the text, and whether a model answers; it raises
    `InputError` for a text that nobody would understand; `needs` names the programs without which a run with this input
    is left to other machines; `refuse` is asked of the input, in its home, before there is a run: it raises
    `InputError` for one of which nothing could come. `folders` names those of documents that it reads, and
    `tables` folders and files of tables, through `Home.documents`: a run pins them where machines share what is
    archived. `signal_line` ends the output of a command in a pipe when the run came out done or partial, so that a
    loop around it can stop. `unpaid_event` makes the event by which a run records, before a rule stands in, that the
    budget did not pay for a model's answer to a role.
    """

    roles: Sequence[Role[Any, Any]] = ()
    outcome: Callable[[Any], Ended] | None = None
    summary: Callable[[Any], str] | None = None
    details: Callable[[Any], Mapping[str, Any]] | None = None
    authors: Callable[[Any], Iterable[tuple[str, str, str]]] | None = None
    tree: Callable[[Any], Sequence[tuple[int, str]]] | None = None
    check: Callable[[Any, Path, Blobs], Sequence[Violation]] | None = None
    brief: Callable[[Any], str] | None = None
    expected: Callable[[Any], Sequence[Expected]] | None = None
    graph: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    wire: type[WireForm] | None = None
    archived: Callable[[Any, Blobs, str, str], ArchivedText] | None = None
    again: AskingAgain | None = None
    signal_line: str = ""
    reaches: Callable[[Any], str] | None = None
    admit: Callable[..., None] | None = None
    needs: Callable[[Any], Sequence[str]] | None = None
    refuse: Callable[[Any, Home], None] | None = None
    folders: Callable[[Any], Sequence[str]] | None = None
    tables: Callable[[Any], Sequence[str]] | None = None
    unpaid_event: Callable[[Any, Role[Any, Any]], Unpaid | None] | None = None


def outcome_of(flow: Flow, record: Any, where: Configuration, *, driven: bool) -> Outcome:
    """Return how a run stands at a place of its chart; `driven` says whether somebody drives it now."""
    if not finished(flow.chart, where):
        return "running" if driven else "waiting"
    states = {token.state for token in where.tokens}
    if "ABORTED" in states:
        return "aborted"
    if flow.outcome is not None:
        return flow.outcome(record)
    return "failed" if "FAILED" in states else "done"


def steps_of(chart: Chart, module: ModuleType) -> dict[str, Step]:
    """Return a module's step functions: those async functions that bear a state's name in lower case."""
    names = {state.name.lower() for state in chart.states}
    found = inspect.getmembers(module, inspect.iscoroutinefunction)
    return {name: function for name, function in found if name in names}
