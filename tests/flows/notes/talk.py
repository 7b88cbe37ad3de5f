"""Talking to a notebook in tests: a run from what is said to what came of it."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

from indagate.app import App
from indagate.engine.journal import Journal
from indagate.flows.notes.flow import FLOW
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.views import summary

TODAY = date(2026, 10, 20)


def say(home: Path, text: str, mode: Any = "tell", day: date = TODAY, domains: tuple[str, ...] = ()) -> Notes:
    """Say something and return what the run knows when it rests."""

    async def inside() -> Notes:
        async with App(home) as app:
            handle = await app.start(FLOW, NotesInput(text, day, mode, domains))
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())


def keep(home: Path, diary: str) -> Path:
    """Write a diary, a day and what was told on it a line, into a home's notebook; return the home."""
    for row in diary.strip().splitlines():
        Notebook(home / "notebook").append(date.fromisoformat(row[:10]), [(row[11:], "")])
    return home


def answer(notes: Notes) -> str:
    """What a person sees of a run."""
    return summary(notes)


def states(home: Path) -> list[str]:
    """The names of the last run's transitions."""
    journal = Journal.open(home / "journal.db")
    rows = [row.name for row in journal.rows(journal.run("last").id) if row.kind == "move"]
    journal.close()
    return rows
