"""The tables of the answers examination for `make bench`: right, wrong and not found, per kind, for both splits.

    python bench/answers/table.py                 the results kept in results/, without asking anything
    python bench/answers/table.py --ask           ask all anew first (twenty minutes), and keep what comes

Of scored questions only outcomes are kept and shown.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from follow import Pair, summary  # noqa: E402
from marking import Mark  # noqa: E402
from score import table  # noqa: E402

SPLITS = ("tune", "scored")
AGAIN = HERE / "results" / "tune-ask-run.json"
"""What came of the tuning questions asked again through `ask-run`."""


def ask(split: str) -> None:
    """Ask the questions of a split and keep their outcomes. Raises `CalledProcessError` if the examiner fails."""
    kept = HERE / "results" / f"{split}.json"
    command = [sys.executable, str(HERE / "score.py"), "--split", split, "--out", str(kept), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    told = json.loads(kept.read_text("utf-8"))
    for row in told["marks"]:
        row.pop("text", None)  # outcomes are kept here, no manual's text
    kept.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


def marks(split: str) -> list[Mark]:
    """Return the outcomes kept for a split, none where it was never asked."""
    kept = HERE / "results" / f"{split}.json"
    if not kept.is_file():
        return []
    names = {field.name: "" for field in fields(Mark)}
    return [Mark(**{**names, **row}) for row in json.loads(kept.read_text("utf-8"))["marks"]]


def ask_again() -> None:
    """Ask the tuning questions again through `ask-run`; what differs makes the examiner's exit code, not an error."""
    command = [sys.executable, str(HERE / "follow.py"), "--split", "tune", "--strange", "--out", str(AGAIN)]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables; 1 if a split has no results yet."""
    missing = False
    asking = "--ask" in (sys.argv[1:] if arguments is None else arguments)
    for split in SPLITS:
        if asking:
            ask(split)
        found = marks(split)
        missing = missing or not found
        print(f"Answers with no model, split {split}: {len(found) or 'never asked: table.py --ask'}")
        if found:
            print("\n".join(table(found, "kind")) + "\n")
    if asking:
        ask_again()
    if AGAIN.is_file():
        print(summary([Pair(**row) for row in json.loads(AGAIN.read_text("utf-8"))]))
    return int(missing)


if __name__ == "__main__":
    sys.exit(main())
