"""A sample of the matrix of bad habits: how runs of each flow end with a model that behaves so all along."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from bench.habits import HABITS, SERVED, Habitual, one

from indagate.app import App
from models.material import quick
from parts.scripted import Fault

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


def test_a_service_that_goes_away_late_leaves_what_was_found_in_a_report(tmp_path: Path) -> None:
    """The mission waits; its report holds the facts with their quotes, `verify` proves it, and it comes to its end."""
    read = 11  # the plan, two queries, two judgements, six readings: it goes away when that is thought about
    with Habitual(replace(HABITS["401"], always=True), "late", read, **SERVED["mission"]) as service:
        ended = asyncio.run(one("mission", service, "native", tmp_path))
        assert (ended.outcome, ended.broken) == ("ERROR", "")

        async def go() -> tuple[str, str, str, str]:
            async with App(tmp_path / "home", answerers=quick(service.model, tmp_path)) as app:
                (name,) = [one.run for one in app.list()]
                report = app.home.run_folder(name) / "report.md"
                before, known = report.read_text(encoding="utf-8"), app.record(name)
                assert not app.verify(name)
                assert all(fact.quote in before for fact in known.facts.values())
                report.write_text(before.replace(next(iter(known.facts.values())).quote, "It is loud."))
                broken = " ".join(breach.code for breach in app.verify(name))
                service.habit = Fault()  # it is back
                await app.signal(name, "resume")
                handle = await app.resume(name)
                await handle.drive()
                await handle.leave()
                assert not app.verify(name)
                return before, broken, str(handle.record.state), report.read_text(encoding="utf-8")

        before, broken, state, after = asyncio.run(go())
    assert "No report is written yet" in before and "report-changed" in broken
    assert state == "COMPLETED" and "No report is written yet" not in after and "[^Fact-001]" in after
