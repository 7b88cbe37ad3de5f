"""Notes end to end, offline: what is told is kept, what is asked is computed from it and cited."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from flows.notes.talk import TODAY, answer, reply, say, states
from indagate.flows.notes import context
from indagate.flows.notes.ask import Learnt
from indagate.flows.notes.notebook import Notebook


def test_a_note_is_kept_and_a_question_answered_from_it_with_its_day_and_line(tmp_path: Path) -> None:
    """Numbers are computed from the entries, and the entries cited."""
    say(tmp_path, "ran 5k in 26:00", "log", date(2026, 10, 18))
    say(tmp_path, "пробежал 7 км за 40 минут", "log", date(2026, 10, 19))
    told = say(tmp_path, "How many km did I run last week?", day=date(2026, 10, 20))
    assert answer(told).startswith("5 km")
    told = say(tmp_path, "How many km did I run in October?")
    assert answer(told).startswith("12 km")
    assert [(one.date, one.line, one.text) for one in told.evidence] == [
        (date(2026, 10, 18), 3, "ran 5k in 26:00"),
        (date(2026, 10, 19), 3, "пробежал 7 км за 40 минут"),
    ]


def test_what_the_notes_do_not_tell_is_no_data_and_no_number(tmp_path: Path) -> None:
    """Other people's doings, plans and denials are not counted."""
    for text in ("Masha ran 12 km", "tomorrow I'll run 20 km", "didn't run today, knee", "should I run more?"):
        say(tmp_path, text, "log")
    told = say(tmp_path, "How many km did I run in October?")
    assert answer(told).startswith("No data")
    assert "12" not in answer(told)
    assert answer(say(tmp_path, "How far did Masha run?")).endswith("12 km.")


def test_a_note_and_a_question_together_are_both_served_and_the_answer_sees_the_note(tmp_path: Path) -> None:
    """BOTH stores once, and RETRIEVE waits for STORE."""
    say(tmp_path, "spent 20 € on groceries", "log", TODAY - timedelta(1))
    told = say(tmp_path, "groceries 63 €. How much did I spend on groceries this month?")
    assert told.input_type == "BOTH"
    assert "83 €" in answer(told)
    assert [line.text for line in Notebook(tmp_path / "notebook").read(TODAY)] == ["groceries 63 €."]
    assert states(tmp_path).count("Stored") == 1


def test_a_domain_that_is_not_loaded_is_loaded_once_and_nothing_is_stored_twice(tmp_path: Path) -> None:
    """A question outside the loaded domains expands exactly the needed one."""
    say(tmp_path, "slept 7h. ran 6 km", "log", TODAY - timedelta(1))
    told = say(tmp_path, "How much did I sleep on days when I ran?", "ask", domains=("recovery",))
    assert told.domains == ["recovery", "running"]
    assert states(tmp_path).count("Expanded") == 1
    assert answer(told).startswith("7 h")


def test_a_correction_counts_from_its_day_on_and_the_old_text_stays(tmp_path: Path) -> None:
    """The notebook is appended to; what was true of a day before the correction stays true of it."""
    say(tmp_path, "ran 8 km in 45:00", "log", date(2026, 10, 18))
    told = say(tmp_path, "oops, Sunday's run was 8.5 km, not 8", day=date(2026, 10, 19))
    assert told.input_type == "CORRECTION"
    assert answer(say(tmp_path, "How far did I run on 18 October?", day=date(2026, 10, 19))).startswith("8.5 km")
    assert answer(say(tmp_path, "How far did I run on 18 October?", day=date(2026, 10, 18))).startswith("8 km")
    assert "ran 8 km in 45:00" in (tmp_path / "notebook" / "2026-10-18.md").read_text()
    assert "user_correction" in (told.observed.triggers if told.observed else ())


def test_what_only_the_user_knows_is_asked_and_the_wait_survives_a_restart(tmp_path: Path) -> None:
    """CLARIFY puts a question with why and options; the answer leads through ANALYZE to an answer."""
    say(tmp_path, "lunch 700 kcal, 30 g protein", "log")
    asked = say(tmp_path, "should I eat more protein?")
    assert asked.state == "WAIT_USER"
    assert asked.asks[0].why
    told = reply(tmp_path, "answer", "gain muscle")
    assert told.state == "COMPLETE"
    assert "gain muscle" in answer(told)
    assert states(tmp_path)[-6:] == ["Asked", "UserAnswered", "FoundSufficient", "Drafted", "Passed", "Observed"]


def test_a_declined_question_leads_to_an_answer_that_names_the_gap(tmp_path: Path) -> None:
    """Declined → SYNTHESIZE with the gap disclosed."""
    say(tmp_path, "What pace should I run next sunday?", "ask")
    told = reply(tmp_path, "decline")
    assert told.state == "COMPLETE"
    assert "What is the run for?" in answer(told)


def test_the_observer_fires_on_its_triggers_and_never_drops_a_preference_or_a_fact(tmp_path: Path) -> None:
    """post_query, user_correction, significant_log; insights and patterns give way first."""
    first = say(tmp_path, "bench 3x5 80kg", "log")
    assert first.observed is not None and "significant_log" in first.observed.triggers
    liked = say(tmp_path, "I love oat milk in coffee", "log")
    assert liked.observed is not None and liked.observed.learnt == ("I love oat milk in coffee",)
    asked = say(tmp_path, "What is my bench record?", "ask")
    assert asked.observed is not None and "post_query" in asked.observed.triggers
    known = context.load(tmp_path).learnt
    crowd = tuple(
        Learnt(
            kind, f"{kind} {n}", f"{kind} number {n} " + "of a rather long text " * 6, 0.5, "x", TODAY + timedelta(n)
        )
        for n in range(60)
        for kind in ("insight", "pattern")
    )
    kept, archived = context.within((*known, *crowd))
    assert context.size(kept) <= context.LIMIT
    assert {one.kind for one in archived} <= {"insight", "pattern"}
    assert {one.text for one in known if one.kind in ("preference", "fact")} <= {one.text for one in kept}


def test_an_ambiguous_input_is_kept_as_a_note(tmp_path: Path) -> None:
    """Nothing that a person writes is lost."""
    told = say(tmp_path, "who knows, maybe I need a holiday")
    assert told.input_type == "LOG"
    assert [line.text for line in Notebook(tmp_path / "notebook").read(TODAY)] == ["who knows, maybe I need a holiday"]
