"""What a person may change when a run goes on: that its flow is other code now, and what it may spend."""

from __future__ import annotations

from dataclasses import fields, replace

from indagate.budget import Budget
from indagate.engine.journal import Run
from indagate.engine.program import Program
from indagate.engine.replay import Replay
from indagate.errors import InputError, Mismatch
from indagate.number import count


def other_code(run: Run, program: Program, before: str) -> Mismatch:
    """Return the refusal to drive a run that was last driven by other code of its flow."""
    schema, _, _ = before.partition("-")
    what = "the code of its steps" if schema == program.fingerprint.partition("-")[0] else "its states or events"
    return Mismatch(
        f"run {run.name} was last driven by another version of flow {program.name}: {what} changed since, so that a "
        "step may take another way through what it had completed",
        hint=f"Go on with the version that drove it, or with this one: indagate resume {run.name} "
        "--accept-differences. `show`, `events` and `verify` read it in any case.",
    )


def raised(run: Run, replayed: Replay, given: Budget) -> Budget:
    """Return a run's budget with these limits in place of its own. Raises `InputError` for a spent one."""
    spent = replayed.spent
    used = {"tokens": spent.tokens, "dollars": spent.dollars, "calls": spent.calls, "seconds": replayed.seconds}
    changed = {item.name: limit for item in fields(given) if (limit := getattr(given, item.name)) is not None}
    for name, limit in changed.items():
        if limit <= used.get(name, 0):
            had = count(round(used[name], 4), name[:-1])
            raise InputError(
                f"run {run.name} has spent {had} already: a budget of {limit:g} would stop it at once",
                hint=f"Give more than that: --budget-{name}.",
            )
    return replace(replayed.budget, **changed)
