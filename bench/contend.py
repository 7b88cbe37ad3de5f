"""The process of one contender: it does one duty and prints what it took, as JSON in its last line.

python -m bench.contend CONTENDER '{"duty": "chain", "folder": …, "setting": …, "steps": 500, …}'
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from bench import crew
from bench.work import Work, fact


def main() -> None:
    """Do the duty that the command line names."""
    name, given = sys.argv[1], json.loads(sys.argv[2])
    work = Work(**{**given, "folder": Path(given["folder"])})
    contender = importlib.import_module(f"bench.contenders.{name}")
    if work.duty == "resume":
        work.begin()
        contender.resume(work)
        raise SystemExit(f"{name} came back from its resume without reaching a step")
    work.facts = [fact(number) for number in range(work.steps)]
    if work.duty == "serve":
        contender.serve(work)
        return
    if work.duty == "many":
        kept = contender.many(work) if hasattr(contender, "many") else crew.many(work, contender, name)
        expected = work.runs * work.steps
    else:
        kept, expected = contender.chain(work), work.steps
    if kept != expected:
        raise SystemExit(f"{name} recorded {kept} facts where {expected} were due")
    told = {"seconds": work.seconds, "syncs": work.counted, "processor": work.processor, "server": work.server}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
