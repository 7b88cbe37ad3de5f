"""A real Chromium that looks at pages and sends back what it saw, or a loud skip."""

from __future__ import annotations

import functools
import http.server
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from indagate.flows.report.pages import find_chromium

DARK = "--blink-settings=preferredColorScheme=0"
LONGEST = 150.0
"""Seconds that a browser may take on a slow machine."""


def chromium() -> str:
    """Return the browser; without one the test is skipped, or fails where real parts are required."""
    found = find_chromium()
    if found is None:
        if os.environ.get("INDAGATE_REQUIRE_REAL"):
            pytest.fail("there is no Chromium, and INDAGATE_REQUIRE_REAL is set")
        pytest.skip("SKIPPED: there is no Chromium on this machine, so no page is looked at")
    return found


class _Listener(http.server.SimpleHTTPRequestHandler):
    """Serves a folder on loopback, and takes what the page sends."""

    told: queue.Queue[bytes]

    def do_POST(self) -> None:
        self.told.put(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def looked_at(folder: Path, page: str, *flags: str) -> dict[str, Any]:
    """Open a page of the folder and return the JSON that its script sends when it is done."""
    browser = chromium()
    told: queue.Queue[bytes] = queue.Queue()
    listener = type("Listener", (_Listener,), {"told": told})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(listener, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [
        browser, "--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder / 'profile'}",
        "--window-size=1280,900", "--remote-debugging-port=0", *flags, f"http://127.0.0.1:{server.server_port}/{page}",
    ]  # fmt: skip
    if os.geteuid() == 0:
        command.insert(1, "--no-sandbox")
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        seen: dict[str, Any] = msgspec.json.decode(told.get(timeout=LONGEST))
        return seen
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        server.shutdown()
        server.server_close()
