"""indagate: research agents that are state machines and keep their promises.

What a flow's author needs, loaded when asked for. The events that every flow may use are in `indagate.events`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.engine import Page, Record, Signal
    from indagate.lab import Flow, Lab
    from indagate.minds import Role
    from indagate.statechart import HISTORY, Chart, Final, Wait, Work
    from indagate.tools import tool

__all__ = [
    "HISTORY", "App", "Chart", "Final", "Flow", "Lab", "Page", "Record", "Role", "Signal", "Wait", "Work", "tool",
]  # fmt: skip
_HOMES = {
    "App": "app", "Chart": "statechart", "Final": "statechart", "Flow": "lab", "HISTORY": "statechart", "Lab": "lab",
    "Page": "engine", "Record": "engine", "Role": "minds", "Signal": "engine", "Wait": "statechart",
    "Work": "statechart", "tool": "tools",
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
