"""What the index answers of a notebook: what counts as of a day, what was not read, what is found by words."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from flows.notes.talk import keep
from indagate.flows.notes.domain import domains
from indagate.flows.notes.entry import Entry, Reading
from indagate.flows.notes.index import Index
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.readings import KeptReading, keep_all, path_of, readings, stamp

DIARY = """
2026-10-01 ran 5 km
2026-10-01 slept 7h30
2026-10-02 ran 7 km with the kids
2026-10-03 long run with Tom
2026-10-04 ran 9 km
2026-10-05 deletion of 2026-10-01 line 3
2026-10-06 correction of 2026-10-04 line 3: ran 10 km
2026-10-07 correction of 2026-10-06 line 3: ran 11 km in the rain
"""


def opened(home: Path) -> Index:
    index = Index(home, domains())
    index.refresh()
    return index


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return opened(keep(tmp_path, DIARY))


def day(number: int) -> date:
    return date(2026, 10, number)


@pytest.mark.parametrize(
    ("as_of", "runs"),
    [(1, [5.0]), (4, [5.0, 9.0]), (5, [9.0]), (6, [10.0]), (7, []), (20, [])],
)
def test_what_counts_is_told_as_of_a_day(index: Index, as_of: int, runs: list[float]) -> None:
    """A deletion and a correction hold from their day on; a corrected value stands on the day that it was of."""
    assert [one.entry.value for one in index.told(day(as_of), ["run"]) if one.entry.value] == runs
    assert [one.entry.value for one in index.told(day(as_of), ["sleep"])] == [7.5]
    if as_of == 6:
        assert [one.entry.date for one in index.told(day(6), ["run"]) if one.entry.value] == [day(4)]


def test_things_are_counted_and_notes_that_were_not_read_are_mentioned(index: Index) -> None:
    """A thing with words and no value read, or with a number left unread; a corrected note is mentioned no more."""
    assert index.things(day(1)) == ["run", "sleep"]
    assert index.things(day(20)) == ["sleep"]
    assert [(when, what, note.place) for when, what, note in index.mentions(day(20), ["run", "sleep"])] == [
        ("2026-10-02", "run", "2026-10-02:3"), ("2026-10-03", "run", "2026-10-03:3"),
        ("2026-10-04", "run", "2026-10-07:3"),
    ]  # fmt: skip
    assert index.mentions(day(1), ["run"]) == [] and index.mentions(day(20), []) == []


def test_notes_are_given_by_period_with_what_was_read_of_them(index: Index) -> None:
    found = list(index.notes(day(2), day(4)))
    assert [note.place for note, _ in found] == ["2026-10-02:3", "2026-10-03:3", "2026-10-04:3"]
    assert [reading.unread for _, reading in found] == [("kids", "7 km"), ("Tom",), ()]
    assert [note.until for note, _ in found] == [None, None, day(6)]
    assert [note.line for note in index.lines(day(1))] == [3, 4] and index.lines(day(9)) == []
    assert index.extent(day(20)) == (day(1), day(7), 8) and index.extent(day(4)) == (day(1), day(4), 5)
    assert index.extent(date(2026, 9, 1)) is None


def test_notes_are_searched_the_most_words_first_and_only_those_that_count(index: Index) -> None:
    def places(
        *groups: list[str], first: int = 1, last: int = 20, as_of: int = 20, limit: int = 60
    ) -> list[tuple[str, int]]:
        found = index.search(groups, day(first), day(last), day(as_of), limit)
        return [(note.place[-4:], many) for note, many in found]

    assert places(["run", "ran"], ["kids"])[0] == ("02:3", 2)
    assert sorted(places(["run", "ran"])) == [("02:3", 1), ("03:3", 1), ("07:3", 1)]
    assert sorted(places(["run", "ran"], as_of=4)) == [("01:3", 1), ("02:3", 1), ("03:3", 1), ("04:3", 1)]
    assert sorted(places(["run", "ran"], first=3, last=4)) == [("03:3", 1)]
    assert len(places(["run", "ran"], limit=1)) == 1
    assert places(["deletion"]) == [] and places() == [] and places(['a "quoted'], ["word"]) == []


def test_the_note_written_last_is_the_one_that_a_run_wrote_and_counts(tmp_path: Path) -> None:
    notebook = Notebook(tmp_path / "notebook")
    for number, (text, mark) in enumerate((("a", "r1"), ("b", "r3"), ("c", "r2"), ("by hand", "")), 1):
        notebook.append(day(number), [(text, mark)])
    notebook.append(day(5), [("deletion of 2026-10-03 line 3", "r4")])
    with opened(tmp_path) as index:
        assert [note.text for note in index.latest(day(20), 5)] == ["b", "a"]
        assert [note.text for note in index.latest(day(20))] == ["b"]
        assert [note.text for note in index.latest(day(1), 5)] == ["a"]


def test_what_stood_before_a_note_is_counted_for_records_and_firsts(tmp_path: Path) -> None:
    keep(
        tmp_path,
        "2026-10-01 ran 5 km\n2026-10-01 ran 9 km\n2026-10-02 ran 30 min\n2026-10-03 ran 7 km\n2026-10-03 ran 6 km",
    )
    with opened(tmp_path) as index:
        assert [index.earlier(one) for one in index.told(day(20), ["run"])] == [
            (0, 0, None, None), (1, 1, 5.0, 5.0), (2, 0, None, None), (3, 2, 5.0, 9.0), (4, 3, 5.0, 9.0)
        ]  # fmt: skip
        told = index.told(date.max, place=(day(1), 4))
        assert [(one.entry.value, one.note.line) for one in told] == [(9.0, 4)]


def test_a_file_that_is_gone_or_has_changed_is_taken_in_and_nothing_else(tmp_path: Path) -> None:
    keep(tmp_path, DIARY)
    with opened(tmp_path) as index:
        assert index.refresh() == 0
        Notebook(tmp_path / "notebook").append(day(2), [("ran 3 km", "")])
        (tmp_path / "notebook" / "2026-10-05.md").unlink()
        assert index.refresh() == 2
        assert [one.entry.value for one in index.told(day(5), ["run"]) if one.entry.value] == [5.0, 3.0, 9.0]
        assert index.refresh() == 0 and index.rebuild() == 8
        assert [one.entry.value for one in index.told(day(5), ["run"]) if one.entry.value] == [5.0, 3.0, 9.0]


def test_what_a_model_read_stands_in_place_of_the_short_form_the_latest_of_a_text(tmp_path: Path) -> None:
    """A line that a kill tore, or that is none, says nothing; a reading is of its day and text only."""
    keep(tmp_path, "2026-10-01 ran 5 km up\n2026-10-02 ran 5 km up\n2026-10-03 slept well, 9 of 10")
    one = Reading((Entry(day(1), "climb", "height", 300.0, "m", said="up"),))
    two = Reading((Entry(day(1), "climb", "height", 400.0, "m", said="up"), Entry(day(1), "climb", aside="planned")))
    assert stamp(tmp_path) == (0, 0) and readings(tmp_path) == {}
    with opened(tmp_path) as index:
        assert index.things(day(20)) == []
        keep_all(tmp_path, [KeptReading(day(1), "ran 5 km up", "m", one), KeptReading(day(1), "ran 5 km up", "m", two)])
        with path_of(tmp_path).open("ab") as file:
            file.write(b'{"day": "2026-10-02", "text": "ran 5')
        keep_all(tmp_path, [KeptReading(day(3), "slept well, 9 of 10", "m", Reading((), ("9",)))])
        assert len(path_of(tmp_path).read_bytes().splitlines()) == 4
        assert readings(tmp_path) == {
            (day(1), "ran 5 km up"): two,
            (day(3), "slept well, 9 of 10"): Reading((), ("9",)),
        }
        assert index.refresh() == 2
        assert [entry.entry.value for entry in index.told(day(20))] == [400.0]
        assert [(what, note.day) for _, what, note in index.mentions(day(20), ["run", "sleep"])] == [
            ("run", day(2)), ("sleep", day(3))
        ]  # fmt: skip
        rows = [json.loads(row) for row in path_of(tmp_path).read_bytes().splitlines()[:2]]
        path_of(tmp_path).write_text("".join(json.dumps(row) + "\n" for row in rows[:1]), encoding="utf-8")
        assert index.refresh() == 2 and [entry.entry.value for entry in index.told(day(20))] == [300.0]


def test_a_word_learnt_or_forgotten_reads_the_days_again_that_have_it(tmp_path: Path) -> None:
    keep(tmp_path, "2026-10-01 ran 5 km\n2026-10-02 slept 8 h\n2026-10-03 nothing of note")
    modules = domains()
    opened(tmp_path).close()
    with Index(tmp_path, {name: one for name, one in modules.items() if name != "running"}) as index:
        assert index.refresh() == 1 and index.things(day(20)) == ["sleep"]
    with Index(tmp_path, modules) as index:
        assert index.refresh() == 1 and index.things(day(20)) == ["run", "sleep"]
