"""A diary of swims, rides, shifts and a garden: what is told without the usual words, and asked of it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep, said
from indagate.flows.notes.domain import domains
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline.parse import parse

TODAY = date(2026, 10, 21)  # a Wednesday
LEXICON = Lexicon(domains().values())
DIARY = """
2026-08-03 quarry lake: 1200 m in 33:20
2026-08-05 on earlies this week. early shift, 7.5 h
2026-08-06 indoor pool 900 m, 24:10
2026-08-09 48 km along the dam, 1h58
2026-08-12 night shift 10h
2026-08-14 new saddle for the bike, 84 €
2026-08-16 parkrun 5 km 26:44
2026-08-18 bike 14 km, 41:00
2026-08-20 plum harvest, 2.5 kg
2026-08-21 an hour and twenty of weeding
2026-08-23 parkrun 5 km 25:58; Ottilie ran 27:30
2026-09-02 HILL FESTIVAL! swim 600 m 15:20, bike 18 km 39:00
2026-09-02 slept 5h40
2026-09-09 9,410 steps
2026-09-15 second-hand tent from Jette, 310 €
2026-09-20 ran 12 km, 66:00
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with the diary in its notebook."""
    return keep(tmp_path_factory.mktemp("sports"), DIARY)


@pytest.mark.parametrize(
    ("note", "activity", "values"),
    [
        ("26 miles round the loch, 1:52", "ride", {"distance": 41.8429, "duration": 112}),
        ("1500 yd, 31:40", "swim", {"distance": 1.3716, "duration": 31.6667}),
        ("6 km along the canal, 33:10", "run", {"distance": 6, "duration": 33.1667}),
        ("late shift, 8.5 h", "work", {"duration": 510}),
        ("an hour and ten of raking", "garden", {"duration": 70}),
        ("dug up 4 kg of potatoes", "harvest", {"weight": 4}),
        ("payday, 1900 € in", "income", {"amount": 1900}),
        ("weight this morning 79.4", "body_weight", {"weight": 79.4}),
    ],
)
def test_what_has_no_usual_name_is_told_by_its_unit_speed_or_place(
    note: str, activity: str, values: dict[str, float]
) -> None:
    """A distance alone is a run, a ride or a swim, as fast as it was done; a shift is work."""
    (item,) = parse(note, TODAY, LEXICON)
    assert (item.activity, item.why) == (activity, "")
    assert item.values == pytest.approx(values, rel=1e-3)


@pytest.mark.parametrize(
    "note", ["new lock from the bike shop", "the pool is closed", "Ottilie swam 2 km", "I'd like to run 9 km"]
)
def test_a_word_beside_no_value_and_what_others_did_or_is_wished_is_nothing_done(note: str) -> None:
    """A bike shop is no ride, and a stranger's swim, whatever the name, is not the writer's."""
    assert not [item for item in parse(note, TODAY, LEXICON) if not item.why]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many metres did I swim in August", "2100 m"),
        ("total km on the bike in August", "62 km"),
        ("what's my best parkrun", "25 min 58 s"),
        ("how many parkruns have I run", "2 runs"),
        ("when was I last in the lake", "3 August 2026"),
        ("how many night shifts did I work", "1 "),
        ("how much sleep did I get the night before the hill festival", "5 h 40 min"),
        ("how much was the tent", "310"),
        ("how many km in all, swimming and cycling together, in September", "18.6 km"),
        ("how long did I spend gardening", "80 min"),
        ("most steps in a day", "9410"),
    ],
)
def test_sports_and_shifts_are_asked_for_by_their_words_and_narrowed_by_what_notes_say(
    home: Path, question: str, answer: str
) -> None:
    """A word that only some notes of a thing have narrows it to those; units are taken as asked for."""
    assert answer in said(home, question, TODAY)


@pytest.mark.parametrize("question", ["how often did I buy saddles", "how many kilos of plums did I eat on average"])
def test_no_note_is_quoted_for_what_has_to_be_counted(home: Path, question: str) -> None:
    """How often something was, or its mean, is told by no single note."""
    assert "“" not in said(home, question, TODAY).split("noted with")[0]
