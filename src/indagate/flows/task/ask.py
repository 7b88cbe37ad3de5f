"""The questions that a task asks of its roles, and their answers."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.task.react.chart import Call


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool that the agent may use: its name, what it does, and the form of its arguments as JSON."""

    name: str
    doc: str
    schema: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a call, as the agent is shown it."""

    tool: str
    arguments: str
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn: the thought and what its calls showed."""

    thought: str
    seen: tuple[Seen, ...] = ()


@dataclass(frozen=True, slots=True)
class ThinkQuestion:
    """What does the agent do next? `left` counts the turns that it has, this one included.

    `most` is how many tokens its answer may have.
    """

    goal: str
    subgoal: str
    tools: tuple[Offered, ...]
    turns: tuple[Turn, ...]
    left: int
    today: str
    feedback: str = ""
    background: str = ""
    wants: tuple[str, ...] = ()
    most: int = 3000

    @property
    def names(self) -> frozenset[str]:
        """The names of the tools."""
        return frozenset(tool.name for tool in self.tools)


@dataclass(frozen=True, slots=True)
class Thinking:
    """What an agent does next: use tools, or answer, or give up with a named error and a reason."""

    thought: str
    calls: tuple[Call, ...] = ()
    answer: str = ""
    error: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MergeQuestion:
    """What do several agents' answers come to? Each part has its subgoal and answer."""

    goal: str
    parts: tuple[tuple[str, str], ...]
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Merger:
    """One answer from several."""

    answer: str


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """How good is an answer? The judge sees the goal, the criteria in words, the evidence, and what checks found."""

    goal: str
    answer: str
    min_score: float
    required: tuple[str, ...] = ()
    prohibited: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judge's score from 0 to 1, and what would make the answer better."""

    score: float
    feedback: str = ""
