"""A line that others cannot read: TLS of our own with a self-signed certificate, and a proxy that speaks it for us."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from .conftest import let_in
from .service import PAPERS, PATIENCE, QUESTION, events, serving, start, until
from .test_page_steering import state

NAME = "research.example"
pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="SKIPPED: there is no openssl, so TLS is not tried")


@dataclass(frozen=True)
class Pair:
    """A self-signed certificate and its key."""

    certificate: Path
    key: Path

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = tmp_path_factory.mktemp("tls")
    found = Pair(folder / "cert.pem", folder / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
         f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1", "-keyout", found.key, "-out", found.certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return found


def test_over_tls_the_token_crosses_no_open_line(browser: Any, pair: Pair, tmp_path: Path) -> None:
    """The link is https, the cookie is Secure, events stream; without TLS, and to who does not trust it, nothing."""
    options = ("--shelf", f"papers={PAPERS}", "--tls-cert", pair.certificate, "--tls-key", pair.key)
    with serving(tmp_path / "home", *options) as service:
        assert service.url.startswith("https://")
        with httpx2.Client(base_url=service.url, headers=service.bearer, timeout=PATIENCE, verify=pair.trust) as client:
            run = start(client).json()["run"]
            with client.stream("GET", f"/api/runs/{run}/events") as response:
                kinds = [kind for kind, _, _ in events(response)]
            assert kinds[-1] == "end" and kinds.count("row") > 10
            entered = httpx2.get(f"{service.url}/?token={service.token}", verify=pair.trust)
            assert entered.status_code == 303 and "; Secure" in entered.headers["set-cookie"]
        with pytest.raises(httpx2.HTTPError):
            httpx2.get(f"{service.url}/healthz", timeout=PATIENCE)
        with pytest.raises(httpx2.HTTPError):
            httpx2.get(f"http://127.0.0.1:{service.port}/healthz", timeout=PATIENCE)
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        with pytest.warns(DeprecationWarning):
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with socket.create_connection(("127.0.0.1", service.port)) as line, pytest.raises(OSError):
            old.wrap_socket(line)
        with let_in(browser, service, ignore_https_errors=True) as tab:
            tab.click("nav.new >> text=mission")
            tab.fill("[name=question]", QUESTION)
            tab.click("button:has-text('Start')")
            state(tab, "AWAITING_APPROVAL")
            tab.click("button[value=approve]")
            state(tab, "COMPLETED")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextlib.contextmanager
def proxy(pair: Pair, port: int) -> Iterator[int]:
    """Speak TLS before a server on loopback, as a reverse proxy does; yield the port."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(pair.certificate, pair.key)
    loop = asyncio.new_event_loop()

    async def pour(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await source.read(65536):
                into.write(piece)
                await into.drain()
        into.close()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pour(reader, outer), pour(inner, writer))

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    begun = asyncio.start_server(handle, "127.0.0.1", 0, ssl=context)
    try:
        yield asyncio.run_coroutine_threadsafe(begun, loop).result(PATIENCE).sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)


def test_behind_a_proxy_it_goes_by_its_own_name(pair: Pair, tmp_path: Path) -> None:
    """The link names the proxy; forms of its own page are taken, those of others and past the proxy are not."""
    options = ("--shelf", f"papers={PAPERS}", "--behind-proxy", "127.0.0.1", "--name", NAME)
    port = free_port()
    with serving(tmp_path / "home", *options, port=port) as service:
        assert service.url == f"https://{NAME}"
        with (
            proxy(pair, port) as outside,
            httpx2.Client(
                base_url=f"https://localhost:{outside}", headers={"Host": NAME}, verify=pair.trust, timeout=PATIENCE
            ) as browser,
        ):
            entered = browser.get(f"/?token={service.token}")
            assert entered.status_code == 303 and "; Secure" in entered.headers["set-cookie"]
            cookie = {"Cookie": entered.headers["set-cookie"].partition(";")[0]}
            wanted = {"flow": "task", "input": {"goal": "1 + 1"}}
            taken = browser.post("/api/runs", json=wanted, headers={**cookie, "Origin": f"https://{NAME}"})
            assert taken.status_code == 201
            for origin in (f"http://{NAME}", "https://elsewhere.example"):
                refused = browser.post("/api/runs", json=wanted, headers={**cookie, "Origin": origin})
                assert refused.json()["code"] == "wrong_origin"
            assert browser.get("/api/runs", headers={**cookie, "Host": "elsewhere.example"}).status_code == 403
            browser.headers |= service.bearer
            until(browser, taken.json()["run"], "DONE")
    options = ("--behind-proxy", "127.0.0.2", "--name", NAME)
    with serving(tmp_path / "other", *options, port=port):
        past = httpx2.get(f"http://127.0.0.1:{port}/healthz", headers={"Host": NAME}, timeout=PATIENCE)
        assert past.json()["code"] == "not_the_proxy"
