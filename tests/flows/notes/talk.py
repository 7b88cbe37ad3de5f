"""Talking to a notebook in tests: a run from what is said to what came of it."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import Any

from indagate.app import App
from indagate.flows.notes.ask import AnalysisQuestion, PlanQuestion
from indagate.flows.notes.domain import domains
from indagate.flows.notes.flow import FLOW
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.notebook import Notebook
from indagate.flows.notes.offline import plan
from indagate.flows.notes.offline.wording import write
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.retrieval import answer as retrieve
from indagate.flows.notes.showing import summary

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


def reply(home: Path, word: str, text: str = "") -> Notes:
    """Answer the last run's question, in a new process's place."""

    async def inside() -> Notes:
        async with App(home) as app:
            posted = await app.signal("last", word, text)
            handle = await app.resume(posted.run.name)
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())


def answer(notes: Notes) -> str:
    """Return what `--json` gives as the answer."""
    return str(summary(notes)["answer"])


def states(home: Path) -> list[str]:
    """Return the events of the last run, in order."""

    async def inside() -> list[str]:
        async with App(home) as app:
            return [row.name for row in app.rows("last") if row.kind == "move"]

    return asyncio.run(inside())


def said(home: Path, text: str, today: date) -> str:
    """Return the first answer of the rules: plan, retrieve, analyse, perhaps once more, and write."""
    loaded = tuple(domains(home).values())
    asked = PlanQuestion(text, "", today, loaded, (), (), (), ())
    first = plan.plan(asked)
    assert first.step == "retrieve", first
    found = retrieve(first.queries[0], home, loaded)
    verdict = plan.analyze(AnalysisQuestion(text, (found,), tuple(one.name for one in loaded), (), 0)).verdict
    if verdict == "INSUFFICIENT":
        again = PlanQuestion(text, "", today, loaded, (), first.queries, (found.result,), ())
        second = plan.plan(again)
        if second.step == "retrieve":
            found = retrieve(second.queries[0], home, loaded)
    return write(found.result, Lexicon(loaded))
