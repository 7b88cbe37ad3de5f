"""What a search provider is: it is asked a query and answers with results."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Protocol, TypeVar
from urllib.parse import urlencode, urlsplit, urlunsplit

from indagate.errors import EffectError, EffectFailed, InputError
from indagate.tools.web.address import Guard
from indagate.tools.web.manners import Manners
from indagate.tools.web.sender import Sender
from indagate.tools.web.wire import Answer, Limits, Message, TooLarge

LONGEST_QUERY = 400
_DOWN = frozenset({401, 402, 403, 429, 432, 433})
"""Statuses with which a provider refuses whoever asks, whatever is asked."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """A page that a search found; `provider` says who found it, several joined by `+`."""

    url: str
    title: str
    snippet: str
    published: date | None
    provider: str
    score: float = 0.0


class Provider(Protocol):
    """Where a query can be put to."""

    name: ClassVar[str]
    needs_key: ClassVar[bool]

    async def search(self, query: str, limit: int) -> list[Result]:
        """Return the best pages first. Raises `EffectError` with one line that names the provider."""


class Refused(EffectFailed):
    """A provider does not answer the query: the line says why; `down`, if it would answer no other one either."""

    down = False


def refused(reason: str, *, down: bool) -> Refused:
    """Return the error for a provider that does not answer."""
    error = Refused(reason)
    error.down = down
    return error


class Service:
    """A provider that speaks HTTP; its own class says what is sent and how the answer reads.

    `base` replaces the address of the service. Its key comes from the environment and goes nowhere but to the service.
    """

    name: ClassVar[str]
    base: ClassVar[str] = ""
    key: ClassVar[str] = ""
    needs_key: ClassVar[bool] = False
    delay: ClassVar[float] = 0.0
    """Seconds between two queries that the service asks for."""
    limits: ClassVar[Limits] = Limits(seconds=20.0, size=4 << 20)

    def __init__(self, base: str = "", *, manners: Manners | None = None) -> None:
        self.headers: dict[str, str] = {"Accept": "application/json"}
        self.address = _without_credentials(self.name, (base or self.base).rstrip("/"), self.headers)
        self.secret = os.environ.get(self.key, "").strip() if self.key else ""
        if self.needs_key and not self.secret:
            raise InputError(f"the search provider {self.name} needs a key", hint=f"Set {self.key} to it.")
        host = urlsplit(self.address)
        named = f"[{host.hostname}]" if ":" in (host.hostname or "") else host.hostname
        port = host.port or (443 if host.scheme == "https" else 80)
        own = (f"{named}:{port}",) if base else ()  # an address of the user's own need not be public
        self._sender = Sender(Guard(own), limits=self.limits, manners=manners or Manners(0.0))

    async def search(self, query: str, limit: int) -> list[Result]:
        """Return the best pages first. Raises `EffectError` with one line that names the provider."""
        query = " ".join(query.split())[:LONGEST_QUERY]
        try:
            answer = await self._sender.send(self._message(query, limit), delay=self.delay)
        except EffectError as error:
            raise refused(f"{self.name}: {error.message}", down=not isinstance(error, TooLarge)) from None
        if answer.status != 200:
            down = answer.status in _DOWN or answer.status >= 500
            raise refused(f"{self.name}: {self.meaning(answer.status)}", down=down)
        import msgspec

        try:
            return self.read(answer)[:limit]
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
            raise Refused(f"{self.name}: its answer is not of the form that is known") from None

    def _message(self, query: str, limit: int) -> Message:
        path, parameters, headers, body = self.ask(query, limit)
        url = f"{self.address}{path}" + (f"?{urlencode(parameters)}" if parameters else "")
        sent = {**self.headers, **headers}
        return Message(self._sender.guard.check(url), "POST" if body else "GET", sent, body)

    def ask(self, query: str, limit: int) -> tuple[str, Mapping[str, str], Mapping[str, str], bytes]:
        """Return what is asked: the path, the parameters, the headers and the body."""
        raise NotImplementedError

    def read(self, answer: Answer) -> list[Result]:
        """Return the results in an answer. Raises `ValueError` or what msgspec does where it has another form."""
        raise NotImplementedError

    def meaning(self, status: int) -> str:
        """Say what a status means."""
        if status in (401, 403):
            return f"it rejects the key in {self.key}" if self.secret else f"it refuses to answer ({status})"
        if status in (402, 429, 432, 433):
            return f"too many queries, or the quota is used up ({status})"
        return f"it is broken ({status})" if status >= 500 else f"it does not take the query ({status})"

    def result(self, url: str | None, title: str | None, snippet: str | None, published: str | None = None) -> Any:
        """Return a result, or None for one without a web address."""
        if not url or len(url) > 4096 or not url.lower().startswith(("http://", "https://")):
            return None
        return Result(url.strip(), plain(title)[:300] or url[:300], plain(snippet)[:2000], day(published), self.name)


def results(found: Sequence[Any]) -> list[Result]:
    """Return those that are results."""
    return [item for item in found if item is not None]


def decode(answer: Answer, form: type[T]) -> T:
    """Read JSON into a form; what the form does not name is passed over."""
    from indagate.storage.typed import lenient_decoder

    return lenient_decoder(form).decode(answer.body)


def plain(text: str | None) -> str:
    """Return a line of text without markup and control characters."""
    bare = html.unescape(re.sub(r"<[^<>]{0,300}>", "", text or ""))
    return " ".join("".join(letter if letter.isprintable() else " " for letter in bare).split())


def day(text: str | None) -> date | None:
    """Return the day that a timestamp begins with, or None."""
    found = re.match(r"(\d{4})-(\d{2})-(\d{2})(?!\d)", text or "")
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _without_credentials(name: str, address: str, headers: dict[str, str]) -> str:
    """Return an address without name and password, which go into a header."""
    import base64

    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as error:
        raise InputError(f"the address of the search provider {name} is none: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"the search provider {name} needs an address", hint=f"Write --provider {name}=https://…")
    netloc = parts.netloc.rpartition("@")
    if netloc[0]:
        headers["Authorization"] = "Basic " + base64.b64encode(netloc[0].encode()).decode()
    return urlunsplit((parts.scheme, netloc[2], parts.path, "", ""))
