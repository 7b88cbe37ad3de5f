"""The examiner's own reading and marking, on answers written by hand."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import coq
from catalogue import cheats, controls, parts, split_of, statements
from check import still
from minif2f import statement_of
from score import Row, _flagged, fate, last_object, wins


def test_the_last_object_that_begins_a_line_is_the_answer():
    """Text around it, and objects inside it, are no answers."""
    assert last_object('noise\n{"a": 1}\nsee {"b": 2}\n{"state": "OPEN", "in": {"c": 3}}\n') == {
        "state": "OPEN",
        "in": {"c": 3},
    }
    assert last_object("{broken\nnothing") == {}


def test_a_statement_file_splits_into_preamble_and_proposition():
    """A bare proposition has no preamble; the final full stop is no part of a proposition."""
    assert parts("(* p001 *)\nRequire Import List.\n\nTheorem target : 1 = 1.\n") == ("Require Import List.", "1 = 1")
    assert parts("(* p002 *)\nforall n, n = n\n") == ("", "forall n, n = n")


def test_axioms_are_read_from_the_last_list_only():
    """A printed claim before the list does not make it empty, and flags count as assumptions."""
    faked = f"{coq.CLEAN}\nAxioms:\nany : forall A : Prop,\n  A\nturn is assumed to be guarded.\n"
    assert coq.axioms(faked) == {"any", "turn"}
    assert coq.axioms(f"{coq.CLEAN}\n") == set()
    assert coq.axioms("Error") is None


def test_an_allowed_name_covers_its_shortened_forms_and_no_others():
    """Coq prints a name as short as the context allows."""
    assert coq.allowed({"Classical_Prop.classic", "classic"}, ("Coq.Logic.Classical_Prop.classic",))
    assert not coq.allowed({"sic"}, ("Coq.Logic.Classical_Prop.classic",))


def test_a_claim_is_right_only_where_a_proof_can_be():
    """A false or classical statement claimed is wrong; an unconfirmed proof is no win; classical may stay open."""
    assert fate("true", "BREAKTHROUGH", "") == ("proved", True)
    assert fate("true", "PROVED", "coqc refuses it") == ("UNCONFIRMED", False)
    assert fate("false", "BREAKTHROUGH", "") == ("WRONG CLAIM", False)
    assert fate("classical", "PROVED", "") == ("WRONG CLAIM", False)
    assert fate("classical, axiom allowed", "PROVED", "") == ("proved", True)
    assert fate("false", "REFUTED", "") == ("refuted", True)
    assert fate("true", "REFUTED", "") == ("WRONG REFUTATION", False)
    assert fate("classical", "STOPPED", "") == ("open", True)
    assert fate("false", "STOPPED", "") == ("open", False)


def test_a_vacuous_statement_may_be_flagged_by_a_failed_attack():
    """Only an attack that names vacuity, and was not survived, is a flag."""
    assert _flagged({"attacks": [{"name": "vacuity", "survived": False}]})
    assert not _flagged({"attacks": [{"name": "vacuity", "survived": True}, {"name": "axioms", "survived": False}]})


def test_the_examination_is_whole():
    """Files, lists, splits and references agree, without coqc."""
    assert still() == []
    assert {s.id: s.split for s in statements()} == split_of(statements())
    assert all(c.reason and c.exploits for c in cheats())
    assert all(c.why for c in controls())


def test_wins_are_counted_by_approach_with_their_seconds():
    """What was proved or refuted counts for its approach; what stayed open counts for none."""
    rows = [
        Row("p1", "true/nat", "proved", True, 4.0, by="induction"),
        Row("p2", "true/nat", "proved", True, 8.0, by="induction"),
        Row("p3", "false/nat", "refuted", True, 1.0, by="counterexample"),
        Row("p4", "true/nat", "open", False, 60.0),
    ]
    lines = [line.split() for line in wins(rows).splitlines()]
    assert lines[1:] == [["induction", "2", "6.0", "8.0"], ["counterexample", "1", "1.0", "1.0"]]


def test_a_file_of_minif2f_becomes_a_statement_file():
    """Its last theorem is the target, binders go under a forall, comments and proofs go."""
    text = "Require Import Reals.\n(* Theorem no : 1. *)\nTheorem sum (x : R)\n  (h : (x = 2)%R) : (x + x = 4)%R.\n"
    text += "Proof.\nAdmitted.\n"
    made = statement_of(text)
    assert made == "Require Import Reals.\n\nTheorem target : forall (x : R)\n  (h : (x = 2)%R),\n(x + x = 4)%R.\n"
    assert statement_of("Theorem t : 2 + 2 = 4.\nProof.\n") == "Theorem target : 2 + 2 = 4.\n"
