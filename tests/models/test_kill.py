"""Kill -9 while a mission asks a model: on resume the service sees no question again whose answer is in the journal."""

from __future__ import annotations

import asyncio
import hashlib
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from indagate.app import App
from indagate.engine.row import Row
from parts.scripted import Scripted

DRIVE = Path(__file__).with_name("drive.py")
NEVER = 10**9
PARALLEL = 4


def drive(folder: Path, service: Scripted, kill_at: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DRIVE), str(folder), service.model, str(kill_at)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@dataclass(frozen=True)
class Left:
    """What a run left: its rows, the keys under which the answers in its journal were asked for, its breaches."""

    rows: list[Row]
    keys: set[str]
    breaches: list[object]


def left(folder: Path) -> Left:
    async def look() -> Left:
        async with App(folder / "home") as app:
            name, rows = app.list()[-1].run, list(app.rows("last"))
            done = [row for row in rows if row.kind == "done" and row.name.startswith("ask ")]
            keys = {hashlib.sha256(f"{name}/{row.key}/{row.name}".encode()).hexdigest()[:32] for row in done}
            return Left(rows, keys, list(app.verify("last")))

    return asyncio.run(look())


@pytest.mark.crash
def test_no_answered_question_is_asked_again_after_kill_9(tmp_path: Path) -> None:
    """At rows all over the run, each killed run resumed and killed again; at most those in flight are repeated."""
    with Scripted(latency=0.02) as service:
        (tmp_path / "calm").mkdir()
        assert drive(tmp_path / "calm", service, NEVER).stdout.strip() == "COMPLETED"
        calm = left(tmp_path / "calm").rows
        calls = len(service.requests)
        for number, start in enumerate(range(3, len(calm), max(1, len(calm) // 6))):
            folder = tmp_path / str(number)
            folder.mkdir()
            service.requests.clear()
            at, kills = start, 0
            while True:
                before = len(service.requests)
                answered = left(folder).keys if kills else set()
                done = drive(folder, service, at)
                fresh = [asked.once for asked in service.requests[before:]]
                assert not answered & set(fresh)
                if done.returncode == 0:
                    break
                assert done.returncode == -signal.SIGKILL, done.stderr
                kills += 1
                at = left(folder).rows[-1].seq + len(calm) // 4 + 2
            assert done.stdout.strip() == "COMPLETED"
            asked = [item.once for item in service.requests]
            assert len(asked) - len(set(asked)) <= kills * PARALLEL
            assert len(set(asked)) <= calls + 2
            assert not left(folder).breaches
            assert kills >= 1
