"""A scripted model for the notes flow: what it answers to each role, from what the request shows."""

from __future__ import annotations

import asyncio
import re
from datetime import date
from pathlib import Path
from typing import Any

from flows.notes.talk import TODAY
from indagate.app import App
from indagate.flows.notes import flow
from indagate.flows.notes.record import Notes, NotesInput
from minds.material import quick
from parts.scripted import MINDS, Asked, Fault, Scripted

PROMPTS = Path(flow.__file__).with_name("prompts")


def shown(asked: Asked, head: str) -> str:
    """Return the first marked text after a heading of the request."""
    found = re.search(rf"{re.escape(head)}\s*<data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.S)
    return found[1] if found else ""


def route(asked: Asked) -> Any:
    text = shown(asked, "The person says:")
    asks, tells = "?" in text, bool(re.search(r"\d", text))
    kind = "BOTH" if asks and tells and ". " in text else "QUERY" if asks else "LOG"
    note, _, question = text.partition(". ") if kind == "BOTH" else ("", "", "")
    return {"input_type": kind, "domains": ["running"], "note": note, "question": question}


def parse(asked: Asked) -> Any:
    text = shown(asked, "The note:")
    found = re.search(r"ran (\d+) km", text)
    if not found:
        return {"items": []}
    values = [{"field": "distance", "value": float(found[1])}]
    return {"items": [{"activity": "running.run", "said": found[0], "values": values}]}


def plan(asked: Asked) -> Any:
    if "Found:" in asked.text:
        return {"step": "write"}
    search = {"question": "How many km?", "activity": "running.run", "form": "sum", "field": "distance"}
    return {"step": "retrieve", "searches": [search]}


def analyze(_: Asked) -> Any:
    return {"verdict": "SUFFICIENT"}


def clarify(asked: Asked) -> Any:
    return {"asks": [{"text": f"Tell me: {shown(asked, 'Missing:' + chr(10) + '-')}", "why": "it is not in the notes"}]}


def write(asked: Asked) -> Any:
    told = shown(asked, "The person answered:")
    first = shown(asked, "Computed from the notes:").partition(" [")[0]
    return {"sentences": [one for one in (first, told and f"You said: {told}") if one] or ["The notes do not say it."]}


def evaluate(_: Asked) -> Any:
    return {"failing": []}


def observe(_: Asked) -> Any:
    return {"learnt": [{"kind": "pattern", "topic": "runs", "text": "Runs are noted.", "certainty": 0.5}]}


ANSWERS = {
    "router": route, "parser": parse, "planner": plan, "analyst": analyze, "clarifier": clarify, "writer": write,
    "evaluator": evaluate, "observer": observe,
}  # fmt: skip


def scripted(faults: dict[str, list[Fault]] | None = None, **answers: Any) -> Scripted:
    """Return the service for the notes flow."""
    return Scripted(faults=faults, answers={**ANSWERS, **answers}, prompts=(PROMPTS, MINDS))


def say(service: Scripted, home: Path, text: str, mode: Any = "tell", day: date = TODAY) -> Notes:
    """Say something with the model answering, and return what the run knows when it rests."""

    async def inside() -> Notes:
        async with App(home, minds=quick(service.model, home)) as app:
            handle = await app.start(flow.FLOW, NotesInput(text, day, mode))
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())


def go_on(service: Scripted, home: Path, word: str = "", text: str = "") -> Notes:
    """Resume the last run, perhaps with a signal first."""

    async def inside() -> Notes:
        async with App(home, minds=quick(service.model, home)) as app:
            if word:
                await app.signal("last", word, text)
            handle = await app.resume("last")
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())
