"""The built-in researcher for Lean 4: the same families, with the tactics of Lean's core library."""

from __future__ import annotations

import re

from indagate.flows.proof.statement import Statement

WAYS: dict[str, tuple[tuple[str, str], ...]] = {
    "decide": (
        ("decision and simplification", "first | decide | rfl | simp | (intros; simp_all) | (intros; trivial)"),
        ("introduction and assumption", "intros; first | assumption | contradiction | (constructor <;> simp_all)"),
    ),
    "arithmetic": (("linear arithmetic", "intros; first | omega | (simp; omega) | (simp_all; omega)"),),
    "induction": (),
}
"""For each approach its attempts: what is tried, and the tactic block."""
_BOUND = re.compile(r"[∀(]\s*(\w+(?:\s+\w+)*)\s*:\s*(?:Nat|ℕ|List|Bool|Int)")


def attempts(approach: str, statement: Statement) -> list[tuple[str, str]]:
    """Return an approach's attempts as notes and complete files."""
    ways = list(WAYS.get(approach, ()))
    if approach == "induction":
        names = [name for group in _BOUND.findall(statement.proposition) for name in group.split()]
        for number, name in enumerate(names, 1):
            tactics = f"intros {' '.join(names[:number])}\n  induction {name} <;> simp_all <;> omega"
            ways.append((f"induction on {name}", tactics))
    return [(note, f"{statement.opening}{statement.theorem()}by\n  {tactics}\n") for note, tactics in ways]
