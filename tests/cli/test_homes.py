"""Where things live: a project's home is found from below, notes are the person's own; help and completion."""

from __future__ import annotations

import os
import subprocess

import pytest

from .program import User

DAY = ("--as-of", "2026-10-20")


def below(user: User, name: str) -> User:
    folder = user.folder / name
    folder.mkdir(parents=True)
    return User(folder)


def test_a_projects_home_is_found_from_below_and_the_nearest_counts(user: User, inventory: str) -> None:
    """Like .git: a run begun in a folder below lands in the project's home; INDAGATE_HOME goes before it."""
    user.home.mkdir()
    deep = below(user, "src/deep")
    deep.papers("a.txt")
    run = deep("run", inventory, "papers", "--json", "-q", "--yes").json["run"]
    assert not deep.home.exists() and user("show", run).code == 0
    elsewhere = {"INDAGATE_HOME": str(user.folder / "other")}
    assert deep("run", inventory, "papers", "-q", "--yes", **elsewhere).code == 0
    assert (user.folder / "other" / "journal.db").exists()
    deep.home.mkdir()
    nearest = deep("show", run)
    assert nearest.code == 2 and str(deep.home) in nearest.err


def test_notes_are_the_persons_own_wherever_they_are_taken(user: User) -> None:
    """Logged in one folder, asked in another; a project's home beside them changes nothing."""
    data = {"XDG_DATA_HOME": str(user.folder / "data")}
    one, other = below(user, "one"), below(user, "other")
    other.home.mkdir()
    assert one("log", "ran 5 km", *DAY, **data).code == 0
    asked = other("ask", "how far did I run on 20 October?", *DAY, **data)
    assert "5" in asked.out and not one.home.exists() and not list(other.home.iterdir())
    assert (user.folder / "data" / "indagate" / "notebook" / "2026-10-20.md").exists()


def test_a_project_may_keep_its_notes(user: User) -> None:
    """The file `notes-here` in its home says so."""
    user.home.mkdir()
    (user.home / "notes-here").touch()
    assert below(user, "deep")("log", "ran 5 km", *DAY).code == 0
    assert (user.home / "notebook" / "2026-10-20.md").exists()


def test_an_older_notebook_in_a_project_is_named_with_the_way_to_move_it(user: User) -> None:
    """The line that is printed moves it, and then nothing is said any more."""
    (user.home / "notebook").mkdir(parents=True)
    (user.home / "notebook" / "2026-10-19.md").write_text("# 2026-10-19\n\n- ran 7 km\n")
    said = user("notes", "list")
    assert str(user.home / "notebook") in said.err and "no notes" in said.out
    (line,) = [line.strip() for line in said.err.splitlines() if "Move them:" in line]
    way = line.removeprefix("Move them: ")
    moved = subprocess.run(way, shell=True, cwd=user.folder, env=user.environment(), capture_output=True, text=True)
    assert moved.returncode == 0, moved.stderr
    again = user("notes", "list")
    assert "ran 7 km" in again.out and again.err == ""


def test_a_refusal_names_the_home(user: User) -> None:
    """Who asks a notebook that holds nothing of it sees which one was asked."""
    refused = user("ask", "how far did I swim in May?", *DAY)
    assert str(user.folder / ".data" / "indagate") in refused.err


def test_another_users_home_above_is_not_taken(user: User) -> None:
    """A folder `.indagate` in a place that all may write is no project of this person's."""
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    user.home.mkdir()
    os.chown(user.home, 65534, 65534)
    deep = below(user, "deep")
    assert str(deep.home) in deep("runs").out


def test_help_groups_every_command_and_completion_knows_them(user: User) -> None:
    """Each command stands in one panel; the shell completes its beginning."""
    from indagate.cli.mounting import PANELS, PLACES

    grouped = [name for names in PANELS.values() for name in names]
    assert sorted(grouped) == sorted(PLACES)
    shown = user("--help").out
    assert all(f"\n{title}:\n" in shown for title in PANELS)
    completed = user(SHELL="/bin/bash", _INDAGATE_COMPLETE="complete_bash", COMP_WORDS="indagate re", COMP_CWORD="1")
    assert set(completed.out.split()) == {"research", "report", "resume", "replay"}
    assert "complete" in user("--show-completion", SHELL="/bin/bash").out
