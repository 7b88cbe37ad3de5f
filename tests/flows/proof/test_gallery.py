"""The gallery and the lessons of a home: what is kept for the same statement, and for statements like it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from indagate.flows.proof import gallery, portfolio
from indagate.flows.proof.checkers.coq import Coq
from indagate.flows.proof.portfolio import Known
from indagate.flows.proof.statement import Statement, read_statement

LISTS = "Require Import List. Import ListNotations."
APPEND = "forall (A : Type) (l m : list A), rev (l ++ m) = rev m ++ rev l"
TWICE = "forall (A : Type) (l : list A), rev (rev l) = l"


def stated(proposition: str, preamble: str = "") -> Statement:
    head = f"{preamble}\n\n" if preamble else ""
    return read_statement(f"{head}Theorem target : {proposition}.", "coq")


def hang(home: Path, statement: Statement, proof: str, approach: str = "induction") -> None:
    text = f"{statement.opening}{statement.theorem()}\nProof.\n{proof}\nQed.\n"
    gallery.keep_proof(home, "PF-1", statement, text, approach)


def compiles(text: str) -> bool:
    return asyncio.run(Coq().compile(text, seconds=60.0)).clean


def test_the_same_statement_comes_first_then_those_like_it(tmp_path: Path) -> None:
    """Layout does not matter; what shares too few words or another language is left out."""
    hang(tmp_path, stated(APPEND, LISTS), "apply rev_app_distr.", "library")
    hang(tmp_path, stated(TWICE, LISTS), "apply rev_involutive.")
    hang(tmp_path, stated("forall n m : nat, n * m = m * n"), "auto with arith.")
    (tmp_path / "gallery" / "broken.json").write_text("{")
    found = gallery.related(tmp_path, stated(TWICE.replace(" (l", "\n   (l"), LISTS))
    assert [(one.same, one.approach) for one in found] == [(True, "induction"), (False, "library")]
    assert gallery.related(tmp_path, read_statement("theorem target : 1 = 1", "lean")) == ()


def test_what_proved_a_statement_like_it_is_tried_early(tmp_path: Path) -> None:
    """The approach that helped moves up, the gallery is first; an approach that failed twice moves down."""
    statement = stated(TWICE, LISTS)
    hang(tmp_path, stated(APPEND, LISTS), "apply rev_app_distr.", "derivation")
    for other in ("forall (A : Type) (l : list A), rev (rev (rev l)) = rev l", APPEND):
        gallery.keep_lesson(tmp_path, "PF-2", stated(other, LISTS), "decide", "decide: the search ran out of time")
    assert gallery.hindered(tmp_path, statement) == ("decide",)
    assert gallery.lessons(tmp_path, statement) == ("decide: the search ran out of time",)
    known = Known(related=gallery.related(tmp_path, statement), hindered=gallery.hindered(tmp_path, statement))
    names = [one.name for one in portfolio.applicable(statement, known)]
    assert names[:2] == ["gallery", "derivation"]
    assert names.index("decide") > names.index("induction")


@pytest.mark.usefixtures("coq")
def test_a_script_carries_over_to_a_statement_like_it(tmp_path: Path) -> None:
    """The proof of one statement is tried, as it is written, on its neighbour."""
    hang(tmp_path, stated("forall n : nat, n + 0 = n"), "induction n; simpl; congruence.")
    statement = stated("forall k : nat, k + 0 = k + 0 + 0")
    hang(tmp_path, stated("forall k : nat, k + 0 + 0 = k"), "intros n. induction n; simpl; congruence.")
    near = stated("forall k : nat, k = k + 0")
    drafts = portfolio.drafts("gallery", near, Known(related=gallery.related(tmp_path, near)))
    assert len(drafts) == 4
    assert all(statement.theorem() not in draft.text for draft in drafts)
    assert any(compiles(draft.text) for draft in drafts if draft.note.startswith("the script"))


@pytest.mark.usefixtures("coq")
def test_a_statement_like_it_serves_as_a_lemma(tmp_path: Path) -> None:
    """What was proved before is proved again inside, and used."""
    own = "Fixpoint twice (n : nat) : nat := match n with 0 => 0 | S k => S (S (twice k)) end."
    hang(tmp_path, stated("forall n m : nat, twice (n + m) = twice n + twice m", own),
         "induction n; simpl; intros; [reflexivity | rewrite IHn; reflexivity].")  # fmt: skip
    statement = stated("forall n m k : nat, twice (n + m + k) = twice n + twice m + twice k", own)
    drafts = portfolio.drafts("gallery", statement, Known(related=gallery.related(tmp_path, statement)))
    lemma = [draft for draft in drafts if draft.note.startswith("a statement like it as a lemma")]
    assert len(lemma) == 1
    assert compiles(lemma[0].text)
