"""An agent searches the web and reads pages through the router, under the rules that hold for everyone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from indagate.storage import Home
from indagate.tools import Router, Use
from indagate.tools.web import Readers
from indagate.tools.web.kit import web_tools
from parts.website import Site, redirecting, website


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pause between two requests to our own site."""
    monkeypatch.setenv("INDAGATE_WEB_INTERVAL", "0")


def use(site: Site, home: Path, *calls: tuple[str, dict[str, object]]) -> list[Use]:
    async def go() -> list[Use]:
        readers = Readers()
        try:
            router = Router(web_tools(Home(home), (f"searxng={site.address}",), allow=(site.host,), readers=readers))
            return [await router.use(name, arguments) for name, arguments in calls]
        finally:
            readers.close()

    return asyncio.run(go())


def test_an_agent_searches_and_reads(tmp_path: Path) -> None:
    """Pages with their titles, then the words of one, and the rest of a long one."""
    with website() as site:
        site.add("/long", "<html><body><p>" + "Water runs in the long pipe. " * 2300 + "It ends.</p></body></html>")
        found, read, rest = use(
            site, tmp_path, ("web_search", {"query": "long valley pump"}), ("web_read", {"url": site.url("/valley")}),
            ("web_read", {"url": site.url("/long"), "start": 60_000}),
        )  # fmt: skip
    assert {one.url for one in found.value} == {site.url("/valley"), site.url("/history")}
    assert "412 litres" in read.value.text
    assert read.value.publisher == "Valley Water Board"
    assert rest.value.text.endswith("It ends.")
    assert rest.value.length > 60_000


def test_an_agent_is_kept_from_where_nobody_may_go(tmp_path: Path) -> None:
    """Whatever it asks, and whatever a page redirects to."""
    with website() as site, website() as other:
        site.pages["/inward"] = redirecting(other.url("/valley"))
        wanted = ["http://169.254.169.254/latest", "file:///etc/passwd", site.url("/secret"), site.url("/inward"),
                  other.url("/valley"), "http://localhost:6379/"]  # fmt: skip
        uses = use(site, tmp_path, *(("web_read", {"url": url}) for url in wanted))
        assert [one.status for one in uses] == ["BLOCKED"] * len(wanted)
        assert not other.requests
        assert site.asked("/secret") == 0
