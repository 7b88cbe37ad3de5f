"""Judging an answer: the checks that can be made without any opinion, and their weight against a judged quality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from indagate.flows.task.criteria import AcceptanceCriteria
from indagate.flows.task.critic.verdict import Finding, Verdict
from indagate.flows.task.roles.critic import Judgement


async def check_answer(
    goal: str, answer: str, acceptance: AcceptanceCriteria, sources: Mapping[str, str] | None = None
) -> list[Finding]:
    """Return what every check that the criteria ask for found, and those that hold for any answer."""
    from indagate.flows.task.critic.citation import citation
    from indagate.flows.task.critic.code import code_quality
    from indagate.flows.task.critic.element import elements
    from indagate.flows.task.critic.math import formulas
    from indagate.flows.task.critic.visible import is_empty

    found = [Finding("answer", True, "there is an answer")]
    if is_empty(answer):
        found = [Finding("answer", False, "the answer is empty: a reader sees nothing of it", 0.0)]
    found += elements(answer, acceptance)
    if (told := acceptance.told("code_quality")) is not None:
        found += await code_quality(answer, told)
    if (told := acceptance.told("math")) is not None:
        found += formulas(answer, told)
    if (told := acceptance.told("citation")) is not None:
        found += citation(answer, told, sources or {})
    return found


def settle(findings: Sequence[Finding], opinion: Judgement | None, least: float, by: str, unpaid: str = "") -> Verdict:
    """Return the verdict: the judged quality, capped by every requirement that is missed; `least` is the threshold.

    Where nobody judged, the score is the least of the caps.
    """
    caps = [finding.cap for finding in findings if not finding.passed]
    judged = opinion.score if opinion is not None else None
    score = min([1.0 if judged is None else judged, *caps])
    told = [finding.message for finding in findings if not finding.passed]
    items: tuple[tuple[float, str], ...] = ()
    if opinion is not None:
        items = tuple((item.score, item.why) for item in opinion.items)
        told += [item.why for item in opinion.items if item.score < 1 and item.why]
        told += [opinion.feedback] if opinion.feedback else []
    return Verdict(
        round(score, 4), least, None if judged is None else round(judged, 4), tuple(findings), "; ".join(told), by,
        items, unpaid,
    )  # fmt: skip


async def critique(
    goal: str, answer: str, acceptance: AcceptanceCriteria | None = None, sources: Mapping[str, str] | None = None
) -> Verdict:
    """Judge an answer by the checks alone: nobody judges its quality."""
    wanted = acceptance or AcceptanceCriteria()
    return settle(await check_answer(goal, answer, wanted, sources), None, wanted.min_score, "")
