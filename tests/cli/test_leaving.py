"""Private documents beside the web: words that a model chose stay here, whoever answers when they would be searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_plus

import pytest

from parts.scripted import Asked, Scripted
from parts.website import Site, website

from .program import User

QUESTION = "How many litres does the Long Valley pump station move?"
SECRET = "Bluebird merges with Contoso; the code is zebra4471."


def raising(asked: Asked) -> Any:
    """A reflector that asks about what the documents say."""
    return {"enough": False, "questions": [{"question": f"Long Valley: {SECRET}", "reason": "it says so"}]}


@pytest.fixture
def site(user: User) -> Iterator[Site]:
    papers = user.folder / "papers"
    papers.mkdir()
    (papers / "memo.md").write_text(f"# Memo\n\nThe Long Valley pump station moves litres in 2024.\n\n{SECRET}\n")
    with website() as here:
        yield here


def searched(site: Site) -> list[str]:
    return [unquote_plus(request.path) for request in site.requests if request.path.startswith("/search")]


def words(site: Site, service: Scripted, option: str = "--model") -> tuple[str, ...]:
    return (
        "research", QUESTION, "--corpus", "papers", "--web", "--provider", f"searxng={site.address}", "--allow-host",
        site.host, option, service.model, "--yes", "-q",
    )  # fmt: skip


def chosen(asked: Asked) -> Any:
    """A writer of queries that asks for what the documents say."""
    return {"queries": [f"Long Valley {SECRET}"]}


def test_a_plan_that_a_model_worded_is_asked_again_by_rules_in_the_persons_words(user: User, site: Site) -> None:
    """The plan of the earlier run has a side of the reflector's; the rules that ask it again send nothing of it."""
    with Scripted(answers={"reflector": raising}) as service:
        assert user(*words(site, service), INDAGATE_WEB_INTERVAL="0").code == 0
    asked = len(searched(site))
    assert user("again", "last", "--model", "rule", "-q", INDAGATE_WEB_INTERVAL="0").code == 0
    assert len(searched(site)) > asked and "zebra4471" in str(user.rows())  # the side was searched for in the papers
    assert not [query for query in searched(site) if "zebra" in query or "contoso" in query.casefold()]


def test_rules_that_go_on_where_a_model_left_off_are_held_to_the_persons_words(user: User, site: Site) -> None:
    """Killed when the reflector's side is planned and not yet searched; resumed with `--model rule`."""
    with Scripted(answers={"reflector": raising}, latency=0.3) as service, user.begun(*words(site, service)) as driven:
        user.wait_for_rows(1, "GapsFound")
        driven.kill()
        driven.wait()
    assert user("resume", "last", "--model", "rule", "-q", INDAGATE_WEB_INTERVAL="0").code in (0, 4)
    assert any("zebra4471" in str(row) for row in user.rows() if row["name"] == "Searched")
    assert not [query for query in searched(site) if "zebra" in query or "contoso" in query.casefold()]


def test_a_query_that_a_model_chose_is_not_sent_by_the_rules_that_go_on(user: User, site: Site) -> None:
    """A small model writes queries for a plan of rules; a fork behind its answer goes on with rules alone."""
    with Scripted(answers={"query-writer": chosen}) as service:
        user(*words(site, service, "--fast-model"), INDAGATE_WEB_INTERVAL="0")
    row = next(row["row"] for row in user.rows() if row["kind"] == "done" and row["name"] == "ask query-writer")
    fork = user("fork", "last", "--at", str(row), "--json").json["run"]
    gone = user("resume", fork, "--model", "rule", "--fast-model", "rule", "-q", INDAGATE_WEB_INTERVAL="0")
    assert gone.code in (0, 4) and searched(site), gone
    assert not [query for query in searched(site) if "zebra" in query or "contoso" in query.casefold()]
