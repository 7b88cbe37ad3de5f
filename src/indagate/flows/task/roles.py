"""The questions that a task asks, their answers, the rules that answer them offline, and the prompts for models."""

from __future__ import annotations

from pathlib import Path

from indagate.flows.task import answers
from indagate.flows.task.ask import Judgement, JudgeQuestion, MergeQuestion, Merger, Thinking, ThinkQuestion
from indagate.flows.task.offline.judge import judge
from indagate.flows.task.offline.merge import merge
from indagate.flows.task.offline.think import think
from indagate.minds import Role

_PROMPTS = Path(__file__).with_name("prompts")

THINKER: Role[ThinkQuestion, Thinking] = Role(
    "thinker",
    Thinking,
    think,
    doc="what an agent does next: use tools, or answer",
    prompt=_PROMPTS / "thinker.md",
    max_tokens=lambda asked: asked.most,
    answer=answers.ThinkingAnswer,
    adapt=answers.thinking,
)
MERGER: Role[MergeQuestion, Merger] = Role(
    "merger",
    Merger,
    merge,
    doc="one answer from several agents' answers",
    prompt=_PROMPTS / "merger.md",
    max_tokens=3000,
    check=answers.check_merger,
    spare=True,
)
CRITIC: Role[JudgeQuestion, Judgement] = Role(
    "critic",
    Judgement,
    judge,
    doc="how good an answer is, 0 to 1, and what would make it better",
    prompt=_PROMPTS / "critic.md",
    max_tokens=800,
    check=answers.check_judgement,
    spare=True,
)
ROLES = (THINKER, MERGER, CRITIC)
