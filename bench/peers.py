"""The peers, in virtual environments of the bench's own, each version pinned."""

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
RESEARCHER_PINS = Path(__file__).with_name("researcher.txt")
RESEARCHER_FOLDER = ROOT / ".bench-venv-researcher"

NEEDED: Mapping[str, tuple[str, ...]] = {
    "langgraph": ("langgraph", "langgraph-checkpoint-sqlite"),
    "burr": ("apache-burr",),
    "dbos": ("dbos",),
    "langgraph_postgres": ("langgraph-checkpoint-postgres",),
    "dbos_postgres": ("psycopg",),
}
"""Which distributions each peer is, or needs for a way of its own."""


@dataclass(frozen=True, slots=True)
class Peers:
    """The interpreters that have the peers, the version of each, and why one is missing."""

    python: Path
    versions: Mapping[str, str]
    missing: Mapping[str, str]
    researcher: Path = Path()


def install(say: Callable[[str], None], *, researcher: bool) -> Peers:
    """Install the pinned peers unless they are there, gpt-researcher only where asked; tell which can be used."""
    python, trouble = _prepared(FOLDER, PINS, say, _piecewise)
    versions, missing = {}, {}
    for peer, distributions in NEEDED.items():
        found = _version(python, distributions, f"bench.contenders.{peer}")
        if found:
            versions[peer] = found
        else:
            missing[peer] = f"not installed: {trouble or 'it cannot be imported'}"
    if not researcher:
        return Peers(python, versions, {**missing, "gpt_researcher": "not asked for"})
    other, trouble = _prepared(RESEARCHER_FOLDER, RESEARCHER_PINS, say, lambda _: None)
    found = _version(other, ("gpt-researcher",), "gpt_researcher")
    if found:
        versions["gpt_researcher"] = found
    else:
        missing["gpt_researcher"] = f"not installed: {trouble or 'it cannot be imported'}"
    return Peers(python, versions, missing, other)


def _prepared(
    folder: Path, pins: Path, say: Callable[[str], None], otherwise: Callable[[Path], None]
) -> tuple[Path, str]:
    """Return an environment's interpreter, and what went wrong if it could not be filled with its pins."""
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    stamp = folder / ".ready"
    wanted = hashlib.sha256(pins.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return python, ""
    say(f"installing {pins.stem} into {folder.name}")
    venv.create(folder, with_pip=True, clear=True)
    trouble = _pip(python, "--require-hashes", "-r", str(pins))
    if trouble:
        otherwise(python)
    else:
        stamp.write_text(wanted)
    return python, trouble


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


def _version(python: Path, distributions: tuple[str, ...], module: str) -> str:
    """Return the versions of a peer whose module can be loaded, else an empty text."""
    code = (
        f"import sys, importlib.metadata as m, {module}\n"
        "print(*(f'{name} {m.version(name)}' for name in sys.argv[1:]), sep=', ')"
    )
    command = [str(python), "-c", code, *distributions]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip().splitlines()[-1] if done.returncode == 0 and done.stdout.strip() else ""
