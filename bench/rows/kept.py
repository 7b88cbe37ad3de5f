"""Rows 2 and 3: what a run of many steps weighs on disk, and how soon a run that was cut off goes on.

Both look at the same run: driven to its last step without a slow disk, then cut off as by a kill.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench import stage as s
from bench.disk import size_of
from bench.table import Table, figure, verdict
from bench.work import FACT_BYTES

WEIGHT = 1.5
IN_PROCESS = 50.0
WHOLE = 300.0

_LIGHT = (s.BARE, s.OURS)
_PEERS = ((s.LANGGRAPH, s.LANGGRAPH_ASYNC), (s.LANGGRAPH_DELTA,), (s.BURR,), (s.DBOS,))
"""Each with those that can resume the same file. One at a time: some weigh gigabytes."""
_PREPARE = 120.0
"""Seconds for a contender to drive the run that is weighed."""


@dataclass(slots=True)
class _Resumes:
    """Milliseconds to the next body, in process and whole, or why there are none."""

    inside: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    why: str = ""


class _Kept:
    """The runs that were cut off, and what was learnt of them so far."""

    def __init__(self, stage: s.Stage, weigh: Sequence[int], resume_at: int) -> None:
        self.stage = stage
        self.weigh = weigh
        self.resume_at = resume_at
        self.sizes: dict[s.Contender, dict[int, int | str]] = {}
        self.resumes: dict[s.Contender, _Resumes] = {}

    def prepare(self, contender: s.Contender, steps: int, folder: Path) -> bool:
        """Drive a run and cut it off."""
        ran = self.stage.perform(contender, "crash", folder=folder, slow=False, cap=_PREPARE, steps=steps)
        if isinstance(ran, s.Stopped):
            self.sizes.setdefault(contender, {})[steps] = ran.why
            self.resumes.setdefault(contender, _Resumes()).why = ran.why
        return isinstance(ran, s.Took)

    def take_size(self, contender: s.Contender, steps: int, folder: Path) -> None:
        """Fold SQLite's log into its file, as a clean close of the last connection would, and weigh the folder."""
        for path in folder.rglob("*.db"):
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.sizes.setdefault(contender, {})[steps] = size_of(folder)

    def take_smaller_sizes(self, contender: s.Contender) -> None:
        """Weigh runs of fewer steps than the one that is resumed."""
        for steps in self.weigh:
            if steps != self.resume_at:
                with self.stage.folder() as folder:
                    if self.prepare(contender, steps, folder):
                        self.take_size(contender, steps, folder)

    def resume(self, contender: s.Contender, folder: Path) -> None:
        """Go on with a run that was cut off, to its next body."""
        known = self.resumes.setdefault(contender, _Resumes())
        if known.why:
            return
        took = self.stage.perform(contender, "resume", folder=folder, cap=self.stage.scale.cap, steps=self.resume_at)
        if isinstance(took, s.Stopped):
            known.why = took.why
        else:
            known.inside.append(took.seconds * 1000)
            known.whole.append(took.whole * 1000)


def measure(stage: s.Stage, *, sizes: bool, resumes: bool) -> list[Table]:
    """Weigh and resume the runs of each contender; ours is resumed again beside every peer."""
    last = stage.scale.sizes[-1]
    kept = _Kept(stage, stage.scale.sizes if sizes else (), last)
    with ExitStack() as stack:
        light: list[tuple[s.Contender, Path]] = []
        for contender in _LIGHT:
            kept.take_smaller_sizes(contender)
            folder = stack.enter_context(stage.folder())
            if kept.prepare(contender, last, folder):
                light.append((contender, folder))
        for family in _PEERS:
            kept.take_smaller_sizes(family[0])
            with stage.folder() as folder:
                ready = kept.prepare(family[0], last, folder)
                entries = [*light, *((peer, folder) for peer in family if ready)]
                for contender, where in entries * (stage.scale.repeats if resumes else 0):
                    kept.resume(contender, where)
                if ready:
                    kept.take_size(family[0], last, folder)
        for contender, folder in light:
            kept.take_size(contender, last, folder)
    return [table for table, asked in ((_weights(kept), sizes), (_speeds(kept), resumes)) if asked]


def _weights(kept: _Kept) -> Table:
    columns = [part for steps in kept.weigh for part in (f"N = {steps:,}", "÷ payload")]
    table = Table("2. Bytes on disk, a 200-byte fact a step, after closing", ("contender", *columns, "goal", "met"))
    for contender, found in kept.sizes.items():
        cells: list[str] = []
        worst = 0.0
        for steps in kept.weigh:
            size = found[steps]
            if isinstance(size, str):
                cells += [table.excuse(contender.label, size), ""]
                worst = float("inf")
            else:
                ratio = size / (steps * FACT_BYTES)
                worst = max(worst, ratio)
                cells += [f"{size:,}", f"{ratio:,.2f}"]
        goal = (f"≤ {WEIGHT}×", verdict(worst <= WEIGHT)) if contender is s.OURS else ()
        table.add(contender.label, *cells, *goal)
        table.samples[contender.label] = {str(steps): size for steps, size in found.items()}
    table.remarks.append("Sizes do not vary from run to run, so they are taken once.")
    return table


def _speeds(kept: _Kept) -> Table:
    title = f"3. Resume at step {kept.resume_at:,}, to the next step's body"
    table = Table(title, ("contender", "in process, ms", "whole process, ms", "goal", "met"))
    for contender, took in kept.resumes.items():
        if took.why:
            table.add(contender.label, table.excuse(contender.label, took.why))
            continue
        goal: tuple[str, ...] = ()
        if contender is s.OURS:
            met = median(took.inside) <= IN_PROCESS and median(took.whole) <= WHOLE
            goal = (f"≤ {IN_PROCESS:.0f} ms, ≤ {WHOLE:.0f} ms", verdict(met))
        table.add(contender.label, figure(took.inside, 1), figure(took.whole, 0), *goal)
        table.samples[contender.label] = {"in process ms": took.inside, "whole ms": took.whole}
    table.remarks.append(
        "In process: from opening the store, imports done. Whole: from the start of Python. The runs were cut off by a "
        "sudden end of their process, so each resume also recovers SQLite's log. Bare SQLite reads all facts back."
    )
    return table
