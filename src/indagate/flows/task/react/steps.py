"""The ReAct agent: what happens in each state."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from indagate.engine import encode
from indagate.errors import BudgetSpent, Declined, InvalidAnswer, Rejected, TimedOut
from indagate.flow import Context
from indagate.flows.task import kit
from indagate.flows.task.react.chart import (
    Concluded,
    LoopDetected,
    Muddled,
    Observed,
    RanOut,
    Resigned,
    Thought,
    ToolUsed,
)
from indagate.flows.task.react.leaving import Decision, decide
from indagate.flows.task.react.record import React
from indagate.flows.task.roles.thinker import THINKER, Offered, PastTurn, Seen, Thinking, ThinkQuestion, conclude
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


async def think(react: React, ctx: Context[React]) -> Thought | Concluded | Resigned | RanOut:
    """Ask the thinker what to do next; an answer of it that cannot be used costs a turn."""
    given = react.input
    router = await kit.router(react, ctx)
    tables = await kit.described(given.material, ctx)
    documents = await kit.listed(given.material, ctx)
    while react.turns < given.max_iterations:
        try:
            async with ctx.scope(f"turn {react.turns}"):
                asked = _within(_question(react, router, given.max_iterations - react.turns, tables, documents), ctx)
                found, by = await ctx.ask_by(THINKER, asked, stand_in=False)
        except BudgetSpent as spent:
            return RanOut(spent.message, conclude(_question(react, router, 0)))
        except (InvalidAnswer, Declined, Rejected, TimedOut) as error:
            react = await ctx.emit(Muddled(error.message))
            if react.muddles >= MUDDLES:
                told = f"{react.muddles} times the model gave no usable answer: {error.message}"
                return Resigned("", "no_answer", told)
            continue
        event = _event(found, by)
        if event is not None:
            return event
        react = await ctx.emit(Muddled("it chose no tool and gave no answer"))
        if react.muddles >= MUDDLES:
            return Resigned(found.thought, "no_answer", "the model neither uses a tool nor answers")
    reason = f"all {given.max_iterations} turns of thinking are spent"
    return RanOut(reason, conclude(_question(react, router, 0)))


def _event(found: Thinking, by: str) -> Thought | Concluded | Resigned | None:
    if found.error:
        return Resigned(found.thought, found.error, found.reason)
    if found.calls:
        return Thought(found.thought, found.calls[:CALLS])
    return Concluded(found.thought, found.answer.strip(), by) if found.answer.strip() else None


def _question(
    react: React, router: Router, left: int, tables: str = "", documents: tuple[str, ...] = ()
) -> ThinkQuestion:
    given = react.input
    forms = (json.dumps(dict(offer.schema), ensure_ascii=False, sort_keys=True) for offer in router.offers)
    offers = tuple(Offered(offer.name, offer.doc, form) for offer, form in zip(router.offers, forms, strict=True))
    turns = tuple(
        PastTurn(step.thought, tuple(Seen(use.tool, use.arguments, use.status, use.text, use.ref) for use in step.uses))
        for step in react.steps
    )
    return ThinkQuestion(
        given.goal, given.subgoal, given.question, offers, turns, left, kit.today(react).isoformat(), tables,
        feedback=given.feedback, background=given.background, wants=given.wants, documents=documents, form=given.form,
    )  # fmt: skip


def _within(question: ThinkQuestion, ctx: Context[React]) -> ThinkQuestion:
    """Return the question cut to the tokens that are left: where they do for one turn only, it is the last."""
    room = ctx.budget.tokens_left
    if room is None:
        return question
    most = max(LEAST, min(question.most, room // 3))
    turn = len(encode(question)) // 3 + FRAME + most
    return replace(question, most=most, left=1 if room < 2 * turn else question.left)


async def act(react: React, ctx: Context[React]) -> Observed | LoopDetected | RanOut:
    """Use the tools that were chosen, side by side; a call asked for too often is not made, and ends the loop."""
    assert react.thinking is not None
    router = await kit.router(react, ctx)
    asked = Counter(same_call(use.tool, use.arguments) for step in react.steps[:-1] for use in step.uses)
    calls: list[tuple[int, Decision, bool]] = []
    remote = kit.remote_tools(react.input.material, router)
    for number, decision in enumerate(decide(react, react.thinking.calls, remote)):
        asked[same := same_call(decision.call.tool, decision.call.arguments)] += 1
        calls.append((number, decision, asked[same] >= LOOP))
    spent: list[str] = []

    async def use(one: tuple[int, Decision, bool]) -> None:
        number, decision, looped = one
        call = decision.call
        try:
            used = await _use(decision, looped, router, ctx)
        except BudgetSpent as error:
            spent.append(error.message)
            used = Use(call.tool, "BLOCKED", error=error.message)
        good = used.status == "SUCCESS"
        text = kit.shown(used.value) if good else used.error
        ref = await ctx.call(kit.keep, ctx.home, text) if good else ""
        files = used.value.files if isinstance(used.value, Written | Printed) else ()
        await ctx.emit(ToolUsed(call.tool, call.arguments, used.status, text[:SHOWN], ref, number, files))

    await ctx.each(calls, use, key=lambda one: str(one[0]))
    for _, decision, looped in calls:
        if looped:
            return LoopDetected(decision.call, LOOP, conclude(_question(ctx.record, router, 0)))
    if spent:
        return RanOut(spent[0], conclude(_question(ctx.record, router, 0)))
    return Observed()


async def _use(decision: Decision, looped: bool, router: Router, ctx: Context[React]) -> Use:
    """Use a tool by the router, unless it would send out what stays here, be a loop, or has no JSON object."""
    call = decision.call
    if decision.refused:
        return Use(call.tool, "BLOCKED", error=decision.refused)
    if looped:
        why = f"{call.tool} was asked {LOOP} times with the same arguments"
        return Use(call.tool, "BLOCKED", error=why, looped=True)
    try:
        arguments = json.loads(call.arguments or "{}")
    except ValueError as error:
        return Use(call.tool, "FAILED", error=f"the arguments are no JSON: {error}")
    if not isinstance(arguments, dict):
        return Use(call.tool, "FAILED", error="the arguments are no JSON object")
    return await router.use(call.tool, arguments, kit.caller(ctx))


def same_call(tool: str, arguments: str) -> str:
    """Return what is the same for calls that ask for the same, however their JSON is written."""
    try:
        return f"{tool} {json.dumps(json.loads(arguments or '{}'), sort_keys=True)}"
    except ValueError:
        return f"{tool} {arguments}"
