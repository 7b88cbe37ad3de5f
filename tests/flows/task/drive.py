"""Drives a task in a process of its own, which kills itself (SIGKILL) once a given number of rows is durable.

Usage: drive.py HOME CORPUS GOAL KILL_AT. Rows of the task and of its agents and missions count together. The first call
starts the task, later ones resume it. Prints the run's name and state when it was not killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from indagate.app import App
from indagate.errors import IndagateError
from indagate.flows.task import FLOW, TaskInput
from indagate.flows.task.material import Material


async def main(home: str, corpus: str, goal: str, kill_at: int) -> None:
    seen = 0

    def watch(run: object, row: object, event: object, record: object) -> None:
        nonlocal seen
        seen += 1
        if seen >= kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    async with App(Path(home)) as app:
        app.engine.watchers.append(watch)
        if app.list():
            handle = await app.resume("last")
        else:
            handle = await app.start(FLOW, TaskInput(goal, material=Material(corpus)))
        await handle.drive()
        print(handle.name, handle.record.state, seen)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
    except IndagateError as error:
        sys.exit(error.exit_code)
