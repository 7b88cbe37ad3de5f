"""A flow as data: its states, what leads on from each, its signals, and the JSON Schema of what it starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indagate.app.deciding import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from indagate.flow import Flow


def describe(flow: Flow) -> dict[str, Any]:
    """Return a flow for programs: `input` is the JSON Schema of its input in Python, `wire` of that over the network.

    `wire` is None where the flow declares none: it cannot be started over the network.
    """
    return {
        "flow": flow.name,
        "doc": flow.doc,
        "version": flow.chart.version,
        "initial": flow.chart.initial,
        "input": _input(flow.input),
        "wire": schema_of(flow.wire) if flow.wire is not None else None,
        "states": [
            {"name": state.name, "kind": type(state).__name__, "doc": state.doc, "on": edges(state.on)}
            for state in flow.chart.states
        ],
        "anywhere": edges(flow.chart.anywhere),
        "signals": [
            {"word": signal.word, "doc": signal.doc, "text": text_of(flow, signal.word)}
            for signal in flow.words.values()
        ],
    }


def edges(on: Mapping[type, Any]) -> dict[str, str]:
    """Return the events that a state takes, by name, and where each leads."""
    return {event.__name__: _target(target) for event, target in on.items()}


def _target(target: Any) -> str:
    from indagate.statechart import HISTORY

    if target is HISTORY:
        return "back to where it was"
    return target if isinstance(target, str) else " + ".join(target)


def schema_of(kind: type) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a type. Raises `TypeError` where it has none."""
    import msgspec

    return msgspec.json.schema(kind)


def _input(kind: type) -> dict[str, Any]:
    try:
        return schema_of(kind)
    except (TypeError, NotImplementedError):  # a type of somebody else's: anything may be said
        return {}
