"""What a proof run knows, and the one place where events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from indagate.engine import Broke, Record, Stamp
from indagate.flows.proof import chart
from indagate.flows.proof.library import Lemma
from indagate.flows.proof.portfolio import DIRECT, Idea, Known
from indagate.flows.proof.portfolio.approach import Related
from indagate.flows.proof.statement import Lock, Statement
from indagate.flows.proof.verdict import Verdict

PROPOSER = "approach-proposer"
"""The role whose rounds are counted."""


@dataclass(frozen=True)
class ProofInput:
    """What a run is started with: the statement file's text, its language, what is allowed, and the informal words."""

    statement: str
    language: str = "coq"
    axioms: tuple[str, ...] = ()
    name: str = "statement"
    informal: str = ""
    seconds: float = 40.0


@dataclass
class Attempt:
    """One attempt: its file, how compiling it went, and the verdict if it was attacked."""

    number: int
    made: chart.AttemptMade
    verdict: Verdict | None = None


@dataclass
class Trial:
    """An approach that was selected: its hope, its attempts and, once it is over, its post-mortem."""

    number: int
    name: str
    hypothesis: str
    direction: str
    attempts: list[Attempt] = field(default_factory=list)
    begun: int = 0
    failure: str = ""
    detail: str = ""
    insight: str = ""
    outcome: str = "under way"


@dataclass
class Proof(Record[ProofInput]):
    """The record of a proof run."""

    lock: Lock | None = None
    wall: str = ""
    related: tuple[Related, ...] = ()
    lessons: tuple[str, ...] = ()
    hindered: tuple[str, ...] = ()
    ideas: tuple[Idea, ...] = ()
    silent: list[str] = field(default_factory=list)
    rounds: int = 0
    symbols: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    lemmas: tuple[tuple[str, str], ...] = ()
    stuck: tuple[str, ...] = ()
    direction: str = DIRECT
    excluded: list[str] = field(default_factory=list)
    queue: tuple[str, ...] = ()
    trials: list[Trial] = field(default_factory=list)
    iteration: int = 0
    since: int = 0
    blocker: str = ""
    review: list[str] = field(default_factory=list)
    verdict: Verdict | None = None
    refutation: str = ""

    @property
    def statement(self) -> Statement:
        """The locked statement."""
        assert self.lock is not None
        return self.lock.statement

    @property
    def known(self) -> Known:
        """What the portfolio may use."""
        assert self.lock is not None
        lemmas = tuple(Lemma(name, said) for name, said in self.lemmas)
        return Known(
            self.hints, lemmas, self.stuck, self.lock.axioms, self.related, self.ideas, self.hindered
        )  # fmt: skip

    @property
    def trial(self) -> Trial:
        """The approach that is under way or was last."""
        return self.trials[-1]

    @property
    def attempts(self) -> int:
        """How many attempts were made in all."""
        return sum(len(trial.attempts) for trial in self.trials)

    @property
    def tried(self) -> set[str]:
        """The names of the approaches that were selected."""
        return {trial.name for trial in self.trials}

    @property
    def proof(self) -> Attempt | None:
        """The attempt that stands, if any."""
        last = self.trials[-1].attempts[-1] if self.trials and self.trials[-1].attempts else None
        stands = self.state in ("BREAKTHROUGH", "PROVED", "REFUTED")
        return last if stands and last is not None and last.made.clean else None

    def fold(self, event: Any, stamp: Stamp) -> None:
        """Take one event in."""
        if type(event) in chart.CHART.events:
            self.since = stamp.at
        match event:
            case chart.Initialised(lock, wall):
                self.lock, self.wall, self.blocker = lock, wall, ""
            case chart.Understood(related, lessons, hindered):
                self.related, self.lessons, self.hindered = related, lessons, hindered
            case chart.Proposed(by, ideas, stuck, failed):
                self.ideas += ideas
                self.rounds += by == PROPOSER
                self.stuck = stuck or self.stuck
                if failed:
                    self.silent.append(f"{by}: {failed}")
            case chart.Surveyed(symbols, hints, lemmas, stuck):
                self.symbols, self.hints, self.lemmas, self.stuck = symbols, hints, lemmas, stuck
            case chart.Explored(direction, approaches):
                self.direction, self.queue = direction, approaches
            case chart.Selected(name, hypothesis):
                self.iteration += 1
                self.trials.append(Trial(len(self.trials) + 1, name, hypothesis, self.direction, begun=stamp.at))
            case chart.Pivoted(excluded):
                self.excluded.append(excluded)
            case chart.Stopped(reason):
                self.blocker = reason
            case chart.CheckerMissing(checker, install):
                self.blocker = f"the checker {checker} is not installed\n{install}"
            case Broke(reason):
                self.blocker = reason
            case chart.Confirmed(text):
                self.review.append(f"confirmed. {text}".strip())
            case chart.FlawReported(text):
                self.review.append(f"flaw: {text}")
            case _:
                self._fold_trial(event)

    def _fold_trial(self, event: Any) -> None:
        match event:
            case chart.AttemptMade():
                self.trial.attempts.append(Attempt(len(self.trial.attempts) + 1, event))
            case chart.Attacked(verdict):
                self.trial.attempts[-1].verdict = verdict
            case chart.AttemptFailed(failure, detail) | chart.Unverified(failure, detail):
                self.trial.failure, self.trial.detail, self.trial.outcome = failure, detail, "failed"
            case chart.Verified():
                self.trial.outcome = "proved"
                self.verdict = self.trial.attempts[-1].verdict
            case chart.FlawFound(reason):
                self.trial.detail = reason
            case chart.Refuted(reason):
                self.trial.outcome = self.refutation = reason
                self.verdict = self.trial.attempts[-1].verdict
            case chart.PostMortem(failure, insight):
                self.trial.failure, self.trial.insight = failure, insight
