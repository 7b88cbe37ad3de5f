"""What happens when the disk refuses or the journal is damaged: an error with a name, and nothing lost."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Said, Story, Went, engine_at, revive, small

from indagate.engine import Log, Page
from indagate.engine.journal import Journal
from indagate.engine.sqlite_journal import SCHEMA_VERSION
from indagate.errors import Corrupt, IndagateError, StorageError, TooNew
from indagate.flow import Context


async def chatty(record: Story, ctx: Context[Story]) -> Went:
    for index in range(40):
        await ctx.emit(Said(f"{index} " + "x" * 4000))
    return Went("said")


CHATTY = small(
    chatty,
    views=[Page("page.md", lambda record: "\n".join(record.said)), Log("a.log", lambda row, event, _: row.name)],
)


async def start(path: Path) -> str:
    async with engine_at(path) as engine:
        driver = await engine.create(CHATTY, Given())
        return await engine.drive(driver)


async def go_on(path: Path) -> list[str]:
    async with engine_at(path) as engine:
        driver = await revive(engine, CHATTY)
        assert await engine.drive(driver) == "finished"
        return list(driver.record.said)


REFUSED = 42


def start_elsewhere(path: Path, *, most: int | None = None) -> int:
    """Start the run in a process of its own, whose files may grow to `most` bytes; REFUSED if the disk did refuse.

    What is left is what a user has: a lease that could not be given up either, held by a process that is gone.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if most is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            asyncio.run(start(path))
        except StorageError:
            code = REFUSED
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    place = tmp_path / "disk"
    place.mkdir()
    made = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], check=False, capture_output=True
    ).returncode == 0  # fmt: skip
    if not made:
        pytest.skip("NOT TESTED: a full disk needs the right to mount a tmpfs; see the file-size limit test instead")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_an_error_with_a_name_and_the_run_goes_on_when_there_is_space(small_disk: Path) -> None:
    """Ballast fills the disk; once it is gone, the run ends with everything that it should have."""
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 60_000)
    assert start_elsewhere(small_disk) == REFUSED
    ballast.unlink()
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    said = asyncio.run(go_on(small_disk))
    assert [text.split()[0] for text in said] == [str(index) for index in range(40)]
    numbers = [int(line.split("\t")[0]) for line in next(small_disk.rglob("a.log")).read_text().splitlines()]
    assert numbers == list(range(numbers[-1] + 1))


def test_a_file_size_limit_is_like_a_full_disk(tmp_path: Path) -> None:
    """The same without the right to mount: a process whose files may not grow."""
    assert start_elsewhere(tmp_path, most=120_000) == REFUSED
    assert len(asyncio.run(go_on(tmp_path))) == 40


def test_a_read_only_home_is_an_error_with_a_name(tmp_path: Path) -> None:
    """As root, permissions stop nobody: the folder is mounted read-only."""
    place = tmp_path / "home"
    place.mkdir()
    asyncio.run(start(place))
    if os.geteuid() == 0:
        done = subprocess.run(["mount", "--bind", str(place), str(place)], check=False, capture_output=True)
        if done.returncode:
            pytest.skip("NOT TESTED: a read-only folder needs the right to mount")
        subprocess.run(["mount", "-o", "remount,ro,bind", str(place)], check=True)
    else:
        place.chmod(0o500)
        (place / "journal.db").chmod(0o400)
    try:
        with pytest.raises(StorageError):
            asyncio.run(start(place))
    finally:
        if os.geteuid() == 0:
            subprocess.run(["umount", str(place)], check=True)


def test_the_same_process_can_go_on_after_the_disk_refused(small_disk: Path) -> None:
    """The engine stays open; waking the run again drops the dead driver."""

    async def go() -> None:
        async with engine_at(small_disk) as engine:
            ballast = small_disk / "ballast"
            ballast.write_bytes(b"x" * 60_000)
            driver = await engine.create(CHATTY, Given())
            with pytest.raises(StorageError):
                await engine.drive(driver)
            ballast.unlink()
            subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
            again = await revive(engine, CHATTY)
            assert again is not driver
            assert await engine.drive(again) == "finished"
            assert len(again.record.said) == 40

    asyncio.run(go())


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    asyncio.run(start(tmp_path))
    path = tmp_path / "journal.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(sql)
    connection.commit()
    connection.close()


def read_all(path: Path) -> int:
    opened = Journal.open(path)
    try:
        return sum(1 for run in opened.runs() for _ in opened.rows(run.id))
    finally:
        opened.close()


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("UPDATE rows SET body = replace(body, 'x', 'y') WHERE seq = 7", 7),
        ("UPDATE rows SET body = CAST(x'ff7b7d' AS TEXT) WHERE seq = 7", 7),
        ("UPDATE rows SET name = CAST(x'fffe' AS TEXT) WHERE seq = 8", 8),
        ("UPDATE rows SET at = at + 1 WHERE seq = 9", 9),
        ("UPDATE rows SET key = '0/other#1' WHERE seq = 3", 3),
        ("DELETE FROM rows WHERE seq = 11", 11),
        ("DELETE FROM rows WHERE seq = 0", 0),
    ],
)
def test_a_changed_or_missing_row_is_named(journal: Path, sql: str, row: int) -> None:
    """Every part of a row is under its checksum, and the numbers leave no gap."""
    change(journal, sql)
    with pytest.raises(Corrupt, match=rf"row {row} "):
        read_all(journal)


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.9])
def test_a_truncated_journal_is_an_error_that_names_the_file(journal: Path, part: float) -> None:
    """Cut anywhere: a name, the file, and what to do; never a traceback of SQLite's."""
    size = journal.stat().st_size
    with journal.open("rb+") as file:
        file.truncate(int(size * part) or 50)
    with pytest.raises(Corrupt, match=r"journal\.db") as caught:
        read_all(journal)
    assert caught.value.hint


def test_flipped_bytes_never_change_what_is_read_in_silence(journal: Path) -> None:
    """A byte flipped at any of many places: the same rows, or an error of ours."""
    whole = journal.read_bytes()
    rows = read_all(journal)
    errors = 0
    for place in range(0, len(whole), len(whole) // 60):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        copy = journal.parent / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        (copy / "journal.db").write_bytes(damaged)
        try:
            assert read_all(copy / "journal.db") in (rows, 0)
        except IndagateError as error:
            assert isinstance(error, Corrupt | TooNew | StorageError)
            errors += 1
    assert errors > 20


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(journal: Path) -> None:
    """The schema's number says so; nothing is written."""
    change(journal, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = journal.read_bytes()
    with pytest.raises(TooNew, match="newer"):
        read_all(journal)
    assert journal.read_bytes() == before


def test_the_writer_outlives_a_change_that_raises(tmp_path: Path) -> None:
    """Whatever a change raises comes back to who asked for it; the thread and its neighbours go on."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            bad = engine.journal.change(lambda connection: connection.execute("nonsense"))
            worse = engine.journal.change(lambda connection: {}[1])
            good = engine.journal.change(lambda connection: 5)
            results = await asyncio.gather(bad, worse, good, return_exceptions=True)
            assert isinstance(results[0], Corrupt | StorageError)
            assert isinstance(results[1], KeyError)
            assert results[2] == 5
            assert engine.journal.writer.is_alive()

    asyncio.run(go())


def test_a_closed_event_loop_does_not_end_the_writer(tmp_path: Path) -> None:
    """Who asked is gone when the commit is through; the next loop is served."""
    opened = Journal.open(tmp_path / "journal.db")

    asked: list[Any] = []

    async def ask_and_leave() -> None:
        asked.append(asyncio.ensure_future(opened.change(lambda connection: time.sleep(0.1))))
        await asyncio.sleep(0)

    async def ask() -> int:
        return await opened.change(lambda connection: 7)

    asyncio.run(ask_and_leave())
    assert asyncio.run(ask()) == 7
    opened.close()
