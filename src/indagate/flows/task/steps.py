"""Task: what happens in each state, in the chart's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indagate.errors import BudgetSpent, EffectFailed, ModelDown
from indagate.flow import Context
from indagate.flows.task import kit, supporting
from indagate.flows.task.chart import (
    Accepted,
    AgentFinished,
    Answered,
    Exhausted,
    GaveUp,
    Merged,
    Outcome,
    OutOfBudget,
    Planned,
    Rejected,
    Replanned,
)
from indagate.flows.task.critic.critique import settle
from indagate.flows.task.critic.hard import worked_checks
from indagate.flows.task.critic.verdict import Finding, Verdict
from indagate.flows.task.plan import Part
from indagate.flows.task.react.flow import REACT
from indagate.flows.task.react.record import React, ReactInput
from indagate.flows.task.record import Task
from indagate.flows.task.roles.critic import CRITIC, Judgement, JudgeQuestion, items_of
from indagate.flows.task.roles.merger import MERGER, MergeQuestion, in_a_row
from indagate.flows.task.roles.planner import PLANNER, Plan, PlanQuestion, Refused, plan
from indagate.models import RULE
from indagate.models.value import settled
from indagate.tools.web.egress import PAGES

SHOWN = 4_000
"""Characters of each piece of evidence that a judge is shown."""
RECALLED = 1_000
"""Characters of each tool's result that the planner is shown of a refused attempt."""
PLANNED_FROM = 10_000
"""Tokens that must be left for a plan to be asked of a model: a small budget is the agent's and the judge's."""
WORST = ("BROKEN", "OUT_OF_BUDGET", "LOOPED", "GAVE_UP")
"""How agents may end without an answer, the one that matters most first."""


async def planning(task: Task, ctx: Context[Task]) -> Planned:
    """Choose the route and the parts, unless the user forced a route."""
    chosen, by = await _plan(task, None, ctx)
    return Planned(chosen.route, chosen.parts, chosen.wanted, chosen.reason, by)


async def _plan(task: Task, refused: Refused | None, ctx: Context[Task]) -> tuple[Plan, str]:
    async with kit.serving(task.input.material, ctx.run_name):
        means = await kit.overview(task.input.material, ctx)
    asked = PlanQuestion(task.goal, task.input.route, *means, _requirements(task), refused)
    room = ctx.budget.tokens_left
    if room is not None and room < PLANNED_FROM:
        return plan(asked), RULE
    return await ctx.ask_by(PLANNER, asked)


async def executing(task: Task, ctx: Context[Task]) -> Answered | OutOfBudget | GaveUp:
    """Let agents work: one, several in order, or several side by side."""
    async with kit.serving(task.input.material, ctx.run_name):
        if task.route == "PARALLEL_FLOW":
            ended = await ctx.each(task.parts, lambda part: _agent(part, "", ctx), key=lambda part: part.name)
            return await _together(task, ended, ctx)
        background = ""
        ended = []
        for part in task.parts:
            ended.append(await _agent(part, background, ctx))
            if not ended[-1].answer:
                break
            background += f"{part.name} ({part.goal}): {ended[-1].answer}\n\n"
    return await _handed_over(ended, ended[-1].answer, ended[-1].by, ctx)


async def _agent(part: Part, background: str, ctx: Context[Task]) -> AgentFinished:
    """Run an agent as a child; one that broke off is followed by another that goes on from its work.

    Raises `ModelDown` or `EffectFailed` where it breaks off again: the run then waits to be resumed.
    """
    task = ctx.record
    own = "" if task.route == "MINIMAL_FLOW" else part.goal
    given = ReactInput(
        task.goal, part.name if own else "", own, task.input.material, task.input.max_iterations, task.feedback,
        background, files=tuple(task.files.items()), served=ctx.run_name, wants=_requirements(task), tools=part.tools,
        form=task.input.form if task.route != "PARALLEL_FLOW" and part == task.parts[-1] else "",
        pages=max(1, PAGES // (len(task.parts) * (task.input.max_retries + 1))),
    )  # fmt: skip
    agent: React = await ctx.run(REACT, given, key=f"{task.plans} {part.name}")
    for again in range(task.resumed):
        if agent.state != "BROKEN":
            break
        given = replace(given, steps=tuple(agent.steps), files=tuple(agent.files.items()))
        agent = await ctx.run(REACT, given, key=f"{task.plans} {part.name}, resumed {again + 1}")
    if agent.state == "BROKEN":
        down = agent.error.startswith("Model")
        raise (ModelDown if down else EffectFailed)(f"the agent broke off: {agent.reason}")
    if agent.state == "ABORTED":
        raise EffectFailed("the agent's own run was aborted", hint=f"indagate show {agent.run}")
    outcome: Outcome = agent.state  # type: ignore[assignment]
    finished = AgentFinished(
        part.name, part.goal, outcome, agent.answer, agent.error, agent.reason, agent.turns, agent.found,
        tuple(sorted(agent.files.items())), agent.statistics, agent.run, agent.by or RULE,
    )  # fmt: skip
    async with ctx.scope(part.name):
        await ctx.emit(finished)
    return finished


def _requirements(task: Task) -> tuple[str, ...]:
    """Return the requirements as an agent is told them."""
    wanted = task.input.acceptance
    told = [f"the answer must contain: {element}" for element in wanted.required_elements]
    told += [f"the answer must not contain: {element}" for element in wanted.prohibited_elements]
    for name, how in wanted.domain_specific_checks.items():
        told.append(f"{name}: {', '.join(f'{key} {value}' for key, value in how.items())}")
    return tuple(told)


async def _together(task: Task, ended: Sequence[AgentFinished], ctx: Context[Task]) -> Answered | OutOfBudget | GaveUp:
    """Put together what agents found side by side: by a model, else one answer after the other."""
    parts = tuple((one.name, one.subgoal, one.answer) for one in ended if one.answer)
    if not parts or (ctx.answered_by(MERGER) == RULE and len(parts) < len(ended)):
        return await _handed_over(ended, "", RULE, ctx)
    by = next((one.by for one in ended if one.answer and one.by != RULE), RULE)
    if (len(parts) == 1 and not task.input.form) or ctx.answered_by(MERGER) == RULE:
        return await _handed_over(ended, in_a_row(parts) if len(ended) > 1 else parts[0][2], by, ctx)
    found = await ctx.consult(MERGER, MergeQuestion(task.goal, parts, task.feedback, task.input.form))
    if found is None:
        return await _handed_over(ended, in_a_row(parts), by, ctx)
    merged, merger = found
    await ctx.emit(Merged(merger, len(parts)))
    return await _handed_over(ended, merged.answer, merger, ctx)


async def _handed_over(
    ended: Sequence[AgentFinished], answer: str, by: str, ctx: Context[Task]
) -> Answered | OutOfBudget | GaveUp:
    """Keep what of the answer is supported, or say by name why there is none, and what was answered in parts."""
    cost = ctx.budget.spent
    worst = min((one for one in ended if one.outcome in WORST), key=lambda one: WORST.index(one.outcome), default=None)
    if not answer:
        assert worst is not None
        parts = [f"{one.subgoal} {one.answer}" for one in ended if one.answer]
        return GaveUp(worst.error or "no_answer", "\n".join([worst.reason, *parts]), cost)
    answer, claims, support = await supporting.judged(settled(answer, ctx.record.input.form), by, ctx)
    ref = await ctx.call(kit.keep, ctx.home, answer)
    cost = ctx.budget.spent
    if worst is not None and worst.outcome in ("OUT_OF_BUDGET", "LOOPED"):
        return OutOfBudget(answer, ref, worst.reason, cost, claims, support)
    return Answered(answer, ref, cost, claims, support)


async def critiquing(task: Task, ctx: Context[Task]) -> Accepted | Rejected | Exhausted:
    """Check and judge the answer; what is required binds, whatever the judge says."""
    verdict = await judged(task, ctx)
    made = Accepted if verdict.accepted else Rejected if task.retries_left > 0 else Exhausted
    return made(verdict, ctx.budget.spent)


async def judged(task: Task, ctx: Context[Task]) -> Verdict:
    """Return the verdict on the latest answer; without a model nobody judges, and the hard checks alone bind.

    Raises `InvalidAnswer` for a judge that cannot be understood.
    """
    wanted, answer = task.input.acceptance, task.attempts[-1].answer
    shown = supporting.Shown(task, ctx.store)
    found = [(tool, text) for tool, _, text in shown.told]
    findings = await ctx.call(kit.check, task.goal, answer, wanted, {**dict(found), **task.input.sources})
    findings = [*findings, *worked_checks(answer, shown.work), *supporting.finding(task.attempts[-1])]
    opinion, by, unpaid = await _opinion(task, answer, found, findings, ctx)
    return settle(findings, opinion, wanted.min_score, by, unpaid)


async def _opinion(
    task: Task, answer: str, found: Sequence[tuple[str, str]], findings: Sequence[Finding], ctx: Context[Task]
) -> tuple[Judgement | None, str, str]:
    """Return what the judge says, who it is, and why there is none where the budget did not pay for one."""
    if ctx.answered_by(CRITIC) == RULE:
        return None, "", ""
    wanted, form = task.input.acceptance, task.input.form
    formed = (f"the answer is JSON of the schema {form}, and nothing else",) if form else ()
    question = JudgeQuestion(
        task.goal, answer, items_of(task.goal, task.wanted), tuple(wanted.required_elements),
        tuple(wanted.prohibited_elements),
        (*(f"{name}: {how}" for name, how in wanted.domain_specific_checks.items()), *formed),
        tuple((source, text[:SHOWN]) for source, text in found),
        tuple(finding.message for finding in findings if not finding.passed),
    )  # fmt: skip
    try:
        return *await ctx.ask_by(CRITIC, question), ""
    except BudgetSpent as spent:
        return None, "", spent.message


async def replanning(task: Task, ctx: Context[Task]) -> Replanned:
    """Plan another attempt: the planner sees the refused answer, the critic's reasons and what the tools had shown."""
    last = task.attempts[-1]
    feedback = last.verdict.feedback if last.verdict else ""
    shown = tuple(f"{tool} {call}: {text[:RECALLED]}" for tool, call, text in supporting.shown_texts(task, ctx.store))
    chosen, by = await _plan(task, Refused(last.answer, feedback, shown), ctx)
    return Replanned(chosen.route, chosen.parts, feedback, chosen.wanted, chosen.reason, by)
