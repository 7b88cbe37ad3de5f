"""Pages from the web: politely, once, within limits, and never from where a stranger could send us."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from indagate.errors import Blocked, EffectFailed, TimedOut
from indagate.storage import Blobs, Home
from indagate.tools.web.address import Guard, follow, shown
from indagate.tools.web.cache import Cache, Kept
from indagate.tools.web.manners import Manners
from indagate.tools.web.robots import LARGEST, NOTHING, Robots
from indagate.tools.web.sender import AGENT, Sender
from indagate.tools.web.spelling import canonical_url
from indagate.tools.web.wire import Limits, Message, TooLarge

HOPS = 5
_ACCEPT = "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, text/*;q=0.8, */*;q=0.5"


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it came: where it was in the end, what the server says it is, and its bytes in the content store."""

    url: str
    asked: str
    content_type: str
    sha: str

    @property
    def media_type(self) -> str:
        """What it says it is, in lower case, or nothing."""
        return self.content_type.partition(";")[0].strip().lower()

    @property
    def charset(self) -> str:
        """The character set that the server names, or nothing."""
        for part in self.content_type.split(";")[1:]:
            name, _, value = part.partition("=")
            if name.strip().lower() == "charset":
                return value.strip().strip("\"'")
        return ""


class Fetcher:
    """Fetches pages for one home; use one for all runs of an event loop, so that its manners hold."""

    def __init__(
        self, home: Home, *, allow: tuple[str, ...] = (), limits: Limits | None = None, manners: Manners | None = None,
        total: float = 150.0,
    ) -> None:  # fmt: skip
        self.guard = Guard(allow)
        self._sender = Sender(self.guard, limits=limits, manners=manners)
        self.total = total
        self.cache = Cache.of(home, "web", allow)
        self._robots: dict[str, asyncio.Task[Robots]] = {}
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def store(self) -> Blobs:
        """Where the bytes of pages are."""
        return self.cache.store

    async def fetch(self, url: str) -> Page:
        """Fetch a page, following redirects, each of them checked; from what is kept where that is fresh.

        Raises `Blocked`, `TimedOut`, or `EffectFailed` with the reason.
        """
        clock = asyncio.timeout(self.total)
        try:
            async with clock:
                return await self._fetch(url)
        except TimeoutError:
            if not clock.expired():
                raise
            raise TimedOut(f"{shown(url)}: not fetched within {self.total:g} seconds") from None

    async def _fetch(self, url: str) -> Page:
        at = asked = self.guard.check(url)
        seen = {at}
        for _ in range(HOPS + 1):
            kept = await self._hop(at)
            if not kept.location:
                return Page(kept.url, asked, kept.content_type, kept.sha)
            at = self.guard.check(follow(at, kept.location))
            if at in seen:
                raise EffectFailed(f"{shown(asked)}: its redirects go round in a circle")
            seen.add(at)
        raise EffectFailed(f"{shown(asked)}: more than {HOPS} redirects")

    async def _hop(self, url: str) -> Kept:
        """Ask for one address, single-flight: who comes while it is under way waits and gets what is kept."""
        key = canonical_url(url)
        lock = self._under_way.setdefault(key, asyncio.Lock())
        async with lock:
            known = await asyncio.to_thread(self.cache.get, url)
            if known is not None and known.fresh:
                return known
            robots = await self._rules(url)
            if not robots.allows(url):
                raise Blocked(f"{shown(url)}: the site's robots.txt does not let us fetch it")
            return await self._ask(url, known if known is not None and known.url == url else None, robots.delay)

    async def _ask(self, url: str, known: Kept | None, delay: float) -> Kept:
        headers = {"Accept": _ACCEPT, **(known.conditions if known is not None else {})}
        answer = await self._sender.send(Message(url, headers=headers), delay=delay)
        if answer.status == 304 and known is not None:
            return await asyncio.to_thread(self.cache.renew, known)
        if answer.redirect:
            kept = Kept(url, time.time(), answer.status, location=answer.redirect[:8192])
            return await asyncio.to_thread(self.cache.put, kept)
        if answer.status != 200:
            raise EffectFailed(f"{shown(url)}: the server answers {answer.status}{_meaning(answer.status)}")
        if not answer.body:
            raise EffectFailed(f"{shown(url)}: the page is empty")
        return await asyncio.to_thread(self.cache.keep, url, answer)

    async def _rules(self, url: str) -> Robots:
        """Return a site's rules, read once; a failure to read them is not remembered."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        task = self._robots.get(origin)
        if task is None or (task.done() and (task.cancelled() or task.exception() or task.result() is NOTHING)):
            task = self._robots[origin] = asyncio.ensure_future(self._read_rules(f"{origin}/robots.txt"))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        return await asyncio.shield(task)

    async def _read_rules(self, url: str) -> Robots:
        try:
            at = self.guard.check(url)
            for _ in range(HOPS + 1):
                limits = Limits(min(15.0, self._sender.limits.seconds), LARGEST, self._sender.limits.connect)
                answer = await self._sender.send(Message(at), limits=limits)
                if not answer.redirect:
                    break
                at = self.guard.check(follow(at, answer.redirect))
        except TooLarge:
            return NOTHING
        except Blocked:  # it leads where nobody may go: as if there were none; the page itself is checked all the same
            return Robots()
        except (TimedOut, EffectFailed) as error:
            raise EffectFailed(f"{shown(url)} cannot be read, so nothing is fetched there: {error.message}") from None
        if answer.status >= 500 or answer.status == 429:
            return NOTHING
        if answer.status != 200:
            return Robots()
        return Robots.parse(answer.body.decode("utf-8", "replace"), AGENT)


def _meaning(status: int) -> str:
    return {401: " (it wants a login)", 403: " (forbidden)", 404: " (not there)", 410: " (gone)",
            429: " (too many requests)"}.get(status, "")  # fmt: skip
