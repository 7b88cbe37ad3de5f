"""What the roles of the notes flow are asked, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.flows.notes.chart import Ask, Failing, InputType
from indagate.flows.notes.domain import Domain
from indagate.flows.notes.entry import Item
from indagate.flows.notes.query import Answered, Cited, Query, Result


@dataclass(frozen=True, slots=True)
class RouteQuestion:
    """What is this text, and which of the domains does it need?"""

    text: str
    mode: Literal["tell", "log", "ask", "correct"]
    as_of: date
    domains: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The type of an input, its domains, the part that is a note and the part that is a question."""

    input_type: InputType
    domains: tuple[str, ...]
    note: str
    question: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """What does this note tell? It was written on that day."""

    text: str
    day: date
    domains: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class Parsing:
    """The things a note tells."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """What is to be looked for, given what was tried, found, told by the user and found wanting?

    `loaded` are the domains at hand, `others` those that could be loaded; `note` is what came with the question.
    """

    text: str
    note: str
    as_of: date
    loaded: tuple[Domain, ...]
    others: tuple[Domain, ...]
    tried: tuple[Query, ...]
    results: tuple[Result, ...]
    told: tuple[str, ...]
    failing: tuple[Failing, ...] = ()
    asked: int = 0
    computed: tuple[str, ...] = ()
    """The results in words, as models are shown them; likewise below."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do next: retrieve these queries, load that domain, ask the user of these gaps, or write."""

    step: Literal["retrieve", "expand", "clarify", "write"]
    queries: tuple[Query, ...] = ()
    domain: str = ""
    gaps: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AnalysisQuestion:
    """Is what was found enough to answer?"""

    text: str
    answered: tuple[Answered, ...]
    loaded: tuple[str, ...]
    told: tuple[str, ...]
    replans: int
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """What is missing; whether it is outside of what the loaded domains know, and which domain may know it."""

    text: str
    outside_current_expertise: bool = False
    suspected_domain: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Whether it is enough, and what is missing."""

    verdict: Literal["SUFFICIENT", "INSUFFICIENT"]
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class ClarifyQuestion:
    """Put these gaps into at most three questions to the user."""

    text: str
    gaps: tuple[str, ...]
    loaded: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class Clarification:
    """The questions."""

    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class WriteQuestion:
    """Answer from these results and no others; name the gaps."""

    text: str
    results: tuple[Result, ...]
    told: tuple[str, ...]
    gaps: tuple[str, ...]
    declined: bool
    loaded: tuple[Domain, ...]
    context: str = ""
    failing: tuple[Failing, ...] = ()
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """The answer in sentences."""

    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """Is this answer accurate, relevant, safe and complete?"""

    text: str
    sentences: tuple[str, ...]
    evidence: tuple[Cited, ...]
    results: tuple[Result, ...]
    told: tuple[str, ...]
    gaps: tuple[str, ...]
    loaded: tuple[Domain, ...]
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The dimensions in which the answer fails; none: it passes."""

    failing: tuple[Failing, ...]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something to remember of the user: what kind of thing, of what, in words, how certain, from which note or run."""

    kind: Literal["preference", "pattern", "fact", "insight"]
    topic: str
    text: str
    certainty: float
    source: str
    day: date


@dataclass(frozen=True, slots=True)
class ObserveQuestion:
    """What of this is worth remembering? `triggers` say why it is asked."""

    triggers: tuple[str, ...]
    text: str
    stored: Cited | None
    items: tuple[Item, ...]
    marks: tuple[str, ...]
    results: tuple[Result, ...]
    as_of: date
    run: str
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What to remember."""

    learnt: tuple[Learnt, ...]
