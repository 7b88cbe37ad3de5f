"""A flow: a chart, a record, steps, roles and views, declared in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from indagate.engine import Program, Step
from indagate.minds import Role
from indagate.statechart import Chart
from indagate.store import ContentStore

if TYPE_CHECKING:
    from indagate.evidence import Breach


@dataclass(frozen=True, kw_only=True)
class Flow(Program):
    """What runs: what the engine needs, and what faces need to show a run to people.

    `outcome` says in a line how a run stands; `summary` gives what `--json` prints; `failed` says whether
    a run that has ended missed its end, so that a command exits with 1; `tree` the lines of the live view,
    each with its depth; `check` finds every breach in a run from its record, folder and store; `brief` is what a person
    should read before deciding where the run waits; `graph` is the record as (format → text), for `export`.
    """

    roles: Sequence[Role[Any, Any]] = ()
    outcome: Callable[[Any], str] | None = None
    summary: Callable[[Any], Mapping[str, Any]] | None = None
    failed: Callable[[Any], bool] | None = None
    tree: Callable[[Any], Sequence[tuple[int, str]]] | None = None
    check: Callable[[Any, Path, ContentStore], Sequence[Breach]] | None = None
    brief: Callable[[Any], str] | None = None
    graph: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)


def steps_of(chart: Chart, module: ModuleType) -> dict[str, Step]:
    """Return a module's step functions: those async functions that bear a state's name in lower case."""
    names = {state.name.lower() for state in chart.states}
    found = inspect.getmembers(module, inspect.iscoroutinefunction)
    return {name: function for name, function in found if name in names}
