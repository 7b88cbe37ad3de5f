"""The same questions in other words: turns of phrase, words that ask nothing, days and spans named in many ways."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.notes.talk import keep, said
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.paraphrase import plainer
from indagate.flows.notes.offline.turn import reworded

TODAY = date(2026, 10, 21)  # a Wednesday
DIARY = """
2026-07-02 ran 6 km in 36 min; bench 3x5 70kg; pull-ups 3x5
2026-07-06 weight 83 kg; slept 7h; lunch 600 kcal
2026-07-10 Project Comet kickoff; deep work 3h
2026-07-14 knee hurts after the hills, 4/10
2026-07-20 physio: two weeks off running. paid 60 €
2026-07-28 rent 780 €; restaurant 40 €
2026-08-04 holiday in Porto, slept 9h
2026-08-10 ran 11 km in 63 min; pull-ups 3x7; dinner 900 kcal
2026-08-17 weight 82 kg; supermarket 30 €
2026-08-28 rent 780 €; supermarket 45 €; membership 39 €
2026-09-01 new manager from today: Henrike
2026-09-14 fever 38.4, staying in bed
2026-09-20 Comet shipped
2026-09-22 ran 4 km in 25 min; slept 5h
2026-09-28 rent 800 €
2026-10-02 ran 8 km in 44 min; slept 8h
2026-10-06 weight 80 kg; bench 3x5 80kg; coffee x2
2026-10-10 ran 21.1 km in 1:58:00; slept 6h
2026-10-12 Masha finished in 1:49 on Saturday
2026-10-15 I like oat milk in coffee, soy not at all
2026-10-18 evening runs suit me better now
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the diary."""
    return keep(tmp_path_factory.mktemp("diary"), DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("So what's the damage for dining out in July?", "40 €"),
        ("supermarket spending in August, whatever the currency", "75 €"),
        ("how much was the last rent payment", "800 €"),
        ("What's the gym cost me all told?", "39 €"),
        ("What did the gym and the physio cost me together?", "99 €"),
        ("How many kilos am I down since the start of July?", "3 kg less"),
        ("when did i dip below 83 kg for the first time", "The first time was 17 August 2026"),
        ("how heavy was the bar the last time I benched", "80 kg"),
        ("сколько килограммов я сбросил с июля?", "На 3 кг меньше"),
        ("сколько километров я намотал в октябре", "29,1 км"),
        ("bench days in july and october together?", "2 times"),
        ("squat frequency for September?", "No data"),
        ("Which month had more pull-ups, July or August?", "August: 21 reps"),
        ("In how many of my runs did I break 10 km?", "2 runs"),
        ("How far did I run in the two weeks before the fever?", "No data"),
        ("how many km did I run in the month before the fever", "No data"),
        ("how many km did I run between the Comet kickoff and the day it shipped?", "11 km"),
        ("from kickoff to shipping, Comet took how many days?", "72 days"),
        ("how many days between the fever and the first run after it", "8 days"),
        ("who's my manager these days?", "“new manager from today: Henrike”"),
        ("which milk can't I stand?", "“I like oat milk in coffee, soy not at all”"),
        ("Where was I on holiday?", "“holiday in Porto"),
        ("Do I prefer running in the morning or in the evening?", "“evening runs suit me better now”"),
        ("За сколько я пробежал полумарафон?", "1 ч 58 мин"),
        ("What was my temperature when I came down with the fever?", "38.4 °C"),
        ("Is there a difference in sleep between September and October?", "2 h. October: 7 h"),
        ("Сколько времени заняла последняя пробежка?", "1 ч 58 мин"),
        ("when did I last sleep badly?", "No data"),
    ],
)
def test_a_question_in_everyday_words_is_answered(home: Path, question: str, begins: str) -> None:
    """Idioms, scraps and Russian forms are read as what they mean."""
    assert said(home, question, TODAY).startswith(begins)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("since mid-August", "2026-08-11", "2026-10-21"),
        ("up to the end of June", "0001-01-01", "2026-06-30"),
        ("from October 1 to 7", "2026-10-01", "2026-10-07"),
        ("between October 5 and 11", "2026-10-05", "2026-10-11"),
        ("October 1-7", "2026-10-01", "2026-10-07"),
        ("May–July", "2026-05-01", "2026-07-31"),
        ("the first ten days of June", "2026-06-01", "2026-06-10"),
        ("the week before last", "2026-10-05", "2026-10-11"),
        ("since the start of summer", "2026-06-01", "2026-10-21"),
        ("late summer", "2026-08-01", "2026-08-31"),
        ("the weekend of 5 September", "2026-09-05", "2026-09-06"),
        ("Tuesday the 6th", "2026-10-06", "2026-10-06"),
        ("October the 6th", "2026-10-06", "2026-10-06"),
        ("from July onwards", "2026-07-01", "2026-10-21"),
        ("в июле-августе", "2026-07-01", "2026-08-31"),
        ("до конца июня", "0001-01-01", "2026-06-30"),
        ("за первые две недели июля", "2026-07-01", "2026-07-14"),
        ("третьего октября", "2026-10-03", "2026-10-03"),
        ("двадцать пятого сентября", "2026-09-25", "2026-09-25"),
        ("за последний месяц", "2026-09-22", "2026-10-21"),
        ("к концу августа", "0001-01-01", "2026-08-31"),
    ],
)
def test_days_are_read_however_they_are_named(words: str, first: str, last: str) -> None:
    """Parts of months and seasons, spans by hyphens, days in words."""
    found = moments(plainer(f"how far did I run {words}?"), TODAY)
    assert [(one.first.isoformat(), one.last.isoformat()) for one in found] == [(first, last)]


@given(st.text(alphabet="abkgrunя ожв'?,.-0123456789", max_size=60))
def test_rewording_leaves_other_words_alone(text: str) -> None:
    """Whatever is asked, a text without a turn of phrase comes back as it was, and nothing breaks."""
    assert reworded(f"zebra {text}").startswith("zebra")


def test_words_of_things_are_not_idle() -> None:
    """What names a thing, a place, a person or a sport must be found in the notes, and is not passed over."""
    things = {"treadmill", "cadence", "debt", "ankle", "pool", "guitar", "босиком", "бассейн", "кроссовк"}
    assert not things & idle()
