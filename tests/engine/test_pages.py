"""The files of a run: pages that people edit, logs that only grow, and what a replay renders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from flows_for_tests import DISH, Order, find, make_context
from places import home_at

from indagate.engine import Engine, inbox, replay
from indagate.engine.create_run import fork_rows
from indagate.engine.row import Note, decode
from indagate.engine.view import ViewRenderer, last_logged, log_line
from indagate.storage import Home

Act = Callable[[Engine, Any, Path], Awaitable[None]]


async def at_wait(path: Path, act: Act) -> tuple[Any, Path, list[Any]]:
    """Drive a run to its wait, do something, then drive it to its end."""
    async with Engine(home_at(path), make_context, find) as engine:
        driver = await engine.create(DISH, Order(str(path / "side.txt")))
        assert await engine.drive(driver) == "waiting"
        page = engine.home.run_folder(driver.run_writer.run.name) / "page.md"
        await act(engine, driver, page)
        for word, text in (("advise", "salt"), ("approve", "")):
            await engine.journal.change(lambda c, w=word, t=text: inbox.post(c, 1, w, t))
        assert await engine.drive(driver) == "finished"
        return driver.record, page, list(engine.journal.rows(1))


def edited(record: Any) -> list[str]:
    return [note for note in record.notes if note.startswith("edited")]


def test_a_persons_edit_is_taken_in_once_as_an_event(tmp_path: Path) -> None:
    """And shown on the page; a second look takes nothing in."""

    async def act(engine: Engine, driver: Any, page: Path) -> None:
        page.write_text(page.read_text() + "- by hand\n")

    record, page, rows = asyncio.run(at_wait(tmp_path, act))
    assert edited(record) == ["edited - by hand"]
    assert "- edited - by hand" in page.read_text()
    assert [row.name for row in rows if row.kind == "signal"].count("Edited") == 1


def test_an_edit_between_two_processes_is_taken_in(tmp_path: Path) -> None:
    """The page was changed while nobody drove the run."""

    async def go() -> None:
        async with Engine(home_at(tmp_path), make_context, find) as engine:
            driver = await engine.create(DISH, Order(str(tmp_path / "side.txt")))
            await engine.drive(driver)
            page = engine.home.run_folder(driver.run_writer.run.name) / "page.md"
        page.write_text(page.read_text() + "- between\n")
        async with Engine(home_at(tmp_path), make_context, find) as engine:
            driver = await engine.wake(engine.journal.by_id(1), DISH)
            assert await engine.drive(driver) == "waiting"
            assert edited(driver.record) == ["edited - between"]

    asyncio.run(go())


def test_an_editor_that_saves_an_older_rev_adds_its_change_and_takes_nothing_back(tmp_path: Path) -> None:
    """The edit is compared with the page as it was rendered at its own rev."""

    async def act(engine: Engine, driver: Any, page: Path) -> None:
        rows = list(engine.journal.rows(1))
        rev = next(row.seq for row in rows if row.kind == "emit")
        older = replay(DISH, driver.run_writer.run.name, rows[: rev + 1]).record
        page.write_text(DISH.views[0].render(older) + "- from an old editor\n")  # type: ignore[union-attr]

    record, page, _ = asyncio.run(at_wait(tmp_path, act))
    assert edited(record) == ["edited - from an old editor"]
    assert page.read_text().count("looked") == 3


def test_a_rejected_edit_is_kept_aside_and_the_page_is_restored(tmp_path: Path) -> None:
    """A line was taken away, which this page does not allow; also a rev of no row, and no rev at all."""

    async def act(engine: Engine, driver: Any, page: Path) -> None:
        whole = page.read_text()
        for wrong in ("\n".join(whole.splitlines()[:-1]), whole.replace("rev: ", "rev: 9999"), "nothing left"):
            page.write_text(wrong)
            driver.signal_handler.show()
            assert page.read_text() == whole
            await asyncio.sleep(0.002)

    record, page, rows = asyncio.run(at_wait(tmp_path, act))
    assert edited(record) == []
    kept = sorted(page.parent.glob("page.md.rejected-*"))
    assert len(kept) == 3
    assert kept[-1].read_text() == "nothing left"
    notes = [decode(row.body, Note).text for row in rows if row.name == "page rejected"]
    assert "line is missing" in notes[0]
    assert "names no row" in notes[1]
    assert "expected `rev: <row>`" in notes[2]
    assert kept[0].name in notes[0]


def test_replay_renders_the_same_bytes(tmp_path: Path) -> None:
    """From the journal alone, into an empty folder; at an earlier row, the files of that moment."""

    async def act(engine: Engine, driver: Any, page: Path) -> None:
        moments.append((driver.record.rev, page.read_bytes()))

    moments: list[tuple[int, bytes]] = []
    record, page, rows = asyncio.run(at_wait(tmp_path, act))
    for rev, content in [*moments, (rows[-1].seq, page.read_bytes())]:
        again = tmp_path / f"again{rev}"
        renderer = ViewRenderer(DISH.views, again, Home(tmp_path).store)
        renderer.open()
        replayed = replay(DISH, record.run, rows[: rev + 1], renderer.note)
        renderer.flush_logs()
        renderer.flush_pages(replayed.record)
        assert (again / "page.md").read_bytes() == content
        log = (page.parent / "logs/all.log").read_bytes()
        assert log.startswith((again / "logs/all.log").read_bytes())
    assert log == (again / "logs/all.log").read_bytes()


def test_a_fork_has_the_record_and_the_files_of_its_moment_and_goes_its_own_way(tmp_path: Path) -> None:
    """Forked at every row of a run, before and after its files were written; the original stays as it is."""

    async def nothing(engine: Engine, driver: Any, page: Path) -> None: ...

    _, _, rows = asyncio.run(at_wait(tmp_path, nothing))
    side = (tmp_path / "side.txt").read_text()

    async def go() -> None:
        async with Engine(home_at(tmp_path), make_context, find) as engine:
            original = engine.journal.by_id(1)
            waiting = next(row.seq for row in rows if row.stands == "WAITING")
            for at in (0, 3, waiting, rows[-1].seq):
                fork = await engine.journal.change(lambda c, at=at: fork_rows(c, original, DISH, at, engine.home))
                then = replay(DISH, original.name, rows[: at + 1]).record
                now = engine.read(fork, DISH).record
                assert (now.state, now.notes, now.facts) == (then.state, then.notes, then.facts)
                driver = await engine.wake(engine.journal.by_id(fork.id), DISH)
                driver.signal_handler.show()
                folder = engine.home.run_folder(fork.name)
                assert (folder / "page.md").read_text() == DISH.views[0].render(now)  # type: ignore[union-attr]
                await engine.leave(driver)
            fork = await engine.journal.change(lambda c: fork_rows(c, original, DISH, waiting, engine.home))
            driver = await engine.wake(fork, DISH)
            for word, text in (("advise", "pepper"), ("approve", "")):
                await engine.journal.change(lambda c, w=word, t=text: inbox.post(c, fork.id, w, t))
            assert await engine.drive(driver) == "finished"
            assert driver.record.facts["Finished"].advice == "pepper"
            assert list(engine.journal.rows(1)) == rows

    asyncio.run(go())
    assert (tmp_path / "side.txt").read_text() == side + "large\n"


def test_a_torn_last_line_of_a_log_is_cut_and_long_lines_are_found(tmp_path: Path) -> None:
    """Whatever its length; a log without a whole line is empty."""
    log = tmp_path / "x.log"
    assert last_logged(log) == -1
    log.write_bytes(b"0\tsomething torn")
    assert last_logged(log) == -1
    assert log.read_bytes() == b""
    whole = b"3\tfirst\n" + log_row(12, "y" * 200_000)
    log.write_bytes(whole + b"13\ttorn")
    assert last_logged(log, cut=False) == 12
    assert log.read_bytes().endswith(b"torn")
    assert last_logged(log) == 12
    assert log.read_bytes() == whole
    log.write_bytes(b"0\tx\n")
    assert last_logged(log) == 0


def log_row(seq: int, text: str) -> bytes:
    from indagate.engine import Row

    return log_line(Row(seq, "note", "", "", 0, None, b""), text + "\nmore")
