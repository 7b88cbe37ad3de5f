"""What an agent knows: its goal, its turns, and the files of its workspace."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from indagate.engine import Broke, Record, Stamp
from indagate.flows.task.material import Material
from indagate.flows.task.react.chart import (
    Concluded,
    Count,
    Kept,
    LoopDetected,
    Muddled,
    RanOut,
    Resigned,
    Step,
    Thought,
    ToolUsed,
)
from indagate.tools.web.egress import PAGES

SUMMARY = 200
"""Characters of a piece of evidence's summary."""


@dataclass(frozen=True, slots=True)
class ReactInput:
    """What an agent starts from: the goal, its part in it, what was found before, and the means.

    `subgoal` names its part and `question` says it, where the goal has parts. `wants` are the requirements in words,
    `tools` those that the plan names for it (all where there are none). `steps` and `files` are those of an agent that
    broke off, on whose work this one goes on. `served` is the run that keeps MCP servers connected. `form` is the
    JSON Schema of its answer, if that is the task's and a program reads it. `pages` of one site it may read at most,
    where it sees private documents.
    """

    goal: str
    subgoal: str = ""
    question: str = ""
    material: Material = field(default_factory=Material)
    max_iterations: int = 10
    feedback: str = ""
    background: str = ""
    steps: tuple[Step, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    served: str = ""
    wants: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    form: str = ""
    pages: int = PAGES


@dataclass
class React(Record[ReactInput]):
    """The fold of an agent's events."""

    steps: list[Step] = field(default_factory=list)
    thinking: Thought | None = None
    muddles: int = 0
    files: dict[str, str] = field(default_factory=dict)
    answer: str = ""
    by: str = ""
    error: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        self.steps = list(self.input.steps)
        self.files = dict(self.input.files)

    @property
    def turns(self) -> int:
        """How often it has thought so far."""
        return len(self.steps) + self.muddles

    @property
    def uses(self) -> list[ToolUsed]:
        """What became of every call."""
        return [use for step in self.steps for use in step.uses]

    @property
    def found(self) -> tuple[Kept, ...]:
        """What its calls found."""
        good = [use for use in self.uses if use.status == "SUCCESS" and use.ref]
        kept = {(use.tool, use.arguments): use for use in good}
        return tuple(
            Kept(use.tool, use.ref, " ".join(use.text.split())[:SUMMARY], use.arguments) for use in kept.values()
        )

    @property
    def statistics(self) -> tuple[tuple[str, tuple[Count, ...]], ...]:
        """How the calls of each tool ended."""
        counts: dict[str, Counter[str]] = {}
        for use in self.uses:
            counts.setdefault(use.tool, Counter())[use.status] += 1
        return tuple(
            (tool, tuple(Count(status, times) for status, times in sorted(found.items())))
            for tool, found in sorted(counts.items())
        )

    def fold(self, event: object, stamp: Stamp) -> None:
        """Take one event in."""
        match event:
            case Thought(thought=thought):
                self.thinking = event
                self.steps.append(Step(thought))
            case ToolUsed():
                step = self.steps[-1]
                uses = sorted((*step.uses, event), key=lambda use: use.number)
                self.steps[-1] = Step(step.thought, tuple(uses))
                self.files.update(event.files)
            case Muddled(reason=reason):
                self.muddles += 1
                self.reason = reason
            case Concluded(thought=thought, answer=answer, by=by):
                self.steps.append(Step(thought))
                self.answer, self.by = answer, by
            case Resigned(error=error, reason=reason):
                self.error, self.reason = error, reason
            case RanOut(reason=reason, answer=answer):
                self.error, self.reason, self.answer = "out_of_budget", reason, answer
            case LoopDetected(call=call, times=times, answer=answer):
                self.error, self.answer = "looped", answer
                self.reason = f"it asked for {call.tool} {times} times with the same arguments"
            case Broke(reason=reason, error=error):
                self.error, self.reason = error or "broken", reason
