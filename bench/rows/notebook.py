"""Row 10: what a note and a question cost in a notebook of 10,000 notes, beside the libraries that they load."""

from __future__ import annotations

import datetime
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from bench import stage as s
from bench.peers import ROOT
from bench.rows.spent import spent
from bench.table import Table, figure, verdict

NOTES = 10_000
LOGGED, ASKED = 0.25, 0.40
"""Seconds of processor time, children included."""
QUESTION = "how far did I run in October 2024?"
_FIRST, _TODAY = datetime.date(2019, 1, 1), "2026-11-26"
_LOADED = "import asyncio, msgspec, sqlite3, typer"
_GATE = "import sqlglot; sqlglot.parse_one('SELECT sum(a) FROM t WHERE b > 1', read='duckdb').sql('duckdb')"
_CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import _duckdb; _duckdb.connect()'])"


class Failed(Exception):
    """A command did not end well."""


def measure(stage: s.Stage) -> Table:
    """Write and ask by turns, and load the same libraries without a line of ours."""
    table = Table(f"10. A notebook of {NOTES:,} notes", ("what", "processor s", "÷ libraries alone", "goal", "met"))
    with stage.folder() as room:
        try:
            _measure(table, room, 7 * stage.scale.repeats)
        except Failed as error:
            table.excuse("no figures", str(error))
    table.remarks.append(
        "Processor time of whole commands, children included, by turns. The libraries: for `log` asyncio, msgspec, "
        "sqlite3 and typer; for `ask` also sqlglot, which parses a query and writes it, and a child that opens DuckDB."
    )
    return table


def _measure(table: Table, room: Path, repeats: int) -> None:
    file, home = room / "notes.jsonl", room / "home"
    file.write_text("".join(_notes()), encoding="utf-8")
    ours = [sys.executable, "-m", "indagate"]
    table.add("`notes import`", f"{_run([*ours, 'notes', 'import', str(file)], home):.2f}")
    kinds = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "libraries of `log`": [sys.executable, "-c", _LOADED],
        "`log` of a run": [*ours, "log", "ran 5 km", "--as-of", _TODAY],
        "libraries of `ask`": [sys.executable, "-c", f"{_LOADED}; {_GATE}; {_CHILD}"],
        "`ask` for a sum": [*ours, "ask", QUESTION, "--as-of", _TODAY],
    }
    took: dict[str, list[float]] = {what: [] for what in kinds}
    for turn in range(repeats + 1):
        for what, command in kinds.items():
            seconds = _run(command, home)
            if turn:
                took[what].append(seconds)
    goals = {"`log` of a run": (LOGGED, "libraries of `log`"), "`ask` for a sum": (ASKED, "libraries of `ask`")}
    for what, samples in took.items():
        more: tuple[str, ...] = ()
        if what in goals:
            goal, floor = goals[what]
            more = (f"{median(samples) / median(took[floor]):.1f}", f"≤ {goal:.2f}", verdict(median(samples) <= goal))
        table.add(what, figure(samples), *more)
    table.samples = dict(took)


def _run(command: list[str], home: Path) -> float:
    before = spent()
    environment = {**os.environ, "INDAGATE_HOME": str(home)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed((done.stderr.strip() or "no message").splitlines()[-1])
    return spent() - before


def _notes() -> Iterable[str]:
    drawn = random.Random(1)
    for number in range(NOTES):
        text = drawn.choice((
            f"ran {drawn.randint(3, 20)} km in {drawn.randint(20, 90)} min", f"slept {drawn.randint(5, 9)} h",
            f"coffee {drawn.randint(2, 6)} EUR", f"bench press {drawn.randint(40, 90)} kg, {drawn.randint(3, 12)} reps",
            "met the neighbours in the garden",
        ))  # fmt: skip
        day = _FIRST + datetime.timedelta(days=number // 4)
        yield json.dumps({"date": day.isoformat(), "text": text}) + "\n"
