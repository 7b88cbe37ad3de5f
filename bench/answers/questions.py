"""The questions: reading them, their split, and what makes a set of them sound."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
SPLITS = HERE / "splits.tsv"
SPLIT_SEED = "answers-2026-11-21"
KINDS = (
    "value-or-default",
    "limit",
    "definition",
    "yes-no",
    "how-to",
    "comparison",
    "two-pages",
    "paraphrased",
    "multi-part",
    "unanswerable",
)
OWN_KINDS = ("conflict", "agreement", "stale", "language", "planted")
LANGUAGES = {"handbuch": "de", "werke": "de", "aptitude": "ru", "biblioteka": "ru"}


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the data that decides whether an answer to it is right."""

    id: str
    manual: str
    kind: str
    question: str
    note: str
    page: str = ""
    page_ok: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    verdict: str = ""
    prefer: str = ""
    over: str = ""
    language: str = "en"
    answer_language: str = ""
    split: str = field(default="")

    @property
    def patterns(self) -> tuple[str, ...]:
        """Return every regular expression of the question."""
        single = tuple(pattern for pattern in (self.prefer, self.over) if pattern)
        return self.accept + self.reject + self.also + self.absent + single


def fingerprint(raw: dict[str, Any]) -> str:
    """Return a short hash of a question as written: a frozen question that was changed shows."""
    return hashlib.sha256(json.dumps(raw, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def raw_questions() -> list[tuple[str, dict[str, Any]]]:
    """Return (manual, fields) for every question in the files, in file order."""
    found: list[tuple[str, dict[str, Any]]] = []
    for path in sorted((HERE / "questions").glob("*.yaml")):
        found += [(path.stem, fields) for fields in yaml.safe_load(path.read_text("utf-8"))]
    return found


def questions() -> list[Question]:
    """Return every question with the split it was frozen into."""
    frozen = splits()
    return [build(manual, fields, frozen.get(str(fields["id"]), ("", ""))[0]) for manual, fields in raw_questions()]


def development() -> list[Question]:
    """Return the development questions: on other pages and other documents, neither frozen nor counted."""
    given = yaml.safe_load((HERE / "dev" / "questions.yaml").read_text("utf-8"))
    return [build(str(fields.pop("manual")), fields, "dev") for fields in given]


def build(manual: str, fields: dict[str, Any], split: str) -> Question:
    """Return the question for the fields of a file's line; unknown fields are an error."""
    given = dict(fields)
    for name in ("page_ok", "accept", "reject", "also", "absent"):
        given[name] = tuple(given.get(name, ()))
    if not given["page_ok"] and given.get("page"):
        given["page_ok"] = (given["page"],)
    given.setdefault("language", spoken(str(given["question"]), manual))
    return Question(manual=manual, split=split, **given)


def spoken(text: str, manual: str) -> str:
    """Return the language a question is asked in."""
    if re.search(r"[а-яё]", text.casefold()):
        return "ru"
    german = re.search(r"\b(der|die|das|wie|wird|wann|wozu|welche[nrs]?|man|nach|darf|kann|was)\b", text.casefold())
    return "de" if german and manual in {"handbuch", "werke", "station"} else LANGUAGES.get(manual, "en")


def splits() -> dict[str, tuple[str, str]]:
    """Return id → (split, fingerprint) as frozen."""
    if not SPLITS.exists():
        return {}
    rows = [line.split("\t") for line in SPLITS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {row[0]: (row[1], row[2]) for row in rows}


def drawn_split() -> dict[str, str]:
    """Return id → split: ordered by kind, manual and a hash of seed and id, every third question is for tuning."""
    order = sorted((str(f["kind"]), manual, digest(str(f["id"])), str(f["id"])) for manual, f in raw_questions())
    return {one: "tune" if place % 3 == 1 else "scored" for place, (_, _, _, one) in enumerate(order)}


def digest(text: str) -> int:
    """Return a number from a text and the split's seed."""
    return int.from_bytes(hashlib.sha256(f"{SPLIT_SEED}:{text}".encode()).digest()[:8])


def freeze() -> None:
    """Write splits.tsv; done once, and refused when it exists."""
    if SPLITS.exists():
        raise SystemExit(f"{SPLITS.name} exists: the questions are frozen")
    drawn = drawn_split()
    lines = [f"# id, split, fingerprint of the question; seed {SPLIT_SEED}"]
    lines += [f"{fields['id']}\t{drawn[str(fields['id'])]}\t{fingerprint(fields)}" for _, fields in raw_questions()]
    SPLITS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    freeze()
