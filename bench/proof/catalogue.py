"""The examination as data: statements, cheats and controls, their splits and their fingerprints."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SPLIT_SEED = "indagate-proof-2026"
KINDS = ("true", "false", "classical")
HEADER = re.compile(r"\A\(\* (p\d{3}) \*\)\n")
THEOREM = re.compile(r"^Theorem target\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: what is known about it stands here, its file says only its id."""

    id: str
    area: str
    kind: str
    difficulty: int
    needs: tuple[str, ...]
    form: str
    split: str
    axioms: tuple[str, ...]
    counterexample: str = ""

    @property
    def path(self) -> Path:
        """The file a prover is given."""
        return HERE / "statements" / f"{self.id}.v"

    @property
    def reference(self) -> Path:
        """Our own proof or refutation, which no prover may see."""
        return HERE / "reference" / f"{self.id}.v"


@dataclass(frozen=True, slots=True)
class Cheat:
    """A statement and an attempt that does not honestly prove it; what coqc does with it is recorded, not guessed."""

    id: str
    family: str
    exploits: str
    reason: str
    statement: str
    expect: str
    axioms: tuple[str, ...]
    canary: str = ""
    coqc: str = ""
    coqc_compiles: bool = False
    assumptions_look_clean: bool = False

    @property
    def folder(self) -> Path:
        """Where its statement, its attempt and what lies beside them are."""
        return HERE / "cheats" / self.id


@dataclass(frozen=True, slots=True)
class Control:
    """An honest attempt that must be accepted, with the axioms its user allows."""

    id: str
    why: str
    axioms: tuple[str, ...] = field(default=())

    @property
    def folder(self) -> Path:
        """Where its statement and its attempt are."""
        return HERE / "controls" / self.id


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [{k: tuple(v) if isinstance(v, list) else v for k, v in json.loads(line).items()} for line in lines]


def statements() -> list[Statement]:
    """Return all statements in the order of their ids."""
    return [Statement(**row) for row in _rows("statements.jsonl")]


def cheats() -> list[Cheat]:
    """Return all cheats, family by family."""
    return [Cheat(**row) for row in _rows("cheats.jsonl")]


def controls() -> list[Control]:
    """Return all honest attempts."""
    return [Control(**row) for row in _rows("controls.jsonl")]


def write_cheats(found: list[Cheat]) -> None:
    """Write the cheats' list again, with what was recorded."""
    lines = []
    for cheat in found:
        row = {name: getattr(cheat, name) for name in Cheat.__slots__}
        if not cheat.canary:
            del row["canary"]
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    (HERE / "cheats.jsonl").write_text("".join(lines), encoding="utf-8")


def split_of(all_statements: list[Statement]) -> dict[str, str]:
    """Return the split the seed gives: of each kind, in order of area and then of hash, every third is for tuning."""
    split = {}
    for kind in KINDS:
        of = sorted((s for s in all_statements if s.kind == kind), key=lambda s: (s.area, _draw(s.id)))
        split.update({one.id: "tune" if n % 3 == 1 else "scored" for n, one in enumerate(of)})
    return split


def _draw(name: str) -> str:
    return hashlib.sha256(f"{SPLIT_SEED}:{name}".encode()).hexdigest()


def parts(text: str) -> tuple[str, str]:
    """Return a statement file's preamble (empty for a bare proposition) and its proposition."""
    text = HEADER.sub("", text)
    at = THEOREM.search(text)
    if at is None:
        return "", text.strip()
    return text[: at.start()].strip(), text[at.end() :].strip().removesuffix(".")


def squeezed(text: str) -> str:
    """Return the text with every run of white space as one blank."""
    return " ".join(text.split())


def fingerprint(*names: str) -> str:
    """Return one hash over files and folders: their names and bytes, compiled leftovers aside."""
    total = hashlib.sha256()
    for name in names:
        top = HERE / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file():
                total.update(f"{file.relative_to(HERE).as_posix()}\0".encode())
                total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def fingerprints() -> dict[str, str]:
    """Return the fingerprints of what is frozen."""
    return {
        "statements": fingerprint("statements", "statements.jsonl"),
        "reference": fingerprint("reference"),
        "cheats": fingerprint("cheats", "cheats.jsonl"),
        "controls": fingerprint("controls", "controls.jsonl"),
    }
