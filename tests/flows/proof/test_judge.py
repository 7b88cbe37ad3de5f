"""The judge of Coq attempts against the cheats and controls of the frozen examination, and against leaks of its own."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from indagate.flows.proof.checkers.coq import Coq
from indagate.flows.proof.judging import judge_file, read_text
from indagate.flows.proof.statement import lock, read_statement
from indagate.flows.proof.verdict import Verdict
from indagate.sandbox import jail

EXAM = Path(__file__).parents[3] / "bench" / "proof"
SLOW = {"loop-tactic", "loop-classes", "loop-conversion", "memory-bomb", "flood-of-output"}
REST = {  # one of a family, and the three leaks, in every run of the tests; all of them in the exhaustive one
    "hole-obligations", "axiom-lookalike-path", "section-let", "equality-notation", "proves-true", "shadowed-after",
    "guard-global", "flag-leak", "register-false", "printed-verdict", "extraction-over-statement", "planted-challenge",
    "names-the-challenge", "string-opens-comment", "loop-tactic", "plugin-of-coq", "not-utf8", "definition-tampered",
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("coq")


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (EXAM / name).read_text(encoding="utf-8").splitlines()]


def judge(folder: Path, axioms: object, seconds: float = 40.0) -> Verdict:
    named = tuple(str(one) for one in axioms)  # type: ignore[attr-defined]
    return asyncio.run(judge_file(folder / "statement.v", folder / "attempt.v", "coq", named, seconds))[2]


def quick(statement: str, attempt: str, axioms: tuple[str, ...] = (), *, negated: bool = False) -> Verdict:
    locked = lock(read_statement(statement, "coq"), axioms)
    return asyncio.run(Coq().judge(locked, attempt, seconds=30.0, negated=negated, advice=False))


CHEATS = [
    pytest.param(row, id=str(row["id"]), marks=() if row["id"] in REST else pytest.mark.exhaustive)
    for row in rows("cheats.jsonl")
]


@pytest.mark.parametrize("row", CHEATS)
def test_no_cheat_is_accepted(row: dict[str, object]) -> None:
    """Every cheat is rejected with a reason, or flagged where it is honest and says nothing; nothing is written."""
    folder = EXAM / "cheats" / str(row["id"])
    canary = Path(str(row["canary"])) if row.get("canary") else None
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    verdict = judge(folder, row["axioms"], 4.0 if row["id"] in SLOW else 40.0)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert canary is None or not canary.exists()
    if row["expect"] == "flagged" and verdict.stands:
        assert any(attack.name == "vacuity" and attack.survived is False for attack in verdict.attacks)
    else:
        assert not verdict.stands
        assert verdict.reason


CONTROLS = [
    pytest.param(row, id=str(row["id"]), marks=() if n % 5 == 1 else pytest.mark.exhaustive)
    for n, row in enumerate(rows("controls.jsonl"))
]


@pytest.mark.parametrize("row", CONTROLS)
def test_every_honest_attempt_is_accepted(row: dict[str, object]) -> None:
    """An honest attempt in an odd style survives every required attack."""
    verdict = judge(EXAM / "controls" / str(row["id"]), row["axioms"])
    assert verdict.verdict == "accepted" if jail.find_wall() != "limits" else verdict.stands, verdict.reason


def test_flags_that_the_attempt_leaves_behind_are_seen() -> None:
    """A check that was switched off within what target needs is found in our own file, after the import."""
    attempt = "Set Universe Checking.\n#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.\n"
    verdict = quick("False", attempt + "Theorem target : False. Proof. exact (f 0). Qed.")
    assert verdict.verdict == "rejected"


def test_a_challenge_put_in_the_place_of_the_locked_one_is_not_taken_for_it() -> None:
    """Modules and files of the attempt that are named like the judge's own say nothing about the locked statement."""
    attempt = "Module Locked. Module Statement. Definition Statement : Type := True. End Statement. End Locked.\n"
    attempt += "Module Judged. Definition final : Locked.Statement.Statement := I. End Judged. Import Locked Judged.\n"
    verdict = quick("False", attempt + "Theorem target : Statement.Statement. Proof. exact final. Qed.")
    assert verdict.verdict == "rejected"
    assert verdict.reason.startswith("statement")


def test_what_the_attempt_prints_is_not_believed() -> None:
    """Verdicts, marks and lists of axioms that its own process prints change nothing."""
    said = "".join(
        f'Goal True. idtac "{line}". Abort.\n'
        for line in ("Closed under the global context", "INDAGATE-BEGIN", "INDAGATE-END", "verdict: accepted")
    )
    verdict = quick("False", f"{said}Axiom lie : False.\nTheorem target : False. Proof. exact lie. Qed.\n{said}")
    assert verdict.verdict == "rejected"
    assert "lie" in verdict.reason


def test_an_allowed_axiom_is_told_from_one_of_the_same_name() -> None:
    """Names are resolved by Coq itself; what only looks like an allowed axiom is not one."""
    allowed = ("Coq.Logic.Classical_Prop.classic",)
    good = "Require Import Classical.\nTheorem target : forall A : Prop, A \\/ ~ A. Proof. exact classic. Qed."
    bad = "Module Classical_Prop. Axiom classic : False. End Classical_Prop.\n"
    bad += "Theorem target : False. Proof. exact Classical_Prop.classic. Qed."
    assert quick("forall A : Prop, A \\/ ~ A", good, allowed).stands
    assert quick("forall A : Prop, A \\/ ~ A", good).verdict == "rejected"
    assert quick("False", bad, allowed).verdict == "rejected"


def test_a_refutation_is_judged_like_a_proof() -> None:
    """The negation of a false statement is accepted as such, and a proof of something else is not."""
    false = "forall n : nat, n < 3"
    proof = "Require Import Lia.\nTheorem refutation : ~ (forall n : nat, n < 3).\n"
    proof += "Proof. intro H; specialize (H 3); lia. Qed."
    assert quick(false, proof, negated=True).stands
    assert not quick(false, "Theorem refutation : True. Proof. exact I. Qed.", negated=True).stands


def test_without_walls_the_verdict_is_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither bubblewrap nor namespaces work, nothing is called accepted, and it is said why."""
    monkeypatch.setattr("indagate.flows.proof.checkers.coq_judge.find_wall", lambda: "limits")
    verdict = quick("True", "Theorem target : True. Proof. exact I. Qed.")
    assert verdict.verdict == "checked-not-replayed"
    assert "sandbox" in verdict.reason


def test_without_coqchk_the_verdict_is_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that was not replayed is checked, never accepted."""
    monkeypatch.setattr("indagate.flows.proof.checkers.coq_judge.shutil.which", lambda name: None)
    verdict = quick("True", "Theorem target : True. Proof. exact I. Qed.")
    assert verdict.verdict == "checked-not-replayed"
    assert "coqchk" in verdict.reason


def test_bytes_that_are_no_text_are_read_without_a_crash(tmp_path: Path) -> None:
    """What is not UTF-8 is marked, so that the scan can turn it down."""
    (tmp_path / "a.v").write_bytes(b"\xe9")
    assert read_text(tmp_path / "a.v") == "\ufffd"


def test_the_time_for_all_attacks_together_holds() -> None:
    """Whatever each program may take, the judging ends when its time is up, says so, and accepts nothing by it."""
    endless = "Theorem target : True. Proof. repeat (assert True by exact I). exact I. Qed."
    locked = lock(read_statement("True", "coq"))
    began = time.monotonic()
    verdict = asyncio.run(Coq().judge(locked, endless, seconds=60.0, within=3.0))
    assert time.monotonic() - began < 30
    assert verdict.hurried
    assert not verdict.stands


def test_what_is_for_the_human_is_in_the_reason() -> None:
    """A proof of a statement whose premises clash is accepted as a proof, and the verdict's own words warn of it."""
    proof = "Theorem target : forall n : nat, n < 0 -> n = 7. Proof. intros n H. inversion H. Qed."
    verdict = asyncio.run(
        Coq().judge(lock(read_statement("forall n : nat, n < 0 -> n = 7", "coq")), proof, seconds=30.0)
    )
    assert verdict.stands
    assert "for you to judge: vacuity" in verdict.reason


HONEST = {
    "implicit arguments": (
        "Theorem target : forall {A : Type} (x : A), x = x.",
        "Theorem target : forall {A : Type} (x : A), x = x.\nProof. reflexivity. Qed.\n",
    ),
    "binders before the colon": (
        "Theorem target {A : Type} (x y : A) (H : x = y) : y = x.",
        "Theorem target {A : Type} (x y : A) (H : x = y) : y = x.\nProof. symmetry; assumption. Qed.\n",
    ),
    "a constructor named Load": (
        "Theorem target : True.",
        "Inductive op := Load (n : nat) | Drop.\nDefinition f x := Load x.\nDefinition target : True := I.\n",
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_proof_is_accepted_however_it_is_written(name: str) -> None:
    """The join takes a proof as it is, with its implicit arguments."""
    verdict = quick(*HONEST[name])
    assert verdict.stands, verdict.reason


@pytest.mark.parametrize(
    "notation",
    [
        'Notation target := ltac:(idtac "INSIDE"; exact I).',
        "Notation target := I.",
        "Inductive holds : Prop := target.",
    ],
)
def test_the_join_refuses_what_is_no_constant(notation: str) -> None:
    """A notation's tactics are not run in the judge's own file, nor is anything else taken for a theorem."""
    verdict = quick("Theorem target : True.", notation + "\n")
    assert not verdict.stands
    assert verdict.reason.startswith("statement: target is no theorem"), verdict.reason
