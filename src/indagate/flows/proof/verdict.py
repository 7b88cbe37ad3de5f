"""What a check finds: diagnostics in one schema, an entry for each attack, and the verdict they add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Judgement = Literal["accepted", "checked-not-replayed", "rejected", "refuted"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What a checker says of a place in a file; `hole` is a proof that was left out."""

    severity: str
    text: str
    line: int = 0
    column: int = 0
    hole: bool = False


@dataclass(frozen=True, slots=True)
class Compiled:
    """How compiling a file went: `ended` says what stopped it, `prints` what it said (a hint, never believed)."""

    clean: bool
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    ended: str = "itself"
    prints: str = ""

    @property
    def first_error(self) -> str:
        """The first error in one line, or what stopped the checker."""
        if self.ended != "itself":
            return {"time": f"stopped after {self.seconds:.0f} s", "output": "stopped: it printed without end"}[
                self.ended
            ]
        for item in self.diagnostics:
            if item.severity == "error":
                return " ".join(item.text.split())[:400]
        return "" if self.clean else "the checker ended without a word"


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack on an attempt: `survived` is None where it could not be tried; `required` ones decide."""

    name: str
    survived: bool | None
    detail: str = ""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of a check and everything that led to it."""

    verdict: Judgement
    reason: str
    attacks: tuple[Attack, ...]
    axioms: tuple[str, ...] = ()
    wall: str = ""
    seconds: float = 0.0
    hurried: bool = False
    """Whether the time allowed for all attacks together ran out."""

    @property
    def stands(self) -> bool:
        """Whether every required attack was survived."""
        return self.verdict in ("accepted", "checked-not-replayed")


def sum_up(
    attacks: list[Attack], axioms: tuple[str, ...], wall: str, seconds: float, *, hurried: bool = False
) -> Verdict:
    """Return the verdict: one required attack not survived rejects; one that could not be tried lowers it.

    What an attack found that is for a human to judge is named in the reason.
    """
    fallen = next((a for a in attacks if a.required and a.survived is False), None)
    untried = next((a for a in attacks if a.required and a.survived is None), None)
    refuted = fallen is not None and fallen.name == "refutation"
    judged: Judgement = "accepted"
    reason = "every required attack was survived"
    if fallen is not None:
        judged, reason = "refuted" if refuted else "rejected", f"{fallen.name}: {fallen.detail}"
    elif untried is not None:
        judged, reason = "checked-not-replayed", f"{untried.name}: {untried.detail}"
    if fallen is None:
        noted = [f"{a.name}: {a.detail}" for a in attacks if not a.required and a.survived is False]
        reason += f"; for you to judge: {'; '.join(noted)}" if noted else ""
    return Verdict(judged, reason, tuple(attacks), axioms, wall, seconds, hurried)
