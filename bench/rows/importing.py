"""Row 5: what a user waits for before anything begins."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from statistics import median

from bench import stage as s
from bench.peers import ROOT
from bench.table import Table, figure, verdict

_CODE = "import time; t = time.perf_counter(); import {}; print(time.perf_counter() - t)"
_IMPORTS = (
    (s.OURS, "indagate", 0.10),
    (s.OURS, "indagate.flow", None),
    (s.LANGGRAPH, "langgraph.graph", None),
    (s.DBOS, "dbos", None),
    (s.BURR, "burr.core", None),
)
_HELP = "import sys; sys.argv = ['indagate', '--help']; from indagate.cli import main; main()"
HELP = 0.30


def measure(stage: s.Stage) -> Table:
    """Time imports within a fresh Python, and the help text as a whole process; once before to warm up."""
    table = Table("5. Start", ("what", "seconds", "goal", "met"))
    times: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    for turn in range(stage.scale.repeats * 2 + 1):
        for contender, module, _ in _IMPORTS:
            what = f"import {module}"
            if contender.module in stage.peers.missing:
                missing[what] = stage.peers.missing[contender.module]
                continue
            command = [stage.python(contender), "-c", _CODE.format(module)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                missing[what] = f"failed: {done.stderr.strip().splitlines()[-1]}"
            elif turn:
                times.setdefault(what, []).append(float(done.stdout))
        _time_process(times, missing, turn)
    goals = {f"import {module}": goal for _, module, goal in _IMPORTS if goal} | {"indagate --help": HELP}
    for what, why in missing.items():
        table.add(what, table.excuse(what, why))
    for what, samples in times.items():
        goal = goals.get(what)
        table.add(what, figure(samples, 3), *((f"≤ {goal:.2f}", verdict(median(samples) <= goal)) if goal else ()))
    table.samples = dict(times)
    table.remarks.append(
        "`langgraph` and `burr` are empty packages, so what is timed is the module with their graph or application; "
        "`indagate.flow` is the like of it. An import is timed within Python, `--help` and `python` as whole processes."
    )
    return table


def _has_cli() -> bool:
    found = importlib.util.find_spec("indagate.cli")
    return found is not None and found.origin is not None


def _time_process(times: dict[str, list[float]], missing: dict[str, str], turn: int) -> None:
    commands = {"python -c pass": ["-c", "pass"]}
    if _has_cli():
        commands["indagate --help"] = ["-c", _HELP]
    else:
        missing["indagate --help"] = "there is no command line yet"
    for what, arguments in commands.items():
        began = time.perf_counter()
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            missing[what] = f"failed: {(done.stderr.strip() or 'no message').splitlines()[-1]}"
        elif turn:
            times.setdefault(what, []).append(time.perf_counter() - began)
