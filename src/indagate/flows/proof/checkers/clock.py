"""How long the programs of one judging may take: each, and all of them together, in seconds of the processor."""

from __future__ import annotations

from indagate.sandbox.jail import Finished

LEAST = 0.5
"""Seconds that a program gets even when the time for all is up, so that it ends by itself or by the clock."""


class Clock:
    """Says how many seconds the next program may take: what it wants, or what is left for all.

    They are those that the programs used the processor, their children included: a busy machine changes no verdict.
    """

    def __init__(self, seconds: float, within: float | None = None) -> None:
        self.seconds = seconds
        self._within = within
        self._used = 0.0

    def allow(self, wanted: float | None = None) -> float:
        """Return the seconds for the next program."""
        most = self.seconds if wanted is None else wanted
        return most if self._within is None else max(LEAST, min(most, self._within - self._used))

    def took(self, done: Finished) -> Finished:
        """Count what a program used, and return how it ended."""
        self._used += done.seconds
        return done

    @property
    def over(self) -> bool:
        """Whether the time for all is up."""
        return self._within is not None and self._used >= self._within

    @property
    def passed(self) -> float:
        """Seconds used so far, rounded."""
        return round(self._used, 3)
