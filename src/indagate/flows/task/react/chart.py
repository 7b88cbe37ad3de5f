"""The ReAct agent: everything that can happen."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.engine import Aborted, Broke
from indagate.statechart import Chart, Final, Work
from indagate.tools.router import Status


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the agent wants to use, with its arguments as a JSON object."""

    tool: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that was found and kept: whence, under which digest, its first words, and the call that found it."""

    source: str
    ref: str
    summary: str
    call: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """How often calls of a tool ended so."""

    status: str
    times: int


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of thinking with the calls it led to and what became of them."""

    thought: str
    uses: tuple[ToolUsed, ...] = ()


# --- events ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thought:
    """The agent thought, and wants to use tools."""

    thought: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Observed:
    """Every call of this turn has ended."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """The agent has its answer."""

    thought: str
    answer: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Resigned:
    """The agent cannot reach the goal: `error` is a name, `reason` a sentence."""

    thought: str
    error: str
    reason: str


@dataclass(frozen=True, slots=True)
class RanOut:
    """Turns or budget are spent; `answer` is what can be said from what was found, perhaps nothing."""

    reason: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class LoopDetected:
    """The same call with the same arguments was asked for too often; it was not made again."""

    call: Call
    times: int
    answer: str = ""


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """What became of a call: its status and what the agent is shown of it; all of it is kept under `ref`."""

    tool: str
    arguments: str
    status: Status
    text: str
    ref: str = ""
    number: int = 0
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Muddled:
    """The model's answer could not be used; it counts as a turn."""

    reason: str


EMITS = (ToolUsed, Muddled)
CHART = Chart(
    "react",
    version=1,
    initial="THINK",
    states=[
        Work(
            "THINK",
            {Thought: "ACT", Concluded: "ANSWERED", Resigned: "GAVE_UP", RanOut: "OUT_OF_BUDGET"},
            doc="what is known, what is missing",
        ),
        Work("ACT", {Observed: "THINK", LoopDetected: "LOOPED", RanOut: "OUT_OF_BUDGET"}, doc="use the tools chosen"),
        Final("ANSWERED"),
        Final("GAVE_UP"),
        Final("LOOPED"),
        Final("OUT_OF_BUDGET"),
        Final("BROKEN"),
        Final("ABORTED"),
    ],
    anywhere={Broke: "BROKEN", Aborted: "ABORTED"},
)
