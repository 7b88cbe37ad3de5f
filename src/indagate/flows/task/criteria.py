"""What a task is held to: acceptance criteria, budgets, routes, and the states as the Python face names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from indagate.errors import InputError

CHECKS: Mapping[str, frozenset[str]] = {
    "code_quality": frozenset({"require_code", "tests"}),
    "math": frozenset({"require_formula"}),
    "citation": frozenset({"require_citation"}),
}
"""The domain specific checks, and what each may be told."""
MIN_SCORE = 0.7


class OrchestrationStatus(StrEnum):
    """Where a task stands."""

    PLANNING = "PLANNING"
    EXECUTING = "EXECUTING"
    CRITIQUING = "CRITIQUING"
    REPLANNING = "REPLANNING"
    DONE = "DONE"
    FAILED = "FAILED"
    ERROR = "ERROR"
    ABORTED = "ABORTED"


class RouteType(StrEnum):
    """How a task is executed: by one agent, by three in order, or by three side by side."""

    MINIMAL_FLOW = "MINIMAL_FLOW"
    RESEARCH_ANALYZE_SYNTHESIZE = "RESEARCH_ANALYZE_SYNTHESIZE"
    PARALLEL_FLOW = "PARALLEL_FLOW"


@dataclass(frozen=True, slots=True)
class AcceptanceCriteria:
    """What an answer has to be. Requirements bind: where one is not met no score is enough.

    `required_elements` and `prohibited_elements` are words or phrases, alternatives divided by `|`;
    `domain_specific_checks` has `code_quality` (`require_code`, `tests`: Python), `math` (`require_formula`) and
    `citation` (`require_citation`).
    """

    min_score: float = MIN_SCORE
    required_elements: Sequence[str] = ()
    prohibited_elements: Sequence[str] = ()
    domain_specific_checks: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 <= self.min_score <= 1:
            raise InputError(f"min_score is a number from 0 to 1, not {self.min_score}")
        for name, told in self.domain_specific_checks.items():
            if name not in CHECKS:
                raise InputError(f"there is no check {name!r}", hint=f"There are: {', '.join(CHECKS)}.")
            wrong = sorted(set(told) - CHECKS[name])
            if wrong:
                known = ", ".join(sorted(CHECKS[name]))
                raise InputError(f"the check {name} is not told {wrong[0]!r}", hint=f"It takes: {known}.")
            for word, value in told.items():
                if not isinstance(value, str if word == "tests" else bool):
                    kind = "Python, as a text" if word == "tests" else "true or false"
                    raise InputError(f"the check {name} takes {word} as {kind}, not {value!r}")
        for element in (*self.required_elements, *self.prohibited_elements):
            if not element.strip(" |"):
                raise InputError("an element that is required or prohibited has no words")

    def told(self, check: str) -> dict[str, Any] | None:
        """Return what a check is told; None if it was not asked for."""
        return self.domain_specific_checks.get(check)


@dataclass(frozen=True, slots=True)
class Budgets:
    """Hard limits of a task: turns of thinking for each agent, model tokens, dollars, calls, seconds."""

    max_iterations: int = 10
    total_tokens: int | None = None
    dollars: float | None = None
    calls: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.max_iterations < 1:
            raise InputError(f"max_iterations must be 1 or more, not {self.max_iterations}")
