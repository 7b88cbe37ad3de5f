"""One exchange over HTTP: to an address that was checked, within a time and a size that hold."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from indagate.errors import EffectFailed, TimedOut
from indagate.tools.web.address import Guard, shown

if TYPE_CHECKING:
    import ssl

    import httpcore2

ENCODINGS = "gzip, deflate"
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class Limits:
    """What one exchange may take: seconds from the first byte sent to the last one read, and bytes of the body.

    `size` holds on the wire and again after decompression.
    """

    seconds: float = 30.0
    size: int = 32 << 20
    connect: float = 10.0


class Unanswered(EffectFailed):
    """Nothing answers there, or the answer breaks off; trying again may help."""


class TooLarge(EffectFailed):
    """The body is longer than what is read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said; header names are in lower case, of several values the first."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def redirect(self) -> str:
        """Where it sends who asked, or nothing."""
        return self.headers.get("location", "") if self.status in _REDIRECTS else ""


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent; `url` as the guard returned it."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


async def exchange(message: Message, guard: Guard, limits: Limits) -> Answer:
    """Send a message over a connection of its own and read the answer; redirects are not followed.

    Raises `Blocked`, `TimedOut`, `TooLarge`, `Unanswered` or `EffectFailed`, each naming the address in short.
    """
    where = shown(message.url)
    clock = asyncio.timeout(limits.seconds)
    try:
        async with clock:
            return await _exchange(message, guard, limits)
    except TimeoutError:
        if not clock.expired():
            raise Unanswered(f"{where}: no connection within {limits.connect:g} seconds") from None
        raise TimedOut(f"{where}: not done within {limits.seconds:g} seconds") from None
    except TooLarge as error:
        raise TooLarge(f"{where}: {error.message}") from None


async def _exchange(message: Message, guard: Guard, limits: Limits) -> Answer:
    import httpcore2

    headers = {"Accept-Encoding": ENCODINGS, "Connection": "close", **message.headers}
    timeouts = {"connect": limits.connect, "read": limits.seconds, "write": limits.seconds, "pool": limits.seconds}
    try:
        async with (
            httpcore2.AsyncConnectionPool(
                ssl_context=_trust() if message.url.startswith("https:") else None,
                max_connections=1,
                network_backend=_backend(guard),
            ) as pool,
            pool.stream(
                message.method,
                message.url,
                headers=list(headers.items()),
                content=message.body or None,
                extensions={"timeout": timeouts},
            ) as response,
        ):
            answered: dict[str, str] = {}
            for name, value in response.headers:
                answered.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
            body = await _body(response, answered, limits.size)
            return Answer(response.status, answered, body)
    except httpcore2.TimeoutException:
        raise Unanswered(f"{shown(message.url)}: no answer in time") from None
    except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
        reason = str(error).strip() or type(error).__name__
        raise Unanswered(f"{shown(message.url)}: {reason[:200]}") from None


async def _body(response: httpcore2.Response, headers: Mapping[str, str], size: int) -> bytes:
    declared = headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > size:
        raise TooLarge(f"its {int(declared):,} bytes are more than the {size:,} that are read")
    unpack = _Unpacking(headers.get("content-encoding", ""), size)
    parts: list[bytes] = []
    taken = 0
    stream = response.aiter_stream()
    async with contextlib.aclosing(stream):
        async for chunk in stream:
            taken += len(chunk)
            if taken > size:
                raise TooLarge(f"it has more than the {size:,} bytes that are read")
            parts.append(unpack(chunk))
    return b"".join(parts)


class _Unpacking:
    """Decompresses what comes in, and no more of it than a limit."""

    def __init__(self, encoding: str, size: int) -> None:
        names = [name.strip().lower() for name in encoding.split(",") if name.strip()]
        names = [name for name in names if name != "identity"]
        if len(names) > 1 or (names and names[0] not in ("gzip", "x-gzip", "deflate")):
            raise EffectFailed(f"it is compressed in a way that was not asked for: {encoding[:60]!r}")
        self._kind = names[0] if names else ""
        self._left = size
        self._size = size
        self._packed: Any = zlib.decompressobj(wbits=47) if names else None
        self._begun = False

    def __call__(self, chunk: bytes) -> bytes:
        if self._packed is None:
            return chunk
        try:
            text = self._decompress(chunk)
        except zlib.error as error:
            raise EffectFailed(f"its compression is broken: {error}") from None
        self._left -= len(text)
        if self._left < 0:
            raise TooLarge(f"unpacked it has more than the {self._size:,} bytes that are read")
        return text

    def _decompress(self, chunk: bytes) -> bytes:
        try:
            text: bytes = self._packed.decompress(chunk, self._left + 1)
        except zlib.error:
            if self._begun or self._kind != "deflate":
                raise
            self._packed = zlib.decompressobj(wbits=-15)  # some servers leave the header out
            text = self._packed.decompress(chunk, self._left + 1)
        self._begun = True
        return text


@cache
def _trust() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()


def _backend(guard: Guard) -> httpcore2.AsyncNetworkBackend:
    import httpcore2

    class Guarded(httpcore2.AnyIOBackend):
        """Resolves a name itself and connects to the very address that the guard has seen."""

        async def connect_tcp(
            self, host: str, port: int, timeout: float | None = None,  # noqa: ASYNC109 - the base class's signature
            local_address: str | None = None, socket_options: Iterable[Any] | None = None,
        ) -> httpcore2.AsyncNetworkStream:  # fmt: skip
            failure: Exception | None = None
            for address in (await guard.resolve(host, port))[:4]:
                try:
                    return await super().connect_tcp(address, port, timeout, local_address, socket_options)
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                    failure = error
            raise failure or httpcore2.ConnectError(f"{host} has no address")

    return Guarded()
