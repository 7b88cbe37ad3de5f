"""Tasks for tests: run with the rules, or with a scripted model."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from indagate.app import App
from indagate.budget import Budget
from indagate.flows.task import FLOW, Task, TaskInput
from models.material import quick
from parts.scripted import Asked, Scripted, Turned

TASK = Path(__file__).parents[3] / "src/indagate/flows/task/roles"
CORPUS = Path(__file__).parents[3] / "examples" / "heat-pumps"
ANSWER = (
    "Machine learning lets a program improve at a task by example instead of by rule. It is shown many examples "
    "with the right answers, adjusts its numbers until its own answers are close, and is then tried on examples "
    "that it has not seen. A spam filter is such a program: nobody writes down what spam is; it is shown mail "
    "that people have marked. What matters is that it does well on new mail, not that it knows the old by heart, "
    "so a part of the examples is kept back for the trial. Common kinds are learning with answers, without "
    "answers, and by reward. Its limits are those of its examples: what they lack it cannot know, and what is "
    "unfair in them it repeats. That is why examples are chosen with care."
)


def scripted(
    think: Callable[[Asked], Any],
    *,
    score: float = 0.77,
    judge: Callable[[Asked], Any] | None = None,
    plan: Callable[[Asked], Any] | None = None,
    **more: Any,
) -> Scripted:
    """A service whose agent thinks as the function says, and whose critic gives a score."""
    answers = {
        "thinker": think,
        "agent": lambda asked: turned(think(asked)),
        "planner": plan or (lambda asked: {"route": "minimal", "parts": [], "wanted": [], "reason": "one look"}),
        "critic": judge or (lambda asked: judgement(score, "say more of its limits")),
        "merger": lambda asked: {"answer": "Merged: " + " / ".join(asked.data)},
    }
    return Scripted(answers=answers, prompts=(TASK,), **more)


def judgement(score: float, feedback: str = "") -> dict[str, Any]:
    return {"items": [{"score": score, "why": ""}], "feedback": feedback}


def says(answer: str) -> dict[str, Any]:
    return {"thought": "I know this.", "calls": [], "answer": answer}


def uses(tool: str, arguments: str = "{}") -> dict[str, Any]:
    return {"thought": "I look it up.", "calls": [{"tool": tool, "arguments": arguments}], "answer": ""}


def turned(step: Any) -> Turned:
    """The same step in the provider's own form: calls with the thought beside them, or the answer as text."""
    calls = tuple((f"x{n}", call["tool"], call["arguments"]) for n, call in enumerate(step["calls"]))
    return Turned(calls, step["thought"] if calls else step["answer"])


def turns(asked: Asked) -> int:
    """How many turns the agent has had before, in words or as messages."""
    told = len(re.findall(r"^Turn \d+\.", asked.text, re.M))
    return told + sum(message["role"] == "assistant" for message in asked.body["messages"])


def shown(asked: Asked) -> str:
    """What a request shows the agent: the prompt, and what its calls gave."""
    return "\n".join(message["content"] or "" for message in asked.body["messages"] if message["role"] != "assistant")


def run(
    home: Path, goal: str, model: str = "", *, budget: Budget | None = None, output: str = "", context: int = 0,
    **given: Any,
) -> Task:  # fmt: skip
    """Run a task to where it rests."""

    async def work() -> Task:
        answerers = quick(model, home, output=output, context=context) if model else None
        async with App(home, answerers=answerers) as app:
            handle = await app.start(FLOW, TaskInput(goal, **given), budget=budget)
            await handle.drive()
            record: Task = handle.record
            return record

    return asyncio.run(work())


def resume(home: Path, model: str = "") -> Task:
    """Resume the last run after an error, to where it rests."""

    async def work() -> Task:
        async with App(home, answerers=quick(model, home) if model else None) as app:
            await app.signal("last", "resume")
            handle = await app.resume("last")
            await handle.drive()
            record: Task = handle.record
            return record

    return asyncio.run(work())


def states(home: Path, name: str = "last") -> list[str]:
    """The states that a run went through."""

    async def read() -> list[str]:
        async with App(home) as app:
            return [row.stands for row in app.rows(name) if row.stands]

    return asyncio.run(read())
