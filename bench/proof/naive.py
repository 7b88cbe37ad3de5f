"""The judge this examination was made against: compile, then believe what `Print Assumptions` prints in the same file.

naive.py STATEMENT ATTEMPT [--axiom NAME]…     prints {"verdict": …} like `indagate prove check … --json`
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import coq


def judge(attempt: Path, allowlist: tuple[str, ...], seconds: float) -> str:
    """Return accepted if a copy of the attempt compiles and its printed axioms are allowed; rejected otherwise."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "inner" / "attempt"
        shutil.copytree(attempt.parent, copy)
        for beside in sorted(copy.glob("*.v")):
            if beside.name not in (attempt.name, "statement.v"):
                coq.compile_file(copy, beside.name, seconds)
        asked = attempt.read_bytes().rstrip(b"\n") + b"\nPrint Assumptions target.\n"
        (copy / attempt.name).write_bytes(asked)
        result = coq.compile_file(copy, attempt.name, seconds)
    if result.verdict != "compiles":
        return "rejected"
    found = coq.axioms(result.output)
    clean = coq.CLEAN in result.output or (found is not None and coq.allowed(found, allowlist))
    return "accepted" if clean else "rejected"


def main() -> None:
    """Judge one attempt."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("statement", type=Path)
    asked.add_argument("attempt", type=Path)
    asked.add_argument("--axiom", action="append", default=[])
    asked.add_argument("--seconds", type=float, default=coq.SECONDS)
    options = asked.parse_args()
    print(json.dumps({"verdict": judge(options.attempt, tuple(options.axiom), options.seconds), "attacks": []}))


if __name__ == "__main__":
    main()
