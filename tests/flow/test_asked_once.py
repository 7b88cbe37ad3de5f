"""Identical questions of a run are put to a model once, whoever asks and whenever; it counts its requests."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

from small_flow import Given, Story, Went, small

from indagate.app import App
from indagate.flow import Context
from indagate.models import Role
from models.material import quick
from parts.scripted import Asked, Scripted, says


@dataclass(frozen=True)
class Word:
    """Which word is it?"""

    text: str


@dataclass(frozen=True)
class Named:
    """A word."""

    name: str


def naming(folder: Path) -> Role[Word, Named]:
    prompt = folder / "namer.md"
    folder.mkdir(exist_ok=True)
    prompt.write_text("You name a word.\n\n{{ standing }}\n<!-- run -->\nThe word: {{ text }}\n")
    return Role("namer", Named, prompt=prompt)


def drive(home: Path, step: Any, service: Scripted) -> Any:
    async def go() -> Any:
        async with App(home, answerers=quick(service.model, home)) as app:
            handle = await app.start(small(step), Given())
            await handle.drive()
            usage = [(row.name, bytes(row.body)) for row in app.rows(handle.name) if row.kind == "done"]
            return handle.record, usage, handle.budget.spent

    return asyncio.run(go())


def test_the_same_question_is_asked_once_side_by_side_and_later(tmp_path: Path) -> None:
    """Five at once, one afterwards in another scope, and one other question: two requests, paid for twice in all."""
    namer = naming(tmp_path / "prompts")

    async def working(record: Story, ctx: Context[Story]) -> Went:
        found = await ctx.each(range(5), lambda _: ctx.ask_by(namer, Word("tree")), key=str)
        async with ctx.scope("later"):
            found.append(await ctx.ask_by(namer, Word("tree")))
        found.append(await ctx.ask_by(namer, Word("bush")))
        return Went(" ".join(f"{named.name}/{by}" for named, by in found))

    def name(asked: Asked) -> Any:
        return {"name": f"{asked.text.rpartition(' ')[2].strip()}{len(service.requests)}"}

    with Scripted(answers={"namer": name}, prompts=(tmp_path / "prompts",), latency=0.05) as service:
        record, rows, spent = drive(tmp_path / "home", working, service)
        assert service.count() == {"namer": 2}
        model = service.model
    assert record.result.split() == [f"tree1/{model}"] * 6 + [f"bush2/{model}"]
    assert spent.calls == 2
    again = [body for name, body in rows if name == "ask namer" and b"of this run" in body]
    assert len(rows) == 7 and len(again) == 5


def test_a_question_without_a_usable_answer_is_put_again(tmp_path: Path) -> None:
    """What was not answered is no answer to give: who asks the same next asks the model."""
    namer = naming(tmp_path / "prompts")

    async def working(record: Story, ctx: Context[Story]) -> Went:
        first = await ctx.consult(namer, Word("tree"))
        async with ctx.scope("again"):
            second = await ctx.consult(namer, Word("tree"))
        return Went(f"{first is None} {second is not None and second[0].name}")

    faults = {"namer": [says("no"), says("never")]}
    answers = {"namer": lambda _: {"name": "oak"}}
    with Scripted(faults=faults, answers=answers, prompts=(tmp_path / "prompts",)) as service:
        record, _, _ = drive(tmp_path / "home", working, service)
    assert record.result == "True oak"
