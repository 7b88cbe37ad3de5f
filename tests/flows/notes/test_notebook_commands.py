"""The commands of the notebook in process: what they print, what they refuse, and with which code they end."""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Protocol

import pytest

from flows.notes.talk import keep
from indagate.cli.main import run
from indagate.errors import InputError
from indagate.flows.notes.domain import domains
from indagate.flows.notes.opening import period_of, text_of, today

DIARY = """
2026-10-01 ran 5 km
2026-10-02 ran 7 km round the lake
2026-10-02 slept 8 h
2026-10-03 ran 4 km
"""


class Type(Protocol):
    """What a test types: words of a command, and the code that it has to end with."""

    def __call__(self, *words: str, code: int = 0) -> str: ...


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return keep(tmp_path / "home", DIARY)


@pytest.fixture
def typed(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    """Type a command in the home; returns what it prints, of both streams."""

    def type_(*words: str, code: int = 0) -> str:
        domains.cache_clear()
        monkeypatch.setattr(sys, "argv", ["indagate", *words, "--home", str(home)])
        capsys.readouterr()
        ended = run()
        found = capsys.readouterr()
        assert ended == code, found.err
        return found.out + found.err

    return type_


def of_json(text: str) -> Any:
    return json.loads(text)


def test_notes_are_listed_by_period_and_shown_with_what_was_read(typed: Type) -> None:
    assert typed("notes", "list") == (
        "2026-10-01:3  ran 5 km\n2026-10-02:3  ran 7 km round the lake\n"
        "2026-10-02:4  slept 8 h\n2026-10-03:3  ran 4 km\n"
    )
    assert typed("notes", "list", "2026-10-03") == "2026-10-03:3  ran 4 km\n"
    assert typed("notes", "list", "2026-09-03") == "no notes for 2026-09-03\n"
    assert [one["line"] for one in of_json(typed("notes", "list", "2026-10-02", "--json"))] == [3, 4]
    assert (
        typed("notes", "show", "2026-10-02:3")
        == "2026-10-02:3  ran 7 km round the lake\n  not read: round, lake, 7 km\n"
    )
    assert typed("notes", "show", "2026-10-02").count("2026-10-02:") == 2
    (one,) = of_json(typed("notes", "show", "2026-10-02:4", "--json"))
    assert (one["text"], one["run"], one["until"], one["unread"]) == ("slept 8 h", None, None, [])
    assert one["entries"][0]["what"] == "sleep"
    assert "there is no note at 2026-10-02:9" in typed("notes", "show", "2026-10-02:9", code=2)
    assert "no day can be read in 'soonish'" in typed("notes", "list", "soonish", code=2)


def test_a_note_is_corrected_and_deleted_and_its_line_stays(typed: Type) -> None:
    said = typed("notes", "correct", "2026-10-01:3", "ran 6 km", "--as-of", "2026-10-05")
    assert "Correction noted: 2026-10-05, line 3" in said and "6 km" in said
    assert "2026-10-01:3  ran 5 km  (until 2026-10-05: corrected or deleted)" in typed("notes", "list")
    typed("notes", "delete", "2026-10-03:3", "--as-of", "2026-10-06")
    assert of_json(typed("notes", "sum", "run", "--json", "--as-of", "2026-10-06"))["cells"][0]["value"] == 6
    assert of_json(typed("notes", "sum", "run", "--json", "--as-of", "2026-10-04"))["cells"][0]["value"] == 9
    for wrong in ("2026-10-01:9", "2026-10-01", "2026-10-09:3"):
        assert f"there is no note at {wrong}" in typed("notes", "delete", wrong, code=2)


def test_a_measure_is_added_up_listed_and_asked_in_sql(typed: Type) -> None:
    day = ("--as-of", "2026-10-20")
    assert "9 km" in typed("notes", "sum", "run.distance", *day)
    assert "1 more note names run and could not be read whole: 2026-10-02:3" in typed("notes", "sum", "run", *day)
    assert "5 km" in typed("notes", "sum", "run", "2026-10-01", *day)
    listed = typed("notes", "values", "run.distance", *day)
    assert "5 km" in listed and "4 km" in listed and "  2026-10-01:3  ran 5 km" in listed
    found = of_json(typed("notes", "sql", "SELECT sum(distance) FROM run", "--json", *day))
    assert found["cells"][0]["value"] == 9 and found["evidence"] == ["2026-10-01:3", "2026-10-03:3"]
    assert "the query cannot be answered" in typed("notes", "sql", "SELECT sum(speed) FROM run", code=2)
    assert (
        'table "run"' in typed("notes", "tables", *day)
        and typed("notes", "tables", "--as-of", "2026-01-01") == "no notes yet\n"
    )


def test_a_figure_is_drawn_or_written_as_a_page(typed: Type, tmp_path: Path) -> None:
    day = ("--as-of", "2026-10-20")
    assert typed("notes", "plot", "run", *day).count("█") == 40 + 32
    assert "2026-10  9" in typed("notes", "plot", "run", "--by", "month", *day)
    page = tmp_path / "figure.html"
    assert typed("notes", "plot", "run", "--html", str(page), *day) == f"{page}\n" and "<svg" in page.read_text("utf-8")
    assert "--by needs day or month" in typed("notes", "plot", "run", "--by", "week", code=2)


def test_what_is_known_is_listed_and_the_index_made_anew(typed: Type) -> None:
    assert typed("notes", "known") == "nothing is remembered\n" and of_json(typed("notes", "known", "--json")) == []
    typed("log", "I prefer miles", "--as-of", "2026-10-05")
    assert typed("notes", "known") == "preference I prefer miles  (2026-10-05:3, since 2026-10-05)\n"
    typed("log", "I prefer km", "--as-of", "2026-10-06")
    assert "(2026-10-05:3, since 2026-10-05, until 2026-10-06)" in typed("notes", "known")
    assert [one["unit"] for one in of_json(typed("notes", "known", "--json"))] == ["mi", "km"]
    assert typed("notes", "reindex") == "6 notes indexed\n" and of_json(typed("notes", "reindex", "--json")) == {
        "notes": 6
    }


def test_domains_are_listed_and_one_is_shown_with_its_measures_and_words(typed: Type) -> None:
    assert len(typed("notes", "domains").splitlines()) == 7
    shown = typed("notes", "domains", "running").splitlines()
    assert (
        shown[0].startswith("running")
        and "run: distance (km), duration (min)" in shown[1]
        and "; long_run, tempo" in shown[1]
    )
    assert shown[2] == "    words: run, ran, running, runs, jog, jogged, jogging"
    assert "level (number)" in typed("notes", "domains", "recovery")
    assert [one["name"] for one in of_json(typed("notes", "domains", "running", "--json"))] == ["running"]
    assert len(of_json(typed("notes", "domains", "--json"))) == 7
    assert "there is no domain 'chess'" in typed("notes", "domains", "chess", code=2)


def test_a_thing_is_learnt_and_what_is_none_is_refused(typed: Type, home: Path) -> None:
    assert typed("notes", "learn", "sauna", "min") == f"learnt: sauna, in min ({home / 'domains' / 'mine.yaml'})\n"
    assert typed("notes", "learn", "burpees").startswith("learnt: burpees (")
    assert "this is no thing with a unit" in typed("notes", "learn", "5", "km", code=2)
    assert len(typed("notes", "domains").splitlines()) == 8


def test_an_import_says_how_many_notes_were_new(typed: Type, tmp_path: Path) -> None:
    diary = tmp_path / "diary.md"
    diary.write_text("# 2026-10-01\n- ran 5 km\n- swam\n# 2026-10-09\n- slept 7 h\n", encoding="utf-8")
    assert typed("notes", "import", str(diary)) == "2 notes added, 1 were there already; 2 days\n"
    assert of_json(typed("notes", "import", str(diary), "--json")) == {"read": 3, "added": 0, "days": 2}
    assert "no model is configured that could read the notes" in typed("notes", "read", code=2)
    empty = tmp_path / "empty.md"
    empty.write_text("", encoding="utf-8")
    assert typed("notes", "import", str(empty)) == "0 notes added, 0 were there already; 0 days\n"


def test_tell_log_and_ask_take_what_they_say_they_take(typed: Type) -> None:
    day = ("--as-of", "2026-10-20")
    assert "Noted: 2026-10-20, line 3" in typed("log", "how far did I run?", *day)
    assert "9 km" in typed("ask", "total distance of runs in October", *day)
    found = of_json(typed("ask", "total distance of runs in October", "--json", "--domain", "running", *day))
    assert found["input_type"] == "QUERY" and found["gaps"] and found["answer"] and found["domains"] == ["running"]
    assert "there is no domain 'chess'" in typed("ask", "x?", "--domain", "chess", *day, code=2)
    declined = of_json(typed("ask", "how far uphill?", "--json", *day, code=4))
    assert declined["declined"][0]["words"] and declined["answer"] == ""
    assert "there is no note at 9" in typed("tell", "delete 9", *day, code=2)
    assert "nothing to note" in typed("log", " ", code=2)


@pytest.mark.parametrize("text", ["soon", "2026-13-01", "1899-12-31", "2201-01-01"])
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="--as-of needs a day"):
        today(text)


def test_days_and_texts_are_taken_as_typed() -> None:
    assert today("1900-01-01") == date(1900, 1, 1) and today("2200-12-31") == date(2200, 12, 31)
    assert abs(today("") - date.today()) <= timedelta(1)
    assert text_of("\ufeff ran 5 km \n".encode()) == "ran 5 km"
    with pytest.raises(InputError, match=r"not UTF-8 text \(byte 1\)"):
        text_of(b"a\xff")
    assert period_of("") == (date.min, date.max) and period_of("2026") == (date(2026, 1, 1), date(2026, 12, 31))
    assert period_of("2026-10-03") == (date(2026, 10, 3), date(2026, 10, 3))
    assert period_of("October 2026") == (date(2026, 10, 1), date(2026, 10, 31))
    for wrong in ("1850", "parrots"):
        with pytest.raises(InputError, match="no day can be read"):
            period_of(wrong)
