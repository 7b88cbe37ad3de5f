"""The floor: textbook thresholds on the clean tables, no thought, no trouble with files. naive.py prints its sums."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from exam import SEEDS, Case, Table
from generate import NAMES, make
from marking import judged
from score import table as sums
from signs import best_lag, greatest_change, periodicity, robust, spread_ratio, trend


def alone(table: Table, name: str, series: list[float], when: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield what shows in one series at the usual thresholds."""
    place = {"table": table.name, "column": name}
    if abs(trend(series)) > 2:
        yield place | {"kind": "trend", "value": trend(series)}
    at, t = greatest_change(series)
    if abs(t) > 3:
        yield place | {"kind": "regime_change", "at": str(when[at]), "value": t}
    at = max(range(10, len(series) - 10), key=lambda k: spread_ratio(series, k), default=0)
    if at and spread_ratio(series, at) > 1.5:
        yield place | {"kind": "volatility_regime", "at": str(when[at])}
    for at, far in enumerate(robust(series)):
        if abs(far) > 3:
            yield place | {"kind": "anomaly", "at": str(when[at]), "value": far}
    lag = max((7, 12), key=lambda period: periodicity(series, period))
    if periodicity(series, lag) > 0.3:
        yield place | {"kind": "seasonality", "lag": lag}


def findings(case: Case) -> Iterator[dict[str, Any]]:
    """Yield everything that shows in a case's tables."""
    for table in case.tables:
        when = next(iter(table.columns.values()))
        series = {
            name: [float(cell) if isinstance(cell, int | float) else 0.0 for cell in column]
            for name, column in table.columns.items()
            if sum(isinstance(cell, int | float) for cell in column) > len(column) / 2 and name != "year"
        }
        for name, column in table.columns.items():
            if None in column:
                yield {"kind": "missing", "table": table.name, "column": name, "value": column.count(None)}
        for name, values in series.items():
            if len(values) > 30 and isinstance(when[0], dt.date):
                yield from alone(table, name, values, when)
            for group in (other for other, column in table.columns.items() if isinstance(column[0], str)):
                parts = dict.fromkeys(table.columns[group], 0.0)
                for part, value in zip(table.columns[group], values, strict=True):
                    parts[part] += value
                first = max(parts, key=lambda part: parts[part])
                told = {"table": table.name, "column": name, "partner": group, "group": first}
                yield told | {"kind": "ranking"}
                yield told | {"kind": "composition", "value": 100 * parts[first] / sum(parts.values())}
        for one, other in combinations(series, 2):
            lag, r = best_lag(series[one], series[other], min(8, len(when) // 4))
            if abs(r) > 0.3:
                place = {"table": table.name, "column": one, "partner": other, "value": r}
                yield place | ({"kind": "lead_lag", "lag": lag} if lag else {"kind": "correlation"})


def main() -> int:
    """Judge the floor on all frozen seeds."""
    for split, seeds in SEEDS.items():
        cases = [(make(name, seed), seed) for seed in seeds for name in NAMES]
        outcomes = [judged(findings(case), case.truth(seed)) for case, seed in cases]
        print(f"split {split}, clean tables\n" + "\n".join(sums(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
