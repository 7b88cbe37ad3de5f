"""Notes end to end without a model: the line is kept, what was read and what was not is told, numbers are computed."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from flows.notes.talk import TODAY, answer, say, states
from indagate.errors import InputError
from indagate.flows.notes import context
from indagate.flows.notes.entry import Entry, Note
from indagate.flows.notes.index import Told
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.roles.observer import Learnt
from indagate.flows.notes.tables import thing_rows
from indagate.flows.notes.views import details, outcome


def values(told: object) -> list[tuple[str, str, float | None, str]]:
    reading = told.reading  # type: ignore[attr-defined]
    return [(one.what, one.measure, one.value, one.unit) for one in reading.counted]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ran 5 km in 28 min", [("run", "distance", 5, "km"), ("run", "duration", 28, "min")]),
        ("slept 23:10-6:40", [("sleep", "duration", 7.5, "h")]),
        ("slept 7h30, mood 7", [("sleep", "duration", 7.5, "h"), ("mood", "level", 7, "")]),
        ("bench 5x5 80 kg", [("lift", "sets", 5, ""), ("lift", "reps", 5, ""), ("lift", "weight", 80, "kg")]),
        ("12k steps", [("steps", "count", 12000, "")]),
        ("coffee 2 x 3.50 €", [("spending", "amount", 7, "EUR")]),
        ("rent 1,200 EUR", [("spending", "amount", 1200, "EUR")]),
    ],
)
def test_the_short_form_is_read_without_a_model(
    tmp_path: Path, text: str, read: list[tuple[str, str, float, str]]
) -> None:
    """A value, its unit and a known word; ranges of the clock; `k`; counts times a price."""
    told = say(tmp_path, text, "log")
    assert values(told) == read
    assert told.reading is not None and told.reading.unread == ()


@pytest.mark.parametrize(
    ("text", "time", "unread"),
    [
        ("7:30 ran 5 km", "07:30", ()), ("ran 5 km at 7:30", "07:30", ()), ("23:59 ran 5 km", "23:59", ()),
        ("24:00 ran 5 km", None, ("24:00", "5 km")), ("ran 5 km 7:30", None, ("7:30", "5 km")),
        ("7:30", None, ("7:30",)), ("7:30 8:15 ran 5 km", None, ("7:30", "8:15", "5 km")),
    ],
)  # fmt: skip
def test_a_time_that_opens_a_line_or_follows_at_is_when_it_was(
    tmp_path: Path, text: str, time: str | None, unread: tuple[str, ...]
) -> None:
    """Anywhere else it may be how long it took: then it is said to be unread, and so is what stands beside it."""
    told = say(tmp_path, text, "log")
    assert told.reading is not None
    assert [one.time for one in told.reading.counted] == ([] if time is None else [time])
    assert {*told.reading.unread} == {*unread}


@pytest.mark.parametrize(
    "text",
    [
        "Tom ran 12 km", "tomorrow run 20 km", "did not run 5 km", "I want to run 5 km", "ran 5 km with the kids",
        "should I run 5 km?", "if I ran 5 km", "ran 5 km and 3 km", "planned: ran 5 km", "run 10k", "ran 1.200 m",
        "my sister slept 9 h", "thanks", "wow, 5 km", "flight 1234 at gate 5",
    ],
)  # fmt: skip
def test_a_value_beside_a_word_that_is_not_known_is_not_read_and_named(tmp_path: Path, text: str) -> None:
    """Others' doings, plans and denials: no value without a model; every number in them is said to be unread."""
    told = say(tmp_path, text, "log")
    assert values(told) == []
    numbers = [part for part in text.replace("?", "").split() if part[0].isdigit()]
    assert told.reading is not None
    for number in numbers:
        assert any(number.rstrip("k") in one for one in told.reading.unread), number
    assert [line.text for line in Notebook(tmp_path / "notebook").read(TODAY)] == [text]


def test_a_sum_is_told_with_its_query_its_notes_and_what_it_leaves_out(tmp_path: Path) -> None:
    """The note that names the thing and could not be read is counted and placed; `gaps` in JSON."""
    say(tmp_path, "ran 5 km", "log", date(2026, 10, 18))
    say(tmp_path, "ran 7 km in 40 min", "log", date(2026, 10, 19))
    say(tmp_path, "ran 3 km round the lake", "log", date(2026, 10, 19))
    told = say(tmp_path, "How many km did I run in October?", "ask")
    assert "12 km" in answer(told)
    assert "date in October 2026" in answer(told)
    assert "1 more note names run and could not be read whole: 2026-10-19:4" in answer(told)
    assert told.gaps
    assert details(told)["gaps"] == told.gaps
    assert [(one.date, one.line) for one in told.evidence] == [(date(2026, 10, 18), 3), (date(2026, 10, 19), 3)]
    assert "12 km" not in answer(say(tmp_path, "How many km did I run last week?", "ask"))
    say(tmp_path, "ran 4 km up the hill", "log")
    unread = "2 more notes name run and could not be read whole: 2026-10-19:4, 2026-10-20:3"
    assert unread in answer(say(tmp_path, "How many km did I run in October?", "ask"))


def test_a_value_without_a_unit_is_money_beside_money_and_else_a_column_of_its_own() -> None:
    """A bare 3 beside kilometres is not 3 km; beside euros it is what was spent. The commonest unit has the column."""
    note = Note(TODAY, 3, "")
    runs = [Entry(TODAY, "run", "distance", 5.0, "km"), Entry(TODAY, "run", "distance", 3.0, "")]
    spent = [Entry(TODAY, "spending", "amount", 9.0, "EUR"), Entry(TODAY, "spending", "amount", 4.0, "", said="4")]
    assert thing_rows("run", [Told(one, note) for one in runs], None)[0].headings[1:3] == ("distance", "distance_bare")
    rows = thing_rows("spending", [Told(one, note) for one in spent], None)[0]
    assert ([row[1] for row in rows.rows], rows.units) == ([9, 4], {"amount": "EUR"})


def test_where_a_period_has_no_note_with_the_words_the_days_around_it_are_looked_at_and_no_more(tmp_path: Path) -> None:
    """A week before and after first: the note of a month ago is not the one that was meant."""
    for days in (9, 40):
        say(tmp_path, "met Anna", "log", TODAY - timedelta(days))
    told = say(tmp_path, "where was Anna on 13 October 2026?", "ask")
    assert [one.date for found in told.found for one in found.near] == [TODAY - timedelta(9)]


def test_notes_are_found_by_words_that_mean_the_same(tmp_path: Path) -> None:
    """A jog is found for a run, and both words asked for stand in the note; a race is another word."""
    for text in ("went for a jog with Anna", "met Anna", "race day, Anna came"):
        say(tmp_path, text, "log")
    told = say(tmp_path, "which run was with Anna?", "ask")
    assert [one.line for found in told.found for one in found.near] == [3]
    assert "Notes that hold all your words" in answer(told) and told.evidence == ()


@pytest.mark.parametrize(
    "question",
    [
        "How many km did I run uphill?", "How many km did I not run?", "How fast is Tom?", "Did I run?",
        "How many km did I run with Tom?", "Why did I run?", "How many km will I run in October?",
    ],
)  # fmt: skip
def test_a_question_with_a_word_that_is_not_understood_gets_no_number(tmp_path: Path, question: str) -> None:
    """It is declined with the words, the nearest notes stand there verbatim, and the outcome is needs_model."""
    say(tmp_path, "ran 5 km", "log")
    told = say(tmp_path, question, "ask")
    if "will" in question:  # a stop word: the question asks the same
        return
    assert told.sentences == ()
    assert outcome(told) == "needs_model"
    shown = details(told)
    assert shown["declined"]
    if "run" in question:
        assert shown["nearest"] == [{"date": "2026-10-20", "line": 3, "text": "ran 5 km"}]


def test_a_note_and_a_question_together_are_both_served_and_the_answer_sees_the_note(tmp_path: Path) -> None:
    """BOTH stores once, and RETRIEVE waits for STORE."""
    say(tmp_path, "paid 20 € for groceries", "log", TODAY - timedelta(1))
    told = say(tmp_path, "groceries 63 €. How much did I spend on groceries this month?")
    assert told.input_type == "BOTH"
    assert "83" in answer(told)
    assert [line.text for line in Notebook(tmp_path / "notebook").read(TODAY)] == ["groceries 63 €."]
    assert states(tmp_path).count("Stored") == 1


def test_a_domain_that_is_not_loaded_is_loaded_once_and_nothing_is_stored_twice(tmp_path: Path) -> None:
    """A question outside the loaded domains expands exactly the needed one, and is then understood."""
    say(tmp_path, "ran 6 km", "log", TODAY - timedelta(1))
    told = say(tmp_path, "How many km did I run?", "ask", domains=("recovery",))
    assert told.domains == ["recovery", "running"]
    assert states(tmp_path).count("Expanded") == 1
    assert "6 km" in answer(told)


def test_undo_fix_and_delete_leave_the_line_and_change_what_counts(tmp_path: Path) -> None:
    """The notebook is appended to; what was true of a day before the correction stays true of it."""
    say(tmp_path, "ran 8 km", "log", date(2026, 10, 18))
    fixed = say(tmp_path, "fix 2026-10-18:3 ran 8.5 km", day=date(2026, 10, 19))
    assert fixed.input_type == "CORRECTION"
    assert fixed.observed is not None and fixed.observed.triggers == ("user_correction",)
    question = "How many km did I run on 18 October 2026?"
    assert "8.5 km" in answer(say(tmp_path, question, "ask", date(2026, 10, 19)))
    assert "8 km" in answer(say(tmp_path, question, "ask", date(2026, 10, 18)))
    say(tmp_path, "ran 3 km")
    say(tmp_path, "undo")
    assert "3 km" not in answer(say(tmp_path, "How many km did I run on 20 October 2026?", "ask"))
    say(tmp_path, "delete 2026-10-18:3", day=date(2026, 10, 20))
    assert "8.5 km" not in answer(say(tmp_path, question, "ask"))
    lines = [line.text for day in (18, 19, 20) for line in Notebook(tmp_path / "notebook").read(date(2026, 10, day))]
    assert lines == [
        "ran 8 km", "correction of 2026-10-18 line 3: ran 8.5 km", "ran 3 km", "deletion of 2026-10-20 line 3",
        "deletion of 2026-10-18 line 3",
    ]  # fmt: skip


def test_what_cannot_be_amended_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    """There is no note at that place: no run begins."""
    with pytest.raises(InputError, match="there is no note at 2026-10-18:3"):
        say(tmp_path, "delete 2026-10-18:3")
    assert Notebook(tmp_path / "notebook").days() == {}


def test_significant_notes_are_marked_and_a_preference_or_fact_is_never_crowded_out(tmp_path: Path) -> None:
    """A first and a record are computed; insights and patterns give way first."""
    first = say(tmp_path, "bench 80 kg", "log")
    assert first.observed is not None and first.observed.triggers == ("significant_log",)
    assert any("first bench" in one for one in first.observed.learnt)
    for weight in (82, 83, 81):
        say(tmp_path, f"bench {weight} kg", "log")
    record = say(tmp_path, "bench 90 kg", "log")
    assert record.observed is not None and any("record bench weight" in one for one in record.observed.learnt)
    known = (Learnt("fact", "nuts", "Allergic to nuts.", 0.9, "2026-10-20:3", TODAY),)
    crowd = tuple(
        Learnt(kind, f"{kind} {n}", f"{kind} number {n} " + "of a long text " * 9, 0.5, "x", TODAY + timedelta(n))
        for n in range(60) for kind in ("insight", "pattern")
    )  # fmt: skip
    kept, archived = context.within((*known, *crowd))  # type: ignore[arg-type]
    assert context.size(kept) <= context.LIMIT
    assert {one.kind for one in archived} <= {"insight", "pattern"}
    assert set(known) <= set(kept)


def test_an_ambiguous_input_is_kept_as_a_note(tmp_path: Path) -> None:
    """Nothing that a person writes is lost."""
    told = say(tmp_path, "who knows, maybe I need a holiday")
    assert told.input_type == "LOG"
    assert [line.text for line in Notebook(tmp_path / "notebook").read(TODAY)] == ["who knows, maybe I need a holiday"]
