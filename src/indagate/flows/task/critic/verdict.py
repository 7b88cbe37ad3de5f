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
    """A score from 0 to 1, held against `min_score`.

    `judged` is the quality before the checks capped it, None where nobody judged; `by` is who did, `items` what was
    said of each thing that the goal asks for: a score and why; `unpaid` why the budget did not pay for a judge.
    """

    score: float
    min_score: float
    judged: float | None = None
    findings: tuple[Finding, ...] = ()
    feedback: str = ""
    by: str = ""
    items: tuple[tuple[float, str], ...] = ()
    unpaid: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the answer will do: no requirement is missed, and the score reaches the threshold."""
        return self.score >= self.min_score and all(finding.passed for finding in self.findings)

    @property
    def judge(self) -> str:
        """Who judged, as a person is told it."""
        return f"judged by {self.by}" if self.by else f"judged by nobody: {self.unpaid or 'only the checks were made'}"
