"""Things that no domain knows are counted from the notes that say them; money that came in; notes once misread."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said

TODAY = date(2026, 5, 31)
DIARY = """
2026-04-02 tuned 2 pianos, one was a wreck
2026-04-09 pianos: 3, all in the music school
2026-04-10 Dario paid 60 € for March
2026-04-15 no pianos today, the van broke down
2026-04-21 repotted the yucca
2026-05-04 4 pianos before noon
2026-05-04 gate code of the depot: 17K20
2026-05-05 настроила 2 скрипки
2026-05-06 проплыла 1,4 км
2026-05-06 5 pianos, sore shoulders after that
2026-05-08 Dario 70 € for April
2026-05-09 болела за сестру на марафоне, прошла 9 км по набережной
2026-05-12 скрипок: 3
2026-05-12 выпила 2 кофе
2026-05-13 tomorrow 6 pianos in the opera
2026-05-15 Ulla transferred 120 €
2026-05-17 pool at last! 1 km in 30:10
2026-05-20 yucca has a new leaf, watered it
2026-05-21 2 km, 50 min, mostly breaststroke
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with the diary of somebody who tunes pianos."""
    return keep(tmp_path, DIARY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How many pianos did I tune in April?", "5 "),
        ("how many pianos have I done so far", "14 "),
        ("Did I do more pianos in April or in May?", "In May: 9"),
        ("how many pianos on the day I swam 1.4 km?", "5 "),
        ("Сколько скрипок я настроила в мае?", "5 "),
        ("when did I last do anything with the yucca", "The last time was 20 May 2026"),
        ("How many pianos did I tune on 15 April?", "No data"),
        ("how many trombones did I tune in May?", "No data"),
    ],
)
def test_a_thing_that_no_domain_knows_is_counted_from_the_notes_that_say_it(
    home: Path, question: str, begins: str
) -> None:
    """The number at the noun counts; what was denied or only planned does not; what no note says is no data."""
    assert said(home, question, TODAY).startswith(begins), said(home, question, TODAY)


def test_no_total_is_given_where_only_some_notes_have_a_number(tmp_path: Path) -> None:
    """A sum of notes of which some do not say how many would be too small."""
    home = keep(tmp_path, "2026-05-02 3 postcards to the family\n2026-05-09 postcards again, a whole stack")
    assert said(home, "how many postcards did I write in May?", TODAY).endswith("so there is no data for it.")


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How much money has Dario given me so far?", "130 €"),
        ("Сколько денег пришло от Дарио?", "130 €"),
        ("How much have payments from Ulla come to?", "120 €"),
        ("what did I spend in May?", "No data"),
    ],
)
def test_money_that_came_in_is_told_by_who_gave_it(home: Path, question: str, begins: str) -> None:
    """Somebody who once paid is known by name alone, and what they pay is no expense."""
    assert said(home, question, TODAY).startswith(begins), said(home, question, TODAY)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("how far did I ride in May?", "No data"),
        ("Сколько километров я прошла пешком в мае?", "9 км"),
        ("how far did I swim on 17 May?", "1 km"),
        ("how long did I swim on 21 May?", "50 min"),
        ("сколько пианино и сколько кофе в тот день, когда я проплыла 1,4 км?", "Нет данных"),
    ],
)
def test_what_a_note_says_is_not_taken_for_something_else(home: Path, question: str, begins: str) -> None:
    """A code has no kilometres, rooting for somebody is no illness, going on foot is a walk, a comma may be a point."""
    assert said(home, question, TODAY).startswith(begins), said(home, question, TODAY)
