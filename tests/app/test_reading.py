"""Reading runs: what was folded once is not folded again."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from cli.program import User
from indagate import App
from indagate.app import find_flow, reading
from indagate.engine import lease


@pytest.mark.parametrize(("room", "kept"), [(reading.KEPT_ROWS, True), (20, False)])
def test_runs_that_are_looked_at_in_turn_are_folded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, kept: bool
) -> None:
    """Twelve runs, twice each, as a page that lists them does; where there is no room only the last stays."""
    monkeypatch.setattr(reading, "KEPT_ROWS", room)
    user = User(tmp_path)
    papers, named = user.papers("a.txt"), f"{user.folder / user.slow_flow(0.0).partition(':')[0]}:FLOW"

    async def work() -> None:
        async with App(user.home) as app:
            runs = [await app.start(find_flow(named), str(papers)) for _ in range(12)]
            for run in runs:
                await run.drive()
            first = [app.past(run.name) for run in runs]
            again = [app.past(run.name) for run in runs]
            assert [one is other for one, other in zip(first, again, strict=True)] == [kept] * 12
            assert app.past(runs[-1].name) is again[-1]
            await app.signal(runs[0].name, "approve")
            await runs[0].drive()
            assert app.past(runs[0].name).last.seq > first[0].last.seq

    asyncio.run(asyncio.wait_for(work(), 60))


def test_a_lease_of_this_process_is_held_and_one_of_its_number_before_it_is_not() -> None:
    """A process number is used again: when the process began tells them apart."""
    owner = lease.new_owner()
    assert not lease.gone(owner)
    machine, pid, began, word = owner.split("|")
    assert pid == str(os.getpid())
    if began:  # where the system says when a process began
        assert lease.gone("|".join((machine, pid, str(int(began) - 1), word)))
