"""The critic's hard checks on answers of known worth: `python -m bench.oracle.critique [FILE] [--list]`.

`hard` says of a bad answer that a check without judgement can see what is wrong, of a good one that none may refuse it.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench.oracle.gold import CASES, rows
from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.critique import check_answer, settle
from indagate.flows.task.critic.hard import Worked, worked_checks
from indagate.flows.task.critic.verdict import Verdict
from indagate.flows.task.plan import Wanted

CLASSES = {
    "required element missing": (25, 27), "prohibited word in look-alike letters": (28, 31),
    "number from no tool": (32, 35), "wrong dimension or unit": (36, 38), "tests fail": (39, 41),
    "code ends its run": (42, 44), "code walks frames": (45, 47), "citation does not resolve": (48, 50),
    "instruction to the judge": (51, 53), "empty test": (54, 56), "another question": (57, 59), "arithmetic": (60, 60),
}  # fmt: skip
"""The classes of bad answers, as their author numbered them."""


async def verdict(row: dict[str, Any]) -> Verdict:
    """Judge an answer by the hard checks alone, its evidence as the product's tools show it."""
    told, criteria = {name: _told(item) for name, item in _named(row)}, row["criteria"]
    checks = {name: dict(how) for name, how in criteria["checks"].items()}
    unit = checks.pop("unit", None)
    if "tests" in checks.get("code_quality", {}):
        checks["code_quality"]["tests"] = "\n\n".join(checks["code_quality"]["tests"])
    wanted = AcceptanceCriteria(0.7, criteria["required"], criteria["prohibited"], checks)
    work = Worked(
        row["goal"],
        (Wanted(row["goal"], unit["dimension"], unit["unit"]),) if unit else (),
        (*told.values(), *(item["expression"] for _, item in _named(row) if item["kind"] == "calculation")),
        closed=bool(told),
        computed=tuple(told[name] for name, item in _named(row) if item["kind"] == "calculation"),
        queried=tuple(told[name] for name, item in _named(row) if item["kind"] == "cell"),
    )
    findings = await check_answer(row["goal"], row["answer"], wanted, told)
    return settle([*findings, *worked_checks(row["answer"], work)], None, 0.7, "")


def _named(row: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(item["id"], item) for item in row["evidence"]]


def _told(item: dict[str, Any]) -> str:
    if item["kind"] == "passage":
        return str(item["text"])
    value = f"{item['value']} {item.get('unit', '').replace('^2', '²')}".strip()
    return f"{item['id']}: {value} = {item['label']}; {item['n']} rows" if item["kind"] == "cell" else value


def of_class(row: dict[str, Any]) -> str:
    """Return the class of an answer."""
    number = int(row["id"].rpartition("-")[2])
    return "good" if row["good"] else next(name for name, (low, high) in CLASSES.items() if low <= number <= high)


def main() -> None:
    """Print what came out, by class; with `--list` each answer that came out otherwise than it should."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=CASES / "task" / "critic" / "answers.jsonl")
    parser.add_argument("--list", action="store_true")
    taken = parser.parse_args()
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in rows(taken.file):
        found = asyncio.run(verdict(row))
        right = found.accepted if row["good"] else not found.accepted
        at = 0 if row["hard"] else 2
        counts[of_class(row)][at] += right
        counts[of_class(row)][at + 1] += 1
        if taken.list and not right and (row["hard"] or row["good"]):
            missed = [finding.message for finding in found.findings if not finding.passed]
            print(f"{row['id']} {'refused' if missed else 'accepted'}: {row['why']}; {'; '.join(missed)}")
    print(f"{'class':<40} hard: as it should   for judgement: the same")
    for name, (good, of, other, rest) in counts.items():
        print(f"{name:<40} {f'{good} of {of}':<20} {f'{other} of {rest}' if rest else ''}")


if __name__ == "__main__":
    main()
