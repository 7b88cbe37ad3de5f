"""Notes without a model: values read from a stranger's notebook, and questions of it, against gold.

`python -m bench.notes_rules [SET]` prints, for the notebook in this folder's SET: values read right, read wrong,
not read and named, not read and not named; questions right, wrong with their gap said, wrong without, declined.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from indagate.flows.notes.domain import domains
from indagate.flows.notes.entry import Entry, Reading
from indagate.flows.notes.importing import bring_in, read_notes
from indagate.flows.notes.index import Index
from indagate.flows.notes.query import Found, Query
from indagate.flows.notes.search import answer
from indagate.flows.notes.unit import converted, dimension, unit_of

_BASE = {"length": "km", "time": "min", "mass": "kg", "volume": "L"}


def based(value: float, unit: str | None) -> float:
    """Return a value in the base unit of what it measures."""
    name = unit_of(unit or "") or (unit or "")
    return converted(float(value), name, _BASE.get(dimension(name), name))


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON lines."""
    return [json.loads(row) for row in folder.read_text("utf-8").splitlines() if row.strip()]


def same(one: float, other: float, tolerance: float = 0.005) -> bool:
    """Whether two values are the same within a tolerance of their size."""
    return abs(one - other) <= max(tolerance * abs(other), 1e-6)


def score_values(readings: dict[tuple[str, str], Reading], gold: list[dict[str, Any]], told: list[str]) -> Counter[str]:
    """Count what was read of each line's values."""
    counts: Counter[str] = Counter()
    for line in gold:
        reading = readings[line["date"], line["line"]]
        left = [(based(item["value"], item["unit"]), item) for item in line["items"]]
        for entry in (one for one in reading.counted if one.value is not None):
            place = _place(entry, left)
            counts["right" if place is not None else "wrong"] += 1
            if place is None:
                told.append(f"WRONG VALUE {line['line']!r}: {entry.what} {entry.measure} {entry.value} {entry.unit}")
            else:
                left.pop(place)
        named = " ".join(reading.unread)
        for _, item in left:
            numbers = re.findall(r"\d+(?:[.,:]\d+)*", item["span"])
            known = all(text in named for text in numbers or [item["span"]])
            counts["unread, named" if known else "unread, not named"] += 1
            if not known:
                told.append(f"NOT NAMED {line['line']!r}: {item['span']}; unread {reading.unread}")
    return counts


def _place(entry: Entry, gold: list[tuple[float, dict[str, Any]]]) -> int | None:
    own = based(entry.value or 0.0, entry.unit)
    return next((at for at, (value, _) in enumerate(gold) if same(own, value, 1e-6)), None)


def verdict(case: dict[str, Any], found: Found) -> str:
    """Return how an answer stands to its gold."""
    expect = case["expect"]
    gap = bool(found.gaps or found.disclosures)
    if not found.answered:
        if expect.get("refused"):
            return "right (refused)"
        quotes = expect.get("quotes") or ([expect["quote"]] if "quote" in expect else [])
        texts = [one.text for one in found.near]
        if quotes and found.whole and all(any(q in text for text in texts) for q in map(_text, quotes)):
            return "right"
        return "declined"
    values = [based(c.value, c.unit) for c in found.cells if isinstance(c.value, int | float)]
    wanted = []
    if "rows" in expect and isinstance(expect["rows"], list):
        wanted = [float(row[-1]) for row in expect["rows"] if isinstance(row[-1], int | float)]
    elif isinstance(expect.get("value"), int | float):
        wanted = [based(expect["value"], expect.get("unit"))]
    elif "value" in expect:
        shown = " ".join(f"{c.value} {c.scope}" for c in found.cells)
        return "right" if str(expect["value"]) in shown else "wrong, gap said" if gap else "wrong"
    hit = wanted and all(any(same(v, w) or same(v * 1000, w) for v in values) for w in wanted)
    return "right" if hit else "wrong, gap said" if gap else "wrong"


def _text(quote: Any) -> str:
    return str(quote.get("text", "")) if isinstance(quote, dict) else str(quote)


def main(name: str = "e") -> None:
    """Measure a set and print its figures, and each wrong one."""
    folder = Path(__file__).parent / name
    told: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        root, modules = Path(home), domains()
        with Index(root, modules) as index:
            bring_in(index.notebook, read_notes(folder / "notebook.md"))
            index.refresh()
            readings = {(note.day.isoformat(), note.text): reading for note, reading in index.notes(date.min, date.max)}
            values = score_values(readings, lines_of(folder / "entries.jsonl"), told)
            counts: dict[str, Counter[str]] = {}
            for case in lines_of(folder / "rules_alone_notes.jsonl"):
                today = date.fromisoformat(case["input"]["today"])
                question = case["input"]["question"]
                found = answer(index, Query("plain", question), list(modules.values()), today)
                how = verdict(case, found)
                counts.setdefault(case["kind"], Counter())[how] += 1
                if how.startswith("wrong"):
                    cells = [(c.value, c.unit) for c in found.cells][:4]
                    told.append(f"{how.upper()} {question!r}: {found.said} = {cells}; gold {case['expect']}")
    print("\n".join(told))
    print("values", dict(values))
    for kind, count in counts.items():
        print(kind, dict(count))
    print("all", dict(sum(counts.values(), Counter())))


if __name__ == "__main__":
    main(*sys.argv[1:])
