"""A tool keeps to its limits: it is tried again with pauses, and really stopped at its time."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from pathlib import Path

import pytest

from indagate.errors import ChartError, EffectFailed, StorageError, TimedOut
from indagate.sandbox import Worker, run_killable
from indagate.sandbox.stopping import Abandoned
from indagate.tools import tool


def test_a_failing_tool_is_tried_again_with_longer_and_longer_pauses() -> None:
    """0.05 s, then twice that; the third try delivers."""
    times: list[float] = []

    @tool(tries=3, backoff=0.05)
    async def flaky() -> int:
        times.append(time.monotonic())
        if len(times) < 3:
            raise ValueError("not yet")
        return 5

    assert asyncio.run(flaky()) == (5, 3)
    assert times[1] - times[0] >= 0.05
    assert times[2] - times[1] >= 0.1


def test_a_tool_that_keeps_failing_says_why_and_how_often() -> None:
    """The last reason, the number of tries, and the cause for a developer."""

    @tool(tries=2, backoff=0.001)
    async def bad() -> int:
        raise ValueError("never")

    with pytest.raises(EffectFailed, match="bad failed: ValueError: never") as caught:
        asyncio.run(bad())
    assert caught.value.tries == 2
    assert isinstance(caught.value.__cause__, ValueError)


def test_an_error_of_ours_keeps_its_hint() -> None:
    """A full disk under a tool is that tool's failure, told as it is."""

    @tool
    async def full() -> int:
        raise StorageError("the disk is full", hint="Free some space.")

    with pytest.raises(EffectFailed, match="the disk is full") as caught:
        asyncio.run(full())
    assert caught.value.hint == "Free some space."


def test_a_timeout_of_the_tools_own_is_not_taken_for_its_limit() -> None:
    """A socket's TimeoutError, with and without a limit."""

    @tool
    async def without() -> int:
        raise TimeoutError("the server is slow")

    @tool(timeout=5)
    async def within() -> int:
        raise TimeoutError("the server is slow")

    for slow in (without, within):
        with pytest.raises(EffectFailed, match="the server is slow") as caught:
            asyncio.run(slow())
        assert not isinstance(caught.value, TimedOut)


def test_an_async_tool_is_stopped_at_its_limit() -> None:
    """The coroutine is cancelled: its cleaning up runs, and nothing goes on behind."""
    ended: list[str] = []

    @tool(timeout=0.1)
    async def slow() -> int:
        try:
            await asyncio.sleep(30)
        finally:
            ended.append("stopped")
        return 1

    began = time.monotonic()
    with pytest.raises(TimedOut, match=r"slow took longer than 0\.1 seconds"):
        asyncio.run(slow())
    assert time.monotonic() - began < 5
    assert ended == ["stopped"]


def test_a_plain_function_with_a_timeout_is_refused_where_it_is_declared() -> None:
    """It could not be stopped."""
    with pytest.raises(ChartError, match="cannot be stopped"):

        @tool(timeout=1)
        def stubborn() -> int:
            return 1


def test_a_killable_process_is_gone_after_its_limit(tmp_path: Path) -> None:
    """The process itself is dead, not only no longer waited for."""
    ready = tmp_path / "pid"

    @tool(timeout=2)
    async def stubborn() -> bytes:
        return await run_killable("stubborn_work:spin", str(ready).encode(), timeout=30)

    here = str(Path(__file__).parent)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = here
    try:
        with pytest.raises(TimedOut):
            asyncio.run(stubborn())
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
    pid = int(ready.read_text())
    stat = Path(f"/proc/{pid}/stat")
    assert not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_tool_needs_to_say_what_it_returns() -> None:
    """Its results are read back from a journal."""

    @tool
    async def vague():  # type: ignore[no-untyped-def]
        return 1

    with pytest.raises(ChartError, match="return annotation"):
        _ = vague.result


def test_a_tool_must_be_tried_at_least_once() -> None:
    """Zero tries is a mistake."""
    with pytest.raises(ChartError, match="at least once"):
        tool(tries=0)(test_a_tool_must_be_tried_at_least_once)


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return "Z" in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[-1].split()[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_cancelled_tool_does_in_other_processes_ends_with_it(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool in a thread, which reads in killable processes, also from threads of its own: an abort ends them all."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    notes = [tmp_path / str(number) for number in range(workers)]
    ended: list[str] = []

    def drive(worker: Worker, note: Path) -> None:
        try:
            worker.call(str(note).encode(), timeout=60)
        except Abandoned:
            ended.append(note.name)

    @tool
    def gather() -> int:
        made = [Worker("stubborn_work:spin") for _ in notes]
        threads = [threading.Thread(target=drive, args=pair) for pair in zip(made, notes, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return 1

    async def main() -> list[int]:
        task = asyncio.create_task(gather())
        while not all(note.exists() and note.read_text() for note in notes):
            await asyncio.sleep(0.02)
        pids = [int(note.read_text()) for note in notes]
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return pids

    pids = asyncio.run(main())  # which waits for the threads
    assert all(_gone(pid) for pid in pids)
    assert sorted(ended) == [note.name for note in notes]
