"""Row 9: many runs on one Postgres, on one, two and four worker processes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bench import stage as s
from bench.table import Table, verdict

if TYPE_CHECKING:
    from parts.postgres import Cluster

STEPS = 20
PAUSE = 0.05
CREWS = (1, 2, 4)
CAP = 3.0
"""How much longer than in the other rows a contender may take."""
GOAL = 10.0
_OURS = "indagate, workers"
_DBOS = "DBOS"
_SQLITE = "indagate, one process, SQLite"
_LINES = (
    (_OURS, "indagate_postgres", "", False),
    ("indagate, workers, an effect a step", "indagate_postgres", "", True),
    ("indagate, workers, DBOS as their queue", "indagate_postgres", "#dbos", False),
    (_DBOS, "dbos_postgres", "", False),
    ("LangGraph, AsyncPostgresSaver", "langgraph_postgres", "", False),
)


def measure(stage: s.Stage) -> Table:
    """Let crews of each contender do the runs, once; ours in one process on SQLite beside them."""
    runs = stage.scale.runs
    title = (
        f"9. {runs:,} runs × {STEPS} steps × {PAUSE * 1000:.0f} ms on one Postgres, seconds (ideal {STEPS * PAUSE:g})"
    )
    table = Table(title, ("contender", *(f"{crew} worker{'s' * (crew > 1)}" for crew in CREWS), "goal", "met"))
    began = os.getloadavg()[0]
    took: dict[str, list[s.Took | None]] = {}
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(_server(stage))
        except (ImportError, OSError) as error:
            table.excuse("no Postgres", str(error))
            return table
        took[_SQLITE] = [_took(table, _SQLITE, stage, s.OURS, cap=stage.scale.cap)]
        for crew in CREWS:
            for label, module, engine, effect in _LINES:
                contender = s.Contender(label, module, server.database() + engine)
                cap = stage.scale.cap * CAP
                took.setdefault(label, []).append(_took(table, label, stage, contender, cap, crew=crew, effect=effect))
    for label, found in took.items():
        cells = [*map(_cell, found), *[""] * (len(CREWS) - len(found))]
        table.add(label, *cells, *(_judged(took) if label == _OURS else ()))
        table.samples[label] = [one and (one.seconds, one.processor, one.server) for one in found]
    table.remarks.append(
        "From the word to go, the runs being there and the processes loaded, until the last run has ended; every "
        "contender once. In brackets the seconds of processor, of the processes and of the server, which say more "
        "where a machine has other work. LangGraph has no queue: each process has its share. Load of the machine "
        f"{began:.1f} at first, {os.getloadavg()[0]:.1f} at last; {os.cpu_count()} cores, which the server shares."
    )
    return table


def _cell(took: s.Took | None) -> str:
    if took is None:
        return "no figure"
    return f"{took.seconds:.1f}" + (f" ({took.processor:.1f} + {took.server:.1f})" if took.processor else "")


def _judged(took: dict[str, list[s.Took | None]]) -> tuple[str, str]:
    """Return the goal with the ratio that was seen on the most workers, and whether it was met."""
    goal, ours, theirs = f"≤ DBOS ÷ {GOAL:.0f}", took[_OURS][-1], took[_DBOS][-1]
    if ours is None or theirs is None:
        return goal, ""
    ratio = theirs.seconds / ours.seconds
    return f"{goal}: ÷ {ratio:.1f}", verdict(ratio >= GOAL)


def _took(
    table: Table, label: str, stage: s.Stage, contender: s.Contender, cap: float, *, crew: int = 1, effect: bool = False
) -> s.Took | None:
    runs = stage.scale.runs
    found = stage.perform(contender, "many", steps=STEPS, runs=runs, pause=PAUSE, effect=effect, crew=crew, cap=cap)
    if isinstance(found, s.Took):
        return found
    table.excuse(f"{label}, {crew}", found.why)
    return None


@contextlib.contextmanager
def _server(stage: s.Stage) -> Iterator[Cluster]:
    """Give a server whose files and syncs are those of the bench's disk. Raises `ImportError` or `OSError`."""
    from parts.postgres import Cluster, binaries

    where = binaries()
    if where is None:
        raise FileNotFoundError("there is no Postgres server here (Debian: apt-get install postgresql-15)")
    for folder in (stage.disk.folder, stage.disk.folder.parent):
        folder.chmod(0o711)  # the server is another user, where this one is root
    with stage.folder() as folder:
        folder.chmod(0o711)
        own = folder / "server"
        own.mkdir()
        cluster = Cluster(own, where)
        environment = {**os.environ, **stage.disk.settings(slow=True)}
        cluster.start(environment, fsync="on", shared_buffers="256MB", max_connections="300")
        try:
            yield cluster
        finally:
            cluster.stop()
