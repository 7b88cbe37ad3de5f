"""Living reports: the same plan asked again says what is new, with both quotes, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .program import CORPUS, User

QUESTION = "How loud may a heat pump be at night?"
BEFORE, AFTER = "night is 35 dB(A)", "night is 34 dB(A)"
GONE = "news-grant-rush.html"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[User, str]:
    """A person with a folder of documents and a finished mission on it."""
    user = User(tmp_path_factory.mktemp("again"))
    shutil.copytree(CORPUS, user.folder / "papers")
    found = user("research", QUESTION, "--corpus", "papers", "--json")
    return user, found.json["run"]


def test_where_nothing_changed_nothing_is_new(asked: tuple[User, str]) -> None:
    """Every fact stands as it stood; the plan is the earlier one, and is not asked for again."""
    user, run = asked
    found = user("again", run, "--json").json
    assert found["anything"] is False and found["holds"] >= 3 and found["fallen"] == [] and found["unread"] == []
    assert found["since"] == run and Path(found["report"]).is_file()
    again = user("show", found["run"], "--json").json
    assert "planner" not in again["answered_by"] and again["state"] == "COMPLETED"
    assert user("verify", found["run"]).code == 0


def test_a_changed_a_removed_and_a_new_document_are_told_with_both_quotes(asked: tuple[User, str]) -> None:
    """Which facts, and which conclusions no longer hold; in the terminal, as a file, as JSON, over no model."""
    user, run = asked
    papers = user.folder / "papers"
    kept = {path: path.read_bytes() for path in papers.iterdir()}
    ordinance = papers / "noise-ordinance.txt"
    ordinance.write_text(ordinance.read_text().replace(BEFORE, AFTER))
    (papers / GONE).unlink()
    line = "From 2027 a heat pump may be as loud as 33 dB(A) at night in <b>Lindental</b>."
    (papers / "notice.md").write_text(f"# Notice on heat pumps\n\n{line}\n")
    try:
        done = user("again", run, "--report", "new.md")
        later = user("runs", "--json").json[-1]["run"]
        found = user("again", run, "--with", later, "--json").json
    finally:
        (papers / "notice.md").unlink()
        for path, content in kept.items():
            path.write_bytes(content)
    assert done.code == 0, done.err
    changed = {item["before"]["quote"]: item["now"] for item in found["changed"]}
    assert any(BEFORE in before and AFTER in now for before, now in changed.items())
    assert {item["before"]["place"] for item in found["gone"]} == {GONE}
    assert all(item["reason"] == "its file is no longer there" for item in found["gone"])
    assert [item["place"] for item in found["added"]] == ["notice.md"]
    fallen = {claim["text"]: claim for claim in found["fallen"]}
    assert any(BEFORE in text and claim["wholly"] for text, claim in fallen.items())
    assert all(item["before"]["quote"] for claim in found["fallen"] for item in claim["because"])
    text = (user.folder / "new.md").read_text()
    assert "## Conclusions that no longer hold" in text and "<b>" not in text
    assert "Conclusions that no longer hold" in done.out and AFTER in done.out


def test_a_timer_and_a_cron_line_are_printed(asked: tuple[User, str]) -> None:
    """Nothing is asked."""
    user, run = asked
    before = len(user("runs", "--json").json)
    printed = user("again", run, "--schedule", "weekly").out
    assert "OnCalendar=weekly" in printed and f'"again" "{run}"' in printed and "7 6 * * 1 " in printed
    assert len(user("runs", "--json").json) == before


def test_a_timer_takes_a_home_of_any_name(asked: tuple[User, str]) -> None:
    """Signs that mean something in a unit of systemd stand for themselves in it."""
    user, run = asked
    odd = user.folder / 'my "50 %" $HOME'
    shutil.copytree(user.home, odd)
    printed = user("again", run, "--schedule", "daily", "--home", odd).out
    unit = next(line for line in printed.splitlines() if line.startswith("ExecStart="))
    assert str(odd).replace("%", "%%").replace("$", "$$").replace('"', '\\"') in unit


def test_what_cannot_be_asked_again_is_said(asked: tuple[User, str]) -> None:
    """A task, a run that is not there, two runs that do not compare: exit code 2."""
    user, run = asked
    solved = user("task", "1 + 1", "--json").json["run"]
    assert "cannot be asked again" in user("again", solved).err
    assert user("again", "DR-1").code == 2
    assert "cannot be compared" in user("again", run, "--with", solved).err
    followed = user("ask-run", run, "How loud is it by day?", "--json").json["run"]
    assert f"indagate again {run}" in user("again", followed).err
