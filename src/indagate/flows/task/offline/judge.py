"""A quality by rule, where no model judges: not whether an answer is right, but whether it is an answer at all."""

from __future__ import annotations

from indagate.flows.task.ask import Judgement, JudgeQuestion


def judge(asked: JudgeQuestion) -> Judgement:
    """Return a quality."""
    return Judgement(0.9)
