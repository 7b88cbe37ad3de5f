"""The files of an approach: its attempts with diagnostics, the attacks on them, its status and post-mortem."""

from __future__ import annotations

import json
from dataclasses import asdict

from indagate.flows.proof.record import Attempt, Trial


def attempt_files(attempt: Attempt, language: str) -> tuple[tuple[str, str], ...]:
    """Return an attempt's source and diagnostics."""
    suffix = "v" if language == "coq" else "lean"
    made = attempt.made
    said = {"note": made.note, "clean": made.clean, "seconds": made.seconds, "error": made.error,
            "diagnostics": [asdict(one) for one in made.diagnostics]}  # fmt: skip
    below = f"attempts/{attempt.number:03d}"
    return (f"{below}.{suffix}", made.text), (f"{below}.json", json.dumps(said, ensure_ascii=False, indent=1) + "\n")


def attack_files(attempt: Attempt) -> tuple[tuple[str, str], ...]:
    """Return a file for each attack on an attempt."""
    assert attempt.verdict is not None
    return tuple(
        (f"attacks/{attempt.number:03d}-{attack.name}.json", json.dumps(asdict(attack), ensure_ascii=False) + "\n")
        for attack in attempt.verdict.attacks
    )


def post_mortem(trial: Trial, stuck: tuple[str, ...] = ()) -> str:
    """Render post-mortem.md; `stuck` are the goals at which the approach got stuck."""
    goals = "".join(f"- `{goal}`\n" for goal in stuck)
    return (
        f"# Post-mortem: approach-{trial.number:03d} {trial.name}\n\n**Failure class**: {trial.failure}\n\n"
        f"## Hypothesis\n{trial.hypothesis}\n\n## What happened\n{trial.detail or 'nothing could be written'}\n\n"
        f"## Insight\n{trial.insight}\n" + (f"\n## Goals at which it got stuck\n{goals}" if goals else "")
    )


def status(trial: Trial) -> str:
    """Render status.md."""
    head = f"# approach-{trial.number:03d}: {trial.name}"
    last = trial.attempts[-1].verdict if trial.attempts else None
    stands = last is not None and last.stands
    came_to = "survived every required attack; what a human says of it is in review.md" if stands else trial.outcome
    lines = [head, "", f"Status: {came_to}", f"Attempts: {len(trial.attempts)}", ""]
    for one in trial.attempts:
        came = "compiles" if one.made.clean else one.made.error
        lines.append(f"- {one.number:03d} {one.made.note}: {came} ({one.made.seconds} s)")
        if one.verdict:
            lines.append(f"  - verdict: {one.verdict.verdict}: {one.verdict.reason}")
    return "\n".join(lines) + "\n"
