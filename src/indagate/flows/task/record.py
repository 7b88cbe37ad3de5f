"""What a task knows: its route, what its agents did, every attempt with its verdict, and the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from indagate.budget import Amount
from indagate.engine import Broke, Record, Resumed, Stamp
from indagate.errors import InputError
from indagate.flow.worded import NOTHING, Attributed, Supporting
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
from indagate.flows.task.criteria import AcceptanceCriteria, OrchestrationStatus
from indagate.flows.task.critic.verdict import Verdict
from indagate.flows.task.material import Material
from indagate.flows.task.plan import Part, Route, Wanted
from indagate.flows.task.react.record import SUMMARY


@dataclass(frozen=True, slots=True)
class TaskInput:
    """What a task starts from. `route` forces one; `max_retries` is how often a refused answer is tried again.

    `sources` are texts by name that citations may point to, beside what the task finds itself. `form` is the JSON
    Schema, as text, of an answer that a program reads. `user_id` says for whom it is done.
    """

    goal: str
    acceptance: AcceptanceCriteria = field(default_factory=AcceptanceCriteria)
    route: Literal["auto", "MINIMAL_FLOW", "RESEARCH_ANALYZE_SYNTHESIZE", "PARALLEL_FLOW"] = "auto"
    max_iterations: int = 10
    max_retries: int = 0
    material: Material = field(default_factory=Material)
    sources: dict[str, str] = field(default_factory=dict)
    user_id: str = ""
    form: str = ""

    def __post_init__(self) -> None:
        if not self.goal.strip():
            raise InputError("there is no goal", hint='Give one: indagate task "GOAL"')
        if self.max_iterations < 1 or self.max_retries < 0:
            raise InputError("max_iterations must be 1 or more, and max_retries 0 or more")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that an answer rests on, or the answer itself.

    `kind` is DOC for an answer and TOOL for what a tool brought; `ref` is the digest under which its text is kept,
    `source` who made it, `summary` its first 200 characters.
    """

    kind: Literal["DOC", "TOOL"]
    ref: str
    summary: str
    source: str
    call: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer, and what the critic said of it, once it has."""

    answer: str
    ref: str
    verdict: Verdict | None = None
    claims: tuple[Attributed, ...] = ()
    support: Supporting = NOTHING


@dataclass
class Task(Record[TaskInput]):
    """The fold of a task's events."""

    route: Route | None = None
    parts: tuple[Part, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    reason: str = ""
    agents: list[AgentFinished] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    cost: Amount = Amount()
    feedback: str = ""
    error: str = ""
    why: str = ""
    resumed: int = 0
    plans: int = 0
    cut_short: bool = False
    paid_at: int = 0
    """The last row up to which no work was ended by the budget: the plan, or an agent that came to its end after it."""
    paid_to: int = 0
    """That row, where the budget ended the task."""

    @property
    def status(self) -> OrchestrationStatus:
        """Where the task stands."""
        return OrchestrationStatus(self.state)

    @property
    def subgoals(self) -> list[str]:
        """The parts' names."""
        return [part.name for part in self.parts]

    @property
    def goal(self) -> str:
        """The goal."""
        return self.input.goal

    @property
    def best(self) -> Attempt | None:
        """The attempt with the best score; the latest of equals, one not judged yet last of all."""
        judged = [attempt for attempt in self.attempts if attempt.verdict is not None]
        pool = judged or self.attempts
        score = [attempt.verdict.score if attempt.verdict else 0.0 for attempt in pool]
        return max(zip(score, range(len(pool)), pool, strict=True), key=lambda one: one[:2])[2] if pool else None

    @property
    def answer(self) -> str:
        """The best answer so far; nothing if there is none."""
        return self.best.answer if self.best else ""

    @property
    def score(self) -> float | None:
        """The score of the best answer, if it was judged."""
        return self.best.verdict.score if self.best and self.best.verdict else None

    @property
    def unpaid(self) -> bool:
        """Whether the budget ended an agent's work, and not its number of turns."""
        return any(one.outcome == "OUT_OF_BUDGET" and one.turns < self.input.max_iterations for one in self.agents)

    @property
    def retries_left(self) -> int:
        """How often a refused answer may still be tried again."""
        return self.input.max_retries - (self.plans - 1)

    def fold(self, event: object, stamp: Stamp) -> None:
        """Take one event in."""
        cost = getattr(event, "cost", None)
        if isinstance(cost, Amount):
            self.cost = cost
        match event:
            case Planned() | Replanned():
                self.route, self.parts, self.wanted, self.reason = event.route, event.parts, event.wanted, event.reason
                self.plans += 1
                self.paid_at = stamp.row
                self.feedback = event.feedback if isinstance(event, Replanned) else ""
            case AgentFinished():
                self.agents.append(event)
                self.files.update(event.files)
                found = [Evidence("TOOL", one.ref, one.summary, one.source, one.call) for one in event.found]
                self.evidence += [one for one in found if one not in self.evidence]
                self.paid_at = self.paid_at if self.unpaid else stamp.row
            case Answered(answer=answer, ref=ref) | OutOfBudget(answer=answer, ref=ref):
                self.attempts.append(Attempt(answer, ref, None, event.claims, event.support))
                self.cut_short = isinstance(event, OutOfBudget) and self.unpaid
                self.evidence.append(Evidence("DOC", ref, answer[:SUMMARY], "react_agent"))
            case GaveUp(error=error, reason=reason):
                self.error, self.why = error, reason
                self.paid_to = self.paid_at if error == "out_of_budget" and self.unpaid else 0
            case Accepted(verdict=verdict) | Rejected(verdict=verdict) | Exhausted(verdict=verdict):
                self.attempts[-1] = replace(self.attempts[-1], verdict=verdict)
                if isinstance(event, Exhausted):
                    self.error, self.why = "low_score", verdict.feedback
                    self.paid_to = self.paid_at if self.cut_short else 0
            case Broke(reason=reason):
                self.why = reason
            case Resumed():
                self.resumed, self.why = self.resumed + 1, ""
