"""A mission killed anywhere goes on as if nothing had happened: same events, same report, nothing done twice."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from indagate.app import App
from indagate.engine.journal import Journal
from indagate.engine.row import EVENTS, Row

DRIVE = Path(__file__).with_name("drive.py")
CORPUS = Path(__file__).parents[3] / "examples" / "heat-pumps"
QUESTION = "How loud may a heat pump be at night in Lindental, and what subsidy is there?"
NEVER = 1 << 40
_ID = re.compile(r"\b(?:Fact-\d+|S\d{2,}|s\d{2,}\b|DR-\d{8}-\d+)")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?")


@dataclass(frozen=True)
class Told:
    """What a run's journal and report say, ids and times aside."""

    events: Counter[str]
    report: str
    rows: list[Row]


def drive(home: Path, kill_at: int = NEVER) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(home), str(CORPUS), QUESTION, str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


def told(home: Path) -> Told:
    journal = Journal.open(home / "journal.db")
    run = journal.run("last")
    rows = list(journal.rows(run.id))
    journal.close()
    events: Counter[str] = Counter()
    for row in rows:
        if row.kind in EVENTS:
            body = _TIME.sub("TIME", row.body.decode())
            events[f"{row.name} {_ID.sub('ID', body)}"] += 1
    report = (home / "runs" / run.name / "report.md").read_text()
    return Told(events, canonical(report), rows)


def canonical(report: str) -> str:
    """Return a report with ids replaced by the order in which they appear, and entries sorted by what they say."""
    text = _ID.sub("ID", report)
    head, _, tail = text.partition("\n## Limitations")
    return head + "\n".join(sorted(tail.splitlines()))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Told:
    home = tmp_path_factory.mktemp("undisturbed")
    done = drive(home)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[1] == "COMPLETED"
    return told(home)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose corpus index is there already, so that each run need not read the documents again."""
    home = tmp_path_factory.mktemp("indexed")
    assert drive(home, kill_at=1).returncode == -signal.SIGKILL
    for name in ("journal.db", "journal.db-wal", "journal.db-shm"):
        (home / name).unlink(missing_ok=True)
    shutil.rmtree(home / "runs", ignore_errors=True)
    return home


def assert_same(home: Path, undisturbed: Told) -> None:
    again = told(home)
    assert again.events == undisturbed.events
    assert again.report == undisturbed.report
    done = Counter((row.key, row.name) for row in again.rows if row.kind == "done")
    assert [what for what, times in done.items() if times > 1] == []
    logs = next((home / "runs").iterdir()) / "logs"
    for log in logs.glob("orchestrator.*"):
        numbers = [int(line.split("\t", 1)[0]) for line in log.read_text().splitlines()]
        assert numbers == sorted(set(numbers)), f"{log.name} has a doubled or misplaced line"


def kinds(rows: list[Row]) -> list[int]:
    """Return a row of every distinct kind and name in every distinct state."""
    first: dict[tuple[str, str, str], int] = {}
    state = ""
    for row in rows:
        state = row.stands or state
        first.setdefault((state, row.kind, row.name), row.seq)
    return sorted(first.values())


@pytest.mark.crash
@pytest.mark.parametrize("part", range(4))
def test_killed_after_a_row_of_every_kind_in_every_state(
    part: int, undisturbed: Told, indexed: Path, tmp_path: Path
) -> None:
    """After each such row: kill -9, resume; the same events and report, nothing completed repeated."""
    for row in kinds(undisturbed.rows)[part::4]:
        home = tmp_path / f"row-{row}"
        shutil.copytree(indexed, home)
        killed = drive(home, row)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        ended = drive(home)
        assert ended.returncode in (0, 2), ended.stderr  # 2: the row was the last one, so there is nothing to resume
        assert_same(home, undisturbed)
        shutil.rmtree(home)


@pytest.mark.crash
def test_a_home_that_is_moved_after_a_kill_repeats_nothing(undisturbed: Told, indexed: Path, tmp_path: Path) -> None:
    """Kill -9, the home gets another path, resume: every effect is done once, with the same events and report."""

    def done(rows: list[Row]) -> Counter[str]:
        return Counter(row.name for row in rows if row.kind == "done")

    for row in kinds(undisturbed.rows)[3::7]:
        home, moved = tmp_path / f"row-{row}", tmp_path / f"moved-{row}"
        shutil.copytree(indexed, home)
        assert drive(home, row).returncode == -signal.SIGKILL
        home.rename(moved)
        assert drive(moved).returncode in (0, 2)
        assert_same(moved, undisturbed)
        assert done(told(moved).rows) == done(undisturbed.rows)
        shutil.rmtree(moved)


@pytest.mark.crash
@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_killed_at_random_moments(part: int, undisturbed: Told, indexed: Path, tmp_path: Path) -> None:
    """Kill -9 at moments that no row marks, between a file and its row too; several times in one run."""
    chance = random.Random(f"moments {part}")
    for attempt in range(5):
        home = tmp_path / f"moment-{attempt}"
        shutil.copytree(indexed, home)
        for _ in range(5):
            command = [sys.executable, str(DRIVE), str(home), str(CORPUS), QUESTION, str(NEVER)]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.3, 1.5))
            process.kill()
            process.wait()
        last = drive(home)
        assert last.returncode in (0, 2), last.stderr
        assert_same(home, undisturbed)
        shutil.rmtree(home)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(8))
def test_killed_after_every_row(part: int, undisturbed: Told, indexed: Path, tmp_path: Path) -> None:
    """The whole matrix: every row of the run."""
    for row in range(len(undisturbed.rows))[part::8]:
        home = tmp_path / f"row-{row}"
        shutil.copytree(indexed, home)
        drive(home, row)
        drive(home)
        assert_same(home, undisturbed)
        shutil.rmtree(home)


def test_replaying_a_finished_mission_renders_the_same_bytes(tmp_path: Path) -> None:
    """The run's folder is a view: rendered again from the journal, it is the same to the byte."""
    assert drive(tmp_path).returncode == 0

    async def replay() -> None:
        async with App(tmp_path) as app:
            replayed = app.replay("last")
            assert replayed.different == ()
            assert replayed.missing == ()
            assert {"task.md", "report.md", "report.html", "logs/orchestrator.log"} <= set(replayed.same)
            assert list(app.verify("last")) == []

    asyncio.run(replay())
