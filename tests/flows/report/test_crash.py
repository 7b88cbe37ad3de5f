"""A report killed anywhere goes on as if nothing had happened: same events, same findings, nothing done twice."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from flows.report.samples import museum
from indagate.engine.journal import Journal
from indagate.engine.row import EVENTS, Row

DRIVE = Path(__file__).with_name("drive.py")
QUERY = "A detailed look: how did the visitors develop?"
NEVER = 1 << 40
_TIME = re.compile(r'"seconds":[\d.]+|"at":\d+')


@dataclass(frozen=True)
class Told:
    """What a run's journal says, times aside, and its rows and files."""

    events: Counter[str]
    rows: list[Row]
    files: dict[str, bytes]


def drive(home: Path, data: Path, kill_at: int = NEVER) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(home), str(data), QUERY, str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def told(home: Path) -> Told:
    journal = Journal.open(home / "journal.db")
    run = journal.run("last")
    rows = list(journal.rows(run.id))
    journal.close()
    events = Counter(f"{row.name} {_TIME.sub('', row.body.decode())}" for row in rows if row.kind in EVENTS)
    folder = home / "runs" / run.name
    names = [path for path in folder.rglob("*.json") if path.name != "session.json"]
    return Told(events, rows, {path.relative_to(folder).as_posix(): path.read_bytes() for path in names})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return museum(tmp_path_factory.mktemp("crash") / "data", days=60)


@pytest.fixture(scope="module")
def undisturbed(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    home = tmp_path_factory.mktemp("undisturbed")
    done = drive(home, data)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[1] == "complete"
    return told(home)


def kinds(rows: list[Row]) -> list[int]:
    """Return a row of every distinct kind and name in every distinct phase."""
    first: dict[tuple[str, str, str], int] = {}
    phase = ""
    for row in rows:
        phase = row.stands or phase
        first.setdefault((phase, row.kind, row.name), row.seq)
    return sorted(first.values())


def assert_goes_on(home: Path, data: Path, row: int, undisturbed: Told) -> None:
    killed = drive(home, data, row)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    ended = drive(home, data)
    assert ended.returncode in (0, 2), ended.stderr  # 2: the row was the last one, so there is nothing to resume
    again = told(home)
    assert again.events == undisturbed.events
    assert again.files == undisturbed.files
    done = Counter((one.key, one.name) for one in again.rows if one.kind == "done")
    assert [what for what, times in done.items() if times > 1] == []
    shutil.rmtree(home)


@pytest.mark.crash
def test_killed_in_every_phase(data: Path, undisturbed: Told, tmp_path: Path) -> None:
    """After the first event of each phase: kill -9, resume; the same events and files, nothing completed repeated."""
    moves = [row.seq for row in undisturbed.rows if row.kind == "move"]
    for row in moves[::4]:
        assert_goes_on(tmp_path / f"row-{row}", data, row, undisturbed)


@pytest.mark.crash
@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(4))
def test_killed_after_a_row_of_every_kind_in_every_phase(
    part: int, data: Path, undisturbed: Told, tmp_path: Path
) -> None:
    """The same after a row of every distinct kind."""
    for row in kinds(undisturbed.rows)[part::4]:
        assert_goes_on(tmp_path / f"row-{row}", data, row, undisturbed)
