"""Politeness: how often, and how many at once, a host is asked."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

INTERVAL = "INDAGATE_WEB_INTERVAL"
"""The environment variable with the seconds between two requests to one host, if not one."""
AT_ONCE = 2


@dataclass
class _Host:
    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    free_at: float = 0.0


class Manners:
    """Turns at each host: at most two at once, and a pause between the beginnings of two."""

    def __init__(self, interval: float | None = None) -> None:
        self.interval = _interval() if interval is None else interval
        self._hosts: dict[str, _Host] = {}

    @contextlib.asynccontextmanager
    async def turn(self, host: str, delay: float = 0.0) -> AsyncIterator[None]:
        """Wait for a turn at a host; `delay` is what the host itself asks for between two requests, in seconds."""
        known = self._hosts.setdefault(host, _Host())
        async with known.gate:
            now = time.monotonic()
            begins = max(now, known.free_at)
            known.free_at = begins + max(self.interval, delay)
            if begins > now:
                await asyncio.sleep(begins - now)
            yield

    def rest(self, host: str, seconds: float) -> None:
        """Leave a host alone for so long, as it asked us to."""
        known = self._hosts.setdefault(host, _Host())
        known.free_at = max(known.free_at, time.monotonic() + seconds)


def wanted_pause(value: str | None) -> float | None:
    """Return the seconds that a Retry-After asks for, given in seconds or as a date; None if it says nothing."""
    if not value:
        return None
    value = value.strip()
    if value.isdecimal() and len(value) < 10:
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _interval() -> float:
    try:
        return max(0.0, float(os.environ.get(INTERVAL, "") or 1.0))
    except ValueError:
        return 1.0
