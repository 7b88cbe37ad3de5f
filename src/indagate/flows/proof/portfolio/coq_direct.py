"""Approaches to a Coq statement as it stands: logic, induction, lemmas of the library, derivations."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.proof import coqtext, kit
from indagate.flows.proof.portfolio.approach import Known, Made
from indagate.flows.proof.statement import Statement


def complete(statement: Statement, proof: str, hints: Sequence[str] = (), lemmas: str = "") -> str:
    """Return a complete file: the statement's beginning, the kit, helping lemmas, the theorem and its proof."""
    tools = kit.kit(statement.source, hints=tuple(hints))
    return f"{statement.opening}{tools}\n{lemmas}{statement.theorem()}\nProof.\n{proof}\nQed.\n"


_USED = (
    "intros; first [ solve [{rewrites}; nf_go 2] | solve [pose proof {first}; nf_go 3] | solve [eauto 6 using {all}]\n"
    "  | match goal with x : ?T |- _ => nf_data T; nf_revert_but x; induction x; intros; simpl in *; try nf_done;\n"
    "      do 3 (first [{any} | nf_use | idtac]; simpl; try nf_done); first [nf_done | nf_go 2] end ]."
)


def using(names: Sequence[str]) -> str:
    """Return a proof that uses these lemmas: rewriting with them, applying them, or in an induction."""
    rewrites = "; ".join(f"try rewrite {name}" for name in names)
    some = " | ".join(f"rewrite {name} | rewrite <- {name}" for name in names)
    return _USED.format(rewrites=rewrites, first=names[0], all=", ".join(names), any=some)


def gallery(statement: Statement, known: Known) -> Made:
    """Return attempts by proofs of the gallery: as they are, with their script on this statement, or as lemmas."""
    made: Made = []
    for number, one in enumerate(known.related, 1):
        if one.same:
            made.append((f"the proof that the gallery has ({number})", one.proof))
            continue
        kept = Statement(statement.language, one.preamble, one.proposition)
        rest = one.proof.removeprefix(kept.opening)
        if kept.theorem() not in rest:
            continue
        script = f"{statement.opening}{rest.replace(kept.theorem(), statement.theorem())}"
        made.append((f"the script of a statement like it ({number}, {one.approach})", script))
        if known_here(kept, statement):
            module = f"Module Related_{number}.\n{rest}End Related_{number}.\n"
            proof = using([f"Related_{number}.target"])
            more = Statement(statement.language, f"{statement.opening}{module}".strip(), statement.proposition)
            made.append((f"a statement like it as a lemma ({number})", complete(more, proof, known.hints)))
    return made


def known_here(kept: Statement, statement: Statement) -> bool:
    """Return whether all that a kept statement imports and defines is in a statement's own preamble."""
    own = {one.squeezed for one in coqtext.sentences(statement.preamble)}
    return all(one.squeezed in own for one in coqtext.sentences(kept.preamble))


def decide(statement: Statement, known: Known) -> Made:
    """Return attempts by decision procedures, then first-order search."""
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
    return [("logic and computation", complete(statement, first)), ("first-order search", complete(statement, second))]


_PAIRED = (
    "intros; match goal with x : ?T, y : ?U |- _ => nf_data T; nf_data U; nf_revert_but x;\n"
    "  induction x; intro y'; destruct y'; intros; simpl in *; nf_break;\n"
    "  try (match goal with IH : forall z : U, _ |- _ => specialize (IH y') end);\n"
    "  first [ nf_done | solve [intuition (try discriminate; try lia; try congruence)] | solve [nf_go 1] ] end."
)


def induction(statement: Statement, known: Known) -> Made:
    """Return attempts by induction on each variable, shallow and deep, and with the cases of a second one."""
    shallow, deep = (
        (f"induction on each variable, {depth} steps deep", complete(statement, f"nf_induct {depth}.", known.hints))
        for depth in (1, 3)
    )
    return [shallow, ("induction on one, cases of another", complete(statement, _PAIRED, known.hints)), deep]


def library(statement: Statement, known: Known) -> Made:
    """Return attempts by the lemmas of the search, twenty at a time."""
    made = []
    names = [lemma.name for lemma in known.lemmas]
    for begin in (0, 20, 40):
        some = names[begin : begin + 20]
        if some:
            ways = [way for name in some for way in _ways(name)]
            proof = "intros; nf_break;\nfirst\n  [ " + "\n  | ".join(ways) + " ]."
            made.append((f"lemmas {begin + 1} to {begin + len(some)} of the search", complete(statement, proof)))
    return made


def _ways(name: str) -> list[str]:
    return [
        f"solve [eapply {name}; eauto 4; try lia; nf_side]",
        f"solve [rewrite {name}; nf_done] | solve [rewrite <- {name}; nf_done]",
        f"solve [symmetry; eapply {name}; eauto 4]",
        f"solve [match goal with H : _ |- _ => apply {name} in H; nf_break; first [nf_done | eauto 4] end]",
    ]


def derivation(statement: Statement, known: Known) -> Made:
    """Return attempts by induction on, and inversion of, hypotheses."""
    body = (
        "intros; match goal with H : ?P |- _ => let K := type of P in lazymatch K with Prop =>\n"
        "  first [ solve [induction H; nf_go 3] | solve [inversion H; subst; nf_go 3]\n"
        "        | solve [revert H; nf_induct 2]\n"
        "        | solve [match goal with x : ?T |- _ =>\n"
        "            nf_data T; induction x; simpl in *; inversion H; subst; nf_go 3 end] ]\n"
        "end end."
    )
    return [("induction on, or inversion of, a hypothesis", complete(statement, body, known.hints))]


def classical(statement: Statement, known: Known) -> Made:
    """Return attempts by cases on propositions."""
    body = (
        "intros; first\n"
        "  [ solve [repeat match goal with P : Prop |- _ => lazymatch goal with\n"
        "      | _ : P |- _ => fail | _ : ~ P |- _ => fail | _ => destruct (classic P) end end; tauto]\n"
        "  | apply NNPP; intro; firstorder\n"
        "  | match goal with P : ?A -> Prop, a : ?A |- _ => destruct (classic (exists y, ~ P y)) as [[y K] | K];\n"
        "      [exists y; intro; contradiction | exists a; intros; apply NNPP; eauto] end ]."
    )
    text = complete(statement, body).replace("Create HintDb", "Require Import Classical.\nCreate HintDb", 1)
    return [("cases on each proposition", text)]


def deep(statement: Statement, known: Known) -> Made:
    """Return attempts by the deepest search, with the best lemmas."""
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
    return [("every lemma found, five steps deep", complete(statement, proof, known.hints, head + "\n"))]
