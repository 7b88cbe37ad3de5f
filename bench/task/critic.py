"""Put each labelled answer to the critic and print how well it tells good from bad, kind by kind.

    critic.py                                         runs: indagate critique GOAL --answer FILE --criteria FILE --json
    critic.py --function package.module:callable      (goal, answer, criteria, sources) -> verdict, much faster
    critic.py --split all --strict                    exit 1 if one that a deterministic check can decide is misjudged

A verdict is true or false, a score (accepted from the criteria's min_score), or an object or mapping with `accepted`
or `score`; the command prints such a JSON object last. An exception or no verdict counts as an error: neither.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import inspect
import json
import shlex
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exam import rows, splits
from score import run

COMMAND = "indagate critique {goal} --answer {answer} --criteria {criteria} {sources} --json"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the critic said of one answer: accepted, or refused, or (None) nothing usable."""

    row: dict[str, Any]
    split: str
    accepted: bool | None
    said: str

    @property
    def wrong(self) -> bool:
        """Whether it differs from the label."""
        return self.accepted is not (self.row["label"] == "good")


def accepted(verdict: object, min_score: float) -> bool | None:
    """Return whether a verdict accepts; None if it says nothing usable."""
    if isinstance(verdict, bool):
        return verdict
    if isinstance(verdict, int | float):
        return verdict >= min_score
    for key in ("accepted", "score"):
        value = verdict.get(key) if isinstance(verdict, Mapping) else getattr(verdict, key, None)
        if value is not None:
            return accepted(value, min_score)
    return None


def by_function(row: dict[str, Any], critic: Callable[..., Any]) -> tuple[bool | None, str]:
    """Ask a Python function; what it raises is an error of its own, told and counted."""
    try:
        verdict = critic(row["goal"], row["answer"], row["criteria"], row.get("sources", {}))
        if inspect.isawaitable(verdict):
            verdict = asyncio.run(_awaited(verdict))
    except Exception as error:  # noqa: BLE001 (the examined code may raise anything)
        return None, f"{type(error).__name__}: {error}"
    return accepted(verdict, row["criteria"]["min_score"]), str(verdict)


async def _awaited(verdict: Any) -> Any:
    return await verdict


def by_command(row: dict[str, Any], template: str, folder: Path, timeout: float) -> tuple[bool | None, str]:
    """Ask the command line."""
    answer, criteria, sources = (folder / name for name in ("answer.md", "criteria.json", "sources.json"))
    answer.write_text(row["answer"], "utf-8")
    criteria.write_text(json.dumps(row["criteria"], ensure_ascii=False), "utf-8")
    sources.write_text(json.dumps(row.get("sources", {}), ensure_ascii=False), "utf-8")
    line: list[str] = []
    for part in shlex.split(template):
        if part == "{sources}":
            line += ["--sources", str(sources)] if "sources" in row else []
        else:
            fields = {"goal": row["goal"], "answer": str(answer), "criteria": str(criteria)}
            line.append(fields.get(part.strip("{}"), part))
    found, why = run(line, folder, timeout)
    return accepted(found, row["criteria"]["min_score"]), why or json.dumps(found, ensure_ascii=False)


def matrix(verdicts: list[Verdict]) -> list[str]:
    """Return the lines of the confusion matrix by kind."""
    lines = [f"{'':22}{'n':>4}{'label':>7}{'accepted':>10}{'refused':>9}{'error':>7}{'right':>8}"]
    for kind in dict.fromkeys(v.row["kind"] for v in verdicts):
        some = [v for v in verdicts if v.row["kind"] == kind]
        lines.append(_line(kind, some[0].row["label"], some))
    for label in ("good", "bad"):
        lines.append(_line(f"all {label}", label, [v for v in verdicts if v.row["label"] == label]))
    return lines


def _line(name: str, label: str, some: list[Verdict]) -> str:
    counts = [sum(v.accepted is value for v in some) for value in (True, False, None)]
    share = f"{sum(not v.wrong for v in some) / len(some):8.0%}" if some else ""
    return f"{name:22}{len(some):4}{label:>7}{counts[0]:10}{counts[1]:9}{counts[2]:7}{share}"


def main() -> int:
    """Judge all answers of a split, print the matrices, and on the tuning split what was misjudged."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--split", choices=("tune", "scored", "all"), default="tune")
    made.add_argument("--kind", action="append")
    made.add_argument("--function", help="package.module:callable(goal, answer, criteria, sources)")
    made.add_argument("--command", default=COMMAND, help="with {goal}, {answer}, {criteria}, {sources}")
    made.add_argument("--timeout", type=float, default=60.0, help="seconds an answer")
    made.add_argument("--strict", action="store_true", help="exit 1 if a covered one is misjudged")
    made.add_argument("--reveal", action="store_true", help="show scored ones too: they are spent then")
    options = made.parse_args()
    sys.path.insert(0, str(Path.cwd()))
    critic: Callable[..., Any] | None = None
    if options.function:
        module, name = options.function.split(":")
        critic = getattr(importlib.import_module(module), name)
    halves, verdicts = splits(), []
    with tempfile.TemporaryDirectory(prefix="critic-exam-") as folder:
        for row in rows("answers"):
            split = halves[row["id"]][0]
            if options.split not in {"all", split} or (options.kind and row["kind"] not in options.kind):
                continue
            if critic is not None:
                judged = by_function(row, critic)
            else:
                judged = by_command(row, options.command, Path(folder), options.timeout)
            verdicts.append(Verdict(row, split, *judged))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for one in verdicts:
        if one.wrong and one.row["covered"] and (one.split == "tune" or options.reveal):
            print(f"misjudged {one.row['id']} ({one.row['label']}) {one.row['answer'][:160]!r}\n    {one.said[:240]}")
    for title, covered in (("a deterministic check can decide", True), ("a judge must decide", False)):
        some = [v for v in verdicts if v.row["covered"] is covered]
        if some:
            print(f"\n{title}, split {options.split}:")
            print("\n".join(matrix(some)))
    return 1 if options.strict and any(v.wrong for v in verdicts if v.row["covered"]) else 0


if __name__ == "__main__":
    sys.exit(main())
