"""The real program, run as a user runs it: a process, a home of its own, no terminal."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("indagate")
OWN_FLOW = ROOT / "examples" / "own_flow" / "inventory.py"
CORPUS = ROOT / "examples" / "heat-pumps"
PATIENCE = 180.0


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as one JSON value."""
        return json.loads(self.out)


@dataclass(frozen=True)
class User:
    """A person with a folder and a home in it."""

    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / ".indagate"

    def environment(self, **extra: str) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("INDAGATE_HOME", "COLUMNS") and "API_KEY" not in k}
        kept |= {"XDG_DATA_HOME": str(self.folder / ".data"), "XDG_CONFIG_HOME": str(self.folder / ".config")}
        return {**kept, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", **extra}

    def __call__(self, *words: str | Path, stdin: str = "", **extra: str) -> Done:
        """Run a command to its end."""
        done = subprocess.run(
            [PROGRAM, *map(str, words)], cwd=self.folder, input=stdin, capture_output=True, text=True,
            timeout=PATIENCE, env=self.environment(**extra), check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    @contextlib.contextmanager
    def begun(self, *words: str | Path) -> Iterator[subprocess.Popen[str]]:
        """Begin a command, and see that it is gone afterwards."""
        process = subprocess.Popen(
            [PROGRAM, *map(str, words)], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=self.environment(),
        )  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.communicate(timeout=PATIENCE)

    def papers(self, *names: str, folder: str = "papers") -> Path:
        """Make a folder of small files."""
        place = self.folder / folder
        place.mkdir(exist_ok=True)
        for name in names:
            (place / name).write_text(f"about {name}")
        return place

    def slow_flow(self, seconds: float) -> str:
        """Write the example flow with a tool that takes its time, and return how to name it."""
        text = OWN_FLOW.read_text()
        quick = "    content = Path(folder, path).read_bytes()\n"
        assert quick in text
        slow = text.replace(quick, f"    __import__('time').sleep({seconds})\n{quick}").replace("limit=8", "limit=1")
        (self.folder / "slow.py").write_text(slow)
        return "slow.py:FLOW"

    def rows(self, run: str = "last") -> list[dict[str, Any]]:
        """Return the rows of a run."""
        return [json.loads(line) for line in self("events", run, "--json").out.splitlines()]

    def wait_for_rows(self, count: int, name: str) -> None:
        """Wait until the journal has so many rows of a name; read directly, since a process a look is too slow."""
        until = time.monotonic() + PATIENCE
        journal = self.home / "journal.db"
        while time.monotonic() < until:
            with contextlib.suppress(sqlite3.OperationalError):
                with contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
                    found = connection.execute("SELECT count(*) FROM rows WHERE name = ?", (name,)).fetchone()[0]
                if found >= count:
                    return
            time.sleep(0.02)
        raise AssertionError(f"never saw {count} rows {name}")
