"""Words put into a formal statement by a model: taken by the checker, without axioms, and only ever proposed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from indagate.cli.program import build
from indagate.errors import EffectFailed, InputError
from indagate.flows.proof.formalise import formalise
from indagate.flows.proof.statement import Statement
from indagate.models import Answerers
from models.material import quick
from parts.scripted import MINDS, Asked, Scripted

PROMPTS = Path(__file__).parents[3] / "src/indagate/flows/proof/prompts"
WORDS = "Adding zero changes no natural number."


def formal(proposition: str, imports: str = "") -> dict[str, str]:
    return {"imports": imports, "proposition": proposition, "reading": "For every natural number n, n + 0 is n."}


def ask(answer: Callable[[Asked], Any]) -> tuple[Statement, str]:
    with Scripted(answers={"formaliser": answer}, prompts=(PROMPTS, MINDS)) as service:
        return asyncio.run(formalise(WORDS, "coq", quick(service.model)))


@pytest.mark.usefixtures("coq")
def test_what_the_checker_does_not_take_is_sent_back(tmp_path: Path) -> None:
    """The second version answers the checker's complaint; the reading comes with it."""
    stated, reading = ask(
        lambda asked: formal(
            "forall n : nat, n + 0 = n." if "was not taken" in asked.text else "forall n, n + zero = n"
        )
    )
    assert stated.proposition == "forall n : nat, n + 0 = n"
    assert reading == "For every natural number n, n + 0 is n."


@pytest.mark.usefixtures("coq")
def test_axioms_and_statements_that_never_compile_are_refused() -> None:
    """A definition may not smuggle an axiom in, and three ill-formed versions are enough."""
    with pytest.raises(EffectFailed, match="axiom"):
        ask(lambda asked: formal("forall n : nat, n + 0 = n", "Axiom zero : forall n : nat, n + 0 = n."))
    with pytest.raises(InputError, match="no version"):
        ask(lambda asked: formal("forall n, n + zero = n"))


@pytest.mark.usefixtures("coq")
def test_without_a_model_the_person_is_told_what_to_give() -> None:
    """No rule puts words into a formal language."""
    with pytest.raises(InputError, match="only a model"):
        asyncio.run(formalise(WORDS, "coq", Answerers()))


@pytest.mark.usefixtures("coq")
def test_init_writes_what_the_model_proposed_and_asks_whether_it_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command shows the formal statement and its reading, writes the file, and proves nothing."""
    monkeypatch.chdir(tmp_path)
    with Scripted(answers={"formaliser": lambda asked: formal("forall n : nat, n + 0 = n")},
                  prompts=(PROMPTS, MINDS)) as service:  # fmt: skip
        done = CliRunner().invoke(build(), ["prove", "init", "zero.v", "--words", WORDS, "--model", service.model])
    assert done.exit_code == 0, done.output
    assert "Is this what you meant?" in done.output
    assert (tmp_path / "zero.v").read_text() == "Theorem target : forall n : nat, n + 0 = n.\n"
