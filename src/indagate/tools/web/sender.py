"""Requests sent politely, and again where a fault may pass."""

from __future__ import annotations

import asyncio
import os
import random
from functools import cache
from urllib.parse import urlsplit

from indagate.tools.web.address import Guard
from indagate.tools.web.manners import Manners, wanted_pause
from indagate.tools.web.wire import Answer, Limits, Message, Unanswered, exchange

AGENT = "indagate"
CONTACT = "INDAGATE_CONTACT"
"""The environment variable with an address at which a site's owner finds you; it is sent along."""
TRIES = 3
PATIENCE = 60.0
"""Seconds that a busy server may make us wait before it is tried again."""
_PASSING = frozenset({429, 500, 502, 503, 504})


@cache
def user_agent() -> str:
    """Return how we introduce ourselves."""
    from importlib.metadata import version

    known = contact()
    name = f"{AGENT}/{version('indagate')}"
    return f"{name} ({known})" if known else name


def contact() -> str:
    """Return the address that the user lets sites see, or nothing."""
    said = " ".join(os.environ.get(CONTACT, "").split())
    return said[:150] if said.isascii() and said.isprintable() else ""


class Sender:
    """Sends messages where a guard lets them go."""

    def __init__(self, guard: Guard, *, limits: Limits | None = None, manners: Manners | None = None) -> None:
        self.guard = guard
        self.limits = limits or Limits()
        self.manners = manners or Manners()

    async def send(self, message: Message, *, delay: float = 0.0, limits: Limits | None = None) -> Answer:
        """Return the answer, whatever its status; where a fault may pass, that of the last try.

        `delay` is the pause in seconds that the host wants between two requests. A server that asks us to wait is
        obeyed, up to a minute. Raises what `exchange` does.
        """
        host = urlsplit(message.url).netloc
        headers = {"User-Agent": user_agent(), **message.headers}
        message = Message(message.url, message.method, headers, message.body)
        for attempt in range(1, TRIES + 1):
            answer = failure = pause = None
            try:
                async with self.manners.turn(host, delay):
                    answer = await exchange(message, self.guard, limits or self.limits)
            except Unanswered as error:
                failure = error
            if answer is not None:
                if answer.status not in _PASSING:
                    return answer
                pause = wanted_pause(answer.headers.get("retry-after"))
            if attempt == TRIES or (pause is not None and pause > PATIENCE):
                break
            pause = 0.5 * 2 ** (attempt - 1) * random.uniform(1, 1.5) if pause is None else pause
            if answer is not None and answer.status in (429, 503):
                self.manners.rest(host, pause)
            await asyncio.sleep(pause)
        if answer is not None:
            return answer
        assert failure is not None
        failure.tries = attempt
        raise failure
