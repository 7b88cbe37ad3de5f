"""Real processes that drive runs and can be killed: a server that forks one for each command on its input.

`python nursery.py` reads lines of JSON: {"home", "side", "kill", "out"} and answers with the process number. What a
process has to say at its end goes into the file named by "out". A kill is ["row", N] (right after row N, or the first
one after it that a step wrote), ["event", NAME, TEXT, N] (at the N-th audit event NAME with an argument that holds
TEXT) or null. With "sleep" the process is stopped instead, until SIGCONT.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from flows_for_tests import DISH, Order, find, make_context

from indagate.engine import Engine, inbox
from indagate.errors import IndagateError
from indagate.storage import Home


def set_trap(kill: list[Any] | None, number: int) -> Callable[..., None] | None:
    """Prepare a death, or a sleep; return the watcher that brings it, if it is one of rows."""

    def die() -> None:
        os.kill(os.getpid(), number)

    fallen: list[int] = []
    if kill and kill[0] == "row":

        def watch(run: Any, row: Any, event: Any, record: Any) -> None:
            if row.seq >= kill[1] and not run.parent and not fallen:
                fallen.append(row.seq)
                die()

        return watch
    if kill and kill[0] == "event":
        seen = [0]

        def hear(name: str, arguments: tuple[Any, ...]) -> None:
            if name == kill[1] and any(kill[2] in str(argument) for argument in arguments):
                seen[0] += 1
                if seen[0] == kill[3]:
                    die()

        sys.addaudithook(hear)
    return None


async def life(command: dict[str, Any]) -> dict[str, Any]:
    """Start the run of a home, or resume it, and drive it to its end; the signals that it needs are sent from here."""
    async with Engine(Home(Path(command["home"]), command.get("address", "")), make_context, find) as engine:
        watcher = set_trap(command.get("kill"), signal.SIGSTOP if command.get("sleep") else signal.SIGKILL)
        if watcher:
            engine.watchers.append(watcher)
        runs = [run for run in engine.journal.runs() if run.parent is None]
        if runs:
            driver = await engine.wake(runs[0], DISH)
        else:
            driver = await engine.create(DISH, Order(command["side"], command.get("items", 3)))
        run = driver.run_writer.run.id
        for _ in range(4):
            status = await engine.drive(driver)
            if status != "waiting":
                break
            for word, text in (("advise", "salt"), ("approve", "")):
                if not engine.journal.read("SELECT 1 FROM inbox WHERE run = ? AND word = ?", run, word):
                    await engine.journal.change(lambda c, w=word, t=text: inbox.post(c, run, w, t))
            driver = await engine.wake(engine.journal.by_id(run), DISH)
        return {"status": status, "state": driver.record.state}


def run_child(command: dict[str, Any]) -> None:
    os.environ.update(command.get("env", {}))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has it ignored by what it runs in the background
    try:
        answer = asyncio.run(life(command))
    except IndagateError as error:
        answer = {"error": type(error).__name__, "message": error.message, "code": error.exit_code}
    except BaseException:  # noqa: BLE001 - the parent is told of anything
        answer = {"error": "crash", "message": traceback.format_exc()}
    Path(command["out"]).write_text(json.dumps(answer))
    os._exit(0)


def serve() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not waited for here
    for line in sys.stdin:
        command = json.loads(line)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run_child(command)
        print(child, flush=True)


if __name__ == "__main__":
    serve()
