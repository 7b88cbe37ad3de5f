"""Yes and no: said where a sentence supports them, and nowhere else."""

from __future__ import annotations

import pytest

from indagate.flows.mission.offline.bearing import sought
from indagate.flows.mission.offline.verdict import verdict


def said(question: str, text: str, around: str = "") -> bool | None:
    return verdict(sought("", question), text, around)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the ferry open on Sundays?", "The ferry is open on Sundays."),
        ("Does a dictionary depend on a template?", "A dictionary depends on a template, which does the work."),
        ("Can the lock be opened by hand?", "The lock can be opened by hand; the gate cannot."),
        ("Darf der Kessel im Keller stehen?", "Der Kessel darf im Keller stehen."),
        ("Разрешена ли рыбалка на канале?", "Рыбалка на канале разрешена."),
        ("Darf man im Park grillen?", "Grillen ist im Park ohne offenes Feuer erlaubt."),
    ],
)
def test_a_sentence_that_says_what_is_asked_is_a_yes(question: str, text: str) -> None:
    """Every word of the question is in one clause, and nothing denies it."""
    assert said(question, text) is True


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Is the calibration necessary for a new unit?",
            "The calibration is not necessary nor advisable for a new unit.",
        ),
        (
            "Does the module work on small platforms?",
            "The module does not work or is not available on small platforms.",
        ),
        ("Is the relay enabled at night?", "At night the relay is disabled."),
        ("Is the log switched on by default?", "The log is off by default."),
        ("May boats moor at the weir?", "Boats must not moor at the weir."),
        ("Darf der Kompressor bei Regen laufen?", "Bei Regen darf der Kompressor nicht laufen."),
        ("Можно ли купаться в канале?", "Купаться в канале нельзя."),
        ("Darf man im Park grillen?", "Im Park ist Grillen verboten."),
        ("May one smoke in the shed?", "To smoke in the shed is prohibited."),
    ],
)
def test_a_denial_or_a_contrary_word_is_a_no(question: str, text: str) -> None:
    """Two denials side by side deny once; "disabled" is the contrary of "enabled"."""
    assert said(question, text) is False


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the ferry open on Sundays?", "The ferry is open on Sundays if the water is low."),
        ("Is the ferry open on Sundays?", "Is the ferry open on Sundays?"),
        ("Is the ferry open on Sundays?", "The museum is open on Sundays."),
        ("Is the ferry always open on Sundays?", "The ferry is open on Sundays."),
        ("Is the ferry faster than the bridge?", "The bridge is faster than the ferry."),
        ("Must the owner sign the form?", "The owner may sign the form."),
        ("Is the ferry not open on Sundays?", "The ferry is open on Sundays."),
        ("Can the gate be opened?", "The gate cannot be opened without never failing."),
        ("Can one log in with a password?", "One can log in without a password."),
        ("Can the gate be opened?", "Whoever asks whether the gate was painted gets no answer."),
    ],
)
def test_what_a_sentence_leaves_open_is_neither(question: str, text: str) -> None:
    """A condition, another matter, a weaker word, sides that may be swapped, a denial of a denial."""
    assert said(question, text) is None


def test_a_subject_may_stand_in_the_heading() -> None:
    """What a clause stands under counts as said, as long as the clause says the better part itself."""
    assert said("Is the CAN_RAW option enabled by default?", "It is disabled by default.", "Options › CAN_RAW") is False


def test_a_value_is_no_denial() -> None:
    """`None` in code denies nothing."""
    question = "Must the hook have a function run_script?"
    assert said(question, "The hook must have a function run_script(hook=None).") is True
