"""A flow: a chart, a record, steps, roles and views, declared in one place."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from indagate.engine import Program, Step
from indagate.minds import Role
from indagate.statechart import Chart


@dataclass(frozen=True, kw_only=True)
class Flow(Program):
    """What runs. `outcome` says in a line how a run ended; `verify` finds what is wrong with a finished one."""

    roles: Sequence[Role[Any, Any]] = ()
    outcome: Callable[[Any], str] | None = None
    verify: Callable[..., Sequence[Any]] | None = None
    summary: Callable[[Any], Mapping[str, Any]] | None = None
    tree: Callable[[Any], Sequence[tuple[int, str]]] | None = None
    start_text: Callable[[str], Any] | None = field(default=None)


def steps_of(chart: Chart, module: ModuleType) -> dict[str, Step]:
    """Return a module's step functions: those async functions that bear a state's name in lower case."""
    names = {state.name.lower() for state in chart.states}
    found = inspect.getmembers(module, inspect.iscoroutinefunction)
    return {name: function for name, function in found if name in names}
