"""What single approaches of the portfolio prove, compiled by real Coq, and the order in which they are tried."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from indagate.flows.proof import portfolio
from indagate.flows.proof.portfolio import BEYOND, DIRECT, LONGER, OWN, Known
from indagate.flows.proof.statement import read_statement

REALS = "Require Import Reals.\nOpen Scope R_scope.\n"
DEFINED = "Fixpoint halves (n : nat) : R := match n with O => 0 | S m => halves m + / 2 end.\n"
GROWING = [
    "Require Import Arith.\nTheorem target : forall n : nat, Nat.divide 5 (6 ^ n + 4).",
    "Require Import Arith.\nTheorem target : forall n : nat, exists k : nat, 3 ^ (2 * n) + 7 = 8 * k.",
    "Require Import ZArith.\nTheorem target : forall n : nat, Z.divide 6 (7 ^ Z.of_nat n - 1).",
    f"{REALS}Theorem target : forall n : nat, sum_f_R0 (fun k => INR k) n = INR n * (INR n + 1) / 2.",
    f"{REALS}{DEFINED}Theorem target : forall n : nat, halves n = INR n / 2.",
]


@pytest.mark.usefixtures("coq")
@pytest.mark.parametrize("text", GROWING)
def test_sums_and_powers_up_to_a_variable_are_proved_by_induction_at_once(text: str, tmp_path: Path) -> None:
    """The first attempt of the first approach compiles."""
    statement = read_statement(text, "coq")
    first = next(one for one in portfolio.applicable(statement, Known()) if one.name != "gallery")
    assert first.name == "growth"
    file = tmp_path / "Attempt.v"
    file.write_text(portfolio.drafts(first.name, statement, Known())[0].text)
    done = subprocess.run(["coqc", "-q", file.name], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


REASONED = [
    ("denominators that may be zero",
     f"{REALS}Theorem target : forall x y : R, 0 < x -> x ^ 2 = 2 -> y * x = 3 -> y ^ 2 = 9 / 2."),
    ("denominators that may be zero", f"{REALS}Theorem target : forall x : R, 1 / (x - 2) = 4 -> x = 9 / 4."),
    ("functions, at what they are applied to",
     f"{REALS}Theorem target : forall f : R -> R, (forall x y, f (x + y) = f x + f y) -> f 2 = 6 -> f 4 = 12."),
    ("functions, at what they are applied to",
     f"{REALS}Theorem target : forall f g : R -> R, (forall x, f (g x) = x /\\ g (f x) = x) -> f 7 = 3 -> g 3 = 7."),
    ("numbers under roots, as squares",
     f"{REALS}Theorem target : forall a b : R, 0 < a -> 0 < b -> sqrt (a * b) <= (a + b) / 2."),
    ("one square", f"{REALS}Theorem target : forall a b : R, 2 * a * (b + 3) <= a ^ 2 + b ^ 2 + 6 * b + 9."),
    ("factors of a known number", "forall a b c : nat, a * b * c = 105 -> a + b + c <= 107"),
    ("closed terms, as binary numbers", "Nat.gcd 60000 90000 = 30000"),
    ("each value of a known range", "Require Import Arith.\nTheorem target : forall n : nat, 3 ^ n = 81 -> n = 4."),
]  # fmt: skip


@pytest.mark.usefixtures("coq")
@pytest.mark.parametrize(("note", "text"), REASONED)
def test_each_way_of_arithmetic_proves_what_it_is_for(note: str, text: str, tmp_path: Path) -> None:
    """The attempt of that name compiles, inequalities and other facts standing beside what it needs."""
    statement = read_statement(text, "coq")
    found = [one for name in ("arithmetic", "cases") for one in portfolio.drafts(name, statement, Known())]
    file = tmp_path / "Attempt.v"
    file.write_text(next(one.text for one in found if one.note == note))
    done = subprocess.run(["coqc", "-q", file.name], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_patience_makes_the_same_attempts_with_four_times_the_time() -> None:
    """Only the limits differ, and every attempt has one."""
    statement = read_statement("forall n m : nat, n * m = m * n", "coq")
    longer = portfolio.drafts("patience", statement, Known())
    shorter = [one for name in ("arithmetic", "cases") for one in portfolio.drafts(name, statement, Known())]
    limits = re.compile(r"timeout (\d+)")
    assert [limits.sub("", one.text) for one in longer] == [limits.sub("", one.text) for one in shorter]
    for long, short in zip(longer, shorter, strict=True):
        assert [int(found) for found in limits.findall(long.text)] == [4 * int(n) for n in limits.findall(short.text)]


def test_more_time_is_a_direction_of_its_own_and_only_for_numbers() -> None:
    """Where there are no numbers there is nothing to be patient with."""
    about = {text: portfolio.applicable(read_statement(text, "coq"), Known()) for text in (GROWING[0], "True")}
    assert [one.direction for one in about[GROWING[0]] if one.name == "patience"] == [LONGER]
    assert "patience" not in [one.name for one in about["True"]]
    assert {one.direction for one in about[GROWING[0]]} == {OWN, DIRECT, BEYOND, LONGER}
    assert OWN not in {one.direction for one in about["True"]}
