"""Task: everything that can happen, at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from indagate.budget import Amount
from indagate.engine import Aborted, Broke, Resumed
from indagate.flow.worded import NOTHING, Attributed, Supporting
from indagate.flows.task.critic.verdict import Verdict
from indagate.flows.task.plan import Part, Route, Wanted
from indagate.flows.task.react.chart import Count, Kept
from indagate.models import RULE
from indagate.statechart import HISTORY, Chart, Final, Wait, Work

Outcome = Literal["ANSWERED", "OUT_OF_BUDGET", "LOOPED", "GAVE_UP", "BROKEN"]
"""How an agent ended."""


# --- events that leave a state --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Planned:
    """The route stands, what each agent is to do, and what the answer will be held to."""

    route: Route
    parts: tuple[Part, ...]
    wanted: tuple[Wanted, ...] = ()
    reason: str = ""
    by: str = RULE


@dataclass(frozen=True, slots=True)
class Replanned:
    """Another attempt is planned, with what the critic said of the last one."""

    route: Route
    parts: tuple[Part, ...]
    feedback: str
    wanted: tuple[Wanted, ...] = ()
    reason: str = ""
    by: str = RULE


@dataclass(frozen=True, slots=True)
class Answered:
    """There is an answer; its text is kept in the content store under `ref`. `cost` is the run's, up to now.

    `claims` say of each sentence who worded and who judged it, `support` what was left out.
    """

    answer: str
    ref: str
    cost: Amount = Amount()
    claims: tuple[Attributed, ...] = ()
    support: Supporting = NOTHING


@dataclass(frozen=True, slots=True)
class OutOfBudget:
    """The agents ran out of turns or budget, and left an answer all the same."""

    answer: str
    ref: str
    reason: str
    cost: Amount = Amount()
    claims: tuple[Attributed, ...] = ()
    support: Supporting = NOTHING


@dataclass(frozen=True, slots=True)
class GaveUp:
    """There is no answer: `error` is a name (needs_model, not_found, out_of_budget, looped, no_answer)."""

    error: str
    reason: str
    cost: Amount = Amount()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The critic takes the answer."""

    verdict: Verdict
    cost: Amount = Amount()


@dataclass(frozen=True, slots=True)
class Rejected:
    """The critic refuses the answer, and another attempt is left."""

    verdict: Verdict
    cost: Amount = Amount()


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The critic refuses the answer, and no attempt is left."""

    verdict: Verdict
    cost: Amount = Amount()


# --- progress within a state ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AgentFinished:
    """An agent ended: its subgoal, how, its answer, what it found and the files that it left."""

    name: str
    subgoal: str
    outcome: Outcome
    answer: str = ""
    error: str = ""
    reason: str = ""
    turns: int = 0
    found: tuple[Kept, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    tools: tuple[tuple[str, tuple[Count, ...]], ...] = ()
    child: str = ""
    by: str = RULE


@dataclass(frozen=True, slots=True)
class Merged:
    """What several agents found was put together."""

    by: str
    parts: int


EMITS = (AgentFinished, Merged)
CHART = Chart(
    "task",
    version=1,
    initial="PLANNING",
    states=[
        Work("PLANNING", {Planned: "EXECUTING"}, doc="choose the route and the subgoals"),
        Work(
            "EXECUTING",
            {Answered: "CRITIQUING", OutOfBudget: "CRITIQUING", GaveUp: "FAILED"},
            doc="let agents think and use tools",
        ),
        Work(
            "CRITIQUING",
            {Accepted: "DONE", Rejected: "REPLANNING", Exhausted: "FAILED"},
            doc="judge the answer; requirements bind",
        ),
        Work("REPLANNING", {Replanned: "EXECUTING"}, doc="another way, with the critic's feedback"),
        Final("DONE"),
        Final("FAILED"),
        Final("ABORTED"),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="could not go on; a person decides"),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)
