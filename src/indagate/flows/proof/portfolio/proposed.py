"""Approaches that somebody proposed: their lemmas are proved by the portfolio, their scripts tried as they are."""

from __future__ import annotations

from indagate.flows.proof.portfolio import lean
from indagate.flows.proof.portfolio.approach import Idea, Known, Made
from indagate.flows.proof.portfolio.coq_direct import complete, using
from indagate.flows.proof.statement import Statement

LEMMA = "helping_{}"
"""The name under which a proposed lemma is proved, by its number from 1."""
_PROVED = "Proof. first [ solve [nf_go 1] | nf_induct 2 | solve [intros; nf_go 3] ]. Qed."


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
        use = using(names)
        made.append(("the lemmas, proved and used by the portfolio", complete(statement, use, known.hints, lemmas)))
    return made
