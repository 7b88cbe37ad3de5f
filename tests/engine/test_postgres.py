"""What only a server can do to a journal: restart in a commit, stall, be cut off; and who writes under which epoch."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flows_for_tests import make_context
from small_flow import Given, Said, Story, Went, revive, small

from indagate.engine import Engine
from indagate.engine.journal import Journal
from indagate.errors import InputError, LeaseHeld, LeaseLost, StorageError, TooNew
from indagate.flow import Context
from indagate.storage import Home
from parts.postgres import Cluster, Proxy, running

pytestmark = pytest.mark.crash
COUNT = 300


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """A server of this module's own, which may be killed."""
    with running() as made:
        yield made


def engine(path: Path, address: str) -> Engine:
    return Engine(Home(path, address), make_context, lambda name, origin: None)  # type: ignore[arg-type, return-value]


async def emitting(record: Story, ctx: Context[Story]) -> Went:
    for index in range(len(record.said), COUNT):
        await ctx.emit(Said(str(index)))
        await asyncio.sleep(0.002)
    return Went()


def said(path: Path, address: str) -> list[str]:
    journal = Journal.open(address)
    try:
        return [row.body.decode() for row in journal.rows(1) if row.name == "Said"]
    finally:
        journal.close()


WHOLE = [f'{{"text":"{index}"}}' for index in range(COUNT)]


def disturbed(tmp_path: Path, address: str, *acts: Any) -> None:
    """Drive a run of many commits; in another thread, do these things to it one after the other."""

    async def go() -> None:
        async with engine(tmp_path, address) as driving:
            driver = await driving.create(small(emitting), Given())
            disturbing = threading.Thread(target=lambda: [act() for act in acts])
            disturbing.start()
            assert await driving.drive(driver) == "finished"
            disturbing.join()
            assert driver.record.said == [str(index) for index in range(COUNT)]

    asyncio.run(go())


def wait(seconds: float) -> Any:
    return lambda: time.sleep(seconds)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "killed"])
def test_a_server_that_starts_again_in_mid_commit_is_waited_out(server: Cluster, tmp_path: Path, how: int) -> None:
    """Whether the commit under way was made is looked up: no row is lost, none is written twice."""
    address = server.database()
    disturbed(tmp_path, address, *[wait(0.2), lambda: server.stop(how), server.start] * 2)
    assert said(tmp_path, address) == WHOLE


def test_connections_that_are_cut_or_stall_lose_and_double_nothing(server: Cluster, tmp_path: Path) -> None:
    """A proxy resets them at any moment, ten times, and then holds everything for longer than an answer may take."""
    direct = server.database()
    proxy = Proxy(server.port)
    address = server.address(direct.rpartition("/")[2], proxy.port)
    try:
        disturbed(
            tmp_path, address, *[wait(0.07), proxy.cut] * 10, proxy.hold, wait(6.0), proxy.go_on
        )  # fmt: skip
    finally:
        proxy.close()
    assert said(tmp_path, direct) == WHOLE


def test_a_server_that_stays_away_ends_the_drive_with_what_to_do_and_nothing_is_lost(
    server: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The patience of the writer is over before the server is back; a resume goes on where the rows end."""
    import indagate.engine.postgres_writer as writing

    monkeypatch.setattr(writing, "LONGEST", 0.5)
    address = server.database()

    async def go() -> None:
        async with engine(tmp_path, address) as driving:
            driver = await driving.create(small(emitting, broke=False), Given())
            task = asyncio.ensure_future(driving.drive(driver))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(server.stop, signal.SIGQUIT)
            with pytest.raises(StorageError) as caught:
                await task
            assert "indagate resume" in (caught.value.hint or "")
            await asyncio.to_thread(server.start)

    asyncio.run(go())
    monkeypatch.undo()
    time.sleep(1.3)  # it could not give its lease back, which runs out by itself

    async def then() -> None:
        async with engine(tmp_path, address) as driving:
            assert await driving.drive(await revive(driving, small(emitting, broke=False))) == "finished"

    asyncio.run(then())
    assert said(tmp_path, address) == WHOLE


def test_every_taking_raises_the_epoch_and_a_row_carries_its_own(server: Cluster, tmp_path: Path) -> None:
    """Who was overtaken writes nothing more, though it never looked; the lease goes by the server's clock."""
    address = server.database()

    async def go() -> None:
        async with engine(tmp_path, address) as sleeper, engine(tmp_path, address) as other:
            driver = await sleeper.create(small(emitting), Given())
            assert driver.run_writer.run.epoch == 1
            with pytest.raises(LeaseHeld):
                await revive(other, small(emitting))
            await other.journal.change(lambda c: c.execute("UPDATE runs SET held = clock_ms() - 1 WHERE id = 1"))
            again = await revive(other, small(emitting))
            assert again.run_writer.run.epoch == 2
            with pytest.raises(LeaseLost):
                await driver.run_writer.write("note", "x", "", b'{"text":"late"}')
            await again.run_writer.write("note", "x", "", b'{"text":"now"}')
            with server.connect(address.rpartition("/")[2]) as connection:
                found = connection.execute("SELECT seq, kind, epoch FROM indagate.rows ORDER BY id").fetchall()
            assert found == [(0, "born", 1), (1, "wake", 2), (2, "note", 2)]

    asyncio.run(go())


def test_of_many_that_want_a_run_at_once_one_gets_it(server: Cluster, tmp_path: Path) -> None:
    """Eight engines take the same run in the same moment; eight create runs of one flow, with eight names."""
    address = server.database()

    async def go() -> None:
        engines = [engine(tmp_path, address) for _ in range(8)]
        for driving in engines:
            await driving.__aenter__()
        made = await asyncio.gather(*(driving.create(small(emitting), Given()) for driving in engines))
        assert len({driver.run_writer.run.name for driver in made}) == 8
        await engines[0].leave(made[0])
        run = made[0].run_writer.run.id
        tries = await asyncio.gather(
            *(revive(driving, small(emitting), run) for driving in engines), return_exceptions=True
        )
        assert sum(isinstance(one, LeaseHeld) for one in tries) == 7, tries
        for driving in engines:
            await driving.__aexit__(None, None, None)

    asyncio.run(go())


def test_a_journal_of_a_newer_version_is_refused_and_one_of_another_encoding(server: Cluster) -> None:
    """The schema's number says so; nothing is written."""
    address = server.database()
    Journal.open(address).close()
    with server.connect(address.rpartition("/")[2]) as connection:
        connection.execute("UPDATE indagate.version SET number = 99")
    with pytest.raises(TooNew, match="schema 99"):
        Journal.open(address)
    with server.connect() as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(InputError, match="UTF-8"):
        Journal.open(server.address("latin"))


def test_many_that_open_an_empty_database_at_once_make_its_tables_once(server: Cluster) -> None:
    """Ten workers are started together on a new database, five times."""
    for _ in range(5):
        address = server.database()
        with ThreadPoolExecutor(10) as pool:
            for opened in pool.map(lambda _, address=address: Journal.open(address), range(10)):
                assert opened.runs() == []
                opened.close()


def test_a_server_that_is_not_there_is_said_without_the_password() -> None:
    """A user reads where it was looked for and what to do."""
    pytest.importorskip("psycopg")
    with pytest.raises(StorageError) as caught:
        Journal.open("postgresql://indagate:secret@127.0.0.1:1/none")
    assert "127.0.0.1" in caught.value.message
    assert "secret" not in f"{caught.value.message} {caught.value.hint}"
