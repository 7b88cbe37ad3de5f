"""A folder and the web in one mission: a model's queries carry nothing of the folder to a search provider."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from indagate.app import App
from indagate.flows.mission import FLOW, Mission, MissionInput
from models.material import quick
from parts.scripted import Asked, Scripted, plan, queries
from parts.website import Site, website

QUESTION = "How many litres of water does the Long Valley pump station move, and when was it opened?"
SECRET = "Project Bluebird merges with Contoso on 14 March; the code is zebra4471."
MEMO = f"# Pump station memo\n\nThe Long Valley pump station moves much water in litres.\n\n{SECRET}\n"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("INDAGATE_WEB_INTERVAL", "0")
    with website() as here:
        yield here


def research(folder: Path, service: Scripted, site: Site, *allow: str) -> tuple[Mission, list[str], str]:
    """Run a mission; return its record, the queries that reached the provider, and its log."""
    papers = folder / "papers"
    papers.mkdir()
    (papers / "memo.md").write_text(MEMO)
    given = MissionInput(
        QUESTION, str(papers), approve=True, web=True, providers=(f"searxng={site.address}",),
        allow_hosts=(site.host,), max_iterations=8, allow=allow,
    )  # fmt: skip

    async def run() -> tuple[Mission, Path]:
        async with App(folder / "home", answerers=quick(service.model, folder / "home")) as app:
            handle = await app.start(FLOW, given)
            await handle.drive()
            return handle.record, handle.folder

    mission, files = asyncio.run(run())
    asked = [parse_qs(urlsplit(r.path).query)["q"][0] for r in site.requests if r.path.startswith("/search")]
    log = (files / "task.md").read_text() + "".join(path.read_text() for path in files.glob("logs/*.md"))
    return mission, asked, log


def carrying(asked: Asked) -> Any:
    """Search for what the documents say, in plain words and in code."""
    coded = base64.b64encode(SECRET.encode()).decode()
    return {"queries": [SECRET[:60], f"pump station {coded[:40]}", "Contoso Bluebird", "pump station drib eulb"]}


def telling_plan(asked: Asked) -> Any:
    """A plan that puts the secret where it is searched for, by itself and by an offline rule."""
    made = plan(asked)
    made["dimensions"] = [{"name": "Bluebird Contoso", "question": SECRET[:70], **carrying(asked)}]
    return made


def test_no_query_of_a_model_carries_the_folder_out(tmp_path: Path, site: Site) -> None:
    """The provider is asked the person's question instead; what was held back, and why, is in the log."""
    with Scripted(answers={"query-writer": carrying, "planner": telling_plan}) as service:
        mission, asked, log = research(tmp_path, service, site)
    assert mission.state == "COMPLETED"
    assert set(asked) == {QUESTION}
    assert "may not leave the machine" in log and "--allow web" in log


def test_a_model_that_plans_the_secret_is_not_followed_by_the_rules(tmp_path: Path, site: Site) -> None:
    """The planner alone is a model: what the rule makes of its plan is held to the same."""
    with Scripted(answers={"query-writer": queries, "planner": telling_plan}) as service:
        _, asked, _ = research(tmp_path, service, site)
    assert not any("bluebird" in query.casefold() or "contoso" in query.casefold() for query in asked)


def test_queries_of_the_questions_words_pass(tmp_path: Path, site: Site) -> None:
    """The honest way brings the pages that it brought before."""
    with Scripted(answers={"query-writer": lambda asked: {"queries": ["pump station water litres"]}}) as service:
        mission, asked, log = research(tmp_path, service, site)
    assert "litres water pump station" in asked
    assert any(not source.local for source in mission.sources.values())
    assert "may not leave" not in log


def test_the_user_can_let_them_pass(tmp_path: Path, site: Site) -> None:
    """--allow web_search: the folder's words go out, as the person said."""
    with Scripted(answers={"query-writer": carrying}) as service:
        _, asked, _ = research(tmp_path, service, site, "web_search")
    assert any("Bluebird" in query for query in asked)
