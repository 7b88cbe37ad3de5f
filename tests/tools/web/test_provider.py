"""Search providers are asked as they want it, read as they answer, and named where they fail; keys stay secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.errors import EffectError, InputError
from indagate.tools.web.provider import (
    NAMES,
    Result,
    default_names,
    find_provider,
    fuse,
    require_known,
    search_all,
)
from indagate.tools.web.spelling import canonical_url
from parts.website import Site, website
from tools.web import answers

KEY = "sk-very-secret-key"
PATHS = {
    "searxng": "/search", "brave": "/search", "tavily": "/search", "duckduckgo": "/", "wikipedia": "/",
    "arxiv": "/", "semanticscholar": "/paper/search", "openalex": "/works",
}  # fmt: skip


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", KEY)
    monkeypatch.setenv("TAVILY_API_KEY", KEY)
    monkeypatch.setenv("SEMANTIC_SCHOLAR_API_KEY", KEY)
    monkeypatch.setenv("OPENALEX_API_KEY", KEY)


@pytest.fixture
def site() -> Iterator[Site]:
    with website(furnished=False) as found:
        yield found


def spec(name: str, site: Site) -> str:
    return f"{name}={site.url('/' if name == 'duckduckgo' else '')}"


def ask(name: str, site: Site, query: str = "long valley pump") -> list[Result]:
    return asyncio.run(find_provider(spec(name, site)).search(query, 5))


def serve(site: Site, name: str, body: str, status: int = 200) -> None:
    site.pages[PATHS[name]] = lambda handler: handler.answer(status, body.encode())


@pytest.mark.parametrize("name", NAMES)
def test_a_provider_is_read_as_it_really_answers(site: Site, name: str) -> None:
    """Address, title, snippet and date, without markup, in its order."""
    serve(site, name, getattr(answers, name.upper()))
    first, second = ask(name, site)
    assert first.title == "The pump" or (name == "brave" and first.title == "The pump & more")
    assert "It moves 412 litres." in first.snippet
    assert first.provider == name
    assert first.url == ("https://arxiv.org/abs/2503.00001v2" if name == "arxiv" else "https://valley.example/pump")
    assert first.published == (None if name in ("wikipedia", "duckduckgo") else date(2025, 3, 2))
    assert second.title == "Second"


def test_each_provider_gets_the_query_and_its_key_where_it_wants_them(site: Site) -> None:
    """In a header, a body, or a parameter; a key goes to nobody else."""
    for name in NAMES:
        serve(site, name, getattr(answers, name.upper()))
        ask(name, site)
    sent = dict(zip(NAMES, site.requests, strict=True))
    assert sent["searxng"].query == {"q": "long valley pump", "format": "json"}
    assert sent["brave"].headers["x-subscription-token"] == KEY
    assert sent["brave"].query["q"] == "long valley pump"
    assert sent["tavily"].headers["authorization"] == f"Bearer {KEY}"
    assert json.loads(sent["tavily"].body)["query"] == "long valley pump"
    assert "q=long+valley+pump" in sent["duckduckgo"].body.decode()
    assert sent["wikipedia"].query["gsrsearch"] == "long valley pump"
    assert sent["arxiv"].query["search_query"] == "all:long valley pump"
    assert sent["semanticscholar"].headers["x-api-key"] == KEY
    assert sent["openalex"].query["api_key"] == KEY
    for name in ("searxng", "wikipedia", "arxiv", "duckduckgo"):
        assert KEY not in f"{sent[name].path} {sent[name].headers} {sent[name].body!r}"


SORRY = "<html><body>Sorry</body></html>"
GARBAGE = ["", "nonsense", "[]", "{}", "null", '{"results": 5}', SORRY, "\x00\xff", "[" * 5000]


@pytest.mark.parametrize("name", NAMES)
def test_garbage_is_one_line_that_names_the_provider(site: Site, name: str) -> None:
    """Whatever comes with status 200."""
    for body in GARBAGE if name != "duckduckgo" else ["nonsense", SORRY]:
        serve(site, name, body)
        with pytest.raises(EffectError, match=rf"^{name}: .*not of the form") as caught:
            ask(name, site)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "duckduckgo"])
@pytest.mark.parametrize("status", [401, 403, 429, 500])
def test_a_refusal_is_one_line_that_names_the_provider_and_never_the_key(site: Site, name: str, status: int) -> None:
    """Also where the body repeats the key, and after the tries that a passing fault deserves."""
    body = json.dumps({"error": f"bad key {KEY}"}).encode()
    headers = {"Retry-After": "3600"} if status in (429, 500) else {}
    site.pages[PATHS[name]] = lambda handler: handler.answer(status, body, headers)
    with pytest.raises(EffectError, match=rf"^{name}: ") as caught:
        ask(name, site)
    said = repr(caught.value) + str(caught.value) + str(caught.value.__cause__)
    assert KEY not in said
    assert len(site.requests) == 1
    if status == 401 and name in ("brave", "tavily", "semanticscholar", "openalex"):
        assert "rejects the key in" in said


def test_duckduckgo_that_takes_us_for_a_robot_says_so(site: Site) -> None:
    """Its status 202."""
    serve(site, "duckduckgo", "<html>bots use DuckDuckGo too</html>", 202)
    with pytest.raises(EffectError, match="202"):
        ask("duckduckgo", site)


def test_a_provider_that_is_not_there_says_so_without_its_key() -> None:
    """A connection refused."""
    with website(furnished=False) as site:
        pass
    with pytest.raises(EffectError, match=r"^openalex: ") as caught:
        ask("openalex", site)
    assert KEY not in str(caught.value)


def test_a_password_in_an_address_goes_into_a_header(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address of an instance of one's own may hold one, in the environment only."""
    serve(site, "searxng", answers.SEARXNG)
    monkeypatch.setenv("SEARXNG_URL", site.address.replace("://", "://me:hush@"))
    assert len(asyncio.run(find_provider("searxng").search("pump", 5))) == 2
    assert site.requests[0].headers["authorization"].startswith("Basic ")
    with pytest.raises(InputError, match="plain"):
        require_known("searxng=http://me:hush@127.0.0.1/")


def test_without_its_key_a_provider_says_which_variable_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """And an unknown one says which there are."""
    monkeypatch.delenv("BRAVE_API_KEY")
    with pytest.raises(InputError) as caught:
        find_provider("brave")
    assert "BRAVE_API_KEY" in str(caught.value)
    with pytest.raises(InputError) as caught:
        find_provider("altavista")
    assert "wikipedia" in str(caught.value)


def test_the_environment_decides_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a key or an address; where there is none, those that need none."""
    monkeypatch.delenv("SEARXNG_URL", raising=False)
    assert default_names() == ("brave", "tavily")
    monkeypatch.delenv("BRAVE_API_KEY")
    monkeypatch.delenv("TAVILY_API_KEY")
    assert "wikipedia" in default_names()
    assert all(not find_provider(name).needs_key for name in default_names())


def test_several_providers_are_asked_at_once_and_one_that_fails_is_named(site: Site) -> None:
    """What the others found is fused."""
    serve(site, "openalex", answers.OPENALEX)
    serve(site, "semanticscholar", answers.SEMANTICSCHOLAR)
    serve(site, "arxiv", "nonsense")
    found = asyncio.run(
        search_all([find_provider(spec(name, site)) for name in ("openalex", "semanticscholar", "arxiv")], "pump", 10)
    )
    assert found.results[0].provider == "openalex+semanticscholar"
    assert len(found.results) == 3
    assert [failure.provider for failure in found.failures] == ["arxiv"]


def test_where_all_fail_the_error_says_why_each_did(site: Site) -> None:
    """One line."""
    with pytest.raises(EffectError, match=r"no search provider answers: arxiv: .*; openalex: "):
        asyncio.run(search_all([find_provider(spec(name, site)) for name in ("arxiv", "openalex")], "pump", 10))


def _result(url: str, provider: str, published: date | None = None, snippet: str = "") -> Result:
    return Result(url, url, snippet, published, provider)


def test_what_several_found_comes_first_and_once() -> None:
    """Under any spelling of its address, with the longest snippet and whatever date is known."""
    one = [_result("https://a.example/x", "one"), _result("https://b.example/?utm_source=z&q=1", "one", None, "short")]
    two = [
        _result("https://b.example/?q=1#top", "two", date(2024, 1, 1), "longer words"),
        _result("https://c.example/", "two"),
    ]
    first, *rest = fuse([one, two], 10)
    assert (first.provider, first.snippet, first.published) == ("two+one", "longer words", date(2024, 1, 1)) or (
        first.provider == "one+two" and first.snippet == "longer words" and first.published == date(2024, 1, 1)
    )
    assert {result.url for result in rest} == {"https://a.example/x", "https://c.example/"}


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=8), max_size=4), st.integers(1, 8))
def test_a_fused_list_has_every_page_once_and_agreement_is_never_punished(lists: list[list[str]], limit: int) -> None:
    """No page twice, scores falling, the same list whatever the order of the providers."""
    found = [[_result(f"https://{name}.example/", f"p{at}") for name in names] for at, names in enumerate(lists)]
    fused = fuse(found, limit)
    keys = [canonical_url(result.url) for result in fused]
    assert len(keys) == len(set(keys)) <= limit
    assert [result.score for result in fused] == sorted((result.score for result in fused), reverse=True)
    assert keys == [canonical_url(result.url) for result in fuse(found[::-1], limit)]
