"""Report on a Parquet file of five million rows and on a folder of two hundred tables: time, peak memory, progress.

    large.py                     both, with what each took; exit 1 where one fails, says nothing or takes over 2 GiB
    large.py --rows 1000000 --tables 50

The data are made anew in a scratch folder. The peak is that of the largest process of the command (resource usage of
children): the database and every calculation run in processes of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 2 << 30
"""Bytes that no process may take."""


def parquet(folder: Path, rows: int) -> str:
    """Write one table: orders of eight years in five regions; return the query on it."""
    import duckdb

    folder.mkdir()
    with duckdb.connect() as database:
        database.execute("SELECT setseed(0.5)")
        database.execute(
            f"COPY (SELECT DATE '2016-01-01' + CAST(i * 2922 / {rows} AS INTEGER) AS day, "
            "['north', 'south', 'east', 'west', 'centre'][1 + i % 5] AS region, "
            "round(20 + 5 * random() + i * 1e-6, 2) AS price_eur, CAST(1 + 9 * random() AS INTEGER) AS quantity "
            f"FROM range({rows}) t(i)) TO '{folder / 'orders.parquet'}' (FORMAT parquet)"
        )
    return "How did prices and quantities develop, and do the regions differ?"


def many(folder: Path, tables: int) -> str:
    """Write small tables of 60 months each; return the query on them."""
    import random

    folder.mkdir()
    chance = random.Random(5)
    for number in range(tables):
        rows = [
            f"{2019 + month // 12}-{1 + month % 12:02}-01,{100 + month * (number % 3) + chance.gauss(0, 5):.1f}"
            for month in range(60)
        ]
        (folder / f"plant_{number:03}.csv").write_text("month,output_mwh\n" + "\n".join(rows) + "\n")
    return "How did the output of the plants develop?"


def measured(name: str, query: str, data: Path, home: Path) -> bool:
    """Have it reported on, print what that took, and return whether it is as promised."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    began = time.monotonic()
    command = [sys.executable, "-m", "indagate", "report", query, "--data", str(data), "--home", str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"NO_COLOR": "1"})
    seconds = time.monotonic() - began
    peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) * 1024
    told = [line for line in done.stderr.splitlines() if line.strip()]
    fine = done.returncode == 0 and peak <= LIMIT and len(told) > 1 and "<promise>COMPLETE</promise>" in done.stdout
    size = sum(path.stat().st_size for path in data.iterdir())
    figures = {
        "what": name, "bytes": size, "seconds": round(seconds, 1), "peak_mib": round(peak / (1 << 20)),
        "progress_lines": len(told), "exit": done.returncode, "fine": fine,
    }  # fmt: skip
    print(json.dumps(figures))
    if not fine:
        print("\n".join(told[-5:]), file=sys.stderr)
    return fine


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--tables", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="report-large-") as scratch:
        place = Path(scratch)
        fine = measured(
            f"{options.tables} tables", many(place / "many", options.tables), place / "many", place / "home"
        )
        query = parquet(place / "parquet", options.rows)
        return not (measured(f"{options.rows} rows", query, place / "parquet", place / "home") and fine)


if __name__ == "__main__":
    sys.exit(main())
