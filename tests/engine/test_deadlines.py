"""What runs out: waits and states' times across a restart, threads that write, bills beyond their estimate."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Story, Went, engine_at, post, revive, small

from indagate.budget import Amount, Ledger
from indagate.engine import Broke
from indagate.engine.damage import explain
from indagate.engine.sqlite_journal import connect
from indagate.flow import Context
from indagate.tools import tool

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def nothing_called() -> None:
    CALLS.clear()


async def _stopped(path: Path, flow: Any, seconds: float) -> None:
    async with engine_at(path) as engine:
        driver = await engine.create(flow, Given())
        task = asyncio.ensure_future(engine.drive(driver))
        await asyncio.sleep(seconds)
        driver.stop()
        assert await task == "stopped"


def test_a_sleep_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    """Its deadline is in the journal: 1.2 s in all, whoever drives."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.sleep(1.2)
        return Went("awake")

    async def then() -> float:
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, small(working))
            began = time.monotonic()
            assert await engine.drive(driver) == "finished"
            return time.monotonic() - began

    asyncio.run(_stopped(tmp_path, small(working), 0.8))
    time.sleep(0.2)
    assert asyncio.run(then()) < 0.6


def test_a_states_time_goes_on_after_a_restart_and_begins_anew_after_an_error(tmp_path: Path) -> None:
    """Time in which nobody drives is not the state's; a person who lets it try again gives it all its time."""

    @tool
    async def beat(number: int) -> int:
        await asyncio.sleep(0.05)
        return number

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for number in range(10_000):
            await ctx.call(beat, number)
        return Went()

    flow = small(working, timeout=1.5)

    async def then() -> tuple[float, float]:
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            began = time.monotonic()
            assert await engine.drive(driver) == "waiting"
            first = time.monotonic() - began
            assert driver.run_writer.replayed.latest[Broke].error == "TimedOut"
            await post(engine, 1, "resume")
            began = time.monotonic()
            assert await engine.drive(driver) == "waiting"
            return first, time.monotonic() - began

    asyncio.run(_stopped(tmp_path, flow, 1.0))
    time.sleep(1.0)
    first, second = asyncio.run(then())
    assert 0.05 < first < 1.1
    assert second > 1.3


@tool(writes=True)
def write(path: str) -> str:
    CALLS.append("begins")
    time.sleep(0.6)
    Path(path).write_text("written")
    CALLS.append("ends")
    return "written"


@pytest.mark.parametrize("how", ["timeout", "abort"])
def test_a_thread_that_writes_is_waited_for_and_its_outcome_is_recorded(tmp_path: Path, how: str) -> None:
    """The state's time runs out, or a person aborts, while it writes: nothing happens after the failure unrecorded."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Went(await ctx.call(write, str(tmp_path / "file")))

    flow = small(working, timeout=0.2 if how == "timeout" else None)

    async def go() -> None:
        async with engine_at(tmp_path / "home") as engine:
            driver = await engine.create(flow, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while not CALLS:
                await asyncio.sleep(0.01)
            if how == "abort":
                await post(engine, 1, "abort")
            status = await task
            assert (status, driver.record.state) == (
                ("waiting", "ERROR") if how == "timeout" else ("finished", "ABORTED")
            )
            assert CALLS == ["begins", "ends"]
            rows = [row.kind for row in engine.journal.rows(1)]
            assert rows.count("done") == 1
            if how == "timeout":
                assert rows == ["born", "start", "done", "move"]
                await post(engine, 1, "resume")
                assert await engine.drive(driver) == "finished"
                assert driver.record.result == "written"
                assert CALLS == ["begins", "ends"], "what was done is not done again"

    asyncio.run(go())


def test_a_bill_beyond_its_estimate_is_expected_again() -> None:
    """Ten times the estimate once: the next reservation is ten times as large, and shrinks with each modest bill."""
    ledger = Ledger()
    estimate = Amount(tokens=100, dollars=0.1, calls=1)
    child = Ledger(parent=ledger)
    assert child.expected("ask reader", estimate) == estimate
    child.learn("ask reader", estimate, Amount(tokens=50, dollars=0.05, calls=1))
    assert child.expected("ask reader", estimate) == estimate
    child.learn("ask reader", estimate, Amount(tokens=1000, dollars=1.0, calls=2))
    assert ledger.expected("ask writer", estimate) == Amount(tokens=1000, dollars=1.0, calls=2)
    assert ledger.expected("search", estimate) == estimate
    for _ in range(12):
        ledger.learn("ask writer", estimate, estimate)
    assert ledger.expected("ask reader", estimate).tokens <= 101


STOPS = """
import asyncio, os, sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from small_flow import engine_at

async def go():
    async with engine_at(Path(sys.argv[1])) as engine:
        print("ready", flush=True)
        while True:  # a commit is nearly always under way
            await engine.journal.change(lambda c: c.execute("INSERT INTO counters VALUES (hex(randomblob(8)), 1)"))

asyncio.run(go())
"""


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.crash
def test_ctrl_z_stops_a_process_between_commits_so_that_others_can_write(tmp_path: Path) -> None:
    """Ten times, each time in the midst of writing; then it goes on."""
    command = [sys.executable, "-c", STOPS, str(tmp_path), str(Path(__file__).parent)]
    # a group of its own, whose parent lives: the kernel discards SIGTSTP in an orphaned one (as under nohup or setsid)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for _ in range(10):
            time.sleep(0.05)
            os.kill(process.pid, signal.SIGTSTP)
            until = time.monotonic() + 10
            while _state(process.pid) != "T":
                assert time.monotonic() < until
                time.sleep(0.002)
            connection = sqlite3.connect(tmp_path / "journal.db", isolation_level=None, timeout=0.2)
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            connection.close()
            os.kill(process.pid, signal.SIGCONT)
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not tell who holds a lock")
def test_who_was_stopped_within_a_commit_is_named(tmp_path: Path) -> None:
    """SIGSTOP cannot be caught: the message names the process and says how to let it go on."""
    journal = tmp_path / "journal.db"
    connection = connect(journal)
    connection.execute("CREATE TABLE t(x)")
    script = (
        "import os, signal, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('BEGIN IMMEDIATE')\nc.execute('INSERT INTO t VALUES (1)')\n"
        "os.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(journal)])
    try:
        until = time.monotonic() + 10
        while _state(process.pid) != "T":
            assert time.monotonic() < until
            time.sleep(0.01)
        connection.execute("PRAGMA busy_timeout = 50")
        with pytest.raises(sqlite3.OperationalError) as caught:
            connection.execute("BEGIN IMMEDIATE")
        error = explain(caught.value, journal)
        assert f"process {process.pid}, which was stopped in the middle of a commit, holds it" in error.message
        assert f"kill -CONT {process.pid}" in str(error.hint)
    finally:
        process.kill()
        process.wait()
        connection.close()
