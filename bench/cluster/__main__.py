"""Run the faults and print a table: `python -m bench.cluster [--each N] [--all]`. Exits with 1 if a promise broke.

Two workers, each behind a proxy of its own, drive one run after another; in each run's middle the worker that drives it
is killed, frozen or cut off, or the server is killed. A takeover is the time from the fault until the other worker has
the run's lease. Afterwards each run is held against its marks: none is missing, a mark made twice was in flight
at the fault and was made with the same key, and no row has an older epoch than the one before it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.cluster.flow import STEPS
from indagate.app import App, find_flow
from parts.postgres import Cluster, Proxy, running

FLOW = f"{Path(__file__).with_name('flow.py')}:FLOW"
PROGRAM = Path(sys.executable).with_name("indagate")
FAULTS = ("kill", "freeze", "cut", "restart")
PATIENCE = 180.0


@dataclass
class Member:
    """A worker and its way to the server."""

    process: subprocess.Popen[bytes]
    proxy: Proxy


@dataclass
class Result:
    """What one kind of fault did."""

    runs: int = 0
    takeovers: list[float] = field(default_factory=list)
    lost: int = 0
    repeated: int = 0
    broken: list[str] = field(default_factory=list)


class Team:
    """Two workers of one home; who is killed is replaced."""

    def __init__(self, cluster: Cluster, folder: Path, engine: str) -> None:
        self.cluster, self.folder, self.engine = cluster, folder, engine
        self.address = cluster.database()
        self.members: list[Member] = []
        self._database = self.address.rpartition("/")[2]

    def fill(self) -> None:
        """See that two workers are at work."""
        self.members = [member for member in self.members if member.process.poll() is None]
        while len(self.members) < 2:
            proxy = Proxy(self.cluster.port)
            home = self.cluster.address(self._database, proxy.port)
            command = [str(PROGRAM), "worker", "--queue-engine", self.engine, "--home", f"{home}?blobs={self.folder}"]
            log = (self.folder / "workers.log").open("ab")
            self.members.append(Member(subprocess.Popen(command, stderr=log), proxy))
        pids = tuple(str(member.process.pid) for member in self.members)
        self.wait(
            "SELECT 1 FROM indagate.workers WHERE split_part(owner, '|', 2) = ANY(%s) HAVING count(*) = 2", list(pids)
        )

    def look(self, sql: str, *values: Any) -> list[Any]:
        with contextlib.suppress(Exception), contextlib.closing(self.cluster.connect(self._database)) as connection:
            return connection.execute(sql, values).fetchall()
        return []

    def wait(self, sql: str, *values: Any) -> list[Any]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := self.look(sql, *values):
                return found
            time.sleep(0.01)
        raise TimeoutError(f"never: {sql} {values}")

    def driver(self, run: int) -> Member | None:
        """Return who drives a run, or None where it was quicker and has ended."""
        ended = "EXISTS (SELECT 1 FROM indagate.rows WHERE run = runs.id AND stands = 'DONE')"
        sql = f"SELECT split_part(owner, '|', 2) FROM indagate.runs WHERE id = %s AND (owner IS NOT NULL OR {ended})"
        found = self.wait(sql, run)
        return next((member for member in self.members if str(member.process.pid) == found[0][0]), None)

    def close(self) -> None:
        for member in self.members:
            member.process.kill()
            member.process.wait()
            member.proxy.close()


async def begun(app: App, file: Path) -> int:
    handle = await app.start(find_flow(FLOW), str(file))
    await app.submit(handle)
    return int(handle.driver.run_writer.run.id)


def disturb(team: Team, run: int, fault: str, result: Result) -> None:
    """Bring the fault at a random moment of a run, and take the time until another has it."""
    team.wait("SELECT 1 FROM indagate.rows WHERE run = %s AND seq >= %s", run, random.randrange(3, 2 * STEPS - 10))
    if fault == "restart":
        team.cluster.stop(signal.SIGQUIT)
        team.cluster.start()
        return
    victim = team.driver(run)
    if victim is None:
        return
    began = time.monotonic()
    if fault == "cut":
        victim.proxy.hold()
    else:
        victim.process.send_signal(signal.SIGKILL if fault == "kill" else signal.SIGSTOP)
    taken = "SELECT 1 FROM indagate.runs WHERE id = %s AND owner IS NOT NULL AND split_part(owner, '|', 2) <> %s"
    team.wait(taken, run, str(victim.process.pid))
    result.takeovers.append(time.monotonic() - began)
    if fault == "cut":
        victim.proxy.cut()
        victim.proxy.go_on()
    elif fault == "freeze":
        victim.process.send_signal(signal.SIGCONT)
    else:
        victim.process.wait()
        victim.proxy.close()


def judge(team: Team, run: int, file: Path, result: Result) -> None:
    """Hold a run that has ended against its marks."""
    team.wait("SELECT 1 FROM indagate.rows WHERE run = %s AND stands = 'DONE'", run)
    rows = team.look("SELECT kind, name, epoch FROM indagate.rows WHERE run = %s ORDER BY id", run)
    keys: dict[int, list[str]] = defaultdict(list)
    for number, key in (line.split() for line in file.read_text().splitlines()):
        keys[int(number)].append(key)
    result.runs += 1
    result.lost += STEPS - len(keys)
    again = [found for found in keys.values() if len(found) > 1]
    result.repeated += sum(len(found) - 1 for found in again)
    counts = Counter((kind, name) for kind, name, _ in rows)
    epochs = [epoch for *_, epoch in rows]
    wakes = counts["wake", "wake"]
    for fine, what in (
        (all(len(set(found)) == 1 for found in again), "a repeat has another key"),
        (len(again) <= wakes and all(len(found) <= wakes + 1 for found in again), "more repeated than in flight"),
        (counts["done", "mark"] == counts["emit", "Marked"] == STEPS, "an effect completed twice"),
        (epochs == sorted(epochs), "an older epoch wrote"),
    ):
        if not fine:
            result.broken.append(f"run {run}: {what}")


async def measure(each: int, engine: str, faults: tuple[str, ...]) -> dict[str, Result]:
    results = {fault: Result() for fault in faults}
    with running() as cluster:
        folder = Path(tempfile.mkdtemp(prefix="indagate-cluster-"))
        team = Team(cluster, folder, engine)
        try:
            for number in range(each):
                for fault, result in results.items():
                    await asyncio.to_thread(team.fill)
                    async with App(f"{team.address}?blobs={folder}") as app:
                        file = folder / f"{fault}-{number}"
                        file.touch()
                        run = await begun(app, file)
                    await asyncio.to_thread(disturb, team, run, fault, result)
                    await asyncio.to_thread(judge, team, run, file, result)
                last = ", ".join(
                    f"{fault} {found.takeovers[-1]:.2f} s" for fault, found in results.items() if found.takeovers
                )
                print(f"{number + 1} of {each}{last and f', last takeover: {last}'}", file=sys.stderr)
        finally:
            team.close()
            shutil.rmtree(folder, ignore_errors=True)
    return results


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--each", type=int, default=10, help="how many of each fault")
    asked.add_argument("--all", action="store_true", help="a hundred of each")
    asked.add_argument("--queue-engine", choices=("postgres", "dbos"), default="postgres", help="what brings the runs")
    asked.add_argument("--faults", default=",".join(FAULTS), help="only these, such as kill,freeze")
    options = asked.parse_args()
    faults = tuple(options.faults.split(","))
    if not set(faults) <= set(FAULTS):
        asked.error(f"--faults: some of {', '.join(FAULTS)}")
    load = os.getloadavg()[0]
    results = asyncio.run(measure(100 if options.all else options.each, options.queue_engine, faults))
    print("| fault | runs | takeover, median | slowest | marks lost | made again in flight | broken promises |")
    print("|---|---|---|---|---|---|---|")
    for fault, found in results.items():
        took = sorted(found.takeovers)
        median, slowest = (f"{took[len(took) // 2]:.2f} s", f"{took[-1]:.2f} s") if took else ("–", "–")
        cells = (fault, found.runs, median, slowest, found.lost, found.repeated, len(found.broken))
        print(f"| {' | '.join(map(str, cells))} |")
    print(f"\nload of the machine: {load:.1f} at first, {os.getloadavg()[0]:.1f} at last; {os.cpu_count()} cores")
    broken = [text for found in results.values() for text in found.broken]
    for text in broken:
        print(text)
    return 1 if broken or any(found.lost for found in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
