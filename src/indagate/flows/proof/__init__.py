"""Proof: a theorem-proving research loop that cannot fool itself.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.proof.chart import CHART
    from indagate.flows.proof.flow import FLOW
    from indagate.flows.proof.record import Proof, ProofInput

__all__ = ["CHART", "FLOW", "Proof", "ProofInput"]
_HOMES = {"CHART": "chart", "FLOW": "flow", "Proof": "record", "ProofInput": "record"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
