"""The ReAct agent: what happens in each state."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

from indagate.engine import encode
from indagate.errors import BudgetSpent, Declined, InvalidAnswer, Rejected, TimedOut
from indagate.flows.task import kit
from indagate.flows.task.ask import Offered, Seen, Thinking, ThinkQuestion, Turn
from indagate.flows.task.offline.conclude import conclude
from indagate.flows.task.react.chart import (
    Call,
    Concluded,
    LoopDetected,
    Muddled,
    Observed,
    RanOut,
    Resigned,
    Thought,
    ToolUsed,
)
from indagate.flows.task.react.record import React
from indagate.flows.task.roles import THINKER
from indagate.lab import Lab
from indagate.tools.python.tool import Printed
from indagate.tools.router import LOOP, Router, Use
from indagate.tools.workspace import Written

MUDDLES = 3
"""Answers that could not be used, after which an agent gives up."""
CALLS = 6
"""Calls of one turn."""
LEAST, FRAME = 600, 900
"""Tokens of the shortest answer that is asked for, and of what the prompt always holds."""
SHOWN = 12_000
"""Characters of a result that an agent is shown."""


async def think(react: React, lab: Lab[React]) -> Thought | Concluded | Resigned | RanOut:
    """Ask the thinker what to do next; an answer of it that cannot be used costs a turn."""
    given = react.input
    router = await kit.router(react, lab)
    while react.turns < given.max_iterations:
        try:
            found = await lab.ask(THINKER, _within(_question(react, router, given.max_iterations - react.turns), lab))
        except BudgetSpent as spent:
            return RanOut(spent.message, conclude(_question(react, router, 0)))
        except (InvalidAnswer, Declined, Rejected, TimedOut) as error:
            react = await lab.emit(Muddled(error.message))
            if react.muddles >= MUDDLES:
                return Resigned("", "no_answer", f"{react.muddles} times the model gave no usable answer")
            continue
        event = _event(found)
        if event is not None:
            return event
        react = await lab.emit(Muddled("it chose no tool and gave no answer"))
        if react.muddles >= MUDDLES:
            return Resigned(found.thought, "no_answer", "the model neither uses a tool nor answers")
    reason = f"all {given.max_iterations} turns of thinking are spent"
    return RanOut(reason, conclude(_question(react, router, 0)))


def _event(found: Thinking) -> Thought | Concluded | Resigned | None:
    if found.error:
        return Resigned(found.thought, found.error, found.reason)
    if found.calls:
        return Thought(found.thought, found.calls[:CALLS])
    return Concluded(found.thought, found.answer.strip()) if found.answer.strip() else None


def _question(react: React, router: Router, left: int) -> ThinkQuestion:
    given = react.input
    offers = tuple(
        Offered(offer.name, offer.doc, json.dumps(dict(offer.schema), ensure_ascii=False, sort_keys=True))
        for offer in router.offers
    )
    turns = tuple(
        Turn(step.thought, tuple(Seen(use.tool, use.arguments, use.status, use.text) for use in step.uses))
        for step in react.steps
    )
    today = datetime.fromtimestamp(react.born.at / 1000, UTC).date().isoformat()
    return ThinkQuestion(
        given.goal, given.subgoal, offers, turns, left, today, given.feedback, given.background, given.wants
    )


def _within(question: ThinkQuestion, lab: Lab[React]) -> ThinkQuestion:
    """Return the question cut to the tokens that are left: where they do for one turn only, it is the last."""
    room = lab.budget.tokens_left
    if room is None:
        return question
    most = max(LEAST, min(question.most, room // 3))
    turn = len(encode(question)) // 3 + FRAME + most
    return replace(question, most=most, left=1 if room < 2 * turn else question.left)


async def act(react: React, lab: Lab[React]) -> Observed | LoopDetected | RanOut:
    """Use the tools that were chosen, side by side; a call asked for too often is not made, and ends the loop."""
    assert react.thinking is not None
    router = await kit.router(react, lab)
    asked = Counter(same_call(use.tool, use.arguments) for step in react.steps[:-1] for use in step.uses)
    calls: list[tuple[int, Call, bool]] = []
    for number, call in enumerate(react.thinking.calls):
        asked[same := same_call(call.tool, call.arguments)] += 1
        calls.append((number, call, asked[same] >= LOOP))
    spent: list[str] = []

    async def use(one: tuple[int, Call, bool]) -> None:
        number, call, looped = one
        try:
            used = await _use(call, looped, router, lab)
        except BudgetSpent as error:
            spent.append(error.message)
            used = Use(call.tool, "BLOCKED", error=error.message)
        good = used.status == "SUCCESS"
        text = kit.shown(used.value) if good else used.error
        ref = await lab.call(kit.keep, str(lab.store.root), text) if good else ""
        files = used.value.files if isinstance(used.value, Written | Printed) else ()
        await lab.emit(ToolUsed(call.tool, call.arguments, used.status, text[:SHOWN], ref, number, files))

    await lab.each(calls, use, key=lambda one: str(one[0]))
    for _, call, looped in calls:
        if looped:
            return LoopDetected(call, LOOP, conclude(_question(lab.record, router, 0)))
    if spent:
        return RanOut(spent[0], conclude(_question(lab.record, router, 0)))
    return Observed()


async def _use(call: Call, looped: bool, router: Router, lab: Lab[React]) -> Use:
    """Use a tool by the router, unless that would be a loop or the arguments are no JSON object."""
    if looped:
        why = f"{call.tool} was asked {LOOP} times with the same arguments"
        return Use(call.tool, "BLOCKED", error=why, looped=True)
    try:
        arguments = json.loads(call.arguments or "{}")
    except ValueError as error:
        return Use(call.tool, "FAILED", error=f"the arguments are no JSON: {error}")
    if not isinstance(arguments, dict):
        return Use(call.tool, "FAILED", error="the arguments are no JSON object")
    return await router.use(call.tool, arguments, kit.caller(lab))


def same_call(tool: str, arguments: str) -> str:
    """Return what is the same for calls that ask for the same, however their JSON is written."""
    try:
        return f"{tool} {json.dumps(json.loads(arguments or '{}'), sort_keys=True)}"
    except ValueError:
        return f"{tool} {arguments}"
