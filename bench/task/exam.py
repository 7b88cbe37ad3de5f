"""The two examinations (goals, answers): reading them, their frozen split and fingerprints."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MATERIAL = HERE / "material"
SPLITS = HERE / "splits.tsv"
SPLIT_SEED = "task-2026-11-22"
SETS = ("goals", "answers")


@dataclass(frozen=True, slots=True)
class LaterSet:
    """A set of goals written after the first: its half for rule writers, and its half for scoring only."""

    number: int
    seen: str
    scored: str

    @property
    def halves(self) -> tuple[str, str]:
        """The names of both halves."""
        return self.seen, self.scored

    @property
    def material(self) -> Path:
        """The folder that holds its folders of documents and tables."""
        return HERE / f"material{self.number}"

    @property
    def splits(self) -> Path:
        """The file that holds its fingerprints."""
        return HERE / f"splits{self.number}.tsv"


LATER = (LaterSet(2, "dev", "scored2"), LaterSet(3, "dev3", "scored3"), LaterSet(4, "dev4", "scored4"))
LATER_HALVES = {half: one for one in LATER for half in one.halves}


def rows(name: str) -> list[dict[str, Any]]:
    """Return the inputs of an examination, as written."""
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").split("\n") if line]


def later_file(half: str) -> Path:
    """Return where a half of a later set is kept."""
    return HERE / f"goals{LATER_HALVES[half].number}-{half}.jsonl"


def later(half: str) -> list[dict[str, Any]]:
    """Return the goals of a half of a later set; none before it is written."""
    file = later_file(half)
    return rows(file.stem) if file.exists() else []


def folder(name: str) -> Path:
    """Return a folder of documents or tables, of whichever set has it."""
    places = [place / name for place in (MATERIAL, *(one.material for one in LATER)) if (place / name).is_dir()]
    return places[0] if places else MATERIAL / name


def digest(text: bytes) -> str:
    """Return a short hash."""
    return hashlib.sha256(text).hexdigest()[:16]


def fingerprint(row: dict[str, Any]) -> str:
    """Return a short hash of an input as written: a frozen one that was changed shows."""
    return digest(json.dumps(row, sort_keys=True, ensure_ascii=False).encode())


def materials(place: Path) -> dict[str, tuple[str, str]]:
    """Return the fingerprint of every document and table of a set."""
    files = sorted(path for path in place.glob("*/*") if path.is_file())
    return {path.relative_to(HERE).as_posix(): ("file", digest(path.read_bytes())) for path in files}


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


def current_later(one: LaterSet) -> dict[str, tuple[str, str]]:
    """Return what the fingerprints of a later set should be, from the files as they are."""
    goals = {row["id"]: (half, fingerprint(row)) for half in one.halves for row in later(half)}
    return materials(one.material) | goals


def current() -> dict[str, tuple[str, str]]:
    """Return what splits() should be, from the files as they are."""
    halves = drawn()
    return materials(MATERIAL) | {
        row["id"]: (halves[row["id"]], fingerprint(row)) for name in SETS for row in rows(name)
    }


def freeze() -> None:
    """Write splits.tsv; done once, and refused when it exists."""
    if SPLITS.exists():
        raise SystemExit(f"{SPLITS.name} exists: the examination is frozen")
    lines = [f"# id or file, split, fingerprint; seed {SPLIT_SEED}"]
    lines += [f"{one}\t{split}\t{mark}" for one, (split, mark) in current().items()]
    SPLITS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
