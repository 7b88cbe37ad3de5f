"""Providers that search the whole web: SearXNG, Brave, Tavily, DuckDuckGo."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import ClassVar

import msgspec

from indagate.errors import EffectError, InputError
from indagate.tools.web.provider.base import LONGEST_QUERY, Result, Service, decode, refused, results
from indagate.tools.web.wire import Answer


class _Found(msgspec.Struct):
    url: str | None = None
    title: str | None = None
    content: str | None = None
    publishedDate: str | None = None  # noqa: N815 - SearXNG's name
    published_date: str | None = None


class _Listed(msgspec.Struct):
    results: list[_Found]


class SearXNG(Service):
    """A metasearch engine of the user's own; its settings must let it answer in JSON."""

    name = "searxng"
    key = "SEARXNG_URL"
    """Not a key but its address."""

    def __init__(self, base: str = "", **more: object) -> None:
        super().__init__(base or os.environ.get("SEARXNG_URL", ""), **more)  # type: ignore[arg-type]
        self.secret = ""

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A search in JSON."""
        return "/search", {"q": query, "format": "json"}, {}, b""

    def read(self, answer: Answer) -> list[Result]:
        """Its results, in its order."""
        found = decode(answer, _Listed).results
        return results([self.result(one.url, one.title, one.content, one.publishedDate) for one in found])

    def meaning(self, status: int) -> str:
        """403 is what it answers where JSON is switched off."""
        if status == 403:
            return "it refuses JSON (403): add json to search.formats in its settings"
        return super().meaning(status)


class _BraveFound(msgspec.Struct):
    url: str | None = None
    title: str | None = None
    description: str | None = None
    page_age: str | None = None
    extra_snippets: list[str] | None = None


class _BraveWeb(msgspec.Struct):
    results: list[_BraveFound] = []


class _BraveAnswer(msgspec.Struct):
    type: str
    web: _BraveWeb | None = None


class Brave(Service):
    """Brave's own index."""

    name = "brave"
    base = "https://api.search.brave.com/res/v1/web"
    key = "BRAVE_API_KEY"
    needs_key = True
    delay = 1.0

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """At most 20 results and 50 words."""
        words = " ".join(query.split()[:50])
        return "/search", {"q": words, "count": str(min(limit, 20))}, {"X-Subscription-Token": self.secret}, b""

    def read(self, answer: Answer) -> list[Result]:
        """Its web results; none where it has none."""
        said = decode(answer, _BraveAnswer)
        found = said.web.results if said.web else []
        return results(
            [
                self.result(
                    one.url, one.title, " ".join([one.description or "", *(one.extra_snippets or [])]), one.page_age
                )
                for one in found
            ]
        )


class Tavily(Service):
    """A search made for agents."""

    name = "tavily"
    base = "https://api.tavily.com"
    key = "TAVILY_API_KEY"
    needs_key = True

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """A plain search: its own answers and pictures are not asked for."""
        body = json.dumps({"query": query, "max_results": min(limit, 20), "search_depth": "basic"}).encode()
        return "/search", {}, {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}, body

    def read(self, answer: Answer) -> list[Result]:
        """Its results, in its order."""
        found = decode(answer, _Listed).results
        return results([self.result(one.url, one.title, one.content, one.published_date) for one in found])


class DuckDuckGo:
    """DuckDuckGo through the library ddgs, in a process of its own that is killed at its limit."""

    name: ClassVar[str] = "duckduckgo"
    needs_key: ClassVar[bool] = False
    SECONDS: ClassVar[float] = 30.0

    def __init__(self, base: str = "") -> None:
        if not self.installed():
            raise InputError(
                "the search provider duckduckgo needs the library ddgs", hint="Install it: pip install 'indagate[web]'"
            )
        self._base = base

    @staticmethod
    def installed() -> bool:
        """Whether the library is there."""
        return find_spec("ddgs") is not None

    async def search(self, query: str, limit: int) -> list[Result]:
        """Return the best pages first. Raises `EffectError` with one line."""
        from indagate.sandbox import run_killable

        asked = {"query": " ".join(query.split())[:LONGEST_QUERY], "limit": limit, "base": self._base}
        try:
            answer = await run_killable(
                "indagate.tools.web.provider.duckduckgo:search", json.dumps(asked).encode(), timeout=self.SECONDS
            )
        except EffectError as error:
            down = "not of the form" not in error.message
            raise refused(f"{self.name}: {error.message}", down=down) from None
        return msgspec.json.decode(answer, type=list[Result])
