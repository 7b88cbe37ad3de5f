"""The rules: what they compute, ask and look up without a model, and what they leave alone."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from indagate.app import App
from indagate.flows.task import FLOW, Task, TaskInput
from indagate.flows.task.material import Material
from indagate.flows.task.offline.arithmetic import expression_of
from indagate.flows.task.offline.creative import needs_model
from indagate.flows.task.offline.documents.read import read_texts
from indagate.flows.task.offline.documents.work import work_out
from indagate.flows.task.offline.goal import read_goal
from indagate.flows.task.offline.parts import derived
from indagate.tools.calculator import evaluate

from .agents import run

TODAY = date(2026, 3, 1)
BENCH = Path(__file__).parents[3] / "bench" / "task"


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("What is 12.5 times 8 minus 30?", "70"),
        ("Was ist 3,5 mal 2?", "7"),
        ("Сколько будет 1 500 разделить на 4?", "375"),
        ("What is the square root of 144?", "12"),
        ("Wie groß ist der Mittelwert von 3,5, 4,5 und 7?", "5"),
        ("Какой остаток от деления 100 на 7?", "2"),
        ("What percentage of 80 is 20?", "25%"),
        ("The price fell from 80 to 60 euros. By what percentage?", "-25%"),
        ("A meal costs $45. How much is it with an 18 % tip?", "53.1 $"),
        ("После скидки 20 % куртка стоит 4 000 рублей. Сколько она стоила до скидки?", "5000 рублей"),
        ("Ein Fahrrad kostet 640 € und wird um 15 % reduziert. Was kostet es dann?", "544 €"),
        ("3 Hefte kosten 4,50 €. Was kosten 7 Hefte?", "10.5 €"),
        ("How many feet are in a mile?", "5280 feet"),
        ("Wie viel Grad Celsius sind 77 Grad Fahrenheit?", "25 °C"),
        ("Переведите 5 миль в километры.", "8.04672 километры"),
        ("How many weekdays are there from 2025-06-02 to 2025-06-13?", "10 days"),
        ("Wie viele Tage sind es vom 1. Mai bis zum 15. Juni 2025?", "45 days"),
        ("Какая дата будет через 45 дней после 20 марта 2025 года?", "2025-05-04"),
        ("Welcher Wochentag war der 9. November 1989?", "Thursday"),
        ("Sophie was born on 29 February 2000. How old was she on 28 February 2021?", "20 years"),
    ],
)
def test_what_a_goal_says_is_computed(goal: str, value: str) -> None:
    """In English, German and Russian, with their numbers and dates."""
    expression = expression_of(read_goal(goal), TODAY)
    assert evaluate(expression, TODAY).shown.removeprefix("≈ ") == value


@pytest.mark.parametrize(
    "goal",
    [
        "How many orders were placed in 2024?", "What was the population in 2015?", "Who was mayor from 1990 to 1998?",
        "By how many percent did the population grow from 2010 to 2020?", "Wie hoch war der Umsatz im März 2024?",
        "What is rule 7 about?", "Explain 2 + 2 to a child in a story", "How long is the pier?", "",
    ],
)  # fmt: skip
def test_what_needs_more_than_the_goal_is_not_computed(goal: str) -> None:
    """Numbers in a goal alone make no arithmetic."""
    found = expression_of(read_goal(goal), TODAY)
    assert not found or needs_model(goal)


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        ("Write a sonnet", True), ("Übersetze ins Englische: Guten Tag", True), ("Придумайте слоган", True),
        ("What do you think of it?", True), ("How should we price it?", True), ("Explain photosynthesis", True),
        ("What is 2 + 2?", False), ("Who wrote the report?", False), ("Wie hoch ist der Beitrag?", False),
    ],
)  # fmt: skip
def test_what_has_to_be_written_needs_a_model(goal: str, wanted: bool) -> None:
    """Writing, translating, explaining, judging; not asking."""
    assert needs_model(goal) is wanted


@pytest.mark.parametrize(
    ("goal", "said", "expression"),
    [
        ("What do 3 moorings cost?", "A mooring costs £12 per night.", "3 * 12"),
        ("How much did the town pay?", "It cost $900, of which the town paid two thirds.", "(2/3) * 900"),
        ("Wie viel zahlen Studenten?", "Der Eintritt kostet 12 €; Studenten zahlen die Hälfte.", "(1/2) * 12"),
        ("Какой процент мест был занят?", "Заняты были 30 мест из 40.", "30 / 40 in percent"),
        ("What does the mooring cost?", "A mooring costs £12 per night.", ""),
        ("Who owns it?", "The county, of which the town is half, owns 3 of 4.", ""),
    ],
)
def test_what_a_sentence_says_in_parts_is_put_together(goal: str, said: str, expression: str) -> None:
    """Prices, shares, groups; where the sentence is the answer, nothing is computed."""
    found = work_out(read_goal(goal), read_texts([{"title": "", "text": said, "path": "said.md"}]))
    assert (found.expression if found else "") == expression


@pytest.mark.parametrize(
    ("goal", "said", "expression"),
    [
        ("How long is the shop open on Sunday?", "Open from 9:00 to 18:00; on Sunday from 10:00 to 13:00.",
         "(13 h + 00 min) - (10 h + 00 min) in min"),
        ("How many years did the work take?", "The work began in 1901 and ended in 1913.", "1913 - 1901"),
        ("How many years did the work take?", "The work took 12 years, from 1901 to 1913.", ""),
    ],
)  # fmt: skip
def test_hours_and_years_are_those_between_two_ends(goal: str, said: str, expression: str) -> None:
    """Where a sentence gives only when something began and ended."""
    assert derived(read_goal(goal), said) == expression


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("What is 1/0?", "1/0 is undefined: division by zero."),
        ("Was ist 5 geteilt durch null?", "5 / 0 ist nicht definiert: Division durch null."),
        (
            "By how many percent did membership grow from 0 to 35?",
            "(35 - 0) / 0 in percent is undefined: division by zero.",
        ),
        ("Convert 250 euros to US dollars at 1 EUR = 1.08 USD.", "270 $\n\n250 * 1.08 = 270 $"),
        ("compute 10 % of 250 EUR in EUR", "10 % of 250 EUR in EUR = 25 EUR"),
    ],
)
def test_what_has_no_value_and_what_a_rate_gives_is_said(goal: str, answer: str, tmp_path: Path) -> None:
    """Division by zero is undefined; money changes by a rate that the goal gives."""
    assert run(tmp_path, goal).answer == answer


@pytest.mark.parametrize("goal", ["compute 10 % of 250 EUR in USD", "How many dollars are 20 euros?"])
def test_without_a_rate_no_money_is_changed(goal: str, tmp_path: Path) -> None:
    """The currency that is asked for is never dropped."""
    task = run(tmp_path, goal)
    assert (task.state, task.error) == ("FAILED", "not_found")
    assert "no exchange rate from € to $" in task.why


def test_a_rate_may_stand_in_the_documents(tmp_path: Path) -> None:
    """A price from one file, the rate from another."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "prices.md").write_text("# The boatyard\n\nPainting a hull costs £400.\n")
    goal = "What does painting a hull cost in euros?"
    assert run(tmp_path / "none", goal, material=Material(str(folder))).error == "not_found"
    (folder / "rates.md").write_text(
        "# Rates of exchange\n\nAt the counter £1 = 1.25 euros; one pound costs 1.25 euros.\n"
    )
    task = run(tmp_path / "home", goal, material=Material(str(folder)))
    assert task.answer.startswith("500 €")


def test_a_number_is_looked_up_and_computed_with(tmp_path: Path) -> None:
    """Two steps: the sentence is found, the calculator converts; all of it is evidence."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "tower.md").write_text(
        "# The water tower\n\nThe water tower of Hallam was built in 1911. The water tower is 120 feet high.\n\n"
        "It holds 90 cubic metres of water.\n"
    )
    task = run(tmp_path / "home", "How high is the water tower, in metres?", material=Material(str(folder)))
    assert task.state == "DONE"
    assert task.answer.startswith(
        "36.576 metres\n\n120 feet in metres = 36.576 metres\n\n“The water tower is 120 feet high.”"
    )
    assert [item.source for item in task.evidence] == ["search_documents", "read_document", "calculate", "react_agent"]


def test_a_sentence_with_the_same_percentage_is_no_answer(tmp_path: Path) -> None:
    """A share of something to be looked up is computed or declined; another sentence with 30 % does not say it."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "fund.md").write_text(
        "# The repair fund\n\nThe fund covers 30 % of the repair costs of a roof.\n\n"
        "A roof was repaired for EUR 8,000 here and for EUR 12,500 there.\n"
    )
    task = run(tmp_path / "home", "What is 30 % of the repair costs of a roof?", material=Material(str(folder)))
    assert (task.state, task.error) == ("FAILED", "needs_model")


@pytest.mark.parametrize(("cell", "state"), [("n. a. (late)", "FAILED"), ("3500", "DONE")])
def test_the_highest_of_a_column_of_text_is_not_a_count_of_rows(tmp_path: Path, cell: str, state: str) -> None:
    """Where numbers could not be read nothing else is computed in their place."""
    data = tmp_path / "data"
    data.mkdir()
    rows = ["Oslo,1200", f"Rome,{cell}", "Paris,900", f"Oslo,{cell}"]
    (data / "sales.csv").write_text("city,amount\n" + "\n".join(rows) + "\n")
    task = run(tmp_path / "home", "Which city has the highest amount?", material=Material(data=str(data)))
    assert task.state == state


def test_the_frozen_goals_that_need_no_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The tuning split: what is right, wrong and declined is printed; nothing may be wrong."""
    sys.path.insert(0, str(BENCH))
    try:
        from marking import Told, outcome  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(BENCH))
    halves = dict(line.split("\t")[:2] for line in (BENCH / "splits.tsv").read_text().splitlines() if "\t" in line)
    goals = [json.loads(line) for line in (BENCH / "goals.jsonl").read_text().splitlines()]
    counts: dict[str, Counter[str]] = {}

    async def ask_all() -> None:
        async with App(tmp_path) as app:
            for goal in goals:
                if halves[goal["id"]] != "tune" or "corpus" in goal:
                    continue
                data = str(BENCH / "material" / goal["data"]) if "data" in goal else ""
                handle = await app.start(FLOW, TaskInput(goal["goal"], material=Material(data=data)))
                await handle.drive()
                task: Task = handle.record
                found = outcome(goal, Told(task.state, task.answer, task.error, ""))
                counts.setdefault(goal["kind"], Counter())[found] += 1

    asyncio.run(ask_all())
    with capsys.disabled():
        sys.stdout.write(f"\n{'the rules, kind by kind':24}{'right':>7}{'wrong':>7}{'declined':>10}\n")
        for kind, found in counts.items():
            sys.stdout.write(f"{kind:24}{found['right']:7}{found['wrong']:7}{found['declined']:10}\n")
    total: Counter[str] = sum(counts.values(), Counter())
    assert total["wrong"] == total["failed"] == 0
    assert total["right"] >= 30
