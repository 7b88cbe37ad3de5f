"""How long a command takes in a large notebook, process start-up and all, beside the bare start-up of the program.

    speed.py [--notes 10000] [--times 7]

Prints the least and the middle time of each command, by the clock and (least) of the processors, how long the import of
the notebook takes, and how busy the machine was. On a shared machine the ratio to `indagate --version`, which does
nothing but start, says more than the seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

TODAY = "2026-10-20"
COMMANDS = {
    "start-up alone": ["--version"],
    "log": ["log", "ran 5 km in 30 min", "--as-of", TODAY],
    "ask, a month": ["ask", "How many km did I run in May 2026?", "--as-of", TODAY],
    "ask, all notes": ["ask", "What is my longest run?", "--as-of", TODAY],
    "ask, by words": ["ask", "Where is my passport?", "--as-of", TODAY],
}


def notebook(path: Path, notes: int) -> None:
    """Write a notebook with four notes a day up to the day before today."""
    chance = random.Random(1)
    last = date.fromisoformat(TODAY) - timedelta(1)
    days = [last - timedelta(n) for n in range(notes // 4)][::-1]
    rows = []
    for day in days:
        rows.append(
            f"## {day}\n\n- ran {chance.uniform(4, 15):.1f} km in {chance.randrange(25, 90)} min\n"
            f"- slept {chance.uniform(5, 9):.1f}h\n- lunch {chance.randrange(400, 900)} kcal\n"
            f"- groceries {chance.randrange(10, 90)} €; bench 3x5 {chance.randrange(60, 100)}kg\n"
        )
    path.write_text("\n".join(rows), "utf-8")


def seconds(words: list[str], home: Path) -> tuple[float, float]:
    """Return how long a command takes by the clock, and of the processors. Compiled modules are kept, as for users."""
    environment = {**os.environ, "INDAGATE_HOME": str(home), "NO_COLOR": "1"}
    environment["PYTHONPYCACHEPREFIX"] = str(home.parent / "compiled")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = _spent(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "indagate", *words], env=environment, check=True, capture_output=True)
    return time.perf_counter() - began, _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Import the notebook, run each command some times, print the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--notes", type=int, default=10_000)
    options.add_argument("--times", type=int, default=7)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="notes-speed-") as folder:
        home, file = Path(folder) / "home", Path(folder) / "notes.md"
        notebook(file, given.notes)
        print(f"import of {given.notes:,} notes: {seconds(['notes', 'import', str(file)], home)[0]:.1f} s")
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
        for words in COMMANDS.values():  # once unmeasured: the modules are compiled
            seconds(words, home)
        for _ in range(given.times):  # in turn, so that a busy machine is as unfair to all
            for name, words in COMMANDS.items():
                taken[name].append(seconds(words, home))
    least = min(taken["start-up alone"])[0]
    print(f"{'':16}{'least':>9}{'middle':>9}{'processor':>11}{'× start-up':>12}")
    for name, times in taken.items():
        clock, spent = [wall for wall, _ in times], min(cpu for _, cpu in times)
        print(f"{name:16}{min(clock):8.2f}s{statistics.median(clock):8.2f}s{spent:10.2f}s{min(clock) / least:12.1f}")
    print(
        "load of the machine: "
        + ", ".join(f"{one:.1f}" for one in os.getloadavg())
        + f" on {os.cpu_count()} processors"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
