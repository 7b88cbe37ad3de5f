"""The web as tools for agents: search it, and read a page; for a router."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from indagate.storage import Home
from indagate.tools.tool import Tool, tool
from indagate.tools.web.fetcher import Fetcher
from indagate.tools.web.page import Readers

LONGEST = 20_000
"""Characters of a page that an agent is shown at once."""


@dataclass(frozen=True, slots=True)
class Found:
    """A page that a search found."""

    url: str
    title: str
    snippet: str
    published: str


@dataclass(frozen=True, slots=True)
class Read:
    """A stretch of a page's words: from where, and of how many; its bytes are in the store under `sha`."""

    url: str
    title: str
    publisher: str
    published: str
    text: str
    start: int
    length: int
    sha: str


def web_tools(
    home: Home, providers: tuple[str, ...], *, allow: tuple[str, ...] = (), readers: Readers | None = None
) -> list[Tool[..., Any]]:
    """Return the tools `web_search` and `web_read`, for one event loop; the guard holds as it does for a mission."""
    fetcher, reading = Fetcher(home, allow=allow), readers or Readers()

    @tool(shared=True)
    async def web_search(
        query: Annotated[str, Meta(min_length=1, max_length=400, description="What to search for, in a few words.")],
        limit: Annotated[int, Meta(ge=1, le=20, description="How many pages at most.")] = 8,
    ) -> list[Found]:
        """Search the web; the best pages first."""
        from indagate.tools.web.provider import find_provider, search_all

        found = await search_all([find_provider(name) for name in providers], query, limit)
        return [
            Found(one.url, one.title, one.snippet, one.published.isoformat() if one.published else "")
            for one in found.results
        ]

    @tool(shared=True)
    async def web_read(
        url: Annotated[str, Meta(max_length=4096, description="The address of the page.")],
        start: Annotated[int, Meta(ge=0, description="From which character on, to go on reading a long page.")] = 0,
    ) -> Read:
        """Read the words of a web page or PDF."""
        page = await fetcher.fetch(url)
        raw = await asyncio.to_thread(fetcher.store.get, page.sha)
        document = await reading.read(raw, page.media_type, page.charset)
        published = document.published.isoformat() if document.published else ""
        text = document.text[start : start + LONGEST]
        return Read(
            page.url, (document.title or "")[:300], (document.publisher or "")[:200], published, text, start,
            len(document.text), page.sha,
        )  # fmt: skip

    return [web_search, web_read]
