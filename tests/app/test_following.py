"""Following runs: every row once, in order, whoever drives, however many listen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.program import User
from indagate import App
from indagate.app import find_flow, following
from indagate.errors import InputError, NoSuchRun

PATIENCE = 60.0


@pytest.fixture
def user(tmp_path: Path) -> User:
    """A person in an empty folder."""
    return User(tmp_path)


def flow_of(user: User, seconds: float = 0.02) -> str:
    return f"{user.folder / user.slow_flow(seconds).partition(':')[0]}:FLOW"


def test_rows_of_a_run_that_this_process_drives_come_as_they_are_written(user: User) -> None:
    """`run.follow()` drives and yields every row; where the run waits it ends, and a signal lets it go on."""
    papers, named = user.papers("a.txt", "b.txt"), flow_of(user)

    async def work() -> None:
        async with App(user.home) as app:
            run = await app.start(find_flow(named), str(papers))
            seen = [row.seq async for row in run.follow()]
            asked = app.waiting(run.name)
            assert asked is not None and asked.state == "REVIEW"
            assert [choice.word for choice in asked.choices][-1] == "abort"
            assert {choice.word: choice.text for choice in asked.choices}["amend"] == "required"
            await app.signal(run.name, "approve")
            seen += [row.seq async for row in run.follow(seen[-1])]
            assert seen == [row.seq for row in app.rows(run.name)]
            assert app.waiting(run.name) is None
            assert app.facts_of(run.name)["finished"] is True

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_two_hundred_follow_a_run_of_another_process_by_one_watcher(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All see every row exactly once, those who come late too; one task looks, and a row is read once."""
    user.papers(*(f"{number}.txt" for number in range(8)))
    watchers: list[following.JournalWatch] = []
    began = following.JournalWatch._watch

    async def counted(self: following.JournalWatch) -> None:
        watchers.append(self)
        await began(self)

    monkeypatch.setattr(following.JournalWatch, "_watch", counted)

    async def listen(app: App, after: int) -> list[int]:
        return [row.seq async for row in app.follow("last", after)]

    async def work() -> tuple[list[list[int]], list[int]]:
        async with App(user.home) as app:
            early = [asyncio.ensure_future(listen(app, -1)) for _ in range(100)]
            await asyncio.sleep(0.3)
            late = [asyncio.ensure_future(listen(app, 3)) for _ in range(100)]
            process = await asyncio.to_thread(user, "approve", "last", "-q")
            assert process.code == 0, process.err
            seen = await asyncio.gather(*early, *late)
            return list(seen), [row.seq for row in app.rows("last")]

    user("run", user.slow_flow(0.02), "papers", "-q")
    seen, rows = asyncio.run(asyncio.wait_for(work(), PATIENCE))
    assert seen[:100] == [rows] * 100
    assert seen[100:] == [rows[4:]] * 100
    assert len(watchers) == 1


def test_older_rows_than_are_kept_come_from_the_journal(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who joins late or listens slowly misses nothing."""
    monkeypatch.setattr(following, "RECENT", 4)
    papers, named = user.papers(*(f"{number}.txt" for number in range(6))), flow_of(user, 0.01)

    async def work() -> None:
        async with App(user.home) as app:
            run = await app.start(find_flow(named), str(papers))
            driving = asyncio.ensure_future(run.drive())
            seen = []
            slow = app.follow(run.name)
            async for row in slow:
                seen.append(row.seq)
                await asyncio.sleep(0.01)
                if driving.done() and row.stands == "REVIEW":
                    await app.signal(run.name, "abort")
                    driving = asyncio.ensure_future(run.drive())
            await driving
            assert seen == [row.seq for row in app.rows(run.name)]

    asyncio.run(asyncio.wait_for(work(), PATIENCE))


def test_a_run_that_is_not_there_cannot_be_followed_nor_an_input_that_does_not_fit_be_started(user: User) -> None:
    """The error says what is wrong."""

    async def work() -> None:
        async with App(user.home) as app:
            with pytest.raises(NoSuchRun):
                app.follow("nothing")
            with pytest.raises(InputError, match="no 'folder'"):
                await app.start("mission", {"folder": "x"})
            with pytest.raises(InputError, match="does not fit"):
                await app.start("mission", {"question": 5})

    asyncio.run(work())


def test_lists_go_on_page_by_page(user: User) -> None:
    """`before` lists what is older than a run; `top` leaves out what another run started."""
    user.papers("a.txt")
    for _ in range(5):
        user("run", user.slow_flow(0), "papers", "-q")

    async def work() -> None:
        async with App(user.home) as app:
            everything = [item.run for item in app.list(top=True)]
            first = [item.run for item in app.list(limit=2)]
            second = [item.run for item in app.list(limit=2, before=first[0])]
            assert [*second, *first] == everything[1:]

    asyncio.run(work())
