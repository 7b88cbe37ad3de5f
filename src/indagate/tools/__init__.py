"""Tools: what a step may do in the world, declared with its limits.

The router is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.tools.tool import TimeLimit, Tool, tool

if TYPE_CHECKING:
    from indagate.tools.router import Offer, Router, Statistics, Use

__all__ = ["Offer", "Router", "Statistics", "TimeLimit", "Tool", "Use", "tool"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.router"), name)
