"""There is a report at any budget, and it says what was not done."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.program import User
from flows.report.model import scripted
from flows.report.runs import Finished, verified, write
from flows.report.samples import museum
from indagate.budget import Budget
from indagate.flows.report import FLOW

QUERY = "How did the museum's visitors develop?"


def limitations(finished: Finished) -> list[str]:
    assert finished.record.aggregation is not None
    return [claim.text for claim in finished.record.aggregation.limitations]


@pytest.mark.parametrize("budget", [Budget(calls=1), Budget(seconds=1e-6)])
def test_a_spent_budget_leaves_a_report_that_says_so(tmp_path: Path, budget: Budget) -> None:
    """Tasks that were not done are named once, with the reason; the page is written and proved."""
    done = write(tmp_path / "home", QUERY, budget=budget, data=str(museum(tmp_path / "data")))
    assert done.record.state == "complete"
    assert (done.folder / "output/report.html").is_file()
    told = [text for text in limitations(done) if "the budget is spent" in text]
    failed = [name for name, kept in done.record.results.items() if kept.failed]
    assert failed
    assert len(told) == 1
    assert all(name in told[0] for name in failed)
    assert verified(done) == []
    assert FLOW.outcome is not None and FLOW.outcome(done.record) == "partial"
    first = [claim.text for claim in done.record.aggregation.key_takeaways] if done.record.aggregation else []
    assert any("The budget ended before this was computed" in text for text in first)


def test_what_a_spent_budget_left_is_computed_in_a_fork(tmp_path: Path) -> None:
    """The terminal says so and how to go on; the fork that it names, with a larger budget, has what was left."""
    user = User(tmp_path)
    museum(tmp_path / "data")
    begun = user("report", QUERY, "--data", "data", "-q", "--budget-seconds", "0.001")
    assert begun.code == 0 and "The budget ended before" in begun.out
    again = user("resume", "last", "-q", "--budget-seconds", "100")
    assert again.code == 2
    row = re.search(r"--at (\d+)", begun.out)
    assert row and f"--at {row[1]} " in again.err
    user("fork", "last", "--at", row[1])
    ended = user("resume", "last", "-q", "--budget-seconds", "100", "--json")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert (found["outcome"], found["paid_to"]) == ("done", None)


def test_the_share_of_answered_questions_is_kept_out_of_the_report(tmp_path: Path) -> None:
    """It is a score of the work, below its target here: the file of the state has it, and no limitation."""
    done = write(tmp_path / "home", QUERY, budget=Budget(calls=1), data=str(museum(tmp_path / "data")))
    score = json.loads((done.folder / "state/coverage.json").read_text(encoding="utf-8"))
    assert score["current"] < score["target"]
    assert not any(f"{score['target']:.0%}" in text or "questions" in text for text in limitations(done))


def test_a_deep_dive_is_written_too(tmp_path: Path) -> None:
    """Its figures are drawn and its text is edited, with nothing to tell; in Russian."""
    data = str(museum(tmp_path / "data"))
    done = write(
        tmp_path / "home", "Подробно: как менялось число посетителей?", budget=Budget(seconds=1e-6), data=data,
        depth="deep_dive",
    )  # fmt: skip
    assert done.record.state == "complete"
    assert any("бюджет исчерпан" in text for text in limitations(done))
    assert verified(done) == []


def test_series_that_were_not_fetched_are_named(tmp_path: Path) -> None:
    """Without time, nothing is fetched and nothing is known: the report says which series it lacks."""
    word = "worldbank:NY.GDP.MKTP.CD:DEU:2000-2024"
    done = write(tmp_path / "home", "How did GDP develop?", budget=Budget(seconds=1e-6), remote=(word,))
    assert done.record.state == "complete"
    assert f"Not fetched, as the budget is spent: {word}." in limitations(done)
    assert verified(done) == []


@pytest.mark.parametrize("calls", [2, 4, 6])
def test_what_the_budget_did_not_let_a_model_write_is_written_in_a_fork(tmp_path: Path, calls: int) -> None:
    """It ends partial, names the roles and the row; the fork with a larger budget asks nothing again that was paid."""
    user = User(tmp_path)
    museum(tmp_path / "data", days=90)
    with scripted() as service:
        words = ("report", QUERY, "--data", "data", "--model", service.model, "-q")
        begun = user(*words, "--budget-calls", str(calls))
        assert begun.code == 0 and "before a model was asked for all: rules, or nobody, answered as" in begun.out
        shown = user("show", "last", "--json").json
        assert shown["outcome"] == "partial" and shown["unasked"]
        page = Path(shown["report"]).read_text(encoding="utf-8")
        assert f"By rules or nobody, as the budget is spent: {', '.join(shown['unasked'])}." in page
        row = re.search(r"indagate fork (\S+) --at (\d+)", begun.out)
        assert row and int(row[2]) == shown["paid_to"]
        user("fork", row[1], "--at", row[2])
        ended = user("resume", "last", "-q", "--budget-calls", "100", "--json")
        assert ended.code == 0, ended.err
        assert (ended.json["outcome"], ended.json["paid_to"], ended.json["unasked"]) == ("done", None, [])
        questions = [(asked.role, asked.text) for asked in service.requests]
        assert len(set(questions)) == len(questions)
    assert user("verify", "last").code == 0
