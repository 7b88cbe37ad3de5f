"""indagate: research agents that are state machines and keep their promises.

What a program needs to research, ask, tell, prove and report, and what a flow's author needs, loaded when asked for.
The events that every flow may use are in `indagate.events`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.engine import Page, Record, Signal
    from indagate.flow import Context, Flow
    from indagate.models import Role
    from indagate.python import ask, prove, report, research, task, tell
    from indagate.statechart import HISTORY, Chart, Final, Wait, Work
    from indagate.storage import Home
    from indagate.tools import tool

__all__ = [
    "HISTORY",
    "App",
    "Chart",
    "Context",
    "Final",
    "Flow",
    "Home",
    "Page",
    "Record",
    "Role",
    "Signal",
    "Wait",
    "Work",
    "ask",
    "prove",
    "report",
    "research",
    "task",
    "tell",
    "tool",
]  # fmt: skip
_HOMES = {
    "App": "app", "Chart": "statechart", "Final": "statechart", "Flow": "flow", "HISTORY": "statechart",
    "Context": "flow", "Page": "engine", "Record": "engine", "Role": "models", "Signal": "engine", "Wait": "statechart",
    "Work": "statechart", "tool": "tools", "Home": "storage", "ask": "python", "prove": "python",
    "report": "python", "research": "python", "task": "python", "tell": "python",
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
