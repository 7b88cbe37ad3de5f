"""The built-in researcher for Lean 4: the same families, with the tactics of Lean's core library."""

from __future__ import annotations

from indagate.flows.proof.leantext import bound, refuting
from indagate.flows.proof.portfolio.approach import Idea, Known, Made, Related
from indagate.flows.proof.statement import Statement

WAYS: dict[str, tuple[tuple[str, str], ...]] = {
    "decide": (
        ("decision and simplification", "first | decide | rfl | simp | (intros; simp_all) | (intros; trivial)"),
        ("introduction and assumption", "intros; first | assumption | contradiction | (constructor <;> simp_all)"),
    ),
    "arithmetic": (("linear arithmetic", "intros; first | omega | (simp; omega) | (simp_all; omega)"),),
}
"""For each approach its attempts: what is tried, and the tactic block."""
_CLOSING = "first | decide | omega | simp | (intros; simp_all) | (intros; omega)"


def attempts(approach: str, statement: Statement, known: Known) -> Made:
    """Return an approach's attempts as notes and complete files."""
    if approach == "gallery":
        return [kept for n, one in enumerate(known.related, 1) if (kept := _kept(n, one, statement))[1]]
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


def _kept(number: int, one: Related, statement: Statement) -> tuple[str, str]:
    """Return a proof of the gallery: as it is, or its script on this statement."""
    if one.same:
        return f"the proof that the gallery has ({number})", one.proof
    head = Statement("lean", one.preamble, one.proposition).theorem()
    rest = one.proof.removeprefix(Statement("lean", one.preamble, one.proposition).opening)
    text = f"{statement.opening}{rest.replace(head, statement.theorem())}" if head in rest else ""
    return f"the script of a statement like it ({number}, {one.approach})", text


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
