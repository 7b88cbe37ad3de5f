"""Rows 2 and 3: what a run of many steps weighs on disk, and how soon a run that was cut off goes on.

Both look at the same run: driven to its last step without a slow disk, then cut off as by a kill.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import median

from bench import stage as s
from bench.disk import size_of
from bench.table import Table, figure, verdict
from bench.work import FACT_BYTES

WEIGHT = 1.5
IN_PROCESS = 50.0
WHOLE = 300.0

_CONTENDERS = ((s.BARE,), (s.OURS,), (s.LANGGRAPH, s.LANGGRAPH_ASYNC), (s.LANGGRAPH_DELTA,), (s.BURR,), (s.DBOS,))
"""Each with those that can resume the same file."""
_PREPARE = 120.0
"""Seconds for a peer to drive the run that is weighed."""


def measure(stage: s.Stage, *, sizes: bool, resumes: bool) -> list[Table]:
    """Weigh and resume the runs of each contender; one at a time, since some weigh gigabytes."""
    wanted = stage.scale.sizes if sizes else stage.scale.sizes[-1:]
    title = "2. Bytes on disk, a 200-byte fact a step, after closing"
    columns = [part for steps in wanted for part in (f"N = {steps:,}", "÷ payload")]
    weights = Table(title, ("contender", *columns, "goal", "met"))
    title = f"3. Resume at step {wanted[-1]:,}, to the next step's body"
    speeds = Table(title, ("contender", "in process, ms", "whole process, ms", "goal", "met"))
    for family in _CONTENDERS:
        _weigh(stage, family, wanted, weights, speeds if resumes else None)
    weights.remarks.append("Sizes do not vary from run to run, so they are taken once.")
    speeds.remarks.append(
        "In process: from opening the store, imports done. Whole: from the start of Python. "
        "The runs were cut off by a sudden end of their process, so each resume also recovers SQLite's log."
    )
    return [table for table, asked in ((weights, sizes), (speeds, resumes)) if asked]


def _weigh(
    stage: s.Stage, family: tuple[s.Contender, ...], wanted: tuple[int, ...], weights: Table, speeds: Table | None
) -> None:
    first = family[0]
    cells: list[str] = []
    ratios: list[float] = []
    for steps in wanted:
        with stage.folder() as folder:
            ran = stage.perform(first, "crash", folder=folder, slow=False, cap=_PREPARE, steps=steps)
            if isinstance(ran, s.Stopped):
                cells += [weights.excuse(first.label, ran.why), ""]
                if speeds is not None and steps == wanted[-1]:
                    speeds.add(first.label, speeds.excuse(first.label, ran.why))
                continue
            if speeds is not None and steps == wanted[-1]:
                for contender in family:
                    _resume(stage, contender, folder, steps, speeds)
            _close(folder)
            size = size_of(folder)
        ratios.append(size / (steps * FACT_BYTES))
        cells += [f"{size:,}", f"{ratios[-1]:,.2f}"]
        weights.samples.setdefault(first.label, {})[str(steps)] = size
    goal = (f"≤ {WEIGHT}×", verdict(len(ratios) == len(wanted) and max(ratios) <= WEIGHT)) if first is s.OURS else ()
    weights.add(first.label, *cells, *goal)


def _resume(stage: s.Stage, contender: s.Contender, folder: Path, steps: int, table: Table) -> None:
    inside: list[float] = []
    whole: list[float] = []
    for _ in range(stage.scale.repeats):
        took = stage.perform(contender, "resume", folder=folder, cap=stage.scale.cap, steps=steps)
        if isinstance(took, s.Stopped):
            table.add(contender.label, table.excuse(contender.label, took.why))
            return
        inside.append(took.seconds * 1000)
        whole.append(took.whole * 1000)
    goal = ()
    if contender is s.OURS:
        met = median(inside) <= IN_PROCESS and median(whole) <= WHOLE
        goal = (f"≤ {IN_PROCESS:.0f} ms, ≤ {WHOLE:.0f} ms", verdict(met))
    table.add(contender.label, figure(inside, 1), figure(whole, 0), *goal)
    table.samples[contender.label] = {"in process ms": inside, "whole ms": whole}


def _close(folder: Path) -> None:
    """Fold SQLite's log into its file, as a clean close of the last connection would."""
    for path in folder.rglob("*.db"):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
