"""Have the product report on generated data as its user would, and compare its findings with the truth.

    score.py                                  all cases of the tuning seeds, with what was missed and invented
    score.py --split scored --out a.json      the frozen seeds: only sums are shown
    score.py --case lead-lag --seeds 7        a fresh seed
    score.py --command 'my-tool {query} --data {data} --json'

The findings are read from the last JSON object printed (`findings`), else from state/aggregation.json in the run's
folder (`folder` of that object), else from all of its results/*.json.
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
from dataclasses import asdict
from pathlib import Path
from typing import Any

from exam import HERE, KINDS, SEEDS
from generate import NAMES, make, write
from marking import Outcome, each, judged

COMMAND = "indagate report {query} --data {data} --json"


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


def lists(given: object, key: str) -> list[Any]:
    """Return a list of an object, empty if there is none."""
    value = given.get(key) if isinstance(given, dict) else None
    return value if isinstance(value, list) else []


def files(printed: dict[str, Any]) -> list[Any]:
    """Return what may hold the findings: what was printed, the aggregation, or else the results."""
    if lists(printed, "findings"):
        return [printed]
    folder = Path(str(printed.get("folder") or printed.get("run_folder") or ""))
    aggregation = folder / "state" / "aggregation.json"
    if not printed or not aggregation.is_file():
        return [printed]
    whole = json.loads(aggregation.read_text("utf-8"))
    if "findings" in whole:
        return [whole]
    return [whole, *(json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("results/*.json")))]


def reported(
    case_folder: Path, query: str, options: argparse.Namespace, home: Path
) -> tuple[list[Any], list[Any], str]:
    """Return the findings and issues that the product reports and, if there is no report, why."""
    fields = {"query": query, "data": str(case_folder / "data")}
    line = [re.sub(r"\{(\w+)\}", lambda m: fields[m[1]], part) for part in shlex.split(options.command)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(
            line,
            capture_output=True,
            text=True,
            timeout=options.timeout,
            check=False,
            stdin=subprocess.DEVNULL,
            cwd=home,
            env=os.environ | {"INDAGATE_HOME": str(home), "PATH": path, "NO_COLOR": "1"},
        )
    except FileNotFoundError:
        raise SystemExit(f"no such command: {line[0]} (give another with --command)") from None
    except subprocess.TimeoutExpired:
        return [], [], f"no report within {options.timeout:.0f} s"
    printed = last_object(done.stdout)
    if done.returncode or not printed:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        return [], [], f"exit {done.returncode}: {last}"[:200]
    held = files(printed)
    return [x for one in held for x in lists(one, "findings")], [x for one in held for x in lists(one, "issues")], ""


def examined(name: str, seed: int, options: argparse.Namespace, folder: Path) -> Outcome:
    """Make a case, have it reported on, and judge the findings."""
    case = make(name, seed)
    made = write(case, seed, folder / "cases")
    home = folder / "home"
    home.mkdir(exist_ok=True)
    started = time.monotonic()
    findings, issues, why = reported(made, case.query, options, home)
    outcome = judged(findings, case.truth(seed), issues)
    outcome.failure, outcome.seconds = why, round(time.monotonic() - started, 1)
    return outcome


def described(row: dict[str, Any]) -> str:
    """Return a finding in a line."""
    keys = ("table", "column", "partner", "at", "lag", "group", "direction", "value")
    return f"{row.get('kind')} " + ", ".join(f"{key} {row[key]}" for key in keys if row.get(key) is not None)


def table(outcomes: list[Outcome]) -> list[str]:
    """Return the lines of the sums: by kind, by case, in all."""
    found = Counter(row["kind"] for one in outcomes for row in one.found)
    missed = Counter(row["kind"] for one in outcomes for row in one.missed)
    invented = Counter(row["kind"] for one in outcomes for row in one.invented)
    lines = [f"{'':22}{'found':>7}{'missed':>8}{'invented':>10}"]
    for kind in KINDS:
        lines.append(f"{kind:22}{found[kind]:7}{missed[kind]:8}{invented[kind]:10}")
    lines.append(f"{'all':22}{found.total():7}{missed.total():8}{invented.total():10}")
    lines.append(f"of the invented, laid out as traps: {sum(one.trapped for one in outcomes)}")
    issues = sum(len(one.issues_found) for one in outcomes), sum(len(one.issues_missed) for one in outcomes)
    lines.append(f"faults of the data reported: {issues[0]}, missed: {issues[1]}")
    noise = [one for one in outcomes if one.case.startswith("noise")]
    lines.append(f"noise: {len(noise)} folders, invented on them {sum(len(one.invented) for one in noise)}")
    failed = [f"{one.case}-{one.seed}" for one in outcomes if one.failure]
    lines.append(f"no report: {', '.join(failed) or 'none'}; {sum(one.seconds for one in outcomes):.0f} s")
    return lines


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--split", choices=("tune", "scored"), default="tune")
    made.add_argument("--seeds", type=int, nargs="+", help="fresh seeds in place of a split")
    made.add_argument("--case", action="append", choices=list(NAMES))
    made.add_argument("--command", default=COMMAND, help="with {query} and {data}")
    made.add_argument("--timeout", type=float, default=300.0, help="seconds a report")
    made.add_argument("--out", type=Path, default=HERE / "results" / "latest.json")
    made.add_argument("--reveal", action="store_true", help="show scored seeds too: they are spent then")
    return made


def main() -> int:
    """Report, judge, print the sums and on other than the scored seeds what went wrong; save the results."""
    options = parser().parse_args()
    seeds = options.seeds or SEEDS[options.split]
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="report-exam-") as folder:
        for seed in seeds:
            for name in options.case or NAMES:
                one = examined(name, seed, options, Path(folder))
                outcomes.append(one)
                print(".", end="", file=sys.stderr, flush=True)
                if seed in SEEDS["scored"] and not options.reveal:
                    continue
                wrong = [f"missed   {described(row)}" for row in one.missed]
                wrong += [f"invented {described(row)}" for row in each(one.invented)]
                wrong += [f"unsaid   {issue}" for issue in one.issues_missed]
                if wrong or one.failure:
                    print(f"{name}-{seed}: {one.failure}\n" + "\n".join(f"    {line}" for line in wrong))
    print(file=sys.stderr)
    print("\n".join(table(outcomes)))
    saved = [asdict(one) for one in outcomes]
    for row in saved:
        if row["seed"] in SEEDS["scored"] and not options.reveal:
            for key in ("found", "missed", "invented"):
                row[key] = [one["kind"] for one in row[key]]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    report = {"seeds": list(seeds), "command": options.command, "outcomes": saved}
    options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False, default=str) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
