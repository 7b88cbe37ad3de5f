"""The three examinations (questions, routes, dates) and the later sets: reading them, their frozen fingerprints."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SPLITS = HERE / "splits.tsv"
SPLIT_SEED = "notes-2026-11-21"
SETS = ("questions", "routes", "dates")
LATER = ("2", "3", "4", "5")
HALVES = ("dev", "scored")
FROZEN_FILES = ("notebook.md", "truth.jsonl", "hand.txt")


def rows(name: str, folder: Path = HERE) -> list[dict[str, Any]]:
    """Return the inputs of an examination, as written."""
    source = folder / f"{name}.jsonl"
    return [json.loads(line) for line in source.read_text("utf-8").splitlines()]


def half_name(number: str, half: str) -> str:
    """Return how the file of a half of a later set is called, without its ending."""
    return f"questions{number}" + ("-dev" if half == "dev" else "")


def half_mark(number: str, half: str) -> str:
    """Return what the ids of a half of a later set begin with."""
    return f"{half}-" if number == "2" else f"{half}{number}-"


def later(number: str, half: str) -> list[dict[str, Any]]:
    """Return the questions of a half of a later set; none before it is written."""
    name = half_name(number, half)
    return rows(name) if (HERE / f"{name}.jsonl").exists() else []


def later_scored() -> list[dict[str, Any]]:
    """Return the questions that are for scoring only, of all later sets."""
    return [row for number in LATER for row in later(number, "scored")]


def digest(text: str) -> str:
    """Return a short hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fingerprint(row: dict[str, Any]) -> str:
    """Return a short hash of an input as written: a frozen one that was changed shows."""
    return digest(json.dumps(row, sort_keys=True, ensure_ascii=False))


def drawn() -> dict[str, str]:
    """Return id → split: of each set, ordered by kind and a hash of seed and id, every third is for tuning."""
    found: dict[str, str] = {}
    for name in SETS:
        order = sorted((row["kind"], digest(f"{SPLIT_SEED}:{row['id']}"), row["id"]) for row in rows(name))
        found |= {one: "tune" if place % 3 == 1 else "scored" for place, (_, _, one) in enumerate(order)}
    return found


def splits() -> dict[str, tuple[str, str]]:
    """Return id (or file) → (split, fingerprint) as frozen; empty before the freezing."""
    return kept(SPLITS)


def kept(file: Path) -> dict[str, tuple[str, str]]:
    """Return what a file of splits says; nothing if there is none."""
    if not file.exists():
        return {}
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return {line[0]: (line[1], line[2]) for line in lines}


def current() -> dict[str, tuple[str, str]]:
    """Return what splits() should be, from the files as they are."""
    halves = drawn()
    now = {name: ("file", digest((HERE / name).read_text("utf-8"))) for name in FROZEN_FILES}
    return now | {row["id"]: (halves[row["id"]], fingerprint(row)) for name in SETS for row in rows(name)}


def later_splits(number: str) -> Path:
    """Return the file that holds the fingerprints of a later set."""
    return HERE / f"splits{number}.tsv"


def later_current(number: str) -> dict[str, tuple[str, str]]:
    """Return what later_splits() should hold, from the files as they are."""
    return {row["id"]: (half, fingerprint(row)) for half in HALVES for row in later(number, half)}


def freeze() -> None:
    """Write splits.tsv; done once, and refused when it exists."""
    if SPLITS.exists():
        raise SystemExit(f"{SPLITS.name} exists: the examination is frozen")
    lines = [f"# id or file, split, fingerprint; seed {SPLIT_SEED}"]
    lines += [f"{one}\t{split}\t{mark}" for one, (split, mark) in current().items()]
    SPLITS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
