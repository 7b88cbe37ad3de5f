"""Draw questions of the research cases, write what a mission shows of each without a model, and a form to judge it.

python -m bench.excerpts            # the reports, and the form to copy for each reader
python -m bench.excerpts --count    # count the forms that readers have filled in
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
CASES = HERE.parent / "oracle" / "cases" / "mission"
REPORTS, FORM = HERE / "reports", HERE / "form.csv"
SEED = "excerpts 20261123"
DRAWN = {"closed": 8, "contradiction": 4, "open": 4, "constraint": 2, "unanswerable": 2}
"""How many questions of each kind; a case that is to be refused is called unanswerable."""
ASKED = (
    "Is the headline honest: does nothing claim to be more than it is?",
    "Is every part of the question named?",
    "Are there twins: the same thing shown twice?",
    "Is there noise: a passage that says nothing itself (contents, navigation, a bare heading)?",
    "Would you quote from it?",
)
COLUMNS = ("case", "headline honest", "every part named", "twins", "noise", "would quote", "remark")
EXCERPTS = 4


def drawn() -> list[dict[str, object]]:
    """Return the cases drawn, in the order of their names."""
    lines = (CASES / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    by_kind: dict[str, list[dict[str, object]]] = {}
    for case in map(json.loads, lines):
        kind = "unanswerable" if case["expect"].get("refused") else case["kind"]
        by_kind.setdefault(kind, []).append(case)
    generator = random.Random(SEED)
    found = [case for kind, number in DRAWN.items() for case in generator.sample(by_kind[kind], number)]
    return sorted(found, key=lambda case: str(case["id"]))


def write_reports() -> None:
    """Ask each question without a model, and keep its report without the run's name and the day."""
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    cases = drawn()
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            given = case["input"]
            assert isinstance(given, dict)
            words = ["research", given["question"], "--corpus", str(CASES / given["corpus"]), "--yes", "-q", "--json"]
            done = subprocess.run(
                [sys.executable, "-m", "indagate", *words], capture_output=True, text=True, check=False,
                env={**os.environ, "INDAGATE_HOME": folder, "INDAGATE_MODEL": "rule"},
            )  # fmt: skip
            if done.returncode != EXCERPTS:
                sys.exit(f"{case['id']}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
            report = Path(json.loads(done.stdout)["report"]).read_text(encoding="utf-8")
            shown = re.sub(r"DR-\d{8}-\d{3} · [^·]*", "RUN · DAY ", report)
            shown = re.sub(r"(accessed|abgerufen|получено) \d{4}-\d\d-\d\d", r"\1 DAY", shown)
            (REPORTS / f"{case['id']}.md").write_text(shown, encoding="utf-8")
    with FORM.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *([case["id"], *[""] * (len(COLUMNS) - 1)] for case in cases)])
    print(f"{len(cases)} reports in {REPORTS}; copy {FORM.name} to form-READER.csv and fill it in with yes or no:")
    print("\n".join(f"- {column}: {question}" for column, question in zip(COLUMNS[1:], ASKED, strict=False)))


def count() -> int:
    """Print how often each reader said yes; return 1 if a field is neither yes nor no."""
    wrong = 0
    for path in sorted(HERE.glob("form-*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        print(f"{path.stem.removeprefix('form-')}, {len(rows)} reports")
        for column in COLUMNS[1:6]:
            told = Counter((row.get(column) or "").strip().casefold() for row in rows)
            other = len(rows) - told["yes"] - told["no"]
            wrong += other
            print(f"  {column:18} yes {told['yes']:2}  no {told['no']:2}" + (f"  neither {other}" if other else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--count"]:
        sys.exit(count())
    if sys.argv[1:]:
        sys.exit("usage: python -m bench.excerpts [--count]")
    write_reports()
