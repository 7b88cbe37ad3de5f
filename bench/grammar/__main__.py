"""Ask a set of questions over its tables, and its mutations: `python -m bench.grammar bench/grammar/b [--apart]`.

All tables of the set are loaded together, as a folder is; with `--apart` each question sees its own table only.
Right is: the value (within its tolerance) with a unit that is not another one; the rows, in order where that is asked;
of a ranking its winner; a refusal where the table cannot answer. Wrong is every other answer. A refusal where there was
an answer is *declined*. `--list` prints each question that came out wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from indagate import cells
from indagate.errors import IndagateError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    files = sorted(asked.folder.glob("*.csv"))
    together = None if asked.apart else cells.load(files)
    opened = {file.stem: together or cells.load([file]) for file in files}
    try:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for case in _cases(asked.folder / "questions.jsonl"):
            outcome, told = score(case, opened[case["table"]])
            counts[case["kind"]][outcome] += 1
            if asked.list and outcome == "wrong":
                print(f"{case['id']} [{case['kind']}, {case['sub']}] {case['question']}\n  {told}")
        _table(counts)
        mutations = list(_cases(asked.folder / "mutations.jsonl"))
        missed = [case for case in mutations if unchanged(case, opened[case["table"]])]
        print(f"mutations: {len(mutations) - len(missed)} of {len(mutations)} change the query or decline")
        for case in missed if asked.list else ():
            print(f"{case['id']} {case['put']} {case['word']}: {case['a']} / {case['b']}")
    finally:
        for tables in set(opened.values()):
            tables.close()


def score(case: dict[str, Any], tables: cells.Tables) -> tuple[str, str]:
    """Return right, wrong or declined, and what the answer was."""
    expect = case["expect"]
    found = cells.read(case["question"], tables, date.fromisoformat(case["as_of"]))
    if isinstance(found, cells.NotUnderstood):
        return ("right" if expect.get("refused") else "declined"), str(found)
    try:
        answer = cells.query_now(found.text, tables)
    except IndagateError as error:
        return ("right" if expect.get("refused") else "declined"), f"{found.text}: {error}"
    rows = tables.ask([found.text])[0].rows
    first = next(iter(answer), None)
    unit = (first.unit or "") if first is not None else ""
    readings = expect.get("readings", [])
    wanted = [expect] if not expect.get("refused") else [_reading(reading) for reading in readings]
    right = any(_same(one, rows, unit) for one in wanted)
    told = "; ".join(disclosure.text for disclosure in answer.disclosures)
    return (
        "right" if right else "wrong"
    ), f"{found.text}\n  {found.said}\n  {rows[:4]} {unit} ({told}); expected {expect}"


def _reading(reading: Any) -> dict[str, Any]:
    return reading if isinstance(reading, dict) else {"value": reading}


def _same(expect: dict[str, Any], rows: Sequence[Sequence[Any]], unit: str) -> bool:
    if expect.get("unit") and unit and unit != expect["unit"]:
        return False
    if "value" in expect:
        return len(rows) == 1 and any(_equal(expect["value"], value) for value in rows[0][:1])
    if expect.get("rows"):
        named = "text" in expect or "date" in expect
        wanted = expect["rows"][:1] if named and len(rows) == 1 else expect["rows"]
        if len(wanted) != len(rows):
            return False
        if expect.get("ordered"):
            return all(_holds(row, want) for row, want in zip(rows, wanted, strict=True))
        return all(any(_holds(row, want) for row in rows) for want in wanted)
    if "text" in expect or "date" in expect:
        return len(rows) == 1 and any(_equal(expect.get("text", expect.get("date")), value) for value in rows[0])
    return False


def _holds(row: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Whether the values that are wanted stand in a row, in their order."""
    rest = iter(row)
    return all(any(_equal(value, found) for found in rest) for value in wanted)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
    return str(one) == str(other) or (len(str(one)) == 10 and str(other) == f"{one} 00:00:00")


def unchanged(case: dict[str, Any], tables: cells.Tables) -> bool:
    """Whether both forms of a question give the same query."""
    one, other = (cells.read(case[form], tables, date.fromisoformat(case["as_of"])) for form in ("a", "b"))
    return isinstance(one, cells.Sql) and isinstance(other, cells.Sql) and one.text == other.text


def _cases(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _table(counts: dict[str, Counter[str]]) -> None:
    counts = {**counts, "all": sum(counts.values(), Counter())}
    for kind, counted in counts.items():
        total = counted.total()
        print(f"{kind:14}{total:5}  " + "  ".join(
            f"{word} {counted[word]:3} ({100 * counted[word] / total:.1f} %)" for word in ("right", "wrong", "declined")
        ))  # fmt: skip


if __name__ == "__main__":
    main()
