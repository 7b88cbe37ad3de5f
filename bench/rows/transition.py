"""Row 1: what it takes to make one transition durable."""

from __future__ import annotations

from statistics import median

from bench import stage as s
from bench.table import Table, figure, verdict

GOAL = 1.25
ONE_SYNC = 1.05
"""Syncs a step that still count as one: SQLite's checkpoints come every thousand pages or so."""

_CONTENDERS = (
    s.OURS, s.LANGGRAPH, s.LANGGRAPH_ASYNC, s.LANGGRAPH_DELTA, s.BURR, s.BURR_WAL, s.DBOS, s.DBOS_WAL,
)  # fmt: skip


def measure(stage: s.Stage) -> Table:
    """Drive one run of each contender, without and with an effect a step, in turns."""
    scale = stage.scale
    entries = [(s.BARE, False), *((contender, effect) for effect in (False, True) for contender in _CONTENDERS)]
    took: dict[tuple[s.Contender, bool], list[s.Took]] = {entry: [] for entry in entries}
    failed: dict[tuple[s.Contender, bool], str] = {}
    for _ in range(scale.repeats):
        for entry in entries:
            if entry not in failed:
                result = stage.perform(entry[0], "chain", steps=scale.steps, effect=entry[1], cap=scale.cap)
                if isinstance(result, s.Stopped):
                    failed[entry] = result.why
                else:
                    took[entry].append(result)
    title = f"1. A durable transition: one run of {scale.steps} steps, a 200-byte fact each"
    table = Table(title, ("contender", "a step", "ms a step", "÷ bare insert", "syncs a step", "goal", "met"))
    bare = [one.seconds for one in took[s.BARE, False]]
    for entry in entries:
        contender, effect = entry
        way = "fact and an effect" if effect else "fact"
        if entry in failed:
            table.add(contender.label, way, table.excuse(contender.label, failed[entry]))
            continue
        ratios = [one.seconds / base for one, base in zip(took[entry], bare, strict=False)]
        millis = [one.seconds / scale.steps * 1000 for one in took[entry]]
        counts = [one.syncs / scale.steps for one in took[entry]]
        counted = min(counts) >= 0
        goal = met = ""
        if contender is s.OURS:
            single = not counted or median(counts) <= ONE_SYNC
            goal = "one sync" if effect else f"≤ {GOAL}×, one sync"
            met = verdict(single and (effect or median(ratios) <= GOAL))
        cells = (figure(millis), figure(ratios), figure(counts) if counted else "not counted")
        table.add(contender.label, way, *cells, goal, met)
        table.samples[f"{contender.label}, {way}"] = {"ms": millis, "ratio": ratios, "syncs": counts}
    table.remarks.append(
        "Where a peer journals only whole steps (Burr's actions, DBOS's steps), an effect is a step of its own."
    )
    return table
