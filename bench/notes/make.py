"""Compute questions from the truth: make.py [--folder DIR] [--loose] [--write 2|3|4|5 dev|scored].

In another folder (a fresh notebook's) the questions are those of the later sets that rule writers may see: the frozen
ones are asked of the frozen notebook only. With --write a half of a later set is written here, once.
With --loose (for another seed's notebook) a question that this notebook cannot carry is left out by name, not an error.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import asks_across
import asks_facts
import asks_moments
import asks_numbers
import asks_periods
from ask import KINDS, Ask
from exam import HALVES, LATER, half_mark, half_name, kept, later, later_current, later_splits
from truth import HERE, Truth

ASKS: list[Ask] = [
    ask for part in (asks_numbers, asks_periods, asks_moments, asks_across, asks_facts) for ask in part.ASKS
]


def later_asks(number: str, half: str) -> list[Ask]:
    """Return the questions of a half of a later set; none before it is written."""
    name = f"asks{number}_{half}"
    return list(importlib.import_module(name).ASKS) if (HERE / f"{name}.py").exists() else []


def later_made(number: str, half: str, folder: Path = HERE, loose: bool = False) -> list[dict[str, Any]]:
    """Return a half of a later set with its computed answers."""
    return made(folder, loose, later_asks(number, half), half_mark(number, half))


def made(folder: Path, loose: bool, asks: list[Ask] = ASKS, mark: str = "") -> list[dict[str, Any]]:
    """Return every question with its computed answer; ids count within a kind."""
    rows: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for ask in asks:
        seen[ask.kind] = seen.get(ask.kind, 0) + 1
        name = f"{mark}{ask.kind}-{seen[ask.kind]:02}"
        try:
            want = ask.answer(Truth(folder, ask.as_of))
        except (ValueError, IndexError, ZeroDivisionError) as error:
            print(f"{name} ({ask.text!r}) cannot be asked of this notebook: {error}", file=sys.stderr)
            if not loose:
                raise SystemExit(1) from error
            continue
        rows.append(
            {"id": name, "kind": ask.kind, "language": ask.language, "text": ask.text, "as_of": ask.as_of}
            | {"want": want.shown()}
        )
    return sorted(rows, key=lambda row: (KINDS.index(row["kind"]), row["id"]))


def write_later(number: str, half: str) -> int:
    """Write a half of a later set and its fingerprints, unless it is frozen."""
    name = half_name(number, half)
    if later(number, half):
        raise SystemExit(f"{name}.jsonl exists: it is frozen")
    lines = [json.dumps(row, ensure_ascii=False) for row in later_made(number, half)]
    (HERE / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    now = later_current(number)
    changed = [one for one, was in kept(later_splits(number)).items() if now.get(one) != was]
    if changed:
        raise SystemExit(f"changed since it was frozen: {', '.join(changed)}")
    text = [f"{one}\t{split}\t{mark}" for one, (split, mark) in now.items()]
    later_splits(number).write_text("# id, split, fingerprint\n" + "\n".join(text) + "\n", "utf-8")
    print(f"{len(lines)} questions")
    return 0


def main() -> int:
    """Write questions.jsonl beside the truth it was computed from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=HERE)
    parser.add_argument("--loose", action="store_true")
    parser.add_argument("--write", nargs=2, metavar=("SET", "HALF"), help="a later set (2, 3, 4, 5), dev or scored")
    options = parser.parse_args()
    if options.write:
        number, half = options.write
        if number not in LATER or half not in HALVES:
            parser.error("--write takes 2, 3, 4 or 5, and dev or scored")
        return write_later(number, half)
    if options.folder.resolve() == HERE:
        rows = made(HERE, options.loose)
    else:
        rows = [row for number in LATER for row in later_made(number, "dev", options.folder, options.loose)]
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n"
    (options.folder / "questions.jsonl").write_text(text, "utf-8")
    print(f"{len(rows)} questions, {sum(row['kind'] == 'no-data' for row in rows)} without data")
    return 0


if __name__ == "__main__":
    sys.exit(main())
