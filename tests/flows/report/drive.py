"""Drives a report in a process of its own, which kills itself (SIGKILL) once a given row is durable.

Usage: drive.py HOME DATA QUERY KILL_AT_ROW. The first call starts the report, later ones resume it.
Prints the run's name and state when it was not killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from indagate.app import App
from indagate.errors import IndagateError
from indagate.flows.report import FLOW, ReportInput


async def main(home: str, data: str, query: str, kill_at: int) -> None:
    def watch(run: object, row: object, event: object, record: object) -> None:
        if row.seq >= kill_at:  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGKILL)

    async with App(Path(home)) as app:
        app.engine.watchers.append(watch)
        if app.list():
            handle = await app.resume("last")
        else:
            handle = await app.start(FLOW, ReportInput(query, data))
        await handle.drive()
        print(handle.name, handle.record.state)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
    except IndagateError as error:
        sys.exit(error.exit_code)
