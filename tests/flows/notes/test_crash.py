"""A note or question killed anywhere goes on as if nothing had happened: same events, same notebook, nothing twice."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from flows.notes.model import plan, scripted
from indagate.engine.journal import Journal
from indagate.engine.row import EVENTS, Row
from indagate.flows.notes.notebook import Notebook
from parts.scripted import Asked

DRIVE = Path(__file__).with_name("drive.py")
NEVER = 1 << 40


def _plan(asked: Asked) -> Any:
    return {"step": "clarify", "gaps": ["Which race?"]} if "pace" in asked.text.split("asks:")[1] else plan(asked)


SERVICE = scripted(planner=_plan)


@pytest.fixture(scope="module", autouse=True)
def service() -> Iterator[None]:
    """The model that answers on loopback while this module's tests run."""
    with SERVICE:
        yield


_ID = re.compile(r"\bN-\d{8}-\d+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?")


@dataclass(frozen=True)
class Said:
    """What is told or asked, how, and what the user answers when asked."""

    mode: str
    text: str
    domains: str = ""
    reply: str = "-"
    model: bool = False


PATHS = {
    "log": Said("log", "ran 9 km in 50 min, longest yet"),
    "ask": Said("ask", "How many km did I run in October?"),
    "both": Said("tell", "ran 3 km. How many km did I run in October?"),
    "correction": Said("tell", "fix 2026-10-19:3 ran 8 km"),
    "expansion": Said("ask", "How many km did I run in October?", "recovery"),
    "answered": Said("ask", "What pace should I run?", reply="the half marathon", model=True),
    "declined": Said("ask", "What pace should I run?", model=True),
    "by model": Said("tell", "ran 3 km. How many km did I run in all?", model=True),
}


@dataclass(frozen=True)
class Told:
    """What a run's journal says, ids and times aside, and what stands in the home's files."""

    events: Counter[str]
    files: dict[str, str]
    rows: list[Row]


def drive(home: Path, said: Said, kill_at: int = NEVER) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(home), said.mode, said.text, said.domains, said.reply, str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment(said))


def environment(said: Said) -> dict[str, str]:
    return {**os.environ, **({"SCRIPTED": SERVICE.model} if said.model else {})}


def told(home: Path) -> Told:
    journal = Journal.open(home / "journal.db")
    rows = list(journal.rows(journal.run("last").id))
    journal.close()
    events: Counter[str] = Counter()
    for row in rows:
        if row.kind in EVENTS:
            events[f"{row.name} {_ID.sub('ID', _TIME.sub('TIME', row.body.decode()))}"] += 1
    found = [*(home / "notebook").glob("*.md"), *(home / "notes").glob("context*"), *(home / "notes").glob("readings*")]
    return Told(events, {path.name: _ID.sub("ID", path.read_text()) for path in found}, rows)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with some notes and no run."""
    home = tmp_path_factory.mktemp("notebook")
    book = Notebook(home / "notebook")
    for day, texts in {12: ["ran 5 km", "slept 7h"], 15: ["ran 6 km", "slept 6h30"], 19: ["ran 7 km"]}.items():
        book.append(date(2026, 10, day), [(text, "") for text in texts])
    return home


@pytest.fixture(scope="module")
def calm(notebook: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    """What each path comes to when nothing disturbs it."""
    found = {}
    for name, said in PATHS.items():
        home = tmp_path_factory.mktemp(name) / "home"
        shutil.copytree(notebook, home)
        done = drive(home, said)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split()[1] == "COMPLETE"
        found[name] = told(home)
    return found


def assert_same(home: Path, undisturbed: Told) -> None:
    again = told(home)
    assert again.events == undisturbed.events
    assert again.files == undisturbed.files
    done = Counter((row.key, row.name) for row in again.rows if row.kind == "done")
    assert [what for what, times in done.items() if times > 1] == []


def finish(home: Path, said: Said) -> None:
    done = drive(home, said)
    assert done.returncode in (0, 2), done.stderr  # 2: the row was the last one, so there is nothing to resume


def kinds(rows: list[Row]) -> list[int]:
    """Return a row of every distinct kind and name in every distinct state."""
    first: dict[tuple[str, str, str], int] = {}
    state = ""
    for row in rows:
        state = row.stands or state
        first.setdefault((state, row.kind, row.name), row.seq)
    return sorted(first.values())


def test_every_path_goes_where_it_should(calm: dict[str, Told]) -> None:
    """The eight paths of these tests are what their names say, and notes and corrections store once."""
    moves = {name: Counter(row.name for row in one.rows if row.kind == "move") for name, one in calm.items()}
    stored = {"log", "both", "correction", "by model"}
    assert {name: moves[name]["Stored"] for name in PATHS} == {name: int(name in stored) for name in PATHS}
    assert moves["expansion"]["Expanded"] == 1
    assert moves["answered"]["UserAnswered"] == moves["declined"]["UserDeclined"] == 1
    assert all(moves[name]["Observed"] == 1 for name in PATHS)


@pytest.mark.crash
@pytest.mark.parametrize("name", PATHS)
def test_killed_after_rows_of_a_path(name: str, calm: dict[str, Told], notebook: Path, tmp_path: Path) -> None:
    """After some rows of different kinds: kill -9, resume; the same events and files, nothing completed repeated."""
    rows = kinds(calm[name].rows)
    for row in rows[len(rows) // 4 :: len(rows) // 2]:
        home = tmp_path / f"row-{row}"
        shutil.copytree(notebook, home)
        killed = drive(home, PATHS[name], row)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        finish(home, PATHS[name])
        assert_same(home, calm[name])


@pytest.mark.crash
def test_killed_at_random_moments(calm: dict[str, Told], notebook: Path, tmp_path: Path) -> None:
    """Kill -9 at moments that no row marks, between the notebook and its row too; several times in one run."""
    chance = random.Random("notes")
    home, said = tmp_path / "home", PATHS["both"]
    shutil.copytree(notebook, home)
    for _ in range(5):
        command = [sys.executable, str(DRIVE), str(home), said.mode, said.text, said.domains, said.reply, str(NEVER)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(said))
        time.sleep(chance.uniform(0.2, 0.8))
        process.kill()
        process.wait()
    finish(home, said)
    assert_same(home, calm["both"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PATHS)
def test_killed_after_every_row(name: str, calm: dict[str, Told], notebook: Path, tmp_path: Path) -> None:
    """The whole matrix: every row of every path."""
    for row in range(len(calm[name].rows)):
        home = tmp_path / f"row-{row}"
        shutil.copytree(notebook, home)
        drive(home, PATHS[name], row)
        finish(home, PATHS[name])
        assert_same(home, calm[name])


@pytest.mark.crash
def test_a_question_that_waits_is_answered_later_at_the_command_line(notebook: Path, tmp_path: Path) -> None:
    """Asked, the terminal killed, `indagate answer` given another day: the answer comes, and uses what was told."""
    home = tmp_path / "home"
    shutil.copytree(notebook, home)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "indagate", *words, "--home", str(home)]
        environment = {**os.environ, "INDAGATE_MODEL": SERVICE.model}
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)

    waits = json.loads(run("ask", "What pace should I run?", "--json").stdout)
    assert waits["state"] == "WAIT_USER"
    assert waits["asks"]
    answered = run("answer", waits["run"], "a half marathon in spring")
    assert answered.returncode == 0, answered.stderr
    shown = run("show", waits["run"])
    assert "COMPLETE" in shown.stdout + answered.stdout
    assert "a half marathon in spring" in shown.stdout + answered.stdout
