"""Proof runs with a model: what it proposes goes through the same gates, and whatever it cheats or breaks is named."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from indagate.app import App, Handle
from indagate.budget import Budget
from indagate.flows.proof import FLOW, ProofInput
from minds.material import quick
from parts.scripted import MINDS, Fault, Scripted, says

PROMPTS = Path(__file__).parents[3] / "src/indagate/flows/proof/prompts"
HARD = "forall A B : Prop, ((A -> B) -> A) -> A"
"""No portfolio proves this without axioms, so that a model is asked."""
ODD = "exists f : nat -> bool, f 3 = true /\\ f 4 = false /\\ f 5 = true"
"""True, and no portfolio thinks of the witness."""
WITNESS = "exists (fun n => negb (Nat.eqb n 4)). repeat split."


def ideas(*approaches: dict[str, Any]) -> dict[str, Any]:
    return {"approach-proposer": lambda asked: {"approaches": list(approaches)}, **SILENT}


def script(text: str, lemmas: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"name": "a way", "hypothesis": "it should do", "lemmas": list(lemmas), "scripts": [text]}


SILENT: dict[str, Any] = {
    "lemma-proposer": lambda asked: {"lemmas": []},
    "post-mortem-writer": lambda asked: {"insight": "The obstacle is that no witness is at hand."},
}


def research(
    home: Path, statement: str, answers: dict[str, Any], faults: dict[str, list[Fault]] | None = None,
    budget: Budget | None = None,
) -> tuple[Handle, Scripted]:  # fmt: skip
    service = Scripted(answers=answers, faults=faults, prompts=(PROMPTS, MINDS))

    async def go() -> Handle:
        async with App(home, minds=quick(service.model, home)) as app:
            handle = await app.start(FLOW, ProofInput(statement), budget=budget or Budget(seconds=60))
            await handle.drive()
            await handle.leave()
            return handle

    with service:
        return asyncio.run(go()), service


@pytest.mark.usefixtures("coq")
def test_a_proposed_script_is_tried_after_the_portfolio_and_judged_like_any(tmp_path: Path) -> None:
    """The witness that a model thought of becomes an approach, an attempt and a breakthrough; files tell who had it."""
    handle, service = research(tmp_path, ODD, ideas(script("```coq\nProof.\n" + WITNESS + "\nQed.\n```")))
    record = handle.record
    assert record.state == "BREAKTHROUGH"
    assert record.trial.name == "proposed 1: a way"
    assert record.trials[0].name != record.trial.name
    assert "proposed 1: a way" in (handle.folder / "literature/survey.md").read_text()
    asked = service.of("approach-proposer")[0]
    assert ODD in "".join(asked.data)
    assert "needs-lemma" in asked.text
    assert "no witness is at hand" in (handle.folder / "approaches/001/post-mortem.md").read_text()


CHEATS = {
    "an axiom": f"Abort. Axiom cheat : {HARD}. Theorem target : {HARD}. Proof. exact cheat.",
    "a hole": f"Abort. Lemma hole : {HARD}. Admitted. Theorem target : {HARD}. Proof. exact hole.",
    "another statement": "Abort. Theorem target : True. Proof. exact I.",
    "a notation": (
        'Abort. Notation "A -> B" := True (at level 99, right associativity, B at level 200) : type_scope.\n'
        f"Theorem target : {HARD}. Proof. exact (fun _ _ => I)."
    ),
    "a check switched off": (
        "Abort. Unset Guard Checking. Fixpoint loop (n : nat) : False := loop n. Set Guard Checking.\n"
        f"Theorem target : {HARD}. Proof. exact (False_ind _ (loop 0))."
    ),
    "faked output": (
        f"Abort. Axiom cheat : {HARD}. Theorem target : {HARD}. Proof.\n"
        'idtac "Closed under the global context". idtac "accepted". exact cheat.'
    ),
}


@pytest.mark.usefixtures("coq")
def test_a_model_that_cheats_is_caught_each_time(tmp_path: Path) -> None:
    """Axiom, hole, other statement, notation, switched-off check, faked output: compiled or not, none is believed."""
    ways = [{**script(text), "name": name} for name, text in CHEATS.items()]
    answers = {
        "approach-proposer": lambda asked: {"approaches": ways[:3] if "(flawed)" not in asked.text else ways[3:]}
    }
    handle, _ = research(tmp_path, HARD, {**SILENT, **answers}, budget=Budget(seconds=90))
    record = handle.record
    assert record.state == "STOPPED"
    tried = {trial.name.split(": ")[1]: trial for trial in record.trials if trial.name.startswith("proposed")}
    assert tried.keys() == CHEATS.keys()
    for name, trial in tried.items():
        judged = [attempt.verdict for attempt in trial.attempts if attempt.made.clean]
        assert judged, name
        assert all(verdict is not None and verdict.verdict == "rejected" for verdict in judged), name
        assert trial.failure in ("flawed", "needs-axiom"), name
    assert not list((tmp_path / "gallery").glob("*"))


@pytest.mark.usefixtures("coq")
def test_answers_that_cannot_be_used_are_named_and_the_run_goes_on(tmp_path: Path) -> None:
    """Nonsense from every role: the portfolio is tried whole, the record and post-mortems say what failed."""
    handle, service = research(tmp_path, HARD, SILENT, {"*": [says("I am sure that it is true.", always=True)]})
    record = handle.record
    assert record.state == "STOPPED"
    assert record.blocker == "every approach of every direction was tried"
    assert [line.split(":")[0] for line in record.silent].count("approach-proposer") == 3
    assert "nothing more was written" in record.trials[0].insight
    assert service.count()["approach-proposer"] >= 3


@pytest.mark.usefixtures("coq")
def test_a_budget_of_calls_holds_with_a_model(tmp_path: Path) -> None:
    """When the calls are spent the run is STOPPED and says so; the overshoot is none."""
    handle, _ = research(tmp_path, HARD, ideas(script(WITNESS)), budget=Budget(seconds=60, calls=6))
    assert handle.record.state == "STOPPED"
    assert "budget" in handle.record.blocker
    assert handle.record.attempts <= 6
