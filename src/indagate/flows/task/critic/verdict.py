"""What the critic says: a score, what each check found, and feedback for another attempt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. `cap` is the most that the score may be because of it; 1 where nothing is wrong."""

    check: str
    passed: bool
    message: str
    cap: float = 1.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A score from 0 to 1, held against `min_score`; `judged` is the quality before the checks capped it."""

    score: float
    min_score: float
    judged: float
    findings: tuple[Finding, ...] = ()
    feedback: str = ""
    mind: str = "offline"

    @property
    def accepted(self) -> bool:
        """Whether the answer will do: no requirement is missed, and the score reaches the threshold."""
        return self.score >= self.min_score and all(finding.passed for finding in self.findings)
