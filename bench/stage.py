"""The stage: where contenders perform, each in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.disk import Disk
from bench.peers import NEEDED, ROOT, Peers


@dataclass(frozen=True, slots=True)
class Contender:
    """Who competes: a name for the tables, the module in bench.contenders, and which of its ways."""

    label: str
    module: str
    setting: str = ""


BARE = Contender("bare SQLite", "bare")
OURS = Contender("indagate", "indagate")
LANGGRAPH = Contender("LangGraph, SqliteSaver", "langgraph", "sync")
LANGGRAPH_ASYNC = Contender("LangGraph, AsyncSqliteSaver", "langgraph", "async")
LANGGRAPH_DELTA = Contender("LangGraph, DeltaChannel (beta)", "langgraph", "delta")
BURR = Contender("Burr", "burr", "shipped")
BURR_WAL = Contender("Burr, file set to WAL", "burr", "wal")
DBOS = Contender("DBOS", "dbos", "shipped")
DBOS_WAL = Contender("DBOS, file set to WAL", "dbos", "wal")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done: steps of a chain, sizes to weigh (the last to resume), runs at once, repeats, a cap."""

    steps: int
    sizes: tuple[int, ...]
    runs: int
    repeats: int
    cap: float  # seconds
    manuals: tuple[int, ...] = (28_000,)  # passages; beyond the first, once


FULL = Scale(steps=500, sizes=(1000, 5000), runs=1000, repeats=3, cap=90, manuals=(28_000, 280_000))
QUICK = Scale(steps=200, sizes=(200, 1000), runs=200, repeats=1, cap=10)


@dataclass(frozen=True, slots=True)
class Took:
    """What a performance took: seconds by the contender's clock, from the process's start to a body, and syncs.

    Of a crew, also the seconds of processor that its processes and their server took.
    """

    seconds: float
    whole: float = 0.0
    syncs: int = -1
    processor: float = 0.0
    server: float = 0.0


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why there is no figure; `capped` when the time was up."""

    why: str
    capped: bool = False


class Stage:
    """Runs contenders on one disk. A contender that fails or takes too long gives `Stopped`, never an exception."""

    def __init__(self, disk: Disk, peers: Peers, scale: Scale) -> None:
        self.disk = disk
        self.peers = peers
        self.scale = scale

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """Yield an empty folder on the disk."""
        folder = Path(tempfile.mkdtemp(dir=self.disk.folder))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def python(self, contender: Contender) -> str:
        """Return the interpreter that has this contender."""
        return str(self.peers.python) if contender.module in NEEDED else sys.executable

    def perform(
        self, contender: Contender, duty: str, *, folder: Path | None = None, slow: bool = True,
        cap: float | None = None, **work: Any,
    ) -> Took | Stopped:  # fmt: skip
        """Let a contender do a duty, in `folder` or a fresh one, for at most `cap` seconds."""
        if contender.module in self.peers.missing:
            return Stopped(self.peers.missing[contender.module])
        if folder is None:
            with self.folder() as fresh:
                return self.perform(contender, duty, folder=fresh, slow=slow, cap=cap, **work)
        given = {"folder": str(folder), "setting": contender.setting, "duty": duty, **work}
        command = [self.python(contender), "-m", "bench.contend", contender.module, json.dumps(given)]
        quiet = {"LANGSMITH_TRACING": "false", "PYTHONWARNINGS": "ignore"}
        environment = {**os.environ, **quiet, **self.disk.settings(slow=slow)}
        began = time.monotonic()
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=cap, check=False
            )
        except subprocess.TimeoutExpired:
            return Stopped(f"stopped after {cap:g} s", capped=True)
        if done.returncode != 0:
            return Stopped(f"failed: {(done.stderr.strip() or 'no message').splitlines()[-1]}")
        said = json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {}
        whole = said["reached"] - began if "reached" in said else time.monotonic() - began
        return Took(
            said.get("seconds", 0.0), whole, said.get("syncs", -1), said.get("processor", 0.0), said.get("server", 0.0)
        )
