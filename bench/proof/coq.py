"""Plain coqc under limits of time, memory and output; and the naive judgement that reads what it printed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SECONDS = 40
MEMORY = 4 << 30
OUTPUT = 32 << 20
CLEAN = "Closed under the global context"
ASSUMED = re.compile(r"^([^\s:]+)", re.MULTILINE)
EXHAUSTED = ("Out of memory", "Stack overflow", "out_of_memory", "No space left", "File too large")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What coqc did with a file: compiles, refuses, or endless (time, memory or output ran out)."""

    verdict: str
    output: str


def compile_file(folder: Path, name: str, seconds: float = SECONDS) -> Outcome:
    """Compile folder/name as a user would, in that folder."""
    with tempfile.TemporaryFile() as sink:
        started = subprocess.Popen(
            ["prlimit", f"--as={MEMORY}", f"--fsize={OUTPUT}", "--core=0", "coqc", "-q", name],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code: int | None = started.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
            started.wait()
        size = sink.seek(0, os.SEEK_END)
        sink.seek(0)
        output = sink.read(1 << 20).decode("utf-8", "replace")
    if code is None or code < 0 or size >= OUTPUT or (code != 0 and any(word in output for word in EXHAUSTED)):
        return Outcome("endless", output)
    return Outcome("compiles" if code == 0 else "refuses", output)


def axioms(output: str) -> set[str] | None:
    """Return the names that `Print Assumptions`, the last command of a file, listed; None if it did not speak."""
    if CLEAN in output.rpartition("Axioms:")[2]:
        return set()
    if "Axioms:" not in output:
        return None
    return set(ASSUMED.findall(output.rpartition("Axioms:")[2]))


def allowed(found: set[str], allowlist: tuple[str, ...]) -> bool:
    """Return whether each printed (shortened) name is the end of an allowed full name."""
    return all(any(full == name or full.endswith("." + name) for full in allowlist) for name in found)
