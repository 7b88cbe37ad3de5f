"""A real browser, a server with hostile documents on its shelf, and a tab that was let in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from .service import PAPERS, Service, serving, start, until

CHROMIUM = Path("/usr/bin/chromium")
PATIENCE = 60_000
HOSTILE = '"><img src=x onerror=document.title=1><script>document.title=2</script>'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="SKIPPED: Playwright is missing, so no page is tried")
    if not CHROMIUM.exists():
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail("there is no Chromium, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip("SKIPPED: there is no Chromium on this machine, so no page is tried")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf where a title, a file's name and a sentence are hostile."""
    folder = tmp_path_factory.mktemp("papers")
    for name in ("noise-ordinance.txt", "polarwind-offer.html", "news-grant-rush.html"):
        (folder / name).write_bytes((PAPERS / name).read_bytes())
    text = (
        f"# Loud heat pump {HOSTILE}\n\nA loud heat pump at night is loud {HOSTILE} and a heat pump may hum at night.\n"
    )
    (folder / "a'b\"<img src=x onerror=alert(1)>.md").write_text(text)
    return folder


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, papers: Path) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("paged") / "home", "--shelf", f"papers={papers}") as found:
        yield found


@contextmanager
def let_in(browser: Any, service: Service, **options: Any) -> Iterator[Any]:
    """Yield a tab that was let in by the link; at its end no script of others has run, and no policy was broken."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    said: list[str] = []
    context.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: said.append(str(error.error)))
    context.on("dialog", lambda dialog: (dialog.type != "confirm" and said.append(dialog.message), dialog.accept()))
    tab = context.new_page()
    tab.goto(f"{service.url}/?token={service.token}")
    assert "token" not in tab.url
    yield tab
    assert not {one.title() for one in context.pages} & {"1", "2"}
    assert not [text for text in said if "status of" not in text and "ERR_" not in text], said
    context.close()


@pytest.fixture
def page(browser: Any, service: Service) -> Iterator[Any]:
    with let_in(browser, service) as tab:
        yield tab


@pytest.fixture(scope="module")
def finished(service: Service) -> str:
    """The name of a mission that has ended."""
    with service.client() as client:
        run: str = start(client).json()["run"]
        until(client, run, "COMPLETED")
    return run


@cache
def axe() -> str:
    """The script of axe, by which a page is judged."""
    pytest.importorskip("axe_playwright_python", reason="SKIPPED: axe is missing (make does it), so no page is judged")
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def require_fit(tab: Any) -> None:
    """Nothing is wider than the window, and axe finds nothing serious in what is shown (WCAG 2.2 AA)."""
    assert tab.evaluate("document.documentElement.scrollWidth") <= tab.viewport_size["width"], tab.url
    tab.evaluate(axe())
    found = tab.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})")
    assert len(found["passes"]) > 5, tab.url
    grave = [
        (item["id"], item["nodes"][0]["html"]) for item in found["violations"]
        if item["impact"] in ("serious", "critical")
    ]  # fmt: skip
    assert not grave, (tab.url, grave)
