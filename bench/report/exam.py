"""What a case is, which seeds are frozen, and the fingerprints of what they make."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SPLITS = HERE / "splits.tsv"
SEEDS = {"tune": (101, 102), "scored": (201, 202, 203)}
KINDS = (
    "trend",
    "regime_change",
    "volatility_regime",
    "anomaly",
    "lead_lag",
    "correlation",
    "seasonality",
    "composition",
    "ranking",
    "missing",
)
Cell = dt.date | float | int | str | None


@dataclass(slots=True)
class Table:
    """A table as it is meant, and how it is written to a file."""

    name: str
    columns: dict[str, list[Any]]
    form: str = "csv"
    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: str = "."
    german: bool = False
    header: list[str] | None = None
    places: int = 2

    @property
    def rows(self) -> list[list[Any]]:
        """The table row by row."""
        return [list(row) for row in zip(*self.columns.values(), strict=True)]


@dataclass(slots=True)
class Case:
    """A folder of data with what is in it."""

    name: str
    query: str
    tables: list[Table]
    findings: list[dict[str, Any]] = field(default_factory=list)
    traps: list[dict[str, Any]] = field(default_factory=list)
    neutral: list[dict[str, Any]] = field(default_factory=list)
    issues: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    language: str = "en"

    def truth(self, seed: int) -> dict[str, Any]:
        """Return what truth.json says."""
        gone = {
            table.name: {name: sum(cell is None for cell in column) for name, column in table.columns.items()}
            for table in self.tables
        }
        return {
            "case": self.name,
            "seed": seed,
            "query": self.query,
            "language": self.language,
            "tables": [table.name for table in self.tables],
            "findings": self.findings,
            "non_findings": self.traps,
            "neutral": self.neutral,
            "issues": self.issues,
            "nulls": gone,
        }


def digest(case: Case, seed: int) -> str:
    """Return a short hash of a case's tables and truth."""
    made = [case.truth(seed), [[t.name, t.form, t.header, t.columns] for t in case.tables], sorted(case.files)]
    return hashlib.sha256(json.dumps(made, sort_keys=True, default=str).encode()).hexdigest()[:16]


def file_digest(path: Path) -> str:
    """Return a short hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def frozen() -> dict[str, tuple[str, str]]:
    """Return case-seed (or file) → (split, fingerprint); empty before the freezing."""
    if not SPLITS.exists():
        return {}
    lines = [line.split("\t") for line in SPLITS.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return {line[0]: (line[1], line[2]) for line in lines}
