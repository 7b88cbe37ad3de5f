"""What every request passes before it is looked at: who asks, by which name, from which page, how often, how much."""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders

from indagate.server.page.render import error_page, wants_page
from indagate.server.problem import Refused, problem_response
from indagate.server.settings import LARGEST, Reach

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
BODY_SECONDS = 30.0
"""Seconds that a request's body may take."""
RATE, BURST = 200.0, 400.0
"""Requests a second in the long run, and at once."""
STRANGER_RATE, STRANGER_BURST = 2.0, 20.0
"""Requests a second, and at once, that come without the token."""
GIVING = re.compile(r"/api/shelves/[^/]+/files|/files")
"""Where files are given: their bodies are larger, take longer, and few are taken in at once."""
GIVING_SECONDS = 120.0
GIVEN_AT_ONCE = 3
FORM_ROOM = 20_000
"""Bytes that a form needs around its files."""
OPEN = frozenset({"/healthz"})
"""What is answered without the token."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""What stands in every answer that does not say otherwise."""
CSP = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


class Bucket:
    """Lets through so many in the long run, and so many at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """An ASGI application around another one, which sees only what may be seen; `given` is the most bytes of files."""

    def __init__(self, app: Any, reach: Reach, given: int = 0) -> None:
        self._app = app
        self._reach = reach
        self._given = given
        self._giving = asyncio.Semaphore(GIVEN_AT_ONCE)
        self._ours = Bucket(RATE, BURST)
        self._strangers = Bucket(STRANGER_RATE, STRANGER_BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        hardened = _hardened(send)
        try:
            headers = Headers(scope=scope)
            self._require_place(scope, headers)
            entering = self._entering(scope)
            if entering is not None:
                await _let_in(self._reach, hardened) if entering else self._stranger()
                return
            self._require_token(scope, headers)
            if self._given and GIVING.fullmatch(scope["path"]):
                async with self._giving:
                    body = await _body(headers, receive, self._given + FORM_ROOM, GIVING_SECONDS)
                    await self._app(scope, _replay(body, receive), hardened)
                return
            body = await _body(headers, receive)
        except Refused as refused:
            asked = wants_page(scope["path"], Headers(scope=scope).get("accept", ""))
            answer = error_page(refused.status, refused.problem) if asked else problem_response(refused)
            if scope["method"] not in ("GET", "HEAD"):
                answer.headers["connection"] = "close"  # what is left of the body is not read
            await answer(scope, receive, hardened)
            return
        await self._app(scope, _replay(body, receive), hardened)

    def _require_place(self, scope: Scope, headers: Headers) -> None:
        """Refuse who comes past the proxy, or by a name that is not ours, as pages of others do that rebind theirs."""
        peer = (scope.get("client") or ("",))[0]
        if self._reach.proxies and peer not in self._reach.proxies:
            raise Refused(403, "not_the_proxy", "requests come through the proxy")
        named = headers.getlist("host")
        if len(named) != 1 or named[0].lower() not in self._reach.hosts:
            raise Refused(403, "wrong_host", "this server is not called by that name", hint="See --name.")

    def _entering(self, scope: Scope) -> bool | None:
        """Return whether the link with the token was opened, and the token is right; None for any other request."""
        if scope["path"] != "/" or scope["method"] != "GET" or b"token=" not in scope["query_string"]:
            return None
        said = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return self._same(said)

    def _require_token(self, scope: Scope, headers: Headers) -> None:
        if scope["path"] in OPEN and scope["method"] in ("GET", "HEAD"):
            return
        kind, _, said = headers.get("authorization", "").partition(" ")
        bearer = kind.lower() == "bearer" and self._same(said.strip())
        if not bearer and not self._same(_cookie(headers, self._reach.cookie)):
            self._stranger()
        if not bearer and scope["method"] not in ("GET", "HEAD"):
            origin = headers.get("origin", "")
            if origin.lower() != f"{self._reach.scheme}://{headers['host']}".lower():
                raise Refused(403, "wrong_origin", "this was sent from a page that is not ours")
        if not self._ours.take():
            raise Refused(429, "too_many_requests", "too many requests", hint="Slow down.")

    def _stranger(self) -> None:
        if not self._strangers.take():
            raise Refused(429, "too_many_requests", "too many requests without a token", hint="Wait a moment.")
        raise Refused(
            401, "no_token", "this needs the token", hint="Open the link that the server printed, or send it as bearer."
        )

    def _same(self, said: str) -> bool:
        return hmac.compare_digest(said.encode("utf-8", "replace"), self._reach.token.encode())


async def _let_in(reach: Reach, send: Send) -> None:
    secure = "; Secure" if reach.scheme == "https" else ""
    cookie = f"{reach.cookie}={reach.token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000{secure}"
    headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _cookie(headers: Headers, name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


async def _body(headers: Headers, receive: Receive, most: int = LARGEST, seconds: float = BODY_SECONDS) -> bytes:
    """Return a request's body. Raises `Refused` for one that is too large, or takes too long."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise Refused(413, "too_large", f"a request has at most {most / 1_000_000:.0f} MB")
    found = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused(400, "cut_off", "the request was cut off")
                found += message.get("body", b"")
                if len(found) > most:
                    raise Refused(413, "too_large", f"a request has at most {most / 1_000_000:.0f} MB")
                if not message.get("more_body", False):
                    return bytes(found)
    except TimeoutError:
        raise Refused(408, "too_slow", "the request took too long") from None


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read already, and then what else comes."""
    told = False

    async def again() -> MutableMapping[str, Any]:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _hardened(send: Send) -> Send:
    async def careful(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", CSP)
        await send(message)

    return careful
