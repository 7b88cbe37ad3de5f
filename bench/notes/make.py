"""Compute questions.jsonl from the truth: make.py [--folder DIR] [--loose].

With --loose (for another seed's notebook) a question that this notebook cannot carry is left out by name, not an error.
"""

from __future__ import annotations

import argparse
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
from truth import HERE, Truth

ASKS: list[Ask] = [
    ask for part in (asks_numbers, asks_periods, asks_moments, asks_across, asks_facts) for ask in part.ASKS
]


def made(folder: Path, loose: bool) -> list[dict[str, Any]]:
    """Return every question with its computed answer; ids count within a kind."""
    rows: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for ask in ASKS:
        seen[ask.kind] = seen.get(ask.kind, 0) + 1
        name = f"{ask.kind}-{seen[ask.kind]:02}"
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


def main() -> int:
    """Write questions.jsonl beside the truth it was computed from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=HERE)
    parser.add_argument("--loose", action="store_true")
    options = parser.parse_args()
    rows = made(options.folder, options.loose)
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n"
    (options.folder / "questions.jsonl").write_text(text, "utf-8")
    print(f"{len(rows)} questions, {sum(row['kind'] == 'no-data' for row in rows)} without data")
    return 0


if __name__ == "__main__":
    sys.exit(main())
