"""What a question wants done: counted off, ranked, set side by side, left out, in another unit; or declined."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said

TODAY = date(2026, 10, 31)  # a Saturday
DIARY = """
2026-08-01 ran 10 km in 60 min; slept 7h; groceries 30 €
2026-08-02 ran 5 km in 30 min; slept 8h30; coffee x2
2026-08-03 ran 6 km in 36 min; worked 8h; slept 6h
2026-08-10 ran 16.1 km in 90 min; bench 3x5 70kg; worked 9h30
2026-08-12 squat 3x5 100kg; deadlift 3x3 120 kg; lunch 600 kcal; dinner 900 kcal
2026-08-20 push-ups 3x20; bench 3x5 75kg; groceries 50 €; cinema 12 €
2026-09-01 ran 8 km in 44 min; slept 6h30; coffee x3; lunch 800 kcal; dinner 700 kcal
2026-09-02 coffee x1; slept 7h30; rent 800 €
2026-09-05 ran 12 km in 66 min; slept 9h; groceries 40 €
2026-09-20 weight 82 kg; bench 3x5 80kg; coffee x2
2026-10-04 ran 7 km in 35 min; slept 8h; weight 80 kg; taxi 10 €
2026-10-05 Masha ran 30 km; coffee x4; slept 5h
2026-10-06 tomorrow I'll run 50 km
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("diary"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("What was my second longest run?", "12 km on 5 September 2026"),
        ("какая третья по длине пробежка?", "10 км, 1 августа 2026"),
        ("When did I run for the third time?", "That time was 3 August 2026"),
        ("my last two runs", "2 runs: 2026-10-04: ran 7 km"),
        ("the three longest runs", "3 runs: 2026-08-10: ran 16.1 km"),
        ("What is my longest streak of running days?", "3 days in a row"),
        ("сколько дней подряд я бегал максимум?", "3 дня подряд"),
        ("What was the longest gap between two runs?", "29 days, from 5 September 2026 to 4 October 2026"),
        ("Какой был самый длинный перерыв между пробежками?", "29 дней"),
        ("What percentage of my runs were over 9 km?", "42.9 % (3 of 7)"),
        ("What is the median of my run distances?", "8 km on average"),
        ("How many days in August did I not run?", "27 of 31 days without runs"),
        ("сколько дней я не бегал в августе?", "27 из 31 дней"),
        ("How much did I spend on everything except rent?", "142 €"),
        ("How many of my runs were not on a weekend?", "3 runs"),
        ("Which lift do I do most often?", "Bench press: 3 days, the most"),
        ("How many push-ups did I do?", "60 reps"),
        ("On how many days did I drink more than 2 coffees?", "2 times (days"),
        ("In how many weeks did I run more than 10 km?", "3 weeks"),
        ("How many different lifts did I do?", "4 different lifts"),
    ],
)
def test_operations_are_done_on_what_the_question_names(home: Path, question: str, begins: str) -> None:
    """The nth, the top few, days in a row and without, shares, medians, exceptions, totals of days and weeks."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Do I bench more than I squat?", "No, less. Squat: 100 kg"),
        ("Which is bigger, lunch or dinner?", "Dinner: 800 kcal on average"),
        ("Do I sleep longer on weekends than on weekdays?", "Yes, more."),
        ("Did Masha run more than me?", "No, less. You: 64.1 km"),
        ("How many more km did I run in August than in September?", "17.1 km. Yes, more."),
        ("На сколько больше я пробежал в августе, чем в сентябре?", "17,1 км. Да, больше."),
        ("How much weight did I lose since September?", "2 kg less: 82 kg"),
        ("How long do I sleep on days I don't drink coffee?", "7 h 30 min on average"),
        ("How many km did I run after at least 8 hours of sleep?", "24 km"),
    ],
)
def test_two_things_are_set_side_by_side(home: Path, question: str, begins: str) -> None:
    """Kinds, activities, days of the week, people, periods, and days with something else and without."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many miles did I run on 10 August?", "10 mi"),
        ("Сколько миль я пробежал 10 августа?", "10 миль"),
        ("What is my bench record in pounds?", "176.37 lb"),
        ("How many minutes did I run in September?", "110 min"),
        ("what was my speed on 4 October in km/h", "12 km/h"),
        ("km in September?", "20 km"),
    ],
)
def test_an_answer_comes_in_the_unit_that_was_asked_for(home: Path, question: str, begins: str) -> None:
    """Miles, pounds, minutes, kilometres an hour, whatever the notes were written in."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    "question",
    [
        "What cadence did I run with?",
        "How many calories did I burn running in August?",
        "How much fat did I eat in August?",
        "What was the elevation gain of my longest run?",
        "What was the weather like on my longest run?",
        "What is my total sleep debt?",
        "How much did I spend on cigarettes?",
        "How much did the new sofa cost?",
        "How many treadmill runs did I do?",
        "distance swum this summer?",
        "What did I spend in dollars in August?",
        "How many km did I run in January?",
        "Сколько стоил новый телефон?",
        "Сколько углеводов я съел 12 августа?",
    ],
)
def test_what_the_notes_cannot_tell_is_declined_rather_than_answered_with_something_else(
    home: Path, question: str
) -> None:
    """An attribute, a thing, a unit or a period that no entry has: no number is said in its place."""
    assert said(home, question, TODAY).startswith(("No data for that", "Нет данных об этом"))


@pytest.mark.parametrize(
    "question",
    [
        "Where did I run most often?",
        "What's the ratio of runs to lifts?",
        "How many days did I not run because of the rain?",
        "Running totals by month?",
        "Did I run 30 km in any week?",
        "какое соотношение пробежек и тренировок?",
    ],
)
def test_what_is_not_worked_out_is_said_to_be_so(home: Path, question: str) -> None:
    """A place, a ratio, a reason or a table by months: neither a number of something else nor that nothing is noted."""
    assert said(home, question, TODAY).startswith(("I do not know how to work that out", "Этого я не умею вычислять"))


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What cadence did I run with?", "“cadence”"),
        ("How many treadmill runs did I do?", "“treadmill”"),
        ("Сколько раз я бегал босиком?", "«босиком»"),
    ],
)
def test_a_refusal_names_the_word_that_no_entry_has(home: Path, question: str, word: str) -> None:
    """What was looked for in vain is told, so that it can be said otherwise."""
    assert word in said(home, question, TODAY)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("How many km did I run on 30 February?", "30 February"),
        ("What did I spend on 31 June?", "31 June"),
        ("Сколько я пробежал 31 июня?", "31 июня"),
        ("What did I eat on 2026-02-30?", "2026-02-30"),
        ("How far did I run on 3/4?", "3/4"),
        ("How far did I run on 3/4/2026?", "3/4/2026"),
    ],
)
def test_a_day_that_is_none_or_may_be_two_is_said_to_be_so(home: Path, question: str, day: str) -> None:
    """It is not taken for today, nor for its month, nor for one of the two."""
    told = said(home, question, TODAY)
    assert told.startswith(("No data for that", "Нет данных об этом"))
    assert day in told


def test_a_day_by_numbers_that_can_only_be_one_is_read(home: Path) -> None:
    """There is no 13th month, so the other number is the month, on whichever side it stands."""
    assert said(home, "How far did I run on 10/8/2026?", TODAY).startswith("No data")
    assert said(home, "How far did I run on 9/9/2026?", TODAY).startswith("No data")
    assert said(home, "what did I note on 20/8/2026?", TODAY).startswith("push-ups")
    assert said(home, "what did I note on 8/20/2026?", TODAY).startswith("push-ups")
