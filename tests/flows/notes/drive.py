"""Drives a run of the notes flow in a process of its own, which kills itself (SIGKILL) once a given row is durable.

Usage: drive.py HOME MODE TEXT DOMAINS REPLY KILL_AT_ROW. The first call starts the run, later ones resume it. REPLY is
what the user says when asked: a text, or `-` to decline; SCRIPTED names a model, if one answers. Prints the run's name
and state when it was not killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from indagate.app import App
from indagate.errors import IndagateError
from indagate.flows.notes import FLOW
from indagate.flows.notes.record import NotesInput
from models.material import quick

TODAY = date(2026, 10, 20)


async def main(home: str, mode: Any, text: str, domains: str, reply: str, kill_at: int) -> None:
    def watch(run: object, row: object, event: object, record: object) -> None:
        if row.seq >= kill_at:  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGKILL)

    model = os.environ.get("SCRIPTED", "")
    async with App(Path(home), answerers=quick(model, Path(home)) if model else None) as app:
        app.engine.watchers.append(watch)
        if app.list():
            handle = await app.resume("last")
        else:
            handle = await app.start(FLOW, NotesInput(text, TODAY, mode, tuple(domains.split())))
        await handle.drive()
        if handle.record.state == "WAIT_USER":
            await handle.leave()
            await app.signal(handle.name, "decline" if reply == "-" else "answer", "" if reply == "-" else reply)
            handle = await app.resume(handle.name)
            await handle.drive()
        print(handle.name, handle.record.state)


if __name__ == "__main__":
    try:
        folder, how, words, loaded, said, row = sys.argv[1:]
        asyncio.run(main(folder, how, words, loaded, said, int(row)))
    except IndagateError as error:
        sys.exit(error.exit_code)
