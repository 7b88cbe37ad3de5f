"""Series of remote sources: named by the user, fetched once with retries, kept, and read as a table like any other."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

from indagate.errors import EffectFailed, InputError
from indagate.store import Home
from indagate.tools.tables.table import DataFile

FRESH_HEADERS = {"Accept": "application/json"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A series that the user named: `worldbank:NY.GDP.MKTP.CD:DEU`, perhaps with `@URL` of another service."""

    source: str
    series: str
    base: str = ""

    @classmethod
    def parse(cls, text: str) -> Wanted:
        """Read what the user wrote. Raises `InputError` naming the sources there are."""
        head, _, base = text.partition("@")
        source, _, series = head.partition(":")
        if source not in SOURCES or not series:
            forms = "; ".join(one.form for one in SOURCES.values())
            raise InputError(f"{text!r} names no series of a source", hint=f"Write it so: {forms}")
        if base and urlsplit(base).scheme not in ("http", "https"):
            raise InputError(f"{base!r} is no address of a service", hint="It begins with https://")
        return cls(source, series, base.rstrip("/"))


@dataclass(frozen=True, slots=True)
class Fetched:
    """A series as a table: its file in the content store, and the address that it came from."""

    file: DataFile
    url: str


class RemoteSource(Protocol):
    """A service that has series: where one is, and how its answer is read."""

    form: str

    def address(self, series: str, base: str) -> str:
        """Return the address of a series; `base` stands for the service's own where it is given."""

    def read(self, series: str, answer: Any) -> list[list[str]]:
        """Return an answer as rows of texts, headings first. Raises `EffectFailed` for one that is no series."""


class WorldBank:
    """Indicators of the World Bank by country and year, no key needed."""

    form = "worldbank:INDICATOR:COUNTRY[;COUNTRY…]"

    def address(self, series: str, base: str) -> str:
        """Return the address of an indicator for countries."""
        indicator, _, countries = series.partition(":")
        where = quote(countries or "all", safe=";")
        start = base or "https://api.worldbank.org"
        return f"{start}/v2/country/{where}/indicator/{quote(indicator)}?format=json&per_page=20000"

    def read(self, series: str, answer: Any) -> list[list[str]]:
        """Return the indicator by country and year; a missing value stays empty."""
        if not isinstance(answer, list) or len(answer) < 2 or not isinstance(answer[1], list) or not answer[1]:
            raise EffectFailed(f"the World Bank has no series {series}: {_said(answer)}")
        name = str(answer[1][0]["indicator"]["value"])
        rows = [
            [str(one["date"]), str(one["country"]["value"]), "" if one["value"] is None else repr(one["value"])]
            for one in answer[1]
        ]
        return [["year", "country", name], *sorted(rows, key=lambda row: (row[1], row[0]))]


class Frankfurter:
    """Daily reference rates of the European Central Bank, no key needed."""

    form = "frankfurter:BASE:CURRENCY[,CURRENCY…][:FROM]"

    def address(self, series: str, base: str) -> str:
        """Return the address of rates since a day."""
        one, _, rest = series.partition(":")
        others, _, since = rest.partition(":")
        if not re.fullmatch(r"[A-Z]{3}", one) or not re.fullmatch(r"[A-Z]{3}(,[A-Z]{3})*", others):
            raise InputError(f"{series!r} names no two currencies", hint=f"Write it so: {self.form}")
        start = base or "https://api.frankfurter.dev"
        return f"{start}/v1/{quote(since or '1999-01-04')}..?base={one}&symbols={others}"

    def read(self, series: str, answer: Any) -> list[list[str]]:
        """Return the rates by day, a column for each currency."""
        rates = answer.get("rates") if isinstance(answer, dict) else None
        if not isinstance(rates, dict) or not rates:
            raise EffectFailed(f"there are no rates {series}: {_said(answer)}")
        names = sorted({name for day in rates.values() for name in day})
        of = str(answer.get("base", ""))
        heads = ["date", *(f"{name} for one {of}" for name in names)]
        return [
            heads,
            *([day, *(repr(rates[day][n]) if n in rates[day] else "" for n in names)] for day in sorted(rates)),
        ]


SOURCES: dict[str, RemoteSource] = {"worldbank": WorldBank(), "frankfurter": Frankfurter()}


async def fetch(home: Home, text: str) -> Fetched:
    """Fetch a series and keep it as a CSV file. Raises `InputError`, `Blocked`, `TimedOut`, `EffectFailed`."""
    wanted = Wanted.parse(text)
    source = SOURCES[wanted.source]
    url = source.address(wanted.series, wanted.base)
    body = await _body(home, url, wanted.base)
    try:
        answer = json.loads(body)
    except ValueError:
        raise EffectFailed(f"{urlsplit(url).netloc} does not answer with JSON") from None
    try:
        rows = source.read(wanted.series, answer)
    except (KeyError, TypeError, IndexError, AttributeError):
        raise EffectFailed(f"{urlsplit(url).netloc} answers in a form that is not known") from None
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows)
    content = page.getvalue().encode()
    sha = home.store.put(content)
    label = re.sub(r"[^\w.;,-]+", " ", f"{wanted.source} {wanted.series}").strip()[:80]
    return Fetched(DataFile(f"{label}.csv", str(home.store.path(sha)), sha, len(content)), url)


async def _body(home: Home, url: str, base: str) -> bytes:
    """Return what an address answers, from what is kept where that is fresh."""
    from indagate.tools.web.address import Guard
    from indagate.tools.web.cache import Cache, Kept
    from indagate.tools.web.sender import Sender
    from indagate.tools.web.wire import Message

    allow = (urlsplit(base).netloc,) if base else ()
    seen_by = hashlib.sha256("\n".join(allow).encode()).hexdigest()[:12] if allow else "public"
    cache = Cache(home.root / "web" / seen_by, home.store)
    known = cache.get(url)
    if known is not None and known.fresh and known.sha:
        return home.store.get(known.sha)
    answer = await Sender(Guard(allow)).send(Message(url, headers=dict(FRESH_HEADERS)))
    if answer.status != 200 or not answer.body:
        raise EffectFailed(f"{urlsplit(url).netloc} answers {answer.status}")
    kept = Kept(
        url, time.time(), 200, "", answer.headers.get("content-type", "")[:200], "", "", home.store.put(answer.body)
    )
    cache.put(kept)
    return answer.body


def _said(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)[:120]
