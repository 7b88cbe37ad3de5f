"""Judging an answer: the checks that can be made without any opinion, and their weight against a judged quality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.verdict import Finding, Verdict

CAP = 0.4
"""The most that an answer scores which misses a requirement."""


async def check_answer(
    goal: str, answer: str, acceptance: AcceptanceCriteria, sources: Mapping[str, str] | None = None
) -> list[Finding]:
    """Return what every check that the criteria ask for found, and those that hold for any answer."""
    from indagate.flows.task.critic.citation import citation
    from indagate.flows.task.critic.code import code_quality
    from indagate.flows.task.critic.element import elements
    from indagate.flows.task.critic.math import formulas
    from indagate.flows.task.critic.substance import substance

    found = [*substance(answer), *elements(answer, acceptance)]
    if (told := acceptance.told("code_quality")) is not None:
        found += await code_quality(answer, told)
    if (told := acceptance.told("math")) is not None:
        found += formulas(answer, told)
    if (told := acceptance.told("citation")) is not None:
        found += citation(answer, told, sources or {})
    return found


def settle(findings: Sequence[Finding], judged: float, feedback: str, min_score: float, mind: str) -> Verdict:
    """Return the verdict: the judged quality, capped by every requirement that is missed."""
    caps = [finding.cap for finding in findings if not finding.passed]
    score = min([max(0.0, min(1.0, judged)), *caps])
    missed = [finding.message for finding in findings if not finding.passed]
    told = "; ".join([*missed, *([feedback] if feedback else [])])
    return Verdict(round(score, 4), min_score, round(judged, 4), tuple(findings), told, mind)


async def critique(
    goal: str, answer: str, acceptance: AcceptanceCriteria | None = None, sources: Mapping[str, str] | None = None
) -> Verdict:
    """Judge an answer without a model: the checks, and a quality by rule."""
    from indagate.flows.task.ask import JudgeQuestion
    from indagate.flows.task.offline.judge import judge

    wanted = acceptance or AcceptanceCriteria()
    findings = await check_answer(goal, answer, wanted, sources)
    found = judge(JudgeQuestion(goal, answer, wanted.min_score, evidence=tuple((sources or {}).items())))
    return settle(findings, found.score, found.feedback, wanted.min_score, "offline")
