"""Asking a source: through the web's guard, politely, within limits, again where a fault passes, and from the cache."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from indagate.errors import EffectFailed
from indagate.storage import Home
from indagate.tools.series.series import Received, Refusal
from indagate.tools.web import Guard, Limits, Manners, shown
from indagate.tools.web.address import follow
from indagate.tools.web.cache import Cache, Kept
from indagate.tools.web.sender import Sender
from indagate.tools.web.wire import Answer, Message

HOPS = 3


class SeriesFetcher:
    """Asks sources for one home; use one for all runs of an event loop, so that its manners hold.

    What was received less than an hour ago comes from the home's cache; after that the source is asked whether it has
    changed. An interface made for programs has no robots.txt to be obeyed: it is asked only what the user named.
    """

    def __init__(
        self, home: Home, *, allow: tuple[str, ...] = (), limits: Limits | None = None, manners: Manners | None = None
    ) -> None:
        self.guard = Guard(allow)
        self._sender = Sender(self.guard, limits=limits, manners=manners)
        self.cache = Cache.of(home, "web/series", allow)
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def fetch(self, url: str, media: str = "", anew: bool = False) -> Received:
        """Ask for one address, once for all who ask meanwhile; `anew` passes over what is fresh in the cache.

        Raises `Blocked`, `TimedOut`, `Refusal` for another status than 200, or `EffectFailed` with the reason.
        """
        url = self.guard.check(url)
        async with self._under_way.setdefault(url, asyncio.Lock()):
            known = await asyncio.to_thread(self.cache.get, url)
            known = known if known is not None and known.url == url and known.sha else None
            if known is None or anew or not known.fresh:
                known = await self._ask(url, media, known)
            body = await asyncio.to_thread(self.cache.store.get, known.sha)
        return Received(url, body, known.at)

    async def _ask(self, url: str, media: str, known: Kept | None) -> Kept:
        headers = {"Accept": media or "*/*", **(known.conditions if known is not None else {})}
        answer = await self._send(url, headers)
        if answer.status == 304 and known is not None:
            return await asyncio.to_thread(self.cache.renew, known)
        if answer.status != 200:
            raise Refusal(f"{shown(url)}: the server answers {answer.status}", answer.status, answer.body)
        return await asyncio.to_thread(self.cache.keep, url, answer)

    async def _send(self, url: str, headers: dict[str, str]) -> Answer:
        at = url
        for _ in range(HOPS + 1):
            answer = await self._sender.send(Message(at, headers=headers))
            if not answer.redirect:
                return answer
            at = self.guard.check(follow(at, answer.redirect))
        raise EffectFailed(f"{shown(url)}: more than {HOPS} redirects")
