"""Cases for the scorer and gold for the server: reading the folders of `cases/`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Meaning:
    """What a perfect model would mean in one case: its flow, and its gold by role."""

    case: str
    flow: str
    by_role: dict[str, Any] = field(default_factory=dict)

    def of(self, role: str, default: Any = None) -> Any:
        """Return the gold of a role."""
        return self.by_role.get(role, default)


@dataclass(frozen=True)
class Case:
    """What is put in, what is to come out, and where its input files lie. A bad case is marked, and still counts."""

    id: str
    flow: str
    kind: str
    input: dict[str, Any]
    expect: dict[str, Any]
    folder: Path
    author: str = ""
    bad: str = ""
    calls: int = 60
    note: str = ""

    @property
    def question(self) -> str:
        return str(self.input.get("question") or self.input.get("goal") or self.input.get("text") or "")

    def path(self, name: str) -> Path | None:
        """Return an input folder or file of the case."""
        given = self.input.get(name)
        return self.folder / given if given else None


@dataclass(frozen=True)
class CaseSet:
    """A folder of cases with their gold."""

    name: str
    folder: Path

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        marks = {row["id"]: row["why"] for row in rows(self.folder / "bad.jsonl")}
        known = Case.__dataclass_fields__.keys() - {"folder", "bad"}
        return tuple(
            Case(**{k: v for k, v in row.items() if k in known}, folder=self.folder, bad=marks.get(row["id"], ""))
            for row in rows(self.folder / "cases.jsonl")
        )

    @cached_property
    def gold(self) -> dict[str, Meaning]:
        flows = {case.id: case.flow for case in self.cases}
        lines = rows(self.folder / "entries.jsonl")  # of a notebook: what its lines tell, the same for every question
        read = {"parser": {"lines": lines}} if lines else {}
        return {
            row["id"]: Meaning(row["id"], flows[row["id"]], {**read, **row["meaning"]})
            for row in rows(self.folder / "gold.jsonl")
            if row["id"] in flows
        }


def chats(root: Path = CASES) -> dict[str, Meaning]:
    """Return the gold of single inputs of a chat, by id."""
    found = [row for path in sorted(root.glob("*/chat.jsonl")) for row in rows(path)]
    return {row["id"]: Meaning(row["id"], "notes", row["meaning"]) for row in found}


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON lines; none if there is no file."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def sets(root: Path = CASES) -> dict[str, CaseSet]:
    """Return the sets of cases, by name."""
    found = sorted(path.parent for path in root.glob("*/cases.jsonl"))
    return {folder.name: CaseSet(folder.name, folder) for folder in found}
