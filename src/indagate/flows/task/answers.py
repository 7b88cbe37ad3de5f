"""What models are asked for in the roles of a task, made into outputs, and what is wrong with an answer."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from indagate.flows.task.ask import Judgement, JudgeQuestion, MergeQuestion, Merger, Thinking, ThinkQuestion
from indagate.flows.task.react.chart import Call


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """A tool by name, and its arguments as the text of a JSON object."""

    tool: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True)
class ThinkingAnswer:
    """What a model thinks, and either the tools that it wants to use or its answer."""

    thought: str
    calls: list[ToolChoice] = field(default_factory=list)
    answer: str = ""


def thinking(asked: ThinkQuestion, given: ThinkingAnswer) -> Thinking:
    """Make the output of a model's answer; what it chooses wrongly the router will say."""
    calls = tuple(Call(choice.tool.strip(), choice.arguments) for choice in given.calls)
    if calls and asked.left <= 1 and given.answer.strip():
        calls = ()  # no turn is left in which their results could be read
    return Thinking(given.thought, calls, "" if calls else given.answer)


def check_merger(asked: MergeQuestion, given: Merger) -> list[str]:
    """Return what is wrong with a merged answer."""
    return [] if given.answer.strip() else ["the answer is empty"]


def check_judgement(asked: JudgeQuestion, given: Judgement) -> list[str]:
    """Return what is wrong with a judgement: a score that is none."""
    if not math.isfinite(given.score) or not 0 <= given.score <= 1:
        return [f"the score is a number from 0 to 1, not {given.score}"]
    return []
