"""Notes: an assistant over one's own log, with domain expertise that loads on demand.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.notes.chart import CHART
    from indagate.flows.notes.domain import Domain, read_domain
    from indagate.flows.notes.flow import FLOW
    from indagate.flows.notes.notebook import Notebook
    from indagate.flows.notes.record import Notes, NotesInput

__all__ = ["CHART", "FLOW", "Domain", "Notebook", "Notes", "NotesInput", "read_domain"]
_HOMES = {
    "CHART": "chart", "Domain": "domain", "FLOW": "flow", "Notebook": "notebook", "Notes": "record",
    "NotesInput": "record", "read_domain": "domain",
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
