"""Putting several agents' answers together by rule: each once, the research first."""

from __future__ import annotations

from indagate.flows.task.ask import MergeQuestion, Merger


def merge(asked: MergeQuestion) -> Merger:
    """Return the parts one after the other; one that says the same as another is left out."""
    kept: dict[str, str] = {}
    for _, answer in asked.parts:
        kept.setdefault(" ".join(answer.casefold().split()), answer.strip())
    return Merger("\n\n".join(kept.values()))
