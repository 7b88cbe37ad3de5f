"""Processes that can be killed: for work that is heavy on the processor, unstoppable or not to be trusted.

What it exports is loaded when asked for: the killable process itself needs none of what starts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.sandbox.process import Worker, run_killable, run_killable_sync
    from indagate.sandbox.telling import tell

__all__ = ["Worker", "run_killable", "run_killable_sync", "tell"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'telling' if name == 'tell' else 'process'}"), name)
