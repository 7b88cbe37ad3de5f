"""Put each goal to the product as its user would, in a home of its own, and score what it says.

    score.py                                  goals of the tuning third, with what went wrong
    score.py --split scored --out a.json      the frozen two thirds: only sums are shown
    score.py --split dev3                     the goals of the third set that rule writers may see (dev: of the second)
    score.py --split scored3                  its others: only sums are shown (scored2: of the second)
    score.py --kind table --kind two-step
    score.py --command 'my-tool {goal} --json'     ({material} lines up: --corpus DIR --data DIR)

Each answer is the last JSON object a command prints: `status`, `answer`, `error`, `score`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from exam import HERE, LATER, LATER_HALVES, SPLIT_SEED, folder, later, rows, splits
from marking import Told, outcome

COMMAND = "indagate task {goal} {material} --json"
OUTCOMES = ("right", "wrong", "declined", "failed")
SEEN = ("tune", *(one.seen for one in LATER))
NEVER_SHOWN = tuple(one.scored for one in LATER)


@dataclass(frozen=True, slots=True)
class Mark:
    """What one answer is worth."""

    id: str
    kind: str
    language: str
    split: str
    outcome: str
    score: float | None
    seconds: float
    text: str


def last_object(output: str) -> dict[str, Any]:
    """Return the last JSON object that a command printed at the start of a line; empty if there is none."""
    decoder, found, at = json.JSONDecoder(), {}, 0
    for start in (match.start() for match in re.finditer(r"^\{", output, re.M)):
        if start < at:
            continue
        try:
            value, length = decoder.raw_decode(output[start:])
        except json.JSONDecodeError:
            continue
        at = start + length
        if isinstance(value, dict):
            found = value
    return found


def environment(home: Path) -> dict[str, str]:
    """Return the environment of the product: a home of its own, no colours."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return os.environ | {"INDAGATE_HOME": str(home), "PATH": path, "NO_COLOR": "1"}


def run(line: list[str], home: Path, timeout: float) -> tuple[dict[str, Any], str]:
    """Run a command line; return the last JSON object it printed and, if there is none, why."""
    try:
        done = subprocess.run(
            line,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
            env=environment(home),
            cwd=home,
        )
    except FileNotFoundError:
        raise SystemExit(f"no such command: {line[0]} (give another with --command)") from None
    except subprocess.TimeoutExpired:
        return {}, f"no answer within {timeout:.0f} s"
    found = last_object(done.stdout)
    last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
    return found, "" if found else f"exit {done.returncode}: {last}"[:200]


def command_line(template: str, row: dict[str, Any]) -> list[str]:
    """Return the command line for a goal and its material."""
    material: list[str] = []
    for option in ("corpus", "data"):
        if option in row:
            material += [f"--{option}", str(folder(row[option]))]
    line: list[str] = []
    for part in shlex.split(template):
        line += material if part == "{material}" else [part.replace("{goal}", row["goal"])]
    return line


def judged(row: dict[str, Any], split: str, options: argparse.Namespace, home: Path) -> Mark:
    """Put one goal and return its mark."""
    started = time.monotonic()
    found, why = run(command_line(options.command, row), home, options.timeout)
    status, answer, error = (str(found.get(key) or "") for key in ("status", "answer", "error"))
    result = outcome(row, Told(status.upper(), answer, error, why))
    score = found.get("score")
    said = why or " ".join(f"{status} {error} {answer}".split())
    seconds = round(time.monotonic() - started, 2)
    kept = float(score) if isinstance(score, int | float) else None
    return Mark(row["id"], row["kind"], row["language"], split, result, kept, seconds, said)


def table(marks: list[Mark]) -> list[str]:
    """Return the lines of a table of outcomes by kind, language and in all."""
    lines = [f"{'':20}{'n':>4}" + "".join(f"{name:>10}" for name in OUTCOMES)]
    groups = [(kind, [m for m in marks if m.kind == kind]) for kind in dict.fromkeys(m.kind for m in marks)]
    groups += [(f"in {one}", [m for m in marks if m.language == one]) for one in sorted({m.language for m in marks})]
    for label, some in [*groups, ("all", marks)]:
        counts = Counter(m.outcome for m in some)
        lines.append(f"{label:20}{len(some):4}" + "".join(f"{counts[name]:10}" for name in OUTCOMES))
    counts = Counter(m.outcome for m in marks)
    shares = ", ".join(f"{name} {counts[name] / len(marks):.1%}" for name in OUTCOMES)
    return [*lines, f"{shares} of {len(marks)}"]


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--split", choices=("tune", "scored", "all", *LATER_HALVES), default="tune")
    made.add_argument("--kind", action="append")
    made.add_argument("--ids", nargs="+")
    made.add_argument("--command", default=COMMAND, help="with {goal} and {material}")
    made.add_argument("--timeout", type=float, default=60.0, help="seconds a goal")
    made.add_argument("--out", type=Path, default=HERE / "results" / "goals.json")
    made.add_argument("--reveal", action="store_true", help="show scored ones too: they are spent then")
    return made


def main() -> int:
    """Ask, score, print the tables and what went wrong on the tuning split, save the results."""
    options = parser().parse_args()
    if options.split in NEVER_SHOWN and options.reveal:
        raise SystemExit(f"the goals of {options.split} are never shown")
    halves = splits()
    every = [(row, halves[row["id"]][0]) for row in rows("goals")]
    if options.split in LATER_HALVES:
        every = [(row, options.split) for row in later(options.split)]
    asked = [
        (row, split)
        for row, split in every
        if (not options.kind or row["kind"] in options.kind) and (not options.ids or row["id"] in options.ids)
    ]
    marks: list[Mark] = []
    with tempfile.TemporaryDirectory(prefix="task-exam-") as folder:
        for row, split in asked:
            if options.split not in {"all", split}:
                continue
            marks.append(judged(row, split, options, Path(folder)))
            print(".", end="", file=sys.stderr, flush=True)
            if marks[-1].outcome != "right" and (split in SEEN or options.reveal):
                print(f"{marks[-1].outcome:8} {row['id']} {row['goal']}\n         {marks[-1].text[:300]}")
    print(file=sys.stderr)
    for split in sorted({m.split for m in marks}):
        part = [m for m in marks if m.split == split]
        print(f"\ngoals, split {split}: {sum(m.seconds for m in part):.0f} s")
        print("\n".join(table(part)))
    saved = [asdict(m) for m in marks]
    for one in saved:
        if one["split"] not in SEEN and not options.reveal:
            del one["text"]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    report = {"split": options.split, "split_seed": SPLIT_SEED, "command": options.command, "marks": saved}
    options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
