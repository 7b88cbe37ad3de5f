"""Row 4: many runs at once in one process, every step durable."""

from __future__ import annotations

from statistics import median

from bench import stage as s
from bench.table import Table, figure, verdict

STEPS = 20
PAUSE = 0.05
GOALS = {False: 1.5, True: 2.5}
_PEERS = (s.BURR_WAL, s.DBOS_WAL, s.LANGGRAPH_ASYNC)


def measure(stage: s.Stage) -> Table:
    """Drive the crowd with each contender: ours as often as the scale says, a peer once, for at most the cap."""
    scale = stage.scale
    ideal = STEPS * PAUSE
    title = (
        f"4. {scale.runs:,} concurrent runs × {STEPS} steps × {PAUSE * 1000:.0f} ms, all durable (ideal {ideal:g} s)"
    )
    table = Table(title, ("contender", "without an effect", "goal", "met", "with an effect a step", "goal", "met"))
    ours: dict[bool, list[float]] = {False: [], True: []}
    theirs: dict[str, list[str]] = {peer.label: [] for peer in _PEERS}
    trouble = ""
    turns: list[s.Contender | None] = [*_PEERS, *[None] * (scale.repeats - len(_PEERS))]
    for turn, peer in enumerate(turns):
        if turn < scale.repeats:
            for effect, samples in ours.items():
                took = _drive(stage, s.OURS, effect)
                if isinstance(took, s.Stopped):
                    trouble = took.why
                else:
                    samples.append(took.seconds / ideal)
        if peer is not None:
            theirs[peer.label] = _peer(stage, peer, ideal, table)
    if trouble:
        table.add(s.OURS.label, table.excuse(s.OURS.label, trouble))
    else:
        cells: list[str] = []
        for effect, samples in ours.items():
            cells += [f"{figure(samples)}×", f"≤ {GOALS[effect]}×", verdict(median(samples) <= GOALS[effect])]
        table.add(s.OURS.label, *cells)
        table.samples[s.OURS.label] = {"plain": ours[False], "effect": ours[True]}
    for label, (plain, busy) in theirs.items():
        table.add(label, plain, "", "", busy)
    table.remarks.append(
        f"Peers run once, for at most {scale.cap:g} s, with their files set to WAL, which is their fastest way."
    )
    return table


def _drive(stage: s.Stage, contender: s.Contender, effect: bool) -> s.Took | s.Stopped:
    cap = stage.scale.cap
    return stage.perform(contender, "many", steps=STEPS, runs=stage.scale.runs, pause=PAUSE, effect=effect, cap=cap)


def _peer(stage: s.Stage, peer: s.Contender, ideal: float, table: Table) -> list[str]:
    cells: list[str] = []
    for effect in (False, True):
        took = _drive(stage, peer, effect)
        if isinstance(took, s.Took):
            cells.append(f"{took.seconds / ideal:.1f}×")
            table.samples.setdefault(peer.label, {})["effect" if effect else "plain"] = took.seconds / ideal
        elif took.capped:  # with effects there is only more to do
            beyond = f"> {stage.scale.cap / ideal:.0f}×"
            return [*cells, beyond, beyond][:2]
        else:
            cells.append(table.excuse(peer.label, took.why))
    return cells
