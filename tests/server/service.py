"""A real server as a process on loopback, and who talks to it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("indagate")
PAPERS = ROOT / "examples" / "heat-pumps"
PATIENCE = 60.0
QUESTION = "How loud may a heat pump be at night?"


@dataclass
class Service:
    """A server under way: its address and token."""

    process: subprocess.Popen[str]
    url: str
    token: str
    home: Path

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def driver(self) -> int:
        """The number of the process that drives the server's runs."""
        (found,) = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(found)

    def client(self, **headers: str) -> httpx2.Client:
        """Return a client with the token."""
        return httpx2.Client(base_url=self.url, headers={**self.bearer, **headers}, timeout=PATIENCE)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> tuple[int, str]:
        """Stop it as an operator does; return the exit code and what it said on stderr."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextlib.contextmanager
def serving(
    home: Path, *options: str | Path, port: int = 0, new_session: bool = False, **extra: str
) -> Iterator[Service]:
    """Serve a home while the block runs."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("INDAGATE_") and "API_KEY" not in k}
    process = subprocess.Popen(
        [PROGRAM, "serve", "--home", str(home), "--port", str(port), *map(str, options)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**environment, "XDG_CONFIG_HOME": str(home / "config"), **extra},
        start_new_session=new_session,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        said = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"(https?://[^/]+)/\?token=(\S+)", said)
        assert found, f"{said}\n{process.stderr.read() if process.poll() is not None and process.stderr else ''}"
        yield Service(process, found[1], found[2], home)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE)


def until(client: httpx2.Client, run: str, *states: str, patience: float = PATIENCE) -> dict[str, Any]:
    """Wait until a run is in one of these states, and nobody drives it; return how it stands."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        shown = client.get(f"/api/runs/{run}").json()
        if shown["facts"]["state"] in states and not shown["facts"]["driven_by"]:
            return dict(shown)
        time.sleep(0.1)
    raise AssertionError(f"{run} never came to {states}: {shown['facts']}")


def start(client: httpx2.Client, *, approve: bool = True, **headers: str) -> httpx2.Response:
    """Start a mission on the shelf `papers`."""
    wanted = {"flow": "mission", "input": {"question": QUESTION, "corpus": "papers"}, "approve": approve}
    return client.post("/api/runs", json=wanted, headers=headers)


def events(response: httpx2.Response) -> Iterator[tuple[str, str, Any]]:
    """Yield kind, id and data of server-sent events."""
    kind, number, data = "message", "", ""
    for line in response.iter_lines():
        if not line and data:
            yield kind, number, json.loads(data)
            kind, data = "message", ""
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            number = value
        elif name == "data":
            data += value
