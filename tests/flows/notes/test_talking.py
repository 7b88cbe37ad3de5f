"""Talk line by line and the steps of a run, in process: chat, significance, preferences, what a run warns of."""

from __future__ import annotations

import io
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import say as say_by_model
from flows.notes.model import scripted
from flows.notes.talk import TODAY, answer, keep, say, states
from indagate.cli.main import run
from indagate.errors import InputError
from indagate.flows.notes.context import load
from indagate.flows.notes.domain import domains
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.tools import weigh_note
from indagate.flows.notes.views import details, outcome
from indagate.storage import Home

DAY = ("--as-of", "2026-10-20")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def chat(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, raw: bytes = b""
) -> tuple[str, str]:
    """Type lines into chat; return what it prints and complains of."""
    domains.cache_clear()
    monkeypatch.setattr(sys, "argv", ["indagate", "chat", "--home", str(home), *DAY])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("".join(f"{one}\n" for one in lines).encode() + raw)))
    capsys.readouterr()
    assert run() == 0
    found = capsys.readouterr()
    return found.out, found.err


def test_chat_goes_on_after_what_it_cannot_use_and_ends_at_an_empty_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = chat(
        home, monkeypatch, capsys, "ran 5 km", "-", "delete 9", "learn sauna min", "sauna 15 min",
        "total distance of runs",
        "How many km did I run?", "undo", "", "ran 99 km",
    )  # fmt: skip
    assert "nothing waits for your answer" in err and "there is no note at 9" in err
    assert "learnt: sauna, in min" in out and "sauna" in out and "5 km" in out
    lines = [line.text for line in Notebook(home / "notebook").read(date(2026, 10, 20))]
    assert lines == ["ran 5 km", "sauna 15 min", "total distance of runs", "deletion of 2026-10-20 line 5"]


def test_a_line_that_is_no_text_is_told_and_the_next_is_taken(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, err = chat(home, monkeypatch, capsys, raw=b"a\xff\nran 5 km\n")
    assert "not UTF-8" in err and "Noted: 2026-10-20, line 3" in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("diary", "place", "found"),
    [
        ("2026-10-01 ran 5 km", (1, 3), ["first run: ran 5 km (2026-10-01)"]),
        ("2026-10-01 ran 5 km\n2026-10-02 ran 6 km", (2, 3), []),
        (
            "2026-10-01 ran 5 km\n2026-10-02 ran 6 km\n2026-10-03 ran 4 km\n2026-10-04 ran 7 km", (4, 3),
            ["record run distance: ran 7 km (2026-10-04)"],
        ),
        ("2026-10-01 ran 5 km\n2026-10-02 ran 6 km\n2026-10-03 ran 4 km\n2026-10-04 ran 6 km", (4, 3), []),
        ("2026-10-01 ran 5 km\n2026-10-02 ran 6 km\n2026-10-03 ran 7 km", (3, 3), []),
        ("2026-10-01 ran 5 km\n2026-10-02 ran 6 km\n2026-10-03 ran 4 km\n2026-10-04 race 7 km", (4, 3),
        ["first race: race 7 km (2026-10-04)"]),
        ("2026-10-01 ran 5 km\n2026-10-02 ran 6 km\n2026-10-03 ran 4 km\n2026-10-04 ran 90 min", (4, 3), []),
        ("2026-10-01 slept 8 h", (1, 3), []), ("2026-10-01 ran 5 km", (2, 3), []),
    ],
)  # fmt: skip
def test_a_first_and_a_record_of_three_are_significant(
    home: Path, diary: str, place: tuple[int, int], found: list[str]
) -> None:
    """A kind of an activity has firsts and records of its own; a value that equals the record is none."""
    keep(home, diary)
    assert weigh_note.function(Home(home), date(2026, 10, place[0]), place[1]) == found


def test_a_least_value_and_an_event_are_significant_where_a_domain_says_so(home: Path) -> None:
    (home / "domains").mkdir(parents=True)
    (home / "domains" / "lap.yaml").write_text(
        "name: lap\ndescription: laps\nvocabulary: {lap: [laps]}\nlog_schema:\n"
        "  - activity: lap\n    measures: {duration: {unit: s}}\n  - activity: crash\n"
        "significant:\n  - {activity: lap, measure: duration, record: min}\n  - {activity: crash, event: accident}\n"
    )
    domains.cache_clear()
    keep(
        home, "2026-10-01 lap 90 s\n2026-10-02 lap 92 s\n2026-10-03 lap 91 s\n2026-10-04 lap 89 s\n2026-10-05 lap 99 s"
    )
    keep(home, "2026-10-06 crash\n2026-10-07 crash")
    told = {n: weigh_note.function(Home(home), date(2026, 10, n), 3) for n in (4, 5, 6, 7)}
    assert told == {
        4: ["record lap duration: lap 89 s (2026-10-04)"], 5: [], 6: ["accident: crash (2026-10-06)"],
        7: ["accident: crash (2026-10-07)"],
    }  # fmt: skip


def test_what_a_run_observes_depends_on_what_it_was(home: Path) -> None:
    plain = say(home, "met Anna", "log")
    assert plain.observed is not None and plain.observed.triggers == ("significant_log",)  # nothing of it counts
    assert plain.observed.learnt == () and not load(home).learnt
    told = say(home, "slept 8 h", "log")
    assert told.observed is not None and told.observed.triggers == ()
    asked = say(home, "average sleep", "ask")
    assert asked.observed is not None and asked.observed.triggers == ("post_query",)
    liked = say(home, "I prefer miles", "log")
    assert liked.observed is not None and liked.observed.learnt == ("I prefer miles",)
    assert [(one.source, one.unit) for one in load(home).learnt] == [("2026-10-20:5", "mi")]
    ran = say(home, "ran 5 km", "log")
    assert ran.observed is not None and ran.observed.learnt == ("first run: ran 5 km (2026-10-20)",)
    assert [(one.kind, one.topic, one.certainty) for one in load(home).learnt][1:] == [("insight", "first run", 1.0)]
    fixed = say(home, "fix 2026-10-20:6 ran 6 km", day=TODAY + timedelta(1))
    assert fixed.observed is not None and fixed.observed.triggers == ("user_correction",)
    assert [one.end for one in load(home).learnt] == [None, TODAY + timedelta(1)]


def test_a_correction_ends_what_was_learnt_of_the_note(home: Path) -> None:
    say(home, "I am allergic to nuts", "log")
    say(home, "delete 3", day=TODAY)
    assert [one.end for one in load(home).learnt] == [TODAY]
    with pytest.raises(InputError, match="there is no note to undo"):
        say(home / "other", "undo")


def test_a_domain_that_is_not_there_is_refused_and_a_broken_one_is_told_of(home: Path) -> None:
    assert say(home, "ran 5 km", "log", domains=("chess",)).state == "ERROR"
    assert Notebook(home / "notebook").read(TODAY) == []
    (home / "domains").mkdir(exist_ok=True)
    (home / "domains" / "chess.yaml").write_text("name: chess")
    domains.cache_clear()
    told = say(home, "ran 5 km")
    assert len(told.warnings) == 1 and told.warnings[0].startswith("A domain module is not used: ")
    assert told.domains == ["running"] and details(told)["warnings"] == told.warnings


def test_a_note_alone_is_never_planned_and_a_question_alone_never_stored(home: Path) -> None:
    say(home, "ran 5 km")
    assert states(home) == ["Routed", "LogReady", "Parsed", "Stored", "Observed"]
    told = say(home, "How many km did I run?")
    assert states(home) == [
        "Routed", "QueryReady", "RetrievalPlanned", "Retrieved", "FoundSufficient", "Drafted", "Passed", "Observed"
    ]  # fmt: skip
    assert told.routed is not None and told.routed.by == "rule" and outcome(told) == "done"


def test_what_a_planner_asks_again_is_not_looked_for_twice(home: Path) -> None:
    """The same search is no new one: what is there is written."""
    keep(home, "2026-10-19 ran 5 km")
    again = {"step": "retrieve", "searches": [{"words": "run"}]}
    with scripted(planner=lambda _: again, analyst=lambda _: {"verdict": "INSUFFICIENT"}) as service:
        told = say_by_model(service, home, "What of my runs?", "ask")
    assert len(told.tried) == 1 and told.replans == 1 and told.state == "COMPLETE"
    assert told.gaps[:1] == ["it is not enough"]


@pytest.mark.parametrize(
    ("gap", "domain", "loaded"), [(True, "recovery", True), (False, "recovery", False), (True, "chess", False)]
)
def test_an_analyst_has_a_domain_loaded_that_is_there_and_outside_of_what_is_known(
    home: Path, gap: bool, domain: str, loaded: bool
) -> None:
    keep(home, "2026-10-19 ran 5 km")
    missing = {"text": "sleep is not known", "outside_current_expertise": gap, "suspected_domain": domain}
    given: Any = {"verdict": "SUFFICIENT", "gaps": [missing]}
    with scripted(analyst=lambda _: given) as service:
        told = say_by_model(service, home, "How many km did I run in all?", "ask")
    assert ("recovery" in told.domains) is loaded and told.expansions == int(loaded)
    assert any("sleep is not known (worded by" in one for one in told.gaps) is not loaded


def test_without_a_clarifier_the_gap_itself_is_asked_and_at_most_three(home: Path) -> None:
    plan = {"step": "clarify", "gaps": ["Which race?", "When?", "Where?"]}
    asks = {"asks": [{"text": f"{word}?", "why": "w"} for word in ("Road", "Hills", "Heat", "Rain", "Wind")]}
    with scripted(planner=lambda _: plan, clarifier=lambda _: asks) as service:
        told = say_by_model(service, home, "How do I train?", "ask")
    assert told.state == "WAIT_USER" and [one.text for one in told.asks] == ["Road?", "Hills?", "Heat?"]
    assert "Road? (w)" in answer(told) and details(told)["asks"] == ["Road?", "Hills?", "Heat?"]
