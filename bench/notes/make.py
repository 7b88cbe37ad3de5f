"""Compute questions from the truth: make.py [--folder DIR] [--loose] [--second dev|scored].

In another folder (a fresh notebook's) the questions are those of the second set that rule writers may see: the frozen
ones are asked of the frozen notebook only. With --second a half of that set is written here, once.
With --loose (for another seed's notebook) a question that this notebook cannot carry is left out by name, not an error.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import asks2_dev
import asks_across
import asks_facts
import asks_moments
import asks_numbers
import asks_periods
from ask import KINDS, Ask
from exam import SECOND, SPLITS2, current2, kept, second
from truth import HERE, Truth

ASKS: list[Ask] = [
    ask for part in (asks_numbers, asks_periods, asks_moments, asks_across, asks_facts) for ask in part.ASKS
]


def second_asks(split: str) -> list[Ask]:
    """Return the questions of a half of the second set; none before it is written."""
    return list(importlib.import_module(f"asks2_{split}").ASKS) if (HERE / f"asks2_{split}.py").exists() else []


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


def write_second(split: str) -> int:
    """Write a half of the second set and its fingerprints, unless it is frozen."""
    if second(split):
        raise SystemExit(f"{SECOND[split]}.jsonl exists: it is frozen")
    lines = [json.dumps(row, ensure_ascii=False) for row in made(HERE, False, second_asks(split), f"{split}-")]
    (HERE / f"{SECOND[split]}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    now = current2()
    changed = [one for one, was in kept(SPLITS2).items() if now.get(one) != was]
    if changed:
        raise SystemExit(f"changed since it was frozen: {', '.join(changed)}")
    text = [f"{one}\t{half}\t{mark}" for one, (half, mark) in now.items()]
    SPLITS2.write_text("# id, split, fingerprint\n" + "\n".join(text) + "\n", "utf-8")
    print(f"{len(lines)} questions")
    return 0


def main() -> int:
    """Write questions.jsonl beside the truth it was computed from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=HERE)
    parser.add_argument("--loose", action="store_true")
    parser.add_argument("--second", choices=tuple(SECOND))
    options = parser.parse_args()
    if options.second:
        return write_second(options.second)
    fresh = options.folder.resolve() != HERE
    rows = made(options.folder, options.loose, asks2_dev.ASKS if fresh else ASKS, "dev-" if fresh else "")
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n"
    (options.folder / "questions.jsonl").write_text(text, "utf-8")
    print(f"{len(rows)} questions, {sum(row['kind'] == 'no-data' for row in rows)} without data")
    return 0


if __name__ == "__main__":
    sys.exit(main())
