"""Questions of a person to their own notes, from the first word to the cited answer, by the rules alone."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said

TODAY = date(2026, 10, 31)  # a Saturday
DIARY = """
2026-08-03 ran 10 km in 60 min; slept 7h; groceries 30 €
2026-08-05 dentist 90 €
2026-08-10 ran 12 km in 66 min; squat 5x5 100 kg
2026-08-13 knee hurts after the stairs, 4/10
2026-08-20 slept 6h; bench 3x5 70kg; coffee x3
2026-08-28 swam 1.5 km; взвесился: 80 кг
2026-09-02 ran 6 km in 33 min; slept 8h; такси 9 €
2026-09-08 fever 38.5, in bed all day
2026-09-14 пробежал 8 км за 44 минуты
2026-09-15 slept 7h; bench 3x5 75kg; groceries 45 €
2026-09-16 massage 40 €; ужин 900 ккал
2026-09-20 passport is in the blue folder
2026-10-02 doctor 55 €
2026-10-05 ran 5 km in 27 min; slept 8h; coffee x1
2026-10-08 changed the water filter; ужин 700 ккал
2026-10-11 tomorrow I will run 20 km
2026-10-12 no run today, rain
2026-10-15 Peter benched 120 kg; deadlift 1x3 140 kg
2026-10-17 weight 78 kg
2026-10-18 want to bench 100 kg by Christmas
2026-10-20 ran 15 km in 90 min; bench 3x5 80kg; groceries 50 €
2026-10-21 slept 6h; такси 11 €; returned the shoes, got 60 € back
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("diary"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many runs longer than 9 km have I done?", "3 runs"),
        ("What distance did I cover running in August?", "22 km"),
        ("сколько времени я бегал в сентябре?", "77 мин"),
        ("How much did the dentist and the doctor cost altogether?", "145 €"),
        ("What was my total squat volume in August?", "2500 kg"),
        ("How much did I spend on groceries and taxi together in October?", "61 €"),
        ("Сколько калорий было в ужинах?", "1600 ккал"),
        ("How many days ago did I last bench?", "11 days ago"),
        ("сколько дней назад я последний раз плавал?", "64 дня назад"),
        ("How many times did I skip running in October?", "1 time"),
        ("On how many days did I run or lift in October?", "3 times (days"),
        ("When was the first run after my fever?", "The first time was 14 September 2026"),
        ("How many km have I run since the fever?", "28 km"),
        ("how many km did I run before I had the fever?", "28 km"),
        ("How many days passed between the dentist and the massage?", "42 days"),
        ("In which month did I run the most?", "August 2026: 22 km"),
        ("Did I run more in August or in September?", "In August: 22 km"),
        ("Am I sleeping more in October than in August?", "Yes, more."),
        ("How much coffee do I drink on running days?", "1 on average"),
        ("How long do I sleep on days when I run?", "7 h 40 min"),
        ("What was my fastest pace?", "5:24 min/km"),
        ("What is my best time over 10 km or more?", "60 min on 3 August 2026"),
        ("did I ever run and bench on the same day?", "Yes"),
        ("What did I weigh when I first benched 80 kg?", "78 kg"),
        ("What is my bench goal?", "100 kg"),
        ("Have I benched 100 kg yet?", "No, that is not in your notes"),
        ("Have I ever benched 120 kg?", "No"),
        ("Did I run 20 km on 12 October?", "No"),
        ("How much did Peter bench?", "Of Peter, in your notes: 120 kg"),
        ("Where is my passport?", "“passport is in the blue folder”"),
        ("When did I change the water filter last?", "The last time was 8 October 2026"),
        ("What refund did I get?", "60 €"),
        ("What is my shoe size?", "No data"),
        ("What did the sofa cost?", "No data"),
        ("Когда я последний раз был в театре?", "Нет данных"),
        ("How many km did I cycle?", "No data"),
        ("On how many of my gym days did I run?", "2 runs"),
        ("total km on days when I slept over 6.5 hours", "21 km"),
        ("do I run faster after more than seven hours of sleep?", "Yes: "),
        ("how far did I run in the week of my longest run?", "15 km"),
        ("what have taxis set me back since september", "20 €"),
        ("how often was a night below six and a half hours?", "2 times (nights)"),
        ("when did I step on the scale last?", "The last time was 17 October 2026"),
        ("first date with a run of twelve k or further", "The first time was 10 August 2026"),
        ("how many notes mention my knee?", "1 notes"),
        ("how many km did I skate?", "No data"),
        ("which week did I run the most", "The week of 19 October 2026: 15 km"),
        ("сколько дней прошло без бега?", "11 дней назад"),
        ("сколько км было в последней пробежке?", "15 км"),
        ("прибавляю ли я в жиме?", "растёт"),
        ("сколько я сплю в дни пробежек?", "В среднем 7 ч 40 мин"),
        ("майские пробежки", "Нет данных"),
    ],
)
def test_a_question_is_answered_from_the_diary(home: Path, question: str, begins: str) -> None:
    """The number or day that is asked for comes first; what is not there is said to be missing."""
    assert said(home, question, TODAY).startswith(begins)
