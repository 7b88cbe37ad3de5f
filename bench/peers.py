"""The peers, in a virtual environment of the bench's own, each version pinned."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINS = Path(__file__).with_name("peers.txt")
FOLDER = ROOT / ".bench-venv"

NEEDED: Mapping[str, tuple[str, ...]] = {
    "langgraph": ("langgraph", "langgraph-checkpoint-sqlite"),
    "burr": ("apache-burr",),
    "dbos": ("dbos",),
}
"""Which distributions each peer is."""


@dataclass(frozen=True, slots=True)
class Peers:
    """The interpreter that has the peers, the version of each, and why one is missing."""

    python: Path
    versions: Mapping[str, str]
    missing: Mapping[str, str]


def install(say: Callable[[str], None]) -> Peers:
    """Install the pinned peers unless they are there, and tell which can be used."""
    python = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    stamp = FOLDER / ".ready"
    wanted = hashlib.sha256(PINS.read_bytes()).hexdigest()
    trouble = ""
    if not (stamp.exists() and stamp.read_text() == wanted):
        say(f"installing the peers into {FOLDER.name}")
        venv.create(FOLDER, with_pip=True, clear=True)
        trouble = _pip(python, "--require-hashes", "-r", str(PINS))
        if trouble:
            _piecewise(python)
        else:
            stamp.write_text(wanted)
    versions, missing = {}, {}
    for peer, distributions in NEEDED.items():
        found = _version(python, peer, distributions)
        if found:
            versions[peer] = found
        else:
            missing[peer] = f"not installed: {trouble or 'it cannot be imported'}"
    return Peers(python, versions, missing)


def _pip(python: Path, *what: str) -> str:
    """Install; return an empty text, or the last thing that pip said."""
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *what]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else (done.stderr.strip() or "pip failed").splitlines()[-1]


def _piecewise(python: Path) -> None:
    """Install one distribution after another, so that a missing one takes only its own peer away."""
    for pin in re.split(r"\n(?=\S)", PINS.read_text()):
        if "==" in pin:
            draft = FOLDER / "one.txt"
            draft.write_text(pin + "\n")
            _pip(python, "--no-deps", "--require-hashes", "-r", str(draft))


def _version(python: Path, peer: str, distributions: tuple[str, ...]) -> str:
    """Return the versions of a peer whose contender can be loaded, else an empty text."""
    code = (
        f"import sys, importlib.metadata as m, bench.contenders.{peer}\n"
        "print(*(f'{name} {m.version(name)}' for name in sys.argv[1:]), sep=', ')"
    )
    command = [str(python), "-c", code, *distributions]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
