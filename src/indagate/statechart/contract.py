"""The contract between a chart and its steps: each step's return annotation names its state's events."""

from __future__ import annotations

import inspect
import types
import typing as t
from collections.abc import Callable, Iterable, Mapping

from indagate.errors import ChartError
from indagate.statechart.chart import Chart


def check_steps(chart: Chart, steps: Mapping[str, Callable[..., t.Any]]) -> None:
    """Raise ChartError unless every Work and Join has an async step, under its name in lower case, that fits it."""
    expected = {name.lower(): name for name in chart.edges if name in chart.works or name in chart.joins}
    for key, name in expected.items():
        if key not in steps:
            raise ChartError(f"chart {chart.name}: state {name} has no step; expected an async function {key!r}")
    for key, step in steps.items():
        if key not in expected:
            known = ", ".join(expected)
            raise ChartError(f"chart {chart.name}: step {key!r} belongs to no Work or Join; expected one of {known}")
        _check_step(chart, key, expected[key], step)


def _check_step(chart: Chart, key: str, name: str, step: Callable[..., t.Any]) -> None:
    if not inspect.iscoroutinefunction(step):
        raise ChartError(f"chart {chart.name}: step {key!r} is not an `async def`")
    expected = set(chart.edges[name])
    found = _returned(chart, key, step)
    if expected <= found <= expected | set(chart.anywhere):
        return
    raise ChartError(
        f"chart {chart.name}: step {key!r} returns other events than state {name} takes: "
        f"expected {_listed(expected)}; found {_listed(found)}"
    )


def _returned(chart: Chart, key: str, step: Callable[..., t.Any]) -> set[object]:
    """The members of the return annotation; the other annotations may name what only a type checker imports."""
    function = inspect.unwrap(step)
    if "return" not in getattr(function, "__annotations__", {}):
        raise ChartError(f"chart {chart.name}: step {key!r} has no return annotation; expected its state's events")
    alone = types.SimpleNamespace(__annotations__={"return": function.__annotations__["return"]})
    enclosing = dict(inspect.getclosurevars(function).nonlocals) if inspect.isfunction(function) else {}
    try:
        hint = t.get_type_hints(alone, getattr(function, "__globals__", {}), enclosing)["return"]
    except NameError as error:
        raise ChartError(
            f"chart {chart.name}: step {key!r}: its return annotation cannot be resolved: {error}"
        ) from error
    return set(_members(hint))


def _members(hint: object) -> Iterable[object]:
    if t.get_origin(hint) in (t.Union, types.UnionType):
        for member in t.get_args(hint):
            yield from _members(member)
    else:
        yield hint


def _listed(events: Iterable[object]) -> str:
    names = sorted(event.__name__ if isinstance(event, type) else str(event) for event in events)
    return " | ".join(names) or "none"
