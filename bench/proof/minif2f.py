"""Research proofs of a random sample of the public miniF2F set in Rocq, by the product's command line.

    minif2f.py --folder FOLDER                        the recorded sample (ids in minif2f.json)
    minif2f.py --folder FOLDER --rest 40              as many of the others, for tuning
    minif2f.py --folder FOLDER --part 1/2 --out F     every second of them, for two processes at once
    minif2f.py --merge F G                            the table of several such runs
    minif2f.py --folder FOLDER --draw 120 --seed S    draw a sample and record it

FOLDER is a checkout of LLM4Rocq/miniF2F-rocq (MIT), which is not part of this repository; only ids are recorded here.
A statement that the installed Coq does not take (a library is missing, say) counts as not proved, and is shown apart.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from score import PROVED, ask

RECORD = Path(__file__).with_name("minif2f.json")
RUN = "indagate prove run {statement} --checker coq --budget-seconds {limit} --home {home} --json {axioms}"
AXIOMS = (
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Coq.Logic.Classical_Prop.classic",
)
"""What Coq's own reals rest on, and excluded middle: allowed to every statement of the set, which is classical."""
GRACE = 90.0
_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_THEOREM = re.compile(r"^\s*(?:Theorem|Lemma)\s+([\w']+)", re.MULTILINE)
_STOP = re.compile(r"(?<!\.)\.(?=\s|\Z)")


def statement_of(text: str) -> str:
    """Return a file of the set as a statement file: its last theorem, renamed, its binders under a `forall`."""
    bare = _COMMENT.sub("", text)
    head = list(_THEOREM.finditer(bare))[-1]
    preamble, rest = bare[: head.start()].strip(), bare[head.end() :]
    colon = _colon(rest)
    binders = rest[:colon].strip()
    stop = _STOP.search(rest, colon + 1)
    said = rest[colon + 1 : stop.start() if stop else len(rest)].strip()
    said = f"forall {binders},\n{said}" if binders else said
    return f"{preamble}\n\nTheorem target : {said}.\n" if preamble else f"Theorem target : {said}.\n"


def _colon(rest: str) -> int:
    depth = 0
    for at, sign in enumerate(rest):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ":" and depth == 0:
            return at
    raise ValueError("a theorem without a statement")


def ids(folder: Path) -> list[str]:
    """Return every id of the set: the part and the file's name."""
    return sorted(
        f"{path.parent.name}/{path.stem}" for part in ("valid", "test") for path in (folder / part).glob("*.v")
    )


def compiles(text: str) -> bool:
    """Return whether the installed Coq takes a statement."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "Statement.v"
        file.write_text(text + "Admitted.\n", encoding="utf-8")
        try:
            done = subprocess.run(["coqc", "-q", file.name], cwd=scratch, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def research(folder: Path, name: str, run: str, limit: float) -> dict[str, Any]:
    """Research one statement in an empty home; return its fate, who won, and the seconds it took."""
    text = statement_of((folder / f"{name}.v").read_text(encoding="utf-8"))
    began = time.monotonic()
    if not compiles(text):
        return {"id": name, "state": "does not compile here", "won_by": None, "seconds": 0.0}
    with tempfile.TemporaryDirectory() as scratch:
        file, home = Path(scratch) / "statement.v", Path(scratch) / "home"
        file.write_text(text, encoding="utf-8")
        home.mkdir()
        axioms = " ".join(f"--axiom {one}" for one in AXIOMS)
        reply = ask(
            run, Path(scratch), limit + GRACE, statement=str(file), limit=f"{limit:g}", home=str(home), axioms=axioms
        )
    state = "hung" if reply.hung else str(reply.found.get("state", "no answer"))
    took = round(time.monotonic() - began, 1)
    return {"id": name, "state": state, "won_by": reply.found.get("won_by"), "seconds": took, "note": reply.tail[-200:]}


def table(rows: list[dict[str, Any]]) -> str:
    """Return the sums: fates, and wins per approach with their seconds."""
    proved = [row for row in rows if row["state"] in PROVED]
    usable = [row for row in rows if row["state"] != "does not compile here"]
    lines = [f"proved {len(proved)} of {len(rows)} ({100 * len(proved) / max(1, len(rows)):.1f} %);"
             f" {len(usable)} compile here, of these {100 * len(proved) / max(1, len(usable)):.1f} %", ""]  # fmt: skip
    lines += [f"{count:4d}  {state}" for state, count in Counter(row["state"] for row in rows).most_common()]
    lines += ["", "| approach | wins | median s | longest s |", "|---|---|---|---|"]
    for approach, count in Counter(str(row["won_by"]) for row in proved).most_common():
        took = [row["seconds"] for row in proved if str(row["won_by"]) == approach]
        lines.append(f"| {approach} | {count} | {statistics.median(took):.1f} | {max(took):.1f} |")
    return "\n".join(lines)


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--merge", type=Path, nargs="+", default=[], help="print the table of these results, and end")
    parser.add_argument("--part", default="1/1", help="which of how many equal parts of the ids (1/2, 2/2)")
    parser.add_argument("--limit", type=float, default=45.0, help="seconds a run may take")
    parser.add_argument("--rest", type=int, default=0, help="so many of those outside of the sample instead")
    parser.add_argument("--only", nargs="+", help="these ids only")
    parser.add_argument("--draw", type=int, default=0, help="draw a sample of this size and record its ids")
    parser.add_argument("--seed", default="indagate")
    parser.add_argument("--run-command", default=RUN)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.merge:
        print(table([row for file in given.merge for row in json.loads(file.read_text(encoding="utf-8"))]))
        return
    if given.folder is None:
        parser.error("--folder is needed")
    everything = ids(given.folder)
    if given.draw:
        drawn = sorted(random.Random(given.seed).sample(everything, given.draw))
        record = {"source": "https://github.com/LLM4Rocq/miniF2F-rocq", "of": len(everything), "seed": given.seed}
        RECORD.write_text(json.dumps({**record, "ids": drawn}, indent=1) + "\n", encoding="utf-8")
        return
    sample = json.loads(RECORD.read_text(encoding="utf-8"))["ids"]
    if given.rest:
        others = [name for name in everything if name not in set(sample)]
        sample = random.Random(f"{given.seed} rest").sample(others, given.rest)
    part, parts = map(int, given.part.split("/"))
    rows = []
    for name in (given.only or sample)[part - 1 :: parts]:
        rows.append(research(given.folder, name, given.run_command, given.limit))
        print(f"{rows[-1]['seconds']:6.1f}  {rows[-1]['state']:22} {rows[-1]['won_by'] or '-':20} {name}", flush=True)
        if given.out:
            given.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print("\n" + table(rows))


if __name__ == "__main__":
    main()
