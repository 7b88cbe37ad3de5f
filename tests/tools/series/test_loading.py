"""Series are fetched from a real server on loopback that answers in the services' formats, well and badly.

The answers are written by hand from what is known of the public interfaces (`answers.py`); none was recorded.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indagate.errors import Blocked, EffectError, EffectFailed, TimedOut
from indagate.storage import Home
from indagate.tools.series import RemoteSeries, SeriesFetcher, SeriesRequest, load
from indagate.tools.web import Limits, Manners
from parts.website import Handler, Respond, Site, answering, dripping_body, failing, redirecting, tagged, website
from tools.series.answers import GERMANY, MONTHLY, NOTHING, RATES, ROWS, UNKNOWN, bank, row

GDP = "worldbank:NY.GDP.MKTP.CD:DEU,FRA"
BANK = "/country/DEU;FRA/indicator/NY.GDP.MKTP.CD"
FIRST = BANK + "?format=json&per_page=5000&page=1"
SECOND = BANK + "?format=json&per_page=5000&page=2"
PAIR = "frankfurter:EUR/USD:2025-01-01.."
DAYS = "/2025-01-01.."
KEY = "ecb:EXR.M.USD.EUR.SP00.A:2025-01.."
FLOW = "/data/EXR/M.USD.EUR.SP00.A"


@pytest.fixture
def site() -> Iterator[Site]:
    with website(furnished=False) as found:
        yield found


def fetch(site: Site, home: Path, word: str, *, seconds: float = 60.0, size: int = 2 << 20) -> RemoteSeries:
    limits = Limits(seconds=min(seconds, 10.0), size=size)
    fetcher = SeriesFetcher(Home(home), allow=(site.host,), limits=limits, manners=Manners(0))
    request = SeriesRequest.parse(f"{word}@{site.address}")
    return asyncio.run(load(request, fetcher.fetch, seconds=seconds))


def test_several_pages_are_asked_for_one_after_the_other(site: Site, tmp_path: Path) -> None:
    """All their points, and every page as it was received."""
    first, second = bank(ROWS[:4], 1, 2), bank(ROWS[4:], 2, 2)
    site.pages[FIRST], site.pages[SECOND] = answering(first), answering(second)
    found = fetch(site, tmp_path, GDP)
    assert len(found.points) == 6
    assert [page.body for page in found.pages] == [first, second]
    assert found.url == site.url(FIRST)
    assert [request.path for request in site.requests] == [FIRST, SECOND]


def test_the_addresses_say_what_was_asked_for(site: Site, tmp_path: Path) -> None:
    """Times where the service takes them, the pair, the key; and that we want JSON or CSV."""
    site.add(BANK, bank(ROWS))
    site.add(DAYS, RATES)
    site.add(FLOW, MONTHLY)
    for word in (f"{GDP}:2001-2003", PAIR, KEY):
        fetch(site, tmp_path, word)
    assert [request.query for request in site.requests] == [
        {"format": "json", "per_page": "5000", "date": "2001:2003", "page": "1"},
        {"base": "EUR", "symbols": "USD"},
        {"format": "csvdata", "startPeriod": "2025-01-01"},
    ]
    wanted = [request.headers["accept"] for request in site.requests]
    assert wanted == ["application/json", "application/json", "text/csv"]


def test_too_many_requests_are_waited_out(site: Site, tmp_path: Path) -> None:
    """429 with Retry-After, then the series."""
    site.pages[DAYS] = failing(429, 1, RATES.decode(), Retry_After="1")
    assert fetch(site, tmp_path, PAIR).points
    first, second = (request.at for request in site.requests)
    assert second - first >= 0.95


def test_a_fault_that_passes_is_tried_again_and_one_that_stays_is_named(site: Site, tmp_path: Path) -> None:
    """Three times in all."""
    site.pages[FLOW] = failing(503, 2, MONTHLY.decode())
    assert fetch(site, tmp_path, KEY).points
    site.pages[DAYS] = failing(500, 99, "")
    with pytest.raises(EffectFailed, match=r"frankfurter:EUR/USD:2025-01-01\.\.: frankfurter: it is broken \(500"):
        fetch(site, tmp_path, PAIR)
    assert site.asked(DAYS) == 3


def test_an_unknown_indicator_is_told_in_the_banks_own_words(site: Site, tmp_path: Path) -> None:
    """It answers 200 with a message instead of rows."""
    site.add(FIRST, UNKNOWN)
    with pytest.raises(EffectFailed, match=r"NY\.GDP\.MKTP\.CD:DEU,FRA: .*“Invalid value: The provided") as caught:
        fetch(site, tmp_path, GDP)
    assert "data.worldbank.org/indicator" in (caught.value.hint or "")
    assert len(site.requests) == 1


def status(code: int, body: bytes) -> Respond:
    return lambda handler: handler.answer(code, body)


@pytest.mark.parametrize(
    ("word", "path", "answer", "told"),
    [
        (PAIR, DAYS, status(404, b'{"message":"not found"}'), r"no such currency or time \(404: not found\)"),
        (PAIR, DAYS, status(422, b'{"message":"bad currency"}'), r"no such currency or time \(422: bad currency\)"),
        (KEY, FLOW, status(404, b"No results found."), "no series of this key, or nothing in this time"),
        (KEY, FLOW, status(400, b"Invalid date"), r"does not take the request \(400: Invalid date\)"),
        (GDP, FIRST, status(400, UNKNOWN), r"“Invalid value: .*” \(code 120\) \(400\)"),
        (GDP, FIRST, status(404, b"<html>Not there</html>"), r"worldbank: it does not know that \(404\)"),
        (GDP, FIRST, answering(NOTHING), "worldbank has no observations"),
        (GDP, FIRST, answering(b"<html>Sorry</html>"), "the answer is no JSON"),
        (GDP, FIRST, answering(bank([row(GERMANY, "2003", None)])), "1 dates and not one value"),
        (KEY, FLOW, answering(b""), "ecb has no observations in 2025-01.."),
    ],
)
def test_what_the_source_will_not_give_is_said_in_words(
    site: Site, tmp_path: Path, word: str, path: str, answer: Respond, told: str
) -> None:
    """The word that was asked for, and why there is nothing."""
    site.pages[path] = answer
    with pytest.raises(EffectFailed, match=told) as caught:
        fetch(site, tmp_path, word)
    assert caught.value.message.startswith(word.partition("@")[0])


def cutting(body: bytes, times: int, announced: bool) -> Respond:
    """Break off half way so many times, then answer."""
    left = [times]

    def respond(handler: Handler) -> None:
        if not left[0]:
            return handler.answer(200, body)
        left[0] -= 1
        how = b"Content-Length: %d" % len(body) if announced else b"Transfer-Encoding: chunked"
        half = body[: len(body) // 2]
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + how + b"\r\n\r\n")
        handler.wfile.write(half if announced else b"%x\r\n%s\r\n" % (len(half), half))
        handler.close_connection = True
        return None

    return respond


@pytest.mark.parametrize("announced", [True, False])
def test_a_stream_that_is_cut_is_asked_for_again(site: Site, tmp_path: Path, announced: bool) -> None:
    """Half an answer is never taken for a whole one."""
    site.pages[FLOW] = cutting(MONTHLY, 1, announced)
    assert len(fetch(site, tmp_path, KEY).points) == 3
    site.pages[DAYS] = cutting(RATES, 99, announced)
    with pytest.raises(EffectFailed, match="EUR/USD"):
        fetch(site, tmp_path, PAIR)
    assert site.asked(DAYS) == 3


def test_a_series_is_fetched_once_and_later_asked_for_with_its_tag(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the hour from the cache; after that the source is asked whether it has changed."""
    site.pages[DAYS] = tagged(RATES.decode(), '"r1"')
    first = fetch(site, tmp_path, PAIR)
    second = fetch(site, tmp_path, PAIR)
    assert len(site.requests) == 1
    assert first == second
    monkeypatch.setattr("indagate.tools.web.cache.FRESH", 0.0)
    third = fetch(site, tmp_path, PAIR)
    assert third.points == first.points
    assert third.pages[0].at > first.pages[0].at
    assert [request.headers.get("if-none-match") for request in site.requests] == [None, '"r1"']


def test_a_bad_answer_in_the_cache_does_not_stay(site: Site, tmp_path: Path) -> None:
    """Whoever asks again gets what the source says by then."""
    site.add(FIRST, UNKNOWN)
    with pytest.raises(EffectFailed):
        fetch(site, tmp_path, GDP)
    site.add(FIRST, bank(ROWS))
    assert len(fetch(site, tmp_path, GDP).points) == 6


def test_pages_of_two_states_of_the_data_are_never_mixed(site: Site, tmp_path: Path) -> None:
    """Where the data changed between two pages, all are asked for once more; where they change again, that is said."""
    later = {"lastupdated": "2026-08-01"}
    states = [bank(ROWS[:4], 1, 2), bank(ROWS[:4], 1, 2, **later)]
    site.pages[FIRST] = lambda handler: handler.answer(200, states.pop(0))
    site.add(SECOND, bank(ROWS[4:], 2, 2, **later))
    assert fetch(site, tmp_path / "a", GDP).updated == "2026-08-01"
    site.add(FIRST, bank(ROWS[:4], 1, 2))
    with pytest.raises(EffectFailed, match="changed between two pages"):
        fetch(site, tmp_path / "b", GDP)


def test_what_is_too_long_or_too_slow_is_given_up(site: Site, tmp_path: Path) -> None:
    """Bytes of an answer, seconds of all tries together, and the number of pages."""
    site.add(DAYS, RATES)
    with pytest.raises(EffectFailed, match="bytes are more than the 100"):
        fetch(site, tmp_path, PAIR, size=100)
    site.pages[FLOW] = dripping_body
    began = time.monotonic()
    with pytest.raises(TimedOut, match="not fetched within 1 seconds"):
        fetch(site, tmp_path, KEY, seconds=1.0)
    assert time.monotonic() - began < 8

    def endless(handler: Handler) -> None:
        number = int(handler.path.rpartition("=")[2])
        handler.answer(200, bank([ROWS[0]], number, 10_000))

    site.pages[BANK] = endless
    with pytest.raises(EffectFailed, match="more than 100 pages"):
        fetch(site, tmp_path, GDP)
    assert site.asked(BANK) == 100


def test_an_address_that_is_not_public_needs_leave(site: Site, tmp_path: Path) -> None:
    """Not one request is sent."""
    site.add(DAYS, RATES)
    request = SeriesRequest.parse(f"{PAIR}@{site.address}")
    with pytest.raises(Blocked) as caught:
        asyncio.run(load(request, SeriesFetcher(Home(tmp_path)).fetch))
    assert "--allow-host" in (caught.value.hint or "")
    assert not site.requests


@pytest.mark.parametrize("where", ["http://169.254.169.254/latest/", "file:///etc/passwd", "http://127.0.0.1:22/"])
def test_a_redirect_to_where_nobody_should_go_is_refused(site: Site, tmp_path: Path, where: str) -> None:
    """A cloud's metadata, a file, another port of this machine."""
    site.pages[DAYS] = redirecting(where)
    with pytest.raises(Blocked):
        fetch(site, tmp_path, PAIR)


def test_a_service_that_has_moved_is_followed(site: Site, tmp_path: Path) -> None:
    """A redirect or two; never round in a circle."""
    site.pages[DAYS] = redirecting("/new" + DAYS, 301)
    site.add("/new" + DAYS, RATES)
    assert fetch(site, tmp_path, PAIR).points
    site.pages[FLOW] = redirecting(FLOW)
    with pytest.raises(EffectError, match="redirects"):
        fetch(site, tmp_path, KEY)


def test_who_asks_at_once_asks_once(site: Site, tmp_path: Path) -> None:
    """Two tasks of one run, one request."""
    site.add(DAYS, RATES)
    fetcher = SeriesFetcher(Home(tmp_path), allow=(site.host,), manners=Manners(0))
    request = SeriesRequest.parse(f"{PAIR}@{site.address}")

    async def both() -> list[RemoteSeries]:
        return list(await asyncio.gather(load(request, fetcher.fetch), load(request, fetcher.fetch)))

    one, other = asyncio.run(both())
    assert one == other
    assert len(site.requests) == 1


def test_a_rate_that_is_null_has_no_value(site: Site, tmp_path: Path) -> None:
    """It is never zero."""
    said = json.loads(RATES)
    said["rates"]["2025-01-03"]["USD"] = None
    site.add(DAYS, json.dumps(said))
    found = fetch(site, tmp_path, PAIR)
    assert found.missing == 1
    assert [point.value for point in found.points][1] is None
