"""Reading many notes with a model, the cost first; learning a thing; preferences; follow-ups."""

from __future__ import annotations

import json
import re
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import ANSWERS, scripted, shown
from flows.notes.talk import TODAY, answer, keep, say
from indagate.cli.main import run as run_here
from indagate.flows.notes.domain import domains
from indagate.flows.notes.learning import Lesson, lesson_of, lessons, preferred
from parts.scripted import Asked, pairs

DIARY = "".join(f"## 2026-09-{n:02}\n\n- the kiln took {1000 + n} degrees\n\n" for n in range(1, 31))


def parse_many(asked: Asked) -> Any:
    """A kiln's temperature of every note that is shown."""
    found = re.findall(r"^Note (\d+), of [\d-]+:\n<data \w+>(the kiln took (\d+) degrees)", asked.text, re.M)
    return {
        "entries": [
            {"note": int(n), "what": "kiln", "said": said, "measure": "temperature", "value": float(value)}
            for n, said, value in found
        ]
    }


@dataclass(frozen=True)
class Done:
    out: str
    err: str


def run(folder: Path, *words: str, code: int = 0, given: str = "") -> Done:
    """Run a command in a home of the folder, in this process, and check how it ends."""
    out, err, typed = (TextIOWrapper(BytesIO(text.encode()), encoding="utf-8") for text in ("", "", given))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["indagate", *words, "--home", str(folder / "home")])
        patch.setattr(sys, "stdin", typed)
        domains.cache_clear()  # as a process of its own begins
        ended = run_here()
    done = Done(*("".join((stream.seek(0), stream.read())[1]) for stream in (out, err)))
    assert ended == code, done.err
    return done


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    path = tmp_path / "diary.md"
    path.write_text(DIARY, encoding="utf-8")
    return path


def test_an_import_by_a_model_says_its_cost_and_waits_for_a_yes(diary: Path, tmp_path: Path) -> None:
    """Without --yes, and with nobody to ask, the notes are there and nothing is sent; with it they are read."""
    with scripted(parser=parse_many) as service:
        model = ("--model", service.model)
        refused = run(tmp_path, "notes", "import", str(diary), *model, code=2)
        assert "30 notes added" in refused.err and "--yes" in refused.err and service.count() == {}
        assert len(json.loads(run(tmp_path, "notes", "list", "--json").out)) == 30
        told = run(tmp_path, "notes", "import", str(diary), *model, "--yes", "--json")
        assert "30 notes are to be read by a model: about 2 calls" in told.err
        assert json.loads(told.out)["read_notes"] == {"notes": 30, "values": 30, "left": 0, "by": service.model}
        assert dict(service.count()) == {"parser": 2}
        assert "read all these notes already" in run(tmp_path, "notes", "import", str(diary), *model, "--yes").err
        assert dict(service.count()) == {"parser": 2}
    best = json.loads(run(tmp_path, "notes", "sql", "SELECT max(temperature) FROM kiln", "--json").out)
    assert best["cells"][0]["value"] == 1030


def test_a_command_with_a_model_says_who_answers_and_what_leaves_this_machine(tmp_path: Path) -> None:
    """One line on stderr, in a chat once; none without a model, with -q or --json."""
    with scripted() as service:
        model = ("--model", service.model)
        line = f"model: {service.model}; nothing goes beyond this machine for these answers\n"
        for words in (("log", "ran 5 km"), ("tell", "ran 6 km"), ("ask", "How far did I run?")):
            assert run(tmp_path, *words, *model).err.startswith(line), words
            assert "this machine" not in run(tmp_path, *words, *model, "-q").err + run(tmp_path, *words).err
            assert "this machine" not in run(tmp_path, *words, *model, "--json").err
        assert run(tmp_path, "chat", *model, given="ran 7 km\nran 8 km\n\n").err.count(line) == 1
    far = run(tmp_path, "log", "ran 9 km", "--model", "openai:x@http://far.invalid/v1").err
    assert far.startswith("model: openai:x@http://far.invalid/v1; your question and what is read go to far.invalid ")


def test_only_the_days_that_are_named_are_read(diary: Path, tmp_path: Path) -> None:
    """The days before and after are left to another time."""
    assert "30 notes added, 0 were there already; 30 days" in run(tmp_path, "notes", "import", str(diary)).out
    with scripted(parser=parse_many) as service:
        told = run(tmp_path, "notes", "read", "2026-09-05", "--model", service.model, "--yes", "--json")
    assert json.loads(told.out)["read_notes"]["notes"] == 1
    best = json.loads(run(tmp_path, "notes", "sql", "SELECT max(temperature) FROM kiln", "--json").out)
    assert best["cells"][0]["value"] == 1005


def test_a_batch_that_cannot_be_read_is_left_for_the_next_time(diary: Path, tmp_path: Path) -> None:
    """One bad answer costs its own batch; the next command asks for that alone."""
    wrong = [True]

    def parse(asked: Asked) -> Any:
        return "no" if wrong[0] and "1001 degrees" in asked.text else parse_many(asked)

    with scripted(parser=parse) as service:
        told = run(tmp_path, "notes", "import", str(diary), "--model", service.model, "--yes", "--json")
        read = json.loads(told.out)["read_notes"]
        assert read["notes"] + read["left"] == 30 and 0 < read["left"] < 30
        assert f"{read['left']} notes could not be read; indagate notes read asks again" in told.out
        wrong.clear()
        wrong.append(False)
        again = run(tmp_path, "notes", "read", "--model", service.model, "--yes", "--json")
        assert json.loads(again.out)["read_notes"]["notes"] == read["left"]
        assert "could not be read" not in again.out


def test_a_lesson_is_offered_where_one_unknown_word_has_a_value_and_read_from_then_on(tmp_path: Path) -> None:
    """The offer is one line; accepted, also the note that is there counts."""
    told = run(tmp_path, "log", "sauna 15 min")
    offer = re.search(r"indagate (notes learn sauna min --home \S+)", told.out)
    assert "not read: sauna, 15 min" in told.out and offer, told.out
    run(tmp_path, *shlex.split(offer[1]))
    assert (
        "sauna" in run(tmp_path, "log", "sauna 20 min").out
        and "not read" not in run(tmp_path, "log", "sauna 5 min").out
    )
    assert "40" in run(tmp_path, "ask", "total duration of sauna").out
    assert "known already" in run(tmp_path, "notes", "learn", "sauna", "min", code=2).err


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sauna 15 min", ["learn sauna min"]), ("30 burpees", ["learn burpees"]),
        ("chess club 12 EUR", ["learn chess club EUR"]),
        ("yesterday sauna 15 min", ["learn sauna min"]), ("5 May: sauna 15 min", ["learn sauna min"]),
        ("вчера баня 20 мин", ["learn баня min"]),
        ("ran 5 km", []), ("sauna and ice bath 15 min 3 times", []), ("Tom ran 3 km", []), ("long evening", []),
    ],
)  # fmt: skip
def test_only_a_plain_value_of_an_unknown_word_can_be_learnt(text: str, found: list[str]) -> None:
    assert [one.command for one in lessons(text, TODAY, domains().values())] == found


def test_a_command_of_learning_is_exact() -> None:
    assert lesson_of("learn book club EUR") == Lesson("book club", "EUR")
    assert lesson_of("learn pushups.") == Lesson("pushups")
    assert lesson_of("learn to swim 5 km") is None


def test_a_preferred_unit_is_used_until_another_is_preferred_or_its_note_deleted(tmp_path: Path) -> None:
    """Without a model, exactly: 5 km are 3.106856 mi; the preference has a source and an end."""

    def total(day: date = TODAY) -> str:
        return answer(say(tmp_path, "total distance of runs", "ask", day)).partition("\n")[0]

    say(tmp_path, "ran 5 km", "log", TODAY - timedelta(1))
    assert "5 km" in total()
    said = say(tmp_path, "I prefer miles", "log")
    assert said.stored is not None
    assert "3.107 mi" in total() and "5 km" in total(TODAY - timedelta(1))
    say(tmp_path, f"delete {said.stored.line}")
    assert "5 km" in total() and "mi" not in total().split()


def test_a_unit_is_converted_also_below_the_line() -> None:
    value, unit = preferred(5.0, "min/km", ("mi",))
    assert (round(value, 4), unit) == (8.0467, "min/mi")
    assert preferred(7.0, "h", ("mi",)) == (7.0, "h")


def test_thanks_are_not_noted_and_a_command_needs_no_model(tmp_path: Path) -> None:
    """The router says NOTHING; `undo` is carried out unasked."""
    from flows.notes.model import say as say_by_model
    from indagate.flows.notes.notebook import Notebook

    with scripted(router=lambda _: {"input_type": "NOTHING"}) as service:
        told = say_by_model(service, tmp_path, "thanks, that's all")
        assert told.state == "COMPLETE" and answer(told) == "Nothing noted."
        assert dict(service.count()) == {"router": 1}
        assert Notebook(tmp_path / "notebook").read(TODAY) == []
        say_by_model(service, tmp_path, "ran 3 km", "log")
        before = dict(service.count())
        assert say_by_model(service, tmp_path, "undo").input_type == "CORRECTION"
        assert service.count()["router"] == before["router"]


def test_a_measure_is_drawn_in_the_terminal_and_as_a_page(tmp_path: Path) -> None:
    """The longest bar is the greatest value; the page holds the same values; what is not there is an error."""
    for day, text in (("2026-09-05", "ran 4 km"), ("2026-10-05", "ran 8 km"), ("2026-10-06", "ran 2 km with Tom")):
        run(tmp_path, "log", text, "--as-of", day)
    told = run(tmp_path, "notes", "plot", "run.distance", "2026").out.splitlines()
    bars = {line.split()[0]: line.count("█") for line in told if "█" in line}
    assert bars == {"2026-09-05": 20, "2026-10-05": 40}
    assert "2026-10-06:3" in told[-1]
    monthly = run(tmp_path, "notes", "plot", "run.distance", "--by", "month").out
    assert "2026-09 " in monthly and "2026-10 " in monthly
    run(tmp_path, "notes", "plot", "run.distance", "--html", str(tmp_path / "run.html"))
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert page.count("<circle") == 2 and "2026-10-05: 8" in page and "http" not in page
    assert "There are values of: run" in run(tmp_path, "notes", "plot", "swim", code=2).err


def test_a_follow_up_edits_the_query_before_it_and_is_declined_plainly_without_a_model(tmp_path: Path) -> None:
    """The planner is shown the question and the SQL; by rule the words that are missing are named."""

    def plan(asked: Asked) -> Any:
        if "Found:" in asked.text:
            return {"step": "write"}
        before = shown(asked, "It was answered by:")
        sql = (
            before.replace("-10-", "-09-").replace("31", "30")
            if before
            else ("SELECT sum(distance) FROM run WHERE date BETWEEN DATE '2026-10-01' AND DATE '2026-10-31'")
        )
        return {"step": "retrieve", "searches": [{"sql": sql}]}

    for day, text in (("2026-09-05", "ran 4 km"), ("2026-10-05", "ran 7 km")):
        run(tmp_path, "log", text, "--as-of", day)
    lines = "how many km did I run in October?\nand in September?\n"
    with scripted(planner=plan, router=lambda _: {"input_type": "QUERY"}, parser=ANSWERS["parser"]) as service:
        told = run(tmp_path, "chat", "--as-of", "2026-10-20", "--model", service.model, given=lines)
    assert told.out.index("7 km") < told.out.index("4 km")
    alone = run(tmp_path, "chat", "--as-of", "2026-10-20", given=lines)
    assert "7 km" in alone.out and "Not answered" in alone.out and "4 km (" not in alone.out


def test_learn_in_chat_is_no_note_and_what_was_noted_before_counts_from_then_on(tmp_path: Path) -> None:
    """Also with a model, which is not asked; what is known already is said, and the talk goes on."""
    lines = "sauna 15 min\nlearn sauna min\nlearn sauna min\nsauna 20 min\n"
    told = run(tmp_path, "chat", given=lines)
    assert "not read: sauna, 15 min" in told.out and "learnt: sauna, in min" in told.out
    assert "sauna is known already" in told.err and told.out.count("not read") == 1
    with scripted() as service:
        assert "learnt: burpees" in run(tmp_path, "chat", "--model", service.model, given="learn burpees\n").out
        assert service.count() == {}
    listed = [row["text"] for row in json.loads(run(tmp_path, "notes", "list", "--json").out)]
    assert listed == ["sauna 15 min", "sauna 20 min"]
    assert "35 min" in run(tmp_path, "ask", "total duration of sauna").out


def test_a_question_that_may_mean_two_things_says_which_by_the_name_of_the_thing_too(tmp_path: Path) -> None:
    """A thing stands for its only measure, so that what is said of this holds for it; no word is told nobody wrote."""
    keep(tmp_path / "home", "".join(f"2026-10-0{day} slept 7 h\n" for day in range(1, 5)))
    for words in ("average sleep per month", "sleep per month"):
        told = run(tmp_path, "ask", words, "--as-of", "2026-10-20", code=4).out
        assert "of the rows of each period, or of the totals of the periods? Say: by month, or total" in told
        assert "duration" not in told.partition("\n")[0]
    told = run(tmp_path, "ask", "average sleep by month in 2026", "--as-of", "2026-10-20").out
    assert "where date in 2026: October 2026: 7 hr (mean duration; 4 entries)" in told
    assert "≥" not in told  # what the query says is not said again beside each value


def test_an_allergy_is_shown_to_who_plans_writes_and_judges_until_its_note_is_deleted(tmp_path: Path) -> None:
    """Told in words, remembered without a model; what goes against it is in no answer, in JSON or shown."""

    def write(asked: Asked) -> Any:
        return {"sentences": [*ANSWERS["writer"](asked)["sentences"], "Eat peanuts before the next run."]}

    def judge(asked: Asked) -> Any:
        bad = "allergic to peanuts" in asked.text and "Eat peanuts" in asked.text
        return {"failing": [{"dimension": "safety", "reason": "an allergy", "sentence": 2}] if bad else []}

    def supports(asked: Asked) -> Any:
        return {"verdicts": [{"number": n, "verdict": "yes"} for n in range(1, len(pairs(asked)) + 1)]}

    day = ("--as-of", "2026-10-20")
    run(tmp_path, "log", "ran 5 km", "--as-of", "2026-10-10")
    run(tmp_path, "log", "I'm allergic to peanuts.", *day)
    assert "allergic to peanuts" in run(tmp_path, "notes", "known").out
    with scripted(writer=write, evaluator=judge, support=supports) as service:
        asked = ("ask", "what should I eat before I run 5 km?", "--model", service.model, "--json")
        told = run(tmp_path, *asked, *day)
        for role in ("planner", "writer", "evaluator"):
            assert all("allergic to peanuts" in one.text for one in service.of(role)), role
        found = json.loads(told.out)
        assert "You ran 5 km" in found["answer"] and "Eat peanuts" not in told.out
        assert "Eat peanuts" not in run(tmp_path, "show", found["run"]).out
        before = len(service.of("writer"))
        assert "Eat peanuts" in run(tmp_path, *asked, "--as-of", "2026-10-19").out
        run(tmp_path, "notes", "delete", "2026-10-20:3", *day)
        assert "Eat peanuts" in run(tmp_path, *asked, "--as-of", "2026-10-21").out
        assert not any("allergic" in one.text for one in service.of("writer")[before:])
