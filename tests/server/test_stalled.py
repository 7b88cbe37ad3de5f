"""A client that reads nothing of what it asked for: it is cut off, and keeps nobody waiting."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path

import pytest

from indagate import App
from indagate.hosting import Grants
from indagate.server import serving
from indagate.server.door import Door
from indagate.server.settings import Reach

TOKEN = "t" * 40


def test_who_reads_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are asked for one after the other and never read; the line is closed, and the server stops in time."""
    monkeypatch.setattr(serving, "STALLED_SECONDS", 0.3)
    cut = asyncio.Event()
    lost = serving.CarefulProtocol.connection_lost

    def noted(self: serving.CarefulProtocol, error: Exception | None) -> None:
        lost(self, error)
        cut.set()

    monkeypatch.setattr(serving.CarefulProtocol, "connection_lost", noted)

    async def dawdle(at: Door, reach: Reach) -> None:
        loop = asyncio.get_running_loop()
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.setblocking(False)
            await loop.sock_connect(line, ("127.0.0.1", reach.port))
            head = (
                f"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{reach.port}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
            )
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(1):
                    await loop.sock_sendall(line, head.encode() * 300)
            async with asyncio.timeout(60):
                await cut.wait()
        at.closing.set()

    async def work() -> None:
        tasks = []
        server: list[serving._Server] = []
        made = serving._Server.startup

        async def started(self: serving._Server, sockets: list[socket.socket] | None = None) -> None:
            server.append(self)
            await made(self, sockets)

        monkeypatch.setattr(serving._Server, "startup", started)

        async def client(at: Door, reach: Reach) -> None:
            try:
                await dawdle(at, reach)
            finally:
                server[0].should_exit = True

        def ready(at: Door, reach: Reach) -> None:
            tasks.append(asyncio.ensure_future(client(at, reach)))

        async with App(tmp_path / "home") as app:
            await serving.serve(app, Grants(), Reach(port=0, token=TOKEN), ready)
        await asyncio.gather(*tasks)

    asyncio.run(asyncio.wait_for(work(), 120))
    assert cut.is_set()
