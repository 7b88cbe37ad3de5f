"""Approaches that somebody proposed: their lemmas are proved by the portfolio, their scripts tried as they are."""

from __future__ import annotations

from indagate.flows.proof.portfolio import lean
from indagate.flows.proof.portfolio.approach import Idea, Known, Made
from indagate.flows.proof.portfolio.coq_direct import complete
from indagate.flows.proof.statement import Statement

LEMMA = "helping_{}"
"""The name under which a proposed lemma is proved, by its number from 1."""
_PROVED = "Proof. first [ solve [nf_go 1] | nf_induct 2 | solve [intros; nf_go 3] ]. Qed."
_USED = (
    "intros; first [ solve [{rewrites}; nf_go 2] | solve [pose proof {first}; nf_go 3] | solve [eauto 6 using {all}]\n"
    "  | match goal with x : ?T |- _ => nf_data T; nf_revert_but x; induction x; intros; simpl in *; try nf_done;\n"
    "      do 3 (first [{any} | nf_use | idtac]; simpl; try nf_done); first [nf_done | nf_go 2] end ]."
)


def idea_drafts(idea: Idea, statement: Statement, known: Known) -> Made:
    """Return the attempts of an idea: every script as it is, then finished by the portfolio; then its lemmas used."""
    if statement.language == "lean":
        return lean.proposed(idea, statement)
    names = [LEMMA.format(number) for number in range(1, len(idea.lemmas) + 1)]
    lemmas = "".join(
        f"Lemma {name} : {said}.\n{_PROVED}\n" for name, said in zip(names, idea.lemmas, strict=True)
    )  # fmt: skip
    made: Made = []
    for number, script in enumerate(idea.scripts, 1):
        made.append((f"script {number}", complete(statement, script, known.hints, lemmas)))
        finished = f"{script}\nall: first [solve [nf_go 2] | nf_induct 2]."
        made.append((f"script {number}, finished by the portfolio", complete(statement, finished, known.hints, lemmas)))
    if names:
        use = _USED.format(
            rewrites="; ".join(f"try rewrite {name}" for name in names), first=names[0], all=", ".join(names),
            any=" | ".join(f"rewrite {name}" for name in names),
        )  # fmt: skip
        made.append(("the lemmas, proved and used by the portfolio", complete(statement, use, known.hints, lemmas)))
    return made
