"""The events that every flow may use: a step broke, a person resumed after that, a person ended the run."""

from indagate.engine import Aborted, Broke, Resumed

__all__ = ["Aborted", "Broke", "Resumed"]
