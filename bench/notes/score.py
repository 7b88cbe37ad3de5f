"""Ask the product as its user would, in a notebook home of its own, and score what it says.

    score.py                                  questions, routes and dates of the tuning third, with what went wrong
    score.py --split scored --out a.json      the frozen two thirds: only sums are shown
    score.py --set questions --kind trend
    score.py --set 2 --split dev              the second set: questions that rule writers may see
    score.py --set 2 --split scored           its others: only sums are shown
    score.py --set 3 --split dev              the third set and the fourth (--set 4), in the same two halves
    score.py --set 3 --split scored
    score.py --set 5 --split scored           the fifth set has no other half: only sums are shown
    score.py --dates-function package.module:read     (text, as_of, language) -> (first day, last day) or None
    score.py --ask 'my-tool ask {text} --today {as_of} --json'
    score.py --folder DIR --set questions     a fresh notebook: generate.py --seed 7 --out DIR; make.py --folder DIR

Each answer is the last JSON object a command prints: `answer`, `evidence` (objects with `date`), `input_type` and
`domains`.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from exam import HALVES, HERE, LATER, SETS, SPLIT_SEED, later, later_scored, rows, splits
from reading import normal, quantities
from worth import NONE, Answer, Mark, cited_well, declined, fits, head, outcome, route_outcome

IMPORT = "indagate notes import {file}"
ASK = "indagate ask {text} --as-of {as_of} --json"
TELL = "indagate tell {text} --json"
FRAMES = {
    "en": "How many km did I run {}?",
    "ru": "Сколько километров я пробежал {}?",
    "de": "Wie viele Kilometer bin ich {} gelaufen?",
}
DIARY = (dt.date(2023, 12, 1), dt.date(2027, 1, 31))
OUTCOMES = ("right", "wrong", "no-data", "declined", "failed", "skipped")
SEEN = ("tune", "dev")


def last_object(output: str) -> dict[str, Any]:
    """Return the last JSON object that a command printed at the start of a line; empty if there is none."""
    decoder, found, at = json.JSONDecoder(), {}, 0
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


class Product:
    """The product's command line in a home of its own."""

    def __init__(self, options: argparse.Namespace, home: Path, notes: dict[str, str]) -> None:
        self.options, self.home, self.notes = options, home, notes
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        self.environment = os.environ | {"INDAGATE_HOME": str(home), "PATH": path, "NO_COLOR": "1"}

    def run(self, template: str, **fields: str) -> tuple[str, str]:
        """Run a command line; return its output and, if it failed, why."""
        line = [re.sub(r"\{(\w+)\}", lambda m: fields[m[1]], part) for part in shlex.split(template)]
        try:
            done = subprocess.run(
                line,
                capture_output=True,
                text=True,
                timeout=self.options.timeout,
                check=False,
                stdin=subprocess.DEVNULL,
                env=self.environment,
                cwd=self.home,
            )
        except FileNotFoundError:
            raise SystemExit(f"no such command: {line[0]} (give others with --import, --ask, --tell)") from None
        except subprocess.TimeoutExpired:
            return "", f"no answer within {self.options.timeout:.0f} s"
        why = (
            "" if done.returncode == 0 else (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        )
        return done.stdout, why and f"exit {done.returncode}: {why}"[:200]

    def take(self, file: Path) -> None:
        """Import a notebook, or stop: without it nothing can be asked."""
        _, why = self.run(self.options.take, file=str(file))
        if why:
            raise SystemExit(f"the notebook was not imported: {why}")

    def say(self, template: str, text: str, as_of: str) -> Answer:
        """Return what the product answers to an input."""
        output, why = self.run(template, text=text, as_of=as_of)
        told = last_object(output)
        if not told:
            return Answer("", failure=why or "no JSON")
        cited, honest = [], True
        for item in told.get("evidence") or []:
            given = item if isinstance(item, dict) else {"date": str(item)}
            days = re.findall(r"\d{4}-\d\d-\d\d", str(given.get("date", "")))[:1]
            cited += days
            quote = normal(str(given.get("text") or given.get("quote") or ""))
            honest = honest and (not quote or not days or quote.lstrip("- ") in self.notes.get(days[0], ""))
        domains = tuple(str(one) for one in told.get("domains") or ())
        return Answer(
            str(told.get("answer") or ""), tuple(cited), str(told.get("input_type") or ""), domains, "", honest
        )


def diary_km(day: dt.date) -> float:
    """Return the distance of a day in the diary of runs: other days, other distances."""
    return 3 + day.toordinal() * 37 % 100 / 10


def diary() -> str:
    """Return a notebook with one run a day, against which date expressions are asked."""
    first, last = DIARY
    days = [first + dt.timedelta(days=n) for n in range((last - first).days + 1)]
    return "\n".join(f"## {day}\n\n- ran {diary_km(day):g} km\n" for day in days)


def spans(row: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the ranges that a date expression may mean."""
    return [(row["first"], row["last"]), *((first, last) for first, last in row.get("also", []))]


def date_outcome(row: dict[str, Any], answer: Answer) -> str:
    """Return whether a distance asked for with a date expression is that of the right days."""
    if answer.failure or not answer.text:
        return "failed"
    text = head(answer.text, FRAMES[row["language"]].format(row["text"]))
    found = [q for q in quantities(text) if q.family == "km"][:1]
    for first, last in spans(row):
        start, end = dt.date.fromisoformat(first), dt.date.fromisoformat(min(last, row["as_of"]))
        total = sum(diary_km(start + dt.timedelta(days=n)) for n in range((end - start).days + 1))
        if any(fits({"value": total, "tolerance": 0.06, "unit": "km", "also": []}, q) for q in found):
            return "right"
    return "no-data" if NONE.search(text) else "wrong"


def function_outcome(row: dict[str, Any], read: Callable[..., Any]) -> tuple[str, str]:
    """Return whether a function reads a date expression rightly, and what it read."""
    got = read(row["text"], dt.date.fromisoformat(row["as_of"]), row["language"])
    if got is None:
        return "no-data", "nothing"
    pair = tuple(str(day)[:10] for day in got)
    return ("right" if pair in spans(row) else "wrong"), " to ".join(pair)


def judged(name: str, row: dict[str, Any], product: Product, options: argparse.Namespace, split: str) -> Mark:
    """Ask one input and return its mark."""
    started, beside = time.monotonic(), False
    answer = Answer("")
    if name in {"questions", *LATER}:
        answer = product.say(options.ask, row["text"], row["as_of"])
        result = outcome(row, answer)
        if (name in LATER or options.folder != HERE) and result == "wrong" and declined(row, answer):
            result = "declined"
        beside = result == "right" and cited_well(row["want"].get("evidence", []), answer.cited)
        said = f"{answer.text} [{', '.join(answer.cited[:8])}]"
    elif name == "routes":
        answer = product.say(options.tell, row["text"], "2026-11-01")
        result, beside = route_outcome(row, answer)
        said = f"{answer.input_type} {', '.join(answer.domains)} (expected {row['type']} {', '.join(row['domains'])})"
    elif options.dates_function:
        module, attribute = options.dates_function.split(":")
        result, said = function_outcome(row, getattr(importlib.import_module(module), attribute))
    elif row["kind"].startswith("future"):
        result, said = "skipped", "no note is later than today: only --dates-function can tell"
    else:
        answer = product.say(options.ask, FRAMES[row["language"]].format(row["text"]), row["as_of"])
        result, said = date_outcome(row, answer), answer.text
    seconds = round(time.monotonic() - started, 2)
    shown = answer.failure or said
    return Mark(row["id"], name, row["kind"], row["language"], split, result, beside, answer.honest, seconds, shown)


def inputs(name: str, options: argparse.Namespace) -> list[tuple[dict[str, Any], str]]:
    """Return the inputs of an examination with their splits; a fresh notebook is never asked the frozen questions."""
    if name in LATER:
        if options.folder != HERE:
            raise SystemExit("later sets are asked of the frozen notebook only; make.py --folder makes fresh questions")
        return [(row, half) for half in HALVES for row in later(name, half)]
    if options.folder == HERE or name != "questions":
        frozen = splits()
        return [(row, frozen[row["id"]][0]) for row in rows(name)]
    fresh, known = rows(name, options.folder), {row["text"] for row in [*rows(name), *later_scored()]}
    if any(row["text"] in known for row in fresh):
        raise SystemExit("these questions hold frozen texts: write them anew with make.py --folder")
    return [(row, "tune") for row in fresh]


def examined(name: str, options: argparse.Namespace) -> list[Mark]:
    """Put one examination to the product, in a fresh home."""
    asked = [
        (row, split)
        for row, split in inputs(name, options)
        if (not options.kind or row["kind"] in options.kind) and (not options.ids or row["id"] in options.ids)
    ]
    asked = [(row, split) for row, split in asked if options.split in {"all", split}]
    if not asked:
        return []
    with tempfile.TemporaryDirectory(prefix="notes-exam-") as folder:
        kept = options.folder if (options.folder / "notebook.md").exists() else HERE
        home, notebook = Path(folder) / "home", kept / "notebook.md"
        home.mkdir()
        product = Product(options, home, texts_by_day(kept) if name in {"questions", *LATER} else {})
        if name == "dates":
            notebook = Path(folder) / "diary.md"
            notebook.write_text(diary(), "utf-8")
        if name != "dates" or not options.dates_function:
            product.take(notebook)
        marks = []
        for row, split in asked:
            marks.append(judged(name, row, product, options, split))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return marks


def texts_by_day(folder: Path) -> dict[str, str]:
    """Return ISO day → the normalised text of that day in the notebook, days taken from the truth's lines."""
    lines = (folder / "notebook.md").read_text("utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for row in (json.loads(line) for line in (folder / "truth.jsonl").read_text("utf-8").splitlines()):
        found.setdefault(row["note"], []).append(normal(lines[row["line"] - 1]))
    return {day: "\n".join(dict.fromkeys(some)) for day, some in found.items()}


def table(marks: list[Mark], beside: str) -> list[str]:
    """Return the lines of a table of outcomes by kind, language and in all."""
    lines = [f"{'':20}{'n':>4}" + "".join(f"{name:>9}" for name in OUTCOMES) + f"{beside:>10}"]
    groups = [(kind, [m for m in marks if m.kind == kind]) for kind in dict.fromkeys(m.kind for m in marks)]
    groups += [(f"in {one}", [m for m in marks if m.language == one]) for one in sorted({m.language for m in marks})]
    for label, some in [*groups, ("all", marks)]:
        counts = Counter(m.outcome for m in some)
        cells = "".join(f"{counts[name]:9}" for name in OUTCOMES)
        lines.append(f"{label:20}{len(some):4}{cells}{sum(m.beside for m in some):10}")
    asked = [m for m in marks if m.outcome != "skipped"]
    counts = Counter(m.outcome for m in asked)
    rate = len(asked) or 1
    lines.append(f"right {counts['right'] / rate:.1%}, wrong {counts['wrong'] / rate:.1%} of {len(asked)} asked")
    return lines


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--split", choices=("tune", "dev", "scored", "all"), help="tune, with --set 2, 3, 4 or 5: dev")
    made.add_argument(
        "--set",
        action="append",
        choices=(*SETS, *LATER),
        help="one of the three examinations; all three by default; 2, 3, 4, 5: a later set of questions",
    )
    made.add_argument("--kind", action="append")
    made.add_argument("--ids", nargs="+")
    made.add_argument("--import", dest="take", default=IMPORT, help="with {file}")
    made.add_argument("--ask", default=ASK, help="with {text} and {as_of}")
    made.add_argument("--tell", default=TELL, help="with {text}")
    made.add_argument("--dates-function", help="module:name that reads date expressions, the future too")
    made.add_argument("--folder", type=Path, default=HERE, help="other questions, with a notebook of their own or none")
    made.add_argument("--timeout", type=float, default=60.0, help="seconds a command")
    made.add_argument("--out", type=Path, default=HERE / "results" / "latest.json")
    made.add_argument("--reveal", action="store_true", help="show scored ones too: they are spent then")
    return made


def main() -> int:
    """Ask, score, print the tables and what went wrong on the tuning split, save the results."""
    options = parser().parse_args()
    sys.path.insert(0, str(Path.cwd()))
    options.folder = options.folder.resolve()
    alone = len(options.set or ()) == 1 and options.set[0] in LATER
    if not alone and set(LATER) & set(options.set or ()):
        raise SystemExit("a later set is asked by itself")
    options.split = options.split or ("dev" if alone else "tune")
    if alone and options.reveal:
        raise SystemExit("the scored questions of a later set are never shown")
    marks: list[Mark] = []
    for name in options.set or SETS:
        some = examined(name, options)
        texts = {row["id"]: row["text"] for row, _ in inputs(name, options)}
        for one in some:
            shown = one.split in SEEN or options.reveal
            if shown and one.outcome not in {"right", "skipped"}:
                print(f"{one.outcome:8} {one.id} {texts[one.id]}\n         {one.text[:300]}")
        marks += some
        for split in sorted({m.split for m in some}):
            part = [m for m in some if m.split == split]
            untrue = sum(not m.honest for m in part)
            print(
                f"\n{name}, split {split}: {sum(m.seconds for m in part):.0f} s, quotes not in the notebook: {untrue}"
            )
            print("\n".join(table(part, {"routes": "domains", "dates": ""}.get(name, "and cited"))))
    saved = [asdict(m) for m in marks]
    for row in saved:
        if row["split"] not in SEEN and not options.reveal:
            del row["text"]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    report = {"split": options.split, "split_seed": SPLIT_SEED, "ask": options.ask, "marks": saved}
    options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
