"""`verify` of a proof: the file that was judged, judged again by the checker."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from cli.program import User
from indagate.flows.proof import FLOW
from indagate.flows.proof.record import ProofInput
from indagate.flows.proof.verify import check
from indagate.storage import Home

from .test_proof import SWAP, research


@pytest.mark.usefixtures("coq")
def test_a_proof_is_judged_again_and_a_changed_file_or_lock_is_named(tmp_path: Path) -> None:
    """The proof stands; the same with a hole in it does not, whatever its record says; nor does a forged lock."""
    handle = research(tmp_path, ProofInput(SWAP))
    proof, store = handle.record, Home(tmp_path).store
    assert FLOW.check is check and list(check(proof, handle.folder, store)) == []
    made = proof.proof.made
    proof.trial.attempts[-1].made = dataclasses.replace(made, text=made.text.replace("Qed.", "Admitted."))
    assert {one.code for one in check(proof, handle.folder, store)} == {"file-changed", "proof-not-held"}
    proof.lock = dataclasses.replace(proof.lock, proposition="True")
    assert [one.code for one in check(proof, handle.folder, store)] == ["text-changed"]


@pytest.mark.usefixtures("coq")
def test_a_run_is_verified_at_the_terminal_and_a_missing_checker_is_said(tmp_path: Path) -> None:
    """Nothing is claimed by a run that is verified without its checker: exit code 2 and how to get it."""
    user = User(tmp_path)
    (user.folder / "swap.v").write_text(f"Theorem target : {SWAP}.\n")
    assert user("prove", "run", "swap.v", "-q").code == 3
    assert user("signal", "last", "confirm", "-q").code == 0
    assert user("verify", "last").code == 0
    missing = user("verify", "last", PATH=str(user.folder))
    assert missing.code == 2 and "not installed" in missing.err
    (proof,) = user.home.rglob("attempts/001.v")
    proof.write_text(proof.read_text().replace("Qed.", "Admitted."))
    changed = user("verify", "last", "--json")
    assert changed.code == 1 and "file-changed" in changed.out
