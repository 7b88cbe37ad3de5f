"""The examiner is examined: pytest bench/task/test_marking.py (by itself: others have such names too)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from check import quotes_hold
from critic import accepted
from exam import HERE, LATER_HALVES, later, rows, splits
from make_later import goals, table_faults
from marking import Told, dates, normal, numbers, outcome
from score import command_line, last_object
from worked import WORKED

GOALS = {row["id"]: row for row in rows("goals")}
ANSWERED = [row for row in GOALS.values() if "decline" not in row["want"]]
SPELLED = {"dates-06": "Donnerstag", "dates-14": "7 hours 35 minutes", "corpus-10": "drei Viertel der Stimmen"}
STAND_IN = """
import json, sys
sys.path.insert(0, {here!r})
from test_marking import GOALS, perfect
row = next(row for row in GOALS.values() if row["goal"] == sys.argv[1])
print("thinking ...")
print(json.dumps(perfect(row), indent=1))
"""


def perfect(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a faultless product prints for a goal."""
    if "decline" in row["want"]:
        return {"status": "FAILED", "answer": "", "error": row["want"]["decline"], "score": 0.0}
    want = row["want"]
    said = want.get("date") or SPELLED.get(row["id"])
    if not said:
        value = WORKED[row["id"]]()
        said = f"{value:.3f}" if isinstance(value, float) else str(value)
    return {"status": "DONE", "answer": f"**{said}** [table.csv]", "error": None, "score": 0.9}


@pytest.mark.parametrize("row", GOALS.values(), ids=GOALS)
def test_a_perfect_answer_is_right(row: dict[str, Any]) -> None:
    """What was worked out is marked right, and a decline where one is wanted."""
    told = perfect(row)
    assert outcome(row, Told(told["status"], told["answer"], told["error"] or "")) == "right"


@pytest.mark.parametrize("row", ANSWERED, ids=[row["id"] for row in ANSWERED])
def test_a_decline_of_an_answerable_goal_is_declined(row: dict[str, Any]) -> None:
    """Neither of the two declines is right or wrong where there is an answer."""
    assert outcome(row, Told("FAILED", "", "not_found")) == "declined"
    assert outcome(row, Told("FAILED", "", "needs_model: no rule fits this goal")) == "declined"


@pytest.mark.parametrize("row", ANSWERED, ids=[row["id"] for row in ANSWERED])
def test_other_values_are_wrong(row: dict[str, Any]) -> None:
    """Numbers, days and words that were not wanted are wrong, and so is an echo of the goal."""
    for said in ("It is 123456.789.", "That was 5 May 1977.", "Nobody knows.", row["goal"]):
        assert outcome(row, Told("DONE", said)) == "wrong"


def test_an_invented_answer_to_the_unanswerable_is_wrong() -> None:
    """A value or a text where a decline was wanted is wrong, the other decline is not right."""
    row = GOALS["not-found-01"]
    assert outcome(row, Told("DONE", "The salary is £31,000.")) == "wrong"
    assert outcome(row, Told("FAILED", "", "needs_model")) == "declined"
    assert outcome(row, Told("DONE", "This was not found in the documents.")) == "right"
    assert outcome(row, Told("FAILED", "", "low_score")) == "failed"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1.234,56 €", {1234.56}),
        ("1,234.56", {1234.56}),
        ("12 345,6", {12345.6}),
        ("1.234", {1.234, 1234.0}),
        ("0.234", {0.234}),
        ("−27", {-27.0}),
        ("10,646", {10.646, 10646.0}),
        ("1,048,576", {1048576.0}),
    ],
)
def test_numbers_are_read_as_written(text: str, wanted: set[float]) -> None:
    """English, German and Russian separators are read, ambiguous ones both ways."""
    assert numbers(normal(text)) == [wanted]


def test_dates_are_read_in_three_languages() -> None:
    """The usual ways to write a day are read."""
    said = "2025-06-03, 3 June 2025, June 3, 2025, 03.06.2025, 3. Juni 2025, 3 июня 2025"
    assert {day.isoformat() for day in dates(normal(said))} == {"2025-06-03"}
    assert len(dates(normal(said))) == 6


def test_a_hedge_of_numbers_and_a_rejected_first_value_are_wrong() -> None:
    """A list of values does not pass for an answer, nor does the classic mistake when it comes first."""
    row = GOALS["percent-03"]
    assert outcome(row, Told("DONE", "11, 12, 13, 14 or 25")) == "wrong"
    assert outcome(row, Told("DONE", "20 % (or 25 %)")) == "wrong"
    assert outcome(row, Told("DONE", "(80 − 64) / 64 = 25 %")) == "right"


def test_a_quote_is_held_against_the_source_cited() -> None:
    """The checker itself tells a quote from another source's."""
    sources = {"one": "The gate is locked.", "two": "The gate is open."}
    assert quotes_hold("“the gate is locked” [one]", sources)
    assert not quotes_hold("“the gate is locked” [two]", sources)


def test_verdicts_are_read_in_every_form() -> None:
    """Booleans, scores, mappings and objects are verdicts, anything else is none."""
    forms = (True, 0.7, {"accepted": True}, {"score": 0.9})
    assert all(accepted(one, 0.7) for one in forms)
    assert accepted({"score": 0.69}, 0.7) is False
    assert accepted({"accepted": False, "score": 1.0}, 0.7) is False
    assert accepted("fine", 0.7) is None


def test_a_goal_brings_its_material() -> None:
    """Folders are given as options, a goal stays one argument."""
    line = command_line("indagate task {goal} {material} --json", GOALS["two-step-16"])
    assert line[2] == GOALS["two-step-16"]["goal"]
    assert [Path(line[4]).name, Path(line[6]).name, line[7]] == ["harbour", "town", "--json"]


def test_the_last_object_is_read() -> None:
    """Progress before the result is no result, nor are objects within it."""
    assert last_object('{"step": 1}\nworking\n{\n "status": "DONE",\n "x": {\n"y": 1}\n}\n')["status"] == "DONE"


def test_the_whole_examination_runs(tmp_path: Path) -> None:
    """A perfect product is right everywhere, and no text of a scored goal is shown or saved."""
    product = tmp_path / "product.py"
    product.write_text(STAND_IN.format(here=str(HERE)), "utf-8")
    out = tmp_path / "out.json"
    command = f"{sys.executable} {product} {{goal}} {{material}}"
    line = [sys.executable, str(HERE / "score.py"), "--split", "all", "--kind", "percent", "--kind", "needs-model"]
    done = subprocess.run(
        [*line, "--command", command, "--out", str(out)], capture_output=True, text=True, check=True, env=os.environ
    )
    assert "right 100.0%" in done.stdout
    marks = json.loads(out.read_text("utf-8"))["marks"]
    assert len(marks) == 19
    assert all(("text" in one) == (splits()[one["id"]][0] == "tune") for one in marks)


def test_a_critic_that_accepts_everything_is_seen_through(tmp_path: Path) -> None:
    """The confusion matrix of a credulous critic shows every bad one accepted, and strict mode fails."""
    (tmp_path / "credulous.py").write_text("def judge(goal, answer, criteria, sources):\n    return 1.0\n", "utf-8")
    line = [sys.executable, str(HERE / "critic.py"), "--function", "credulous:judge", "--split", "all", "--strict"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    assert "all bad                 76    bad        76        0      0      0%" in done.stdout
    assert "all good                63   good        63        0      0    100%" in done.stdout


@pytest.mark.parametrize("split", LATER_HALVES)
def test_a_later_set_follows_from_its_material(split: str) -> None:
    """Answers are worked out anew, tables in two ways, and a right answer is marked right."""
    assert later(split) == goals(split)
    assert not list(table_faults(split))


@pytest.mark.parametrize("halves", [("dev3", "scored3"), ("dev4", "scored4")])
def test_the_halves_of_a_set_share_no_material(halves: tuple[str, str]) -> None:
    """A rule that fits the documents of one half has not seen those of the other."""
    seen, scored = ({row.get("corpus") or row["data"] for row in later(half)} for half in halves)
    assert len(seen) == len(scored) == 7
    assert not seen & scored


@pytest.mark.parametrize("half", ["scored2", "scored3", "scored4"])
def test_scored_goals_of_later_sets_are_never_shown(half: str, tmp_path: Path) -> None:
    """Only sums are printed and saved, and asking for more is refused."""
    texts = [row["goal"] for row in later(half)]
    line = [sys.executable, str(HERE / "score.py"), "--split", half, "--command", "echo {goal}"]
    line += ["--out", str(tmp_path / "out.json")]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    shown = done.stdout + done.stderr + (tmp_path / "out.json").read_text("utf-8")
    assert f"split {half}" in shown
    assert not any(text in shown for text in texts)
    refused = subprocess.run([*line, "--reveal"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "never shown" in refused.stderr


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (Told("FAILED", "", "not_found"), "right"),
        (Told("FAILED", "", "needs_model: no rule"), "right"),
        (Told("FAILED", "", "a division by zero"), "right"),
        (Told("DONE", "Division by zero is undefined."), "right"),
        (Told("DONE", "144 divided by zero = 0"), "wrong"),
        (Told("DONE", "144"), "wrong"),
        (Told("FAILED", "", "low_score"), "failed"),
    ],
)
def test_a_trap_is_declined_in_any_plain_way(told: Told, expected: str) -> None:
    """No value is right where there is none."""
    row = next(row for row in later("dev") if row["kind"] == "trap" and "zero" in row["goal"])
    assert outcome(row, told) == expected


def test_an_amount_at_a_made_up_rate_is_wrong() -> None:
    """Without a rate there is nothing to convert with."""
    row = next(row for row in later("dev") if row["kind"] == "trap" and "francs" in row["goal"])
    assert outcome(row, Told("DONE", "£165 = 185 CHF at an exchange rate of 1.12")) == "wrong"
    assert outcome(row, Told("DONE", "£165; there is no rate for Swiss francs in the documents.")) == "right"
