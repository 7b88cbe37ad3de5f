"""Drives a mission with a model in a process of its own, which kills itself (SIGKILL) once a given row is durable.

Usage: drive.py FOLDER MODEL KILL_AT_ROW. The first call starts the mission, later ones resume it.
Prints the run's state when it was not killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from indagate.app import App
from models.material import begin, quick


async def main(folder: Path, model: str, kill_at: int) -> None:
    def watch(run: object, row: object, event: object, record: object) -> None:
        if row.seq >= kill_at:  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGKILL)

    async with App(folder / "home", answerers=quick(model)) as app:
        app.engine.watchers.append(watch)
        if app.list() and app.list()[-1].state == "COMPLETED":
            return  # the kill came after its last row
        handle = await app.resume("last") if app.list() else await begin(app, folder)
        await handle.drive()
        print(handle.record.state)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
