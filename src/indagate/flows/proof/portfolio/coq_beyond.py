"""Approaches by way of another statement: a generalisation, lemmas made of stuck goals; and refutations."""

from __future__ import annotations

import re

from indagate.flows.proof import kit
from indagate.flows.proof.checkers import coq_refute
from indagate.flows.proof.portfolio.approach import Known, Made
from indagate.flows.proof.portfolio.coq_direct import complete
from indagate.flows.proof.statement import Statement

_OPERATIONS = (
    "{r} ++ {a}", "{a} ++ {r}", "{r} + {a}", "{a} + {r}", "{r} * {a}", "{a} * {r}", "({r} + {a})%Z", "({r} * {a})%Z",
)  # fmt: skip
_SIMPLE = re.compile(r"^(?P<binders>forall\s+.*?,)?\s*(?P<left>[^=<>,]+?)\s*=\s*(?P<right>[^=<>,]+)$", re.DOTALL)


def generalisation(statement: Statement, known: Known) -> Made:
    """Return attempts that prove `f … a = R ∘ a` for a new variable a in the place of a constant argument."""
    found = _SIMPLE.match(statement.proposition.strip())
    if found is None:
        return []
    made, number = [], 0
    for one, other, swap in ((found["left"], found["right"], False), (found["right"], found["left"], True)):
        for constant in re.finditer(r"(?<![\w.])(nil|\[\]|0|1|O|true|false|leaf|empty)(?![\w.])", one):
            new = one[: constant.start()] + "nf_a" + one[constant.end() :]
            kind = {"nil": "list _", "[]": "list _", "true": "bool", "false": "bool"}.get(constant[1], "_")
            claims = [operation.format(r=f"({other})", a="nf_a") for operation in _OPERATIONS]
            claims = [c for c in claims if ("++" in c) == (kind == "list _")]
            for claim in claims:
                number += 1
                equation = f"{claim} = {new}" if swap else f"{new} = {claim}"
                binders = (found["binders"] or "forall ,").rstrip(", \n").removesuffix("forall")
                bound = f"{binders} (nf_a : {kind})," if "(" in binders else f"{binders}, forall nf_a : {kind},"
                bound = f"forall (nf_a : {kind})," if not found["binders"] else bound
                lemma = f"Lemma general : {bound} {equation}.\nProof. nf_induct 2. Qed.\n"
                lists = "Require Import List. Import ListNotations.\n" if "++" in claim else ""
                close = (
                    "intros; first [ rewrite general; nf_go 1 | rewrite <- general; nf_go 1\n"
                    "  | etransitivity; [apply general | nf_go 1] ]."
                )
                made.append((f"{equation}, for every nf_a", complete(statement, close, known.hints, lists + lemma)))
    return made[:8]


def stuck(statement: Statement, known: Known) -> Made:
    """Return attempts that prove a stuck goal as a lemma first."""
    made = []
    for number, goal in enumerate(known.stuck, 1):
        lemma = f"Lemma stuck : {goal}.\nProof. nf_induct 2. Qed.\n"
        close = "nf_with stuck."
        tools = (
            "Ltac nf_with L := intros; match goal with x : ?T |- _ => nf_data T; first [\n"
            "    solve [nf_revert_but x; induction x; intros; simpl in *; first [solve [nf_go 1] |\n"
            "      do 3 (first [rewrite L | nf_use | idtac]; simpl; try nf_done); nf_done | solve [apply L; nf_go 2]\n"
            "      | pose proof L; nf_go 2]] ] end.\n"
        )
        text = complete(statement, close, known.hints, lemma + tools)
        made.append((f"the stuck goal {number} as a lemma: {goal}", text))
    return made[:6]


_STUCK = r"""
Ltac nf_head t := lazymatch t with ?f _ => nf_head f | _ => t end.
Ltac nf_forget := repeat match goal with H : ?P |- _ => let K := type of P in
  lazymatch K with Prop => clear H end end.
Ltac nf_term x := lazymatch x with Type => fail | Set => fail | Prop => fail | _ -> _ => fail
  | forall _, _ => fail | _ => idtac end.
Ltac nf_widen := repeat match goal with |- context [?f ?x] =>
  is_var x; let T := type of x in nf_term T; let U := type of (f x) in nf_term U;
  let h := nf_head f in tryif is_constructor h then fail else idtac;
  let y := fresh "y" in generalize (f x); intro y end.
Ltac nf_widen_one := match goal with |- context [?f ?x] =>
  is_var x; let T := type of x in nf_term T; nf_data T; let U := type of (f x) in nf_term U; nf_data U;
  let h := nf_head f in tryif is_constructor h then fail else idtac;
  let y := fresh "y" in generalize (f x); clear x; intro y end.
Ltac nf_fertilise := match goal with IH : ?L = ?x |- ?l = ?r =>
  lazymatch r with context [x] => idtac end; let q := eval pattern x in r in
  lazymatch q with ?F _ => let t := eval cbv beta in (F L) in cut (l = t);
    [let E := fresh in intro E; rewrite E, IH; reflexivity | ] end end.
Ltac nf_print := repeat match goal with H : _ |- _ => revert H end;
  match goal with |- ?G => idtac "STUCK" G end.
"""
_PROBES = (
    ("nf_fertilise; ", "nf_widen_one; "), ("", "nf_widen_one; "), ("", "nf_widen; "),
    ("try nf_fertilise; ", "nf_widen; "), ("", ""),
)  # fmt: skip
"""How a stuck goal is made a lemma: the hypothesis of the induction used backwards, terms replaced by variables."""


def stuck_probe(statement: Statement, known: Known) -> str:
    """Return a file that prints the goals at which induction on each variable gets stuck, closed and generalised."""
    parts = [statement.opening, kit.kit(statement.source, hints=known.hints), _STUCK, "Set Printing Width 100000."]
    for use, widen in _PROBES:
        body = (
            "intros; match goal with x : ?T |- _ => nf_data T; nf_revert_but x; induction x; intros; simpl in *;\n"
            f"  try nf_done; do 3 try (nf_use; simpl; try nf_done); {use}nf_forget; {widen}"
            "nf_print; fail end"
        )
        parts.append(f"Goal {statement.proposition}.\nProof.\ntry ({body}).\nAbort.")
    return "\n".join(parts) + "\n"


def stuck_goals(prints: str) -> tuple[str, ...]:
    """Return the goals that a stuck probe printed, the shortest first."""
    found = dict.fromkeys(" ".join(goal.split()) for goal in re.findall(r"^STUCK (.*(?:\n .*)*)", prints, re.MULTILINE))
    return tuple(sorted((goal for goal in found if "False" not in goal), key=len)[:8])


def refute(statement: Statement, *, wide: bool) -> Made:
    """Return attempts at the negation, by instances."""
    tools = coq_refute.kit(statement.source, wide=wide)
    theorem = statement.theorem("refutation", negated=True)
    text = f"{statement.opening}{tools}\n{theorem}\nProof. intro H; nf_refute H. Qed.\n"
    return [("larger numbers" if wide else "small instances of each type", text)]
