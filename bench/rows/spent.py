"""The processor time of the processes that this one started."""

from __future__ import annotations

import resource


def spent() -> float:
    """Return the processor seconds of the children that have ended, theirs included."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
