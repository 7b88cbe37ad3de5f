"""The killable process: `python -m indagate.sandbox.child module:function MEMORY CPU`.

Framed requests come in on standard input; each is handed to the function and its answer goes back framed.
The process limits itself before it imports anything heavy, and ends when its parent does.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import queue
import resource
import sys
import threading
from collections.abc import Callable
from io import FileIO
from typing import BinaryIO, Never

from indagate.errors import IndagateError
from indagate.sandbox.frame import FAILED, HEAD, OK, OUT_OF_MEMORY, TALK, pack
from indagate.sandbox.telling import listened


def main(arguments: list[str]) -> Never:
    """Serve requests until standard input ends, which ends the process."""
    target, memory, cpu = arguments[0], int(arguments[1]), int(arguments[2])
    _limit(memory, cpu)
    answers = _private_stdout()
    requests: queue.Queue[tuple[int, bytes]] = queue.Queue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        wish, request = requests.get()
        listened(answers if wish == TALK else None)
        status, payload = _answer(target, request)
        answers.write(pack(status, payload))
        answers.flush()


def _limit(memory: int, cpu: int) -> None:
    if memory:
        _at_most(resource.RLIMIT_AS, memory, memory)
    if cpu:
        _at_most(resource.RLIMIT_CPU, cpu, cpu + 1)
    _at_most(resource.RLIMIT_CORE, 0, 0)


def _at_most(which: int, soft: int, hard: int) -> None:
    """Limit a resource, never above what is allowed already; macOS refuses some limits, and does without them."""
    _, allowed = resource.getrlimit(which)
    if allowed != resource.RLIM_INFINITY:
        soft, hard = min(soft, allowed), min(hard, allowed)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(which, (soft, hard))


def _private_stdout() -> BinaryIO:
    """Keep the answer pipe for answers: whatever the function prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return answers


def _listen(requests: queue.Queue[tuple[int, bytes]]) -> None:
    """Queue requests; when the parent is gone, leave at once, whatever is under way."""
    # Unbuffered: a thread that waits in a buffered reader would make the interpreter abort at its end.
    with open(0, "rb", buffering=0, closefd=False) as source:
        while len(head := _take(source, HEAD.size)) == HEAD.size:
            wish, length = HEAD.unpack(head)
            requests.put((wish, _take(source, length)))
    os._exit(0)


def _take(source: FileIO, count: int) -> bytes:
    taken = bytearray()
    while len(taken) < count and (chunk := source.read(min(count - len(taken), 1 << 20))):
        taken += chunk
    return bytes(taken)


def _load(target: str) -> Callable[[bytes], bytes]:
    module, _, name = target.partition(":")
    function: Callable[[bytes], bytes] = getattr(importlib.import_module(module), name)
    return function


def _answer(target: str, request: bytes) -> tuple[int, bytes]:
    try:
        return OK, _load(target)(request)
    except MemoryError:
        return OUT_OF_MEMORY, b""
    except IndagateError as error:
        return FAILED, _line(error.message)
    except Exception as error:  # noqa: BLE001 - a worker loop: whatever breaks in here becomes the parent's reason
        return FAILED, _line(f"{type(error).__name__}: {error}")


def _line(reason: str) -> bytes:
    return " ".join(reason.split())[:500].encode("utf-8", "replace")


if __name__ == "__main__":
    main(sys.argv[1:])
