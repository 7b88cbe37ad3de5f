"""The built-in researcher for Coq: families of tactics as approaches, each with a hypothesis and its attempts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from indagate.flows.proof import kit, portfolio_lean
from indagate.flows.proof.checkers import coq_refute
from indagate.flows.proof.library import Lemma
from indagate.flows.proof.statement import Statement


@dataclass(frozen=True, slots=True)
class Approach:
    """A direction's approach: what is hoped for, and which attempts are made of it."""

    name: str
    direction: str
    hypothesis: str
    seconds: float = 12.0
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """An attempt to be made: a complete file; `negated` ones prove `refutation`, the negation."""

    text: str
    note: str
    seconds: float = 12.0
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What ORIENT found: hints the library has, lemmas, stuck goals, allowed axioms and related proofs."""

    hints: tuple[str, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    stuck: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


DIRECT, BEYOND = "the statement as it stands", "a stronger or helping statement"
APPROACHES = (
    Approach("gallery", DIRECT, "a proof in the gallery of a related statement carries over"),
    Approach("decide", DIRECT, "it follows by logic and computation alone"),
    Approach("counterexample", DIRECT, "it is false, and a small instance shows it", 6.0, negated=True),
    Approach("arithmetic", DIRECT, "it is a matter of arithmetic, with squares and case analysis as hints"),
    Approach("induction", DIRECT, "induction on one of its variables, simplification and the hypothesis give it", 20.0),
    Approach("library", DIRECT, "a lemma of the library says it, up to a rewriting", 20.0),
    Approach("derivation", DIRECT, "induction on a hypothesis that is an inductive predicate gives it"),
    Approach("classical", DIRECT, "the law of excluded middle, which is allowed, gives it"),
    Approach("generalisation", BEYOND, "with a constant argument made a variable, induction goes through", 20.0),
    Approach("stuck goals", BEYOND, "the goals at which induction got stuck are lemmas that induction proves", 25.0),
    Approach("far counterexample", BEYOND, "it is false, and a larger number shows it", 20.0, negated=True),
    Approach("deep search", BEYOND, "more steps of the same search, with every lemma found", 40.0),
)


def named(name: str) -> Approach:
    """Return the approach of a name."""
    return next(one for one in APPROACHES if one.name == name)


def applicable(statement: Statement, known: Known) -> list[Approach]:
    """Return the approaches that can be tried on a statement, in order of promise."""
    if statement.language == "lean":
        return [one for one in APPROACHES if portfolio_lean.attempts(one.name, statement)]
    found = []
    inductive = re.search(r"\b(?:nat|list|Fixpoint|Inductive|bool|option|tree)\b", statement.source) is not None
    numeric = re.search(r"\b(?:nat|Z|R|Q|N|positive)\b|[<≤]|_scope", statement.source) is not None
    for one in APPROACHES:
        wanted = {
            "gallery": bool(known.related), "arithmetic": numeric, "induction": inductive,
            "library": bool(known.lemmas), "classical": any("classic" in name for name in known.axioms),
            "generalisation": inductive, "stuck goals": bool(known.stuck),
            "far counterexample": numeric,
        }.get(one.name, True)  # fmt: skip
        if wanted:
            found.append(one)
    return found


def drafts(approach: Approach, statement: Statement, known: Known) -> list[Draft]:
    """Return the attempts of an approach, in order."""
    lean = statement.language == "lean"
    made = portfolio_lean.attempts(approach.name, statement) if lean else _MAKERS[approach.name](statement, known)
    return [Draft(text, note, approach.seconds, approach.negated) for note, text in made]


Made = list[tuple[str, str]]


def _file(statement: Statement, proof: str, hints: Sequence[str] = (), lemmas: str = "") -> str:
    tools = kit.kit(statement.source, hints=tuple(hints))
    return f"{statement.opening}{tools}\n{lemmas}{statement.theorem()}\nProof.\n{proof}\nQed.\n"


def _gallery(statement: Statement, known: Known) -> Made:
    return [(f"the proof of a related statement ({n})", text) for n, text in enumerate(known.related, 1)]


def _decide(statement: Statement, known: Known) -> Made:
    first = (
        "intros; solve [reflexivity | assumption | tauto | easy | congruence | intuition congruence | auto 6 | lia\n"
        "  | repeat (match goal with b : bool |- _ => destruct b end); simpl in *;\n"
        "      first [reflexivity | congruence | tauto | intuition congruence] ]."
    )
    second = (
        "intros; nf_break; solve [eauto 7 | firstorder (try congruence; try lia)\n"
        "  | match goal with H : forall _, _ |- _ => apply H; solve [tauto | eauto 6 | firstorder] end\n"
        "  | match goal with H : forall _, _, x : _ |- _ =>\n"
        "      specialize (H x); solve [tauto | eauto 6 | nf_break; eauto 6] end\n"
        "  | intro; nf_break; match goal with H : forall _, _, x : _ |- _ => specialize (H x); tauto end\n"
        "  | nf_go 4 ]."
    )
    return [("logic and computation", _file(statement, first)), ("first-order search", _file(statement, second))]


def _arithmetic(statement: Statement, known: Known) -> Made:
    kinds = kit.sorts(statement.source)
    if "R" in kinds:
        body = (
            "intros; nf_break; first [solve [lra] | solve [nra] | solve [field; lra] | solve [ring] |\n"
            "  repeat match goal with x : R, y : R |- _ => lazymatch goal with\n"
            "    | _ : 0 <= (x - y) * (x - y) |- _ => fail\n"
            "    | _ => pose proof (Rle_0_sqr (x - y) : 0 <= (x - y) * (x - y)) end end;\n"
            "  solve [nra] | solve [unfold Rabs, Rmax, Rmin; repeat destruct Rcase_abs; repeat destruct Rle_dec; nra]\n"
            "  | solve [apply Rmult_eq_reg_l with 2; nra] | nf_go 2 ]."
        )
        return [("linear, nonlinear, squares", _file(statement, body))]
    if "Q" in kinds:
        body = (
            "intros; nf_break; first [solve [ring] | solve [field; auto] | solve [lra] | solve [nra] |\n"
            "  solve [unfold Qeq, Qle, Qlt in *; simpl in *; nia] | solve [field; intro; lra] | nf_go 2]."
        )
        return [("rings, fields, nonlinear", _file(statement, body))]
    plain = "intros; nf_break; solve [lia | nia | ring | Z.to_euclidean_division_equations; nia]."
    squares = (
        "intros; nf_break;\n"
        "repeat match goal with x : Z, y : Z |- _ => lazymatch goal with\n"
        "  | _ : (0 <= (x - y) * (x - y))%Z |- _ => fail\n"
        "  | _ => pose proof (Z.square_nonneg (x - y)); pose proof (Z.square_nonneg (x + y)) end end;\n"
        "repeat match goal with x : Z |- _ => lazymatch goal with\n"
        "  | _ : (0 <= x * x)%Z |- _ => fail | _ => pose proof (Z.square_nonneg x) end end;\n"
        "first [nia | solve [split; intros; nia] | nf_go 2]."
    )
    made = [("linear and nonlinear", _arith(statement, plain))]
    if re.search(r"\bZ\b", statement.source):
        made.append(("squares of sums and differences as facts", _arith(statement, squares)))
    return made


def _arith(statement: Statement, proof: str) -> str:
    opening = "" if "ZArith" in statement.preamble else "Require Import ZArith.\n"
    tools = opening + kit.kit(statement.source)
    return f"{statement.opening}{tools}\n{statement.theorem()}\nProof.\n{proof}\nQed.\n"


def _induction(statement: Statement, known: Known) -> Made:
    return [
        (f"induction on each variable, {depth} steps deep", _file(statement, f"nf_induct {depth}.", known.hints))
        for depth in (1, 3)
    ]


def _library(statement: Statement, known: Known) -> Made:
    made = []
    names = [lemma.name for lemma in known.lemmas]
    for begin in (0, 20, 40):
        some = names[begin : begin + 20]
        if some:
            ways = [way for name in some for way in _ways(name)]
            proof = "intros; nf_break;\nfirst\n  [ " + "\n  | ".join(ways) + " ]."
            made.append((f"lemmas {begin + 1} to {begin + len(some)} of the search", _file(statement, proof)))
    return made


def _ways(name: str) -> list[str]:
    return [
        f"solve [eapply {name}; eauto 4; try lia; nf_side]",
        f"solve [rewrite {name}; nf_done] | solve [rewrite <- {name}; nf_done]",
        f"solve [symmetry; eapply {name}; eauto 4]",
        f"solve [match goal with H : _ |- _ => apply {name} in H; nf_break; first [nf_done | eauto 4] end]",
    ]


def _derivation(statement: Statement, known: Known) -> Made:
    body = (
        "intros; match goal with H : ?P |- _ => let K := type of P in lazymatch K with Prop =>\n"
        "  first [ solve [induction H; nf_go 3] | solve [inversion H; subst; nf_go 3]\n"
        "        | solve [revert H; nf_induct 2]\n"
        "        | solve [match goal with x : ?T |- _ =>\n"
        "            nf_data T; induction x; simpl in *; inversion H; subst; nf_go 3 end] ]\n"
        "end end."
    )
    return [("induction on, or inversion of, a hypothesis", _file(statement, body, known.hints))]


def _classical(statement: Statement, known: Known) -> Made:
    body = (
        "intros; first\n"
        "  [ solve [repeat match goal with P : Prop |- _ => lazymatch goal with\n"
        "      | _ : P |- _ => fail | _ : ~ P |- _ => fail | _ => destruct (classic P) end end; tauto]\n"
        "  | apply NNPP; intro; firstorder\n"
        "  | match goal with P : ?A -> Prop, a : ?A |- _ => destruct (classic (exists y, ~ P y)) as [[y K] | K];\n"
        "      [exists y; intro; contradiction | exists a; intros; apply NNPP; eauto] end ]."
    )
    text = _file(statement, body).replace("Create HintDb", "Require Import Classical.\nCreate HintDb", 1)
    return [("cases on each proposition", text)]


_OPERATIONS = (
    "{r} ++ {a}", "{a} ++ {r}", "{r} + {a}", "{a} + {r}", "{r} * {a}", "{a} * {r}", "({r} + {a})%Z", "({r} * {a})%Z",
)  # fmt: skip
_SIMPLE = re.compile(r"^(?P<binders>forall\s+.*?,)?\s*(?P<left>[^=<>,]+?)\s*=\s*(?P<right>[^=<>,]+)$", re.DOTALL)


def _generalisation(statement: Statement, known: Known) -> Made:
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
                made.append((f"{equation}, for every nf_a", _file(statement, close, known.hints, lists + lemma)))
    return made[:8]


def _stuck(statement: Statement, known: Known) -> Made:
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
        text = _file(statement, close, known.hints, lemma + tools)
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
Ltac nf_fertilise := match goal with IH : ?L = ?x |- ?l = ?r =>
  is_var x; let q := eval pattern x in r in
  lazymatch q with ?F _ => let t := eval cbv beta in (F L) in cut (l = t); [intros _ | ] end end.
Ltac nf_print := repeat match goal with H : _ |- _ => revert H end;
  match goal with |- ?G => idtac "STUCK" G end.
"""


def stuck_probe(statement: Statement, known: Known) -> str:
    """Return a file that prints the goals at which induction on each variable gets stuck, closed and generalised."""
    parts = [statement.opening, kit.kit(statement.source, hints=known.hints), _STUCK, "Set Printing Width 100000."]
    for use, widen in (("", "nf_widen; "), ("try nf_fertilise; ", "nf_widen; "), ("", "")):
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


def _refute(statement: Statement, wide: bool) -> Made:
    tools = coq_refute.kit(statement.source, wide=wide)
    theorem = statement.theorem("refutation", negated=True)
    text = f"{statement.opening}{tools}\n{theorem}\nProof. intro H; nf_refute H. Qed.\n"
    return [("larger numbers" if wide else "small instances of each type", text)]


def _deep(statement: Statement, known: Known) -> Made:
    names = [lemma.name for lemma in known.lemmas[:12]]
    uses = f"eauto 6 using {', '.join(names)}" if names else "eauto 6"
    rewrites = " | ".join(f"rewrite {name} by nf_side" for name in names) or "fail"
    body = (
        f"Ltac nf_more := do 3 try (first [{rewrites}]; simpl in *; try nf_done); solve [nf_done | {uses}].\n"
        "intros; first [ solve [nf_more] | match goal with x : ?T |- _ => nf_data T; nf_revert_but x; induction x;\n"
        "  intros; simpl in *; nf_break; try nf_done; do 3 try (nf_use; simpl); try nf_done;\n"
        "  solve [nf_more | nf_go 4] end ]."
    )
    head, _, proof = body.partition("\n")
    return [("every lemma found, five steps deep", _file(statement, proof, known.hints, head + "\n"))]


_MAKERS: dict[str, Callable[[Statement, Known], Made]] = {
    "gallery": _gallery, "decide": _decide, "arithmetic": _arithmetic, "induction": _induction, "library": _library,
    "derivation": _derivation, "classical": _classical, "generalisation": _generalisation, "stuck goals": _stuck,
    "counterexample": lambda statement, known: _refute(statement, False),
    "far counterexample": lambda statement, known: _refute(statement, True), "deep search": _deep,
}  # fmt: skip
