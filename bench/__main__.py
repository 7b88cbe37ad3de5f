"""`make bench`: the measures against LangGraph, Burr, DBOS and gpt-researcher, in one run on one machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.disk import steady_disk
from bench.peers import Peers, install
from bench.rows import crowd, importing, kept, manual, mission, notebook, service, transition, workers
from bench.stage import FULL, QUICK, Stage
from bench.table import Table

ROWS = tuple(range(1, 11))
ALONE = {7, 8, 10}
"""Rows without a peer to install."""


def _rows(text: str) -> tuple[int, ...]:
    rows = tuple(int(part) for part in text.split(",") if part.strip().isdigit())
    if not rows or not set(rows) <= set(ROWS):
        raise argparse.ArgumentTypeError(f"{text!r}: give some of 1 to 10, such as 1,3")
    return rows


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _tables(stage: Stage, rows: tuple[int, ...]) -> Iterator[Table]:
    if 1 in rows:
        yield transition.measure(stage)
    if 2 in rows or 3 in rows:
        yield from kept.measure(stage, sizes=2 in rows, resumes=3 in rows)
    if 4 in rows:
        yield crowd.measure(stage)
    if 5 in rows:
        yield importing.measure(stage)
    if 6 in rows:
        yield mission.measure(stage)
    if 7 in rows:
        yield from manual.measure(stage)
    if 8 in rows:
        yield service.measure(stage)
    if 9 in rows:
        yield workers.measure(stage)
    if 10 in rows:
        yield notebook.measure(stage)


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller, in under two minutes; not the measure itself")
    parser.add_argument("--rows", type=_rows, default=ROWS, metavar="1,3", help="only these rows")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all samples there")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the disk is taken down again
    began = time.monotonic()
    needed = bool(set(asked.rows) - ALONE)
    peers = install(_say, researcher=6 in asked.rows) if needed else Peers(Path(sys.executable), {}, {})
    scale = QUICK if asked.quick else FULL
    tables: list[Table] = []
    with steady_disk() as disk:
        versions = "; ".join(peers.versions.values())
        heading = (
            f"Python {platform.python_version()}, {os.cpu_count()} cores. Disk: {disk.note}. "
            f"Figures are medians, with their range where there are several. Peers: {versions or 'none'}."
        )
        print(heading + (" Quick: smaller sizes, a first impression only." if asked.quick else ""))
        for table in _tables(Stage(disk, peers, scale), asked.rows):
            tables.append(table)
            print(f"\n{table.render()}", flush=True)
            _say(f"[{time.monotonic() - began:.0f} s]")
    if asked.json:
        content = {"versions": dict(peers.versions), "rows": {table.title: table.samples for table in tables}}
        asked.json.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
