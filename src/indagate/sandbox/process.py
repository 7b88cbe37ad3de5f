"""Run a function of bytes to bytes in a process that is killed at its limits."""

from __future__ import annotations

import asyncio
import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from indagate.errors import EffectFailed, TimedOut
from indagate.sandbox.frame import FAILED, HEAD, OK, OUT_OF_MEMORY, TALK, WORD, pack
from indagate.sandbox.stopping import current_stop

_CHUNK = 1 << 20


class Worker:
    """A killable process that answers one request after another, for one caller at a time.

    It starts with the first request, and again after it was killed or died. No memory limit: `memory=None` (bytes).
    One made within `stoppable` is killed when that block is given up, and its call raises `Abandoned`.
    """

    def __init__(self, function_path: str, *, memory: int | None = None) -> None:
        self.function_path = function_path
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._stop = current_stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def call(self, argument: bytes, *, timeout: float, heard: Callable[[str], None] | None = None) -> bytes:
        """The function's answer; raises TimedOut at the limit (seconds), EffectFailed with the process's reason.

        `heard` is given every word that the function `tell`s on the way; with each the time begins anew.
        """
        if self._stop is not None:
            self._stop.begin(self)
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                _command(self.function_path, self.memory, cpu=0),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                bufsize=0,
            )
        process = self._process
        done = False
        try:
            if self._stop is not None:
                self._stop.refuse()  # it may have been given up while the process began
            answer = _exchange(process, pack(TALK if heard else OK, argument), timeout, heard)
            done = True
        except TimeoutError:
            raise TimedOut(f"stopped at its limit of {timeout:g} s") from None
        finally:
            if not done:
                self.close()
        if answer is None:
            code = process.wait()
            if self._stop is not None:
                self._stop.refuse()
            raise EffectFailed(_death(code))
        return _opened(answer[0], answer[1], self.memory)

    def kill(self) -> None:
        """Kill the process, from any thread; a call under way then fails."""
        if (process := self._process) is not None:
            _kill(process.pid)

    def close(self) -> None:
        """Kill the process and its children, if any."""
        if self._process is not None:
            _kill(self._process.pid)
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            self._process = None


def run_killable_sync(function_path: str, argument: bytes, *, timeout: float, memory: int | None = None) -> bytes:
    """Like `run_killable`, for callers that are in a thread."""
    with Worker(function_path, memory=memory) as worker:
        return worker.call(argument, timeout=timeout)


async def run_killable(
    function_path: str,
    argument: bytes,
    *,
    timeout: float,  # noqa: ASYNC109 - the limit is the process's, and kills it
    memory: int | None = None,
) -> bytes:
    """Call "module:function" with bytes in a process of its own and return its bytes.

    The process and its children are killed at `timeout` seconds (TimedOut) and on cancellation;
    beyond `memory` bytes, on an exception or when it dies: EffectFailed with the reason in one line.
    """
    process = await asyncio.create_subprocess_exec(
        *_command(function_path, memory, cpu=int(timeout) + 5),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(timeout):
            answer = await _converse(process, pack(OK, argument))
    except TimeoutError:
        raise TimedOut(f"stopped at its limit of {timeout:g} s") from None
    finally:
        _kill(process.pid)
        code = await asyncio.shield(process.wait())
    if answer is None:
        raise EffectFailed(_death(code))
    return _opened(answer[0], answer[1], memory)


def _command(function_path: str, memory: int | None, *, cpu: int) -> list[str]:
    # -P: the current folder may be a stranger's; modules are never imported from it.
    return [sys.executable, "-P", "-m", "indagate.sandbox.child", function_path, str(memory or 0), str(cpu)]


async def _converse(process: asyncio.subprocess.Process, request: bytes) -> tuple[int, bytes] | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        await process.stdin.drain()
        status, length = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
        return status, await process.stdout.readexactly(length)
    except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError):
        await process.wait()
        return None


def _exchange(
    process: subprocess.Popen[bytes], request: bytes, timeout: float, heard: Callable[[str], None] | None
) -> tuple[int, bytes] | None:
    """Write the request and read the answer, never blocking past the time; None when the process died."""
    assert process.stdin is not None
    assert process.stdout is not None
    os.set_blocking(process.stdin.fileno(), False)
    os.set_blocking(process.stdout.fileno(), False)
    unsent, got, deadline = memoryview(request), bytearray(), time.monotonic() + timeout
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdin, selectors.EVENT_WRITE)
        selector.register(process.stdout, selectors.EVENT_READ)
        while (answer := _framed(got)) is None or answer[0] == WORD:
            if answer is not None:
                del got[: HEAD.size + len(answer[1])]
                deadline = time.monotonic() + timeout
                if heard is not None:
                    heard(answer[1].decode("utf-8", "replace"))
                continue
            if (left := deadline - time.monotonic()) <= 0:
                raise TimeoutError
            for key, _ in selector.select(left):
                if key.fileobj is process.stdin:
                    try:
                        unsent = unsent[os.write(key.fd, unsent[:_CHUNK]) :]
                    except BlockingIOError:
                        continue
                    except BrokenPipeError:
                        unsent = unsent[:0]
                    if not unsent:
                        selector.unregister(process.stdin)
                elif chunk := os.read(key.fd, _CHUNK):
                    got += chunk
                else:
                    return None
    return answer


def _framed(got: bytearray) -> tuple[int, bytes] | None:
    """The first message of what was received, when all of it is there."""
    if len(got) < HEAD.size:
        return None
    status, length = HEAD.unpack_from(got)
    return (status, bytes(memoryview(got)[HEAD.size : HEAD.size + length])) if len(got) - HEAD.size >= length else None


def _opened(status: int, payload: bytes, memory: int | None) -> bytes:
    if status == OK:
        return payload
    if status == OUT_OF_MEMORY:
        limit = f"its limit of {memory >> 20} MiB" if memory else "what the machine has"
        raise EffectFailed(f"needed more memory than {limit}")
    assert status == FAILED
    raise EffectFailed(payload.decode("utf-8", "replace"))


def _death(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"its process was killed ({signal.Signals(-code).name})"
    return f"its process ended by itself (exit code {code})"


def _kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
