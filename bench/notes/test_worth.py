"""The examiner is examined: pytest bench/notes/test_worth.py (by itself: bench/answers has such names too)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exam import HALVES, HERE, LATER, later, later_scored, rows
from gold import REFUSAL, perfect
from reading import dates, normal, quantities
from score import date_outcome, diary, diary_km, texts_by_day
from worth import Answer, cited_well, declined, outcome, route_outcome

NOTES = texts_by_day(HERE)
STAND_IN = """
import json, sys
sys.path.insert(0, {here!r})
from exam import rows
from gold import perfect
from score import texts_by_day, HERE
verb, text = sys.argv[1], sys.argv[2]
if verb == "tell":
    row = next(r for r in rows("routes") if r["text"] == text)
    print(json.dumps({{"input_type": row["type"].lower(), "domains": row["domains"]}}))
elif verb == "ask":
    row = next(r for r in rows("questions") if r["text"] == text and r["as_of"] == sys.argv[3])
    said = perfect(row, texts_by_day(HERE))
    print("thinking")
    print(json.dumps({{"answer": said.text, "evidence": [{{"date": d, "line": 3}} for d in said.cited]}}))
"""


def question(kind: str, text: str = "Q?", as_of: str = "2026-11-01", **want: Any) -> dict[str, Any]:
    """Return a question with what it wants."""
    return {"id": "q", "kind": kind, "language": "en", "text": text, "as_of": as_of, "want": want}


def num(value: float, unit: str, tolerance: float = 0.05, *also: float) -> dict[str, Any]:
    """Return an expected number."""
    return {"value": value, "tolerance": tolerance, "unit": unit, "also": list(also)}


@pytest.mark.parametrize(
    ("answer", "value", "unit", "expected"),
    [
        ("In June you ran 64.2 km in 9 runs.", 64.2, "km", "right"),
        ("You ran 9 times in June, 64.2 km in all.", 64.2, "km", "right"),
        ("6.5 km + 16.5 km = 23 km", 23, "km", "right"),
        ("31.4 mi (50.5 km) in July", 50.51, "km", "right"),
        ("In June you ran 9 times (64.2 km).", 9, "times", "right"),
        ("9 runs in June 2026", 9, "times", "right"),
        ("В июне вы бегали 9 раз, всего 64,2 км.", 9, "times", "right"),
        ("In May 9 runs", 9, "times", "right"),
        ("В мае 9 пробежек", 9, "times", "right"),
        ("9 entries, from 2026-06-02 to 2026-06-30", 9, "times", "right"),
        ("Вы спали 6 ч 31 мин в среднем", 6.52, "h", "right"),
        ("Total running time in May: 7 h 22 min", 7.36, "h", "right"),
        ("3 days ago, on 2026-10-29", 3, "times", "right"),
        ("В июне вы бегали 9 раз, всего 64,2 км.", 64.2, "km", "right"),
        ("19 days: 10 runs and 9 lifts", 19, "times", "right"),
        ("You slept 6 h 31 min on average.", 6.52, "h", "right"),
        ("Average sleep: 6.5 h over 22 nights", 6.52, "h", "right"),
        ("Average sleep: 391 min", 6.52, "h", "right"),
        ("Your pace was 5:32 /km", 5.53, "pace", "right"),
        ("Темп 5:32 мин/км за 14 пробежек", 5.53, "pace", "right"),
        ("Fastest 10 km: 52:30 on 2026-10-20", 52.5, "min", "right"),
        ("You paid €4,860 of rent in 6 payments", 4860, "EUR", "right"),
        ("4 860,00 € за аренду", 4860, "EUR", "right"),
        ("Your bench PR is 95 kg (2026-10-14, line 5): 1x2 95 kg", 95, "kg", "right"),
        ("209.4 lb", 95, "kg", "right"),
        ("You spent 100 € in May and 200 € in June.", 200, "EUR", "wrong"),
        ("60 km", 64.2, "km", "wrong"),
        ("There are no entries about running in June.", 64.2, "km", "no-data"),
        ("", 64.2, "km", "failed"),
    ],
)
def test_a_number_is_read_as_people_write_it(answer: str, value: float, unit: str, expected: str) -> None:
    """Units, separators, totals, dates beside it and counts beside it do not confuse the marking."""
    assert outcome(question("sum", numbers=[num(value, unit)]), Answer(answer)) == expected


def test_a_number_of_the_question_is_not_taken_for_the_answer() -> None:
    """An answer may repeat the question's threshold before its own number."""
    asked = question("last", "How far was my last run over 15 km?", numbers=[num(21.1, "km")])
    assert outcome(asked, Answer("Your last run over 15 km was 21.1 km.")) == "right"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("You last deadlifted on Fri 23 Oct 2026: 3x3 145 kg.", "right"),
        ("On October 23, 9 days ago.", "right"),
        ("9 days ago", "right"),
        ("23 октября 2026", "right"),
        ("23.10.2026", "right"),
        ("Between 2026-04-20 and 2026-11-01 the last one was on 2026-10-23.", "right"),
        ("As of 2026-11-01, the last one was on 2026-10-23.", "right"),
        ("On 16 October 2026; the one before was 2026-10-23.", "wrong"),
        ("No data on deadlifts.", "no-data"),
    ],
)
def test_a_day_is_read_as_people_write_it(answer: str, expected: str) -> None:
    """Written dates in two languages count, bounds of periods do not."""
    assert outcome(question("last", dates=[["2026-10-23"]]), Answer(answer)) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("There is no data on cycling in your notes.", "right"),
        ("I found no entries about that.", "right"),
        ("В заметках нет данных о велосипеде.", "right"),
        ("Ничего не найдено.", "right"),
        ("Nothing logged between 15 and 20 June.", "right"),
        ("You cycled 0 km.", "wrong"),
        ("You cycled 12 km.", "wrong"),
        ("No data on cycling, but you ran 64 km.", "wrong"),
        ("Yes, there are no entries missing.", "wrong"),
    ],
)
def test_no_data_must_be_said_plainly(answer: str, expected: str) -> None:
    """A refusal without a value beside it is right where there is nothing, and nothing else is."""
    asked = question("no-data", "How far did I cycle between 15 and 20 June?", none=True, unit="km")
    assert outcome(asked, Answer(answer)) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("You ran farther in August (84.5 km) than in September (73.6 km).", "right"),
        ("September: 73.6 km, August: 84.5 km. More in August.", "right"),
        ("In September you ran less (73.6 km) than in August (84.5 km).", "right"),
        ("August 84.5 km vs September 73.6 km", "right"),
        ("In September 73.6 km in 8 runs; in August 84.5 km in 10 runs, so August had more.", "right"),
        ("You ran farther in September (84.5 km) than in August (73.6 km).", "wrong"),
        ("In August you ran less (73.6 km) than in September (84.5 km).", "wrong"),
        ("August", "wrong"),
    ],
)
def test_the_period_with_more_must_be_named_as_such(answer: str, expected: str) -> None:
    """Both values and the right winner are wanted, in whatever order they are told."""
    want: dict[str, Any] = {"numbers": [num(73.6, "km"), num(84.5, "km")], "first": ["aug", "sept"]}
    assert outcome(question("compare-periods", **want), Answer(answer)) == expected


@pytest.mark.parametrize(
    ("verdict", "answer", "expected"),
    [
        ("no", "No. You planned it, but it rained.", "right"),
        ("no", "You did not run on 26 April.", "right"),
        ("no", "Нет, в этот день пробежки не было.", "right"),
        ("no", "Yes, 10 km.", "wrong"),
        ("yes", "Yes: 21.1 km in 1:57:48.", "right"),
        ("yes", "You ran it on 2026-10-11 in 1:57:48.", "right"),
        ("yes", "No data.", "no-data"),
    ],
)
def test_yes_and_no_are_told_apart(verdict: str, answer: str, expected: str) -> None:
    """The verdict is read from how an answer begins."""
    asked = question("planned", verdict=verdict, evidence=["2026-10-11"])
    assert outcome(asked, Answer(answer)) == expected


def test_evidence_from_the_future_is_wrong() -> None:
    """A note later than the day asked on must not count, whatever the answer says."""
    asked = question("sum", as_of="2026-06-06", numbers=[num(9, "km")])
    assert outcome(asked, Answer("9 km", ("2026-06-06",))) == "right"
    assert outcome(asked, Answer("9 km", ("2026-06-07",))) == "wrong"


def test_few_notes_must_all_be_cited_and_of_many_four_fifths() -> None:
    """A late entry may be cited by its note's day or by its own."""
    assert cited_well(["2026-05-05|2026-05-04"], ("2026-05-04",))
    assert not cited_well(["2026-05-01", "2026-05-02"], ("2026-05-01",))
    days = [f"2026-05-{n:02}" for n in range(1, 11)]
    assert cited_well(days, tuple(days[:8])) and not cited_well(days, tuple(days[:7]))


def test_a_route_needs_its_type_and_its_domains() -> None:
    """General is never too much, another domain is."""
    row = {"type": "LOG", "domains": ["running"], "may": ["recovery"]}
    assert route_outcome(row, Answer("", input_type="log", domains=("running", "general"))) == ("right", True)
    assert route_outcome(row, Answer("", input_type="LOG", domains=("running", "money"))) == ("right", False)
    assert route_outcome(row, Answer("", input_type="QUERY", domains=("running",))) == ("wrong", True)


def test_a_date_expression_is_known_by_the_distance_of_its_days() -> None:
    """The diary's distances tell one day from another."""
    row = next(r for r in rows("dates") if r["text"] == "yesterday" and r["as_of"] == "2026-10-21")
    import datetime as dt

    right, other = dt.date(2026, 10, 20), dt.date(2026, 10, 19)
    assert date_outcome(row, Answer(f"You ran {diary_km(right):g} km yesterday.")) == "right"
    assert date_outcome(row, Answer(f"You ran {diary_km(other):g} km yesterday.")) == "wrong"
    assert f"## 2026-10-20\n\n- ran {diary_km(right):g} km" in diary()


def test_every_question_takes_its_note_or_values_and_no_refusal() -> None:
    """A perfect answer is right, a refusal is not, unless there is nothing."""
    for row in rows("questions"):
        assert outcome(row, perfect(row, NOTES)) == "right", row["id"]
        refused = outcome(row, Answer(REFUSAL[row["language"]]))
        assert refused in ({"right"} if row["want"].get("none") else {"no-data"}), row["id"]


def test_words_are_read() -> None:
    """A few readings by hand."""
    assert dates(normal("on 3 Nov"), "2026-02-10") == ["2025-11-03"]
    assert [(q.family, q.value) for q in quantities(normal("5,4 тыс. руб and 1 200 ₽"))] == [
        ("RUB", 5400),
        ("RUB", 1200),
    ]


def test_the_scorer_finds_a_perfect_product_perfect(tmp_path: Path) -> None:
    """The command line, the split and the saved results work together, and scored texts stay unsaid."""
    tool = tmp_path / "tool.py"
    tool.write_text(STAND_IN.format(here=str(HERE)), "utf-8")
    call = f"{sys.executable} {tool}"
    out = tmp_path / "out.json"
    line = [sys.executable, str(HERE / "score.py"), "--split", "all", "--set", "questions", "--set", "routes"]
    line += ["--kind", "record", "--kind", "CORRECTION", "--out", str(out), "--import", f"{call} import {{file}}"]
    line += ["--ask", f"{call} ask {{text}} {{as_of}}", "--tell", f"{call} tell {{text}}"]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONUTF8": "1"})
    marks = json.loads(out.read_text("utf-8"))["marks"]
    assert len(marks) == sum(
        r["kind"] in {"record", "CORRECTION"} for name in ("questions", "routes") for r in rows(name)
    )
    assert {(m["outcome"], m["beside"]) for m in marks} == {("right", True)}, done.stdout
    assert all(("text" in m) == (m["split"] == "tune") for m in marks)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("number", LATER)
def test_a_later_set_takes_its_values_and_no_refusal(number: str, half: str) -> None:
    """A perfect answer is right, a refusal is not, unless there is nothing."""
    for row in later(number, half):
        assert outcome(row, perfect(row, NOTES)) == "right", row["id"]
        refused = outcome(row, Answer(REFUSAL[row["language"]]))
        assert refused in ({"right"} if row["want"].get("none") else {"no-data"}), row["id"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("That needs a language model.", True),
        ("I cannot tell that from single notes.", True),
        ("Which month do you mean?", True),
        ("Не могу ответить на это.", True),
        ("You ran 12 km.", False),
    ],
)
def test_who_declines_is_told_from_who_errs(answer: str, expected: bool) -> None:
    """Saying that one cannot answer is not an answer that is wrong."""
    assert declined(question("sum", numbers=[num(64, "km")]), Answer(answer)) is expected


def test_a_fresh_notebook_is_never_asked_frozen_questions(tmp_path: Path) -> None:
    """Its questions are those that rule writers may see; others are refused."""
    for name, *more in (("generate.py", "--seed", "7", "--out"), ("make.py", "--loose", "--folder")):
        subprocess.run([sys.executable, str(HERE / name), *more, str(tmp_path)], check=True, capture_output=True)
    frozen = {row["text"] for row in [*rows("questions"), *later_scored()]}
    assert rows("questions", tmp_path) and not frozen & {row["text"] for row in rows("questions", tmp_path)}
    (tmp_path / "questions.jsonl").write_text((HERE / "questions.jsonl").read_text("utf-8"), "utf-8")
    line = [sys.executable, str(HERE / "score.py"), "--set", "questions", "--folder", str(tmp_path), "--import", "true"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode and "frozen" in done.stderr


@pytest.mark.parametrize("number", LATER)
def test_of_a_later_scored_set_only_sums_are_shown(number: str, tmp_path: Path) -> None:
    """Neither what is printed nor what is saved holds a text of it, and nothing can reveal them."""
    out = tmp_path / "out.json"
    tool = tmp_path / "tool.py"
    tool.write_text('print(\'{"answer": "It was 5 green ones."}\')', "utf-8")
    line = [sys.executable, str(HERE / "score.py"), "--set", number, "--split", "scored", "--kind", "first"]
    line += ["--out", str(out), "--import", "true", "--ask", f"{sys.executable} {tool} {{text}} {{as_of}}"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    shown = done.stdout + done.stderr + out.read_text("utf-8")
    assert "wrong" in done.stdout and "green" not in shown
    assert not any(row["text"] in shown for row in later(number, "scored"))
    assert subprocess.run([*line, "--reveal"], capture_output=True, check=False).returncode
