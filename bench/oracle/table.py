"""The tables that the runner prints."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from bench.oracle.runner import Outcome


def of_outcomes(name: str, outcomes: Sequence[Outcome]) -> str:
    """The two figures of each kind of case, and every miss by id and cause."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[f"{outcome.case.flow} {outcome.case.kind}"].append(outcome)
    lines = [f"{name:<34} cases  right  shown  plumbing"]
    for title, group in [*sorted(groups.items()), ("all", list(outcomes))]:
        shown = [outcome for outcome in group if outcome.shown]
        right = sum(outcome.right for outcome in group)
        plumbing = f"{sum(outcome.right for outcome in shown)} of {len(shown)}"
        lines.append(f"{title:<34} {len(group):>5}  {right:>5}  {len(shown):>5}  {plumbing}")
    for outcome in outcomes:
        if not outcome.right:
            bad = f" [bad case: {outcome.case.bad}]" if outcome.case.bad else ""
            lines.append(f"  miss {outcome.case.id}: {outcome.cause}: {outcome.why}{bad}")
    return "\n".join(lines)


def of_control(name: str, outcomes: Sequence[Outcome]) -> str:
    """How many came out right although the gold was wrong, or there was none."""
    right = [outcome for outcome in outcomes if outcome.mark.right]
    kinds = Counter("refused" if outcome.case.expect.get("refused") else "answered" for outcome in right)
    told = f"{len(right)} of {len(outcomes)} right"
    detail = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"control {name}: {told}" + (f" ({detail}): {', '.join(o.case.id for o in right)}" if right else "")


def of_adversary(found: dict[str, Any]) -> str:
    """What got through, by class and author, and how many honest sentences were accepted."""
    lines = [f"{'adversary':<30} {'honest SUPPORT':>16} {'lying SUPPORT':>16}"]
    for name, counts in found["classes"].items():
        told = [counts.get(how, {"through": 0, "asked": 0}) for how in ("honest", "lying")]
        cells = [f"{one['through']} of {one['asked']}" for one in told]
        lines.append(f"{name:<30} {cells[0]:>16} {cells[1]:>16}")
    if kept := found["accepted"]:
        lines.append(f"honest sentences accepted: {kept['kept']} of {kept['asked']}")
    lines += [f"missing class, counted as failed: {name}" for name in found["missing"]]
    return "\n".join(lines)


def of_tampering(found: dict[str, Any]) -> str:
    """What `verify` named of false sentences that were written into a finished run, by class."""
    lines = [f"{'written into a finished run':<30} {'file':>12} {'journal, hard':>14} {'others':>12}"]
    for name, counts in found.items():
        cells = [counts[where] for where in ("in the file", "hard in the journal", "others in the journal")]
        lines.append(f"{name:<30} {cells[0]:>12} {cells[1]:>14} {cells[2]:>12}")
        lines += [f"  not named: {', '.join(counts['not named'])}"] if counts["not named"] else []
    return "\n".join(lines)
