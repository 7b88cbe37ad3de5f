"""The tools by which a mission reaches the web: search, archive a page, open it."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from indagate.evidence.authority import kind_of
from indagate.evidence.source import Source, canonical_url
from indagate.evidence.word import stems, words
from indagate.flows.mission.finding import Hit
from indagate.flows.mission.reader import Excerpt
from indagate.flows.mission.sources import WHOLE, excerpt_of, kind_known, source_of
from indagate.storage import Home
from indagate.tools import tool

if TYPE_CHECKING:
    from indagate.corpus import Passage
    from indagate.tools.web.provider import Result

TELLING = 6
"""Words from which a snippet speaks for itself."""
BEST = 8
"""Passages of a longer page that a reader is shown at least, with their neighbours."""


@dataclass(frozen=True, slots=True)
class PagesFound:
    """What a search of the web brought, best first, and which providers failed for which reason."""

    pages: tuple[Hit, ...]
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """An archived page: what is known of it, and the digest under which the store keeps it taken apart into blocks."""

    source: Source
    document: str


@tool(shared=True)
async def search_web(providers: tuple[str, ...], query: str, limit: int) -> PagesFound:
    """Put a query to several providers at once. Raises `EffectFailed` where all fail."""
    from indagate.tools.web.provider import find_provider, search_all
    from indagate.tools.web.shared import readers

    readers().warm()
    found = await search_all([find_provider(name) for name in providers], query, limit)
    return PagesFound(
        tuple(_hit(one) for one in found.results),
        tuple((failure.provider, failure.reason) for failure in found.failures),
    )  # fmt: skip


def _hit(page: Result) -> Hit:
    says = page.snippet if len(words(page.snippet)) >= TELLING else f"{page.title}. {page.snippet}".strip()
    kind, host = kind_known(kind_of(page.url)), urlsplit(page.url).hostname or ""
    return Hit(page.url, page.title, kind, page.published, 0, "", host, text=says, score=page.score)


@tool(shared=True)
async def archive_page(home: Home, allow: tuple[str, ...], url: str) -> Held:
    """Fetch a page; keep its bytes, its text and its blocks. Raises `Blocked`, `TimedOut`, `EffectFailed`."""
    from indagate.corpus.document import pack
    from indagate.tools.web import Fetcher
    from indagate.tools.web.shared import fetcher_of, readers

    page = await fetcher_of(Fetcher, home, allow).fetch(url)
    store = home.store
    raw = await asyncio.to_thread(store.get, page.sha)
    document = await readers().read(raw, page.media_type, page.charset)
    locator = canonical_url(page.url)
    host = urlsplit(locator).hostname or ""
    publisher = " ".join((document.publisher or host).split())[:200]
    title = " ".join((document.title or page.url).split())[:300]
    text = document.text.encode("utf-8", "surrogatepass")
    kept, packed = await asyncio.to_thread(lambda: (store.put(text), store.put(pack(document))))
    kind = kind_of(locator, publisher, document.kind or "")
    return Held(source_of(document, locator, title, publisher, page.sha, kept, kind), packed)


@tool(shared=True)
def open_page(home: Home, document: str, url: str, wanted: str) -> list[Excerpt]:
    """Return what a reader is shown of an archived page: all of a short one, else what bears most on what is wanted."""
    from indagate.corpus import cut
    from indagate.corpus.document import unpack

    passages = cut(unpack(home.store.get(document)), url)
    if len(passages) > WHOLE:
        passages = [passages[place] for place in sorted(_bearing(passages, wanted))]
    return list(map(excerpt_of, passages))


def _bearing(passages: list[Passage], wanted: str) -> set[int]:
    """Return the places of the passages that hold most of the rarer words wanted, and of their neighbours."""
    sought = stems(wanted)
    held = [stems(f"{' '.join(passage.path)} {passage.text}") for passage in passages]
    count = Counter(word for found in held for word in found & sought)
    worth = {word: math.log(1 + len(passages) / number) for word, number in count.items()}
    ranked = sorted(range(len(passages)), key=lambda place: (-sum(worth[word] for word in held[place] & sought), place))
    best = [place for place in ranked if held[place] & sought][:BEST] or list(range(WHOLE))
    return {near for place in best for near in (place - 1, place, place + 1) if 0 <= near < len(passages)}
