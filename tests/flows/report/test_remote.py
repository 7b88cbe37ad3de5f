"""Series of remote sources, from a server on loopback that replays recorded answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from flows.report.runs import write
from indagate.errors import InputError
from indagate.flows.report.remote import SOURCES, Wanted
from indagate.flows.report.views import summary

YEARS = [
    {
        "indicator": {"id": "NY.GDP.MKTP.CD", "value": "GDP (current US$)"},
        "country": {"id": "DE", "value": "Germany"},
        "countryiso3code": "DEU",
        "date": str(year),
        "value": None if year == 2003 else 1.9e12 + (year - 1995) * 8e10,
        "unit": "",
        "obs_status": "",
        "decimal": 0,
    }
    for year in range(2020, 1994, -1)
]
RATES = {
    "amount": 1.0,
    "base": "EUR",
    "start_date": "2024-01-01",
    "end_date": "2024-02-29",
    "rates": {
        f"2024-{month:02}-{day:02}": {"USD": round(1.08 + day / 1000, 4)} for month in (1, 2) for day in range(1, 29)
    },
}


class Replay(BaseHTTPRequestHandler):
    """Answers as the services do; the first request of each path fails when it is told to."""

    seen: list[str]
    failing: set[str]

    def do_GET(self) -> None:
        self.seen.append(self.path)
        if self.path.startswith("/v2/country/DEU/indicator/NY.GDP.MKTP.CD"):
            answer: object = [{"page": 1, "pages": 1, "per_page": 20000, "total": len(YEARS)}, YEARS]
        elif self.path.startswith("/v1/2024-01-01..?base=EUR&symbols=USD"):
            answer = RATES
        elif self.path.startswith("/v2/"):
            answer = [{"message": [{"id": "120", "key": "Invalid value", "value": "The provided value is not valid"}]}]
        else:
            self.send_error(404)
            return
        if self.path in self.failing:
            self.failing.discard(self.path)
            self.send_error(503)
            return
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[tuple[str, type[Replay]]]:
    handler = type("Handler", (Replay,), {"seen": [], "failing": set()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", handler
    server.shutdown()
    server.server_close()


def test_two_sources_become_tables_of_the_report(service: tuple[str, type[Replay]], tmp_path: Path) -> None:
    """GDP by year with a gap that stays a gap, rates by day; both are cited by their addresses, and fetched once."""
    url, handler = service
    remote = (f"worldbank:NY.GDP.MKTP.CD:DEU@{url}", f"frankfurter:EUR:USD:2024-01-01@{url}")
    handler.failing.add("/v1/2024-01-01..?base=EUR&symbols=USD")
    done = write(tmp_path / "home", "How did GDP develop?", remote=remote)
    assert done.record.state == "complete", done.record.state
    assert done.record.data is not None
    assert sorted(table.rows for table in done.record.data.tables) == [26, 56]
    found = summary(done.record)["findings"]
    trend = next(one for one in found if one["kind"] == "trend" and "GDP" in one["column"])
    assert trend["direction"] == "up"
    assert [one["value"] for one in found if one["kind"] == "missing" and "GDP" in one["column"]] == [1]
    cited = json.loads((done.folder / "state/citations.json").read_text(encoding="utf-8"))["sources"]
    assert all(one["where"].startswith(url) for one in cited)
    fetched = len(handler.seen)
    again = write(tmp_path / "home", "And once more?", remote=remote)
    assert again.record.state == "complete"
    assert len(handler.seen) == fetched


def test_a_series_that_is_not_there_is_an_error_in_words(service: tuple[str, type[Replay]], tmp_path: Path) -> None:
    """What the service says is passed on; the run waits for a person."""
    url, _ = service
    done = write(tmp_path / "home", "How did it go?", remote=(f"worldbank:NO.SUCH:DEU@{url}",))
    assert done.record.state == "ERROR"


@pytest.mark.parametrize("text", ["worldbank", "nobody:X", "worldbank:", "frankfurter:EUR", "worldbank:X:DEU@ftp://x"])
def test_what_names_no_series_is_refused(text: str) -> None:
    """Before there is a run."""
    with pytest.raises(InputError):
        wanted = Wanted.parse(text)
        SOURCES[wanted.source].address(wanted.series, wanted.base)
