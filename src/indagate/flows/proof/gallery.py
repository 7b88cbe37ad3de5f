"""The gallery of a home: every statement proved in it with its proof, and the lessons of every approach that failed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from indagate.flows.proof.statement import Statement
from indagate.store import digest, write_by_rename

_WORDS = re.compile(r"[A-Za-z_][\w']*")
_PLAIN = frozenset(("forall", "exists", "Theorem", "target", "Require", "Import", "nat", "list", "Type", "Prop"))


def related(home: Path, statement: Statement, limit: int = 3) -> tuple[str, ...]:
    """Return proofs of this very statement, kept in the gallery by earlier runs."""
    found = []
    for file in sorted((home / "gallery").glob("*.json")):
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            if kept["source"].split() == statement.source.split() and kept["language"] == statement.language:
                found.append(str(kept["proof"]))
        except (OSError, ValueError, KeyError, AttributeError):
            continue
    return tuple(found[:limit])


def lessons(home: Path, statement: Statement, limit: int = 5) -> tuple[str, ...]:
    """Return the lessons of other problems whose statements speak of the same things, the nearest first."""
    own = _speaks_of(statement.source)
    ranked = []
    for file in sorted((home / "lessons").glob("*.json")):
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            shared = len(own & _speaks_of(kept["source"]))
            if shared:
                ranked.append((-shared, file.name, str(kept["lesson"])))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return tuple(dict.fromkeys(lesson for _, _, lesson in sorted(ranked)))[:limit]


def _speaks_of(source: str) -> set[str]:
    return set(_WORDS.findall(source)) - _PLAIN


def keep_proof(home: Path, run: str, statement: Statement, proof: str, approach: str) -> str:
    """Hang a proof in the gallery; return its file. Raises `StorageError`."""
    kept = {
        "source": statement.source, "language": statement.language, "proof": proof, "approach": approach, "run": run,
    }  # fmt: skip
    return _keep(home / "gallery", f"{statement.source}\0{proof}", kept)


def keep_lesson(home: Path, run: str, statement: Statement, lesson: str) -> str:
    """Keep what an approach's end taught; return its file. Raises `StorageError`."""
    kept = {"source": statement.source, "language": statement.language, "lesson": lesson, "run": run}
    return _keep(home / "lessons", f"{statement.source}\0{lesson}", kept)


def _keep(folder: Path, identity: str, kept: dict[str, str]) -> str:
    path = folder / f"{digest(identity.encode())[:16]}.json"
    if not path.exists():
        write_by_rename(path, (json.dumps(kept, ensure_ascii=False, indent=1) + "\n").encode())
    return str(path)
