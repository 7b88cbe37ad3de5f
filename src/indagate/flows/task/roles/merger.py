"""The merger: one answer from the answers of several agents. It has no rule: without a model they stand in a row."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indagate.models import Role
from indagate.models.value import mistakes


@dataclass(frozen=True, slots=True)
class MergeQuestion:
    """What do several agents' answers come to? Each part has its name, its question and its answer.

    `form` is the JSON Schema of the one answer, where a program reads it.
    """

    goal: str
    parts: tuple[tuple[str, str, str], ...]
    feedback: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class Merger:
    """One answer from several."""

    answer: str


def in_a_row(parts: tuple[tuple[str, str, str], ...]) -> str:
    """Return the parts' answers one after the other, each under its question; equal ones once."""
    kept: dict[str, str] = {}
    for _, question, answer in parts:
        kept.setdefault(answer, question)
    return next(iter(kept)) if len(kept) == 1 else "\n\n".join(f"{asked}\n{said}" for said, asked in kept.items())


def _complaints(asked: MergeQuestion, given: Merger) -> list[str]:
    if not given.answer.strip():
        return ["the answer is empty"]
    return mistakes(given.answer, asked.form) if asked.form else []


MERGER: Role[MergeQuestion, Merger] = Role(
    "merger",
    Merger,
    doc="one answer from several agents' answers",
    prompt=Path(__file__).with_name("merger.md"),
    max_tokens=3000,
    check=_complaints,
)
