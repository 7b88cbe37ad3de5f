"""Proof: everything that can happen, and when. The states and their names are the seed's; four are ours."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.engine import Aborted, Broke, Resumed
from indagate.flows.proof.portfolio.approach import Idea, Related
from indagate.flows.proof.statement import Lock
from indagate.flows.proof.verdict import Diagnostic, Verdict
from indagate.statechart import HISTORY, Chart, Final, Wait, Work


@dataclass(frozen=True, slots=True)
class Initialised:
    """The workspace is there: the statement is locked and compiles."""

    lock: Lock
    wall: str


@dataclass(frozen=True, slots=True)
class Understood:
    """Problem, knowledge, post-mortems and the gallery have been read."""

    related: tuple[Related, ...] = ()
    lessons: tuple[str, ...] = ()
    hindered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the library says about the statement: its symbols, hints that exist, lemmas (name and words)."""

    symbols: tuple[str, ...]
    hints: tuple[str, ...]
    lemmas: tuple[tuple[str, str], ...]
    stuck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """Somebody proposed approaches, or lemmas for the stuck goals; or could not (`failed` says why)."""

    by: str
    ideas: tuple[Idea, ...] = ()
    stuck: tuple[str, ...] = ()
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Explored:
    """There are directions to try: the approaches of this direction, in order of promise."""

    direction: str
    approaches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selected:
    """An approach is selected, and with what hope."""

    approach: str
    hypothesis: str


@dataclass(frozen=True, slots=True)
class AttemptMade:
    """A file was written and compiled."""

    text: str
    note: str
    clean: bool
    error: str
    seconds: float
    negated: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class AttemptSucceeded:
    """The last attempt compiles, so it is to be verified."""


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """Every attempt of the approach failed: the class of the failure, and a word on it."""

    failure: str
    detail: str


@dataclass(frozen=True, slots=True)
class Attacked:
    """The last attempt was put through the attacks."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Verified:
    """The proof survived every required attack."""

    verdict: str


@dataclass(frozen=True, slots=True)
class FlawFound:
    """An attack found a flaw, and the approach has attempts left."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unverified:
    """An attack found a flaw, and there is nothing left to retry."""

    failure: str
    detail: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """The negation is proved, and the checker agrees."""

    reason: str


@dataclass(frozen=True, slots=True)
class Filed:
    """Files of the workspace whose bytes lie in the content store: path and digest."""

    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PostMortem:
    """What an approach's end taught."""

    failure: str
    insight: str


@dataclass(frozen=True, slots=True)
class MoreApproaches:
    """The failure is documented, and approaches are left in this direction."""


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The failure is documented, and this direction has no approach left."""


@dataclass(frozen=True, slots=True)
class Pivoted:
    """The direction is excluded; exploration begins again."""

    excluded: str


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A human read the proof and confirms it."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class FlawReported:
    """A human found a flaw."""

    text: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The budget is spent, or every direction is exhausted."""

    reason: str


@dataclass(frozen=True, slots=True)
class CheckerMissing:
    """The checker is not installed; how to get it."""

    checker: str
    install: str


EMITS = (Surveyed, Proposed, AttemptMade, Attacked, PostMortem, Filed)
CHART = Chart(
    "proof",
    version=1,
    initial="NEW",
    states=[
        Work("NEW", {Initialised: "OBSERVE"}, doc="look for the checker, lock the statement"),
        Work("OBSERVE", {Understood: "ORIENT"}, doc="read problem, knowledge, post-mortems and gallery"),
        Work("ORIENT", {Explored: "DECIDE"}, doc="search the library, find directions"),
        Work("DECIDE", {Selected: "ACT"}, doc="select the most promising approach not yet tried"),
        Work(
            "ACT",
            {AttemptSucceeded: "VERIFY", AttemptFailed: "LEARN", Refuted: "REFUTED"},
            doc="write attempts and compile them",
        ),
        Work(
            "VERIFY",
            {Verified: "BREAKTHROUGH", FlawFound: "ACT", Unverified: "LEARN", Refuted: "REFUTED"},
            doc="attack the attempt in every way",
        ),
        Work("LEARN", {MoreApproaches: "DECIDE", Exhausted: "PIVOT"}, doc="write the post-mortem"),
        Work("PIVOT", {Pivoted: "ORIENT"}, doc="exclude the direction"),
        Wait(
            "BREAKTHROUGH",
            {Confirmed: "PROVED", FlawReported: "ACT", Aborted: "ABORTED"},
            doc="a human reviews the proof",
        ),
        Final("PROVED"),
        Final("REFUTED"),
        Final("ABORTED"),
        Wait("STOPPED", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="budget spent, or nothing left to try"),
        Wait("BLOCKED", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="the checker is missing"),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}, doc="could not go on; a person decides"),
    ],
    anywhere={Broke: "ERROR", Stopped: "STOPPED", CheckerMissing: "BLOCKED", Aborted: "ABORTED"},
)
