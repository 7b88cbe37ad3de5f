"""Pages are fetched once, politely, within caps that hold, and only from where the guard lets us."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indagate.errors import Blocked, EffectFailed, TimedOut
from indagate.storage import Home
from indagate.tools.web import Fetcher, Limits, Manners, Page
from parts.website import VALLEY, Site, failing, redirecting, website


@pytest.fixture
def site() -> Iterator[Site]:
    with website() as found:
        yield found


def fetcher(site: Site, home: Path, **more: object) -> Fetcher:
    more = {"manners": Manners(0), "limits": Limits(seconds=5, size=2 << 20), **more}
    return Fetcher(Home(home), allow=(site.host,), **more)  # type: ignore[arg-type]


def fetch(site: Site, home: Path, path: str, **more: object) -> Page:
    return asyncio.run(fetcher(site, home, **more).fetch(site.url(path)))


def test_a_page_comes_with_its_bytes_and_what_the_server_says_of_it(site: Site, tmp_path: Path) -> None:
    """The bytes lie in the content store under their hash."""
    page = fetch(site, tmp_path, "/valley")
    assert Home(tmp_path).store.get(page.sha) == VALLEY.encode()
    assert (page.media_type, page.charset, page.url) == ("text/html", "utf-8", site.url("/valley"))


def test_we_introduce_ourselves_and_ask_for_robots_txt_once(site: Site, tmp_path: Path) -> None:
    """One robots.txt for a site, however many pages."""

    async def several() -> None:
        one = fetcher(site, tmp_path)
        await asyncio.gather(*(one.fetch(site.url(path)) for path in ("/valley", "/history", "/hostile")))

    asyncio.run(several())
    assert site.asked("/robots.txt") == 1
    assert all(request.headers["user-agent"].startswith("indagate/") for request in site.requests)


def test_what_robots_txt_forbids_is_not_asked_for(site: Site, tmp_path: Path) -> None:
    """Also where a redirect leads there."""
    site.pages["/sneaky"] = redirecting("/secret/plans")
    for path in ("/secret", "/sneaky"):
        with pytest.raises(Blocked, match=r"robots\.txt"):
            fetch(site, tmp_path, path)
    assert site.asked("/secret") == site.asked("/secret/plans") == 0


def test_a_site_whose_robots_txt_is_broken_is_left_alone(site: Site, tmp_path: Path) -> None:
    """A server error there forbids everything; a missing file allows everything."""
    site.pages["/robots.txt"] = failing(503, 99, "")
    with pytest.raises(Blocked):
        fetch(site, tmp_path / "a", "/valley")
    site.pages["/robots.txt"] = lambda handler: handler.answer(404, b"")
    assert fetch(site, tmp_path / "b", "/valley").sha


def test_a_page_is_fetched_once_whoever_asks_and_however_it_is_spelled(site: Site, tmp_path: Path) -> None:
    """Two at once, a redirect to it, a tracking parameter, a fragment, and another process later."""

    async def at_once() -> None:
        one = fetcher(site, tmp_path)
        spelled = ("/valley", "/valley", "/old", "/valley?utm_source=x", "/valley#part")
        pages = await asyncio.gather(*(one.fetch(site.url(path)) for path in spelled))
        assert len({page.sha for page in pages}) == 1

    asyncio.run(at_once())
    fetch(site, tmp_path, "/valley")
    assert site.asked("/valley") == 1


def test_a_page_that_is_no_longer_fresh_is_asked_for_with_its_tag(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server says it has not changed, and no body is sent again."""
    first = fetch(site, tmp_path, "/tagged")
    monkeypatch.setattr("indagate.tools.web.cache.FRESH", 0.0)
    second = fetch(site, tmp_path, "/tagged")
    assert first.sha == second.sha
    asked = [request for request in site.requests if request.path == "/tagged"]
    assert [request.headers.get("if-none-match") for request in asked] == [None, '"v1"']


def test_redirects_are_followed_five_times_and_never_round_in_a_circle(site: Site, tmp_path: Path) -> None:
    """The page knows where it was in the end."""
    assert fetch(site, tmp_path, "/old").url == site.url("/valley")
    with pytest.raises(EffectFailed, match="circle"):
        fetch(site, tmp_path, "/round")
    with pytest.raises(EffectFailed, match="more than 5 redirects"):
        fetch(site, tmp_path, "/hop0")


@pytest.mark.parametrize("path", ["/to-metadata", "/to-data", "/to-script", "/to-file"])
def test_a_redirect_to_where_nobody_should_go_is_refused(site: Site, tmp_path: Path, path: str) -> None:
    """The metadata service of a cloud, and schemes that are no web."""
    with pytest.raises(Blocked):
        fetch(site, tmp_path, path)


def test_a_redirect_to_another_port_of_this_machine_is_refused(site: Site, tmp_path: Path) -> None:
    """The site is allowed by host and port; what else listens here is not."""
    with website() as other:
        site.pages["/inward"] = redirecting(other.url("/valley"))
        with pytest.raises(Blocked, match="port"):
            fetch(site, tmp_path, "/inward")
        assert not other.requests


def test_a_server_that_says_wait_is_obeyed_and_then_answers(site: Site, tmp_path: Path) -> None:
    """429 with Retry-After, then the page."""
    site.pages["/busy"] = failing(429, 1, VALLEY, Retry_After="1")
    assert fetch(site, tmp_path, "/busy").sha
    first, second = (request.at for request in site.requests if request.path == "/busy")
    assert second - first >= 0.95


def test_a_server_that_wants_an_hour_is_given_up_at_once(site: Site, tmp_path: Path) -> None:
    """The status is named."""
    site.pages["/busy"] = failing(503, 99, VALLEY, Retry_After="3600")
    began = time.monotonic()
    with pytest.raises(EffectFailed, match="answers 503"):
        fetch(site, tmp_path, "/busy")
    assert time.monotonic() - began < 4
    assert site.asked("/busy") == 1


def test_a_page_that_is_not_there_is_not_asked_for_again_and_again(site: Site, tmp_path: Path) -> None:
    """404 is final."""
    with pytest.raises(EffectFailed, match=r"404 \(not there\)"):
        fetch(site, tmp_path, "/nowhere")
    assert site.asked("/nowhere") == 1


@pytest.mark.parametrize("path", ["/drip", "/drip-headers"])
def test_a_server_that_drips_is_cut_off_at_the_time_limit(site: Site, tmp_path: Path, path: str) -> None:
    """Each byte comes in time; all of them together do not."""
    began = time.monotonic()
    with pytest.raises((TimedOut, EffectFailed)):
        fetch(site, tmp_path, path, limits=Limits(seconds=1.5))
    assert time.monotonic() - began < 8


def test_the_limit_over_everything_holds_too(site: Site, tmp_path: Path) -> None:
    """Tries, pauses and redirects together."""
    site.pages["/busy"] = failing(503, 99, VALLEY, Retry_After="30")
    began = time.monotonic()
    with pytest.raises(TimedOut, match="not fetched within 1 seconds"):
        fetch(site, tmp_path, "/busy", total=1.0)
    assert time.monotonic() - began < 8


def test_what_never_ends_or_unpacks_to_gigabytes_is_cut_off_at_the_size_limit(tmp_path: Path) -> None:
    """The process that fetches them stays small."""
    script = (
        "import asyncio, sys; from pathlib import Path\n"
        "from indagate.storage import Home; from indagate.errors import EffectFailed\n"
        "from indagate.tools.web import Fetcher, Limits, Manners\n"
        "async def go():\n"
        "    home, allow, limits = Home(Path(sys.argv[1])), (sys.argv[2],), Limits(60, 8 << 20)\n"
        "    f = Fetcher(home, allow=allow, manners=Manners(0), limits=limits)\n"
        "    for path in ('/bomb', '/endless'):\n"
        "        try: await f.fetch(f'http://{sys.argv[2]}{path}')\n"
        "        except EffectFailed as e: print(e.message)\n"
        "asyncio.run(go())\n"
        "status = Path('/proc/self/status').read_text()\n"  # since exec; getrusage counts the parent's pages too
        "print(next(line.split()[1] for line in status.splitlines() if line.startswith('VmHWM')))\n"
    )
    with website() as site:
        done = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path), site.host], capture_output=True, text=True, timeout=120
        )
    lines = done.stdout.splitlines()
    assert len(lines) == 3, done.stderr
    assert "unpacked it has more than" in lines[0]
    assert "more than the 8,388,608 bytes" in lines[1]
    assert int(lines[2]) < 250_000, "kilobytes of memory"


@pytest.mark.parametrize("path", ["/packed", "/raw-deflate"])
def test_what_is_compressed_is_unpacked(site: Site, tmp_path: Path, path: str) -> None:
    """Gzip, and deflate without its header as some servers send it."""
    assert Home(tmp_path).store.get(fetch(site, tmp_path, path).sha) == VALLEY.encode()


def test_a_host_gets_a_pause_between_two_requests(site: Site, tmp_path: Path) -> None:
    """As its robots.txt asks, or as our own manners say."""
    site.robots = "User-agent: *\nCrawl-delay: 1\n"

    async def several() -> None:
        one = fetcher(site, tmp_path, manners=Manners(0.1))
        await asyncio.gather(*(one.fetch(site.url(path)) for path in ("/valley", "/history", "/hostile")))

    asyncio.run(several())
    times = sorted(request.at for request in site.requests if request.path != "/robots.txt")
    assert times[-1] - times[0] > 1.5, "two pauses of a second, give or take how long a request is on its way"


def test_a_connection_that_is_refused_says_so_after_its_tries(tmp_path: Path) -> None:
    """One line, with the address."""
    with website() as site:
        pass
    with pytest.raises(EffectFailed, match=r"127\.0\.0\.1"):
        fetch(site, tmp_path, "/valley")


def test_a_query_in_an_address_is_not_in_an_error(site: Site, tmp_path: Path) -> None:
    """It may hold what nobody should read in a log."""
    with pytest.raises(EffectFailed) as caught:
        fetch(site, tmp_path, "/nowhere?token=verysecret")
    assert "verysecret" not in str(caught.value)
