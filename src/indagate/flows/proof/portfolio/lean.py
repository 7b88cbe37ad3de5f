"""The built-in researcher for Lean 4: the same families, with the tactics of Lean's core library."""

from __future__ import annotations

import re

from indagate.flows.proof.portfolio.approach import Idea, Known, Made
from indagate.flows.proof.statement import Statement

WAYS: dict[str, tuple[tuple[str, str], ...]] = {
    "decide": (
        ("decision and simplification", "first | decide | rfl | simp | (intros; simp_all) | (intros; trivial)"),
        ("introduction and assumption", "intros; first | assumption | contradiction | (constructor <;> simp_all)"),
    ),
    "arithmetic": (("linear arithmetic", "intros; first | omega | (simp; omega) | (simp_all; omega)"),),
}
"""For each approach its attempts: what is tried, and the tactic block."""
_BOUND = re.compile(r"[∀({]\s*(\w+(?:\s+\w+)*)\s*:\s*(Nat|ℕ|List\s+[\w.]+|List\s+\([^)]*\)|Bool|Int|ℤ|Prop)\b\)?")
SMALL = {
    "Nat": "0 1 2 3", "ℕ": "0 1 2 3", "Int": "0 1 (-1) 2", "ℤ": "0 1 (-1) 2", "Bool": "true false",
    "Prop": "True False", "List": "[] [0] [0,1]",
}  # fmt: skip
"""The values that a refutation tries for each type."""
_MOST = 64
_CLOSING = "first | decide | omega | simp | (intros; simp_all) | (intros; omega)"


def bound(statement: Statement) -> list[tuple[str, str]]:
    """Return the leading variables of a statement and their types, as far as words tell."""
    return [(name, kind) for group, kind in _BOUND.findall(statement.proposition) for name in group.split()]


def attempts(approach: str, statement: Statement, known: Known) -> Made:
    """Return an approach's attempts as notes and complete files."""
    if approach == "gallery":
        return [(f"the proof of a related statement ({n})", text) for n, text in enumerate(known.related, 1)]
    if approach == "counterexample":
        tactics = refuting(statement)
        return [("small instances of each type", _file(statement, tactics, negated=True))] if tactics else []
    ways = list(WAYS.get(approach, ()))
    if approach == "induction":
        names = [name for name, _ in bound(statement)]
        for number, name in enumerate(names, 1):
            tactics = f"intros {' '.join(names[:number])}\n  induction {name} <;> simp_all <;> omega"
            ways.append((f"induction on {name}", tactics))
    return [(note, _file(statement, tactics)) for note, tactics in ways]


def refuting(statement: Statement) -> str:
    """Return a tactic block that proves the negation by some small instance, or nothing where no type is known."""
    choices: list[list[str]] = [[]]
    for _, kind in bound(statement)[:4]:
        values = SMALL[kind.split()[0]].split()
        choices = [[*chosen, value] for chosen in choices for value in values][:_MOST]
    ways = [f"(exact absurd (h {' '.join(chosen)}) (by decide))" for chosen in choices if chosen]
    ways += [f"(have h' := h {' '.join(chosen)}; simp at h')" for chosen in choices[:16] if chosen]
    ways.append("(revert h; decide)")
    return "intro h\n  first\n    | " + "\n    | ".join(ways)


def proposed(idea: Idea, statement: Statement) -> Made:
    """Return the attempts of a proposed approach: its scripts, after its lemmas."""
    lemmas = "".join(
        f"theorem helping_{number} : {said} := by\n  {_CLOSING}\n\n" for number, said in enumerate(idea.lemmas, 1)
    )
    scripts = idea.scripts or ("intros; first | simp_all | omega",)
    return [
        (f"script {number}", _file(statement, _indented(script), lemmas)) for number, script in enumerate(scripts, 1)
    ]


def _indented(script: str) -> str:
    return "\n".join(f"  {line}" for line in script.strip("\n").splitlines()).strip()


def _file(statement: Statement, tactics: str, lemmas: str = "", *, negated: bool = False) -> str:
    head = statement.theorem("refutation" if negated else "target", negated=negated)
    return f"{statement.opening}{lemmas}{head}by\n  {tactics}\n"
