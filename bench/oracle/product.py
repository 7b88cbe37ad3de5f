"""The product as a user has it: the installed wheel, as a process, in an empty home with nothing of the gold near."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 180.0


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Stdout as one JSON object; empty where it is none."""
        with contextlib.suppress(ValueError):
            value = json.loads(self.out)
            if isinstance(value, dict):
                return value
        return {}

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]


def install(folder: Path) -> Path:
    """Build the wheel and install it into an environment of its own; return its `indagate`.

    The libraries are those of the environment that runs this: only their folder is named to the new one.
    """
    built = folder / "wheel"
    for step in (
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")],
    ):
        subprocess.run(step, cwd=ROOT, check=True, capture_output=True)
    python = folder / "venv" / "bin" / "python"
    wheel = next(built.glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "libraries.pth").write_text(libraries + "\n", encoding="utf-8")
    return folder / "venv" / "bin" / "indagate"


@dataclass(frozen=True)
class Product:
    """The installed program and the folder of one case: home, and copies of the input."""

    program: Path
    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
        path = f"{self.program.parent}:/usr/local/bin:/usr/bin:/bin"
        return {
            **kept,
            "PATH": path,
            "HOME": str(self.folder),
            "INDAGATE_HOME": str(self.home),
            "OPENAI_API_KEY": "none",
        }

    def __call__(self, *words: str, stdin: str = "") -> Done:
        """Run a command to its end, with what is typed into it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with subprocess.Popen(
            [str(self.program), *words], cwd=self.folder, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment(),
        ) as process:  # fmt: skip
            try:
                out, err = process.communicate(stdin or None, timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                return Done(124, out, f"{err}\ngiven up after {PATIENCE:.0f} s")
        return Done(process.returncode, out, err)

    def killed(self, draw: random.Random, *words: str) -> str:
        """Start a command, kill it with -9 after a random row of its run; return that run's name, or nothing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        before, first = self._newest(), self.rows() + draw.randrange(1, 30)
        process = subprocess.Popen(
            [str(self.program), *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=self.environment(), start_new_session=True,
        )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end and self.rows() < first:
            time.sleep(0.002)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        newest = self._newest()
        return newest if newest != before else ""

    def rows(self) -> int:
        """How many rows the journal has."""
        return int(self._read("SELECT count(*) FROM rows") or 0)

    def _newest(self) -> str:
        return str(self._read("SELECT name FROM runs WHERE parent IS NULL ORDER BY rowid DESC LIMIT 1") or "")

    def _read(self, query: str) -> Any:
        journal = self.home / "journal.db"
        if not journal.is_file():
            return None
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True, timeout=1)) as connection,
        ):
            found = connection.execute(query).fetchone()
            return found[0] if found else None
        return None

    def bring(self, path: Path, name: str) -> Path:
        """Copy an input beside the home, so that nothing of the gold lies near it; return the copy."""
        copy = self.folder / "input" / name
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, copy)
            else:
                shutil.copy(path, copy)
        return copy
