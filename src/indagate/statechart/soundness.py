"""The checks a chart must pass when it is declared, so that no run meets a hole in it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterable, Mapping

from indagate.errors import ChartError
from indagate.statechart.state import HISTORY, Final, Join, Target, Wait, Work, heads

if t.TYPE_CHECKING:
    from indagate.statechart.chart import Chart

KINDS = (Work, Wait, Join, Final)


def check(chart: Chart) -> None:
    """Raise ChartError, naming chart, state and what is wrong, unless the chart is sound."""
    _check_names(chart)
    for state in chart.states:
        if isinstance(state, Final):
            if state.on:
                _refuse(chart, f"state {state.name} is final and takes no events, but has {_names(state.on)}")
        elif not state.on:
            _refuse(chart, f"state {state.name} has an empty `on`: nothing would ever leave it")
        _check_edges(chart, f"state {state.name}", state.on)
    _check_edges(chart, "anywhere", chart.anywhere)
    _check_anywhere(chart)
    _check_event_names(chart)
    _check_reachable(chart)
    _check_ends(chart)
    _check_forks(chart)


def _refuse(chart: Chart, what: str) -> t.NoReturn:
    raise ChartError(f"chart {chart.name}: {what}")


def _names(events: Iterable[object]) -> str:
    return ", ".join(event.__name__ if isinstance(event, type) else repr(event) for event in events)


def _check_names(chart: Chart) -> None:
    seen: set[str] = set()
    for state in chart.states:
        if not isinstance(state, KINDS):
            _refuse(chart, f"state {state.name} is of no kind; declare Work, Wait, Join or Final")
        if state.name.lower() in seen:
            _refuse(chart, f"state {state.name} is declared twice (case does not count)")
        seen.add(state.name.lower())
    if chart.initial not in chart.edges:
        _refuse(chart, f"the initial state {chart.initial!r} is not one of its states")


def _check_edges(chart: Chart, where: str, on: Mapping[type, Target]) -> None:
    for event, target in on.items():
        if not isinstance(event, type):
            _refuse(chart, f"{where}: the event {event!r} is not a class")
        edge = f"{where}, on {event.__name__}"
        if not isinstance(target, str | tuple) and target is not HISTORY:
            _refuse(chart, f"{edge}: the target {target!r} is neither a state's name, a tuple of names, nor HISTORY")
        for head in heads(target):
            if head not in chart.edges:
                _refuse(chart, f"{edge}: the target {head!r} is not one of its states")
        if isinstance(target, tuple):
            if len(target) < 2:
                _refuse(chart, f"{edge}: a fork needs at least two targets")
            if len(set(target)) < len(target):
                _refuse(chart, f"{edge}: the fork {' + '.join(target)} names a state twice")


def _check_anywhere(chart: Chart) -> None:
    for event, target in chart.anywhere.items():
        if not isinstance(target, str):
            _refuse(chart, f"anywhere, on {event.__name__}: the target must be one state")
    for state in chart.states:
        if HISTORY in state.on.values() and state.name not in chart.anywhere.values():
            _refuse(chart, f"state {state.name} leads to HISTORY, but no `anywhere` event leads into it")


def _check_event_names(chart: Chart) -> None:
    seen: dict[str, type] = {}
    for event in sorted(chart.events, key=lambda event: (event.__name__, event.__module__)):
        if seen.setdefault(event.__name__, event) is not event:
            _refuse(chart, f"two event classes are called {event.__name__}")


def _reach(chart: Chart, *starts: str) -> set[str]:
    """The states that ordinary edges lead to from `starts`, themselves included."""
    found, queue = set(starts), list(starts)
    while queue:
        for target in chart.edges[queue.pop()].values():
            fresh = [head for head in heads(target) if head not in found]
            found.update(fresh)
            queue.extend(fresh)
    return found


def _check_reachable(chart: Chart) -> None:
    from_anywhere = () if chart.initial in chart.finals else (str(target) for target in chart.anywhere.values())
    found = _reach(chart, chart.initial, *from_anywhere)
    for state in chart.states:
        if state.name not in found:
            _refuse(chart, f"state {state.name} is unreachable: no event leads to it from {chart.initial}")


def _check_ends(chart: Chart) -> None:
    """Every state must have a way to a Final: `anywhere` counts for a Wait only, HISTORY leads to any live state."""
    ends = set(chart.finals)
    live = chart.edges.keys() - chart.finals

    def has_way(name: str) -> bool:
        targets = [*chart.edges[name].values(), *(chart.anywhere.values() if name in chart.waits else ())]
        return any(
            not ends.isdisjoint(live) if target is HISTORY else not ends.isdisjoint(heads(target)) for target in targets
        )

    while fresh := {name for name in live - ends if has_way(name)}:
        ends |= fresh
    for state in chart.states:
        if state.name not in ends:
            _refuse(chart, f"state {state.name} has no way to a final state")


def _check_forks(chart: Chart) -> None:
    for state in chart.states:
        for event, target in state.on.items():
            if isinstance(target, tuple) and not set.intersection(*(_reach(chart, h) for h in target)) & chart.joins:
                fork = " + ".join(target)
                _refuse(chart, f"state {state.name}, on {event.__name__}: the branches of {fork} never meet in a Join")
