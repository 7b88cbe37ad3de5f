"""Questions in the English of texters, of people who learnt it late, and of careful writers with a remark to make."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said
from indagate.flows.notes.moment import moments

TODAY = date(2026, 9, 13)  # a Sunday
DIARY = """
2026-07-03 slept 7h, woke up twice; squat 3x5 80 kg
2026-07-05 ran 6 km in 33 min; bakery and supermarket 18 €
2026-07-09 slept 8h; pull-ups 2x6
2026-07-12 ran 7 km in 40 min; pull-ups 3x4
2026-07-17 slept 6h 30min, woke up once; squat 3x5 100 kg
2026-07-20 new shoes Asics Novablast, 140 €
2026-07-22 bench 3x5 150 lb
2026-07-24 bench 3x5 75 kg; book 12 €
2026-07-28 rent 700 €; coffee to go 3.50 €
2026-07-30 breakfast 300 kcal; lunch 700 kcal; dinner 900 kcal
2026-08-02 ran 9 km in 50 min; supermarket 40 €
2026-08-09 went to the pool; petrol 20 €, coffee to go 4 €
2026-08-14 tomorrow I want to run 15 km
2026-08-15 ran 8 km in 45 min
2026-08-18 book 9 €; salary 2000 €; weight 82 kg
2026-08-20 fever 38.9, in bed
2026-08-21 mum's birthday, called her
2026-08-25 Masha did 12 km
2026-08-28 rent 700 €; supermarket 55 €
2026-08-30 pizza with Dima, 14 €
2026-09-01 ran 5 km in 27 min; slept 6h
2026-09-06 ran 10 km in 55 min; slept 6h
2026-09-07 weight 81 kg; cleaned the bike
2026-09-08 ran 4 km in 22 min; supermarket 30 €; my sister spent 25 € on paint for the flat
2026-09-12 ran 8 km in 43 min; slept 5h 30min
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose notebook holds the diary."""
    return keep(tmp_path_factory.mktemp("strangers"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("In which week I have run more, in this or in the last?", "Last week: 15 km"),
        ("My sleep from July till September becomes more long or more short?", "down"),
        ("How often I have noted in July that I woke up?", "2 times"),
        ("How many kilometres I run from the day I bought the Asics shoes till today?", "44 km"),
        ("How much money I gave for the supermarket from 1 to 30 August?", "95 €"),
        ("My mother, on which day has she birthday?", "“mum's birthday"),
        ("How many time I runned in August?", "1 h 35 min"),
        ("How many kilocalories had my lunch on 30 July?", "700 kcal"),
        ("At which date I lifted my record in squat?", "100 kg on 17 July 2026"),
        ("when did i squat 100 or more for the 1st time", "The first time was 17 July 2026"),
        ("sunday runs, how many since july", "4 "),
        ("how many pull-ups in july, all sets counted", "24 reps"),
        ("what did i blow on coffee in total so far lmao", "7.5 €"),
        ("how far do i go per run? avg of august is fine", "8.5 km on average"),
        ("rent in july?", "700 €"),
        ("mashas longest run", "Of Masha, in your notes: 12 km"),
        ("did i actually run the 15k i wanted to do on 15 aug", "No"),
        ("what did i eat on 30 july, kcal of each meal", "3 meals"),
        ("How high did my fever get when I fell ill in August?", "38.9 °C"),
        ("How much did my landlord get from me in July and August, that is, in rent?", "1400 €"),
        ("I suspect that my runs have grown. What did they come to on average in September?", "6.75 km"),
        ("Could you work out my average sleep in July?", "7 h 10 min"),
        ("Which month was dearer as far as the supermarket goes: July or August?", "August: 95 €"),
        ("How much did I weigh on 1 January this year?", "No data"),
        ("when did i get paid", "The last time was 18 August 2026 (2000 €)"),
        ("how many km in total since i started", "57 km"),
        ("my weight in lbs now", "178.57 lb"),
        ("How many days are passed from my last pizza?", "14 days ago"),
        ("What did I weigh in August, and what was it in September?", "In August: 82 kg"),
        ("How many books have I bought altogether, and when was the last one?", "2 book"),
        ("I'd like a list of every run longer than 8 km in August", "ran 9 km"),
        ("did i ever bench 150", "Yes"),
        ("did i ever bench 76", "No"),
        ("How often do I run in a week on average in August?", "0.5 "),
        ("What did my lunches contain on average in July, energy-wise?", "700 kcal"),
        ("Could you compare the number of runs in July with that in August?", "The same: 2"),
        ("On how many occasions have I bought books, whatever the currency?", "2 times"),
        ("how far did i really run on 15 aug, i planned 15", "8 km"),
        ("How many minutes long was my run from 6 September?", "55 min"),
        ("I want know how many kilometres I ran in July.", "13 km"),
        ("squat on 3 july, was it 80 or 85", "squat 3x5 80 kg"),
        ("how much was the bike", "No data"),
        ("hours slept betwen 1 and 17 july, avergae", "7 h 10 min"),
        ("what shoes did i buy again? need the model", "“new shoes Asics Novablast"),
        ("who ran further on 12 september, me or masha", "No data"),
    ],
)
def test_a_question_in_a_strangers_english_is_answered(home: Path, question: str, begins: str) -> None:
    """Missing auxiliaries, regular forms of irregular verbs, scraps and remarks cost no answer, and make none wrong."""
    found = said(home, question, TODAY)
    assert found.removeprefix("Of Mother, in your notes: ").startswith(begins), found


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from the second to the ninth of August", "2026-08-02", "2026-08-09"),
        ("from 25 till 31 July", "2026-07-25", "2026-07-31"),
        ("on 1 March this year", "2026-03-01", "2026-03-01"),
        ("on 3 May of last year", "2025-05-03", "2025-05-03"),
    ],
)
def test_days_share_their_month_and_say_their_year(text: str, first: str, last: str) -> None:
    """A month told once holds for both days, and "this year" for the day before it."""
    (one,) = moments(text, TODAY)
    assert (one.first.isoformat(), one.last.isoformat()) == (first, last)


def test_the_first_time_is_no_day() -> None:
    """An ordinal before what it counts is no day of the month."""
    assert moments("for the 1st time", TODAY) == ()
