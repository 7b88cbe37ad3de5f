"""The files of a task, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from indagate.engine import Links, Log, Page, Row, View
from indagate.flow import Ended
from indagate.flow.worded import NOTHING, attributions
from indagate.flows.task.chart import (
    Accepted,
    AgentFinished,
    Answered,
    Exhausted,
    GaveUp,
    OutOfBudget,
    Planned,
    Rejected,
    Replanned,
)
from indagate.flows.task.critic.verdict import Verdict
from indagate.flows.task.record import Task
from indagate.models.role import WAYS_OUT
from indagate.models.value import value_of
from indagate.number import count


def render_answer(task: Task) -> str:
    """Render answer.md: the best answer alone."""
    return task.answer.rstrip() + "\n"


def render_state(task: Task) -> str:
    """Render state.md: goal, route, attempts with their verdicts, agents with their tools, evidence."""
    route = task.route or "not chosen"
    lines = [f"# {' '.join(task.goal.split())}", "", f"- Status: {task.state}", f"- Route: {route}"]
    cost = f"{count(task.cost.calls, 'call')}, {count(task.cost.tokens, 'token')}, ${task.cost.dollars:.4f}"
    lines += [f"- Subgoals: {', '.join(task.subgoals)}", f"- Cost: {cost}"]
    lines += [f"- Error: {task.error or 'none'}" + (f" ({task.why})" if task.why else "")]
    for number, attempt in enumerate(task.attempts, 1):
        lines += ["", f"## Attempt {number}", "", *_quoted(attempt.answer)]
        lines += ["", *attempt.support.lines] if attempt.support.lines else []
        if attempt.verdict is not None:
            lines += ["", *_verdict(attempt.verdict)]
    if task.agents:
        lines += ["", "## Agents", "", "| agent | outcome | turns | tools |", "|---|---|---|---|"]
        for agent in task.agents:
            counted = [(tool, ", ".join(f"{one.times} {one.status}" for one in counts)) for tool, counts in agent.tools]
            used = "; ".join(" ".join(one) for one in counted) or "none"
            lines.append(f"| {agent.name} ({agent.child}) | {agent.outcome} | {agent.turns} | {used} |")
    if task.evidence:
        lines += ["", "## Evidence", ""]
        lines += [
            f"- {item.kind} {item.source} `{item.ref[:12]}` {' '.join(item.summary.split())}" for item in task.evidence
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> list[str]:
    return [f"> {line}" if line else ">" for line in text.splitlines()] or ["> (nothing)"]


def _verdict(verdict: Verdict) -> list[str]:
    word = "accepted" if verdict.accepted else "refused"
    lines = [f"Score {verdict.score:.2f}, threshold {verdict.min_score:.2f}: {word} ({verdict.judge})", ""]
    lines += [f"- {'✓' if finding.passed else '✗'} {finding.check}: {finding.message}" for finding in verdict.findings]
    lines += [f"- {score:.2f} {why}" for score, why in verdict.items if why]
    return [*lines, *([f"- {verdict.feedback}"] if verdict.feedback and verdict.accepted else [])]


def trace(row: Row, event: object, task: Task) -> str | None:
    """Tell a row as the orchestrator's log does, a line for each state that is left."""
    match event:
        case Planned(route=route, parts=parts):
            return f"PLANNING → Set subgoals={[part.name for part in parts]}, route='{route}'"
        case Replanned(route=route, parts=parts):
            return f"REPLANNING → Set subgoals={[part.name for part in parts]}, route='{route}', with feedback"
        case AgentFinished(name=name, outcome=outcome, turns=turns):
            return f"EXECUTING: {name} {outcome} after {count(turns, 'turn')}"
        case Answered(answer=answer) | OutOfBudget(answer=answer):
            return f"EXECUTING → Generated answer ({len(answer)} chars), collected evidence"
        case GaveUp(error=error, reason=reason):
            return f"EXECUTING → FAILED: {error} ({reason})"
        case Accepted(verdict=verdict) | Rejected(verdict=verdict) | Exhausted(verdict=verdict):
            return f"CRITIQUING → Score {verdict.score:.2f}, threshold {verdict.min_score:g} → {row.stands}"
    return f"{row.name} → {row.stands}" if row.kind == "move" else None


def links(event: object, task: Task) -> Iterable[tuple[str, str]]:
    """Yield path and digest of what is shown in the run's folder: each answer, and the files of the workspace."""
    if isinstance(event, Answered | OutOfBudget):
        yield f"answers/{len(task.attempts)}.md", event.ref
    if isinstance(event, AgentFinished):
        for name, sha in event.files:
            yield f"workspace/{len(task.agents)}/{name}", sha


VIEWS: tuple[View, ...] = (
    Page("answer.md", render_answer, when=lambda task: bool(task.answer)),
    Page("state.md", render_state),
    Log("logs/orchestrator.log", trace),
    Links(links),
)


def _scored(task: Task) -> str:
    verdict = task.best.verdict if task.best else None
    return "" if verdict is None else f"score {verdict.score:.2f} of {verdict.min_score:.2f}, {verdict.judge}"


def summary(task: Task) -> str:
    """Say in a line how the task stands."""
    score = _scored(task)
    if task.state == "DONE":
        return "\n".join([task.answer, *(task.best.support.lines if task.best else ()), score])
    if task.state == "FAILED":
        lines = [f"{task.error}: {task.why}" if task.why else task.error]
        lines += [WAYS_OUT] if task.error == "no_answer" else []
        if task.paid_to:
            fork = f"indagate fork {task.run} --at {task.paid_to}"
            lines.append(f"To go on with a larger budget, fork it ({fork}) and resume the fork with --budget-….")
        lines += [f"best answer ({score}): {task.answer}"] if task.answer else []
        return "\n".join(lines)
    return f"{task.state}: {len(task.agents)} agents have ended, {len(task.attempts)} answers"


def details(task: Task) -> Mapping[str, Any]:
    """Return what `--json` says of a task."""
    best = task.best
    verdict = best.verdict if best else None
    return {
        "goal": task.goal,
        "answer": task.answer or None,
        "value": typed(task),
        "error": task.error or (task.why if task.state == "ERROR" else None),
        "reason": task.why or None,
        "paid_to": task.paid_to or None,
        "score": task.score,
        "min_score": task.input.acceptance.min_score,
        "judged": bool(verdict and verdict.by),
        "by": verdict.by if verdict else "",
        "claims": attributions(best.claims if best else ()),
        "support": (best.support if best else NOTHING).counts,
        "feedback": verdict.feedback if verdict else "",
        "route": task.route,
        "subgoals": task.subgoals,
        "attempts": len(task.attempts),
        "evidence": [
            {"kind": item.kind, "ref": item.ref, "summary": item.summary, "source": item.source, "call": item.call}
            for item in task.evidence
        ],
        "tools": {tool: {c.status: c.times for c in counts} for agent in task.agents for tool, counts in agent.tools},
        "cost": {"tokens": task.cost.tokens, "dollars": task.cost.dollars, "calls": task.cost.calls},
    }


def typed(task: Task) -> Any:
    """Return the best answer as the value that it is, where a form is asked for and it is of it; else None."""
    if not task.input.form:
        return None
    try:
        return value_of(task.answer, task.input.form)
    except ValueError:
        return None


def outcome(task: Task) -> Ended:
    """Say how a task came out that has ended."""
    if task.state == "FAILED":
        return "needs_model" if task.error in ("needs_model", "no_answer") else "failed"
    return "done"
