"""Row 8: how long reads of the server take beside live runs, and whether its memory grows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from typing import Any

import httpx2

from bench import stage as s
from bench.peers import ROOT
from bench.table import Table, verdict

LIVE = 20
RATE = 50.0
"""Reads a second."""
LATENCY = 3.0
"""Seconds that every call of the model takes."""
WINDOWS = 5
GOALS = (10.0, 1.1)
QUEUED = 100.0
"""Milliseconds of the median idle read beyond which reads only queue, so that a ratio would say nothing."""
NOT_AT_REST = "reads queue although nothing runs: the machine is not at rest"
WANTED = {
    "flow": "mission", "input": {"question": "How loud may a heat pump be at night?", "corpus": "papers"},
    "approve": True,
}  # fmt: skip


def resident(pid: int) -> float:
    """Return what a process and those that it started have in memory, in MiB; what they share counts for each."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    return (int(found[1]) / 1024 if found else 0.0) + sum(resident(int(child)) for child in below)


class _Keeper(threading.Thread):
    """Keeps so many runs alive, and notes every second the memory of the server and of what drives its runs."""

    def __init__(self, client: httpx2.Client, pid: int) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.pid = pid
        self.stopping = threading.Event()
        self.memory: list[float] = []
        self.live: list[int] = []
        self.started: list[str] = []

    def run(self) -> None:
        while not self.stopping.wait(1.0):
            self.live.append(self.fill())
            self.memory.append(resident(self.pid))

    def fill(self) -> int:
        """Start what is missing; return how many were live before."""
        live = int(self.client.get("/healthz").json()["live"])
        for _ in range(LIVE - live):
            answer = self.client.post("/api/runs", json=WANTED)
            if answer.status_code == 201:
                self.started.append(answer.json()["run"])
        return live


@contextmanager
def _serving(stage: s.Stage, folder: Path, model: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    command = [
        Path(sys.executable).with_name("indagate"), "serve", "--home", folder, "--port", "0", "--at-once", str(LIVE),
        "--shelf", f"papers={ROOT / 'examples' / 'heat-pumps'}", "--model", f"slow={model}",
    ]  # fmt: skip
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INDAGATE_")}
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.PIPE, text=True,
        env={**kept, **stage.disk.settings(slow=True)},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        process.stdout.readline()
        url, _, token = process.stdout.readline().strip().partition("/?token=")
        yield process, url, token
    finally:
        process.terminate()
        process.wait(60)


def _load(url: str, token: str, runs: list[str], seconds: float) -> dict[str, Any]:
    given = json.dumps({"url": url, "token": token, "runs": runs, "rate": RATE, "seconds": seconds})
    done = subprocess.run(
        [sys.executable, "-m", "bench.service.load", given], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _p99(took: list[float]) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * 0.99))]


def measure(stage: s.Stage) -> Table:
    """Read while nothing runs, then beside live runs for five windows; compare the p99s, and memory of two windows."""
    sys.path.insert(0, str(ROOT / "tests"))  # the scripted model is that of the tests
    from parts.scripted import Scripted

    window = 30.0 if stage.scale.repeats > 1 else 6.0
    table = Table(
        f"8. The server: {RATE:g} reads a second beside {LIVE} live runs, a model that takes {LATENCY:g} s a call",
        ("what", "idle", "beside live runs", "ratio", "goal", "met"),
    )
    with stage.folder() as folder, Scripted(latency=LATENCY) as model, _serving(stage, folder, model.model) as served:
        process, url, token = served
        with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
            keeper = _Keeper(client, process.pid)
            model.latency = 0.0
            keeper.fill()  # runs to be read while nothing is under way
            while client.get("/healthz").json()["live"]:
                time.sleep(0.5)
            model.latency = LATENCY
            runs = list(keeper.started)
            _load(url, token, runs, 3.0)  # what is imported at a first read is no part of either window
            idle = _load(url, token, runs, window)
            keeper.fill()
            keeper.start()
            busy = _load(url, token, runs + keeper.started[-LIVE:], window * WINDOWS)
            keeper.stopping.set()
            keeper.join(10)
    ratio = _p99(busy["took"]) / _p99(idle["took"])
    failed = [*idle["failed"], *busy["failed"]]
    rested = median(idle["took"]) <= QUEUED
    met = verdict(ratio <= GOALS[0] and not failed) if rested else table.excuse("p99", NOT_AT_REST)
    table.add(
        "p99, ms", f"{_p99(idle['took']):.1f}", f"{_p99(busy['took']):.1f}", f"{ratio:.1f}", f"≤ {GOALS[0]:g}", met
    )
    table.add("median, ms", f"{median(idle['took']):.1f}", f"{median(busy['took']):.1f}")
    size = max(1, len(keeper.memory) // WINDOWS)
    second, last = mean(keeper.memory[size : 2 * size]), mean(keeper.memory[-size:])
    growth = last / second
    label = f"memory, MB, windows of {window:g} s: second and last"
    table.add(label, f"{second:.0f}", f"{last:.0f}", f"{growth:.2f}", f"≤ {GOALS[1]:g}", verdict(growth <= GOALS[1]))
    table.remarks.append(
        f"{len(busy['took']):,} reads beside {min(keeper.live, default=0)} to {max(keeper.live, default=0)} live runs, "
        f"{len(keeper.started)} runs in all; {len(failed)} failed{': ' + failed[0] if failed else ''}. A read is timed "
        "from when it was due: lists, runs, rows, records, pages, flows in turn. In the line of memory the columns are "
        "the second window and the last."
    )
    table.samples = {"idle": idle, "busy": busy, "memory": keeper.memory, "live": keeper.live}
    return table
