"""What is read in notes: in two parts, with a sign, on no day; by a model, and corrected twice."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import say as say_model
from flows.notes.model import scripted
from flows.notes.talk import TODAY, answer, say
from indagate.flows.notes.domain import domains
from indagate.flows.notes.index import Index
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.offline.correct import reference
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.retrieval import whole_lexicon
from parts.scripted import Asked

LEXICON = Lexicon(domains().values())


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("slept half an hour, then 1h30", {"duration": 120}),
        ("поспал 5 ч, потом ещё 2 ч", {"duration": 420}),
        ("ran 5 km, then another 2 km", {"distance": 7}),
        ("10 km!! 59:40, first time under an hour", {"distance": 10, "duration": 59.6667}),
        ("ran the half marathon in 1:55:00", {"duration": 115, "distance": 21.0975}),
        ("finished my first marathon!", {"distance": 42.195}),
        ("-5 km", {}),
        ("bench 3x5 80kg, then 2x3 85kg", {"sets": 3, "reps": 5, "weight": 80}),
    ],
)
def test_quantities_in_parts_with_signs_and_by_name(text: str, values: dict[str, float]) -> None:
    """What is added to a quantity is added; what cannot be is none; a half marathon has its length."""
    assert parse(text, TODAY, LEXICON)[0].values == pytest.approx(values)


def test_what_came_of_a_wish_is_told_apart_from_the_wish() -> None:
    """The wish is planned, and the distance and the time of what was done belong together."""
    wish, done = parse("wanted to run 16 km but only did 9 km in 53:20", TODAY, LEXICON)
    assert (wish.why, wish.values) == ("planned", {"distance": 16})
    assert (done.why, done.values) == ("", pytest.approx({"distance": 9, "duration": 53.3333}))


@pytest.mark.parametrize("text", ["ran 5 km on 30 February", "ran 5k on 3/4", "31 июня пробежал 5 км"])
def test_a_note_of_a_day_that_is_none_or_two_is_kept_told_of_and_not_counted(tmp_path: Path, text: str) -> None:
    """It is not taken for today's; once it is corrected it counts."""
    told = say(tmp_path, text, "log")
    assert "not counted: the day it names" in answer(told)
    assert told.stored is not None and told.stored.text == text
    assert answer(say(tmp_path, "How far did I run this month?", "ask")).startswith("No data")
    say(tmp_path, reference(told.stored.day, told.stored.line, "ran 5 km"), "correct")
    assert answer(say(tmp_path, "How far did I run this month?", "ask")).startswith("5 km")


def test_a_second_correction_of_a_note_takes_the_place_of_the_first(tmp_path: Path) -> None:
    """By the note's own line or by that of the first correction; each day knows what was said by then."""
    first = TODAY - timedelta(8)
    note = say(tmp_path, "ran 7 km", "log", first)
    assert note.stored is not None
    once = say(tmp_path, reference(first, note.stored.line, "ran 8 km"), "correct", first + timedelta(1))
    say(tmp_path, reference(first, note.stored.line, "ran 9 km"), "correct", first + timedelta(2))
    asked = "How far did I run this month?"
    for days, said in ((0, "7 km"), (1, "8 km"), (2, "9 km")):
        assert answer(say(tmp_path, asked, "ask", first + timedelta(days))).startswith(said)
    assert once.stored is not None
    say(tmp_path, reference(once.stored.day, once.stored.line, "ran 9.5 km"), "correct", first + timedelta(3))
    assert answer(say(tmp_path, asked, "ask", first + timedelta(3))).startswith("9.5 km")


def dictated(distance: float) -> Any:
    """Return a parser that reads words that the rules do not know as a run of so many kilometres."""

    def parser(asked: Asked) -> Any:
        values = [{"field": "distance", "value": distance}]
        return {"items": [{"activity": "running.run", "said": "trotted along, 6 clicks", "values": values}]}

    return parser


def test_what_a_model_read_counts_also_after_the_index_was_deleted_until_the_note_is_edited(tmp_path: Path) -> None:
    """Its reading lies beside the notebook; a line that was changed by hand is read by the rules."""
    with scripted(parser=dictated(6)) as service:
        told = say_model(service, tmp_path, "trotted along, 6 clicks", "log")
    assert told.parsed_by == service.model
    assert answer(say(tmp_path, "How far did I run today?", "ask")).startswith("6 km")
    with Index(tmp_path, whole_lexicon(tmp_path)) as index:
        index.rebuild()
    assert answer(say(tmp_path, "How far did I run today?", "ask")).startswith("6 km")
    file = tmp_path / "notebook" / f"{TODAY.isoformat()}.md"
    file.write_text(file.read_text().replace("6 clicks", "a few clicks"))
    assert answer(say(tmp_path, "How far did I run today?", "ask")).startswith("No data")


def test_a_models_value_that_the_note_does_not_have_is_not_stored(tmp_path: Path) -> None:
    """Then the rules read the note, which here find no run."""
    with scripted(parser=dictated(60)) as service:
        say_model(service, tmp_path, "trotted along, 6 clicks", "log")
    assert not (tmp_path / "notes" / "parsed.jsonl").exists()
    assert answer(say(tmp_path, "How far did I run today?", "ask", date(2026, 10, 20))).startswith("No data")
