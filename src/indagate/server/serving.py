"""The server itself: the application put together, connections that must not dawdle, a stop that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from indagate.app import App
from indagate.errors import IndagateError, InputError
from indagate.hosting import Conductor, Grants
from indagate.hosting.driving_process import DrivingProcess
from indagate.server.door import Door
from indagate.server.guard import Guard
from indagate.server.openapi import document
from indagate.server.page.render import answer_error
from indagate.server.page.routes import ROUTES
from indagate.server.problem import JsonResponse, Refused
from indagate.server.table import TABLE

if TYPE_CHECKING:
    from starlette.requests import Request

    from indagate.server.settings import Reach

HEADER_SECONDS = 10.0
"""Seconds that a request's headers may take."""
STALLED_SECONDS = 30.0
"""Seconds after which a client that reads nothing of its answer is cut off."""
VANISHED_SECONDS = 60
"""Seconds after which a client that acknowledges nothing of what was sent is given up, where the system can tell."""
CONNECTIONS = 600
GRACE = 20
"""Seconds for answers under way when the server stops."""
LARGEST_HEADERS = 32 << 10


async def openapi(request: Request) -> Response:
    """Give the OpenAPI document."""
    return JsonResponse(document())


async def _nothing(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    code, text = ("method_not_allowed", "that is not done here") if status == 405 else ("not_found", "nothing is here")
    return await answer_error(request, Refused(status, code, text, hint="GET /openapi.json lists what there is."))


def build(at: Door, reach: Reach) -> Guard:
    """Return the ASGI application."""
    routes = [Route(item.path, item.handler, methods=[item.method]) for item in TABLE]
    routes += [Route("/openapi.json", openapi), *ROUTES]
    inner = Starlette(routes=routes, exception_handlers={404: _nothing, 405: _nothing, Exception: answer_error})
    inner.add_exception_handler(Refused, answer_error)
    inner.add_exception_handler(IndagateError, answer_error)
    inner.state.door = at
    return Guard(inner, reach, at.grants.uploads.largest if at.grants.uploads else 0)


class CarefulProtocol(H11Protocol):
    """HTTP/1.1 that cuts off who sends headers for too long, or does not read what is sent."""

    _header_timer: asyncio.TimerHandle | None = None
    _stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._header_timer = self.loop.call_later(HEADER_SECONDS, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take bytes in; a request that has its headers is waited for no more."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._cancel("_header_timer")
        elif self._header_timer is None and not self.transport.is_closing():
            self._header_timer = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for the next request as uvicorn does; its headers are given their time when they begin."""
        self._cancel("_header_timer")
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client does not read: it is given a while."""
        super().pause_writing()
        self._stall_timer = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._cancel("_stall_timer")

    def _cancel(self, timer: str) -> None:
        found = getattr(self, timer)
        if found is not None:
            found.cancel()
            setattr(self, timer, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._cancel("_header_timer")
        self._cancel("_stall_timer")
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    """A server that says when it is ready, and tells those who listen that it stops."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Any], closing: asyncio.Event) -> None:
        super().__init__(config)
        self._ready = ready
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Within, the first Ctrl-C or TERM stops the server; what runs is then left resumable, which uvicorn's own
        way, to raise the signal again, would not wait for."""
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGINT, signal.SIGTERM)
        for number in numbers:
            loop.add_signal_handler(number, self._stop)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        self._closing.set()
        self.force_exit = self.should_exit
        self.should_exit = True


@contextlib.asynccontextmanager
async def opened(app: App, grants: Grants) -> AsyncIterator[Door]:
    """Serve the runs of an open app; those that the last server left go on. On leaving all are left resumable."""
    async with Conductor(app, grants, DrivingProcess(app, grants.day.runs)) as conductor:
        yield Door(app, grants, conductor)


def bound(reach: Reach) -> tuple[socket.socket, Reach]:
    """Return a socket that listens, and the reach with its port. Raises `InputError` where the port is taken."""
    family = socket.AF_INET6 if ":" in reach.host else socket.AF_INET
    try:
        found = socket.create_server((reach.host, reach.port), family=family, backlog=512)
    except OSError as error:
        raise InputError(f"{reach.host} port {reach.port} cannot be listened on: {error.strerror}") from None
    # What is said of the one that listens holds for each connection.
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a body waits 40 ms for its headers' receipt
    if timeout := getattr(socket, "TCP_USER_TIMEOUT", None):  # else a listener that vanished stays for a quarter hour
        found.setsockopt(socket.IPPROTO_TCP, timeout, VANISHED_SECONDS * 1000)
    return found, replace(reach, port=found.getsockname()[1])


async def serve(app: App, grants: Grants, reach: Reach, ready: Callable[[Door, Reach], Any]) -> None:
    """Serve until Ctrl-C or TERM; `ready` is called when requests are taken. Raises `InputError` for the port."""
    listening, reach = bound(reach)
    with listening:
        async with opened(app, grants) as at:
            config = uvicorn.Config(
                build(at, reach), http=CarefulProtocol, ws="none", lifespan="off", loop="asyncio", log_config=None,
                access_log=False, server_header=False, proxy_headers=False, limit_concurrency=CONNECTIONS,
                timeout_keep_alive=5, timeout_graceful_shutdown=GRACE, h11_max_incomplete_event_size=LARGEST_HEADERS,
                ssl_certfile=str(reach.certificate) if reach.certificate else None,
                ssl_keyfile=str(reach.key) if reach.key else None,
            )  # fmt: skip
            await _Server(config, lambda: ready(at, reach), at.closing).serve([listening])
