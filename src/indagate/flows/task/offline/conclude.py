"""What can be answered from what was found, when no further turn is left."""

from __future__ import annotations

from indagate.flows.task.ask import ThinkQuestion
from indagate.flows.task.offline.think import think


def conclude(asked: ThinkQuestion) -> str:
    """Return the rules' answer if they need nothing more for it, else nothing."""
    found = think(asked)
    return "" if found.calls else found.answer
