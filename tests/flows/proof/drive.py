"""Drives a proof run in a process of its own, which kills itself (SIGKILL) once a given row is durable.

Usage: drive.py HOME STATEMENT KILL_AT_ROW. The first call starts the run, later ones resume it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from indagate.app import App
from indagate.errors import IndagateError
from indagate.flows.proof import FLOW, ProofInput


async def main(home: str, statement: str, kill_at: int) -> None:
    def watch(run: object, row: object, event: object, record: object) -> None:
        if row.seq >= kill_at:  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGKILL)

    async with App(Path(home)) as app:
        app.engine.watchers.append(watch)
        handle = await app.resume("last") if app.list() else await app.start(FLOW, ProofInput(statement))
        await handle.drive()
        print(handle.name, handle.record.state)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
    except IndagateError as error:
        sys.exit(error.exit_code)
