"""The gallery of a home: every statement proved in it with its proof, and the lessons of every approach that failed."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from indagate.errors import InputError
from indagate.flows.proof.portfolio.approach import Related
from indagate.flows.proof.statement import Statement, read_statement
from indagate.storage import digest, write_by_rename

_WORDS = re.compile(r"[A-Za-z_][\w']+|\+\+|<->|->|/\\|\\/|[-+*/^<]|<=|::")
_PLAIN = frozenset(("forall", "exists", "Theorem", "target", "Require", "Import", "nat", "list", "Type", "Prop"))
_NEAR = 0.5
"""How much of their words two statements have to share to be called alike."""


def related(home: Path, statement: Statement, limit: int = 3) -> tuple[Related, ...]:
    """Return what the gallery has on this very statement, then on statements that are like it, the nearest first."""
    own = _speaks_of(statement.source)
    ranked = []
    for kept in _kept(home / "gallery"):
        if kept["language"] != statement.language:
            continue
        same = kept["source"].split() == statement.source.split()
        near = 1.0 if same else _likeness(own, _speaks_of(kept["source"]))
        with contextlib.suppress(InputError):
            there = read_statement(kept["source"], statement.language)
            found = Related(there.preamble, there.proposition, kept["proof"], kept["approach"], same)
            ranked += [(not same, -near, kept["proof"], found)] if near >= _NEAR else []
    return tuple(found for *_, found in sorted(ranked, key=lambda one: one[:3]))[:limit]


def lessons(home: Path, statement: Statement, limit: int = 5) -> tuple[str, ...]:
    """Return the lessons of other problems whose statements speak of the same things, the nearest first."""
    return tuple(dict.fromkeys(kept["lesson"] for _, kept in _near(home, statement)))[:limit]


def hindered(home: Path, statement: Statement) -> tuple[str, ...]:
    """Return the approaches that failed on at least two other problems much like this one."""
    failed: dict[str, set[str]] = {}
    for near, kept in _near(home, statement):
        if near >= _NEAR and kept["source"].split() != statement.source.split() and kept.get("approach"):
            failed.setdefault(kept["approach"], set()).add(kept["source"])
    return tuple(sorted(name for name, sources in failed.items() if len(sources) > 1))


def _near(home: Path, statement: Statement) -> list[tuple[float, dict[str, str]]]:
    own = _speaks_of(statement.source)
    ranked = [(_likeness(own, _speaks_of(kept["source"])), kept) for kept in _kept(home / "lessons")]
    found = [(near, kept) for near, kept in ranked if near > 0 and kept["language"] == statement.language]
    return sorted(found, key=lambda one: (-one[0], one[1]["source"], one[1]["lesson"]))


def _kept(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the entries of a folder; what cannot be read is passed over."""
    for file in sorted(folder.glob("*.json")):
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(kept, dict) and {"source", "language"} <= kept.keys() and kept.keys() & {"proof", "lesson"}:
            yield {name: str(said) for name, said in kept.items()}


def _likeness(own: set[str], other: set[str]) -> float:
    return len(own & other) / len(own | other) if own and other else 0.0


def _speaks_of(source: str) -> set[str]:
    return set(_WORDS.findall(source)) - _PLAIN


def keep_proof(home: Path, run: str, statement: Statement, proof: str, approach: str) -> str:
    """Hang a proof in the gallery; return its file. Raises `StorageError`."""
    kept = {
        "source": statement.source, "language": statement.language, "proof": proof, "approach": approach, "run": run,
    }  # fmt: skip
    return _keep(home / "gallery", f"{statement.source}\0{proof}", kept)


def keep_lesson(home: Path, run: str, statement: Statement, approach: str, lesson: str) -> str:
    """Keep what an approach's end taught; return its file. Raises `StorageError`."""
    kept = {
        "source": statement.source, "language": statement.language, "approach": approach, "lesson": lesson, "run": run,
    }  # fmt: skip
    return _keep(home / "lessons", f"{statement.source}\0{lesson}", kept)


def _keep(folder: Path, identity: str, kept: dict[str, str]) -> str:
    path = folder / f"{digest(identity.encode())[:16]}.json"
    if not path.exists():
        write_by_rename(path, (json.dumps(kept, ensure_ascii=False, indent=1) + "\n").encode())
    return str(path)
