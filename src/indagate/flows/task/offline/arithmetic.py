"""Goals that are arithmetic: what is to be computed, as the calculator reads it."""

from __future__ import annotations

import re

_LEAD = re.compile(r"^\s*(?:what is|compute|calculate|how much is)\s+", re.IGNORECASE)


def expression_of(goal: str) -> str:
    """Return the expression of a goal, or nothing."""
    return _LEAD.sub("", goal).rstrip("?. ") if _LEAD.match(goal) else ""
