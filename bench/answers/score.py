"""Ask the product every question as a user would and score its reports.

    score.py --split tune                              the shipped command line
    score.py --split scored --out results/a.json       the frozen two thirds: only sums are shown
    score.py --manual canal --command 'my-tool {question} --docs {corpus} --json'
    score.py --split dev                               the development questions of dev/, which are not frozen
    score.py --function package.module:answer          a function (question, folder) -> report text

The command prints, as the last thing on its standard output, one JSON object with `report` (the path of the report).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from manuals import Manual, manuals
from marking import HEAD_WORDS, Mark, mark
from questions import KINDS, OWN_KINDS, SPLIT_SEED, Question, development, questions

HERE = Path(__file__).resolve().parent
COMMAND = "indagate research {question} --corpus {corpus} --yes --json"

Asker = Callable[[str, Path], tuple[str, str]]


def last_object(output: str) -> dict[str, Any]:
    """Return the last JSON object that a command printed at the start of a line; empty if there is none."""
    decoder, found = json.JSONDecoder(), {}
    at = 0
    for start in (match.start() for match in re.finditer(r"^\{", output, re.M)):
        if start < at:
            continue
        try:
            value, at = decoder.raw_decode(output, start)
        except json.JSONDecodeError:
            continue
        if isinstance(value, dict):
            found = value
    return found


def told(template: str, timeout: float, **given: str) -> tuple[dict[str, Any], str]:
    """Run a command line; return the last object that it printed, and in a line how it ended."""
    line = shlex.split(template)
    for name, value in given.items():
        line = [part.replace(f"{{{name}}}", value) for part in line]
    try:
        done = subprocess.run(
            line, capture_output=True, text=True, timeout=timeout, check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        raise SystemExit(f"no such command: {line[0]} (give another with --command)") from None
    except subprocess.TimeoutExpired:
        return {}, f"no answer within {timeout:.0f} s"
    last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
    return last_object(done.stdout), f"exit {done.returncode}: {last}"


def report_of(found: dict[str, Any], said: str) -> tuple[str, str]:
    """Return the report that a command named, and how its run ended; no report where there is none."""
    path = Path(str(found.get("report") or ""))
    if not path.is_file():
        return "", f"{found.get('state', '')} {said}"[:200]
    return path.read_text("utf-8", errors="replace"), str(found.get("state", ""))


def by_command(template: str, timeout: float) -> Asker:
    """Return an asker that runs a command line and reads the report it names."""
    return lambda question, corpus: report_of(*told(template, timeout, question=question, corpus=str(corpus)))


def by_function(name: str) -> Asker:
    """Return an asker for a function module:name that takes a question and a folder and returns a report."""
    module, _, attribute = name.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    function = getattr(importlib.import_module(module), attribute)
    return lambda question, corpus: (str(function(question, corpus)), "")


def chosen(options: argparse.Namespace) -> list[Question]:
    """Return the questions that the options ask for."""
    pool = development() if options.split == "dev" else questions()
    return [
        q
        for q in pool
        if (options.split == "all" or q.split == options.split)
        and (not options.manual or q.manual in options.manual)
        and (not options.kind or q.kind in options.kind)
        and (not options.ids or q.id in options.ids)
    ]


def table(marks: list[Mark], key: str) -> list[str]:
    """Return the lines of a table of outcomes by kind, manual or split."""
    lines = [
        f"{key:18}{'n':>4} | first {HEAD_WORDS} words: right  cited  wrong  not found  failed"
        " | whole: right        wrong"
    ]
    order = [*KINDS, *OWN_KINDS] if key == "kind" else sorted({getattr(m, key) for m in marks})
    groups = [(name, [m for m in marks if getattr(m, key) == name]) for name in order]
    groups += [("answerable", [m for m in marks if m.kind != "unanswerable"]), ("all", marks)] if key == "kind" else []
    for name, some in groups:
        if not some:
            continue
        head, whole = Counter(m.head for m in some), Counter(m.whole for m in some)
        cited = sum(m.cited and m.head == "right" for m in some)
        shown = f"{cited:6}" if any(m.kind != "unanswerable" for m in some) else "     -"
        lines.append(
            f"{name:18}{len(some):4} | {head['right']:15} {head['right'] / len(some):5.0%} {shown} {head['wrong']:6} "
            f"{head['not-found']:10} {head['failed']:7} | {whole['right']:12} {whole['right'] / len(some):5.0%} "
            f"{whole['wrong']:6}"
        )
    return lines


def run(asked: list[Question], ask: Asker, quiet: bool) -> tuple[list[Mark], list[Manual]]:
    """Ask every question whose manual is installed; return the marks and the manuals that are missing."""
    known, marks, missing = manuals(), [], []
    for name in sorted({q.manual for q in asked}):
        manual = known[name]
        if manual.installed() is None:
            missing.append(manual)
            print(f"!!! SKIPPED {name}: apt-get install {manual.package}={manual.version}", file=sys.stderr)
            continue
        if manual.installed() != manual.version:
            print(
                f"!!! {name}: {manual.package} {manual.installed()} is not the version asked about, {manual.version}",
                file=sys.stderr,
            )
        corpus = manual.corpus()
        for question in (q for q in asked if q.manual == name):
            started = time.monotonic()
            report, state = ask(question.question, corpus)
            marks.append(mark(question, manual, report, round(time.monotonic() - started, 2), state))
            if not quiet:
                print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return marks, missing


def saved(marks: list[Mark], missing: list[Manual], options: argparse.Namespace) -> dict[str, Any]:
    """Return the results as JSON; of scored questions only the outcome is kept unless --reveal is given."""
    rows = [asdict(m) for m in marks]
    for row in rows:
        if row["split"] == "scored" and not options.reveal:
            del row["text"]
    return {
        "command": options.function or options.command,
        "split": options.split,
        "split_seed": SPLIT_SEED,
        "missing": [m.package for m in missing],
        "marks": rows,
    }


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--split", choices=("tune", "scored", "all", "dev"), default="tune")
    made.add_argument("--manual", action="append")
    made.add_argument("--kind", action="append", choices=[*KINDS, *OWN_KINDS])
    made.add_argument("--ids", nargs="+")
    made.add_argument("--command", default=COMMAND, help="with {question} and {corpus}")
    made.add_argument("--function", help="module:name instead of a command")
    made.add_argument("--timeout", type=float, default=180.0, help="seconds a question")
    made.add_argument("--out", type=Path, default=HERE / "results" / "latest.json")
    made.add_argument("--reveal", action="store_true", help="show scored ones too: they are spent then")
    made.add_argument("--quiet", action="store_true")
    made.add_argument("--require-all", action="store_true", help="exit 3 if a manual is missing")
    return made


def main() -> int:
    """Ask, score, print the tables and what went wrong on the tuning split, save the results."""
    options = parser().parse_args()
    asked = chosen(options)
    if not asked:
        raise SystemExit("no question fits these options")
    ask = by_function(options.function) if options.function else by_command(options.command, options.timeout)
    marks, missing = run(asked, ask, options.quiet)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(saved(marks, missing, options), indent=1, ensure_ascii=False) + "\n", "utf-8")
    texts = {q.id: q.question for q in asked}
    for one in marks:
        if one.head != "right" and (one.split != "scored" or options.reveal) and not options.quiet:
            print(f"{one.head:9} {one.id} [{one.kind}] {texts[one.id]}\n          {one.text[:300] or one.state}")
    for split in sorted({m.split for m in marks}):
        some = [m for m in marks if m.split == split]
        yes_no = [m for m in some if m.kind == "yes-no"]
        print(
            f"\nsplit {split}: {len(some)} questions, {sum(m.seconds for m in some):.0f} s"
            f"; a yes or no was said first for {sum(m.said for m in yes_no)} of {len(yes_no)} yes-no questions"
        )
        print("\n".join(table(some, "kind")) + "\n\n" + "\n".join(table(some, "manual")))
    for manual in missing:
        print(f"!!! NOT ASKED, not installed: {manual.name}: apt-get install {manual.package}={manual.version}")
    return 3 if missing and options.require_all else 0


if __name__ == "__main__":
    sys.exit(main())
