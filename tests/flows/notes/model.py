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
from models.material import quick
from parts.scripted import MINDS, Asked, Fault, Scripted

PROMPTS = Path(flow.__file__).with_name("roles")
SUM = "SELECT sum(distance) FROM run"


def shown(asked: Asked, head: str) -> str:
    """Return the first marked text after a heading of the request."""
    found = re.search(rf"{head}\s*<data {asked.mark}>(.*?)</data {asked.mark}>", asked.text, re.S)
    return found[1] if found else ""


def route(asked: Asked) -> Any:
    text = shown(asked, "The person says:")
    asks, tells = "?" in text, bool(re.search(r"\d", text))
    kind = "BOTH" if asks and tells and ". " in text else "QUERY" if asks else "LOG"
    note, _, question = text.partition(". ") if kind == "BOTH" else ("", "", "")
    return {"input_type": kind, "domains": ["running"], "note": note, "question": question}


def parse(asked: Asked) -> Any:
    text = shown(asked, r"Note 1, of [\d-]+:")
    found = re.search(r"ran (\d+) km", text)
    if not found:
        return {"entries": []}
    entry = {"what": "run", "said": found[0], "measure": "distance", "value": float(found[1]), "unit": "km"}
    return {"entries": [{**entry, "domain": "running"}]}


def plan(asked: Asked) -> Any:
    return {"step": "write"} if "Found:" in asked.text else {"step": "retrieve", "searches": [{"sql": SUM}]}


def analyze(_: Asked) -> Any:
    return {"verdict": "SUFFICIENT"}


def clarify(asked: Asked) -> Any:
    return {"asks": [{"text": f"Tell me: {shown(asked, 'Missing:' + chr(10) + '-')}", "why": "it is not in the notes"}]}


def write(asked: Asked) -> Any:
    told = shown(asked, "The person answered:")
    slots = re.findall(r"\{c\w+\.value\}", asked.text)
    sentences = [f"You ran {slots[0]}."] if slots else ["The notes do not say it."]
    return {"sentences": [*sentences, *([f"You said: {told}"] if told else [])]}


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
        async with App(home, answerers=quick(service.model, home)) as app:
            handle = await app.start(flow.FLOW, NotesInput(text, day, mode))
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())


def go_on(service: Scripted, home: Path, word: str = "", text: str = "") -> Notes:
    """Resume the last run, perhaps with a signal first."""

    async def inside() -> Notes:
        async with App(home, answerers=quick(service.model, home)) as app:
            if word:
                await app.signal("last", word, text)
            handle = await app.resume("last")
            await handle.drive()
            await handle.leave()
            record: Notes = handle.record
            return record

    return asyncio.run(inside())
