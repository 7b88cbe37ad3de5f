"""Oracle, controls, killed runs and adversary, through the real command: `python -m bench.oracle --help`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench.oracle import chat, falsehood, table, tampering
from bench.oracle.gold import CASES, Case, sets
from bench.oracle.product import install
from bench.oracle.runner import FLOWS, Bench, Outcome, serving
from bench.oracle.server import load

PARTS = (
    "oracle",
    "controls",
    "kills",
    "chat",
    "adversary",
    "task-adversary",
    "notes-adversary",
    "notes-elsewhere-adversary",
    "tampering",
)
KILLS = 12
"""Runs that are killed once each: every so many-th case of those that are asked."""


def main() -> None:
    """Run what was asked for and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--sets", nargs="+", default=None, help="names of folders below cases/")
    parser.add_argument("--cases", nargs="+", default=None, help="ids of cases")
    parser.add_argument("--every", type=int, default=1, help="only every n-th case or group, for a sample")
    parser.add_argument("--judges", nargs="+", choices=falsehood.JUDGES, default=list(falsehood.JUDGES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", default="", help="the form of answers that is asked for: native, tool, prompted")
    parser.add_argument("--program", type=Path, default=None, help="an installed indagate, instead of a fresh wheel")
    parser.add_argument("--out", type=Path, default=None, help="where to write what came out, as JSON")
    taken = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="oracle-") as place:
        folder = Path(place)
        bench = Bench(taken.program or install(folder), load([CASES]), folder, taken.jobs)
        cases = chosen(taken.sets, taken.cases)[:: taken.every]
        found: dict[str, Any] = {}
        if "oracle" in taken.parts:
            found["oracle"] = oracle(bench, cases, taken.output)
        if "controls" in taken.parts:
            found["controls"] = controls(bench, cases)
        if "kills" in taken.parts:
            found["kills"] = kills(bench, cases)
        if "chat" in taken.parts:
            found["chat"] = chatted(bench)
        if "adversary" in taken.parts:
            found["adversary"] = falsehood.run(bench, folder, taken.every, judges=taken.judges)
            print(table.of_adversary(found["adversary"]))
        for flow in ("task", "notes", "notes-elsewhere"):
            if (part := f"{flow}-adversary") in taken.parts:
                found[part] = falsehood.run(bench, folder, taken.every, judges=taken.judges, flow=flow)
                print(table.of_adversary(found[part]))
        if "tampering" in taken.parts:
            found["tampering"] = tampering.run(bench, folder, taken.every)
            print(table.of_tampering(found["tampering"]))
    if taken.out is not None:
        taken.out.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    sys.exit(0)


def chosen(names: list[str] | None, ids: list[str] | None) -> list[Case]:
    """Return the cases of flows that run today. Raises `SystemExit` for a set or case that is not there."""
    known = sets()
    wrong = [name for name in names or () if name not in known]
    if wrong:
        raise SystemExit(f"there is no set {wrong[0]!r}; there are: {', '.join(known)}")
    every = [case for name, group in known.items() if names is None or name in names for case in group.cases]
    picked = [case for case in every if case.flow in FLOWS and (ids is None or case.id in ids)]
    if ids is not None and len(picked) < len(ids):
        raise SystemExit(f"not there: {', '.join(sorted(set(ids) - {case.id for case in picked}))}")
    return picked


def oracle(bench: Bench, cases: list[Case], output: str = "") -> dict[str, Any]:
    """Plumbing and shown, each miss by id and cause."""
    with serving(bench.folder) as service:
        outcomes = bench.run(cases, service, output=output)
    print(table.of_outcomes("oracle", outcomes))
    return summary(outcomes)


def controls(bench: Bench, cases: list[Case]) -> dict[str, Any]:
    """The same cases with mutated gold, another case's gold, a silent server, the rules alone, and no server."""
    found: dict[str, Any] = {}
    for twist in ("mutated", "other", "silent"):
        with serving(bench.folder, twist) as service:
            outcomes = bench.run(cases, service, name=twist)
        found[twist] = summary(outcomes)
        print(table.of_control(twist, outcomes))
    outcomes = bench.run(cases, None, name="rules")
    found["rules"] = summary(outcomes)
    print(table.of_control("rules alone", outcomes))
    with serving(bench.folder, "gone") as service:
        pass
    try:
        found["no server"] = bench.run(cases[:1], service, name="gone")[0].mark.why
    except RuntimeError as error:  # a notebook that was to be read first
        found["no server"] = str(error)
    print(f"no server: {found['no server']}")
    return found


def kills(bench: Bench, cases: list[Case]) -> dict[str, Any]:
    """A sample of cases, each killed at a random row and resumed with the printed command."""
    sample = cases[:: max(1, len(cases) // KILLS)]
    with serving(bench.folder, "killed") as service:
        outcomes = bench.run(sample, service, name="killed", kill=True)
    print(table.of_outcomes("killed and resumed", outcomes))
    return summary(outcomes)


def chatted(bench: Bench) -> dict[str, Any]:
    """The inputs of a chat with the oracle as router, and by the rules alone."""
    with serving(bench.folder, "chat") as service:
        found = {"oracle": chat.run(bench, service)}
    found["rules"] = chat.run(bench, None)
    for name, told in found.items():
        print(f"chat, {name}: {told['right']} of {told['inputs']}")
        for case, why in told["misses"].items():
            print(f"  miss {case}: {why}")
    return found


def summary(outcomes: list[Outcome]) -> dict[str, Any]:
    """Return the figures of a run, and its misses."""
    shown = [outcome for outcome in outcomes if outcome.shown]
    return {
        "cases": len(outcomes),
        "right": sum(outcome.right for outcome in outcomes),
        "outcome right": sum(outcome.mark.right for outcome in outcomes),
        "shown": len(shown),
        "right of shown": sum(outcome.right for outcome in shown),
        "leaks": {outcome.case.id: outcome.leaks for outcome in outcomes if outcome.leaks},
        "causes": dict(Counter(outcome.cause.partition(":")[0] for outcome in outcomes if not outcome.right)),
        "misses": {outcome.case.id: f"{outcome.cause}: {outcome.why}" for outcome in outcomes if not outcome.right},
    }


if __name__ == "__main__":
    main()
