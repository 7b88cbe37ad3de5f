"""Source as text: comments, strings, sentences, statements and locks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indagate.errors import InputError
from indagate.flows.proof import coqtext, leantext
from indagate.flows.proof.checkers.coq_judge import relocated
from indagate.flows.proof.statement import Lock, lock, read_statement

COQ = st.text(alphabet='(*)". \nabA', max_size=40)


@given(COQ)
def test_blanking_keeps_every_place(text: str) -> None:
    """Comments and strings become blanks of the same length, lines stay lines, or the text is refused."""
    try:
        bare = coqtext.blanked(text)
    except InputError:
        return
    assert len(bare) == len(text)
    assert bare.count("\n") == text.count("\n")
    assert "(*" not in bare


def test_comments_nest_and_strings_in_them_count() -> None:
    """What Coq takes for code is found between nested comments and strings that look like them."""
    assert coqtext.blanked("a (* x (* y *) z *) b").split() == ["a", "b"]
    assert coqtext.blanked('a (* "*)" *) b').split() == ["a", "b"]
    assert "Axiom" in coqtext.blanked('Definition s := "(*". Axiom a : False. Definition t := "*)".')
    with pytest.raises(InputError):
        coqtext.blanked("a (* b")


@pytest.mark.parametrize(
    "text",
    [
        "Proof. Admitted.", "Proof. admit. Qed.", "Unset  Guard\nChecking.", "#[bypass_check(guard)] Fixpoint f := 1.",
        'Declare ML Module "x".', "Add LoadPath \"x\".", 'Load "x".', 'Redirect "x" Print nat.', 'Cd "/".',
    ],
)  # fmt: skip
def test_words_of_known_tricks_are_seen(text: str) -> None:
    """An attempt that needs one of these words is turned down before anything runs."""
    assert coqtext.trick(text)


@pytest.mark.parametrize(
    "text", ["(* Admitted *)", "Lemma never_admitted : True.", 'idtac "admit".', "Loading. preload x.", "a.Load_it"]
)
def test_words_that_only_look_like_tricks_pass(text: str) -> None:
    """Comments, strings and longer names give nobody away."""
    assert coqtext.trick(text) == ""


def test_lean_comments_and_tricks() -> None:
    """The same for Lean, whose line comments and nested blocks differ."""
    assert leantext.trick("theorem t : True := by\n  sorry") == "line 2: a hole: sorry"
    assert leantext.trick('-- sorry\n/- sorry /- sorry -/ -/ theorem t : "sorry" = "sorry" := rfl') == ""


def test_a_bare_proposition_and_a_theorem_are_read() -> None:
    """Both forms of a statement file give preamble and proposition; a commented theorem is none."""
    bare = read_statement("(* p1 *)\nforall n : nat, n = n\n", "coq")
    assert (bare.preamble, bare.proposition) == ("", "forall n : nat, n = n")
    full = read_statement("Require Import List.\n(* Theorem target : False. *)\nTheorem target :\n  1 = 1.\n", "coq")
    assert full.preamble.startswith("Require Import List.")
    assert full.proposition == "1 = 1"
    assert full.theorem("refutation", negated=True) == "Theorem refutation : ~ (1 = 1)."


def test_what_is_bound_before_the_colon_is_quantified_over() -> None:
    """A theorem with binders is the usual form in both languages."""
    text = "Require Import List.\nLemma target {A : Type} (l : list A) n (H : n = length l) : n + 0 = length l.\n"
    assert read_statement(text, "coq").proposition == (
        "forall {A : Type} (l : list A) n (H : n = length l), n + 0 = length l"
    )
    lean = read_statement("theorem target {n : Nat} (h : n = 1) : n + 0 = 1 := by simp [h]", "lean")
    assert lean.proposition == "∀ {n : Nat} (h : n = 1), n + 0 = 1"


@pytest.mark.parametrize(
    "text", ["Theorem t : 1 + 1 = 2.", "Lemma target' : True.", "Theorem target2 (n : nat) : n = n."]
)
def test_a_theorem_of_another_name_is_named(text: str) -> None:
    """One line says what it is called and what it should be."""
    with pytest.raises(InputError) as caught:
        read_statement(text, "coq")
    assert "no `target`" in caught.value.message and "Theorem target" in (caught.value.hint or "")


HONEST = (
    "Inductive op := Load | Drop (n : op) | Cd. Definition f (x : op) := match x with Load => Cd | y => y end.",
    "Definition g := Load .",
    "Proof. destruct o; [ exact Load | auto... ].",
)
CHEATING = (
    'Load "other".', "Proof. auto... Load other.", "Proof. - Load other.", "Proof. { Load other. }", "1: Load other.",
    "#[local] Load other.", "Time Load other.", "Fail Load other.", 'Redirect "out" Print nat.', 'Cd "..".', "Drop.",
    "Definition x := 1. (* c *) Load other.", "Proof. + { Load other. }", "all: Load other.",
)  # fmt: skip


@pytest.mark.parametrize("text", HONEST)
def test_a_constructor_may_have_the_name_of_a_command(text: str) -> None:
    """`Load` is a word like others where no command stands."""
    assert coqtext.trick(text) == ""


@pytest.mark.parametrize("text", CHEATING)
def test_a_command_is_found_wherever_commands_stand(text: str) -> None:
    """After bullets, braces, selectors, attributes, three dots and comments."""
    assert coqtext.trick(text)


@pytest.mark.parametrize("text", ["", "(* only a comment *)", "Theorem target : True. Proof. exact I. Qed."])
def test_a_file_that_states_nothing_or_too_much_is_refused(text: str) -> None:
    """A statement file states one thing and proves nothing."""
    with pytest.raises(InputError):
        read_statement(text, "coq")


def test_a_lock_shows_when_it_was_changed() -> None:
    """The hash covers the text and the axioms that are allowed."""
    locked = lock(read_statement("True", "coq"), ("A.b",))
    assert locked.intact
    assert not Lock("coq", "", "False", ("A.b",), "", locked.sha256).intact
    assert not Lock("coq", "", "True", (), "", locked.sha256).intact


def test_only_a_leading_copy_of_the_preamble_is_replaced() -> None:
    """Imports and scopes stay, definitions come from the locked module; another beginning is left alone."""
    preamble = "Require Import List.\nDefinition two := 2.\nOpen Scope nat_scope."
    attempt = (
        "Require Import List. (* mine *)\nDefinition   two := 2.\nOpen Scope nat_scope.\nTheorem target : two = 2."
    )
    moved = relocated(preamble, attempt, "L.S")
    assert "Definition" not in moved
    assert moved.index("Require Import List.") < moved.index("Require Import L.S.") < moved.index("Open Scope")
    assert moved.endswith("Theorem target : two = 2.")
    assert relocated(preamble, "Axiom a : False.\n" + attempt, "L.S").startswith("Axiom")
