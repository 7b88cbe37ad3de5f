"""The two examinations (goals, answers): reading them, their frozen split and fingerprints."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MATERIAL = HERE / "material"
SPLITS = HERE / "splits.tsv"
SPLIT_SEED = "task-2026-11-22"
SETS = ("goals", "answers")
SECOND = ("dev", "scored2")
MATERIAL2 = HERE / "material2"
SPLITS2 = HERE / "splits2.tsv"


def rows(name: str) -> list[dict[str, Any]]:
    """Return the inputs of an examination, as written."""
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").split("\n") if line]


def second(split: str) -> list[dict[str, Any]]:
    """Return the goals of a half of the second set; none before it is written."""
    name = f"goals2-{split}"
    return rows(name) if (HERE / f"{name}.jsonl").exists() else []


def folder(name: str) -> Path:
    """Return a folder of documents or tables, of either set."""
    return MATERIAL / name if (MATERIAL / name).is_dir() else MATERIAL2 / name


def digest(text: bytes) -> str:
    """Return a short hash."""
    return hashlib.sha256(text).hexdigest()[:16]


def fingerprint(row: dict[str, Any]) -> str:
    """Return a short hash of an input as written: a frozen one that was changed shows."""
    return digest(json.dumps(row, sort_keys=True, ensure_ascii=False).encode())


def materials() -> list[Path]:
    """Return every document and table."""
    return sorted(path for path in MATERIAL.glob("*/*") if path.is_file())


def drawn() -> dict[str, str]:
    """Return id → split: of each set, ordered by kind and a hash of seed and id, every third is for tuning."""
    found: dict[str, str] = {}
    for name in SETS:
        order = sorted((row["kind"], digest(f"{SPLIT_SEED}:{row['id']}".encode()), row["id"]) for row in rows(name))
        found |= {one: "tune" if place % 3 == 1 else "scored" for place, (_, _, one) in enumerate(order)}
    return found


def splits() -> dict[str, tuple[str, str]]:
    """Return id (or file) → (split, fingerprint) as frozen; empty before the freezing."""
    return frozen(SPLITS)


def frozen(file: Path) -> dict[str, tuple[str, str]]:
    """Return what a file of splits says; nothing if there is none."""
    if not file.exists():
        return {}
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return {line[0]: (line[1], line[2]) for line in lines}


def current2() -> dict[str, tuple[str, str]]:
    """Return what splits2.tsv should hold, from the files as they are."""
    files = sorted(path for path in MATERIAL2.glob("*/*") if path.is_file())
    now = {path.relative_to(HERE).as_posix(): ("file", digest(path.read_bytes())) for path in files}
    return now | {row["id"]: (split, fingerprint(row)) for split in SECOND for row in second(split)}


def current() -> dict[str, tuple[str, str]]:
    """Return what splits() should be, from the files as they are."""
    halves = drawn()
    now = {path.relative_to(HERE).as_posix(): ("file", digest(path.read_bytes())) for path in materials()}
    return now | {row["id"]: (halves[row["id"]], fingerprint(row)) for name in SETS for row in rows(name)}


def freeze() -> None:
    """Write splits.tsv; done once, and refused when it exists."""
    if SPLITS.exists():
        raise SystemExit(f"{SPLITS.name} exists: the examination is frozen")
    lines = [f"# id or file, split, fingerprint; seed {SPLIT_SEED}"]
    lines += [f"{one}\t{split}\t{mark}" for one, (split, mark) in current().items()]
    SPLITS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
