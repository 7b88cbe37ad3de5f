"""How long the programs of one judging may take: each, and all of them together."""

from __future__ import annotations

import time

LEAST = 0.5
"""Seconds that a program gets even when the time for all is up, so that it ends by itself or by the clock."""


class Clock:
    """Says how many seconds the next program may take: what it wants, or what is left for all."""

    def __init__(self, seconds: float, within: float | None = None) -> None:
        self.seconds = seconds
        self.began = time.monotonic()
        self._end = None if within is None else self.began + within

    def allow(self, wanted: float | None = None) -> float:
        """Return the seconds for the next program."""
        most = self.seconds if wanted is None else wanted
        return most if self._end is None else max(LEAST, min(most, self._end - time.monotonic()))

    @property
    def over(self) -> bool:
        """Whether the time for all is up."""
        return self._end is not None and time.monotonic() >= self._end

    @property
    def passed(self) -> float:
        """Seconds since it was started, rounded."""
        return round(time.monotonic() - self.began, 3)
