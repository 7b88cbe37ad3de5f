"""A home of 10,000 runs and a run of 50,000 rows in a real browser: both stay usable, and nobody else waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indagate import App
from indagate.app import find_flow
from indagate.python.pending import finish

from .conftest import let_in
from .service import Service, serving

TALLY = f"{Path(__file__).with_name('tally.py')}:FLOW"
RUNS, ROWS = 10_000, 50_000
LIST_SECONDS, RUN_SECONDS, OTHERS_SECONDS = 5.0, 15.0, 3.0
"""What a page may take on a machine with other work: some ten times what they take on one at rest."""


async def fill(home: Path) -> str:
    """Make the home; return the name of the long run, which is the latest."""
    async with App(home) as app:
        flow = find_flow(TALLY)

        async def make() -> None:
            await (await app.start(flow, "1")).leave()

        for _ in range(0, RUNS, 500):
            await asyncio.gather(*(make() for _ in range(500)))
        long = await app.start(flow, str(ROWS))
        assert await long.drive() == "waiting"
        await long.leave()
        return long.name


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, str]]:
    home = tmp_path_factory.mktemp("large") / "home"
    run = finish(lambda: fill(home))  # the browser has a loop of its own here
    with serving(home) as service:
        yield service, run


PAINT = """new Promise((done) => new PerformanceObserver((list) => {
  for (const paint of list.getEntriesByName("first-contentful-paint")) done(paint.startTime);
}).observe({ type: "paint", buffered: true }))"""


def painted(tab: Any) -> float:
    """Seconds from asking for the page that is shown to its first paint."""
    return float(tab.evaluate(PAINT)) / 1000


def test_a_list_of_ten_thousand_is_shown_by_pages_and_filtered(browser: Any, large: tuple[Service, str]) -> None:
    """The first page, the next ones, a state that all are in and one that none is in."""
    service, run = large
    with let_in(browser, service) as tab:
        tab.reload()  # the first page of a server comes with what it loads
        assert painted(tab) < LIST_SECONDS
        names = tab.locator(".runs .name").all_inner_texts()
        for _ in range(3):
            tab.click("text=Older runs")
            assert painted(tab) < LIST_SECONDS
            names += tab.locator(".runs .name").all_inner_texts()
        assert names[0] == run and len(set(names)) == len(names) == 200
        for state, found in (("review", 1), ("COUNTING", 50), ("NONE", 0)):
            tab.fill("[name=state]", state)
            with tab.expect_navigation():
                tab.click("button:has-text('Filter')")
            assert painted(tab) < LIST_SECONDS and tab.locator(".runs li").count() == found, state


def test_a_run_of_fifty_thousand_rows_is_looked_at_row_by_row(browser: Any, large: tuple[Service, str]) -> None:
    """Its page, the slider by the keyboard, the page of a row, and on by the rows that are listed."""
    service, run = large
    with let_in(browser, service) as tab:
        tab.goto(f"{service.url}/runs/{run}")
        assert painted(tab) < RUN_SECONDS
        assert tab.locator("#rows li").count() <= 200
        tab.wait_for_selector("#line:has-text('live')")
        tab.focus("#at")
        tab.keyboard.press("Home")
        for _ in range(5):
            tab.keyboard.press("PageUp")
        row = int(tab.inner_text("#at-out"))
        assert ROWS // 4 < row < ROWS
        tab.keyboard.press("Tab")
        with tab.expect_navigation():
            tab.keyboard.press("Enter")
        assert f"row {row} of" in tab.inner_text(".then") and painted(tab) < RUN_SECONDS
        assert f"counted: {row}" in tab.inner_text("#result")
        tab.locator("#rows a").last.click()
        tab.wait_for_selector(f".then:has-text('row {row - 39}')")
        tab.click("text=Back to now")
        tab.click("button[value=approve]")
        tab.wait_for_selector("#head .state:has-text('DONE')")


def test_others_are_answered_while_a_long_run_is_folded(large: tuple[Service, str]) -> None:
    """The page, the record and the rows of the long run keep no other request waiting."""
    service, run = large
    waited: list[float] = []
    over = threading.Event()

    def others() -> None:
        with service.client() as client:
            while not over.wait(0.02):
                began = time.monotonic()
                client.get("/api/grants")
                waited.append(time.monotonic() - began)

    asking = threading.Thread(target=others)
    asking.start()
    try:
        for path in (f"/runs/{run}", f"/runs/{run}?at={ROWS // 2}", f"/api/runs/{run}", f"/api/runs/{run}/record"):
            with service.client(Accept="text/html") as client:
                assert client.get(path).status_code == 200, path
    finally:
        over.set()
        asking.join()
    assert len(waited) > 10 and max(waited) < OTHERS_SECONDS
