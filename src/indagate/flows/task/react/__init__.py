"""The ReAct agent: a small flow of its own, run as a child of a task. It thinks, acts, and thinks again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.task.react.flow import REACT
    from indagate.flows.task.react.record import React, ReactInput

__all__ = ["REACT", "React", "ReactInput"]
_HOMES = {"REACT": "flow", "React": "record", "ReactInput": "record"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
