"""The report flow: from a query and data to an illustrated report.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.report.chart import CHART
    from indagate.flows.report.flow import FLOW
    from indagate.flows.report.record import Report, ReportInput

__all__ = ["CHART", "FLOW", "Report", "ReportInput"]
_HOMES = {"CHART": "chart", "FLOW": "flow", "Report": "record", "ReportInput": "record"}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
