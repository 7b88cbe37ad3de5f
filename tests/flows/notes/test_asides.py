"""Questions with what is said beside them, and scraps of questions: only what is asked counts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said

TODAY = date(2026, 10, 21)  # a Wednesday
DIARY = """
2026-05-04 weight 86 kg; rent 700 €
2026-06-03 ran 5 km in 30 min; rent 700 €; petrol 20 €
2026-06-17 ran 9 km in 54 min; weight 84 kg; coffee x2
2026-07-05 rent 720 €; petrol 30 €; deep work 2h
2026-07-19 ran 12 km in 70 min; slept 6h; squat 3x5 90kg
2026-08-02 flew to Oslo for the wedding
2026-08-09 weight 82 kg; bench 3x5 70kg; overhead press 3x5 40kg
2026-09-06 overhead press 3x5 45kg; deep work 90 min; restaurant 25 €
2026-09-20 pull-ups 3x6; worked 8h; slept 7h
2026-10-07 overhead press 3x5 50kg; pull-ups 3x8; coffee x3; slept 8h
2026-10-10 ran 21.1 km in 1:56:00; coffee x1
2026-10-14 worked 7h; bench 3x5 75kg; restaurant 35 €; taxi 15 €
2026-10-16 worked 9h; coffee x2; lunch 700 kcal
2026-10-21 groceries 12 €; taxi 8 €
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("diary"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("My mornings are grim. How long did I sleep on average in October?", "8 h on average"),
        ("My flatmate insists that I order too many taxis; what have they cost me so far this month?", "23 €"),
        ("The bank wants proof: how much rent did I transfer in June?", "700 €"),
        ("We were in Oslo in August. What did I weigh then?", "82 kg"),
        ("I used to lift at dawn: when was the last time I did overhead presses?", "The last time was 7 October 2026"),
        ("My physio would like to know how many pull-ups I did in October.", "24"),
        ("Hi, silly question: what is the furthest I have ever run?", "21.1 km on 10 October 2026"),
        ("How many hours did I work last week, as far as the notes go?", "16 h"),
        ("I had hoped to run a half marathon under two hours. Did I manage it?", "Yes"),
        ("I had hoped to run 30 km on 19 July. Did I?", "No"),
    ],
)
def test_what_is_said_beside_a_question_changes_nothing(home: Path, question: str, begins: str) -> None:
    """Its words need not be noted; the days and things that it names count where the question has none."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How much rent have I wired since July?", "720 €"),
        ("How much petrol was guzzled in July?", "30 €"),
        ("How many runs did I grind out in June?", "2 runs"),
    ],
)
def test_an_unknown_verb_beside_a_thing_only_says_that_it_was_done(home: Path, question: str, begins: str) -> None:
    """Nobody notes with which word he will ask."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "How many coffees did I sell in October?",
        "How many kilometres did I unicycle in June?",
        "How many euros did I embezzle in October?",
    ],
)
def test_a_verb_of_something_else_is_not_passed_over(home: Path, question: str) -> None:
    """Where it says what was done, or nothing else does, it must be noted."""
    assert said(home, question, TODAY).startswith("No data for that")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("spent today?", "20 €"),
        ("worked last week", "16 h"),
        ("petrol since june, everything", "50 €"),
        ("petrol in july", "30 €"),
        ("coffees in october, all cups together", "6 "),
        ("deep work hrs in july", "2 h"),
        ("avg sleep past 7 nights", "No data"),
        ("body weight may to august, up or down", "down"),
        ("kilos lost from may to august", "4 kg less"),
        ("overhead press, last one when", "The last time was 7 October 2026"),
        ("dates of my overhead presses", "3 days: 9 August 2026, 6 September 2026, 7 October 2026"),
        ("on which days did I work over 7 hours", "2 days: 20 September 2026, 16 October 2026"),
        ("body weight going into the half marathon", "82 kg"),
        ("runs by the time July began, how many", "2 runs"),
        ("km between the first page of this diary and the end of june", "14 km"),
        ("best running week", "The week of 5 October 2026: 21.1 km"),
        ("how many runs in june and july were 9 km or longer", "2 runs"),
    ],
)
def test_a_scrap_is_read_as_the_whole_question(home: Path, question: str, begins: str) -> None:
    """Without a verb, with what is to be done at the end, in short words."""
    assert said(home, question, TODAY).startswith(begins)
