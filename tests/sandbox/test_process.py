"""Processes that can be killed."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from indagate.errors import EffectFailed, TimedOut
from indagate.sandbox import Worker, run_killable, run_killable_sync

HERE = "sandbox_functions"


@pytest.fixture(autouse=True)
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that the child can import."""
    (tmp_path / f"{HERE}.py").write_text(
        "import os, sys, time\n"
        "from indagate.sandbox import tell\n"
        "def steps(b):\n"
        "    for n in range(8): time.sleep(0.3); tell(f'step {n} of 8')\n"
        "    return b\n"
        "def upper(b): print('noise'); return b.upper()\n"
        "def fail(b): raise ValueError('no\\nsuch thing')\n"
        "def die(b): os.kill(os.getpid(), 11)\n"
        "def leave(b): os._exit(3)\n"
        "def eat(b): return bytes(bytearray(1 << 33))[:1]\n"
        "def spin(b):\n"
        "    if b: open(b.decode(), 'w').write(str(os.getpid()))\n"
        "    while True: pass\n"
        "def crash_on_x(b):\n"
        "    if b == b'x': os._exit(1)\n"
        "    return b + str(os.getpid()).encode()\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # A killed orphan may wait to be reaped by whoever adopted it.
    return "Z" in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[-1].split()[0]


def test_bytes_go_in_and_come_out_however_many() -> None:
    """What the function prints is no part of the answer."""
    assert run_killable_sync(f"{HERE}:upper", b"a" * 5_000_000, timeout=60) == b"A" * 5_000_000


async def _awaited() -> bytes:
    return await run_killable(f"{HERE}:upper", b"a" * 3_000_000, timeout=60)


def test_it_can_be_awaited() -> None:
    """The async twin gives the same."""
    assert asyncio.run(_awaited()) == b"A" * 3_000_000


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("fail", "ValueError: no such thing"),
        ("die", "SIGSEGV"),
        ("leave", "exit code 3"),
        ("eat", "more memory than its limit of 1024 MiB"),
        ("absent", "AttributeError: .*absent"),
    ],
)
def test_a_failure_comes_back_in_one_line(name: str, reason: str) -> None:
    """From either twin."""
    with pytest.raises(EffectFailed, match=reason):
        run_killable_sync(f"{HERE}:{name}", b"", timeout=60, memory=1 << 30)
    with pytest.raises(EffectFailed, match=reason):
        asyncio.run(run_killable(f"{HERE}:{name}", b"", timeout=60, memory=1 << 30))


def test_a_process_is_killed_at_its_time_limit(tmp_path: Path) -> None:
    """And is gone afterwards."""
    note = tmp_path / "pid"
    with pytest.raises(TimedOut, match="limit of 2 s"):
        run_killable_sync(f"{HERE}:spin", str(note).encode(), timeout=2)
    assert _gone(int(note.read_text()))
    with pytest.raises(TimedOut, match="limit of 2 s"):
        asyncio.run(run_killable(f"{HERE}:spin", str(note).encode(), timeout=2))
    assert _gone(int(note.read_text()))


def test_a_process_is_killed_on_cancellation(tmp_path: Path) -> None:
    """Nobody waits for its end."""
    note = tmp_path / "pid"

    async def cancel() -> None:
        task = asyncio.create_task(run_killable(f"{HERE}:spin", str(note).encode(), timeout=60))
        while not (note.exists() and note.read_text()):
            await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = time.monotonic()
    asyncio.run(cancel())
    assert time.monotonic() - began < 30
    assert _gone(int(note.read_text()))


def test_a_worker_answers_again_after_a_crash() -> None:
    """A new process takes over; between answers it is one and the same."""
    with Worker(f"{HERE}:crash_on_x") as worker:
        first = worker.call(b"a", timeout=60)
        assert worker.call(b"a", timeout=60) == first
        with pytest.raises(EffectFailed):
            worker.call(b"x", timeout=60)
        assert worker.call(b"a", timeout=60) != first


def test_a_function_says_how_far_it_has_come() -> None:
    """Each word gives it time anew; where nobody listens it says nothing and has its time once."""
    heard: list[str] = []
    with Worker(f"{HERE}:steps") as worker:
        assert worker.call(b"done", timeout=60) == b"done"
        assert worker.call(b"done", timeout=2, heard=heard.append) == b"done"
        assert heard == [f"step {n} of 8" for n in range(8)]
        with pytest.raises(TimedOut):
            worker.call(b"done", timeout=2)


def test_the_current_folder_is_not_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's folder may hold a module of any name."""
    (tmp_path / "strange").mkdir()
    (tmp_path / "strange" / "stranger.py").write_text("def f(b): return b'taken in'\n")
    monkeypatch.chdir(tmp_path / "strange")
    with pytest.raises(EffectFailed):
        run_killable_sync("stranger:f", b"", timeout=60)
