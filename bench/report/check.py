"""Measure anew, in the tables as made, that each finding is there and each trap is none; exit 1 and name each fault.

check.py              the frozen seeds, their fingerprints, the sentences
check.py --seeds 7 8  fresh ones
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from exam import HERE, KINDS, SEEDS, SPLITS, Case, Table, digest, file_digest, frozen
from generate import NAMES, make, write
from russian import faults as sentence_faults
from signs import (
    best_lag,
    correlation,
    greatest_change,
    lagged,
    level_change,
    periodicity,
    quiet,
    robust,
    spread_ratio,
    trend,
)

SENTENCES = "russian.jsonl"


def numbers(table: Table, column: str) -> list[float]:
    """Return the numbers of a column, whatever else is in it."""
    return [float(cell) for cell in table.columns[column] if isinstance(cell, int | float)]


def place(table: Table, row: dict[str, Any]) -> int:
    """Return the row number of a finding's date."""
    dates = next(iter(table.columns.values()))
    return dates.index(dt.date.fromisoformat(row["at"]))


def groups(table: Table, row: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the sums of a column by the groups of its partner, miles as kilometres."""
    sums: dict[str, float] = defaultdict(float)
    for group, cell in zip(table.columns[row["partner"]], table.columns[row["column"]], strict=True):
        told = str(cell).split()
        sums[group] += float(told[0]) * (1.609344 if told[-1] == "mi" else 1.0)
    return sorted(sums.items(), key=lambda pair: -pair[1])


def up(value: float, row: dict[str, Any]) -> bool:
    """Return whether a value has the sign that a finding's direction asks for."""
    rises: bool = row.get("direction", "up") == "up"
    return (value > 0) == rises


def shows(table: Table, row: dict[str, Any]) -> bool:
    """Return whether a finding is plainly in its table."""
    kind, column = row["kind"], row["column"]
    if kind == "missing":
        if column == "date":
            days: list[dt.date] = table.columns["date"]
            return bool((days[-1] - days[0]).days + 1 - len(days) == row["value"])
        return bool(sum(cell is None for cell in table.columns[column]) == row["value"] > 0)
    if kind in {"ranking", "composition"}:
        (first, most), (_, second), *_ = sums = groups(table, row)
        share = 100 * most / sum(value for _, value in sums)
        leads: bool = first == row["group"] and most > 1.1 * second
        return leads and (kind == "ranking" or abs(share - row["value"]) < 0.1)
    series = numbers(table, column)
    if kind == "regime_change":
        at = place(table, row)
        return (
            abs(level_change(series, at)) > 2.4
            and abs(greatest_change(series)[0] - at) <= 2
            and up(series[-1] - series[0], row)
        )
    if kind == "volatility_regime":
        return spread_ratio(series, place(table, row)) > 2.5
    if kind == "anomaly":
        far = robust(series)
        own = far.pop(place(table, row))
        return abs(own) > 7 and up(own, row) and max(map(abs, far)) < 4.2
    if kind == "trend":
        return abs(trend(series)) > 12 and up(trend(series), row)
    if kind == "seasonality":
        return periodicity(series, row["lag"]) > 0.75
    other = numbers(table, row["partner"])
    if kind == "lead_lag":
        lag, r = best_lag(series, other)
        return lag == row["lag"] and r > 0.75
    return abs(correlation(series, other)) > 0.72 and up(correlation(series, other), row)


def innocent(case: Case, row: dict[str, Any]) -> bool:
    """Return whether a trap that names a single column is really none."""
    kind, column = row["kind"], row.get("column")
    table = next((t for t in case.tables if column in t.columns), None)
    if table is None or not isinstance(column, str):
        return True
    if kind == "missing":
        return None not in table.columns[column]
    if kind == "ranking":
        return groups(table, row | {"partner": next(iter(table.columns))})[0][0] not in {row["group"]}
    series = numbers(table, column)
    if kind in {"correlation", "lead_lag"} and "partner" in row:
        other = numbers(table, row["partner"])
        apart = [[b - a for a, b in itertools.pairwise(one)] for one in (series, other)]
        lag = 0 if kind == "correlation" else best_lag(apart[0], apart[1])[0]
        return abs(lagged(apart[0], apart[1], lag)) < 0.35 or abs(correlation(series, other)) < 0.3
    if kind == "anomaly":
        return max(map(abs, robust(series))) < 4.6
    if kind in {"regime_change", "volatility_regime"} and len(series) > 30:
        return quiet(series) or abs(greatest_change(series)[1]) < 3.4
    if kind == "trend" and len(series) > 30:
        return abs(trend(series)) < 2.6
    return True


def case_faults(name: str, seed: int, folder: Path) -> Iterator[str]:
    """Yield what is wrong with a case."""
    case = make(name, seed)
    by_name = {table.name: table for table in case.tables}
    for row in case.findings:
        if not shows(by_name[row["table"]], row):
            yield f"does not show: {row}"
    for row in case.traps:
        if not innocent(case, row):
            yield f"is no trap: {row}"
    if any(row["kind"] not in KINDS for row in [*case.findings, *case.traps, *case.neutral]):
        yield "has a kind that does not exist"
    made = write(case, seed, folder)
    if len(list((made / "data").iterdir())) != len(case.tables) + len(case.files):
        yield "files are missing"


def current() -> dict[str, tuple[str, str]]:
    """Return what splits.tsv should hold, from the makers as they are."""
    now = {SENTENCES: ("file", file_digest(HERE / SENTENCES))}
    for split, seeds in SEEDS.items():
        now |= {f"{name}-{seed}": (split, digest(make(name, seed), seed)) for name in NAMES for seed in seeds}
    return now


def freeze() -> None:
    """Write splits.tsv; done once, and refused when it exists."""
    if SPLITS.exists():
        raise SystemExit(f"{SPLITS.name} exists: the examination is frozen")
    lines = ["# case-seed or file, split, fingerprint"]
    lines += [f"{one}\t{split}\t{mark}" for one, (split, mark) in current().items()]
    SPLITS.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> int:
    """Check everything, count, and report."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--seeds", type=int, nargs="+")
    made.add_argument("--freeze", action="store_true")
    options = made.parse_args()
    seeds = options.seeds or [seed for some in SEEDS.values() for seed in some]
    faults = [f"{SENTENCES}: {fault}" for fault in sentence_faults()]
    with tempfile.TemporaryDirectory(prefix="report-check-") as folder:
        for seed in seeds:
            faults += [f"{name}-{seed}: {x}" for name in NAMES for x in case_faults(name, seed, Path(folder))]
    before = {} if options.seeds else frozen()
    now = current() if before else {}
    faults += [f"{one}: not as frozen" for one in sorted(before.keys() | now.keys()) if before.get(one) != now.get(one)]
    counts = Counter(row["kind"] for name in NAMES for row in make(name, seeds[0]).findings)
    print(f"{len(NAMES)} cases, seeds {seeds}; findings of one seed:")
    print("\n".join(f"  {kind:20}{counts[kind]:4}" for kind in KINDS))
    print("\n".join(faults) or "no faults")
    if options.freeze and not faults:
        freeze()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
