"""Mission: deep research over documents, with archived and quoted evidence.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.mission.chart import CHART
    from indagate.flows.mission.flow import FLOW
    from indagate.flows.mission.record import Mission, MissionInput

__all__ = ["CHART", "FLOW", "Mission", "MissionInput"]
_HOMES = {"CHART": "chart", "FLOW": "flow", "Mission": "record", "MissionInput": "record"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
