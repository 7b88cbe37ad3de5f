"""What indagate keeps is for its user alone."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from indagate.app import App

PROGRAM = Path(sys.executable).with_name("indagate")
QUESTION = "What does a heat pump cost to run?"
CORPUS = Path(__file__).parents[2] / "examples" / "heat-pumps"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program as somebody whose files are readable to all."""
    return subprocess.run(
        [PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=120, umask=0o022, check=False
    )


def readable_to_others(folder: Path) -> list[str]:
    return [str(path) for path in (folder, *folder.rglob("*")) if path.lstat().st_mode & 0o077]


def test_a_home_and_every_file_in_it_is_for_its_user_alone(tmp_path: Path) -> None:
    """After a mission, a note and a task: 0700 for folders, nothing for group and others on files."""
    run(tmp_path, "research", QUESTION, "--corpus", str(CORPUS), "--yes", "-q")
    run(tmp_path, "log", "coffee 4 EUR")
    run(tmp_path, "task", "What is 2 + 2?", "-q")
    home = tmp_path / ".indagate"
    assert (home / "journal.db").stat().st_size and len(list(home.rglob("*"))) > 10
    assert readable_to_others(home) == []


def test_a_home_made_from_python_is_closed_too(tmp_path: Path) -> None:
    """The folder and the journal, whatever the process's umask: a library changes no umask of its caller."""

    async def make() -> None:
        async with App(tmp_path / "home"):
            pass

    before = os.umask(0o022)
    try:
        asyncio.run(make())
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    assert readable_to_others(tmp_path / "home") == []


def test_an_older_home_is_closed_once_and_that_is_said(tmp_path: Path) -> None:
    """Every file that others could read is closed; the second command has nothing to say."""
    run(tmp_path, "task", "What is 2 + 2?", "-q")
    home = tmp_path / ".indagate"
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    first = run(tmp_path, "runs")
    assert first.returncode == 0 and "could read" in first.stderr and str(home) in first.stderr
    assert readable_to_others(home) == []
    assert run(tmp_path, "runs").stderr == ""


def test_a_file_of_the_users_own_in_a_home_is_left_alone(tmp_path: Path) -> None:
    """A home may be a folder that holds other files, which indagate does not own."""
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "mine.txt").chmod(0o644)
    run(tmp_path, "task", "What is 2 + 2?", "-q", "--home", ".")
    run(tmp_path, "runs", "--home", ".")
    assert (tmp_path / "mine.txt").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "journal.db").stat().st_mode & 0o077 == 0


def test_a_file_that_the_user_asked_for_has_the_permissions_that_his_files_have(tmp_path: Path) -> None:
    """A statement written by `prove init`, or an export, can be shared as before."""
    run(tmp_path, "research", QUESTION, "--corpus", str(CORPUS), "--yes", "-q")
    assert run(tmp_path, "export", "last", "-o", "graph.xml").returncode == 0
    assert (tmp_path / "graph.xml").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("words", [("runs",), ("show", "last"), ("task", "What is 2 + 2?")])
def test_a_journal_of_no_bytes_is_an_error_and_not_an_empty_home(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Somebody, or a disk, emptied it: that is said, with the file, and nothing is written into it."""
    run(tmp_path, "task", "What is 2 + 2?", "-q")
    journal = tmp_path / ".indagate" / "journal.db"
    journal.write_bytes(b"")
    done = run(tmp_path, *words)
    assert done.returncode == 1 or done.returncode == 2
    assert "is empty" in done.stderr and str(journal) in done.stderr and "backup" in done.stderr
    assert journal.stat().st_size == 0


def test_many_processes_at_once_make_one_journal(tmp_path: Path) -> None:
    """Each of them finds it whole, whoever was first, and no draft is left."""
    words = [PROGRAM, "task", "What is 2 + 2?", "-q"]
    started = [subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.wait(timeout=120) for process in started] == [0] * 4
    for process in started:
        process.communicate()
    home = tmp_path / ".indagate"
    connection = sqlite3.connect(home / "journal.db")
    try:
        assert connection.execute("SELECT count(*) FROM runs WHERE flow = 'task'").fetchone()[0] == 4
    finally:
        connection.close()
    assert list(home.glob(".journal*")) == []
