"""Task: what happens in each state, in the chart's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indagate.errors import EffectFailed, ModelDown
from indagate.flows.task import kit
from indagate.flows.task.ask import JudgeQuestion, MergeQuestion
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
from indagate.flows.task.critic.verdict import Verdict
from indagate.flows.task.offline.route import choose, lead_of
from indagate.flows.task.react.flow import REACT
from indagate.flows.task.react.record import React, ReactInput
from indagate.flows.task.record import Task
from indagate.flows.task.roles import CRITIC, MERGER, THINKER
from indagate.lab import Lab

SHOWN = 4_000
"""Characters of each piece of evidence that a judge is shown."""
WORST = ("BROKEN", "OUT_OF_BUDGET", "LOOPED", "GAVE_UP")
"""How agents may end without an answer, the one that matters most first."""


async def planning(task: Task, lab: Lab[Task]) -> Planned:
    """Choose the route by the goal, unless the user forced one."""
    route, reason = choose(task.goal, task.input.route)
    return Planned(route, lead_of(route), reason)


async def executing(task: Task, lab: Lab[Task]) -> Answered | OutOfBudget | GaveUp:
    """Let agents work: one, several in order, or several side by side."""
    async with kit.serving(task.input.material, lab.run_name):
        if task.route == "PARALLEL_FLOW":
            ended = await lab.each(task.subgoals, lambda goal: _agent(goal, "", lab), key=lambda goal: goal)
            return await _together(task, ended, lab)
        background = ""
        ended = []
        for subgoal in task.subgoals:
            ended.append(await _agent(subgoal, background, lab))
            if not ended[-1].answer:
                break
            background += f"{subgoal}: {ended[-1].answer}\n\n"
    return await _handed_over(ended, ended[-1].answer, lab)


async def _agent(subgoal: str, background: str, lab: Lab[Task]) -> AgentFinished:
    """Run an agent as a child; one that broke off is followed by another that goes on from its work.

    Raises `ModelDown` or `EffectFailed` where it breaks off again: the run then waits to be resumed.
    """
    task = lab.record
    part = "" if task.route == "MINIMAL_FLOW" else subgoal
    given = ReactInput(
        task.goal, part, task.input.material, task.input.max_iterations, task.feedback, background,
        files=tuple(task.files.items()), served=lab.run_name, wants=_wants(task),
    )  # fmt: skip
    agent: React = await lab.run(REACT, given, key=subgoal)
    for again in range(task.resumed):
        if agent.state != "BROKEN":
            break
        given = replace(given, steps=tuple(agent.steps), files=tuple(agent.files.items()))
        agent = await lab.run(REACT, given, key=f"{subgoal}, resumed {again + 1}")
    if agent.state == "BROKEN":
        down = agent.error.startswith("Model")
        raise (ModelDown if down else EffectFailed)(f"the agent broke off: {agent.reason}")
    if agent.state == "ABORTED":
        raise EffectFailed("the agent's own run was aborted", hint=f"indagate show {agent.run}")
    outcome: Outcome = agent.state  # type: ignore[assignment]
    finished = AgentFinished(
        subgoal, part or task.goal, outcome, agent.answer, agent.error, agent.reason, agent.turns, agent.found,
        tuple(sorted(agent.files.items())), agent.statistics, agent.run,
    )  # fmt: skip
    async with lab.scope(subgoal):
        await lab.emit(finished)
    return finished


def _wants(task: Task) -> tuple[str, ...]:
    """Return the requirements as an agent is told them."""
    wanted = task.input.acceptance
    told = [f"the answer must contain: {element}" for element in wanted.required_elements]
    told += [f"the answer must not contain: {element}" for element in wanted.prohibited_elements]
    for name, how in wanted.domain_specific_checks.items():
        told.append(f"{name}: {', '.join(f'{key} {value}' for key, value in how.items())}")
    return tuple(told)


async def _together(task: Task, ended: Sequence[AgentFinished], lab: Lab[Task]) -> Answered | OutOfBudget | GaveUp:
    """Merge what agents found side by side."""
    parts = tuple((one.name, one.answer) for one in ended if one.answer)
    if len(parts) < 2:
        return await _handed_over(ended, parts[0][1] if parts else "", lab)
    merged = await lab.ask(MERGER, MergeQuestion(task.goal, parts, task.feedback))
    mind = "offline" if MERGER.name in lab.by_rule else lab.mind(MERGER)
    await lab.emit(Merged(mind, len(parts)))
    return await _handed_over(ended, merged.answer, lab)


async def _handed_over(ended: Sequence[AgentFinished], answer: str, lab: Lab[Task]) -> Answered | OutOfBudget | GaveUp:
    """Keep the answer, or say by name why there is none."""
    cost = lab.budget.spent
    worst = min((one for one in ended if one.outcome in WORST), key=lambda one: WORST.index(one.outcome), default=None)
    if not answer:
        assert worst is not None
        return GaveUp(worst.error or "no_answer", worst.reason, cost)
    ref = await lab.call(kit.keep, str(lab.store.root), answer)
    if worst is not None and worst.outcome in ("OUT_OF_BUDGET", "LOOPED"):
        return OutOfBudget(answer, ref, worst.reason, cost)
    return Answered(answer, ref, cost)


async def critiquing(task: Task, lab: Lab[Task]) -> Accepted | Rejected | Exhausted:
    """Check and judge the answer; what is required binds, whatever the judge says."""
    verdict = await judged(task, lab)
    cost = lab.budget.spent
    if verdict.accepted:
        return Accepted(verdict, cost)
    return Rejected(verdict, cost) if task.retries_left > 0 else Exhausted(verdict, cost)


async def judged(task: Task, lab: Lab[Task]) -> Verdict:
    """Return the verdict on the latest answer. Raises `InvalidAnswer` for a judge that cannot be understood."""
    wanted, answer = task.input.acceptance, task.attempts[-1].answer
    found = [
        (item.source, lab.store.get(item.ref).decode("utf-8", "surrogatepass")[:SHOWN])
        for item in task.evidence
        if item.kind == "TOOL"
    ]
    sources = {**dict(found), **task.input.sources}
    findings = await lab.call(kit.check, task.goal, answer, wanted, sources)
    question = JudgeQuestion(
        task.goal, answer, wanted.min_score, tuple(wanted.required_elements), tuple(wanted.prohibited_elements),
        tuple(f"{name}: {how}" for name, how in wanted.domain_specific_checks.items()), tuple(found),
        tuple(finding.message for finding in findings if not finding.passed),
    )  # fmt: skip
    opinion = await lab.ask(CRITIC, question)
    mind = "offline" if CRITIC.name in lab.by_rule else lab.mind(CRITIC)
    return settle(findings, opinion.score, opinion.feedback, wanted.min_score, mind)


async def replanning(task: Task, lab: Lab[Task]) -> Replanned:
    """Plan another attempt with the critic's feedback: where one agent did not do, three in order may."""
    feedback = task.attempts[-1].verdict.feedback if task.attempts[-1].verdict else ""
    route, reason = task.route or "MINIMAL_FLOW", "again, with the critic's feedback"
    free = task.input.route == "auto" and lab.mind(THINKER) != "offline"
    if free and route == "MINIMAL_FLOW":
        route, reason = "RESEARCH_ANALYZE_SYNTHESIZE", "one agent did not do; three in order may"
    return Replanned(route, lead_of(route), feedback, reason)
