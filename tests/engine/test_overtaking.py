"""A driver that sleeps, or comes second, does no harm."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest
from flows_for_tests import DISH, Order, find, make_context, traced, wait_for
from places import CLUSTERS, begun, home_at
from test_kill import check_files, rows_of

from indagate.engine import Engine
from indagate.errors import LeaseHeld, LeaseLost

pytestmark = pytest.mark.crash
SLOW = {"INDAGATE_LEASE": "0.5"}


def journal_rows(home: Path) -> int:
    return len(rows_of(home)) if begun(home) else 0


def files(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (home / "runs").rglob("*") if path.is_file()}


@pytest.mark.parametrize("after", [4, 9, 16, 22])
def test_a_driver_that_slept_while_another_took_over_stops_and_changes_nothing(
    nursery: Any, tmp_path: Path, after: int
) -> None:
    """SIGSTOP, overtaken, SIGCONT: `LeaseLost`; nothing is lost, doubled or overwritten."""
    home = tmp_path
    sleeper = nursery.drive(home, ["row", after], env=SLOW, sleep=True)
    sleep_outside_a_commit(sleeper, home)
    before, calls = rows_of(home), traced(home / "side.txt")
    assert nursery.drive(home, env=SLOW).join() == {"status": "finished", "state": "END"}
    finished, shown = rows_of(home), files(home)
    sleeper.send(signal.SIGCONT)
    answer = sleeper.join()
    assert answer["error"] == "LeaseLost", answer
    assert answer["code"] == 2
    assert rows_of(home) == finished
    assert finished[: len(before)] == before
    assert files(home) == shown
    check_files(home, finished)
    done = {row.key for row in before if row.kind == "done" and row.name == "look"}
    assert all(traced(home / "side.txt")[f"look {item}"] == calls[f"look {item}"] == 1 for item in map(_item, done))


def _item(key: str) -> str:
    return key.partition("/")[2].rpartition("#")[0]


def stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def sleep_outside_a_commit(sleeper: Any, home: Path) -> None:
    """Let it sleep past its lease. A process that is stopped within a commit holds SQLite's lock, and nobody can go on:
    the moment is then moved a little."""
    while True:
        wait_for(lambda: stopped(sleeper.pid))
        if CLUSTERS:
            break
        connection = sqlite3.connect(home / "journal.db", isolation_level=None, timeout=0.05)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            break
        except sqlite3.OperationalError:
            sleeper.send(signal.SIGCONT)
            time.sleep(0.002)
            sleeper.send(signal.SIGSTOP)
        finally:
            connection.close()
    assert sleeper.alive
    time.sleep(0.7)


@pytest.mark.parametrize("place", [("open", "all.log", 2), ("os.rename", "page.md", 2), ("open", "page.md", 3)])
def test_a_driver_that_fell_asleep_while_writing_a_file_leaves_the_new_drivers_files_alone(
    nursery: Any, tmp_path: Path, place: tuple[str, str, int]
) -> None:
    """SIGSTOP inside the writing of a page or log, just before it is opened or replaced."""
    sleeper = nursery.drive(tmp_path, kill=["event", *place], env=SLOW, sleep=True)
    sleep_outside_a_commit(sleeper, tmp_path)
    assert nursery.drive(tmp_path, env=SLOW).join() == {"status": "finished", "state": "END"}
    shown = files(tmp_path)
    sleeper.send(signal.SIGCONT)
    assert sleeper.join()["error"] == "LeaseLost"
    assert files(tmp_path) == shown
    check_files(tmp_path, rows_of(tmp_path))


def test_of_two_resumes_at_once_one_goes_on_and_the_other_is_told_who_has_the_run(nursery: Any, tmp_path: Path) -> None:
    """Two processes want the same run: the second gets LeaseHeld, with exit code 2, and the run ends as if alone."""
    nursery.drive(tmp_path, ["row", 5]).join()
    both = [nursery.drive(tmp_path, env={}), nursery.drive(tmp_path, env={})]
    answers = [process.join() for process in both]
    if [answer.get("error") for answer in answers].count("LeaseHeld") == 1:
        held = next(answer for answer in answers if answer.get("error") == "LeaseHeld")
        assert held["code"] == 2
        assert "process" in held["message"]
    assert {"status": "finished", "state": "END"} in answers
    check_files(tmp_path, rows_of(tmp_path))


def test_a_run_that_a_living_driver_has_is_held(tmp_path: Path) -> None:
    """Even in one process: another engine gets LeaseHeld, and the same engine cannot drive it twice."""

    async def both() -> None:
        async with (
            Engine(home_at(tmp_path), make_context, find) as first,
            Engine(home_at(tmp_path), make_context, find) as second,
        ):
            driver = await first.create(DISH, Order(str(tmp_path / "side.txt")))
            with pytest.raises(LeaseHeld, match=f"process {os.getpid()}"):
                await second.wake(second.journal.by_id(driver.run_writer.run.id), DISH)
            task = asyncio.ensure_future(first.drive(driver))
            await asyncio.sleep(0)
            with pytest.raises(LeaseHeld):
                await first.drive(driver)
            assert await task == "waiting"

    asyncio.run(both())


def test_a_batch_after_a_refused_one_is_refused_too(tmp_path: Path) -> None:
    """A fenced driver whose first row met another's must not get its second row in."""

    async def go() -> None:
        async with (
            Engine(home_at(tmp_path), make_context, find) as engine,
            Engine(home_at(tmp_path), make_context, find) as other,
        ):
            driver = await engine.create(DISH, Order(str(tmp_path / "side.txt")))
            run = driver.run_writer.run
            await engine.journal.change(lambda c: c.execute("UPDATE runs SET held = 0, owner = NULL"))
            await other.wake(other.journal.by_id(run.id), DISH)
            futures = [driver.run_writer.write("note", "x", "", b'{"text":"late"}') for _ in range(3)]
            for future in futures:
                with pytest.raises(LeaseLost):
                    await future
            assert [row.kind for row in other.journal.rows(run.id)] == ["born", "wake"]

    asyncio.run(go())


def test_a_conflict_fails_its_own_run_and_never_the_batch(tmp_path: Path) -> None:
    """Ten runs in one commit, one of them overtaken: nine are written, one is fenced."""

    async def go() -> None:
        async with Engine(home_at(tmp_path), make_context, find) as engine:
            drivers = [await engine.create(DISH, Order(str(tmp_path / "side.txt"))) for _ in range(10)]
            body = b'{"text":"here"}'

            def intrude(connection: Any) -> None:
                connection.execute(
                    "INSERT INTO rows(id, kind, name, key, at, stands, body, crc) "
                    "VALUES (?, 'note', 'x', '', 0, NULL, '{}', 0)",
                    ((drivers[4].run_writer.run.id << 32) + 1,),
                )

            intruded = asyncio.ensure_future(engine.journal.change(intrude))
            await asyncio.sleep(0)
            futures = [driver.run_writer.write("note", "x", "", body) for driver in drivers]
            results = await asyncio.gather(*futures, return_exceptions=True)
            await intruded
            assert [type(result) for result in results].count(LeaseLost) == 1
            assert isinstance(results[4], LeaseLost)
            later = drivers[5].run_writer.write("note", "x", "", body)
            await later  # the writer lives on
            for index, driver in enumerate(drivers):
                if index != 4:
                    kinds = [row.kind for row in engine.journal.rows(driver.run_writer.run.id)]
                    assert kinds == ["born", "note"] + (["note"] if index == 5 else [])

    asyncio.run(go())
