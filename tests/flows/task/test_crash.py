"""A task killed anywhere goes on as if nothing had happened: same events, same answer, no effect done twice; aborts."""

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
from indagate.flows.task import FLOW, TaskInput

from .agents import scripted, uses

DRIVE = Path(__file__).with_name("drive.py")
GOAL = "How high is the lighthouse?"
NEVER = 1 << 40
_RUN = re.compile(r"\b(?:TASK|REACT|DR)-\d{8}-\d+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?")


@dataclass(frozen=True)
class Told:
    """What the journals of a task and of all runs below it say, ids and times aside."""

    events: Counter[str]
    answer: str
    rows: list[tuple[str, Row]]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "light.md").write_text(
        "# The lighthouse\n\nThe lighthouse is 23 metres high. Its light can be seen for 14 nautical miles.\n\n"
        "It was changed from paraffin to electricity in 1937.\n"
    )
    return folder


def drive(home: Path, corpus: Path, kill_at: int = NEVER) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(home), str(corpus), GOAL, str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


def told(home: Path) -> Told:
    journal = Journal.open(home / "journal.db")
    runs = journal.runs()
    rows = [(run.flow, row) for run in runs for row in journal.rows(run.id)]
    journal.close()
    events: Counter[str] = Counter()
    for flow, row in rows:
        if row.kind in EVENTS:
            events[f"{flow} {row.name} {_RUN.sub('RUN', _TIME.sub('TIME', row.body.decode()))}"] += 1
    answer = next((home / "runs").glob("TASK-*")) / "answer.md"
    return Told(events, answer.read_text(), rows)


def assert_same(home: Path, undisturbed: Told) -> None:
    again = told(home)
    assert again.events == undisturbed.events
    assert again.answer == undisturbed.answer
    done = Counter((flow, row.key, row.name) for flow, row in again.rows if row.kind == "done")
    assert [what for what, times in done.items() if times > 1] == []


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> tuple[Told, int]:
    home = tmp_path_factory.mktemp("undisturbed")
    done = drive(home, corpus)
    assert done.returncode == 0, done.stderr
    _, state, rows = done.stdout.split()
    assert state == "DONE"
    return told(home), int(rows)


@pytest.mark.crash
@pytest.mark.parametrize("part", range(2))
def test_killed_after_rows_of_all_its_runs(
    part: int, undisturbed: tuple[Told, int], corpus: Path, tmp_path: Path
) -> None:
    """Kill -9 in the task, in its agent, in the agent's mission; resume; the same events, nothing done twice."""
    whole, rows = undisturbed
    for row in random.Random(f"rows {part}").sample(range(2, rows), 3):
        home = tmp_path / f"row-{row}"
        killed = drive(home, corpus, row)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        ended = drive(home, corpus)
        assert ended.returncode in (0, 2), ended.stderr  # 2: the last row was there already
        assert_same(home, whole)
        shutil.rmtree(home)


@pytest.mark.crash
def test_killed_at_random_moments(undisturbed: tuple[Told, int], corpus: Path, tmp_path: Path) -> None:
    """Several kills in one run, at moments that no row marks."""
    chance = random.Random("moments")
    home = tmp_path / "home"
    for _ in range(4):
        command = [sys.executable, str(DRIVE), str(home), str(corpus), GOAL, str(NEVER)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.4, 1.5))
        process.kill()
        process.wait()
    last = drive(home, corpus)
    assert last.returncode in (0, 2), last.stderr
    assert_same(home, undisturbed[0])


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(8))
def test_killed_after_every_row(part: int, undisturbed: tuple[Told, int], corpus: Path, tmp_path: Path) -> None:
    """The whole matrix."""
    whole, rows = undisturbed
    for row in range(1, rows + 1)[part::8]:
        home = tmp_path / f"row-{row}"
        drive(home, corpus, row)
        drive(home, corpus)
        assert_same(home, whole)
        shutil.rmtree(home)


def test_a_task_can_be_aborted_while_its_agent_works(tmp_path: Path) -> None:
    """ABORTED at once; the agent thinks no more."""
    from models.material import quick

    async def work(model: str) -> str:
        async with App(tmp_path, answerers=quick(model, tmp_path)) as app:
            handle = await app.start(FLOW, TaskInput("Think", max_iterations=1000))
            driving = asyncio.ensure_future(handle.drive())
            while not [run for run in app.list() if run.flow == "react" and run.rows > 6]:
                await asyncio.sleep(0.05)
            await app.signal(handle.name, "abort")
            await asyncio.wait_for(driving, 20)
            return str(handle.record.state)

    count = iter(range(10**6))
    with scripted(lambda asked: uses("calculate", f'{{"expression": "{next(count)}"}}'), latency=0.05) as service:
        assert asyncio.run(work(service.model)) == "ABORTED"
        asked = len(service.requests)
        time.sleep(0.3)
        assert len(service.requests) <= asked + 1


def test_a_finished_task_is_verified_and_rendered_again_to_the_byte(tmp_path: Path, corpus: Path) -> None:
    """`verify` finds nothing, `replay` the same files; a changed answer is found."""
    assert drive(tmp_path, corpus).returncode == 0

    async def look() -> list[str]:
        async with App(tmp_path) as app:
            replayed = app.replay("last")
            assert (replayed.different, replayed.missing) == ((), ())
            assert {"answer.md", "state.md", "logs/orchestrator.log", "answers/1.md"} <= set(replayed.same)
            assert list(app.verify("last")) == []
            answer = next((tmp_path / "runs").glob("TASK-*")) / "answer.md"
            answer.write_text(answer.read_text().replace("23 metres", "24 metres"))
            return [breach.code for breach in app.verify("last")]

    assert asyncio.run(look()) == ["report-changed"]
