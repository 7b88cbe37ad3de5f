from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import CLUSTERS, address_at

from parts.postgres import Cluster, running

HERE = Path(__file__).parent
IN_BOTH = {
    "test_changed_flow", "test_children", "test_keys", "test_kill", "test_leases",
    "test_matching", "test_overtaking", "test_pages", "test_signals", "test_spending", "test_steps",
}  # fmt: skip
"""What holds of a journal in a file and in Postgres alike: each of their tests is run with both."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in IN_BOTH:
        metafunc.parametrize("kept_in", ["file", "postgres"], indirect=True, scope="module")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with running() as made:
        yield made


@pytest.fixture(scope="module", autouse=True)
def kept_in(request: pytest.FixtureRequest) -> Iterator[str]:
    """What the journals of a test are kept in."""
    kind = getattr(request, "param", "file")
    if kind == "postgres":
        CLUSTERS.append(request.getfixturevalue("cluster"))
    yield kind
    CLUSTERS.clear()


class Process:
    """A forked driver of a run."""

    def __init__(self, pid: int, out: Path) -> None:
        self.pid, self.out = pid, out

    @property
    def alive(self) -> bool:
        try:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state != "Z"

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.send(signal.SIGKILL)
        self.join()

    def join(self, seconds: float = 60.0) -> dict[str, Any]:
        """Wait until the process is gone; return what it said, or nothing if it was killed."""
        until = time.monotonic() + seconds
        while self.alive:
            if time.monotonic() > until:
                self.send(signal.SIGKILL)
                raise AssertionError(f"process {self.pid} did not end")
            time.sleep(0.004)
        return json.loads(self.out.read_text()) if self.out.exists() else {}


class Nursery:
    """Starts processes that drive a run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._server = subprocess.Popen(
            [sys.executable, str(HERE / "nursery.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def drive(self, home: Path, kill: list[Any] | None = None, **more: Any) -> Process:
        out = self._folder / f"out-{next(self._numbers)}.json"
        command = {
            "home": str(home),
            "side": str(home / "side.txt"),
            "kill": kill,
            "out": str(out),
            "address": address_at(home),
            **more,
        }
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(command) + "\n")
        self._server.stdin.flush()
        return Process(int(self._server.stdout.readline()), out)

    def close(self) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(10)


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("nursery"))
    yield made
    made.close()
