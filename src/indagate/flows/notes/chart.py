"""Notes: everything that can happen, at a glance. The seed's table of 23 transitions, and the ways out of an error."""

from __future__ import annotations

from datetime import date
from typing import Literal

from indagate.engine import Aborted, Broke, Resumed
from indagate.flow.worded import NOTHING, Attributed, Supporting
from indagate.flows.notes.entry import Reading
from indagate.flows.notes.query import Cited, Found, Query
from indagate.frozen import dataclass
from indagate.models import RULE
from indagate.statechart import HISTORY, Chart, Final, Join, Wait, Work

InputType = Literal["QUERY", "LOG", "BOTH", "CORRECTION", "NOTHING"]
"""What an input is; NOTHING tells and asks nothing (thanks, a greeting): it goes the way of a question, unasked."""


@dataclass(frozen=True, slots=True)
class Routed:
    """What the input is, which domains it needs, and which part of it is a note, which a question."""

    input_type: InputType
    domains: tuple[str, ...]
    note: str = ""
    question: str = ""
    reason: str = ""
    by: str = RULE
    warnings: tuple[str, ...] = ()
    """What is wrong with files that were passed over: domain modules, a model's answer."""


@dataclass(frozen=True, slots=True)
class QueryReady:
    """The context for a question stands: input_type is QUERY, or domains were added to a question under way."""

    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogReady:
    """The context for a note stands: input_type is LOG or CORRECTION."""

    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BothReady:
    """The context for a note and a question stands."""

    domains: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetrievalPlanned:
    """What is to be looked for: queries, independent of each other."""

    queries: tuple[Query, ...]
    reason: str = ""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class ExpansionRequested:
    """A domain that is not loaded is needed."""

    domain: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClarificationNeeded:
    """There are gaps that only the user can fill."""

    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnoughKnown:
    """There is nothing further to look for: what is missing is named."""

    gaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What the notebook holds for the queries."""

    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class FoundSufficient:
    """verdict == SUFFICIENT: the question can be answered, or it is certain that the notes do not hold the answer."""

    gaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundInsufficient:
    """verdict == INSUFFICIENT: plan again."""

    gap: str


@dataclass(frozen=True, slots=True)
class Expanded:
    """A domain was loaded."""

    domain: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to the user: why it is asked, and answers to choose from, if any."""

    text: str
    why: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """At most three questions were put to the user."""

    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class UserAnswered:
    """The user provided information."""

    text: str


@dataclass(frozen=True, slots=True)
class UserDeclined:
    """The user would rather not say."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer was written, sentence by sentence, with the notes it rests on.

    `claims` say of each sentence who worded and who judged it, `support` what was left out; `beside` is what a model
    was told beside the notes: the domains' expertise, what is known of the person.
    """

    sentences: tuple[str, ...]
    evidence: tuple[Cited, ...]
    by: str = RULE
    warning: str = ""
    """Why a model's answer was not used, if one was asked."""
    claims: tuple[Attributed, ...] = ()
    support: Supporting = NOTHING
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failing:
    """A dimension in which an answer fails, why, and the sentence at fault, if it is one."""

    dimension: Literal["accuracy", "relevance", "safety", "completeness"]
    reason: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """verdict == PASS."""


@dataclass(frozen=True, slots=True)
class FailedRetry:
    """verdict == FAIL, retry_count < max."""

    failing: tuple[Failing, ...]


@dataclass(frozen=True, slots=True)
class FailedOver:
    """verdict == FAIL, retry_count >= max: what stands is a partial answer, with its gaps named."""

    failing: tuple[Failing, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """The line of a note stands in the notebook; nobody has read it yet."""

    day: date
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read in a note, and what was not; or in how many notes of a period how many values were read.

    `left` are notes that are still to be read, `offers` commands that have what was not read be read from now on.
    """

    reading: Reading
    by: str = RULE
    warning: str = ""
    """Why a model's answer was not used, if one was asked."""
    notes: int = 0
    values: int = 0
    left: int = 0
    offers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """The note stands in the notebook, and what a model read in it beside."""

    day: date
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Observed:
    """What set the observer off, and what the global context learnt."""

    triggers: tuple[str, ...]
    learnt: tuple[str, ...] = ()
    archived: int = 0
    aside: str = ""
    """Where a damaged context was put."""


CHART = Chart(
    "notes",
    version=1,
    initial="ROUTE",
    states=[
        Work("ROUTE", {Routed: "BUILD_CONTEXT"}, doc="what is this, and which domains does it need?"),
        Work(
            "BUILD_CONTEXT",
            {QueryReady: "PLAN", LogReady: "PARSE", BothReady: ("PLAN", "PARSE")},
            doc="load the domains and what is known of the user",
        ),
        Work(
            "PLAN",
            {
                RetrievalPlanned: "RETRIEVE",
                ExpansionRequested: "EXPAND_DOMAIN",
                ClarificationNeeded: "CLARIFY",
                EnoughKnown: "SYNTHESIZE",
            },
            doc="what is to be looked for?",
        ),
        Work("RETRIEVE", {Retrieved: "ANALYZE"}, doc="find the entries, and compute"),
        Work(
            "ANALYZE",
            {FoundSufficient: "SYNTHESIZE", FoundInsufficient: "PLAN", ExpansionRequested: "EXPAND_DOMAIN"},
            doc="is that enough?",
        ),
        Work("EXPAND_DOMAIN", {Expanded: "BUILD_CONTEXT"}, doc="load one more domain"),
        Work("CLARIFY", {Asked: "WAIT_USER"}, doc="put what only the user knows into questions"),
        Wait("WAIT_USER", {UserAnswered: "ANALYZE", UserDeclined: "SYNTHESIZE"}, doc="a question to you"),
        Work("SYNTHESIZE", {Drafted: "EVALUATE"}, doc="write the answer, with the notes it rests on"),
        Work(
            "EVALUATE",
            {Passed: "OBSERVE", FailedRetry: "PLAN", FailedOver: "OBSERVE"},
            doc="accuracy, relevance, safety, completeness",
        ),
        Work("PARSE", {Parsed: "STORE"}, doc="append the note to the notebook, then read it"),
        Work("STORE", {Stored: "OBSERVE"}, doc="keep what was read beside the notebook"),
        Join("OBSERVE", {Observed: "COMPLETE"}, doc="is there something to remember?"),
        Final("COMPLETE"),
        Final("ABORTED"),
        Wait(
            "ERROR",
            {Resumed: HISTORY, Aborted: "ABORTED"},
            doc="resume when the cause is gone: what you wrote is kept",
        ),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)
EMITS: tuple[type, ...] = (Kept,)
