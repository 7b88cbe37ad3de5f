"""A sample of the matrix of bad habits: how runs of each flow end with a model that behaves so all along."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from bench.habits import HABITS, SERVED, Habitual, one

SAMPLE = (
    ("notes", "fence", "native", "done"), ("notes", "empty", "tool", "done"), ("task", "preamble", "prompted", "done"),
    ("task", "wrong type", "tool", "needs_model"), ("mission", "401", "native", "ERROR"),
)  # fmt: skip


@pytest.mark.parametrize(("flow", "habit", "mode", "outcome"), SAMPLE)
def test_a_habit_ends_a_run_in_a_named_outcome_and_breaks_no_promise(
    flow: str, habit: str, mode: str, outcome: str, tmp_path: Path
) -> None:
    """Done, partial, needs_model; an error only where a role had no usable answer at all, with the way out."""
    with Habitual(replace(HABITS[habit], always=True), "always", **SERVED[flow]) as service:
        ended = asyncio.run(one(flow, service, mode, tmp_path))
    assert ended.broken == ""
    assert ended.outcome == outcome
